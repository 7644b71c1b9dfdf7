package board

import (
	"math/bits"

	"github.com/plygame/ply/game"
)

// pair is a set of cells in two words, for boards that fit: it stays in registers.
type pair struct{ a, b uint64 }

func pairOf(w []uint64) (p pair) { return pair{word64(w, 0), word64(w, 1)} }

func lowOf(s game.Set[game.ID]) (p pair) {
	p.a, p.b = s.Low()
	return p
}

// bitOf is a set of one cell.
func bitOf(cell game.ID) pair {
	switch {
	case cell < 64:
		return pair{1 << cell, 0}
	case cell < 128:
		return pair{0, 1 << (cell - 64)}
	}
	return pair{}
}

func (p pair) set() game.Set[game.ID] { return game.Set[game.ID]{}.Small(p.a, p.b) }

func (p pair) empty() bool { return p.a|p.b == 0 }

func (p pair) and(q pair) pair   { return pair{p.a & q.a, p.b & q.b} }
func (p pair) or(q pair) pair    { return pair{p.a | q.a, p.b | q.b} }
func (p pair) minus(q pair) pair { return pair{p.a &^ q.a, p.b &^ q.b} }

// shift is one direction of a small board.
type shift struct {
	inner pair // the cells that have a cell there
	by    int  // how many bits the step moves a cell, less than 64 in either direction
	left  uint // the same as a rotation of both words to the left
	swap  bool // after the words are swapped
}

func shiftOf(inner []uint64, by int) shift {
	if by < 0 {
		return shift{pairOf(inner), by, uint(64 + by), true}
	}
	return shift{pairOf(inner), by, uint(by), false}
}

// from moves all cells one step.
func (s *shift) from(p pair) pair {
	a, b := p.a&s.inner.a, p.b&s.inner.b
	if s.swap {
		a, b = b, a
	}
	return pair{a<<(s.left&63) | b>>(-s.left&63), b<<(s.left&63) | a>>(-s.left&63)}
}

// floodPair returns every cell of within that can be reached from these.
func (b *Board) floodPair(reached, within pair) pair {
	if b.masks != nil {
		for open := reached; !open.empty(); {
			open = b.beside(open).and(within).minus(reached)
			reached = reached.or(open)
		}
		return reached
	}
	for was := (pair{}); was != reached; {
		was = reached
		for i := range b.around {
			reached = reached.or(b.around[i].from(reached).and(within))
		}
	}
	return reached
}

// groupPair is floodPair for one cell. It goes from cell to cell, which is faster for groups of up to a few dozen.
func (b *Board) groupPair(cell game.ID, within pair) pair {
	if b.ring == nil {
		return b.floodPair(bitOf(cell), within)
	}
	rest, open := within.minus(bitOf(cell)), pair{}
	for at := int(cell); ; {
		next := b.ring[at-int(b.first)].and(rest)
		open, rest = open.or(next), rest.minus(next)
		switch {
		case open.a != 0:
			at = bits.TrailingZeros64(open.a)
			open.a &= open.a - 1
		case open.b != 0:
			at = 64 + bits.TrailingZeros64(open.b)
			open.b &= open.b - 1
		default:
			return within.minus(rest)
		}
	}
}

// besidePair returns the neighbours of these cells.
func (b *Board) besidePair(p pair) (all pair) {
	if b.masks != nil {
		return b.beside(p)
	}
	for i := range b.around {
		all = all.or(b.around[i].from(p))
	}
	return all
}

// beside returns the neighbours of these cells, by the table of masks.
func (b *Board) beside(p pair) (all pair) {
	for ; p.a != 0; p.a &= p.a - 1 {
		all = all.or(b.masks[bits.TrailingZeros64(p.a)-int(b.first)])
	}
	for ; p.b != 0; p.b &= p.b - 1 {
		all = all.or(b.masks[64+bits.TrailingZeros64(p.b)-int(b.first)])
	}
	return all
}

// pairLine reports whether n of these cells are in a straight line of neighbours.
func (b *Board) pairLine(own pair, n int) bool {
	for i := range b.lines {
		line := own
		for k := 1; k < n; k++ {
			line = b.lines[i].from(line).and(own)
		}
		if !line.empty() {
			return true
		}
	}
	return false
}

// pairInLine returns those of the cells that pairLine finds.
func (b *Board) pairInLine(own pair, n int) (all pair) {
	for _, d := range b.near[:len(b.near)/2] {
		line := own
		for k := 1; k < n; k++ {
			line = b.shifts[d].from(line).and(own)
		}
		all = all.or(line)
		for k := 1; k < n && !line.empty(); k++ {
			line = b.shifts[(d+4)%8].from(line)
			all = all.or(line)
		}
	}
	return all
}

// wordInLine is pairInLine for cells in one word.
func (b *Board) wordInLine(own uint64, n int) (all uint64) {
	for i := range b.lines {
		s := &b.lines[i]
		line, inner, by := own, s.inner.a, uint(s.by)&63
		for k := 1; k < n; k++ {
			line = own & ((line & inner) << by)
		}
		all |= line
		for k := 1; k < n; k++ { // back to the start of the line
			line >>= by
			all |= line
		}
	}
	return all
}

// wordLine is pairLine for cells in one word.
func (b *Board) wordLine(own uint64, n int) bool {
	for i := range b.lines {
		s := &b.lines[i]
		line, inner, by := own, s.inner.a, uint(s.by)&63
		for k := 1; k < n; k++ {
			line = own & ((line & inner) << by)
		}
		if line != 0 {
			return true
		}
	}
	return false
}
