package board

import "github.com/plygame/ply/game"

// Region is a fixed set of cells of one board.
type Region struct{ w []uint64 }

// Edges returns the cells along the four sides. The regions are filled in when the board
// is laid.
func (g *Grid) Edges() (top, right, bottom, left *Region) {
	side := func(in func(x, y int) bool) *Region {
		r := &Region{w: make([]uint64, (g.Width*g.Height+63)/64)}
		for i := range g.Width * g.Height {
			if in(i%g.Width, i/g.Width) {
				r.w[i>>6] |= 1 << (i & 63)
			}
		}
		return r
	}
	top = side(func(x, y int) bool { return y == g.Height-1 })
	right = side(func(x, y int) bool { return x == g.Width-1 })
	bottom = side(func(x, y int) bool { return y == 0 })
	left = side(func(x, y int) bool { return x == 0 })
	return
}

// Joins reports whether cells held by the seat connect the two regions.
func (g *Grid) Joins(s *game.State, seat game.Seat, from, to *Region) bool {
	var small [16]uint64
	words := len(from.w)
	buf := small[:]
	if 2*words > len(small) {
		buf = make([]uint64, 2*words)
	}
	own, reached := buf[:words:words], buf[words:2*words]
	g.extract(own, s.Held(seat).Words())
	any, there := uint64(0), uint64(0)
	for i := range own {
		reached[i] = own[i] & from.w[i]
		any |= reached[i]
		there |= own[i] & to.w[i]
	}
	if any == 0 || there == 0 {
		return false
	}
	for changed := true; changed; {
		changed = false
		for d, by := range g.shift {
			if spread(reached, own, g.edge[d], by) {
				changed = true
			}
		}
	}
	for i := range reached {
		if reached[i]&to.w[i] != 0 {
			return true
		}
	}
	return false
}

// extract copies the board's part of a Set's words so that the first cell is bit 0.
func (g *Grid) extract(to, from []uint64) {
	at, off := int(g.first)>>6, uint(g.first)&63
	for i := range to {
		to[i] = 0
		if at+i < len(from) {
			to[i] = from[at+i] >> off
		}
		if off > 0 && at+i+1 < len(from) {
			to[i] |= from[at+i+1] << (64 - off)
		}
	}
	if rest := uint(g.n) & 63; rest != 0 {
		to[len(to)-1] &= 1<<rest - 1
	}
}

// spread adds to reached the neighbours, by bits further on, that are in own; edge holds
// the cells that have such a neighbour.
func spread(reached, own, edge []uint64, by int) bool {
	var grown uint64
	if by > 0 {
		word, bit := by>>6, uint(by)&63
		for i := len(reached) - 1; i >= word; i-- {
			w := (reached[i-word] & edge[i-word]) << bit
			if bit > 0 && i > word {
				w |= (reached[i-word-1] & edge[i-word-1]) >> (64 - bit)
			}
			w &= own[i] &^ reached[i]
			reached[i] |= w
			grown |= w
		}
	} else {
		word, bit := -by>>6, uint(-by)&63
		for i := 0; i+word < len(reached); i++ {
			w := (reached[i+word] & edge[i+word]) >> bit
			if bit > 0 && i+word+1 < len(reached) {
				w |= (reached[i+word+1] & edge[i+word+1]) << (64 - bit)
			}
			w &= own[i] &^ reached[i]
			reached[i] |= w
			grown |= w
		}
	}
	return grown != 0
}
