package board

import (
	"sync"

	"github.com/plygame/ply/game"
)

// ripples is scratch memory for a Reach in whole words.
type ripples struct {
	words []uint64
	open  [][]uint64 // by cost less 1: the cells that can be entered for it
	at    [][]uint64 // by cost, used in turn: the cells that can be reached at this cost, some of them at a lower one
	seen  []uint64
	stop  []uint64
	near  []uint64
	wide  []uint64
}

var rippling = sync.Pool{New: func() any { return new(ripples) }}

// begin divides the memory for n words and this many costs, and clears it.
func (x *ripples) begin(n, costs int) {
	if need := n * (2*costs + 5); len(x.words) < need {
		x.words = make([]uint64, need)
	}
	clear(x.words[:n*(2*costs+5)])
	rest := x.words
	take := func() []uint64 {
		w := rest[:n:n]
		rest = rest[n:]
		return w
	}
	x.open, x.at = x.open[:0], x.at[:0]
	for range costs {
		x.open, x.at = append(x.open, take()), append(x.at, take())
	}
	x.at = append(x.at, take())
	x.seen, x.stop, x.near, x.wide = take(), take(), take(), take()
}

// ripple is Reach in whole words, for a Walk with Enter: all cells that are reached for the same cost spread at once.
func (b *Board) ripple(from game.ID, budget int, w *Walk) game.Set[game.ID] {
	x := rippling.Get().(*ripples)
	defer rippling.Put(x)
	n, costs := len(b.cells), len(w.Enter)
	x.begin(n, costs)
	addWords(x.stop, w.Blocked)
	for k, cells := range w.Enter {
		addWords(x.open[k], cells)
		for i, blocked := range x.stop {
			x.open[k][i] &^= blocked
		}
	}
	clear(x.stop)
	addWords(x.stop, w.Stop)
	x.stop[from>>6] &^= 1 << (from & 63)
	mark(x.at[0], from)
	for cost, idle := 0, 0; cost <= budget && idle <= costs; cost++ {
		bucket := x.at[cost%(costs+1)]
		lo, hi := n, -1
		for i, cells := range bucket {
			fresh := cells &^ x.seen[i]
			x.seen[i] |= fresh
			if bucket[i] = fresh &^ x.stop[i]; bucket[i] != 0 {
				lo, hi = min(lo, i), i
			}
		}
		if idle++; hi < 0 {
			continue
		}
		idle = 0
		low, high := b.around8(x, bucket, lo, hi)
		for k, open := range x.open {
			if cost+k+1 > budget {
				break
			}
			to := x.at[(cost+k+1)%(costs+1)]
			for i := low; i <= high; i++ {
				to[i] |= x.near[i] & open[i] &^ x.seen[i]
			}
		}
		clear(bucket[lo : hi+1])
	}
	x.seen[from>>6] &^= 1 << (from & 63)
	return b.setOf(x.seen)
}

// around8 sets x.near to the neighbours of some cells, which are in the words from lo to hi, and maybe the cells
// themselves. It returns which words of x.near that are; the others are not valid.
func (b *Board) around8(x *ripples, cells []uint64, lo, hi int) (low, high int) {
	reach := (b.ahead[north]+1)>>6 + 1
	low, high = max(0, lo-reach), min(len(cells)-1, hi+reach)
	clear(x.near[low : high+1])
	if len(b.near) != len(compass) {
		for _, d := range b.near {
			b.spill(x.near, cells, d, lo, hi)
		}
		return low, high
	}
	l, h := max(0, lo-1), min(len(cells)-1, hi+1)
	clear(x.wide[l : h+1])
	copy(x.wide[lo:hi+1], cells[lo:hi+1])
	b.spill(x.wide, cells, east, lo, hi)
	b.spill(x.wide, cells, west, lo, hi)
	copy(x.near[l:h+1], x.wide[l:h+1])
	b.spill(x.near, x.wide, north, l, h)
	b.spill(x.near, x.wide, south, l, h)
	return low, high
}

// spill adds all cells, which are in the words from lo to hi, moved one step in a direction.
func (b *Board) spill(to, cells []uint64, dir, lo, hi int) {
	by, inner := b.ahead[dir], b.inner[dir]
	word, bit := by>>6, uint(by)&63
	for i := lo; i <= hi; i++ {
		c := cells[i] & word64(inner, i)
		if c == 0 {
			continue
		}
		if k := i + word; k >= 0 && k < len(to) {
			to[k] |= c << bit
		}
		if k := i + word + 1; bit > 0 && k >= 0 && k < len(to) {
			to[k] |= c >> (64 - bit)
		}
	}
}
