package match

import (
	"slices"

	"github.com/plygame/ply/game"
)

// Restore returns the batch that continues a match after its store was restored from a backup. The players may have
// seen what came after the backup, so chance continues with a fresh seed, and what no seat knows is dealt again.
func (m *Match) Restore(seed game.Seed) *Batch {
	return m.add(m.batch(), Entry{Kind: Restored, Seat: game.Nobody, Seed: SeedText(seed)}, redealt(m.now, seed))
}

// LookedAt returns the batch that tells the players that the operator of the server has looked at what a seat sees, or
// at everything if the seat is game.Judge.
func (m *Match) LookedAt(seat game.Seat) *Batch {
	return m.add(m.batch(), Entry{Kind: Looked, Seat: max(seat, game.Nobody)}, m.now)
}

// Close returns the batch with which the operator of the server ends a match, as a draw.
func (m *Match) Close() (*Batch, error) {
	if m.Over() {
		return nil, m.over(game.Over)
	}
	return m.add(m.batch(), Entry{Kind: Closed, Seat: game.Nobody}, m.now), nil
}

// redealt returns a state with a new seed in which everything that no seat knows is dealt again. If that cannot be done
// without a seat noticing, only the seed is new.
func redealt(s *game.State, seed game.Seed) *game.State {
	var seats []game.Seat
	for seat := range game.Seat(s.Seats()) {
		seats = append(seats, seat)
	}
	var keep []game.ID
	for id := range s.All() {
		if slices.ContainsFunc(seats, func(seat game.Seat) bool { return s.Knows(seat, id) }) {
			keep = append(keep, id)
		}
	}
	next, err := s.Redeal(game.Nobody, seed, keep...)
	if err != nil || slices.ContainsFunc(append(seats, game.Nobody), func(seat game.Seat) bool {
		return next.View(seat).Hash() != s.View(seat).Hash()
	}) {
		return s.Reseed(seed)
	}
	return next.Reseed(seed)
}
