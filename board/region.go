package board

import "github.com/plygame/ply/game"

// Region is a fixed set of cells of one board: a row, a side, a zone.
type Region struct {
	b   *Board
	in  func(cell game.ID) bool
	w   []uint64 // filled in when the board is laid out
	set game.Set[game.ID]

	layers []pair // of a small board: cells by their distance from the region
}

// Region returns the cells for which in returns true. It is called once for each cell, when the board is laid out.
func (b *Board) Region(in func(cell game.ID) bool) *Region {
	r := &Region{b: b, in: in}
	if b.n > 0 {
		r.fill()
	} else {
		b.regions = append(b.regions, r)
	}
	return r
}

func (r *Region) fill() {
	r.w = r.b.where(r.in)
	r.set = r.b.setOf(r.w)
	if !r.b.small {
		return
	}
	cells, reached := pairOf(r.b.cells), pair{}
	for next := pairOf(r.w); !next.empty(); next = r.b.besidePair(next).and(cells).minus(reached) {
		r.layers = append(r.layers, next)
		reached = reached.or(next)
	}
}

// mayReach reports whether there is one of these cells at every distance from the region, up to that of the nearest
// cell of another region. Otherwise they cannot connect the two.
func (r *Region) mayReach(to, own pair) bool {
	for _, layer := range r.layers {
		if layer.and(own).empty() {
			return false
		}
		if !layer.and(to).empty() {
			return true
		}
	}
	return false
}

// Has reports whether the cell is in the region.
func (r *Region) Has(cell game.ID) bool {
	return word64(r.w, int(cell>>6))>>(cell&63)&1 != 0
}

// Set returns the cells of the region. Unlike other sets, it stays valid after the move.
func (r *Region) Set() game.Set[game.ID] {
	r.b.mustBeOnTable()
	return r.set
}

// Joins reports whether cells held by the seat connect the two regions.
func (b *Board) Joins(r game.Reader, seat game.Seat, from, to *Region) bool {
	s := stateOf(r)
	if b.small {
		own := lowOf(s.Held(seat))
		here, there := own.and(pairOf(from.w)), own.and(pairOf(to.w))
		return !here.empty() && !there.empty() && from.mayReach(pairOf(to.w), own) &&
			!b.floodPair(here, own).and(there).empty()
	}
	var small [16]uint64
	words := len(b.cells)
	buf := small[:]
	if 2*words > len(small) {
		buf = make([]uint64, 2*words)
	}
	own, reached := buf[:words:words], buf[words:2*words]
	b.held(own, s, seat)
	any, there := uint64(0), uint64(0)
	for i := range own {
		reached[i] = own[i] & from.w[i]
		any |= reached[i]
		there |= own[i] & to.w[i]
	}
	if any == 0 || there == 0 {
		return false
	}
	b.flood(reached, own)
	for i := range reached {
		if reached[i]&to.w[i] != 0 {
			return true
		}
	}
	return false
}

// JoinsAt is Joins for the group of one cell. Where stones are placed one by one, only the group of the last one can
// have made a connection, and looking at that group alone is faster.
func (b *Board) JoinsAt(r game.Reader, seat game.Seat, cell game.ID, from, to *Region) bool {
	s := stateOf(r)
	if b.small {
		own := lowOf(s.Held(seat)).and(b.all)
		if own.and(bitOf(cell)).empty() || !from.mayReach(pairOf(to.w), own) {
			return false
		}
		group := b.groupPair(cell, own)
		return !group.and(pairOf(from.w)).empty() && !group.and(pairOf(to.w)).empty()
	}
	var buf, start [16]uint64
	own, group := append(buf[:0], b.cells...), append(start[:0], b.cells...)
	b.held(own, s, seat)
	clear(group)
	if !b.Has(cell) || own[cell>>6]>>(cell&63)&1 == 0 {
		return false
	}
	mark(group, cell)
	b.flood(group, own)
	return meet(group, from.w) && meet(group, to.w)
}

// meet reports whether two sets of cells have one in common.
func meet(a, b []uint64) bool {
	for i := range a {
		if a[i]&b[i] != 0 {
			return true
		}
	}
	return false
}
