package gametest

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/plygame/ply/game"
)

// draft chooses a move of one of the seats to act, pick by pick from what is offered. invented means that the
// move contains free text or an unproved value, and may be refused.
func (k *kernel) draft(s *game.State, r *rand.Rand) (d game.Move, invented bool, err error) {
	return k.draftOf(s, k.anySeat(s, r), r)
}

// draftOf is draft for one seat. It may stop where the draft can be played although more can be chosen.
func (k *kernel) draftOf(s *game.State, seat game.Seat, r *rand.Rand) (d game.Move, invented bool, err error) {
	c, err := k.chooser(s, game.Move{Seat: seat})
	if err != nil {
		return d, false, fmt.Errorf("asked what it may do, %s gets: %w", seat, err)
	}
	for range maxChoices {
		d, whole := c.Move()
		o := c.Next()
		if whole || o != nil && o.Complete && r.IntN(2) == 0 {
			return d, invented, nil
		}
		invented = invented || o != nil && mayFail(o)
		if c, err = c.Random(r.IntN, inventor(r)); err != nil {
			return d, invented, fmt.Errorf("the offers lead nowhere: after %q %w", s.Text(d), err)
		}
	}
	d, _ = c.Move()
	return d, invented, fmt.Errorf("more than %d values can be chosen for one move: %.100s", maxChoices, s.Text(d))
}

// mayFail reports whether a choice may turn out not to lead to a move: free text, or something unproved.
func mayFail(o *game.Offer) bool {
	return o.Text != nil || o.Unproved || slices.ContainsFunc(o.Options, func(x game.Candidate) bool { return x.Unproved })
}

// inventor makes up texts.
func inventor(r *rand.Rand) func(*game.Text) string {
	return func(t *game.Text) string { return invent(t, r) }
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
