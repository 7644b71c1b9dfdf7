package games_test

import (
	"runtime"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/tictactoe"
	"github.com/plygame/ply/internal/cputime"
)

// flowing returns tic-tac-toe with its default flow written out.
func flowing() *game.Rules {
	r := tictactoe.New()
	r.Flow = game.Steps{&game.Loop{Do: &game.EachSeat{Name: "turn", Do: &game.Act{Name: "act", Actions: r.Actions}}}}
	return r
}

// flowCost plays tic-tac-toe with the default flow and with the same flow interpreted, in alternating blocks, and returns
// the time per move of each in the best blocks.
func flowCost(tb testing.TB, blocks int) (usual, flow float64) {
	const games = 2000
	runtime.LockOSThread() // for its processor time
	defer runtime.UnlockOSThread()
	var forks [2]*game.Fork
	var starts [2]*game.State
	for i, r := range []*game.Rules{tictactoe.New(), flowing()} {
		s, err := r.Start(2, game.SeedOf(1))
		if err != nil {
			tb.Fatal(err)
		}
		starts[i], forks[i] = s, s.Fork()
	}
	var best [2]float64
	for range blocks {
		var moves [2]int
		for i, f := range forks {
			began := cputime.Thread()
			for n := range games {
				f.Reset(starts[i])
				f.Seed(uint64(n))
				more, err := f.Playout(longest)
				if err != nil {
					tb.Fatal(err)
				}
				moves[i] += more
			}
			if took := float64((cputime.Thread() - began).Nanoseconds()) / float64(moves[i]); best[i] == 0 || took < best[i] {
				best[i] = took
			}
		}
		if moves[0] != moves[1] {
			tb.Fatalf("the same games take %d moves with the default flow and %d with the interpreted one", moves[0], moves[1])
		}
	}
	return best[0], best[1]
}

// BenchmarkFlow measures what an interpreted flow adds to the time of a move.
func BenchmarkFlow(b *testing.B) {
	b.ReportAllocs()
	usual, flow := flowCost(b, max(b.N, 10))
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(usual, "usual-ns/move")
	b.ReportMetric(flow, "flow-ns/move")
	b.ReportMetric(flow-usual, "more-ns/move")
}

// TestFlowCost limits the cost of an interpreted flow. The limit grows with the cost of a move, and a busy machine gets more rounds.
func TestFlowCost(t *testing.T) {
	if testing.Short() || raceDetector || testing.CoverMode() != "" {
		t.Skip("timing is meaningless here")
	}
	var more, bound float64
	for range 5 {
		usual, flow := flowCost(t, 100)
		more, bound = flow-usual, max(30, 0.45*usual)
		t.Logf("a move takes %.0f ns with the default flow, %.0f ns interpreted: %.0f more", usual, flow, more)
		if more <= bound {
			return
		}
	}
	t.Errorf("the interpreted flow adds %.0f ns to a move, more than %.0f", more, bound)
}
