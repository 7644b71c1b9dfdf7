package board

import "github.com/plygame/ply/game"

// HasLine reports whether the seat holds n cells in an unbroken straight line of
// neighbours.
func (g *Grid) HasLine(s *game.State, seat game.Seat, n int) bool {
	if g.steps == nil {
		return g.hasLongLine(s, seat, n)
	}
	own := lowOf(s.Held(seat)).and(g.all)
	if len(g.cells) == 1 {
		return g.wordLine(own.a, n)
	}
	return g.pairLine(own, n)
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

// Line returns the length of the longest unbroken straight line of neighbours through the
// cell whose topmost elements all belong to the owner of this cell's; 0 if nobody owns that.
func (g *Grid) Line(s *game.State, cell game.ID) int {
	owner := s.Owner(s.Last(cell))
	if owner == game.Nobody || !g.Has(cell) {
		return 0
	}
	held := s.Held(owner).Words()
	best := 1
	for _, d := range g.near[:len(g.near)/2] {
		best = max(best, 1+g.run(held, g.next[d], cell)+g.run(held, g.next[d+4], cell))
	}
	return best
}

// run counts how many held cells follow one another from the cell on.
func (g *Grid) run(held []uint64, next []game.ID, cell game.ID) int {
	n := 0
	for {
		cell = next[cell-g.first]
		if cell == 0 || word64(held, int(cell>>6))>>(cell&63)&1 == 0 {
			return n
		}
		n++
	}
}
