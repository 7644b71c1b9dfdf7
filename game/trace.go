package game

import (
	"fmt"
	"slices"
	"strings"
)

// Trace explains why actions are available or not, as a tree: a seat, its actions, for each action its
// condition with the parts joined by And and Or, its picks in order, and for each pick the reasons why values
// cannot be chosen.
type Trace struct {
	Of   string // "seat", "action", "condition", "pick" or "reason"
	Name string // of the action or pick
	Can  bool   // it is available, or something can be chosen
	Why  *Line  // why not

	// For a pick: how many values it has, how many of them can be chosen, and how many of those are not proved.
	// For a reason: how many values it applies to. Values is -1 if they are not listed.
	Values, Open, Unproved int

	With string // for a pick: the draft it was evaluated with, as Text writes it

	Below []Trace
}

// Trace explains for each action of a seat why it is available or not. Later picks are evaluated with the
// first value that leads on; if none does, with the first that the pick itself accepts, so that the trace
// includes the pick that blocks the move.
func (s *State) Trace(seat Seat) Trace {
	all := Trace{Of: "seat", Name: s.rules.SeatName(seat)}
	offers, err := s.Offers(Move{Seat: seat})
	if err != nil {
		all.Why = lineOf(err)
		return all
	}
	for i := range offers {
		o := &offers[i]
		x := Trace{Of: "action", Name: o.Action, Can: o.Why == nil, Why: o.Why}
		all.Can = all.Can || x.Can
		x.Below = s.traceIf(seat, o.Action)
		if o.Pick != "" {
			x.Below = append(x.Below, s.tracePicks(Move{Seat: seat, Action: o.Action}, o)...)
		}
		all.Below = append(all.Below, x)
	}
	return all
}

// traceIf returns the condition of an action with its parts, nothing if it has none.
func (s *State) traceIf(seat Seat, action string) (all []Trace) {
	a := s.rules.c.byAction[action]
	if a == nil || a.If == nil || s.over != running || !s.ToAct().Has(seat) {
		return nil
	}
	f := s.rules.borrow(s)
	defer s.rules.giveBack(f)
	t := &f.t
	err := t.looked(func() {
		t.begin(seat)
		t.doing = a
		t.conditions = &all
		t.why(notNow, func() bool { return t.tested(a.If) })
	})
	if err != nil {
		return nil
	}
	return all
}

// lineOf returns the text of an error.
func lineOf(err error) *Line {
	if r, is := err.(*Refusal); is {
		return &r.Why
	}
	return &Line{Text: err.Error()}
}

// tracePicks follows the picks of an action, starting with this offer.
func (s *State) tracePicks(d Move, o *Offer) (picks []Trace) {
	for o.Pick != "" {
		picks = append(picks, o.trace(s.Text(d)))
		at := o.At
		for o.Pick != "" && o.At == at { // up to the next pick
			var ok bool
			if d, o, ok = s.traceOn(d, o); !ok {
				return picks
			}
		}
	}
	return picks
}

// traceOn chooses one more value, or ends the pick.
func (s *State) traceOn(d Move, o *Offer) (Move, *Offer, bool) {
	if o.Stop && o.At < len(d.Picks) && len(d.Picks[o.At]) > 0 {
		return s.traced(d.ended())
	}
	values, n := o.open()
	switch {
	case o.Text != nil:
		return d, o, false
	case o.Options == nil && n > 0:
		return s.traced(d.With(o.At, Value{N: int64(o.Lo)}))
	case n > 0:
		return s.traced(d.With(o.At, values[0]))
	}
	for k, c := range o.Options {
		if k == maxReasons {
			break
		}
		if m, next, ok := s.traced(d.With(o.At, c.Value)); ok {
			return m, next, true
		}
	}
	return d, o, false
}

// traced returns what follows a draft.
func (s *State) traced(d Move) (Move, *Offer, bool) {
	offers, err := s.Offers(d)
	if err != nil {
		return d, nil, false
	}
	return d, &offers[0], true
}

// trace counts the values of the offer.
func (o *Offer) trace(with string) Trace {
	x := Trace{Of: "pick", Name: o.Pick, Can: o.Why == nil, Why: o.Why, With: with, Values: len(o.Options)}
	if o.Options == nil {
		if x.Values = -1; o.Text == nil {
			x.Values = max(0, o.Hi-o.Lo+1)
			x.Open = x.Values
		}
		return x
	}
	for _, c := range o.Options {
		switch {
		case c.Why != nil:
			x.refused(c.Why)
		case c.Unproved:
			x.Unproved++
			x.Open++
		default:
			x.Open++
		}
	}
	return x
}

// refused counts a value that cannot be chosen.
func (x *Trace) refused(why *Line) {
	for i := range x.Below {
		if x.Below[i].Why.String() == why.String() {
			x.Below[i].Values++
			return
		}
	}
	x.Below = append(x.Below, Trace{Of: "reason", Why: why, Values: 1})
}

// String returns the trace as text, one line for each action, pick and reason.
func (x Trace) String() string {
	var b strings.Builder
	switch {
	case x.Of == "seat" && x.Below == nil && x.Why != nil:
		return x.Why.String()
	case x.Of == "seat":
		for _, y := range x.Below {
			y.write(&b, "")
		}
	default:
		x.write(&b, "")
	}
	return b.String()
}

func (x Trace) write(b *strings.Builder, indent string) {
	if x.Of == "action" && len(x.Below) > 0 && x.Below[0].Of == "condition" { // the action itself shows the whole condition
		x.Below = append(slices.Clip(x.Below[0].Below), x.Below[1:]...)
	}
	switch {
	case x.Of == "condition" && x.Can:
		fmt.Fprintf(b, "%sholds\n", indent)
	case x.Of == "condition" && x.Why != nil:
		fmt.Fprintf(b, "%sdoes not hold: %s\n", indent, x.Why)
	case x.Of == "condition":
		fmt.Fprintf(b, "%sdoes not hold\n", indent)
	case x.Of == "reason":
		fmt.Fprintf(b, "%s%d cannot: %s\n", indent, x.Values, x.Why)
	case x.Of == "pick" && x.Values < 0:
		fmt.Fprintf(b, "%s%s: free text\n", indent, x.Name)
	case x.Of == "pick":
		fmt.Fprintf(b, "%s%s: %d of %d can be chosen", indent, x.Name, x.Open, x.Values)
		if x.Unproved > 0 {
			fmt.Fprintf(b, ", %d not proved", x.Unproved)
		}
		if strings.Contains(x.With, " ") {
			fmt.Fprintf(b, " after %s", x.With)
		}
		b.WriteByte('\n')
	case x.Why != nil:
		fmt.Fprintf(b, "%s%s: no, %s\n", indent, x.Name, x.Why)
	default:
		fmt.Fprintf(b, "%s%s: yes\n", indent, x.Name)
	}
	for _, y := range x.Below {
		y.write(b, indent+"  ")
	}
}
