package bot_test

import (
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/connect4"
)

// four is a position of Connect Four, for a solver by hand: a bit for each cell, seven for each column, of which the last stays
// empty.
type four struct{ mine, theirs uint64 }

// drop returns the cell that a disc falls to, 0 if the column is full.
func (p four) drop(column int) uint64 {
	return ((p.mine | p.theirs) + 1<<(7*column)) & (0x3F << (7 * column))
}

// after is the position after a disc, as the other player sees it.
func (p four) after(cell uint64) four { return four{p.theirs, p.mine | cell} }

func lined(discs uint64) bool {
	for _, way := range []int{1, 6, 7, 8} {
		if two := discs & (discs >> way); two&(two>>(2*way)) != 0 {
			return true
		}
	}
	return false
}

// wins reports whether the player to move can force a win within this many plies.
func (p four) wins(plies int) bool {
	for column := range 7 {
		if cell := p.drop(column); cell != 0 && p.winsBy(cell, plies) {
			return true
		}
	}
	return false
}

// winsBy reports whether a disc in a cell forces a win within this many plies.
func (p four) winsBy(cell uint64, plies int) bool {
	if lined(p.mine | cell) {
		return plies > 0
	}
	next := p.after(cell)
	if plies < 3 || next.threats(next.mine) != 0 {
		return false
	}
	replies := next.threats(next.theirs) // the other player must answer a threat, and cannot answer two
	if replies&(replies-1) != 0 {
		return true
	}
	if replies == 0 {
		if replies = next.open(); plies < 5 || replies == 0 {
			return false
		}
	}
	for ; replies != 0; replies &= replies - 1 {
		if !next.after(replies & -replies).wins(plies - 2) {
			return false
		}
	}
	return true
}

// open are the cells that a disc can fall to.
func (p four) open() (cells uint64) {
	for column := range 7 {
		cells |= p.drop(column)
	}
	return cells
}

// threats are the open cells that would make a line.
func (p four) threats(discs uint64) (cells uint64) {
	for column := range 7 {
		if cell := p.drop(column); cell != 0 && lined(discs|cell) {
			cells |= cell
		}
	}
	return cells
}

// puzzle is a position that is won, but by half of the moves at most.
type puzzle struct {
	state *game.State
	four
	plies int    // until the win
	won   string // the columns that win, sooner or later
}

// readPuzzles reads the test set: positions of random games, each with the plies until the win, the columns played so far, from 0,
// and all columns that win, which a complete solver has found. What can be checked fast is checked again.
func readPuzzles(t *testing.T) (all []puzzle) {
	t.Helper()
	text, err := os.ReadFile("testdata/connect4.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		x, columns := puzzle{state: start(t, connect4.New(), 2)}, ""
		if _, err := fmt.Sscan(line, &x.plies, &columns, &x.won); err != nil {
			t.Fatal(err)
		}
		for _, c := range columns {
			x.play(t, int(c-'0'))
		}
		if !x.wins(x.plies) || x.wins(x.plies-2) {
			t.Errorf("%s is not a win in %d plies", columns, x.plies)
		}
		for column := range 7 {
			if cell := x.drop(column); cell != 0 && x.winsBy(cell, x.plies) && !strings.Contains(x.won, strconv.Itoa(column)) {
				t.Errorf("%s: %d wins, too", columns, column)
			}
		}
		all = append(all, x)
	}
	return all
}

// play drops a disc.
func (x *puzzle) play(t *testing.T, column int) {
	t.Helper()
	moves, err := x.state.Moves()
	for _, m := range moves {
		if columnOf(x.state, m) == column {
			x.four = x.after(x.drop(column))
			x.state, err = x.state.Play(m)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}

func columnOf(s *game.State, m game.Move) int {
	x, _ := s.Rules().Layout[0].(*board.Grid).XY(game.ID(m.Picks[0][0].N))
	return x
}

// solved returns how many puzzles with this many plies a level solves, and how many it was given: at most most.
func solved(t *testing.T, level string, plies, most int, all []puzzle) (n, of int) {
	t.Helper()
	p, err := bot.NewSearch(level)
	if err != nil {
		t.Fatal(err)
	}
	for i, x := range all {
		if x.plies != plies || of == most {
			continue
		}
		m, err := bot.Choose(t.Context(), p, x.state, x.state.Turn(), uint64(i))
		if err != nil {
			t.Fatal(err)
		}
		if of++; strings.Contains(x.won, strconv.Itoa(columnOf(x.state, m))) {
			n++
		}
	}
	if of == 0 {
		return 0, 0
	}
	low, high := wilson(float64(n)/float64(of), of)
	t.Logf("%s finds %d of %d wins in %d plies, 95 %%: %.1f to %.1f", level, n, of, plies, 100*low, 100*high)
	return n, of
}

// wilson is the interval of 95 % of a share.
func wilson(share float64, of int) (low, high float64) {
	const z = 1.96
	k := float64(of)
	middle, half := share+z*z/(2*k), z*math.Sqrt(share*(1-share)/k+z*z/(4*k*k))
	return (middle - half) / (1 + z*z/k), (middle + half) / (1 + z*z/k)
}

// A test set of positions of Connect Four has wins that take a few moves.
func TestConnectFourPuzzles(t *testing.T) {
	t.Parallel()
	all := readPuzzles(t)
	for _, c := range []struct {
		level                string
		plies, most, percent int
	}{
		{"sharp", 1, few(10, 50), 75}, {"sharp", 3, few(10, 50), 75}, {"sharp", 5, few(10, 50), 75},
		{"expert", 1, few(10, 50), 100}, {"expert", 3, few(10, 50), 100}, {"expert", 5, few(10, 50), 100}, {"expert", 7, few(10, 50), 60},
		{"30000", 7, few(0, 50), 95},
	} {
		if n, of := solved(t, c.level, c.plies, c.most, all); 100*n < c.percent*of {
			t.Errorf("%s finds only %d of %d wins in %d plies", c.level, n, of, c.plies)
		}
	}
}
