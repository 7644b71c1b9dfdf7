package board_test

import (
	"fmt"
	"testing"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// bracketed returns the cells that a piece of the seat on c brackets.
func (n *naive) bracketed(c [2]int, seat game.Seat) map[[2]int]bool {
	all := map[[2]int]bool{}
	for _, d := range n.near {
		var line [][2]int
		for k := 1; ; k++ {
			next := [2]int{c[0] + k*d.X, c[1] + k*d.Y}
			owner, filled := n.top[next]
			if filled && owner == seat {
				for _, c := range line {
					all[c] = true
				}
			}
			if !filled || owner == seat || owner == game.Nobody {
				break
			}
			line = append(line, next)
		}
	}
	return all
}

func checkBrackets(t *testing.T, tx *game.Tx, b *board.Grid, n *naive) {
	for seat := range game.Seat(2) {
		sameSet(t, b, n, b.Brackets(tx, seat), "Brackets", func(c [2]int) bool {
			_, filled := n.top[c]
			return !filled && len(n.bracketed(c, seat)) > 0
		})
		for _, c := range n.all() {
			want := n.bracketed(c, seat)
			sameSet(t, b, n, b.Bracketed(tx, seat, b.At(c[0], c[1])), fmt.Sprint("Bracketed by ", c), func(c [2]int) bool { return want[c] })
		}
		sameSet(t, b, n, b.Bracketed(tx, seat, game.Root), "Bracketed by no cell", func([2]int) bool { return false })
	}
}

func ExampleGrid_Brackets() {
	b := board.Square("board", 5, 3)
	onBoard(b, `
		3 . . . . X
		2 . . . O .
		1 X O O . O
		  a b c d e`, func(t *game.Tx) {
		fmt.Println(names(t, b.Brackets(t, 0)))
	})
	// Output: [d1]
}

func ExampleGrid_Bracketed() {
	b := board.Square("board", 5, 3)
	onBoard(b, `
		3 . . . . X
		2 . . . O .
		1 X O . . O
		  a b c d e`, func(t *game.Tx) {
		fmt.Println(names(t, b.Bracketed(t, 0, t.Find("c1"))))
	})
	// Output: [b1 d2]
}
