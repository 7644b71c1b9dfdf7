package bot_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/games/tictactoe"
)

// Bots play every game to its end, on what their seats see.
func TestRandomPlaysToTheEnd(t *testing.T) {
	for _, r := range games.All() {
		for seats := r.Seats.Min; seats <= r.Seats.Max; seats++ {
			luck := rand.New(rand.NewPCG(1, uint64(seats)))
			s, err := game.Start(r, seats, game.SeedOf(uint64(seats)))
			for n := 0; err == nil && !s.Over(); n++ {
				if n == 5000 {
					t.Fatalf("%s does not end", r.Name)
				}
				seats := slices.Collect(s.ToAct().All())
				view := s.View(seats[n%len(seats)])
				var m game.Move
				if m, err = bot.Random(view, seats[n%len(seats)], luck); err == nil {
					m, err = view.Real(m)
				}
				if err == nil {
					s, err = s.Play(m)
				}
			}
			if err != nil {
				t.Errorf("%s with %d seats: %v", r.Name, seats, err)
			}
		}
	}
}

func ExampleRandom() {
	s, err := game.Start(tictactoe.New(), 2, game.SeedOf(1))
	if err != nil {
		fmt.Println(err)
		return
	}
	luck := rand.New(rand.NewPCG(1, 2))
	for !s.Over() {
		view := s.View(s.Turn())
		m, err := bot.Random(view, s.Turn(), luck)
		if err != nil {
			fmt.Println(err)
			return
		}
		m, _ = view.Real(m)
		s, _ = s.Play(m)
	}
	fmt.Println(s.Outcome())
	// Output: won by seat 0
}
