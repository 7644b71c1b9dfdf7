package skirmish

import (
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/unit"
)

// value tells bots how well a company stands: by health, twice that of the captain, and how near it is to the enemy.
func (g *field) value(s *game.State, seat game.Seat) int {
	lead, near := 0, 0
	for id := range s.All(g.kinds...) {
		n := 12 * unit.Health.Of(s, id)
		if s.Kind(id).Name == "captain" {
			n *= 3
		}
		if s.Owner(id) != seat {
			n = -n
		} else if _, y := g.XY(s.Parent(id)); seat == 0 {
			near += y
		} else {
			near += size - 1 - y
		}
		lead += n
	}
	return min(max(500+lead+near/4, 1), 999)
}
