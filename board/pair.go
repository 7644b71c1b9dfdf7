package board

import "github.com/plygame/ply/game"

// pair is a set of cells in two words, for boards that fit: it stays in registers.
type pair struct{ a, b uint64 }

func pairOf(w []uint64) (p pair) { return pair{word64(w, 0), word64(w, 1)} }

func lowOf(s game.Set[game.ID]) (p pair) {
	p.a, p.b = s.Low()
	return p
}

func (p pair) set() game.Set[game.ID] { return game.Set[game.ID]{}.Small(p.a, p.b) }

func (p pair) empty() bool { return p.a|p.b == 0 }

func (p pair) and(q pair) pair   { return pair{p.a & q.a, p.b & q.b} }
func (p pair) or(q pair) pair    { return pair{p.a | q.a, p.b | q.b} }
func (p pair) minus(q pair) pair { return pair{p.a &^ q.a, p.b &^ q.b} }

// shift is one direction of a small board.
type shift struct {
	inner pair // the cells that have a cell there
	by    int  // how far on its bit is, less than 64 either way
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
func (g *Grid) floodPair(reached, within pair) pair {
	for was := (pair{}); was != reached; {
		was = reached
		for i := range g.around {
			reached = reached.or(g.around[i].from(reached).and(within))
		}
	}
	return reached
}

// pairLine reports whether n of these cells are in a straight line of neighbours.
func (g *Grid) pairLine(own pair, n int) bool {
	for i := range g.lines {
		line := own
		for k := 1; k < n; k++ {
			line = g.lines[i].from(line).and(own)
		}
		if !line.empty() {
			return true
		}
	}
	return false
}

// pairInLine returns those of the cells that pairLine finds.
func (g *Grid) pairInLine(own pair, n int) (all pair) {
	for _, d := range g.near[:len(g.near)/2] {
		line := own
		for k := 1; k < n; k++ {
			line = g.shifts[d].from(line).and(own)
		}
		all = all.or(line)
		for k := 1; k < n && !line.empty(); k++ {
			line = g.shifts[(d+4)%8].from(line)
			all = all.or(line)
		}
	}
	return all
}

// wordInLine is pairInLine for cells in one word.
func (g *Grid) wordInLine(own uint64, n int) (all uint64) {
	for i := range g.lines {
		s := &g.lines[i]
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
func (g *Grid) wordLine(own uint64, n int) bool {
	for i := range g.lines {
		s := &g.lines[i]
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
