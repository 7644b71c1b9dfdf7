package gametest

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/plygame/ply/game"
)

// offersAgree: an action is available exactly if there is a complete move of it; a value is
// offered exactly if some complete move goes on with it; a draft is complete exactly if it
// is a move.
func offersAgree(c *checker, g *trail) *breach {
	r := rand.New(rand.NewPCG(g.setup.Seed, 11))
	for _, i := range c.moments(g, 12) {
		a := &agreement{checker: c, s: g.states[i], at: i}
		var err error
		if a.all, err = c.legal(a.s); err != nil {
			continue // free text cannot be listed
		}
		if b := a.actions(); b != nil {
			return b
		}
		for range min(5, len(a.all)) {
			if b := a.along(a.all[r.IntN(len(a.all))]); b != nil {
				return b
			}
		}
		if c.late() {
			break
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
}

// actions looks at what is offered to each seat before anything is chosen.
func (a *agreement) actions() *breach {
	for seat := range game.Seat(a.s.Seats()) {
		offers, err := a.offers(a.s, game.Move{Seat: seat})
		if err != nil {
			return broken(a.at, "asked what it may do, %s gets: %v", seat, err)
		}
		if why := a.offeredOnce(offers); why != "" {
			return broken(a.at, "%s gets %s", seat, why)
		}
		for _, o := range offers {
			exists := slices.ContainsFunc(a.all, func(m game.Move) bool { return m.Seat == seat && m.Action == o.Action })
			if (o.Why == nil) != exists {
				return broken(a.at, "%s of %s is offered: %t (%v); a complete move of it exists: %t", o.Action, seat, o.Why == nil, o.Why, exists)
			}
			if o.Why != nil && o.Why.String() == "" {
				return broken(a.at, "%s is not offered to %s, and no reason is given", o.Action, seat)
			}
		}
	}
	return nil
}

// offeredOnce answers what is wrong with the list of actions that a seat gets: it has all
// actions of the rules, or those of the step that the game is in, each once.
func (a *agreement) offeredOnce(offers []game.Offer) string {
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
			return fmt.Sprintf("%s offered, which is no action", o.Action)
		}
		names[o.Action] = true
	}
	for _, m := range a.all {
		if !names[m.Action] {
			return fmt.Sprintf("no offer of %s, of which there are moves", m.Action)
		}
	}
	return ""
}

// along chooses the move value by value, and looks at each offer on the way.
func (a *agreement) along(m game.Move) *breach {
	d := game.Move{Seat: m.Seat, Action: m.Action}
	names := pickNames(a.rules, m.Action)
	open := false // the pick before could take more
	for i, values := range m.Picks {
		asked := d
		if open {
			asked.Picks = append(slices.Clip(d.Picks), nil) // but it gets no more
		}
		o, b := a.next(asked)
		if b == nil && o.Pick != names[i] {
			return nil // this one may be left out, and was, when the one before was closed
		}
		if b == nil {
			b = a.values(d, o, nil)
		}
		if b == nil {
			open, b = a.choose(&d, names[i], values)
		}
		if b != nil {
			return b
		}
	}
	return nil
}

// choose adds the values of one pick to the draft, one by one; open tells that it could
// take more.
func (a *agreement) choose(d *game.Move, pick string, values []game.Value) (open bool, b *breach) {
	before := *d
	d.Picks = append(slices.Clip(d.Picks), nil)
	for k := range values {
		d.Picks[len(d.Picks)-1] = values[:k+1]
		o, b := a.next(*d)
		if b != nil {
			return false, b
		}
		if open = o.Pick == pick; open {
			if b := a.values(before, o, values[:k+1]); b != nil {
				return false, b
			}
		}
	}
	return open, nil
}

// next asks what follows the draft, and whether it is rightly called complete.
func (a *agreement) next(d game.Move) (*game.Offer, *breach) {
	offers, err := a.offers(a.s, d)
	text := a.s.Text(d)
	if err != nil || len(offers) != 1 {
		return nil, broken(a.at, "what follows %q of %s cannot be asked: %d offers, %v", text, d.Seat, len(offers), err)
	}
	o := &offers[0]
	if o.Why != nil {
		return nil, broken(a.at, "%q of %s is the beginning of a move, but what follows is not offered: %s", text, d.Seat, o.Why)
	}
	if is := slices.ContainsFunc(a.all, func(m game.Move) bool { return completes(m, d) }); o.Complete != is {
		return nil, broken(a.at, "%q of %s is called complete: %t; it is a move: %t", text, d.Seat, o.Complete, is)
	}
	return o, nil
}

// values compares the values of the offer that follow the draft, and those chosen already
// for the pick itself, with the moves that go on so.
func (a *agreement) values(d game.Move, o *game.Offer, chosen []game.Value) *breach {
	want := map[game.Value]bool{}
	for _, m := range a.all {
		if !beginsWith(m, d) || len(m.Picks) == len(d.Picks) {
			continue
		}
		for _, v := range further(m.Picks[len(d.Picks)], chosen, o.Repeat) {
			want[v] = true
		}
	}
	open := openValues(o)
	for _, v := range open {
		if !want[v] {
			return broken(a.at, "after %q %s is offered for %s, but no complete move goes on with it", a.s.Text(d), o.Show(v), o.Pick)
		}
		delete(want, v)
	}
	for v := range want {
		return broken(a.at, "after %q %s is not offered for %s, but a complete move goes on with it", a.s.Text(d), o.Show(v), o.Pick)
	}
	return nil
}

// beginsWith reports whether the move has the picks of the draft, in the order they have in
// the list of moves.
func beginsWith(m game.Move, d game.Move) bool {
	return m.Seat == d.Seat && m.Action == d.Action && len(m.Picks) >= len(d.Picks) &&
		slices.EqualFunc(m.Picks[:len(d.Picks)], d.Picks, slices.Equal)
}

// completes reports whether the draft is the move: what it lacks is empty.
func completes(m game.Move, d game.Move) bool {
	return beginsWith(m, d) && !slices.ContainsFunc(m.Picks[len(d.Picks):], func(v []game.Value) bool { return len(v) > 0 })
}

// further returns the values that come next when some are chosen: in order for a repeated
// pick, else all the others, if those that are chosen are among them.
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
