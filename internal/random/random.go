// Package random plays random games: the same seed gives the same games, however many run in parallel.
package random

import (
	"fmt"
	"math/rand/v2"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
)

// Seed returns the seed of the i-th game. It depends on nothing else, so that the games are the same however many run
// in parallel.
func Seed(seed uint64, i int) uint64 { return Mix(Mix(seed) + uint64(i)) }

// Mix maps neighbouring numbers far apart (the finalizer of SplitMix64).
func Mix(x uint64) uint64 {
	x += 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// Play plays random moves, every complete move being equally likely, until the game is over or most moves were made. It
// calls after following every move.
func Play(m *match.Match, seed uint64, most int, after func(*game.State) error) error {
	luck := rand.New(rand.NewPCG(seed, 0))
	for range most {
		s := m.State()
		if s.Outcome().Over {
			return nil
		}
		moves, err := s.Moves()
		if err != nil {
			return Unlisted{err}
		}
		if len(moves) == 0 {
			return fmt.Errorf("after %d moves it is the turn of %s, which cannot act", s.Played(), s.Turn())
		}
		batch, err := m.Make(nil, moves[luck.IntN(len(moves))])
		if err != nil {
			return err
		}
		m.Commit(batch)
		if err := after(m.State()); err != nil {
			return err
		}
	}
	return nil
}

// Unlisted means that random moves are not possible, because not all legal moves can be listed.
type Unlisted struct{ error }

func (u Unlisted) Unwrap() error { return u.error }
