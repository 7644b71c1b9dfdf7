package gametest

import (
	"fmt"
	"strings"

	"github.com/plygame/ply/game"
)

// onForks checks that a fork offers the same choices as the state, and does not change.
func (a *agreement) onForks() *breach {
	fork := a.s.Fork()
	before := fork.Hash()
	drafts := a.drafts
	for seat := range game.Seat(a.s.Seats()) {
		drafts = append(drafts, game.Move{Seat: seat})
	}
	var got []game.Offer
	for _, d := range drafts {
		offers, err := a.offers(a.s, d)
		if err != nil {
			return broken(a.at, "asking what follows %q of %s gives: %v", a.s.Text(d), d.Seat, err)
		}
		if got, err = a.onFork(fork, d, got[:0]); err != nil {
			return broken(a.at, "after %q a fork offers nothing to %s: %v", a.s.Text(d), d.Seat, err)
		}
		if is, want := wordless(got), wordless(offers); is != want {
			return broken(a.at, "after %q a fork offers %s\n  %s\nbut the state\n  %s", a.s.Text(d), d.Seat, is, want)
		}
	}
	if fork.Hash() != before {
		return broken(a.at, "the offers of a fork have changed it")
	}
	return nil
}

// wordless writes down what can be chosen.
func wordless(offers []game.Offer) string {
	var b strings.Builder
	for _, o := range offers {
		if o.Why != nil {
			continue
		}
		fmt.Fprintf(&b, "%s %s/%d %s [%d %d] [%d %d] complete %t stop %t %t last %t optional %t repeat %t unproved %t:",
			o.Action, o.Pick, o.At, o.Sort,
			o.Min, o.Max, o.Lo, o.Hi, o.Complete, o.Stop, o.StopLast, o.Last, o.Optional, o.Repeat, o.Unproved)
		for _, c := range o.Options {
			if c.Why == nil && o.Text == nil { // only a fork has suggested texts
				fmt.Fprintf(&b, " %d%q,%t,%t", c.Value.N, c.Value.Text, c.Last, c.Unproved)
			}
		}
		b.WriteString("; ")
	}
	return b.String()
}
