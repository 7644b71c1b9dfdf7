package survivors

import (
	"slices"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/unit"
)

// value tells bots what progress is. Where goals are left, that is how many, how far the seat's survivor is from the
// next one, and how they are; where there are none, how long the survivors have held out. Each step counts enough to be
// noticed.
func (g *town) value(s *game.State, seat game.Seat) int {
	goals := []*game.Kind{g.supplies}
	if slices.Contains(g.plan.Wins, "every hatch is sealed") {
		goals = append(goals, g.hatch)
	}
	all, left, n := 0, 0, 0
	for _, k := range goals {
		all += g.plan.Count(k)
	}
	for id := range s.All(goals...) {
		if g.Has(s.Parent(id)) {
			left++
		}
	}
	for id := range unit.Led(s).All() {
		n += 45*unit.Health.Of(s, id) + 2*min(Experience.Of(s, id), 8) - 12*g.foes(s, s.Parent(id)).Len()
	}
	me, far := unit.Leads.Of(s, seat), g.Width+g.Height
	switch {
	case all == 0 || !s.Alive(me):
		n = 450 + 20*Round.Of(s, game.Root) + n/s.Seats()
	case left == 0:
		n = 850 - 300/far*min(far, g.away(s, s.Parent(me), goals)) + n/s.Seats()
	default:
		n = 850 - 680*left/all - (680/all/far-1)*min(far, g.away(s, s.Parent(me), goals)) + n/s.Seats()
	}
	return min(max(n, 1), 999)
}

// hints adds what bots need to know: how far it is if all doors are open.
func (g *town) hints(r *game.Rules) *game.Rules {
	g.doors = unit.Chase{Board: g.Grid, Ground: []game.Column{Tile}, Enter: func(s *game.State, c game.ID) bool {
		return Tile.Of(s, c) != Wall
	}}
	return g.doors.In(r)
}

// away returns how far a survivor is from the nearest goal of the mission that is left, or the exit.
func (g *town) away(s *game.State, from game.ID, goals []*game.Kind) (best int) {
	best = -1
	nearer := func(to game.ID) {
		n := g.chase.Far(s, from, to)
		if n < 0 {
			n = g.doors.Far(s, from, to) + 2 // behind a locked door
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
