package gametest

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"

	"github.com/plygame/ply/game"
)

// draft chooses a move of one of the seats to act, pick by pick among what is offered; invented tells that there is
// free text in it, which may be refused.
func (k *kernel) draft(s *game.State, r *rand.Rand) (d game.Move, invented bool, err error) {
	return k.draftOf(s, k.anySeat(s, r), r)
}

// draftOf is draft for one seat.
func (k *kernel) draftOf(s *game.State, seat game.Seat, r *rand.Rand) (d game.Move, invented bool, err error) {
	d.Seat = seat
	o, err := k.anyAction(s, d, r)
	if err != nil {
		return d, false, err
	}
	d.Action = o.Action
	for range maxChoices {
		if o.Why != nil {
			return d, invented, fmt.Errorf("the offers lead nowhere: after %q nothing can be chosen: %s", s.Text(d), o.Why)
		}
		if more := o.Text != nil || len(openValues(&o)) > 0; o.Complete && (!more || r.IntN(2) == 0) {
			return d, invented, nil
		}
		invented = invented || o.Text != nil
		if err := extend(s.Rules(), &d, &o, r); err != nil {
			return d, invented, fmt.Errorf("the offers lead nowhere: after %q %w", s.Text(d), err)
		}
		next, err := k.offers(s, d)
		if err != nil || len(next) != 1 {
			return d, invented, fmt.Errorf("what follows %q cannot be asked: %d offers, %w", s.Text(d), len(next), err)
		}
		o = next[0]
	}
	return d, invented, fmt.Errorf("more than %d values can be chosen for one move: %.100s", maxChoices, s.Text(d))
}

const maxChoices = 10_000

// anySeat returns one of the seats to act.
func (k *kernel) anySeat(s *game.State, r *rand.Rand) game.Seat {
	all := k.seatsToAct(s)
	if len(all) < 2 {
		return s.Turn()
	}
	return all[r.IntN(len(all))]
}

// anyAction returns one of the actions that are offered.
func (k *kernel) anyAction(s *game.State, d game.Move, r *rand.Rand) (game.Offer, error) {
	offers, err := k.offers(s, d)
	if err != nil {
		return game.Offer{}, fmt.Errorf("asked what it may do, %s gets: %w", d.Seat, err)
	}
	offers = slices.DeleteFunc(offers, func(o game.Offer) bool { return o.Why != nil })
	if len(offers) == 0 {
		return game.Offer{}, fmt.Errorf("nothing is offered to %s, whose turn it is", d.Seat)
	}
	return offers[r.IntN(len(offers))], nil
}

// extend adds one of the values that are offered to the draft, or leaves the pick at that.
func extend(rules *game.Rules, d *game.Move, o *game.Offer, r *rand.Rand) error {
	names := pickNames(rules, d.Action)
	at := slices.Index(names, o.Pick)
	if at == len(d.Picks) {
		d.Picks = append(slices.Clip(d.Picks), nil)
	} else if at < 0 || at != len(d.Picks)-1 {
		return fmt.Errorf("%s is offered, which is not the next pick", o.Pick)
	}
	v, ok := value(o, r)
	mayStop := at < len(names)-1 && o.Stop
	switch chosen := len(d.Picks[at]); {
	case chosen == 0 && o.Optional && (!ok || r.IntN(4) == 0):
	case mayStop && chosen > 0 && (!ok || r.IntN(2) == 0):
		d.Picks = append(d.Picks, nil) // enough of it: on to the next pick
	case !ok:
		return fmt.Errorf("nothing can be chosen for %s", o.Pick)
	default:
		d.Picks[at] = append(slices.Clip(d.Picks[at]), v)
	}
	return nil
}

// pickNames returns what the picks of an action are called.
func pickNames(rules *game.Rules, action string) (names []string) {
	for _, a := range rules.Actions {
		for _, p := range a.Pick {
			if a.Name == action {
				names = append(names, reflect.ValueOf(p).Elem().FieldByName("Name").String())
			}
		}
	}
	return names
}

// value returns one of the values that can be chosen.
func value(o *game.Offer, r *rand.Rand) (game.Value, bool) {
	if o.Text != nil {
		return game.Value{Text: invent(o.Text, r)}, true
	}
	open := openValues(o)
	if len(open) == 0 {
		return game.Value{}, false
	}
	return open[r.IntN(len(open))], true
}

// openValues lists all values that can be chosen.
func openValues(o *game.Offer) (open []game.Value) {
	if o.Options == nil && o.Pick != "" && o.Text == nil {
		for n := o.Lo; n <= o.Hi && len(open) < 1<<16; n++ {
			open = append(open, game.Value{N: int64(n)})
		}
	}
	for _, c := range o.Options {
		if c.Why == nil {
			open = append(open, c.Value)
		}
	}
	return open
}
