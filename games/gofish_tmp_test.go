package games_test

import (
	"testing"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/gofish"
)

func BenchmarkTmpPlain(b *testing.B) {
	d := dice(1)
	c := plainGoFish(&d, b.N)
	b.ReportMetric(float64(c.moves)/float64(c.games), "moves")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(c.moves), "ns/move")
	b.ReportMetric(float64(c.first)/float64(c.games), "first")
}

func BenchmarkTmpKernel(b *testing.B) {
	var starts []*game.State
	r := gofish.New()
	for i := range 20 {
		s, err := game.Start(r, 2, game.SeedOf(uint64(i)))
		if err != nil {
			b.Fatal(err)
		}
		starts = append(starts, s)
	}
	f := game.NewFork(starts[0])
	b.ReportAllocs()
	b.ResetTimer()
	total, first := 0, 0
	for i := range b.N {
		f.Reset(starts[i%20])
		f.Seed(uint64(i))
		n, err := f.Playout(1000)
		if err != nil {
			b.Fatal(err)
		}
		total += n
		if f.State().Won(0) {
			first++
		}
	}
	b.ReportMetric(float64(total)/float64(b.N), "moves")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(total), "ns/move")
	b.ReportMetric(float64(first)/float64(b.N), "first")
}
