package cli

import (
	"math/rand/v2"
	"slices"

	"github.com/plygame/ply/game"
)

// What a function says at the start is not all that it says. So a few games are played at random,
// and what they offer is looked at.
const (
	strolls     = 5
	strides     = 20 // in each
	enoughAsked = 5  // states, for what is the same in all of them
)

// stroll plays on from the start, for picks of which it is not declared how many are chosen, and
// whether any are refused.
func stroll(all []actionFact, begun []*game.State) {
	open := func(p pickFact) bool { return p.Narrow || p.Several }
	if !slices.ContainsFunc(all, func(d actionFact) bool { return slices.ContainsFunc(d.Picks, open) }) {
		return
	}
	for i, s := range begun[:min(strolls, len(begun))] {
		luck := rand.New(rand.NewPCG(uint64(i), 0))
		for range strides {
			if s = stride(all, s, luck); s == nil {
				break
			}
		}
	}
}

// stride looks at what the first seat to act is offered and plays something of it; nil if there is
// nothing more to play.
func stride(all []actionFact, s *game.State, luck *rand.Rand) *game.State {
	if s.Over() {
		return nil
	}
	var draft game.Move
	for draft.Seat = range s.ToAct().Seats() {
		break
	}
	offers, err := s.Offers(draft)
	if err != nil {
		return nil
	}
	var drafts []game.Move
	for _, o := range offers {
		i := slices.IndexFunc(all, func(d actionFact) bool { return d.Name == o.Action })
		if o.Why != nil || i < 0 {
			continue
		}
		draft.Action, draft.Picks = o.Action, nil
		if d, whole := all[i].drafted(s, draft, luck); whole {
			drafts = append(drafts, d)
		}
	}
	luck.Shuffle(len(drafts), func(i, k int) { drafts[i], drafts[k] = drafts[k], drafts[i] })
	for _, d := range drafts {
		if next, err := s.Play(d); err == nil {
			return next
		}
	}
	return nil
}

// drafted chooses at random, pick by pick, and notes what is offered.
func (d *actionFact) drafted(s *game.State, draft game.Move, luck *rand.Rand) (_ game.Move, whole bool) {
	seen := -1
	for range askings {
		offers, err := s.Offers(draft)
		if err != nil || len(offers) == 0 || offers[0].Why != nil {
			return draft, false
		}
		o := &offers[0]
		if o.Pick == "" {
			return draft, o.Complete
		}
		d.Picks[o.At].note(o, o.At > seen)
		seen = o.At
		v, ok := anyOpen(o, luck)
		if !ok || o.Complete && luck.IntN(2) == 0 {
			return draft, o.Complete
		}
		draft = draft.With(o.At, v)
	}
	return draft, false
}

// note keeps what an offer tells of the pick; first if it is about its first value.
func (p *pickFact) note(o *game.Offer, first bool) {
	if first || p.Repeat { // else what is chosen already is refused
		for _, c := range o.Options {
			p.Refuses = p.Refuses || p.Narrow && c.Why != nil
		}
	}
	if !first {
		return
	}
	p.asked++
	if n := numbers(o.Min, o.Max); p.Several && !slices.Contains(p.counts, n) {
		p.counts = append(p.counts, n)
	}
}

// anyOpen is one of the values that can be chosen.
func anyOpen(o *game.Offer, luck *rand.Rand) (v game.Value, ok bool) {
	var open []game.Value
	for _, c := range o.Options {
		if c.Why == nil {
			open = append(open, c.Value)
		}
	}
	switch {
	case len(open) > 0:
		return open[luck.IntN(len(open))], true
	case o.Options == nil && o.Text == nil && o.Lo <= o.Hi:
		return game.Value{N: int64(o.Lo + luck.IntN(o.Hi-o.Lo+1))}, true
	}
	return game.Value{}, false
}
