package gametest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/plygame/ply/game"
)

// goalTold returns how the text of the move after state i tells an observer where something went that is out of their
// sight.
func (c *checker) goalTold(g *trail, i int, o game.Seat) string {
	m, next := g.moves[i], g.states[i+1]
	if o == m.Seat || o == game.Judge {
		return ""
	}
	var gone []game.ID // chosen things that the observer no longer sees
	for k, values := range m.Picks {
		for _, v := range values {
			id := game.ID(v.N)
			switch sort := c.pickSort(m.Action, k); {
			case sort != "element" || id == 0:
			case next.Kind(id) != nil && next.Sees(o, id) == game.Unseen:
				gone = append(gone, id)
			case slices.ContainsFunc(gone, func(x game.ID) bool { return next.Parent(x) == id }):
				text, name := c.textFor(g.states[i], o, m, next), next.Name(id)
				if slices.Contains(strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '+' }), name) {
					return fmt.Sprintf("text: %s reads %q, but does not see what went to %s", observerName(o), text, name)
				}
			}
		}
	}
	return ""
}

// pickSort is the sort of what an action's pick chooses.
func (c *checker) pickSort(action string, at int) string {
	if a := c.rules.Action(action); a != nil && at < len(a.Pick) {
		return a.Pick[at].Info().Type.Sort
	}
	return ""
}
