package board

import (
	"slices"

	"github.com/plygame/ply/game"
)

// HasLine reports whether the seat holds n cells in an unbroken straight line of
// neighbours.
func (b *Board) HasLine(r game.Reader, seat game.Seat, n int) bool {
	s := stateOf(r)
	if b.shifts == nil {
		return b.hasLongLine(s, seat, n)
	}
	own := lowOf(s.Held(seat)).and(b.all)
	if len(b.cells) == 1 {
		return b.wordLine(own.a, n)
	}
	return b.pairLine(own, n)
}

// Line returns the cells of all lines that HasLine looks for; the set is empty if there are none.
func (b *Board) Line(r game.Reader, seat game.Seat, n int) (all game.Set[game.ID]) {
	if b.shifts != nil {
		own := lowOf(stateOf(r).Held(seat)).and(b.all)
		if len(b.cells) == 1 {
			return game.Set[game.ID]{}.Small(b.wordInLine(own.a, n), 0)
		}
		return b.pairInLine(own, n).set()
	}
	own := b.Held(r, seat)
	if !b.shifting {
		return b.walkedLines(own, n)
	}
	for _, d := range b.near[:len(b.near)/2] {
		line := own
		for k := 1; k < n && !line.Empty(); k++ {
			line = b.Shift(line, compass[d]).And(own)
		}
		all = all.Or(line)
		for k := 1; k < n && !line.Empty(); k++ {
			line = b.Shift(line, compass[(d+4)%8])
			all = all.Or(line)
		}
	}
	return all
}

// walkedLines returns those of the cells that are in a line of n, each of them once, cell by cell.
func (b *Board) walkedLines(own game.Set[game.ID], n int) (all game.Set[game.ID]) {
	line := make([]game.ID, 0, n)
	for _, d := range b.near {
		for cell := range own.All() {
			line = line[:0]
			for ; len(line) < n && own.Has(cell) && !slices.Contains(line, cell); cell = b.next[d][cell-b.first] {
				line = append(line, cell)
			}
			if len(line) == n {
				all = all.Or(game.SetOf(line...))
			}
		}
	}
	return all
}

// hasLongLine is HasLine for all other boards.
func (b *Board) hasLongLine(s *game.State, seat game.Seat, n int) bool {
	if !b.shifting {
		return !b.Line(s, seat, n).Empty()
	}
	var small [24]uint64
	words := len(b.cells)
	buf := small[:]
	if 3*words > len(buf) {
		buf = make([]uint64, 3*words)
	}
	own, line, moved := buf[:words], buf[words:2*words], buf[2*words:3*words]
	b.held(own, s, seat)
	for _, d := range b.near[:len(b.near)/2] {
		any := uint64(0)
		for i, w := range own {
			line[i] = w
			any |= w
		}
		for k := 1; k < n && any != 0; k++ {
			b.shift(moved, line, d)
			any = 0
			for i := range line {
				line[i] = moved[i] & own[i]
				any |= line[i]
			}
		}
		if any != 0 {
			return true
		}
	}
	return false
}
