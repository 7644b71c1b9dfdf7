package explain

import (
	"math/rand/v2"
	"slices"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
)

// The start does not show everything that functions may return, so a few random games are played to look at their
// offers.
const (
	strolls     = 5
	strides     = 20 // moves in each
	enoughAsked = 5  // states that are enough to call something constant
)

// samplePicks plays random games to find out how many values picks take and whether they refuse any, as that is not
// declared.
func samplePicks(all []actionFact, begun []*game.State) {
	open := func(p pickFact) bool { return p.Narrow || p.Several }
	if !slices.ContainsFunc(all, func(d actionFact) bool { return slices.ContainsFunc(d.Picks, open) }) {
		return
	}
	for i, s := range begun[:min(strolls, len(begun))] {
		luck := rand.New(rand.NewPCG(uint64(i), 0))
		for range strides {
			if s = sampleMove(all, s, luck); s == nil {
				break
			}
		}
	}
}

// sampleMove looks at the offers of the first seat to act and plays one; it returns nil if there is no move.
func sampleMove(all []actionFact, s *game.State, luck *rand.Rand) *game.State {
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

// firstToAct returns the first seat to act.
func firstToAct(s *game.State) game.Seat {
	for seat := range s.ToAct().All() {
		return seat
	}
	return s.Turn()
}

// drafted makes random choices, pick by pick, and notes the offers.
func (d *actionFact) drafted(c *game.Chooser, luck *rand.Rand) (m game.Move, whole bool) {
	seen := -1
	for range maxAskings {
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

// note records what an offer shows about a pick; first is set for its first value.
func (p *pickFact) note(o *game.Offer, first bool) {
	if first || p.Repeat { // otherwise chosen values are refused
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
