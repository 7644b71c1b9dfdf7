package skirmish

import (
	"testing"

	"github.com/plygame/ply/game"
)

func BenchmarkRandom(b *testing.B) {
	s, err := New().Start(2, game.SeedOf(1))
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
