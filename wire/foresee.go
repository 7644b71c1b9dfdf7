package wire

import (
	"slices"

	"github.com/plygame/ply/game"
)

// chosenValue stands for the chosen value in Offer.Thens, so that equal effects of many values are sent once.
const chosenValue = "*"

// OffersForeseen is Offers, with what each value that completes the move would change on the view, as far as the view
// tells. It plays at most this many moves to find out, and adds at most this many bytes.
func OffersForeseen(view *game.State, draft game.Move, moves, bytes int) ([]Offer, error) {
	chooser, err := view.Chooser(draft)
	if err != nil {
		return nil, err
	}
	offers := chooser.Offers()
	all := offersOf(view, offers)
	for i := range offers {
		o := &offers[i]
		draft.Action = o.Action
		var last []int // the values that complete the move
		var plays []game.Move
		for k, c := range o.Options {
			if (o.Last || c.Last) && c.Why == nil && o.Why == nil && len(last) < moves {
				last, plays = append(last, k), append(plays, draft.With(o.At, c.Value))
			}
		}
		moves -= len(plays)
		for k, changes := range view.Foresee(plays...) {
			if changes != nil && bytes > 0 {
				bytes -= all[i].foreseen(&all[i].Values[last[k]], changes)
			}
		}
	}
	return all, nil
}

// foreseen notes what a value changes; it returns about how many bytes that adds.
func (o *Offer) foreseen(v *Value, changes []game.Change) int {
	changes = slices.Clone(changes)
	for i := range changes {
		if changes[i].Of == v.Value {
			changes[i].Of = chosenValue
		}
	}
	for i := range o.Thens {
		if slices.Equal(o.Thens[i].Changes, changes) {
			v.Then = &i
			return len(`,"then":0`)
		}
	}
	i, size := len(o.Thens), len(`,"then":0{"changes":[]},`)
	for _, c := range changes {
		size += len(`{"of":"","field":"","was":"","is":""},`) + len(c.Of) + len(c.Field) + len(c.Was) + len(c.Is)
	}
	o.Thens, v.Then = append(o.Thens, Stage{Changes: changes}), &i
	return size
}
