// Package random draws games at random, the same ones for the same seed however many are played at once.
package random

import (
	"fmt"
	"math/rand/v2"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
)

// Seed makes the seed of the i-th game. It depends on nothing else, so that games come
// out the same however many are played at once.
func Seed(seed uint64, i int) uint64 { return Mix(Mix(seed) + uint64(i)) }

// Mix spreads neighbouring numbers far apart (the end of SplitMix64).
func Mix(x uint64) uint64 {
	x += 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// Play plays random moves, each complete one being equally likely, until the game is over
// or most moves have been made. After every move it asks after.
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
			return fmt.Errorf("after %d moves it is the turn of %s, which can do nothing", s.Played(), s.Turn())
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

// Unlisted is why random moves cannot be played: not all that are legal can be listed.
type Unlisted struct{ error }

func (u Unlisted) Unwrap() error { return u.error }
