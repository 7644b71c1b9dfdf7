package probes

import (
	"runtime"
	"testing"

	"github.com/plygame/ply/game"
)

func BenchmarkCheckers(b *testing.B) { against(b, checkers(checkersStart)) }

func BenchmarkDraughts(b *testing.B) { against(b, draughts(checkersStart)) }

// against is random, and reports the time of a game relative to the hand-written loop.
func against(b *testing.B, r *game.Rules) {
	random(b, r)
	b.StopTimer()
	kernel, plain := contest(b, r, 10)
	b.ReportMetric(float64(kernel)/float64(plain), "ratio")
}

// random plays whole games at random.
func random(b *testing.B, r *game.Rules) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	s := begin(b, r, 2)
	f := s.Fork()
	moves := 0
	b.ReportAllocs()
	for i := range b.N {
		f.Reset(s)
		f.Seed(uint64(i))
		n, err := f.Playout(1000)
		if err != nil {
			b.Fatal(err)
		}
		moves += n
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(moves)/float64(b.N), "moves/game")
}

// Checkers and draughts are the same game, so their times show what whole sets and a derived value save.
func TestDraughtsFasterThanCheckers(t *testing.T) {
	if testing.Short() || testing.CoverMode() != "" {
		t.Skip("times are meaningless here")
	}
	slow, _ := contest(t, checkers(checkersStart), 6)
	fast, plain := contest(t, draughts(checkersStart), 6)
	t.Logf("a game takes %v as checkers, %v as draughts, %v in a hand-written loop", slow, fast, plain)
	if ratio := float64(slow) / float64(fast); ratio < 1.6 {
		t.Errorf("draughts is %.2f times as fast as checkers, want at least 1.6", ratio)
	} else {
		t.Logf("draughts is %.2f times as fast as checkers", ratio)
	}
}
