package probes

import (
	"runtime"
	"testing"
	"time"

	"github.com/plygame/ply/game"
)

func BenchmarkCheckers(b *testing.B) { random(b, checkers(checkersStart)) }

func BenchmarkDraughts(b *testing.B) { random(b, draughts(checkersStart)) }

func BenchmarkMastermind(b *testing.B) { random(b, mastermind()) }

// random plays whole games at random.
func random(b *testing.B, r *game.Rules) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	s := begin(b, r, 2)
	f := game.NewFork(s)
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

// Checkers and draughts are the same game, so the times of both say what whole sets and a derived value save.
func TestDraughtsFasterThanCheckers(t *testing.T) {
	if testing.Short() || testing.CoverMode() != "" {
		t.Skip("times mean nothing here")
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	states := []*game.State{begin(t, checkers(checkersStart), 2), begin(t, draughts(checkersStart), 2)}
	var best [2]time.Duration
	for range 6 {
		for i, s := range states {
			f := game.NewFork(s)
			began := cpuTime()
			for n := range 300 {
				f.Reset(s)
				f.Seed(uint64(n))
				if _, err := f.Playout(1000); err != nil {
					t.Fatal(err)
				}
			}
			if took := cpuTime() - began; best[i] == 0 || took < best[i] {
				best[i] = took
			}
		}
	}
	if ratio := float64(best[0]) / float64(best[1]); ratio < 1.3 {
		t.Errorf("draughts is %.2f times as fast as checkers, want at least 1.3", ratio)
	} else {
		t.Logf("draughts is %.2f times as fast as checkers", ratio)
	}
}
