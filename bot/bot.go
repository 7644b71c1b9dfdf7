// Package bot has players that are programs. They look at the view of their seat and know no more
// than it does.
package bot

import (
	"fmt"
	"math/rand/v2"

	"github.com/plygame/ply/game"
)

// Random chooses a move at random on the view of a seat, step by step: what to do first, then each
// value, all that are offered being equally likely. The move is one of the view: view.Real makes a
// move of the state out of it.
func Random(view *game.State, seat game.Seat, luck *rand.Rand) (game.Move, error) {
	offers, err := view.Offers(game.Move{Seat: seat})
	if err != nil {
		return game.Move{}, err
	}
	open := possible(offers, func(o *game.Offer) bool { return o.Why == nil })
	if len(open) == 0 {
		return game.Move{}, fmt.Errorf("%s can do nothing", seat)
	}
	o := open[luck.IntN(len(open))]
	draft := game.Move{Seat: seat, Action: o.Action}
	for {
		if o.Pick == "" && o.Complete {
			return draft, nil
		}
		more := true
		if draft, more, err = choose(draft, &o, luck); err != nil {
			return game.Move{}, err
		} else if !more && o.Complete {
			return draft, nil
		}
		if offers, err = view.Offers(draft); err != nil {
			return game.Move{}, err
		}
		if o = offers[0]; o.Why != nil {
			return game.Move{}, fmt.Errorf("%s cannot go on with %s: %s", seat, o.Action, o.Why)
		}
	}
}

// choose adds a value to a draft; more is false if it has chosen to stop with this pick.
func choose(d game.Move, o *game.Offer, luck *rand.Rand) (_ game.Move, more bool, err error) {
	values := possible(o.Options, func(c *game.Candidate) bool { return c.Why == nil })
	numbers := o.Sort == "number" && o.Options == nil
	n := len(values)
	switch {
	case numbers:
		n = o.Hi - o.Lo + 1
	case o.Text != nil:
		n = 1
	}
	chosen := 0
	if o.At < len(d.Picks) {
		chosen = len(d.Picks[o.At])
	}
	stops := o.Complete || o.Stop || o.Optional && chosen == 0
	switch k := luck.IntN(max(1, n+btoi(stops))); {
	case n == 0 && !stops:
		return d, false, fmt.Errorf("%s: nothing can be chosen for %s", o.Action, o.Pick)
	case k == n:
		return stop(d, o.At), false, nil
	case o.Text != nil:
		return d.With(o.At, game.Value{Text: Text(o.Text, luck)}), true, nil
	case numbers:
		return d.With(o.At, game.Value{N: int64(o.Lo + k)}), true, nil
	default:
		return d.With(o.At, values[k].Value), true, nil
	}
}

// stop says in a draft that a pick has enough: by an empty list where it would go on.
func stop(d game.Move, at int) game.Move {
	picks := append([][]game.Value{}, d.Picks...)
	for len(picks) < at {
		picks = append(picks, nil)
	}
	d.Picks = append(picks, []game.Value{})
	return d
}

// possible returns what can be had.
func possible[T any](all []T, can func(*T) bool) (some []T) {
	for i := range all {
		if can(&all[i]) {
			some = append(some, all[i])
		}
	}
	return some
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
