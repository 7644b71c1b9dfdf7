package bot_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/internal/cputime"
)

// BenchmarkSearch reports the simulations in a second of processor time of one thread, from the start of each game, with 1,000 simulations a move.
func BenchmarkSearch(b *testing.B) {
	for _, r := range games.All() {
		for _, seats := range []int{2, 4} {
			if seats < r.Seats.Min || seats > r.Seats.Max {
				continue
			}
			s, err := r.Start(seats, game.SeedOf(5))
			if err != nil {
				b.Fatal(err)
			}
			seat := firstToAct(s)
			b.Run(fmt.Sprintf("%s/%d", r.Name, seats), func(b *testing.B) {
				x := &bot.Search{Simulations: 1000}
				b.ReportAllocs()
				runtime.LockOSThread()
				defer runtime.UnlockOSThread()
				n, start := 0, cputime.Thread()
				for b.Loop() {
					thought, err := x.Think(b.Context(), bot.NewTurn(s, seat, uint64(n)))
					if err != nil {
						b.Fatal(err)
					}
					n += thought.Simulations
				}
				b.ReportMetric(float64(n)/(cputime.Thread()-start).Seconds(), "sims/s")
			})
		}
	}
}

func firstToAct(s *game.State) game.Seat {
	for seat := range s.ToAct().Minus(s.Committed()).All() {
		return seat
	}
	return game.Nobody
}
