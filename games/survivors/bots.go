package survivors

import (
	"slices"

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

// value tells bots what progress is: what is done of the mission, how the survivors are, how far they are from what is left to
// do, and how many of the dead are near them.
func (g *town) value(s *game.State, _ game.Seat) int {
	goals := []*game.Kind{g.supplies}
	if slices.Contains(g.plan.Wins, "every hatch is sealed") {
		goals = append(goals, g.hatch)
	}
	left := 0
	for id := range s.All(goals...) {
		if g.Has(s.Parent(id)) {
			left++
		}
	}
	n := 0
	for id := range s.All(g.people...) {
		at := s.Parent(id)
		n += 45*unit.Health.Of(s, id) + 2*min(Experience.Of(s, id), 8) - 25*g.away(s, at, goals)
		for other := range s.All(g.dead...) {
			if s.Parent(other) == at {
				n -= 12
			}
		}
	}
	n = 650 - 170*left + n/s.Seats()
	if g.plan.Count(g.supplies) == 0 && len(goals) == 1 { // what is left to do is to hold out
		n += 20*Round.Of(s, game.Root) - 200
	}
	return min(max(n, 1), 999)
}

// away returns how far a survivor is from the nearest goal of the mission that is left, or the exit.
func (g *town) away(s *game.State, from game.ID, goals []*game.Kind) (best int) {
	best = -1
	nearer := func(to game.ID) {
		n := g.chase.Far(s, from, to)
		if n < 0 {
			n = 2 * g.Distance(from, to) // behind a locked door
		}
		if best < 0 || n < best {
			best = n
		}
	}
	for id := range s.All(goals...) {
		if at := s.Parent(id); g.Has(at) {
			nearer(at)
		}
	}
	if exit := Tile.Where(s, g.Cells(s), Exit).First(); best < 0 && exit != 0 {
		nearer(exit)
	}
	return max(0, best)
}
