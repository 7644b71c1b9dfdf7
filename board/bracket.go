package board

import "github.com/plygame/ply/game"

// Brackets returns the empty cells where a piece of the seat would bracket pieces of other seats: a straight
// line of neighbours leads from there over one or more cells held by others to a cell held by the seat.
func (b *Board) Brackets(r game.Reader, seat game.Seat) game.Set[game.ID] {
	s := stateOf(r)
	if w := &b.word; w.fits {
		own, others := w.of(lowOf(s.Held(seat))), w.of(othersOf(s, seat))
		return w.pair(w.behind(own, others) &^ w.of(lowOf(s.Filled()))).set()
	}
	own, others := b.Held(s, seat), b.heldByOthers(s, seat)
	var behind game.Set[game.ID]
	for _, d := range b.Directions() {
		for run := b.Shift(own, d).And(others); !run.Empty(); run = run.And(others) {
			run = b.Shift(run, d)
			behind = behind.Or(run)
		}
	}
	return s.Empty(behind)
}

// Bracketed returns the cells held by others that a piece of the seat on this cell brackets: in each direction
// those that form an unbroken line from there to a cell held by the seat.
func (b *Board) Bracketed(r game.Reader, seat game.Seat, cell game.ID) game.Set[game.ID] {
	s := stateOf(r)
	if w := &b.word; w.fits && b.Has(cell) {
		own, others := w.of(lowOf(s.Held(seat))), w.of(othersOf(s, seat))
		return w.pair(w.between(1<<((cell-b.first)&63), own, others)).set()
	}
	own, others := b.Held(s, seat), b.heldByOthers(s, seat)
	var all game.Set[game.ID]
	for _, d := range b.Directions() {
		var line game.Set[game.ID]
		next := b.Next(cell, d)
		for ; others.Has(next); next = b.Next(next, d) {
			line = line.With(next)
		}
		if own.Has(next) {
			all = all.Or(line)
		}
	}
	return all
}

// heldByOthers returns the cells held by other seats.
func (b *Board) heldByOthers(s *game.State, seat game.Seat) (all game.Set[game.ID]) {
	for x := range game.Seat(s.Seats()) {
		if x != seat {
			all = all.Or(b.Held(s, x))
		}
	}
	return all
}

// othersOf is heldByOthers for a small board; it may contain more than cells.
func othersOf(s *game.State, seat game.Seat) (all pair) {
	if s.Seats() == 2 && uint(seat) < 2 {
		return lowOf(s.Held(1 - seat))
	}
	for x := range game.Seat(s.Seats()) {
		if x != seat {
			all = all.or(lowOf(s.Held(x)))
		}
	}
	return all
}

// behind returns the cells right behind a line of others that begins next to one of own.
func (w *word) behind(own, others uint64) (all uint64) {
	for i := range w.near {
		step := &w.near[i]
		for run := step.from(own) & others; run != 0; run &= others {
			run = step.from(run)
			all |= run
		}
	}
	return all
}

// between returns the cells of others in unbroken lines from the cell to one of own.
func (w *word) between(cell, own, others uint64) (all uint64) {
	for i := range w.near {
		step := &w.near[i]
		line, next := uint64(0), step.from(cell)
		for next&others != 0 {
			line |= next
			next = step.from(next)
		}
		if next&own != 0 {
			all |= line
		}
	}
	return all
}
