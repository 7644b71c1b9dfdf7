package gametest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/plygame/ply/game"
)

// observers returns everyone who watches a game: the seats, and Nobody for the spectators.
func observers(s *game.State) (all []game.Seat) {
	for x := range game.Seat(s.Seats()) {
		all = append(all, x)
	}
	return append(all, game.Nobody)
}

// observerName is the name of an observer in messages.
func observerName(o game.Seat) string {
	switch o {
	case game.Nobody:
		return "a spectator"
	case game.Judge:
		return "the judge"
	}
	return o.String()
}

// named is observerName with the name that log lines have for a seat.
func (c *checker) named(o game.Seat) string {
	if o < 0 {
		return observerName(o)
	}
	return fmt.Sprintf("%s (%s)", o, c.rules.SeatName(o))
}

// secretive reports whether the game has something that not everyone sees: an element, a value, or a choice.
func (c *checker) secretive(g *trail) bool { return len(secretSteps(c.rules)) > 0 || c.veiled(g) }

// veiled reports whether there are elements or values that not everyone sees.
func (c *checker) veiled(g *trail) bool {
	for _, i := range c.some(g, 6) {
		for _, o := range observers(g.states[i]) {
			if c.hidesSomething(g.states[i], o) {
				return true
			}
		}
	}
	return false
}

// hides reports whether the observer does not see everything: elements, values, and the secret choices of
// others.
func (c *checker) hides(s *game.State, o game.Seat) bool {
	p := c.placeOf(s)
	return p.others(o) || c.hidesSomething(s, o)
}

// hidesSomething reports whether there are elements or values that the observer does not see.
func (c *checker) hidesSomething(s *game.State, o game.Seat) bool {
	for id := range s.All() {
		if c.sees(s, o, id) != game.Face {
			return true
		}
	}
	if len(openParts(c.rules)) == len(c.rules.Parts) {
		return false
	}
	shown, all := c.partsOf(c.view(s, o)), c.partsOf(c.view(s, game.Judge))
	for part := range all {
		if len(shown[part]) < len(all[part]) && declares(c.rules, part) {
			return true
		}
	}
	return false
}

// declares reports whether a Part with values is one of the rules, and not of the kernel. A Private has one for each seat.
func declares(r *game.Rules, part string) bool {
	name, _, _ := strings.Cut(part, "/")
	return slices.ContainsFunc(r.Parts, func(p game.Column) bool { return p.Info().Name == name })
}

// partsBy are the values of parts as in a save: by part, then by element.
type partsBy = map[string]map[string]json.RawMessage

// partsOf returns the values of Parts in a state or view.
func (c *checker) partsOf(s *game.State) partsBy {
	parts := partsBy{}
	for v := range s.Values() {
		if parts[v.Field] == nil {
			parts[v.Field] = map[string]json.RawMessage{}
		}
		parts[v.Field][v.Of] = json.RawMessage(v.Is)
	}
	return parts
}

// openParts are the Parts that do not declare who sees them: they are seen with the face of their element.
func openParts(r *game.Rules) map[string]bool {
	open := map[string]bool{}
	for _, p := range r.Parts {
		if x := p.Info(); !x.Private && !x.Rolled && x.Chosen == "" && x.Seen == nil {
			open[x.Name] = true
		}
	}
	return open
}
