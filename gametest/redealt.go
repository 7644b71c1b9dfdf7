package gametest

import (
	"fmt"
	"math/rand/v2"

	"github.com/plygame/ply/game"
)

// inFork re-deals in a fork, which must show the observer the same as before, with the same names.
func (d *dealing) inFork(s, _ *game.State, o game.Seat) string {
	f := d.fork(s)
	if err := f.Redeal(s, o, 1); err != nil {
		return fmt.Sprintf("a fork gives: %v", err)
	}
	seen := d.hash(d.view(f.State(), o))
	r, err := f.Freeze()
	if err != nil {
		return fmt.Sprintf("a fork cannot be frozen: %v", err)
	}
	want := d.expected(s, o)
	if n, a, b := firstLine(d.shown(d.view(r, o), want).String(), d.shown(d.view(s, o), want).String()); n > 0 {
		return fmt.Sprintf("a fork shows\n  %s\nnot\n  %s", a, b)
	}
	if frozen, want := d.hash(d.view(r, o)), d.hash(d.view(s, o)); seen != want || frozen != want {
		return fmt.Sprintf("the view in a fork has the hash %016x, frozen %016x, not %016x", seen, frozen, want)
	}
	if why := d.choosesSame(s, r, o); why != "" {
		return "in a fork " + why
	}
	return d.holdsSame(s, r, o)
}

// onward is how many random moves are played on from a re-deal.
const onward = 8

func (d *dealing) playsOn(i int, r *game.State) string {
	luck := rand.New(rand.NewPCG(d.g.setup.Seed, uint64(i)))
	g := newTrail(d.kernel, d.rules, d.g.setup, r)
	for range onward {
		if g.last().Outcome().Over {
			break
		}
		m, next, stop := d.playOne(g, luck)
		if stop != nil {
			return "it cannot be played on: " + stop.words
		}
		g.add(d.kernel, m, next)
	}
	return ""
}
