package unit

import "github.com/plygame/ply/game"

// Costs makes an action cost action points of the unit that its pick chooses. A unit that has too few cannot be
// chosen, with that reason. The cost may depend on the state and the unit, not on later picks; use [Pay] for
// additional costs, such as a longer path. The cost is paid after Do, unless the unit has left the game. The pick is then
// only for this action: Rules.Check refuses another action that shares it.
func Costs(a *game.Action, who *game.Pick[game.ID], cost func(s *game.State, id game.ID) int) *game.Action {
	was, do := who.If, a.Do
	if who.For == nil {
		who.For = a
	}
	who.If = func(t *game.Tx, id game.ID) bool {
		return Affords(t, id, cost(t.State, id)) && (was == nil || was(t, id))
	}
	a.Do = func(t *game.Tx) {
		id := who.In(t)
		n := cost(t.State, id)
		if do(t); t.Alive(id) {
			Pay(t, id, n)
		}
	}
	return a
}

// CostsMe is [Costs] for a game in which each seat leads one unit ([Leads]) that is not chosen. A seat whose unit has
// too few points, or has left the game, cannot take the action.
func CostsMe(a *game.Action, cost func(s *game.State, id game.ID) int) *game.Action {
	was, do := a.If, a.Do
	a.If = func(t *game.Tx) bool {
		id := Me(t)
		return t.Alive(id) && Affords(t, id, cost(t.State, id)) && (was == nil || was(t))
	}
	a.Do = func(t *game.Tx) {
		id := Me(t)
		n := cost(t.State, id)
		if do(t); t.Alive(id) {
			Pay(t, id, n)
		}
	}
	return a
}

// CostNote returns a Pick.Note for an action of [CostsMe]: how many action points it costs.
func CostNote(cost func(s *game.State, id game.ID) int) func(*game.Tx, game.ID) *game.Line {
	return func(t *game.Tx, _ game.ID) *game.Line {
		return game.NewLine("{0} action {0|point|points}", cost(t.State, Me(t)))
	}
}

// Gone reports whether the unit that a seat leads has left the game, for EachSeat.Skip.
func Gone(t *game.Tx, seat game.Seat) bool { return !t.Alive(Leads.Of(t, seat)) }

// Tired reports whether the unit that the acting seat leads has no action points left, for Act.Until.
func Tired(t *game.Tx) bool { return Gone(t, t.Seat) || Points.Of(t, Me(t)) == 0 }

// Cost is a fixed cost.
func Cost(n int) func(*game.State, game.ID) int { return func(*game.State, game.ID) int { return n } }

// Affords reports whether a unit has this many action points, and gives the reason if not.
func Affords(t *game.Tx, id game.ID, n int) bool {
	have := Points.Of(t, id)
	switch {
	case have >= n:
		return true
	case have == 0:
		return t.Refuse("no action points are left")
	}
	return t.Refuse("this takes {0} action points, and {1} are left", n, have)
}

// Pay takes up to this many action points from a unit.
func Pay(t *game.Tx, id game.ID, n int) {
	if n != 0 {
		Points.Set(t, id, max(0, Points.Of(t, id)-n))
	}
}

// Refresh restores the action points of all units of a seat.
func Refresh(t *game.Tx, seat game.Seat, kinds ...*game.Kind) {
	for id := range t.All(kinds...) {
		if t.Owner(id) == seat {
			Points.Set(t, id, MaxPoints.Of(t, id))
		}
	}
}
