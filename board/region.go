package board

import "github.com/plygame/ply/game"

// Region is a fixed set of cells of one board.
type Region struct {
	in func(x, y int) bool
	w  []uint64 // filled in when the board is laid out
}

// Edges returns the cells along the four sides.
func (g *Grid) Edges() (top, right, bottom, left *Region) {
	side := func(in func(x, y int) bool) *Region {
		r := &Region{in: in}
		if g.cells != nil {
			r.w = g.where(in) // the board is already laid out and frozen
		} else {
			g.regions = append(g.regions, r)
		}
		return r
	}
	top = side(func(x, y int) bool { return y == g.Height-1 })
	right = side(func(x, y int) bool { return x == g.Width-1 })
	bottom = side(func(x, y int) bool { return y == 0 })
	left = side(func(x, y int) bool { return x == 0 })
	return
}

// Has reports whether the cell is in the region.
func (r *Region) Has(cell game.ID) bool {
	return word64(r.w, int(cell>>6))>>(cell&63)&1 != 0
}

// Joins reports whether cells held by the seat connect the two regions.
func (g *Grid) Joins(r game.Reader, seat game.Seat, from, to *Region) bool {
	s := stateOf(r)
	if g.shifts != nil {
		own := lowOf(s.Held(seat))
		here, there := own.and(pairOf(from.w)), own.and(pairOf(to.w))
		return !here.empty() && !there.empty() && !g.floodPair(here, own).and(there).empty()
	}
	var small [16]uint64
	words := len(g.cells)
	buf := small[:]
	if 2*words > len(small) {
		buf = make([]uint64, 2*words)
	}
	own, reached := buf[:words:words], buf[words:2*words]
	g.held(own, s, seat)
	any, there := uint64(0), uint64(0)
	for i := range own {
		reached[i] = own[i] & from.w[i]
		any |= reached[i]
		there |= own[i] & to.w[i]
	}
	if any == 0 || there == 0 {
		return false
	}
	g.flood(reached, own)
	for i := range reached {
		if reached[i]&to.w[i] != 0 {
			return true
		}
	}
	return false
}
