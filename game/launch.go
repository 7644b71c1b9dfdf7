package game

import (
	"slices"
	"strconv"
	"strings"
)

// chosenFor is a Pick with its chosen values, for Tx.Launch.
type chosenFor struct {
	pick   *pick
	values []Value
}

// Is returns the pick with its chosen values.
func (p *Pick[T]) Is(values ...T) chosenFor {
	g := chosenFor{pick: p.p}
	for _, v := range values {
		if p.p != nil {
			g.values = append(g.values, p.encode(v))
		}
	}
	return g
}

// Launch performs an action as if the seat had sent it: from a hook of the flow, an effect, or another
// action. It is part of the current move and does not need to be the seat's turn. The action and its picks
// must still be legal; a Refusal leaves everything unchanged.
func (t *Tx) Launch(seat Seat, a *Action, given ...chosenFor) error {
	t.writing()
	t.mustSeat(seat, false)
	if a == nil {
		panic(faultf("a nil action is launched: use one from Rules.Actions"))
	}
	c := t.rules.c.byAction[a.Name]
	if c == nil || c.Action != a {
		panic(faultf("action %q is launched but not declared: add it to Rules.Actions of %s", a.Name, t.rules.Name))
	}
	picks := make([][]Value, len(c.picks))
	for _, g := range given {
		i := slices.Index(c.picks, g.pick)
		if i < 0 {
			panic(faultf("action %q is launched with %s, which is not one of its picks: it takes %s", a.Name, g.name(),
				orList(c.pickNames())))
		}
		picks[i] = g.values
	}
	was, doing, flowing, kept := t.Seat, t.doing, t.flowing, t.keepPicked(c)
	t.Seat, t.doing, t.flowing = seat, c, false
	var refusal *Refusal
	t.nest(func() { refusal = t.launch(c, picks) })
	t.Seat, t.doing, t.flowing = was, doing, flowing
	for i, p := range c.picks {
		t.picked[p.slot] = kept[i]
	}
	if refusal != nil {
		return refusal
	}
	return nil
}

// name describes the pick that is given.
func (g chosenFor) name() string {
	if g.pick == nil {
		return "a pick that no action uses"
	}
	return strconv.Quote(g.pick.name)
}

func (a *action) pickNames() string {
	if len(a.picks) == 0 {
		return "none"
	}
	var names []string
	for _, p := range a.picks {
		names = append(names, p.name)
	}
	return strings.Join(names, ", ")
}

func (t *Tx) launch(a *action, picks [][]Value) *Refusal {
	if why := t.unmet(a.If, notNow); why != nil {
		return &Refusal{Code: Unavailable, Action: a.Name, Why: why.reason(t.State)}
	}
	back := t.mark()
	if r := t.choose(a, picks, true); r != nil {
		t.rollback(&back)
		return r
	}
	t.keep(&back)
	if a.Do != nil {
		a.Do(t)
	}
	t.afterAction()
	return nil
}

// keepPicked returns what is chosen for the picks of an action.
func (t *Tx) keepPicked(a *action) []picked {
	kept := make([]picked, len(a.picks))
	for i, p := range a.picks {
		kept[i] = t.picked[p.slot]
		kept[i].all = slices.Clone(kept[i].all)
	}
	return kept
}
