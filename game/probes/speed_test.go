package probes

import (
	"runtime"
	"testing"

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
