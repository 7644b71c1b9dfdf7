package board

import (
	"math/bits"
	"sync"

	"github.com/plygame/ply/game"
)

// quad is a set of cells of a board whose cells have numbers below 256. Reach and Path compute with such sets where a
// Walk has Enter.
type quad [4]uint64

// quads are the steps of a board in quads.
type quads struct {
	inner [8]quad // by direction: the cells that have a cell there
	near  []int   // the directions of neighbours
	ahead []int   // by direction: how many bits further that cell is
}

// maxEnters is how many costs a Walk may have for Reach and Path in quads.
const maxEnters = 4

// quadsOf returns nil if the board is too large, or too wide for a step to stay within neighbouring words.
func quadsOf(g *Grid) *quads {
	if !g.shifting || len(g.cells) > len(quad{}) || g.w >= 63 {
		return nil
	}
	x := &quads{near: g.near, ahead: g.ahead}
	for d := range x.inner {
		copy(x.inner[d][:], g.inner[d])
	}
	return x
}

// of returns the members of a set that are cells.
func (q *quad) of(set game.Set[game.ID], n int) {
	if n <= 2 {
		q[0], q[1] = set.Low()
		return
	}
	for i, w := range set.Words() {
		if i >= n {
			break
		}
		q[i] = w
	}
}

func (q *quad) empty() bool { return q[0]|q[1]|q[2]|q[3] == 0 }

func (q *quad) has(cell game.ID) bool { return q[cell>>6&3]>>(cell&63)&1 != 0 }

func (q *quad) add(cell game.ID) { q[cell>>6&3] |= 1 << (cell & 63) }

func (q *quad) drop(cell game.ID) { q[cell>>6&3] &^= 1 << (cell & 63) }

func (q *quad) minus(o *quad) {
	q[0], q[1], q[2], q[3] = q[0]&^o[0], q[1]&^o[1], q[2]&^o[2], q[3]&^o[3]
}

func (q *quad) or(o *quad) {
	q[0], q[1], q[2], q[3] = q[0]|o[0], q[1]|o[1], q[2]|o[2], q[3]|o[3]
}

// orAnd adds the cells that are in both sets.
func (q *quad) orAnd(a, b *quad) {
	q[0], q[1], q[2], q[3] = q[0]|a[0]&b[0], q[1]|a[1]&b[1], q[2]|a[2]&b[2], q[3]|a[3]&b[3]
}

// first returns the lowest cell.
func (q *quad) first() game.ID {
	for i, w := range q {
		if w != 0 {
			return game.ID(i<<6 + bits.TrailingZeros64(w))
		}
	}
	return 0
}

// spill adds all cells of a set, moved one step in a direction.
func (x *quads) spill(to, cells *quad, dir int) {
	in := &x.inner[dir]
	a, b, c, d := cells[0]&in[0], cells[1]&in[1], cells[2]&in[2], cells[3]&in[3]
	if by := x.ahead[dir]; by > 0 {
		k, rest := uint(by)&63, uint(64-by)&63
		to[0] |= a << k
		to[1] |= b<<k | a>>rest
		to[2] |= c<<k | b>>rest
		to[3] |= d<<k | c>>rest
	} else {
		k, rest := uint(-by)&63, uint(64+by)&63
		to[0] |= a>>k | b<<rest
		to[1] |= b>>k | c<<rest
		to[2] |= c>>k | d<<rest
		to[3] |= d >> k
	}
}

// around returns the neighbours of some cells, and maybe the cells themselves.
func (x *quads) around(cells *quad) (near quad) {
	if len(x.near) != len(compass) {
		for _, d := range x.near {
			x.spill(&near, cells, d)
		}
		return near
	}
	wide := *cells
	x.spill(&wide, cells, east)
	x.spill(&wide, cells, west)
	near = wide
	x.spill(&near, &wide, north)
	x.spill(&near, &wide, south)
	return near
}

// quadWalk is a Walk in quads.
type quadWalk struct {
	open  [maxEnters]quad // by cost less 1: the cells that can be entered for it
	stop  quad
	costs int
}

func (b *Board) quadWalk(from game.ID, w *Walk) (q quadWalk) {
	var blocked quad
	n := len(b.cells)
	blocked.of(w.Blocked, n)
	q.stop.of(w.Stop, n)
	q.stop.drop(from)
	q.costs = len(w.Enter)
	for k, cells := range w.Enter {
		q.open[k].of(cells, n)
		q.open[k].minus(&blocked)
	}
	return q
}

// quadReach is ripple in quads.
func (b *Board) quadReach(from game.ID, budget int, w *Walk) game.Set[game.ID] {
	q := b.quadWalk(from, w)
	var at [maxEnters + 1]quad // by cost, used in turn
	var seen quad
	at[0].add(from)
	for cost, idle := 0, 0; cost <= budget && idle <= q.costs; cost++ {
		bucket := &at[cost%(q.costs+1)]
		bucket.minus(&seen)
		seen.or(bucket)
		bucket.minus(&q.stop)
		if idle++; bucket.empty() || cost == budget {
			continue
		}
		idle = 0
		near := b.quads.around(bucket)
		*bucket = quad{}
		near.minus(&seen)
		for k := range min(q.costs, budget-cost) {
			at[(cost+k+1)%(q.costs+1)].orAnd(&near, &q.open[k])
		}
	}
	seen.drop(from)
	var through quad
	through.of(w.Through, len(b.cells))
	seen.minus(&through)
	return b.quadSet(&seen, w.Blocked)
}

// quadSet returns the cells as a set that is valid as long as another one.
func (b *Board) quadSet(q *quad, as game.Set[game.ID]) game.Set[game.ID] {
	if len(b.cells) <= 2 {
		return pair{q[0], q[1]}.set()
	}
	set := as.Blank(len(b.cells))
	copy(set.Words(), q[:])
	return set
}

// trails are cells by the lowest cost of a path to them, then by the number of its steps.
type trails [maxTrail + 1][maxTrail + 1]quad

// maxTrail is the highest cost of a path that can be found in quads.
const maxTrail = 12

var trailing = sync.Pool{New: func() any { return new(trails) }}

// quadPath is Path in quads; ok is false if the path costs too much for that, or there is none.
func (b *Board) quadPath(from, to game.ID, w *Walk) (path []game.ID, cost int, ok bool) {
	q := b.quadWalk(from, w)
	x := trailing.Get().(*trails)
	defer trailing.Put(x)
	for k := range q.costs {
		clear(x[k][:k+1])
	}
	var seen quad
	x[0][0].add(from)
	for cost := 0; cost+q.costs <= maxTrail; cost++ {
		clear(x[cost+q.costs][:cost+q.costs+1])
		for steps := range cost + 1 {
			now := &x[cost][steps]
			now.minus(&seen)
			seen.or(now)
		}
		if seen.has(to) {
			return b.quadBack(x, &q, from, to, cost), cost, true
		}
		for steps := range cost + 1 {
			now := x[cost][steps]
			if now.minus(&q.stop); now.empty() {
				continue
			}
			near := b.quads.around(&now)
			near.minus(&seen)
			for k := range q.costs {
				x[cost+k+1][steps+1].orAnd(&near, &q.open[k])
			}
		}
	}
	return nil, -1, false
}

// quadBack follows a path back to its start, by way of the lowest of several cells.
func (b *Board) quadBack(x *trails, q *quadWalk, from, to game.ID, cost int) []game.ID {
	steps := 0
	for !x[cost][steps].has(to) {
		steps++
	}
	path := make([]game.ID, steps+1)
	path[steps] = to
	for ; steps > 0; steps-- {
		for k := range q.costs {
			if q.open[k].has(to) {
				cost -= k + 1
				break
			}
		}
		var here, via quad
		here.add(to)
		near := b.quads.around(&here)
		before := x[cost][steps-1]
		before.minus(&q.stop)
		via.orAnd(&near, &before)
		to = via.first()
		path[steps-1] = to
	}
	return path
}
