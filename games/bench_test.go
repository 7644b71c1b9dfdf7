package games_test

import (
	"runtime"
	"testing"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/breakthrough"
	"github.com/plygame/ply/games/checkers"
	"github.com/plygame/ply/games/chess"
	"github.com/plygame/ply/games/connect4"
	"github.com/plygame/ply/games/gofish"
	"github.com/plygame/ply/games/hex"
	"github.com/plygame/ply/games/othello"
	"github.com/plygame/ply/games/tictactoe"
	"github.com/plygame/ply/internal/cputime"
)

// contest is a game played by the kernel and by a hand-written loop.
type contest struct {
	name   string
	rules  func() *game.Rules
	plain  func(d *dice, games int) tally
	block  int     // games that take the kernel a few milliseconds
	bound  float64 // the kernel may take this many times as long as the loop
	allocs float64 // per game: the points that Score stores
}

var contests = []*contest{ticTacToe, connectFour, hex11, goFish, breakthrough8, othello8, fideChess, checkers8, heartsDeal, cribbageDeal, ginDeal}

var (
	ticTacToe   = &contest{"tictactoe", tictactoe.New, plainTicTacToe, 16000, 12, 0}
	connectFour = &contest{"connect4", connect4.New, plainConnectFour, 6000, 12, 0}
	hex11       = &contest{"hex11", func() *game.Rules { return hex.New(11, false) }, plainHex, 800, 3, 0}
	goFish      = &contest{"gofish", gofish.New, plainGoFish[plainFish], 320, 6, 2}

	breakthrough8 = &contest{"breakthrough", func() *game.Rules { return breakthrough.New(8) }, plainBreakthrough, 600, 9, 0}
	fideChess     = &contest{"chess", func() *game.Rules { return chess.New(false) }, plainChess, 10, 7.5, 0}
	othello8      = &contest{"othello", othello.New, plainOthello, 600, 3, 2}
	checkers8     = &contest{"checkers", checkers.New, plainCheckers, 200, 8.3, 0}
)

// plainMore is how many games the loop plays for each game of the kernel, so that both run for about the same time.
const plainMore = 10

// longest is more moves than any of the games has.
const longest = 10000

// start returns the initial state of the game.
func (c *contest) start(tb testing.TB) *game.State { return c.starts(tb)[0] }

// starts returns initial states of the game: one, or several different ones if there is a Setup, which may deal cards.
func (c *contest) starts(tb testing.TB) (all []*game.State) {
	tb.Helper()
	r := c.rules()
	for len(all) == 0 || r.Setup != nil && len(all) < deals {
		s, err := r.Start(r.Seats.Min, game.SeedOf(uint64(len(all))))
		if err != nil {
			tb.Fatal(err)
		}
		all = append(all, s)
	}
	return all
}

// deals is how many different initial states are played in games with a Setup.
const deals = 20

// duel plays games with the kernel and with the loop, alternating in short blocks. It measures the CPU time of the
// thread, so that other load on the machine hardly matters.
type duel struct {
	kernel, plain         time.Duration
	bestKernel, bestPlain time.Duration // per block
	games, moves          int
	dice                  dice
}

func (d *duel) run(tb testing.TB, c *contest, starts []*game.State, f *game.Fork, games int) {
	began := cputime.Thread()
	for range games {
		f.Reset(starts[d.games%len(starts)])
		f.Seed(uint64(d.games))
		moves, err := f.Playout(longest)
		if err != nil {
			tb.Fatal(err)
		}
		d.games++
		d.moves += moves
	}
	between := cputime.Thread()
	c.plain(&d.dice, games*plainMore)
	kernel, plain := between-began, (cputime.Thread()-between)/plainMore
	d.kernel += kernel
	d.plain += plain
	if games == c.block {
		d.bestKernel, d.bestPlain = least(d.bestKernel, kernel), least(d.bestPlain, plain)
	}
}

func least(best, now time.Duration) time.Duration {
	if best == 0 {
		return now
	}
	return min(best, now)
}

func BenchmarkTicTacToe(b *testing.B)   { ticTacToe.bench(b) }
func BenchmarkConnectFour(b *testing.B) { connectFour.bench(b) }
func BenchmarkHex11(b *testing.B)       { hex11.bench(b) }
func BenchmarkGoFish(b *testing.B)      { goFish.bench(b) }

func BenchmarkBreakthrough(b *testing.B) { breakthrough8.bench(b) }
func BenchmarkHearts(b *testing.B)       { heartsDeal.bench(b) }
func BenchmarkCribbage(b *testing.B)     { cribbageDeal.bench(b) }
func BenchmarkGin(b *testing.B)          { ginDeal.bench(b) }

func BenchmarkChess(b *testing.B)    { fideChess.bench(b) }
func BenchmarkOthello(b *testing.B)  { othello8.bench(b) }
func BenchmarkCheckers(b *testing.B) { checkers8.bench(b) }

// BenchmarkChessPerft counts the games of four moves: with the last moves only counted, with all moves played, and by the loop.
func BenchmarkChessPerft(b *testing.B) {
	f := fideChess.start(b).Fork()
	loop := plainRead(chess.Start)
	for _, c := range []struct {
		name  string
		count func() (uint64, error)
	}{
		{"bulk", func() (uint64, error) { return f.Perft(4) }},
		{"played", func() (uint64, error) { return f.PerftPlayed(4) }},
		{"loop", func() (uint64, error) { return loop.perft(4, true), nil }},
	} {
		b.Run(c.name, func(b *testing.B) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			b.ReportAllocs()
			began := cputime.Thread()
			for range b.N {
				if n, err := c.count(); n != 197281 || err != nil {
					b.Fatal(n, err)
				}
			}
			b.ReportMetric(float64(b.N)*197281/(cputime.Thread()-began).Seconds(), "nodes/s")
		})
	}
}

// bench measures the kernel; the loop appears only in the ratio.
func (c *contest) bench(b *testing.B) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	starts := c.starts(b)
	f := starts[0].Fork()
	var d duel
	d.run(b, c, starts, f, c.block)
	d = duel{}
	b.ReportAllocs()
	b.ResetTimer()
	for left := b.N; left > 0; left -= c.block {
		d.run(b, c, starts, f, min(left, c.block))
	}
	b.ReportMetric(float64(d.kernel.Nanoseconds())/float64(d.games), "ns/op")
	b.ReportMetric(float64(d.kernel.Nanoseconds())/float64(d.moves), "ns/move")
	b.ReportMetric(float64(d.games)/d.kernel.Seconds(), "games/s")
	b.ReportMetric(float64(d.kernel)/float64(d.plain), "ratio")
	if d.bestPlain > 0 {
		b.ReportMetric(float64(d.bestKernel)/float64(d.bestPlain), "best-ratio")
	}
}

// slack is the factor by which a bound may be exceeded, because processors and memory differ.
const slack = 1.25

// TestFastEnough compares the kernel with its bounds, using the best of many short blocks. A busy machine gets more blocks.
func TestFastEnough(t *testing.T) {
	if testing.Short() || raceDetector || testing.CoverMode() != "" {
		t.Skip("timing is meaningless here")
	}
	for _, c := range contests {
		t.Run(c.name, func(t *testing.T) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			starts := c.starts(t)
			f := starts[0].Fork()
			var d duel
			ratio := 0.0
			for block := 0; block < 200 && (block < 8 || ratio > c.bound*slack); block++ {
				d.run(t, c, starts, f, c.block)
				ratio = float64(d.bestKernel) / float64(d.bestPlain)
			}
			t.Logf("kernel %v, loop %v for %d games: ratio %.1f", d.bestKernel, d.bestPlain, c.block, ratio)
			if ratio > c.bound*slack {
				t.Errorf("the kernel takes %.1f times as long as a hand-written loop; it should take %.0f times at most", ratio, c.bound)
			}
		})
	}
}
