package bot_test

import (
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/games/mastermind"
	"github.com/plygame/ply/internal/cputime"
)

// BenchmarkSearch reports the simulations in a second of processor time of one thread, from the start of each game, with 1,000 simulations a move;
// and for comparison, how many random games that thread plays from there. In Mastermind, with as many codes as the name says, it also does so
// after one, two and three guesses: few codes may be left then.
func BenchmarkSearch(b *testing.B) {
	for _, r := range games.All() {
		for _, seats := range []int{2, 4} {
			if seats < r.Seats.Min || seats > r.Seats.Max {
				continue
			}
			benchmarkSearch(b, fmt.Sprintf("%s/%d", r.Name, seats), start(b, r, seats))
		}
	}
	for _, r := range []*game.Rules{mastermind.New(4, 6, true, 10), mastermind.New(5, 8, true, 10)} {
		s := start(b, r, 2)
		codes, err := s.Moves()
		if err != nil {
			b.Fatal(err)
		}
		name := fmt.Sprintf("mastermind/%d", len(codes))
		benchmarkSearch(b, name, s)
		for guesses := range 3 {
			if s, err = s.Play(codes[len(codes)*(guesses+2)/7]); err != nil {
				b.Fatal(err)
			}
			if codes, err = s.Moves(); err != nil {
				b.Fatal(err)
			}
			benchmarkSearch(b, fmt.Sprintf("%s/guess%d", name, guesses+1), s)
		}
	}
}

func benchmarkSearch(b *testing.B, name string, s *game.State) {
	seat := firstToAct(s)
	b.Run(name, func(b *testing.B) {
		x := &bot.Search{Simulations: 1000}
		b.ReportAllocs()
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		n, begun := 0, cputime.Thread()
		for b.Loop() {
			thought, err := x.Think(b.Context(), bot.NewTurn(s, seat, uint64(n)))
			if err != nil {
				b.Fatal(err)
			}
			n += thought.Simulations
		}
		b.ReportMetric(float64(n)/(cputime.Thread()-begun).Seconds(), "sims/s")
		b.ReportMetric(playouts(b, s), "playouts/s")
	})
}

// playouts returns how many random games from a state a thread plays in a second.
func playouts(b *testing.B, s *game.State) float64 {
	f, n, begun := s.Fork(), 0, cputime.Thread()
	for ; cputime.Thread()-begun < 100*time.Millisecond; n++ {
		f.Reset(s)
		f.Seed(uint64(n))
		if _, err := f.Playout(1000); err != nil {
			b.Fatal(err)
		}
	}
	return float64(n) / (cputime.Thread() - begun).Seconds()
}

// BenchmarkTwoCores reports how much faster a search is with two workers than with one: the median of five.
func BenchmarkTwoCores(b *testing.B) {
	for _, r := range games.All() {
		if !slices.Contains([]string{"hex", "gofish", "liarsdice", "market", "checkers", "chess"}, r.Name) {
			continue
		}
		s := start(b, r, r.Seats.Min)
		seat := firstToAct(s)
		b.Run(r.Name, func(b *testing.B) {
			var gains []float64
			took := func(workers int) float64 {
				begun := time.Now()
				if _, err := (&bot.Search{Simulations: 5000, Workers: workers}).Think(b.Context(), bot.NewTurn(s, seat, 1)); err != nil {
					b.Fatal(err)
				}
				return time.Since(begun).Seconds()
			}
			for b.Loop() {
				gains = gains[:0]
				for range 5 {
					gains = append(gains, took(1)/took(2))
				}
			}
			slices.Sort(gains)
			b.ReportMetric(gains[2], "times")
		})
	}
}

func firstToAct(s *game.State) game.Seat {
	for seat := range s.ToAct().Minus(s.Committed()).All() {
		return seat
	}
	return game.Nobody
}
