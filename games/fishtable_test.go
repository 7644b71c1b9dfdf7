package games_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/gofish"
)

// fishStates plays a random game of go fish and returns its states and moves.
func fishStates(tb testing.TB, r *game.Rules, seats int) (states []*game.State, moves []game.Move) {
	tb.Helper()
	s, err := r.Start(seats, game.SeedOf(1))
	if err != nil {
		tb.Fatal(err)
	}
	luck := rand.New(rand.NewPCG(1, 2))
	for !s.Over() {
		all, err := s.Moves()
		if err != nil {
			tb.Fatal(err)
		}
		m := all[luck.IntN(len(all))]
		states, moves = append(states, s), append(moves, m)
		if s, err = s.Play(m); err != nil {
			tb.Fatal(err)
		}
	}
	return append(states, s), moves
}

// BenchmarkFishView computes the view of one of three seats in the middle of a game.
func BenchmarkFishView(b *testing.B) {
	states, _ := fishStates(b, gofish.New(), 3)
	benchView(b, states[len(states)/2])
}

// BenchmarkFishRedeal re-deals the cards that a seat does not know: at the beginning, after a third of the game, and after
// two thirds; with and without clues.
func BenchmarkFishRedeal(b *testing.B) {
	for _, seats := range []int{2, 4} {
		for third, when := range []string{"first", "third", "two-thirds"} {
			for _, clues := range []bool{false, true} {
				b.Run(fmt.Sprintf("seats=%d/%s/clues=%t", seats, when, clues), func(b *testing.B) {
					r := gofish.New()
					if !clues {
						r.Fits = nil
					}
					states, _ := fishStates(b, r, seats)
					benchRedeal(b, states[third*len(states)/3])
				})
			}
		}
	}
}

func benchRedeal(b *testing.B, s *game.State) {
	f := s.Fork()
	l := laps{size: 100}
	b.ReportAllocs()
	n := uint64(0)
	for b.Loop() {
		l.next()
		if err := f.Redeal(s, s.Turn(), n); err != nil {
			b.Fatal(err)
		}
		n++
	}
	l.report(b, 10*time.Microsecond)
}

// BenchmarkFishPlay plays the moves of a game with three seats, each to a new State: alone, with the views of all seats,
// and with the changes that they see.
func BenchmarkFishPlay(b *testing.B) {
	states, moves := fishStates(b, gofish.New(), 3)
	seats := []game.Seat{0, 1, 2}
	for _, c := range []struct {
		name string
		then func(was, is *game.State)
	}{
		{"play", func(was, is *game.State) {}},
		{"views", func(was, is *game.State) {
			for _, x := range seats {
				is.View(x)
			}
		}},
		{"changes", func(was, is *game.State) { was.Changes(is, seats...) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			l := laps{size: 100}
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				l.next()
				next, err := states[i].Play(moves[i])
				if err != nil {
					b.Fatal(err)
				}
				c.then(states[i], next)
				i = (i + 1) % len(moves)
			}
			l.report(b, 20*time.Microsecond)
		})
	}
}
