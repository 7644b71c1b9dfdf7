package games_test

import (
	"runtime"
	"testing"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/cputime"
)

var printed = game.NewPart[int]("printed")

// tricks is a trick-taking game for four seats with 13 cards each. A full trick is removed, with or without a Moment before.
func tricks(moment bool) *game.Rules {
	card := &game.Kind{Name: "card"}
	hand := &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner}
	trick := &game.Place{Name: "trick"}
	taken := &game.Place{Name: "taken", Each: true, Order: game.Unordered, Seen: game.ByNone}
	played := &game.Pick[game.ID]{Name: "card", From: hand.Contents}
	return &game.Rules{
		Name: "tricks", Seats: game.Exactly(4), Layout: []game.Layout{hand, trick, taken}, Kinds: []*game.Kind{card}, Parts: []game.Column{printed},
		Setup: func(t *game.Tx) {
			for i := range 52 {
				t.Create(card, hand.Of(game.Seat(i%4)), printed.Is(i))
			}
		},
		Guess: func(*game.Tx, game.Seat) {},
		Actions: []*game.Action{{Name: "play", Pick: []game.Choice{played}, Do: func(t *game.Tx) {
			t.Move(played.In(t), trick)
			if t.Count(trick) < 4 {
				return
			}
			if moment {
				t.Moment()
			}
			for id := range t.In(trick) {
				t.Move(id, taken.Of(t.Seat))
			}
		}}},
		End: func(t *game.Tx) {
			if t.Count(hand.Of(3)) == 0 {
				t.Tie()
			}
		},
	}
}

// lastOfTrick returns a state in which a trick lacks one card, and a move that completes it.
func lastOfTrick(tb testing.TB, moment bool) (*game.State, game.Move) {
	tb.Helper()
	s, err := tricks(moment).Start(4, game.SeedOf(1))
	if err != nil {
		tb.Fatal(err)
	}
	for {
		all, err := s.MovesUpTo(1)
		if err != nil {
			tb.Fatal(err)
		}
		if s.Played() == 3 {
			return s, all[0]
		}
		if s, err = s.Play(all[0]); err != nil {
			tb.Fatal(err)
		}
	}
}

// momentCosts limits how many times slower Play is with one Moment in the move.
const momentCosts = 3

// TestMomentCost plays the same move with and without a Moment, in short alternating blocks, and compares the best
// blocks.
func TestMomentCost(t *testing.T) {
	if testing.Short() || raceDetector || testing.CoverMode() != "" {
		t.Skip("timing is meaningless here")
	}
	ratio, with, without := momentRatio(t, 200)
	t.Logf("Play takes %v with a moment, %v without: ratio %.2f", with, without, ratio)
	if ratio > momentCosts*slack {
		t.Errorf("a moment makes Play %.2f times as slow, more than %d times", ratio, momentCosts)
	}
}

func momentRatio(tb testing.TB, blocks int) (ratio float64, with, without time.Duration) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	a, m := lastOfTrick(tb, true)
	b, n := lastOfTrick(tb, false)
	const block = 50
	run := func(s *game.State, m game.Move) time.Duration {
		began := cputime.Thread()
		for range block {
			if _, err := s.Play(m); err != nil {
				tb.Fatal(err)
			}
		}
		return (cputime.Thread() - began) / block
	}
	for range blocks {
		with, without = least(with, run(a, m)), least(without, run(b, n))
	}
	return float64(with) / float64(without), with, without
}

func BenchmarkMoment(b *testing.B) {
	ratio, with, without := momentRatio(b, b.N)
	b.ReportMetric(ratio, "ratio")
	b.ReportMetric(float64(with), "ns/with")
	b.ReportMetric(float64(without), "ns/without")
}
