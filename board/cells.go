package board

import (
	"iter"
	"math/bits"
	"slices"

	"github.com/plygame/ply/game"
)

// Cells returns all cells.
func (b *Board) Cells(r game.Reader) game.Set[game.ID] {
	if b.small {
		return b.all.set()
	}
	b.mustBeOnTable()
	all := stateOf(r).Filled().Blank(len(b.cells))
	copy(all.Words(), b.cells)
	return all
}

// Empty returns the cells that contain nothing. It takes a Tx because it is made for Pick.From; for a State, call
// s.Empty(b.Cells(s)).
func (b *Board) Empty(t *game.Tx) game.Set[game.ID] {
	filled := t.Filled()
	if b.small {
		return b.all.minus(lowOf(filled)).set()
	}
	b.mustBeOnTable()
	r := filled.Blank(len(b.cells))
	w, f := r.Words(), filled.Words()
	for i, c := range b.cells {
		w[i] = c &^ word64(f, i)
	}
	return r
}

// Held returns the cells whose topmost element belongs to the seat and, if kinds are given, is of one of them.
func (b *Board) Held(r game.Reader, seat game.Seat, kinds ...*game.Kind) game.Set[game.ID] {
	s := stateOf(r)
	held := s.Held(seat)
	if b.small {
		held = b.all.and(lowOf(held)).set()
	} else {
		mine := held.Blank(len(b.cells))
		b.held(mine.Words(), s, seat)
		held = mine
	}
	if kinds == nil {
		return held
	}
	return held.Where(func(cell game.ID) bool { return slices.Contains(kinds, s.Kind(s.Last(cell))) })
}

// Tally counts the cells that each seat holds, only with pieces of these kinds if any are given. List it in
// Rules.Derived, and it is shown beside the names of the players.
func (b *Board) Tally(name, label string, kinds ...*game.Kind) *game.Derived[int] {
	count := func(s *game.State, seat game.ID) int { return b.Held(s, s.Owner(seat), kinds...).Len() }
	return game.NewDerived(name, count).OnSeats().Looks(game.Look{Label: label})
}

func (b *Board) held(to []uint64, s *game.State, seat game.Seat) {
	held := s.Held(seat).Words()
	for i, c := range b.cells {
		to[i] = c & word64(held, i)
	}
}

// Shift returns every cell of the set moved one step in the direction; cells that would leave the board are
// dropped.
func (b *Board) Shift(set game.Set[game.ID], d Direction) game.Set[game.ID] {
	if x, y := uint(d.X+1), uint(d.Y+1); x < 3 && y < 3 && b.compass[y][x].by != 0 {
		return b.compass[y][x].from(lowOf(set)).set()
	}
	way := b.mustBeWay(d)
	if b.small {
		var moved [2]uint64
		for i := range b.members(set.Words()) {
			mark(moved[:], b.next[way][i])
		}
		return pairOf(moved[:]).set()
	}
	r := set.Blank(len(b.cells))
	if b.shifting {
		b.shift(r.Words(), set.Words(), way)
		return r
	}
	clear(r.Words())
	for i := range b.members(set.Words()) {
		mark(r.Words(), b.next[way][i])
	}
	return r
}

// Around returns the cells that are a neighbour of one in the set, but not in the set themselves.
func (b *Board) Around(set game.Set[game.ID]) game.Set[game.ID] {
	if b.shifts != nil {
		inside, all := lowOf(set), pair{}
		for _, d := range b.near {
			all = all.or(b.shifts[d].from(inside))
		}
		return all.minus(inside).set()
	}
	if b.masks != nil {
		inside := lowOf(set)
		return b.beside(inside.and(b.all)).minus(inside).set()
	}
	r, inside := set.Blank(len(b.cells)), set.Words()
	all := r.Words()
	clear(all)
	if b.shifting {
		moved := set.Blank(len(b.cells)).Words()
		for _, d := range b.near {
			b.shift(moved, inside, d)
			for i, w := range moved {
				all[i] |= w
			}
		}
	} else {
		for i := range b.members(inside) {
			for _, l := range b.links[i] {
				mark(all, l.to)
			}
		}
	}
	for i := range all {
		all[i] &^= word64(inside, i)
	}
	return r
}

// members yields the numbers of the cells in these words, counted from 0.
func (b *Board) members(w []uint64) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, c := range b.cells {
			for in := c & word64(w, i); in != 0; in &= in - 1 {
				if !yield(i<<6 + bits.TrailingZeros64(in) - int(b.first)) {
					return
				}
			}
		}
	}
}

// mark adds a cell to words; 0 is not a cell.
func mark(w []uint64, cell game.ID) {
	if cell != 0 {
		w[cell>>6] |= 1 << (cell & 63)
	}
}

// Group returns the cell and all cells connected to it, neighbour by neighbour, that are like it: empty, or
// with a topmost element of the same owner.
func (b *Board) Group(r game.Reader, cell game.ID) game.Set[game.ID] {
	s := stateOf(r)
	if b.small && b.Has(cell) {
		var alike [2]uint64
		b.alike(alike[:len(b.cells)], s, s.Last(cell))
		return b.floodPair(lowOf(game.SetOf(cell)), pair{alike[0], alike[1]}).set()
	}
	group, alike := s.Filled().Blank(len(b.cells)), s.Filled().Blank(len(b.cells)).Words()
	reached := group.Words()
	clear(reached)
	if b.Has(cell) {
		b.alike(alike, s, s.Last(cell))
		mark(reached, cell)
		b.flood(reached, alike)
	}
	return group
}

// alike fills in the cells whose topmost element has the owner of this one, or the empty ones if it is 0.
func (b *Board) alike(to []uint64, s *game.State, top game.ID) {
	alike, owner := s.Filled(), s.Owner(top)
	if owner != game.Nobody {
		alike = s.Held(owner)
	}
	lo, hi := alike.Low()
	words := [2]uint64{lo, hi}
	held := words[:]
	if !b.small {
		held = alike.Words()
	}
	for i, c := range b.cells {
		if top == 0 {
			to[i] = c &^ word64(held, i)
		} else {
			to[i] = c & word64(held, i)
		}
	}
	if top == 0 || owner != game.Nobody {
		return
	}
	for x := range game.Seat(s.Seats()) {
		for i, w := range s.Held(x).Words() {
			if i < len(to) {
				to[i] &^= w
			}
		}
	}
}

// shift moves all cells one step in the direction.
func (b *Board) shift(to, from []uint64, dir int) {
	by, inner := b.ahead[dir], b.inner[dir]
	word, bit := by>>6, uint(by)&63 // rounded down, so it works for steps back too
	for i := range to {
		to[i] = (word64(from, i-word) & word64(inner, i-word)) << bit
		if bit > 0 {
			to[i] |= (word64(from, i-word-1) & word64(inner, i-word-1)) >> (64 - bit)
		}
	}
}

// flood adds to reached every cell of within that can be reached from it.
func (b *Board) flood(reached, within []uint64) {
	if !b.shifting {
		b.walk(reached, within)
		return
	}
	for changed := true; changed; {
		changed = false
		for _, d := range b.near {
			if spread(reached, within, b.inner[d], b.ahead[d]) {
				changed = true
			}
		}
	}
}

// walk is flood from cell to cell.
func (b *Board) walk(reached, within []uint64) {
	open := slices.Collect(b.members(reached))
	for len(open) > 0 {
		i := open[len(open)-1]
		open = open[:len(open)-1]
		for _, l := range b.links[i] {
			if word, bit := l.to>>6, uint64(1)<<(l.to&63); within[word]&bit != 0 && reached[word]&bit == 0 {
				reached[word] |= bit
				open = append(open, int(l.to-b.first))
			}
		}
	}
}

// spread adds to reached the cells in within that are by bits further on; inner holds the cells that have a
// cell there.
func spread(reached, within, inner []uint64, by int) bool {
	var grown uint64
	if by > 0 {
		word, bit := by>>6, uint(by)&63
		for i := len(reached) - 1; i >= word; i-- {
			w := (reached[i-word] & inner[i-word]) << bit
			if bit > 0 && i > word {
				w |= (reached[i-word-1] & inner[i-word-1]) >> (64 - bit)
			}
			w &= within[i] &^ reached[i]
			reached[i] |= w
			grown |= w
		}
	} else {
		word, bit := -by>>6, uint(-by)&63
		for i := 0; i+word < len(reached); i++ {
			w := (reached[i+word] & inner[i+word]) >> bit
			if bit > 0 && i+word+1 < len(reached) {
				w |= (reached[i+word+1] & inner[i+word+1]) << (64 - bit)
			}
			w &= within[i] &^ reached[i]
			reached[i] |= w
			grown |= w
		}
	}
	return grown != 0
}
