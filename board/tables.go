package board

import (
	"slices"
	"sync/atomic"

	"github.com/plygame/ply/game"
)

// build makes the tables, when the board is laid out.
func (m *Movement) build() {
	g := m.b
	m.base, m.cells = g.first, game.ID(g.n)
	m.word = g.n <= 64 && int(g.first)+g.n <= 128 && g.first < 64
	for _, forward := range m.facing() {
		for _, x := range m.gaits {
			x.from = append(x.from, m.outlook(x.Pattern, forward))
		}
	}
	m.exact = m.word || g.n <= maxWatched
	for i := range g.n {
		m.all |= 1 << i
	}
	for face, forward := range m.facing() {
		switch {
		case m.word:
			m.sights = append(m.sights, m.sight(face, forward))
		case m.exact:
			m.watched = append(m.watched, m.watch(face, forward))
		}
	}
}

func (m *Movement) outlook(p Pattern, forward Direction) (o outlook) {
	g := m.b
	o.forward = forward
	o.first = slices.ContainsFunc(p.ways, func(w way) bool { return w.first })
	if !m.word {
		o.wide = make([]atomic.Pointer[reach], g.n)
		return o
	}
	for i := range g.n {
		o.words = append(o.words, m.wordReach(g.tracks(g.first+game.ID(i), p, forward)))
	}
	return o
}

// tracks returns where the ways of a pattern lead from a cell.
func (g *Board) tracks(cell game.ID, p Pattern, forward Direction) (all []track) {
	for _, w := range p.ways {
		if t := g.track(cell, w, forward); len(t.cells) > 0 {
			all = append(all, t)
		}
	}
	return all
}

// track follows a way from a cell to its end.
func (g *Board) track(cell game.ID, w way, forward Direction) track {
	t := track{every: max(1, len(w.path)), over: w.over, only: w.only, first: w.first}
	if w.any {
		for i := range g.n {
			if c := g.first + game.ID(i); c != cell {
				t.cells = append(t.cells, c)
			}
		}
		return t
	}
	at := cell
	for n := 0; w.most == 0 || n < w.most; n++ {
		whole := len(t.cells)
		for _, d := range w.path {
			if at = g.Next(at, d.turned(forward)); at == 0 || at == cell || slices.Contains(t.cells, at) {
				t.cells = t.cells[:whole] // it cannot stay in the middle of a path
				return t
			}
			t.cells = append(t.cells, at)
		}
	}
	return t
}

// rises reports whether the cells come in the order of their numbers, and falls whether in the reverse order.
func (t *track) rises() bool { return slices.IsSorted(t.cells) }

func (t *track) falls() bool {
	return slices.IsSortedFunc(t.cells, func(a, b game.ID) int { return int(b) - int(a) })
}

// mask returns the cells where the piece may stay.
func (t *track) mask(m *Movement) (mask uint64) {
	for n, c := range t.cells {
		if (n+1)%t.every == 0 {
			mask |= m.bit(c)
		}
	}
	return mask
}

// slides reports whether the track is a line on which the piece may go and capture.
func (t *track) slides() bool { return t.every == 1 && t.only == goAndTake && !t.over && !t.first }

// wordReach turns tracks into words.
func (m *Movement) wordReach(tracks []track) (r reach64) {
	for i := range tracks {
		t := &tracks[i]
		mask := t.mask(m)
		switch {
		case !t.first && (len(t.cells) == 1 || t.over):
			if t.only != takeOnly {
				r.quiet |= mask
			}
			if t.only != goOnly {
				r.take |= mask
			}
		case t.slides() && t.rises():
			r.up = append(r.up, mask)
			r.slides |= mask
		case t.slides() && t.falls():
			r.down = append(r.down, mask)
			r.slides |= mask
		default:
			p := path64{every: t.every, over: t.over, only: t.only, first: t.first}
			for _, c := range t.cells {
				p.cells = append(p.cells, uint8(c-m.base))
			}
			r.rest = append(r.rest, p)
		}
	}
	return r
}

// sight tells from where pieces of a seat may attack each cell.
type sight struct {
	near     []uint64   // by cell: from where a piece may attack it, whatever is in between
	up, down [][]uint64 // by cell: lines that end there, the closest cell first; the first piece on a line may attack it
}

// sight makes the tables for seats that face one way. If pieces can attack in ways that the tables do not
// show, m.exact becomes false.
func (m *Movement) sight(face int, forward Direction) *sight {
	g := m.b
	s := &sight{make([]uint64, g.n), make([][]uint64, g.n), make([][]uint64, g.n)}
	lines := make([]map[Direction][]game.ID, g.n) // by cell and direction: from where a piece slides there
	for i := range lines {
		lines[i] = map[Direction][]game.ID{}
	}
	for _, x := range m.gaits {
		for i := range g.n {
			r := &x.from[face].words[i]
			for c := range g.n {
				if r.take>>c&1 != 0 {
					s.near[c] |= 1 << i
				}
			}
			m.exact = m.exact && !slices.ContainsFunc(r.rest, func(p path64) bool { return p.only != goOnly })
		}
		for _, w := range x.ways {
			if len(w.path) == 1 && w.most != 1 {
				m.addLines(lines, w, forward)
			}
		}
	}
	for c := range lines {
		var seen uint64
		for _, line := range lines[c] {
			t := track{cells: line, every: 1}
			mask := t.mask(m)
			switch {
			case seen&mask != 0 || slices.Contains(line, 0):
				m.exact = false
			case t.rises():
				s.up[c] = append(s.up[c], mask)
			case t.falls():
				s.down[c] = append(s.down[c], mask)
			default:
				m.exact = false
			}
			seen |= mask
		}
		slices.Sort(s.up[c]) // so that every run looks in the same order
		slices.Sort(s.down[c])
	}
	return s
}

// addLines enters for each cell from where a piece that goes this way can slide there.
func (m *Movement) addLines(lines []map[Direction][]game.ID, w way, forward Direction) {
	g := m.b
	for i := range g.n {
		from := g.first + game.ID(i)
		t := g.track(from, w, forward)
		if !t.slides() {
			return
		}
		for k, c := range t.cells {
			line := lines[c-g.first][w.path[0]]
			for len(line) <= k {
				line = append(line, 0)
			}
			if line[k] != 0 && line[k] != from {
				m.exact = false
			}
			line[k] = from
			lines[c-g.first][w.path[0]] = line
		}
	}
}
