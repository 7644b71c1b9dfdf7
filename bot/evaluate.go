package bot

import "github.com/plygame/ply/game"

// Evaluator judges positions, so that a [Search] need not play every simulation to the end.
type Evaluator interface {
	// Value estimates the chances of a seat, from 0 if it is certain to be last to 1000 if it is certain to win, or
	// returns -1 if it cannot say: then the simulation continues. It may read everything in the state: a Search
	// passes it only re-deals.
	Value(s *game.State, seat game.Seat) int
}

// Policy chooses the moves of simulations that the search does not choose itself. In games with hidden information,
// that includes all moves of other seats, and the searcher's own later moves begin with those it finds likely.
type Policy interface {
	// Weight returns how likely a move is, compared with the other moves: 0 means never.
	Weight(f *game.Fork, h game.Handle) int
}

// Objective is something that a seat wants more of than the others have, such as points or pieces.
type Objective struct {
	Weight int // how much one unit counts; negative if less is better
	Of     func(s *game.State, seat game.Seat) int
}

// Objectives is an [Evaluator]: it compares the weighted sum of a seat with the best of the others. A lead of
// 10 is worth about three quarters of a win, so weights should make a clear lead about 10.
type Objectives []Objective

// Value implements Evaluator.
func (all Objectives) Value(s *game.State, seat game.Seat) int {
	lead, any := 0, false
	for other := range game.Seat(s.Seats()) {
		if other == seat {
			continue
		}
		if behind := all.sum(s, seat) - all.sum(s, other); !any || behind < lead {
			lead, any = behind, true
		}
	}
	if lead < 0 {
		return 500 + 500*lead/(10-lead)
	}
	return 500 + 500*lead/(10+lead)
}

func (all Objectives) sum(s *game.State, seat game.Seat) (sum int) {
	for _, o := range all {
		sum += o.Weight * o.Of(s, seat)
	}
	return sum
}

// evaluate is Rules.Value as an Evaluator.
type evaluate func(s *game.State, seat game.Seat) int

func (f evaluate) Value(s *game.State, seat game.Seat) int { return f(s, seat) }

// weigh is Rules.Weight as a Policy.
type weigh func(f *game.Fork, h game.Handle) int

func (w weigh) Weight(f *game.Fork, h game.Handle) int { return w(f, h) }
