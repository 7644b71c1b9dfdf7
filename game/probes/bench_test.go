package probes

import (
	"testing"

	"github.com/plygame/ply/game"
)

// BenchmarkCheckersPerft counts the games of five moves.
func BenchmarkCheckersPerft(b *testing.B) {
	s, err := game.Start(checkers(checkersStart), 2, game.SeedOf(1))
	if err != nil {
		b.Fatal(err)
	}
	f := game.NewFork(s)
	b.ReportAllocs()
	for range b.N {
		if n, err := f.Perft(5); n != 7361 || err != nil {
			b.Fatal(n, err)
		}
	}
}
