package games_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/plygame/ply/game"
)

// secretCards is cardGame with four seats, hidden hands and a hidden deck.
func secretCards(cards int) *game.Rules {
	r := cardGame(cards)
	r.Seats = game.Exactly(4)
	r.Layout[0].(*game.Place).Seen = game.ByNone
	r.Layout[1].(*game.Place).Seen = game.ByOwner
	return r
}

// secretPlay plays random moves of secretCards and returns the states and moves.
func secretPlay(tb testing.TB, moves int) (states []*game.State, played []game.Move) {
	tb.Helper()
	s, err := secretCards(200).Start(4, game.SeedOf(7))
	if err != nil {
		tb.Fatal(err)
	}
	luck := rand.New(rand.NewPCG(1, 2))
	states = append(states, s)
	for range moves {
		all, err := s.Moves()
		if err != nil {
			tb.Fatal(err)
		}
		m := all[luck.IntN(len(all))]
		if s, err = s.Play(m); err != nil {
			tb.Fatal(err)
		}
		states, played = append(states, s), append(played, m)
	}
	return states, played
}

var fourSeats = []game.Seat{0, 1, 2, 3}

// TestChangesOfSecrets compares the changes that each seat receives for a move with the difference between its views.
func TestChangesOfSecrets(t *testing.T) {
	states, _ := secretPlay(t, 400)
	seats := append(slices.Clone(fourSeats), game.Nobody)
	for i, s := range states[1:] {
		changes := states[i].Changes(s, seats...)
		for k, x := range seats {
			if want := states[i].View(x).Diff(s.View(x)); len(changes[k])+len(want) > 0 && !reflect.DeepEqual(changes[k], want) {
				t.Fatalf("move %d: %s receives\n%v, its views differ by\n%v", i+1, x, changes[k], want)
			}
		}
	}
}

func BenchmarkView(b *testing.B) {
	states, _ := secretPlay(b, 200)
	benchView(b, states[200])
}

// benchView measures how long it takes to compute a view.
func benchView(b *testing.B, s *game.State) {
	l := laps{size: 100}
	b.ReportAllocs()
	for b.Loop() {
		l.next()
		s.View(0)
	}
	l.report(b, 10*time.Microsecond)
}

// BenchmarkPlayChanges plays moves of secretCards, with and without computing the changes that each of four seats sees.
func BenchmarkPlayChanges(b *testing.B) {
	states, moves := secretPlay(b, 1000)
	run := func(name string, changes bool) {
		b.Run(name, func(b *testing.B) {
			l := laps{size: 1000}
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				l.next()
				next, err := states[i].Play(moves[i])
				if err != nil {
					b.Fatal(err)
				}
				if changes {
					states[i].Changes(next, fourSeats...)
				}
				i = (i + 1) % len(moves)
			}
			l.report(b, 0)
		})
	}
	run("play", false)
	run("changes", true)
}

func BenchmarkRedeal(b *testing.B) {
	states, _ := secretPlay(b, 100)
	s := states[100]
	f := s.Fork()
	l := laps{size: 1000}
	b.ReportAllocs()
	n := uint64(0)
	for b.Loop() {
		l.next()
		if err := f.Redeal(s, 0, n); err != nil {
			b.Fatal(err)
		}
		n++
	}
	l.report(b, 0)
}
