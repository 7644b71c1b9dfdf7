package unit

import (
	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// Walk is how units move over a board. A unit goes past those of its own side, and ends on a cell of its own. Enemies
// block its way; where they control the cells around them, it must stop there. In fog only enemies in sight count: legality
// must not depend on what the seat does not see.
type Walk struct {
	Board *board.Grid
	Units []*game.Kind
	Cost  func(s *game.State, k *game.Kind, cell game.ID) int // of entering a cell; negative if the unit cannot
	Zones bool                                                // enemies control the cells around them
	Sight *Sight                                              // nil if everyone sees everything

	// Ground are the Parts that Cost follows from. Costs are kept until they change; if there are none, for good.
	Ground []game.Column

	costs *game.Derived[[][]int] // of the table: by kind, then cell
	ways  *game.Derived[way]     // of a seat
}

// way is what a seat knows of the cells.
type way struct{ taken, blocked, stop game.Set[game.ID] }

// In adds what the walk needs to the rules and returns them.
func (x *Walk) In(r *game.Rules) *game.Rules {
	x.costs = game.NewDerived("walk-costs", x.costsOf).From(x.Ground...)
	x.ways = game.NewDerived("walk-ways", x.wayOf)
	r.Derived = append(r.Derived, x.costs, x.ways)
	return r
}

func (x *Walk) costsOf(s *game.State, _ game.ID) (all [][]int) {
	for _, k := range x.Units {
		var costs []int
		for cell := range x.Board.Cells(s).All() {
			costs = append(costs, x.Cost(s, k, cell))
		}
		all = append(all, costs)
	}
	return all
}

// wayOf returns the cells that are taken, blocked by enemies and controlled by them, as far as a seat knows.
func (x *Walk) wayOf(s *game.State, of game.ID) (w way) {
	seat := s.Owner(of)
	none := x.Board.Cells(s).Minus(x.Board.Cells(s))
	w.taken, w.blocked = none, none
	for id := range s.All(x.Units...) {
		at := s.Parent(id)
		if !x.Board.Has(at) || x.Sight != nil && !x.Sight.Sees(s, seat, id) {
			continue
		}
		if w.taken = w.taken.With(at); s.Owner(id) != seat {
			w.blocked = w.blocked.With(at)
		}
	}
	if x.Zones && !w.blocked.Empty() {
		w.stop = x.Board.Around(w.blocked)
	}
	return w
}

// Reach returns the cells where a unit can go for so many movement points.
func (x *Walk) Reach(s *game.State, id game.ID, points int) game.Set[game.ID] {
	w := x.ways.Of(s, s.Owner(id))
	return x.Board.Reach(s.Parent(id), points, x.walk(s, id, &w)).Minus(w.taken)
}

// walk returns how a unit goes.
func (x *Walk) walk(s *game.State, id game.ID, w *way) board.Walk {
	costs := x.costs.Of(s, game.Root)[number(x.Units, s.Kind(id))-1]
	first := x.Board.At(0, 0)
	return board.Walk{Blocked: w.blocked, Stop: w.stop, Cost: func(_, to game.ID) int { return costs[to-first] }}
}

// CostOf returns what it costs a unit to enter a cell.
func (x *Walk) CostOf(s *game.State, id, cell game.ID) int {
	return x.costs.Of(s, game.Root)[number(x.Units, s.Kind(id))-1][cell-x.Board.At(0, 0)]
}

// Path returns the cheapest way of a unit to a cell, with both ends, and what it costs; nil if there is none.
func (x *Walk) Path(s *game.State, id, to game.ID) (path []game.ID, cost int) {
	w := x.ways.Of(s, s.Owner(id))
	return x.Board.Path(s.Parent(id), to, x.walk(s, id, &w))
}

// Go moves a unit to a cell that it can reach, step by step. It stops in front of an enemy that its owner has not seen, and
// when step, which is called after each step if it is not nil, returns false. It returns what the way cost.
func (x *Walk) Go(t *game.Tx, id, to game.ID, step func(t *game.Tx) bool) (cost int) {
	path, _ := x.Path(t.State, id, to)
	for i := 1; i < len(path); i++ {
		cell := path[i]
		if x.foe(t.State, id, cell) {
			x.stand(t, id, path[:i])
			return cost
		}
		cost += x.CostOf(t.State, id, cell)
		if t.Move(id, cell); step != nil && (!step(t) || !t.Alive(id)) {
			break
		}
	}
	if t.Alive(id) {
		x.stand(t, id, path)
	}
	return cost
}

// foe reports whether an enemy is in the cell.
func (x *Walk) foe(s *game.State, id, cell game.ID) bool {
	for other := range s.In(cell) {
		if MaxHealth.Of(s, other) > 0 && s.Owner(other) != s.Owner(id) {
			return true
		}
	}
	return false
}

// stand moves the unit back to the last cell of its way that it does not share.
func (x *Walk) stand(t *game.Tx, id game.ID, path []game.ID) {
	at := -1
	for i, cell := range path {
		if cell == t.Parent(id) {
			at = i
		}
	}
	for ; at > 0 && t.Count(path[at]) > 1; at-- {
	}
	if at >= 0 && path[at] != t.Parent(id) {
		t.Move(id, path[at])
	}
}
