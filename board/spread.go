package board

import (
	"sync"

	"github.com/plygame/ply/game"
)

// spreading is scratch memory for Reach. Cells that are reached at the same cost wait in one bucket. The buckets are
// used in turn, which works because every step costs less than the number of buckets.
type spreading struct {
	stamp   uint32
	seen    []uint32 // by cell: the stamp of the search that has reached it
	cost    []int32
	buckets [maxStepCost + 1][]game.ID
}

// maxStepCost is the most that a step may cost.
const maxStepCost = 63

var spreadings = sync.Pool{New: func() any { return new(spreading) }}

// begin prepares for a search on a board with n cells.
func (x *spreading) begin(n int) {
	if len(x.seen) < n {
		x.seen, x.cost, x.stamp = make([]uint32, n), make([]int32, n), 0
	}
	if x.stamp++; x.stamp == 0 {
		clear(x.seen)
		x.stamp = 1
	}
	for i := range x.buckets {
		x.buckets[i] = x.buckets[i][:0]
	}
}

// spread is Reach by buckets; ok is false if a step costs too much for that.
func (b *Board) spread(from game.ID, budget int, w Walk) (set game.Set[game.ID], ok bool) {
	x := spreadings.Get().(*spreading)
	defer spreadings.Put(x)
	x.begin(b.n)
	links, waiting := b.neighbours(), 1
	x.seen[from-b.first], x.cost[from-b.first] = x.stamp, 0
	x.buckets[0] = append(x.buckets[0], from)
	words := make([]uint64, (int(b.first)+b.n+63)/64)
	for cost := 0; waiting > 0; cost++ {
		bucket := &x.buckets[cost&maxStepCost]
		for k := 0; k < len(*bucket); k++ { // steps that cost nothing add to it
			cell := (*bucket)[k]
			i := cell - b.first
			if waiting--; x.cost[i] != int32(cost) {
				continue // it was reached for less since
			}
			words[cell>>6] |= 1 << (cell & 63)
			if cell != from && w.Stop.Has(cell) {
				continue
			}
			for _, l := range links[i] {
				at := l.to - b.first
				if x.seen[at] == x.stamp && x.cost[at] <= int32(cost) {
					continue
				}
				step := w.cost(cell, l.to, l.weight)
				if step > maxStepCost || cost+step > 1<<30 {
					return set, false
				}
				if step < 0 || step > budget-cost || w.Blocked.Has(l.to) ||
					x.seen[at] == x.stamp && x.cost[at] <= int32(cost+step) {
					continue
				}
				x.seen[at], x.cost[at] = x.stamp, int32(cost+step)
				x.buckets[(cost+step)&maxStepCost] = append(x.buckets[(cost+step)&maxStepCost], l.to)
				waiting++
			}
		}
		*bucket = (*bucket)[:0]
	}
	words[from>>6] &^= 1 << (from & 63)
	return b.setOf(words), true
}
