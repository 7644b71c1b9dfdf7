package skirmish

import (
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/unit"
)

// Random play in fog, against the same game as plain structs without fog (plain_test.go), in the same run: on a map that is
// drawn for each game, and on a fixed one.
func BenchmarkRandom(b *testing.B) { random(b, New(30)) }

func BenchmarkRandomFixed(b *testing.B) { random(b, fixed(b)) }

// fixed returns rules whose map is always the same: there is no chance in the setup.
func fixed(t testing.TB) *game.Rules {
	t.Helper()
	first, err := New(30).Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	g, err := newField()
	if err != nil {
		t.Fatal(err)
	}
	r := g.rules(30)
	r.Setup = unit.Stages{Board: func(tx *game.Tx) {
		Turns.Set(tx, game.Root, g.turns)
		for cell := range g.Cells(tx).All() {
			Terrain.Set(tx, cell, Terrain.Of(first, cell))
		}
	}, Agents: g.muster}.Setup
	return r
}

func random(b *testing.B, r *game.Rules) {
	s, err := r.Start(2, game.SeedOf(1))
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
