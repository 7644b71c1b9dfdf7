package gametest

import (
	"slices"
	"strings"

	"github.com/plygame/ply/game"
)

// differs records whether something hidden could be different, and whether it ever is.
func (d *dealing) differs(s, r *game.State, i int, o game.Seat) {
	if d.moved[o] {
		return
	}
	switch {
	case d.otherChoices(s, o):
		d.open[o] += enough / 3
	case d.couldDiffer(s, o):
		d.open[o] += enough / 4
	default:
		return
	}
	for n := range uint64(8) {
		if !d.sameDeal(s, r) {
			d.moved[o] = true
			return
		}
		var err error
		if r, err = d.redeal(s, o, game.SeedOf(pairSeed(d.g, i, o)+n+1)); err != nil {
			return
		}
	}
}

// couldDiffer reports whether the observer does not know two different elements in one place, or a value that
// is drawn or chosen in secret.
func (d *dealing) couldDiffer(s *game.State, o game.Seat) bool {
	x := d.expected(s, game.Judge)
	first := map[game.ID]string{}
	for id := range s.All() {
		if s.Knows(o, id) {
			continue
		}
		sort, up := d.sort(x, id), s.Parent(id)
		if other, found := first[up]; found && other != sort {
			return true
		}
		first[up] = sort
	}
	open, shown, all := openParts(d.rules), d.partsOf(d.view(s, o)), d.partsOf(d.view(s, game.Judge))
	for part := range all {
		if !open[part] && !strings.Contains(part, "/") && declares(d.rules, part) && len(shown[part]) < len(all[part]) {
			return true
		}
	}
	return false
}

// sameDeal reports whether a re-deal has changed only future random draws.
func (c *checker) sameDeal(s, r *game.State) bool {
	return !slices.ContainsFunc(c.diff(s, r), func(ch game.Change) bool { return !ch.Random() })
}

// enough is when it is suspicious that a re-deal never changes anything, given that Fits may leave only one
// possibility: in four states with something hidden, or three with a choice of others.
const enough = 12

// always is the breach of a re-deal that never changes anything.
func (d *dealing) always() *breach {
	for _, o := range observers(d.g.states[0]) {
		if d.moved[o] || d.open[o] < enough {
			continue
		}
		return broken(len(d.g.moves), "re-dealt for %s, in many states with many seeds, what is hidden from it never changes",
			observerName(o))
	}
	return nil
}
