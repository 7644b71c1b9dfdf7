package unit

import (
	"slices"

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

	costs  *game.Derived[[]costs]           // of the table: by kind
	ways   *game.Derived[way]               // of a seat
	beside *game.Derived[game.Set[game.ID]] // of a cell: those around it
}

// CostOf returns the cost of entering a cell by the value of a Part, for [Walk].
func CostOf[T ~uint8](part *game.Part[T], costs []int) func(*game.State, *game.Kind, game.ID) int {
	return func(s *game.State, _ *game.Kind, cell game.ID) int { return costs[part.Of(s, cell)] }
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
	if x.Sight != nil {
		x.ways.FromElements(x.Sight.Ground...)
	} else {
		x.ways.FromElements()
	}
	x.beside = game.NewDerived("walk-beside", func(_ *game.State, cell game.ID) game.Set[game.ID] {
		return x.Board.Around(game.SetOf(cell))
	}).From()
	r.Derived = append(r.Derived, x.costs, x.ways, x.beside)
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
func (x *Walk) wayOf(s *game.State, of game.ID) way {
	switch {
	case x.Sight == nil:
		return x.wayPast(s, s.Owner(of), nil)
	case !slices.Equal(x.Units, x.Sight.Units):
		return x.wayPast(s, s.Owner(of), x.Sight.foes.Of(s, of).Has)
	}
	w, taken, blocked, stop := x.blank(s)
	addWords(taken, x.Sight.seen.Of(s, of).own)
	for id := range x.Sight.foes.Of(s, of).All() {
		x.blocks(s, s.Parent(id), taken, blocked, stop)
	}
	return w
}

func (x *Walk) blank(s *game.State) (w way, taken, blocked, stop []uint64) {
	from, n := s.Filled(), lastWord(x.Board)
	w.taken, taken = blanked(from, n)
	w.blocked, blocked = blanked(from, n)
	w.stop, stop = blanked(from, n)
	return w, taken, blocked, stop
}

// blocks adds an enemy in a cell.
func (x *Walk) blocks(s *game.State, at game.ID, taken, blocked, stop []uint64) {
	taken[at>>6] |= 1 << (at & 63)
	blocked[at>>6] |= 1 << (at & 63)
	if x.Zones {
		addWords(stop, x.beside.Of(s, at))
	}
}

// way returns what a seat knows of the cells. When the game is over, that is everything.
func (x *Walk) way(s *game.State, seat game.Seat) way {
	if s.Over() {
		return x.wayPast(s, seat, nil)
	}
	return x.ways.Of(s, seat)
}

// wayPast returns how the units of a seat get past the enemies that are known; nil means all of them.
func (x *Walk) wayPast(s *game.State, seat game.Seat, known func(game.ID) bool) way {
	w, taken, blocked, stop := x.blank(s)
	for id := range s.All(x.Units...) {
		at := s.Parent(id)
		switch {
		case !x.Board.Has(at):
		case s.Owner(id) == seat:
			taken[at>>6] |= 1 << (at & 63)
		case known == nil || known(id):
			x.blocks(s, at, taken, blocked, stop)
		}
	}
	return w
}

// Reach returns the cells that a unit can reach with this many movement points.
func (x *Walk) Reach(s *game.State, id game.ID, points int) game.Set[game.ID] {
	w := x.way(s, s.Owner(id))
	return x.Board.Reach(s.Parent(id), points, x.walk(s, id, &w))
}

// walk returns how a unit goes.
func (x *Walk) walk(s *game.State, id game.ID, w *way) board.Walk {
	c := &x.costs.Of(s, game.Root)[number(x.Units, s.Kind(id))-1]
	if c.enter != nil {
		return board.Walk{Blocked: w.blocked, Stop: w.stop, Through: w.taken, Enter: c.enter}
	}
	first := x.Board.At(0, 0)
	return board.Walk{Blocked: w.blocked, Stop: w.stop, Through: w.taken, Cost: func(_, to game.ID) int {
		return c.of[to-first]
	}}
}

// CostOf returns what it costs a unit to enter a cell.
func (x *Walk) CostOf(s *game.State, id, cell game.ID) int {
	return x.costs.Of(s, game.Root)[number(x.Units, s.Kind(id))-1].of[cell-x.Board.At(0, 0)]
}

// Path returns the cheapest path of a unit to a cell, with both ends, and its cost; nil if there is none.
func (x *Walk) Path(s *game.State, id, to game.ID) (path []game.ID, cost int) {
	w := x.way(s, s.Owner(id))
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
		if t.Full(cell) {
			continue // it passes a unit of its own side in a cell without room for both
		}
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
	if s.Count(cell) == 0 {
		return false
	}
	for other := range s.In(cell) {
		if s.Owner(other) != s.Owner(id) && number(x.Units, s.Kind(other)) > 0 {
			return true
		}
	}
	return false
}

// stand moves the unit back to the last cell of its path that no other unit is on.
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
