package games_test

import (
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
)

// TestRestart checks that a fork that restarts plays the same games as a fork reset to new initial states, with every
// number of seats.
func TestRestart(t *testing.T) {
	for _, r := range games.All() {
		for seats := r.Seats.Min; seats <= r.Seats.Max; seats++ {
			var again, fresh *game.Fork
			for n := range uint64(6) {
				start, err := r.Start(seats, game.SeedOf(n))
				if err != nil {
					t.Fatal(err)
				}
				if again == nil {
					again, fresh = start.Fork(), start.Fork()
				}
				fresh.Reset(start)
				fresh.Seed(n)
				if err := again.Restart(n); err != nil {
					t.Fatal(err)
				}
				sameTable(t, r, seats, "start", again, fresh)
				for _, f := range []*game.Fork{again, fresh} {
					if _, err := f.Playout(15); err != nil {
						t.Fatal(err)
					}
				}
				sameTable(t, r, seats, "15 moves", again, fresh)
			}
		}
	}
}

// sameTable compares two forks, except for the random numbers that they would draw next.
func sameTable(t *testing.T, r *game.Rules, seats int, after string, again, fresh *game.Fork) {
	t.Helper()
	got, want := again.State().Reseed(game.Seed{}), fresh.State().Reseed(game.Seed{})
	if got.Hash() != want.Hash() || got.Played() != want.Played() {
		t.Errorf("%s with %d seats, after %s: %x after %d moves, want %x after %d", r.Name, seats, after, got.Hash(), got.Played(), want.Hash(), want.Played())
	}
}
