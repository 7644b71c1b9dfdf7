package skirmish

import (
	"testing"

	"github.com/plygame/ply/game"
)

// Random play in fog, against the same game as plain structs without fog (plain_test.go), in the same run.
func BenchmarkRandom(b *testing.B) {
	s, err := New(30).Start(2, game.SeedOf(1))
	if err != nil {
		b.Fatal(err)
	}
	f := s.Fork()
	moves := 0
	for n := uint64(0); b.Loop(); n++ {
		if err := f.Restart(n); err != nil {
			b.Fatal(err)
		}
		m, err := f.Playout(5000)
		if err != nil {
			b.Fatal(err)
		}
		moves += m
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(moves), "ns/move")
	b.ReportMetric(float64(moves)/float64(b.N), "moves/game")
}

func middle(b *testing.B) *game.State {
	s, err := New(30).Start(2, game.SeedOf(1))
	if err != nil {
		b.Fatal(err)
	}
	f := s.Fork()
	f.Seed(1)
	for range 200 {
		if _, err := f.Random(); err != nil {
			b.Fatal(err)
		}
	}
	if s, err = f.Freeze(); err != nil {
		b.Fatal(err)
	}
	return s
}

// One move with what everyone remembers of it.
func BenchmarkPlay(b *testing.B) {
	s := middle(b)
	all, err := s.Moves()
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := s.Play(all[i%len(all)]); err != nil {
			b.Fatal(err)
		}
	}
}

// A re-deal with its view.
func BenchmarkRedeal(b *testing.B) {
	s := middle(b)
	b.ReportAllocs()
	for i := uint64(0); b.Loop(); i++ {
		r, err := s.Redeal(0, game.SeedOf(i))
		if err != nil {
			b.Fatal(err)
		}
		r.View(0)
	}
}
