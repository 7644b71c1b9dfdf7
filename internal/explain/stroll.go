package explain

import (
	"math/rand/v2"
	"slices"

	"github.com/plygame/ply/bot"
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
	top, err := s.Chooser(game.Move{Seat: firstToAct(s)})
	if err != nil {
		return nil
	}
	var drafts []game.Move
	for _, o := range top.Offers() {
		i := slices.IndexFunc(all, func(d actionFact) bool { return d.Name == o.Action })
		if o.Why != nil || i < 0 {
			continue
		}
		if c, err := top.Act(o.Action); err == nil {
			if d, whole := all[i].drafted(c, luck); whole {
				drafts = append(drafts, d)
			}
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

// firstToAct is the first of the seats that the game waits for.
func firstToAct(s *game.State) game.Seat {
	for seat := range s.ToAct().All() {
		return seat
	}
	return s.Turn()
}

// drafted chooses at random, pick by pick, and notes what is offered.
func (d *actionFact) drafted(c *game.Chooser, luck *rand.Rand) (m game.Move, whole bool) {
	seen := -1
	for range askings {
		if m, whole = c.Move(); whole {
			return m, true
		}
		o := c.Next()
		d.Picks[o.At].note(o, o.At > seen)
		seen = o.At
		var err error
		if c, err = c.Random(luck.IntN, func(t *game.Text) string { return bot.Text(t, luck) }); err != nil {
			return m, false
		}
	}
	return m, false
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
