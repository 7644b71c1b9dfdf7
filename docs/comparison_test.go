package docs_test

import (
	"math/rand/v2"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/tictactoe"
	"github.com/plygame/ply/internal/cputime"
)

// BenchmarkTicTacToe plays random games of tic-tac-toe in the two ways of comparison.md: in a fork, as simulations do,
// and from state to state with lists of moves, as a program that keeps every position does. It reports games per second
// of CPU time, which does not depend on how busy the machine is.
func BenchmarkTicTacToe(b *testing.B) {
	start, err := tictactoe.New().Start(2, game.SeedOf(1))
	if err != nil {
		b.Fatal(err)
	}
	b.Run("fork", func(b *testing.B) {
		began := cputime.Process()
		f := start.Fork()
		f.Seed(1)
		for b.Loop() {
			f.Reset(start)
			if _, err := f.Playout(9); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.N)/(cputime.Process()-began).Seconds(), "games/cpu-s")
	})
	b.Run("states", func(b *testing.B) {
		began := cputime.Process()
		r := rand.New(rand.NewPCG(1, 1))
		for b.Loop() {
			for s := start; !s.Over(); {
				moves, err := s.Moves()
				if err == nil {
					s, err = s.Play(moves[r.IntN(len(moves))])
				}
				if err != nil {
					b.Fatal(err)
				}
			}
		}
		b.ReportMetric(float64(b.N)/(cputime.Process()-began).Seconds(), "games/cpu-s")
	})
}
