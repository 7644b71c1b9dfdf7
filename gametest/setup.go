package gametest

import (
	"fmt"

	"github.com/plygame/ply/game"
)

// Setup is how a game begins. Zero fields select the defaults noted below.
type Setup struct {
	Seats  int           // number of seats; 0 for the fewest that the rules allow
	Seed   uint64        // of the random numbers
	Chance []game.Chance // the first draws, fixed in advance
	Turn   game.Seat     // for Arrange: the seat to act
}

func (s Setup) usual(r *game.Rules) Setup {
	if s.Seats == 0 {
		for s.Seats = r.Seats.Min; s.Seats < r.Seats.Max && r.Unfit(s.Seats) != nil; s.Seats++ {
		}
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
