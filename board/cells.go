package board

import (
	"fmt"

	"github.com/plygame/ply/game"
)

// Cells returns all cells.
func (g *Grid) Cells(r game.Reader) game.Set[game.ID] {
	if g.shifts != nil {
		return g.all.set()
	}
	g.mustLie()
	all := stateOf(r).Filled().Blank(len(g.cells))
	copy(all.Words(), g.cells)
	return all
}

// Empty returns the cells that contain nothing. Use it for Pick.From; for a State, call s.Empty(b.Cells(s)).
func (g *Grid) Empty(t *game.Tx) game.Set[game.ID] {
	filled := t.Filled()
	if g.shifts != nil {
		return g.all.minus(lowOf(filled)).set()
	}
	g.mustLie()
	r := filled.Blank(len(g.cells))
	w, f := r.Words(), filled.Words()
	for i, c := range g.cells {
		w[i] = c &^ f[i]
	}
	return r
}

// Held returns the cells whose topmost element belongs to the seat.
func (g *Grid) Held(r game.Reader, seat game.Seat) game.Set[game.ID] {
	s := stateOf(r)
	held := s.Held(seat)
	if g.shifts != nil {
		return g.all.and(lowOf(held)).set()
	}
	mine := held.Blank(len(g.cells))
	g.held(mine.Words(), s, seat)
	return mine
}

func (g *Grid) held(to []uint64, s *game.State, seat game.Seat) {
	held := s.Held(seat).Words()
	for i, c := range g.cells {
		to[i] = c & word64(held, i)
	}
}

// Shift returns every cell of the set moved one step in the direction; cells that would leave the board are
// dropped.
func (g *Grid) Shift(set game.Set[game.ID], d Direction) game.Set[game.ID] {
	if x, y := uint(d.X+1), uint(d.Y+1); x < 3 && y < 3 && g.compass[y][x].by != 0 {
		return g.compass[y][x].from(lowOf(set)).set()
	}
	if g.shifts != nil {
		return g.shifts[g.direction(d)].from(lowOf(set)).set()
	}
	r := set.Blank(len(g.cells))
	g.shift(r.Words(), set.Words(), g.direction(d))
	return r
}

// Around returns the cells that are a neighbour of one in the set, but not in the set themselves.
func (g *Grid) Around(set game.Set[game.ID]) game.Set[game.ID] {
	if g.shifts != nil {
		inside, all := lowOf(set), pair{}
		for _, d := range g.near {
			all = all.or(g.shifts[d].from(inside))
		}
		return all.minus(inside).set()
	}
	r, moved := set.Blank(len(g.cells)), set.Blank(len(g.cells)).Words()
	all, inside := r.Words(), set.Words()
	clear(all)
	for _, d := range g.near {
		g.shift(moved, inside, d)
		for i, w := range moved {
			all[i] |= w &^ word64(inside, i)
		}
	}
	return r
}

// Group returns the cell and all cells connected to it, neighbour by neighbour, that are like it: empty, or
// with a topmost element of the same owner.
func (g *Grid) Group(r game.Reader, cell game.ID) game.Set[game.ID] {
	s := stateOf(r)
	if g.shifts != nil && g.Has(cell) {
		var alike [2]uint64
		g.alike(alike[:len(g.cells)], s, s.Last(cell))
		return g.floodPair(lowOf(game.SetOf(cell)), pair{alike[0], alike[1]}).set()
	}
	group, alike := s.Filled().Blank(len(g.cells)), s.Filled().Blank(len(g.cells)).Words()
	reached := group.Words()
	clear(reached)
	if g.Has(cell) {
		g.alike(alike, s, s.Last(cell))
		reached[cell>>6] |= 1 << (cell & 63)
		g.flood(reached, alike)
	}
	return group
}

// alike fills in the cells whose topmost element has the owner of this one, or the empty ones if it is 0.
func (g *Grid) alike(to []uint64, s *game.State, top game.ID) {
	alike, owner := s.Filled(), s.Owner(top)
	if owner != game.Nobody {
		alike = s.Held(owner)
	}
	lo, hi := alike.Low()
	words := [2]uint64{lo, hi}
	held := words[:]
	if g.shifts == nil {
		held = alike.Words()
	}
	for i, c := range g.cells {
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
func (g *Grid) shift(to, from []uint64, dir int) {
	by, inner := g.ahead[dir], g.inner[dir]
	word, bit := by>>6, uint(by)&63 // rounded down, so it works for steps back too
	for i := range to {
		to[i] = (word64(from, i-word) & word64(inner, i-word)) << bit
		if bit > 0 {
			to[i] |= (word64(from, i-word-1) & word64(inner, i-word-1)) >> (64 - bit)
		}
	}
}

// flood adds to reached every cell of within that can be reached from it.
func (g *Grid) flood(reached, within []uint64) {
	for changed := true; changed; {
		changed = false
		for _, d := range g.near {
			if spread(reached, within, g.inner[d], g.ahead[d]) {
				changed = true
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

func (g *Grid) direction(d Direction) int {
	if x, y := uint(d.X+1), uint(d.Y+1); x < 3 && y < 3 && towards[y][x] > 0 {
		return int(towards[y][x]) - 1
	}
	panic(fmt.Sprintf("board %q: %v is not a direction: use one of the board's, such as board.North", g.Name, d))
}

// towards has the index of each direction in the compass, plus 1, by row and column from the lower left.
var towards = func() (all [3][3]int8) {
	for i, d := range compass {
		all[d.Y+1][d.X+1] = int8(i) + 1
	}
	return all
}()

func word64(w []uint64, i int) uint64 {
	if uint(i) < uint(len(w)) {
		return w[i]
	}
	return 0
}

// stateOf returns the State of a Reader, for a Tx without a call.
func stateOf(r game.Reader) *game.State {
	if t, ok := r.(*game.Tx); ok {
		return t.State
	}
	return r.Read()
}
