package board

import "github.com/plygame/ply/game"

// Steps returns the empty cells one step from a cell, in any of the directions.
func (g *Grid) Steps(r game.Reader, cell game.ID, ways ...Direction) (to game.Set[game.ID]) {
	s := stateOf(r)
	if w := &g.word; w.fits && g.Has(cell) {
		from, reached := uint64(1)<<(cell-g.first), uint64(0)
		for _, way := range ways {
			reached |= w.step(way).from(from)
		}
		return w.pair(reached &^ w.of(lowOf(s.Filled()))).set()
	}
	for _, way := range ways {
		if next := g.Next(cell, way); next != 0 && s.Count(next) == 0 {
			to = to.With(next)
		}
	}
	return to
}

// Jumps returns the empty cells that a piece of the seat can jump to from a cell: in one of the directions, over a
// neighbour held by another seat, to the cell right behind it.
func (g *Grid) Jumps(r game.Reader, seat game.Seat, cell game.ID, ways ...Direction) (to game.Set[game.ID]) {
	s := stateOf(r)
	if w := &g.word; w.fits && g.Has(cell) {
		from, others, reached := uint64(1)<<(cell-g.first), w.of(othersOf(s, seat)), uint64(0)
		for _, way := range ways {
			step := w.step(way)
			reached |= step.from(step.from(from) & others)
		}
		return w.pair(reached &^ w.of(lowOf(s.Filled()))).set()
	}
	others := g.heldByOthers(s, seat)
	for _, way := range ways {
		over := g.Next(cell, way)
		if next := g.Next(over, way); others.Has(over) && next != 0 && s.Count(next) == 0 {
			to = to.With(next)
		}
	}
	return to
}

// Jumpers returns those of the cells from which Jumps leads somewhere.
func (g *Grid) Jumpers(r game.Reader, seat game.Seat, cells game.Set[game.ID], ways ...Direction) (can game.Set[game.ID]) {
	s := stateOf(r)
	if w := &g.word; w.fits {
		empty, others, found := w.all&^w.of(lowOf(s.Filled())), w.of(othersOf(s, seat)), uint64(0)
		for _, way := range ways {
			back := w.step(Direction{-way.X, -way.Y})
			found |= back.from(back.from(empty) & others)
		}
		return w.pair(found & w.of(lowOf(cells))).set()
	}
	empty, others := s.Empty(g.Cells(s)), g.heldByOthers(s, seat)
	for _, way := range ways {
		back := Direction{-way.X, -way.Y}
		can = can.Or(g.Shift(g.Shift(empty, back).And(others), back))
	}
	return can.And(cells)
}

// Steppers returns those of the cells from which Steps leads somewhere.
func (g *Grid) Steppers(r game.Reader, cells game.Set[game.ID], ways ...Direction) (can game.Set[game.ID]) {
	s := stateOf(r)
	if w := &g.word; w.fits {
		empty, found := w.all&^w.of(lowOf(s.Filled())), uint64(0)
		for _, way := range ways {
			found |= w.step(Direction{-way.X, -way.Y}).from(empty)
		}
		return w.pair(found & w.of(lowOf(cells))).set()
	}
	empty := s.Empty(g.Cells(s))
	for _, way := range ways {
		can = can.Or(g.Shift(empty, Direction{-way.X, -way.Y}))
	}
	return can.And(cells)
}
