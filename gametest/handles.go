package gametest

import (
	"strings"

	"github.com/plygame/ply/game"
)

// handlesHold: an observer's name for an element is never reused after it goes out of sight, so nothing can
// be followed out of sight and back.
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
					return broken(i, "%s sees an element named %s, although one with that name had gone out of its sight",
						observerName(o), name)
				}
			}
			if was = is; i%50 == 49 && c.late() {
				break
			}
		}
	}
	return nil
}

// handles are the names of the elements whose faces a view shows.
func handles(v *game.State) map[string]bool {
	names := map[string]bool{}
	for id := range v.All() {
		if name := v.Name(id); strings.HasPrefix(name, "#") && !strings.Contains(name, ":") {
			names[name] = true
		}
	}
	return names
}
