package board_test

import (
	"fmt"
	"testing"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// away returns the cell some steps away.
func away(c [2]int, d board.Direction, steps int) [2]int {
	return [2]int{c[0] + steps*d.X, c[1] + steps*d.Y}
}

func (n *naive) empty(c [2]int) bool {
	_, filled := n.top[c]
	return n.in(c[0], c[1]) && !filled
}

// jumps reports whether a piece of the seat on c can jump in the direction.
func (n *naive) jumps(c [2]int, seat game.Seat, d board.Direction) bool {
	owner, filled := n.top[away(c, d, 1)]
	return filled && owner != seat && owner != game.Nobody && n.empty(away(c, d, 2))
}

func checkJumps(t *testing.T, tx *game.Tx, b *board.Grid, n *naive) {
	for _, ways := range [][]board.Direction{nil, {board.NorthEast, board.SouthWest}, {board.West}, eight} {
		for _, c := range n.all() {
			stepped, jumped := map[[2]int]bool{}, [2]map[[2]int]bool{{}, {}}
			for _, d := range ways {
				if to := away(c, d, 1); n.empty(to) {
					stepped[to] = true
				}
				for seat := range game.Seat(2) {
					if n.jumps(c, seat, d) {
						jumped[seat][away(c, d, 2)] = true
					}
				}
			}
			cell := b.At(c[0], c[1])
			sameSet(t, b, n, b.NextEmpty(tx, cell, ways...), fmt.Sprint("NextEmpty from ", c), func(c [2]int) bool { return stepped[c] })
			for seat := range game.Seat(2) {
				sameSet(t, b, n, b.Jumps(tx, seat, cell, ways...), fmt.Sprint("Jumps from ", c), func(c [2]int) bool { return jumped[seat][c] })
			}
			if can := b.NextToEmpty(tx, game.SetOf(cell), ways...); can.Empty() != (len(stepped) == 0) {
				t.Fatalf("NextToEmpty of %v is %v", c, can)
			}
		}
		for seat := range game.Seat(2) {
			mine := b.Held(tx, seat)
			sameSet(t, b, n, b.Jumpers(tx, seat, mine, ways...), "Jumpers", func(c [2]int) bool {
				return n.holds(c, seat) && !b.Jumps(tx, seat, b.At(c[0], c[1]), ways...).Empty()
			})
			sameSet(t, b, n, b.NextToEmpty(tx, mine, ways...), "NextToEmpty", func(c [2]int) bool {
				return n.holds(c, seat) && !b.NextEmpty(tx, b.At(c[0], c[1]), ways...).Empty()
			})
		}
	}
	if !b.NextEmpty(tx, game.Root, eight...).Empty() || !b.Jumps(tx, 0, game.Root, eight...).Empty() {
		t.Fatal("the table is not a cell, but a step or a jump leads from it")
	}
}

func ExampleGrid_Jumps() {
	b := board.Square("board", 5, 5)
	onBoard(b, `
		5 . . . . .
		4 . . . O .
		3 . . X . .
		2 . O . O .
		1 O . . . .
		  a b c d e`, func(t *game.Tx) {
		up, all := []board.Direction{board.NorthEast, board.NorthWest}, []board.Direction{board.NorthEast, board.NorthWest, board.SouthEast, board.SouthWest}
		fmt.Println(names(t, b.Jumps(t, 0, t.Find("c3"), up...)), names(t, b.Jumps(t, 0, t.Find("c3"), all...)))
		fmt.Println(names(t, b.NextEmpty(t, t.Find("c3"), all...)))
		fmt.Println(names(t, b.Jumpers(t, 1, b.Held(t, 1), all...)), names(t, b.NextToEmpty(t, b.Held(t, 1), up...)))
	})
	// Output:
	// [e5] [e1 e5]
	// [b4]
	// [d2] [b2 d2 d4]
}
