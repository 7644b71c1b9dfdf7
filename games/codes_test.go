package games_test

import (
	"runtime"
	"testing"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/mastermind"
	"github.com/plygame/ply/internal/cputime"
)

// codes plays random games of Mastermind and returns the time per move.
func codes(tb testing.TB, f *game.Fork, s *game.State, games int) (move time.Duration) {
	began, moves := cputime.Thread(), 0
	for n := range games {
		f.Reset(s)
		f.Seed(uint64(n))
		made, err := f.Playout(longest)
		if err != nil {
			tb.Fatal(err)
		}
		moves += made
	}
	return (cputime.Thread() - began) / time.Duration(moves)
}

func codesStart(tb testing.TB, pegs, hues int) *game.State {
	s, err := mastermind.New(pegs, hues, true, 10).Start(2, game.SeedOf(1))
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// BenchmarkMastermind plays with 32,768 possible codes.
func BenchmarkMastermind(b *testing.B) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	s := codesStart(b, 5, 8)
	f := s.Fork()
	codes(b, f, s, 100)
	b.ReportAllocs()
	b.ResetTimer()
	began := cputime.Thread()
	codes(b, f, s, b.N)
	b.ReportMetric(float64(b.N)/(cputime.Thread()-began).Seconds(), "games/s")
}

// TestManyCodes checks that a move among 32,768 codes takes about as long as one among 64: the codes are not
// enumerated.
func TestManyCodes(t *testing.T) {
	if testing.Short() || raceDetector || testing.CoverMode() != "" {
		t.Skip("timing is meaningless here")
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	few, many := codesStart(t, 3, 4), codesStart(t, 5, 8)
	f, g := few.Fork(), many.Fork()
	var a, b time.Duration
	for range 20 {
		a, b = least(a, codes(t, f, few, 50)), least(b, codes(t, g, many, 50))
	}
	t.Logf("a move among 64 codes takes %v, among 32,768 %v", a, b)
	if b > 5*a {
		t.Errorf("a move among 32,768 codes takes %v, among 64 %v: more than 5 times as long", b, a)
	}
}
