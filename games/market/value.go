package market

import "github.com/plygame/ply/game"

// value tells bots how well a seat stands, between two nights: by its lead in coins over each of the others, with what
// the cats may earn.
func (g *table) value(s *game.State, seat game.Seat) int {
	for x := range game.Seat(s.Seats()) {
		if s.Count(g.stall.Of(x)) > 0 || !s.Committed().Empty() {
			return -1
		}
	}
	sum, mine := 0, Coins.Of(s, seat)+2*s.Count(g.home.Of(seat))
	for other := range game.Seat(s.Seats()) {
		if other != seat {
			lead := mine - Coins.Of(s, other) - 2*s.Count(g.home.Of(other))
			sum += 500 + 500*lead/(clear+max(lead, -lead))
		}
	}
	return sum / (s.Seats() - 1)
}

// clear is a clear lead, in coins.
const clear = 15
