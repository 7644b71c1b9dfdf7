package probes

import (
	"testing"

	"github.com/plygame/ply/game"
)

// BenchmarkCheckersPerft counts the games of five moves.
func BenchmarkCheckersPerft(b *testing.B) {
	s, err := checkers(checkersStart).Start(2, game.SeedOf(1))
	if err != nil {
		b.Fatal(err)
	}
	f := s.Fork()
	b.ReportAllocs()
	for range b.N {
		if n, err := f.Perft(5); n != 7361 || err != nil {
			b.Fatal(n, err)
		}
	}
}
