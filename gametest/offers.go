package gametest

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/plygame/ply/game"
)

// offersAgree: an action is available exactly if it has a complete move; a value is offered exactly if some
// complete move continues with it, unless it is marked as unproved; a draft is complete exactly if it is a
// move. A value is marked as last exactly if it leaves nothing to choose, and can then be played. A fork
// offers the same. A Chooser agrees with the offers, stops where they allow it, and goes back to where it
// was.
func offersAgree(c *checker, g *trail) *breach {
	r := rand.New(rand.NewPCG(g.setup.Seed, 11))
	var looked []*agreement
	for _, i := range c.moments(g, 12) {
		a := &agreement{checker: c, s: g.states[i], at: i, r: r}
		var err error
		if a.all, err = c.legal(a.s); err != nil {
			continue // free text, or too many
		}
		if b := a.actions(); b != nil {
			return b
		}
		looked = append(looked, a)
		for range min(5, len(a.all)) {
			if b := a.along(a.all[r.IntN(len(a.all))]); b != nil {
				return b
			}
		}
		if c.late() {
			break
		}
	}
	for _, a := range looked {
		if b := a.onForks(); b != nil {
			return b
		}
	}
	return nil
}

// agreement compares the offers of one state with its moves.
type agreement struct {
	*checker
	s   *game.State
	at  int
	all []game.Move
	r   *rand.Rand

	drafts []game.Move // the drafts asked about
}

// actions checks what is offered to each seat before anything is chosen.
func (a *agreement) actions() *breach {
	for seat := range game.Seat(a.s.Seats()) {
		offers, err := a.offers(a.s, game.Move{Seat: seat})
		if err != nil {
			return broken(a.at, "asked what it may do, %s gets: %v", seat, err)
		}
		if why := a.offeredOnce(seat, offers); why != "" {
			return broken(a.at, "%s gets %s", seat, why)
		}
		for _, o := range offers {
			exists := slices.ContainsFunc(a.all, func(m game.Move) bool { return m.Seat == seat && m.Action == o.Action })
			if (o.Why == nil) != exists && !(o.Unproved && o.Why == nil) {
				return broken(a.at, "%s of %s is offered: %t (%v); a complete move of it exists: %t", o.Action, seat, o.Why == nil,
					o.Why, exists)
			}
			if o.Unproved && (o.Why != nil || o.Complete) {
				return broken(a.at, "%s of %s is marked as unproved, but complete: %t, impossible: %v", o.Action, seat, o.Complete,
					o.Why)
			}
			if o.Why != nil && o.Why.String() == "" {
				return broken(a.at, "%s is not offered to %s, but no reason is given", o.Action, seat)
			}
		}
	}
	return nil
}

// offeredOnce returns what is wrong with the list of actions that a seat gets: it must have all actions of
// the rules, or those of the current step, each once, and withdraw if there is a choice to take back.
func (a *agreement) offeredOnce(seat game.Seat, offers []game.Offer) string {
	if !flows(a.rules) && len(offers) != len(a.rules.Actions) {
		return fmt.Sprintf("%d offers for %d actions", len(offers), len(a.rules.Actions))
	}
	names := map[string]bool{}
	for _, o := range offers {
		known := slices.ContainsFunc(a.rules.Actions, func(x *game.Action) bool { return x.Name == o.Action })
		switch {
		case names[o.Action]:
			return fmt.Sprintf("%s offered twice", o.Action)
		case !known && !ofKernel(a.rules, o.Action):
			return fmt.Sprintf("%s offered, which is not an action", o.Action)
		}
		names[o.Action] = true
	}
	for _, m := range a.all {
		if !names[m.Action] && (m.Seat == seat || !withdraws(a.rules, m.Action)) {
			return fmt.Sprintf("no offer of %s, although it has moves", m.Action)
		}
	}
	return ""
}

// along chooses the move value by value, and checks each offer on the way.
func (a *agreement) along(m game.Move) *breach {
	c, err := a.chooser(a.s, game.Move{Seat: m.Seat, Action: m.Action})
	if err != nil {
		return broken(a.at, "%s of %s is offered, but choosing it gives: %v", m.Action, m.Seat, err)
	}
	for i, values := range m.Picks {
		for k := 0; k <= len(values); k++ {
			o := c.Next()
			if o == nil || o.At != i {
				break
			}
			b := a.here(c)
			if b == nil && k < len(values) {
				c, b = a.choose(c, values[k])
			} else if b == nil {
				c, b = a.stops(c)
			}
			if b != nil {
				return b
			}
		}
	}
	if got, whole := c.Move(); !whole || !completes(m, got) {
		return broken(a.at, "chosen value by value, %q of %s is %q; whole: %t", a.s.Text(m), m.Seat, a.s.Text(got), whole)
	}
	return nil
}

// here checks what is offered next.
func (a *agreement) here(c *game.Chooser) *breach {
	d, _ := c.Move()
	o, b := a.next(d)
	if b != nil {
		return b
	}
	a.drafts = append(a.drafts, d)
	before, chosen := d, []game.Value(nil)
	if o.At < len(d.Picks) {
		before.Picks, chosen = d.Picks[:o.At], d.Picks[o.At]
	}
	if b := a.values(before, o, chosen); b != nil {
		return b
	}
	if b := a.last(d, o); b != nil {
		return b
	}
	if got, want := a.written(c), offered([]game.Offer{*o}, nil, a.s.Name); got != want {
		_, x, y := firstLine(got, want)
		return broken(a.at, "after %q a chooser offers\n  %s\nbut the state\n  %s", a.s.Text(d), x, y)
	}
	return nil
}

// last checks whether some values are correctly marked as the last choice.
func (a *agreement) last(d game.Move, o *game.Offer) *breach {
	open := slices.DeleteFunc(slices.Clone(o.Options), func(x game.Candidate) bool { return x.Why != nil || x.Unproved })
	if o.Options == nil && o.Text == nil && !o.Repeat && o.Lo <= o.Hi {
		open = []game.Candidate{{Value: game.Value{N: int64(o.Lo)}, Last: o.Last},
			{Value: game.Value{N: int64(o.Hi)}, Last: o.Last}}
	}
	for range min(3, len(open)) {
		x := open[a.r.IntN(len(open))]
		longer := d.With(o.At, x.Value)
		offers, err := a.offers(a.s, longer)
		if err != nil || len(offers) != 1 {
			return broken(a.at, "asking what follows %q of %s gives: %d offers, %v", a.s.Text(longer), d.Seat, len(offers), err)
		}
		if is := offers[0].Complete && offers[0].Pick == ""; x.Last != is {
			return broken(a.at, "after %q, %s is marked as the last choice: %t; nothing is left to choose then: %t", a.s.Text(d),
				o.Show(x.Value), x.Last, is)
		}
		if _, err := a.play(a.s, longer); x.Last && err != nil {
			return broken(a.at, "after %q, %s is marked as the last choice, but playing it gives: %v", a.s.Text(d),
				o.Show(x.Value), err)
		}
	}
	return nil
}

// choose chooses a value.
func (a *agreement) choose(c *game.Chooser, v game.Value) (*game.Chooser, *breach) {
	d, _ := c.Move()
	o := c.Next()
	next, err := a.kernel.take(c, v)
	if err != nil {
		return c, broken(a.at, "after %q, %s is offered for %s, but choosing it gives: %v", a.s.Text(d), o.Show(v), o.Pick,
			err)
	}
	if got, _ := next.Move(); !equivalent(got, d.With(o.At, v)) {
		return c, broken(a.at, "after %q, choosing %s leads to %q", a.s.Text(d), o.Show(v), a.s.Text(got))
	}
	return next, a.returns(c, next)
}

// stops ends the pick, and checks that this leads where the offer said.
func (a *agreement) stops(c *game.Chooser) (*game.Chooser, *breach) {
	d, _ := c.Move()
	o := c.Next()
	next, err := a.stop(c)
	if err != nil || !o.Stop {
		return c, broken(a.at, "after %q a move continues without more for %s, but the offer says it can stop: %t, and stopping gives: %v", a.s.Text(d), o.Pick, o.Stop, err)
	}
	got, whole := next.Move()
	if whole != o.StopLast || !whole && next.Next().At <= o.At {
		return c, broken(a.at, "after %q, stopping ends the move: %t; the offer says it does: %t", a.s.Text(d), whole,
			o.StopLast)
	}
	if !equivalent(got, d) {
		return c, broken(a.at, "after %q, stopping leads to %q", a.s.Text(d), a.s.Text(got))
	}
	return next, a.returns(c, next)
}

// returns checks that going back leads to where the choice was, from the Chooser itself and from its draft.
func (a *agreement) returns(from, to *game.Chooser) *breach {
	d, whole := to.Move()
	given, err := a.chooser(a.s, d)
	if err != nil {
		return broken(a.at, "asking what follows %q of %s gives: %v", a.s.Text(d), d.Seat, err)
	}
	all := []*game.Chooser{to}
	if _, is := given.Move(); is == whole { // otherwise it was whole only because the seat stopped
		all = append(all, given)
	}
	was, _ := from.Move()
	for _, c := range all {
		before := a.back(c)
		if before == nil {
			return broken(a.at, "from %q there is no way back", a.s.Text(d))
		}
		if m, _ := before.Move(); !equivalent(m, was) || a.written(before) != a.written(from) {
			return broken(a.at, "going back from %q leads to %q, not to %q", a.s.Text(d), a.s.Text(m), a.s.Text(was))
		}
	}
	return nil
}

// written is what a chooser offers.
func (a *agreement) written(c *game.Chooser) string { return offered(c.Offers(), nil, a.s.Name) }

// next returns what follows the draft, and checks whether it is correctly marked as complete.
func (a *agreement) next(d game.Move) (*game.Offer, *breach) {
	offers, err := a.offers(a.s, d)
	text := a.s.Text(d)
	if err != nil || len(offers) != 1 {
		return nil, broken(a.at, "asking what follows %q of %s gives: %d offers, %v", text, d.Seat, len(offers), err)
	}
	o := &offers[0]
	if o.Why != nil {
		return nil, broken(a.at, "%q of %s is the beginning of a move, but what follows is not offered: %s", text, d.Seat,
			o.Why)
	}
	if is := slices.ContainsFunc(a.all, func(m game.Move) bool { return completes(m, d) }); o.Complete != is {
		return nil, broken(a.at, "%q of %s is marked as complete: %t; it is a move: %t", text, d.Seat, o.Complete, is)
	}
	return o, nil
}

// values compares the values of the offer that follow the draft, and those already chosen for the pick, with
// the moves that continue this way.
func (a *agreement) values(d game.Move, o *game.Offer, chosen []game.Value) *breach {
	if o.Text != nil {
		return nil // the moves have only the texts that List suggests
	}
	want := map[game.Value]bool{}
	for _, m := range a.all {
		if !beginsWith(m, d) || len(m.Picks) <= o.At {
			continue
		}
		for _, v := range further(m.Picks[o.At], chosen, o.Repeat) {
			want[v] = true
		}
	}
	open := openValues(o)
	for _, v := range open {
		if !want[v] && !unproved(o, v) {
			return broken(a.at, "after %q, %s is offered for %s, but no complete move continues with it", a.s.Text(d), o.Show(v),
				o.Pick)
		}
		delete(want, v)
	}
	for v := range want {
		return broken(a.at, "after %q, %s is not offered for %s, but a complete move continues with it", a.s.Text(d),
			o.Show(v), o.Pick)
	}
	return nil
}

// unproved reports whether the offer marks a value as unproved.
func unproved(o *game.Offer, v game.Value) bool {
	return slices.ContainsFunc(o.Options, func(x game.Candidate) bool {
		return x.Value == v && x.Unproved && x.Why == nil
	})
}

// beginsWith reports whether the move has the picks of the draft, in the order of the list of moves.
func beginsWith(m game.Move, d game.Move) bool {
	return m.Seat == d.Seat && m.Action == d.Action && len(m.Picks) >= len(d.Picks) &&
		slices.EqualFunc(m.Picks[:len(d.Picks)], d.Picks, slices.Equal)
}

// completes reports whether the draft is the move: its missing picks are empty.
func completes(m game.Move, d game.Move) bool {
	return beginsWith(m, d) && !slices.ContainsFunc(m.Picks[len(d.Picks):], func(v []game.Value) bool {
		return len(v) > 0
	})
}

// further returns the values that can come next when some are chosen: the next one for a repeated pick,
// otherwise all others, if the chosen ones are among them.
func further(values, chosen []game.Value, ordered bool) []game.Value {
	if ordered {
		if len(values) > len(chosen) && slices.Equal(values[:len(chosen)], chosen) {
			return values[len(chosen) : len(chosen)+1]
		}
		return nil
	}
	var rest []game.Value
	found := 0
	for _, v := range values {
		if slices.Contains(chosen, v) {
			found++
		} else {
			rest = append(rest, v)
		}
	}
	if found < len(chosen) {
		return nil
	}
	return rest
}
