package board

import (
	"math/bits"
	"slices"

	"github.com/plygame/ply/game"
)

// maxWatched is how many cells a board may have so that Movement knows from where each can be attacked: 32 by 32.
const maxWatched = 1024

// reach returns the tables of a cell. They are made when they are first needed: a large board has many cells that no
// piece ever comes to.
func (m *Movement) reach(g *gait, face int, cell game.ID) *reach {
	o := &g.from[face]
	kept := &o.wide[cell-m.base]
	if x := kept.Load(); x != nil {
		return x
	}
	x := reachOf(m.b.tracks(cell, g.Pattern, o.forward))
	kept.Store(x)
	return x
}

// wideTo is To and Attacks for boards that do not fit one word.
func (m *Movement) wideTo(s *game.State, g *gait, seat game.Seat, cell game.ID, attacks bool) game.Set[game.ID] {
	x, fresh := m.reach(g, m.face(seat), cell), m.fresh(s, g, cell)
	if m.b.small {
		return x.pairTo(lowOf(s.Filled()), othersOf(s, seat), fresh, attacks).set()
	}
	filled := s.Filled()
	to := filled.Blank(len(m.b.cells))
	clear(to.Words())
	if attacks {
		x.slide(to.Words(), filled.Words(), filled.Words())
		x.attacks(to.Words(), filled.Words(), fresh)
	} else {
		enemy := m.wideEnemy(s, seat)
		x.slide(to.Words(), filled.Words(), enemy)
		x.to(to.Words(), filled.Words(), enemy, fresh)
	}
	return to
}

// pairTo is wideTo for small boards.
func (x *reach) pairTo(filled, enemy pair, fresh, attacks bool) pair {
	var to [2]uint64
	lines, f, e := x.slidePair(filled), [2]uint64{filled.a, filled.b}, [2]uint64{enemy.a, enemy.b}
	if attacks {
		x.attacks(to[:], f[:], fresh)
	} else {
		lines = lines.minus(filled.minus(enemy))
		x.to(to[:], f[:], e[:], fresh)
	}
	return lines.or(pair{to[0], to[1]})
}

// wideEnemy returns the cells of the other seats' pieces; it may contain more than cells.
func (m *Movement) wideEnemy(s *game.State, seat game.Seat) []uint64 {
	if s.Seats() == 2 {
		return s.Held(1 - seat).Words()
	}
	all := s.Filled().Blank(len(m.b.cells)).Words()
	clear(all)
	for x := range game.Seat(s.Seats()) {
		if x != seat {
			addWords(all, s.Held(x))
		}
	}
	return all
}

// addWords adds the members of a set.
func addWords(to []uint64, of game.Set[game.ID]) {
	if len(to) <= 2 {
		lo, hi := of.Low()
		if to[0] |= lo; len(to) == 2 {
			to[1] |= hi
		}
		return
	}
	for i, w := range of.Words() {
		if i < len(to) {
			to[i] |= w
		}
	}
}

// wideAttacked is Attacked and AttackedAfter for boards that do not fit one word. Without a move, from and to are 0:
// the table itself, which is not a cell.
func (m *Movement) wideAttacked(s *game.State, cell game.ID, by game.Seat, from, to game.ID, taken []game.ID) bool {
	n := len(m.b.cells)
	var small [16]uint64
	buf := small[:]
	if 2*n > len(buf) {
		buf = make([]uint64, 2*n)
	}
	filled, enemy := buf[:n], buf[n:2*n]
	addWords(filled, s.Filled())
	addWords(enemy, s.Held(by))
	take := func(c game.ID) {
		filled[c>>6] &^= 1 << (c & 63)
		enemy[c>>6] &^= 1 << (c & 63)
	}
	for _, c := range taken {
		take(c)
	}
	take(from)
	take(to)
	filled[to>>6] |= 1 << (to & 63)
	face := m.face(by)
	x := m.watched[face][cell-m.base]
	for i := range x.jumps {
		word := x.jumps[i].word
		for near := x.jumps[i].take & enemy[word]; near != 0; near &= near - 1 {
			c := game.ID(word<<6 + bits.TrailingZeros64(near))
			if g, _ := m.piece(s, c); g != nil && m.reach(g, face, c).takes(cell) {
				return true
			}
		}
	}
	for i := range x.trails {
		c := x.trails[i].firstPiece(filled)
		if c == 0 || enemy[c>>6]>>(c&63)&1 == 0 {
			continue
		}
		if g, _ := m.piece(s, c); g != nil && m.reach(g, face, c).slidesTo(cell) {
			return true
		}
	}
	return false
}

// watch returns from where pieces of seats that face one way may attack each cell: jumps from there capture, and the
// first piece on a trail may slide here. If pieces can attack in other ways, m.exact becomes false.
func (m *Movement) watch(face int, forward Direction) []*reach {
	g := m.b
	all := make([]*reach, g.n)
	lines := make([]map[Direction][]game.ID, g.n) // by cell and direction: from where a piece slides there
	for i := range all {
		all[i], lines[i] = &reach{}, map[Direction][]game.ID{}
	}
	var dirs []Direction
	for _, x := range m.gaits {
		for i := range g.n {
			m.watchFrom(all, g.first+game.ID(i), m.reach(x, face, g.first+game.ID(i)))
		}
		for _, w := range x.ways {
			if len(w.path) == 1 && w.most != 1 {
				m.addLines(lines, w, forward)
				if !slices.Contains(dirs, w.path[0]) {
					dirs = append(dirs, w.path[0])
				}
			}
		}
	}
	seen := map[game.ID]bool{}
	for i := range all {
		clear(seen)
		for _, d := range dirs {
			t := track{cells: lines[i][d], every: 1}
			for _, c := range t.cells {
				m.exact = m.exact && c != 0 && !seen[c]
				seen[c] = true
			}
			if t.cells != nil {
				all[i].trails = append(all[i].trails, trail{legs: t.legs()})
			}
		}
	}
	return all
}

// watchFrom enters in all where a piece can capture from one cell.
func (m *Movement) watchFrom(all []*reach, from game.ID, x *reach) {
	for _, j := range x.jumps {
		for take := j.take; take != 0; take &= take - 1 {
			to := game.ID(j.word<<6 + bits.TrailingZeros64(take))
			all[to-m.base].jump(int(from >> 6)).take |= 1 << (from & 63)
		}
	}
	m.exact = m.exact && !slices.ContainsFunc(x.trails, func(t trail) bool { return t.only != goOnly })
}
