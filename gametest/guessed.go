package gametest

import (
	"fmt"
	"maps"
	"slices"

	"github.com/plygame/ply/game"
)

// guessed reports whether Guess has put something different where the observer looks: an element that they
// come to see is elsewhere or different, or they see one that came from elsewhere. A re-deal alone leaves the
// elements to keep in their slots, and the number of elements in every place unchanged. If anything else
// comes into sight, the rules chose it depending on what is hidden.
func (p *pair) guessed(w *world) bool {
	was, is := p.c.partsOf(p.c.view(p.s, game.Judge)), p.c.partsOf(p.c.view(w.before, game.Judge))
	places := placesOf(p.s)
	for _, id := range p.keep {
		if p.s.Kind(id) != w.before.Kind(id) || id != 0 && slotIn(p.s, places, id) != slotIn(w.before, places, id) {
			return true
		}
		for part := range was {
			if name := p.s.Name(id); string(was[part][name]) != string(is[part][name]) {
				return true
			}
		}
	}
	stages, others := append(p.c.stages(p.real.after), p.real.after), append(p.c.stages(w.after), w.after)
	for i := range min(len(stages), len(others)) {
		for id := range others[i].All() {
			if p.c.sees(others[i], p.o, id) != p.c.sees(stages[i], p.o, id) && p.isDisplaced(w, id) {
				return true
			}
		}
	}
	return false
}

// slot is where an element is: in what, and after how many others, if their order has a meaning.
type slot struct {
	in game.ID
	at int
}

func slotIn(s *game.State, places map[game.ID]*game.Place, id game.ID) slot {
	if !s.Alive(id) {
		return slot{}
	}
	up := s.Parent(id)
	if pl := places[up]; pl != nil && pl.Order == game.Unordered {
		return slot{in: up}
	}
	return slot{up, slices.Index(slices.Collect(s.In(up)), id)}
}

// isDisplaced reports whether an element is not where it really is, and did not trade places with
// another.
func (p *pair) isDisplaced(w *world, id game.ID) bool {
	if !p.s.Alive(id) || !w.before.Alive(id) {
		return p.s.Alive(id) != w.before.Alive(id)
	}
	was, is := p.s.Parent(id), w.before.Parent(id)
	return was != is && (p.s.Count(was) != w.before.Count(was) || p.s.Count(is) != w.before.Count(is))
}

// checkGuessSkips fails if more pairs were skipped because of Guess than compared for an observer, because then
// the comparison says little.
func (c *checker) checkGuessSkips() {
	c.t.Helper()
	if c.failed[leaksLaw] || !c.includes(leaksLaw) {
		return
	}
	for _, o := range slices.Sorted(maps.Keys(c.report.Observed)) {
		p := c.report.Observed[o]
		if p.Guessed < enoughPairs || p.Guessed <= p.Compared {
			continue
		}
		words := fmt.Sprintf("Rules.Guess changed what %s sees in %d pairs, which leaves %d to compare; it must not change elements that are t.Kept",
			observerName(o), p.Guessed, p.Compared)
		c.report.Breaches = append(c.report.Breaches, Breach{Law: leaksLaw, Words: "could not be checked: " + words})
		c.t.Errorf("law %q could not be checked for %s: %s", leaksLaw, c.rules.Name, words)
		return
	}
}
