package gametest

import (
	"strings"

	"github.com/plygame/ply/game"
)

// handlesHold: what an observer calls a thing it sees is never used again once it is gone, so
// nothing can be followed out of sight and back.
func (c *checker) handlesHold(g *trail) *breach {
	for _, o := range observers(g.states[0]) {
		was, gone := map[string]bool{}, map[string]bool{}
		for i, s := range g.states {
			is := handles(c.view(s, o))
			for name := range was {
				gone[name] = gone[name] || !is[name]
			}
			for name := range is {
				if gone[name] {
					return broken(i, "%s sees a thing called %s, and one of that name was out of its sight before", called(o), name)
				}
			}
			if was = is; i%50 == 49 && c.late() {
				break
			}
		}
	}
	return nil
}

// handles are the names of the things that a view shows the faces of.
func handles(v *game.State) map[string]bool {
	names := map[string]bool{}
	for id := range v.All() {
		if name := v.Name(id); strings.HasPrefix(name, "#") && !strings.Contains(name, ":") {
			names[name] = true
		}
	}
	return names
}
