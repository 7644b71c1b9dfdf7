package letters

import "github.com/plygame/ply/game"

// value tells bots how well a seat stands: it compares its seals, and whether it is still in this night, with those of
// the others. Equal seats get 500.
func (g *table) value(s *game.State, seat game.Seat) int {
	standing := func(x game.Seat) int {
		seals := 700 * Seals.Of(s, x) / g.toWin(s, 0)
		if s.Playing().Has(x) {
			return seals + 300/s.Playing().Len()
		}
		return seals
	}
	lead := 0
	for other := range game.Seat(s.Seats()) {
		lead += standing(seat) - standing(other)
	}
	return 500 + lead/(2*(s.Seats()-1))
}
