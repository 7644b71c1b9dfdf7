package board

import "github.com/plygame/ply/game"

// HasLine reports whether the seat holds n cells in an unbroken straight line of
// neighbours.
func (g *Grid) HasLine(r game.Reader, seat game.Seat, n int) bool {
	s := stateOf(r)
	if g.shifts == nil {
		return g.hasLongLine(s, seat, n)
	}
	own := lowOf(s.Held(seat)).and(g.all)
	if len(g.cells) == 1 {
		return g.wordLine(own.a, n)
	}
	return g.pairLine(own, n)
}

// Line returns the cells of all lines that HasLine looks for; the set is empty if there are none.
func (g *Grid) Line(r game.Reader, seat game.Seat, n int) (all game.Set[game.ID]) {
	if g.shifts != nil {
		own := lowOf(stateOf(r).Held(seat)).and(g.all)
		if len(g.cells) == 1 {
			return game.Set[game.ID]{}.Small(g.wordInLine(own.a, n), 0)
		}
		return g.pairInLine(own, n).set()
	}
	own := g.Held(r, seat)
	for _, d := range g.near[:len(g.near)/2] {
		line := own
		for k := 1; k < n && !line.Empty(); k++ {
			line = g.Shift(line, compass[d]).And(own)
		}
		all = all.Or(line)
		for k := 1; k < n && !line.Empty(); k++ {
			line = g.Shift(line, compass[(d+4)%8])
			all = all.Or(line)
		}
	}
	return all
}

// hasLongLine is HasLine for boards of more than two words.
func (g *Grid) hasLongLine(s *game.State, seat game.Seat, n int) bool {
	var small [24]uint64
	words := len(g.cells)
	buf := small[:]
	if 3*words > len(buf) {
		buf = make([]uint64, 3*words)
	}
	own, line, moved := buf[:words], buf[words:2*words], buf[2*words:3*words]
	g.held(own, s, seat)
	for _, d := range g.near[:len(g.near)/2] {
		any := uint64(0)
		for i, w := range own {
			line[i] = w
			any |= w
		}
		for k := 1; k < n && any != 0; k++ {
			g.shift(moved, line, d)
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
