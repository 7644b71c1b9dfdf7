package lab

import (
	"runtime"
	"testing"
	"time"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/random"
)

// breakthrough has a Setup that draws nothing: two rows of pieces each move forward, and the first to reach the far
// edge wins.
func breakthrough() *game.Rules {
	b := board.Square("board", 8, 8)
	top, _, bottom, _ := b.Edges()
	far := [2]*board.Region{top, bottom}
	pawn := &game.Kind{Name: "pawn", Look: game.Look{BySeat: []string{"x", "o"}}}
	ahead := [2]board.Direction{board.North, board.South}
	aslant := [2][2]board.Direction{{board.NorthEast, board.NorthWest}, {board.SouthEast, board.SouthWest}}
	steps := func(t *game.Tx, from game.Set[game.ID]) game.Set[game.ID] {
		to := b.Shift(from, ahead[t.Seat]).And(b.Empty(t))
		for _, way := range aslant[t.Seat] {
			to = to.Or(b.Shift(from, way).Minus(b.Held(t, t.Seat)))
		}
		return to
	}
	piece := &game.Pick[game.ID]{Name: "piece", From: func(t *game.Tx) game.Set[game.ID] { return b.Held(t, t.Seat) },
		If: func(t *game.Tx, cell game.ID) bool {
			if steps(t, game.SetOf(cell)).Empty() {
				return t.Refuse("{0} cannot move", cell)
			}
			return true
		}}
	to := &game.Pick[game.ID]{Name: "to", From: func(t *game.Tx) game.Set[game.ID] { return steps(t, game.SetOf(piece.In(t))) }}
	return &game.Rules{
		Name: "breakthrough", Seats: game.Exactly(2), Layout: []game.Layout{b}, Kinds: []*game.Kind{pawn},
		Setup: func(t *game.Tx) {
			b.Put(t, `
				8 o o o o o o o o
				7 o o o o o o o o
				6 . . . . . . . .
				5 . . . . . . . .
				4 . . . . . . . .
				3 . . . . . . . .
				2 x x x x x x x x
				1 x x x x x x x x
				  a b c d e f g h`, pawn)
		},
		Actions: []*game.Action{{Name: "move", Pick: []game.Choice{piece, to}, Do: func(t *game.Tx) {
			if b.Held(t, 1-t.Seat).Has(to.In(t)) {
				t.Remove(t.Last(to.In(t)))
			}
			t.Move(t.Last(piece.In(t)), to.In(t))
			if far[t.Seat].Has(to.In(t)) || b.Held(t, 1-t.Seat).Empty() {
				t.Win(t.Seat)
			}
		}}},
	}
}

// BenchmarkSimulate compares what ply simulate does with a plain loop of Restart and Playout. They take turns, so that
// a busy machine slows both; "ratio" compares the fastest turns, and should stay below 1.05.
func BenchmarkSimulate(b *testing.B) {
	all := append(catalogue.Catalogue(games.All()), breakthrough())
	for _, name := range []string{"tictactoe", "connect4", "hex", "breakthrough", "gofish", "liarsdice", "market"} {
		b.Run(name, func(b *testing.B) {
			r, err := all.Find(name)
			if err != nil {
				b.Fatal(err)
			}
			start, err := r.Start(2, game.SeedOf(1))
			if err != nil {
				b.Fatal(err)
			}
			s := &Simulation{Rules: r, Seats: 2, Seed: 1, Games: 1 << 40, MaxMoves: 10000}
			p := &playout{Simulation: s, Tally: &Tally{Wins: make([]int, 2), Shares: make([]int, 2)}}
			f := start.Fork()
			simulated := func(from, to int) {
				for i := from; i < to; i++ {
					p.count(i)
				}
			}
			plain := func(from, to int) {
				for i := from; i < to; i++ {
					if err := f.Restart(random.Seed(1, i)); err != nil {
						b.Fatal(err)
					}
					if _, err := f.Playout(10000); err != nil {
						b.Fatal(err)
					}
				}
			}
			timed := func(do func(from, to int), from, to int) (took time.Duration, allocs uint64) {
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				began := time.Now()
				do(from, to)
				took = time.Since(began)
				runtime.ReadMemStats(&after)
				return took, after.Mallocs - before.Mallocs
			}
			block := 1
			for took := time.Duration(0); took < 2*time.Millisecond; block *= 2 {
				took, _ = timed(plain, 0, block)
			}
			bestSimulated, bestPlain, mallocs, mallocsPlain, n := time.Hour, time.Hour, uint64(0), uint64(0), 0
			simulated(0, block)
			for b.Loop() {
				a, x := timed(simulated, n, n+block)
				c, y := timed(plain, n, n+block)
				bestSimulated, bestPlain, n = min(bestSimulated, a), min(bestPlain, c), n+block
				mallocs, mallocsPlain = mallocs+x, mallocsPlain+y
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(bestSimulated)/float64(bestPlain), "ratio")
			b.ReportMetric(float64(bestPlain.Nanoseconds())/float64(block), "ns/game-plain")
			b.ReportMetric(float64(mallocs)/float64(n), "allocs/game")
			b.ReportMetric(float64(mallocsPlain)/float64(n), "allocs/game-plain")
		})
	}
}
