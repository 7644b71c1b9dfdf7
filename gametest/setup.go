package gametest

import (
	"fmt"

	"github.com/plygame/ply/game"
)

// Setup says how a game begins. Its zero fields mean the usual thing.
type Setup struct {
	Seats  int           // how many play; 0 for the fewest the rules allow
	Seed   uint64        // of the random numbers
	Chance []game.Chance // the first draws, if they are to be known beforehand
	Turn   game.Seat     // for Arrange: the seat to act
}

func (s Setup) usual(r *game.Rules) Setup {
	if s.Seats == 0 {
		s.Seats = r.Seats.Min
	}
	return s
}

func (k *kernel) begin(r *game.Rules, s Setup) (*game.State, error) {
	return k.start(r, s.Seats, game.SeedOf(s.Seed), s.Chance...)
}

func (s Setup) String() string { return fmt.Sprintf("seed %d, %s", s.Seed, seats(s.Seats)) }

func seats(n int) string {
	if n == 1 {
		return "1 seat"
	}
	return fmt.Sprintf("%d seats", n)
}
