package unit

import (
	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// Walk is how units move over a board. A unit can pass units of its own side, but must end on an empty cell. Enemies
// block its path; with Zones, it must stop next to them. In fog only enemies in sight count: legality must not depend
// on what the seat does not see.
type Walk struct {
	Board *board.Grid
	Units []*game.Kind
	Cost  func(s *game.State, k *game.Kind, cell game.ID) int // of entering a cell; negative if the unit cannot
	Zones bool                                                // enemies control the cells around them
	Sight *Sight                                              // nil if everyone sees everything

	// Ground are the Parts that Cost depends on. Costs are cached until they change; without Parts, forever.
	Ground []game.Column

	costs *game.Derived[[]costs] // of the table: by kind
	ways  *game.Derived[way]     // of a seat
}

// costs are what it costs a kind to enter cells.
type costs struct {
	of    []int               // by cell
	enter []game.Set[game.ID] // by cost, see board.Walk; nil if some cells cost nothing or very much
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

func (x *Walk) costsOf(s *game.State, _ game.ID) (all []costs) {
	for _, k := range x.Units {
		var c costs
		dearest, cheapest := 0, 1
		for cell := range x.Board.Cells(s).All() {
			n := x.Cost(s, k, cell)
			c.of = append(c.of, n)
			if dearest = max(dearest, n); n >= 0 {
				cheapest = min(cheapest, n)
			}
		}
		if cheapest == 1 && dearest <= maxEnter {
			first := x.Board.At(0, 0)
			for n := 1; n <= dearest; n++ {
				c.enter = append(c.enter, x.Board.Cells(s).Where(func(cell game.ID) bool { return c.of[cell-first] == n }))
			}
		}
		all = append(all, c)
	}
	return all
}

// maxEnter is the highest cost for which cells are kept as sets.
const maxEnter = 8

// wayOf returns the cells that are taken, blocked by enemies and controlled by them, as far as a seat knows.
func (x *Walk) wayOf(s *game.State, of game.ID) (w way) {
	seat := s.Owner(of)
	n := max(3, (int(x.Board.At(0, 0))+x.Board.Width*x.Board.Height)>>6+1)
	w.taken, w.blocked = s.Filled().Blank(n), s.Filled().Blank(n)
	taken, blocked := w.taken.Words(), w.blocked.Words()
	clear(taken)
	clear(blocked)
	var foes game.Set[game.ID]
	if x.Sight != nil && !s.Over() {
		foes = x.Sight.Enemies(s, seat)
	}
	enemies := false
	for id := range s.All(x.Units...) {
		at, own := s.Parent(id), s.Owner(id) == seat
		if !x.Board.Has(at) || !own && x.Sight != nil && !s.Over() && !foes.Has(id) {
			continue
		}
		if taken[at>>6] |= 1 << (at & 63); !own {
			blocked[at>>6] |= 1 << (at & 63)
			enemies = true
		}
	}
	if x.Zones && enemies {
		w.stop = x.Board.Around(w.blocked)
	}
	return w
}

// Reach returns the cells that a unit can reach with this many movement points.
func (x *Walk) Reach(s *game.State, id game.ID, points int) game.Set[game.ID] {
	w := x.ways.Of(s, s.Owner(id))
	return x.Board.Reach(s.Parent(id), points, x.walk(s, id, &w)).Minus(w.taken)
}

// walk returns how a unit goes.
func (x *Walk) walk(s *game.State, id game.ID, w *way) board.Walk {
	c := &x.costs.Of(s, game.Root)[number(x.Units, s.Kind(id))-1]
	if c.enter != nil {
		return board.Walk{Blocked: w.blocked, Stop: w.stop, Enter: c.enter}
	}
	first := x.Board.At(0, 0)
	return board.Walk{Blocked: w.blocked, Stop: w.stop, Cost: func(_, to game.ID) int { return c.of[to-first] }}
}

// CostOf returns what it costs a unit to enter a cell.
func (x *Walk) CostOf(s *game.State, id, cell game.ID) int {
	return x.costs.Of(s, game.Root)[number(x.Units, s.Kind(id))-1].of[cell-x.Board.At(0, 0)]
}

// Path returns the cheapest path of a unit to a cell, with both ends, and its cost; nil if there is none.
func (x *Walk) Path(s *game.State, id, to game.ID) (path []game.ID, cost int) {
	w := x.ways.Of(s, s.Owner(id))
	return x.Board.Path(s.Parent(id), to, x.walk(s, id, &w))
}

// Go moves a unit to a cell that it can reach, step by step. It stops in front of an enemy that its owner has not
// seen, and when step, which is called after each step if it is not nil, returns false. It returns the cost of the
// path.
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
