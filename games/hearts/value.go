package hearts

import "github.com/plygame/ply/game"

// value compares the points of a seat with the average, between two deals. Before that it is too early to say: a hand
// may be full of tricks that have not been taken yet.
func (g *table) value(s *game.State, seat game.Seat) int {
	seats := game.Seat(s.Seats())
	if between := s.ToAct().Len() == int(seats) || g.way(s) == 0; !between || !s.Committed().Empty() {
		return -1
	}
	sum := 0
	for x := range seats {
		if s.Count(g.hand.Of(x)) < 52/int(seats) {
			return -1
		}
		sum += Points.Of(s, x)
	}
	return min(1000, max(0, 500+12*(sum/int(seats)-Points.Of(s, seat))))
}
