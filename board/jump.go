package board

import "github.com/plygame/ply/game"

// NextEmpty returns the empty cells one step from a cell, in any of the directions.
func (b *Board) NextEmpty(r game.Reader, cell game.ID, ways ...Direction) (to game.Set[game.ID]) {
	s := stateOf(r)
	if w := &b.word; w.fits && b.Has(cell) {
		from, reached := uint64(1)<<(cell-b.first), uint64(0)
		for i := range ways {
			reached |= w.step(&ways[i]).from(from)
		}
		return w.pair(reached &^ w.of(lowOf(s.Filled()))).set()
	}
	for _, way := range ways {
		if next := b.Next(cell, way); next != 0 && s.Count(next) == 0 {
			to = to.With(next)
		}
	}
	return to
}

// Jumps returns the empty cells that a piece of the seat can jump to from a cell: in one of the directions, over a
// neighbour held by another seat, to the cell right behind it.
func (b *Board) Jumps(r game.Reader, seat game.Seat, cell game.ID, ways ...Direction) (to game.Set[game.ID]) {
	s := stateOf(r)
	if w := &b.word; w.fits && b.Has(cell) {
		from, others, reached := uint64(1)<<(cell-b.first), w.of(othersOf(s, seat)), uint64(0)
		for i := range ways {
			step := w.step(&ways[i])
			reached |= step.from(step.from(from) & others)
		}
		return w.pair(reached &^ w.of(lowOf(s.Filled()))).set()
	}
	others := b.heldByOthers(s, seat)
	for _, way := range ways {
		over := b.Next(cell, way)
		if next := b.Next(over, way); others.Has(over) && next != 0 && s.Count(next) == 0 {
			to = to.With(next)
		}
	}
	return to
}

// Jumpers returns those of the cells from which Jumps leads somewhere.
func (b *Board) Jumpers(r game.Reader, seat game.Seat, cells game.Set[game.ID],
	ways ...Direction) (can game.Set[game.ID]) {
	s := stateOf(r)
	if w := &b.word; w.fits {
		empty, others, found := w.all&^w.of(lowOf(s.Filled())), w.of(othersOf(s, seat)), uint64(0)
		for i := range ways {
			back := w.back(&ways[i])
			found |= back.from(back.from(empty) & others)
		}
		return w.pair(found & w.of(lowOf(cells))).set()
	}
	empty, others := s.Empty(b.Cells(s)), b.heldByOthers(s, seat)
	for _, way := range ways {
		back := way.Back()
		can = can.Or(b.Shift(b.Shift(empty, back).And(others), back))
	}
	return can.And(cells)
}

// NextToEmpty returns those of the cells that are one step from an empty cell, in any of the directions.
func (b *Board) NextToEmpty(r game.Reader, cells game.Set[game.ID], ways ...Direction) (can game.Set[game.ID]) {
	s := stateOf(r)
	if w := &b.word; w.fits {
		empty, found := w.all&^w.of(lowOf(s.Filled())), uint64(0)
		for i := range ways {
			found |= w.back(&ways[i]).from(empty)
		}
		return w.pair(found & w.of(lowOf(cells))).set()
	}
	empty := s.Empty(b.Cells(s))
	for _, way := range ways {
		can = can.Or(b.Shift(empty, way.Back()))
	}
	return can.And(cells)
}
