package gametest

import (
	"fmt"

	"github.com/plygame/ply/game"
)

// labelsHold: a thing whose kind, owner and Parts stay the same in a view keeps its label there, and one whose Parts
// are all seen has the label that it has on the state.
func labelsHold(c *checker, g *trail) *breach {
	labelled := false
	for _, k := range c.rules.Kinds {
		labelled = labelled || k.Label != nil
	}
	if !labelled {
		return nil
	}
	for _, i := range c.movesOf(g, 25) {
		for _, o := range append(observers(g.states[i]), game.Judge) {
			if why := c.labelsFollow(g.states[i], g.states[i+1], o); why != "" {
				return broken(i+1, "for %s, %s", observerName(o), why)
			}
		}
		if c.late() {
			break
		}
	}
	return nil
}

// labelsFollow returns what is wrong with the labels of an observer after a move.
func (c *checker) labelsFollow(was, is *game.State, o game.Seat) string {
	before, after := c.view(was, o), c.view(is, o)
	changed := map[string]bool{}
	for _, x := range c.diff(before, after) {
		changed[x.Of] = changed[x.Of] || !x.Moves()
	}
	direct := is.LabelsFor(o)
	for id := range after.All() {
		k, name := after.Kind(id), after.Name(id)
		if k == nil || k.Label == nil {
			continue
		}
		if text, ok := direct(name); ok && text != k.Label(after, id) {
			return fmt.Sprintf("the label of %s is %q on the state and %q in the view, where its kind, owner and Parts are the same; a Label must depend only on these", name, text, k.Label(after, id))
		}
		if changed[name] {
			continue
		}
		if old, now := k.Label(before, before.Find(name)), k.Label(after, id); old != now {
			return fmt.Sprintf("the label of %s changes from %q to %q, but its kind, owner and Parts do not; a Label must depend only on these", name, old, now)
		}
	}
	return ""
}
