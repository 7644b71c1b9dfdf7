package survivors

import (
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/unit"
)

// score is how well the survivors did: what they found, how they are, what they learned.
func (g *town) score(s *game.State) (n int) {
	n = 5 * s.Count(g.found)
	for id := range s.All(g.people...) {
		n += 3*unit.Health.Of(s, id) + Experience.Of(s, id)
	}
	return n
}

// value tells bots what progress is: the score, and how near the survivors are to what is still to do.
func (g *town) value(s *game.State, _ game.Seat) int {
	n := 300 + 8*g.score(s)
	for id := range s.All(g.people...) {
		n -= 4 * g.away(s, s.Parent(id))
	}
	return min(max(n, 1), 999)
}

// away returns how far a survivor is from the next goal of the mission.
func (g *town) away(s *game.State, from game.ID) int {
	goal := g.chase.Nearest(s, from, nil, g.supplies, g.hatch)
	to := s.Parent(goal)
	if goal == 0 {
		to = Tile.Where(s, g.Cells(s), Exit).First()
	}
	if n := g.chase.Far(s, from, to); to != 0 && n >= 0 {
		return n
	}
	return 20
}
