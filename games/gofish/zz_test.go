package gofish_test

import (
	"math/rand/v2"
	"testing"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/gofish"
	"github.com/plygame/ply/wire"
)

func gameOf(b *testing.B) (states []*game.State, all [][]game.Change, first *game.State) {
	s, _ := game.Start(gofish.New(), 2, game.SeedOf(1))
	luck := rand.New(rand.NewPCG(1, 1))
	first = s.View(0)
	first, _ = game.Load(s.Rules(), first.Save())
	for !s.Over() {
		states = append(states, s)
		var seat game.Seat
		for seat = range s.ToAct().All() {
			break
		}
		m, err := bot.Random(s.View(seat), seat, luck)
		if err == nil {
			m, err = s.View(seat).Real(m)
		}
		next, err := s.Play(m)
		if err != nil {
			b.Fatal(err)
		}
		all = append(all, game.ChangesBy(func(s *game.State, x game.Seat) *game.State { return s.View(x) }, s, next, 0)[0])
		s = next
	}
	return
}

func BenchmarkApply(b *testing.B) {
	_, all, first := gameOf(b)
	b.ReportAllocs()
	v := first
	var err error
	for i := 0; b.Loop(); i++ {
		if i%len(all) == 0 {
			v = first
		}
		if v, err = game.Apply(v, all[i%len(all)]); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkView(b *testing.B) {
	states, _, _ := gameOf(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		states[i%len(states)].View(game.Seat(i % 2))
	}
}

func BenchmarkRelabel(b *testing.B) {
	states, _, _ := gameOf(b)
	var views []*game.State
	for _, s := range states {
		views = append(views, s.View(0))
	}
	b.ReportAllocs()
	kept := wire.Labels(views[0])
	for i := 0; b.Loop(); i++ {
		wire.Relabel(kept, views[i%len(views)])
	}
}

func BenchmarkChanges(b *testing.B) {
	states, _, _ := gameOf(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		k := i % (len(states) - 1)
		game.Changes(states[k], states[k+1], 0, 1)
	}
}

func BenchmarkPlay(b *testing.B) {
	s, _ := game.Start(gofish.New(), 2, game.SeedOf(1))
	luck := rand.New(rand.NewPCG(1, 1))
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		if s.Over() {
			s, _ = game.Start(gofish.New(), 2, game.SeedOf(luck.Uint64()))
		}
		var seat game.Seat
		for seat = range s.ToAct().All() {
			break
		}
		m, _ := bot.Random(s.View(seat), seat, luck)
		m, _ = s.View(seat).Real(m)
		b.StartTimer()
		s, _ = s.Play(m)
	}
}
