package gametest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/plygame/ply/game"
)

// conserved: every element is in exactly one place, and everything a state reports about places and elements
// agrees with a plain count.
func conserved(c *checker, g *trail) *breach {
	for _, i := range c.some(g, 60) {
		if why := checkElements(c.look(g.states[i])); why != "" {
			return broken(i, "%s", why)
		}
		if c.late() {
			break
		}
	}
	return nil
}

// census is the plain count.
type census struct {
	elements
	ids  []game.ID           // of all elements that exist or existed, in order
	home map[game.ID]game.ID // where each was found
}

// checkElements returns what does not agree, "" if everything does.
func checkElements(t elements) string {
	n := &census{elements: t, home: map[game.ID]game.ID{}}
	for id := game.Root; t.Name(id) != "?"; id++ {
		n.ids = append(n.ids, id)
	}
	for _, ask := range []func() string{n.contents, n.homes, n.listed, n.sets} {
		if why := ask(); why != "" {
			return why
		}
	}
	return ""
}

// created reports whether the element was created in the game, not a seat or place.
func (n *census) created(id game.ID) bool { return isCreated(n.Name(id)) }

// faceless reports whether a view does not show what the element is.
func (n *census) faceless(id game.ID) bool { return strings.Contains(n.Name(id), ":") }

// contents checks the contents of each element.
func (n *census) contents() string {
	for _, in := range n.ids {
		inside := slices.Collect(n.In(in))
		if len(inside) != n.Count(in) {
			return fmt.Sprintf("%s holds %d elements, but Count says %d", n.Name(in), len(inside), n.Count(in))
		}
		first, last := game.ID(0), game.ID(0)
		if len(inside) > 0 {
			first, last = inside[0], inside[len(inside)-1]
		}
		if n.First(in) != first || n.Last(in) != last {
			return fmt.Sprintf("%s begins with %s and ends with %s, but First and Last say %s and %s", n.Name(in),
				n.Name(first), n.Name(last), n.Name(n.First(in)), n.Name(n.Last(in)))
		}
		for _, id := range inside {
			if other, twice := n.home[id]; twice {
				return fmt.Sprintf("%s is in %s and in %s", n.Name(id), n.Name(other), n.Name(in))
			}
			n.home[id] = in
		}
	}
	return ""
}

// homes checks that each element knows where it is, and is in a place in the end.
func (n *census) homes() string {
	for _, id := range n.ids {
		if !n.created(id) {
			continue
		}
		home, found := n.home[id]
		switch {
		case n.Alive(id) != found:
			return fmt.Sprintf("%s is in the game: %t; it is in a place: %t", n.Name(id), n.Alive(id), found)
		case !found && (n.Parent(id) != 0 || n.Kind(id) != nil):
			return fmt.Sprintf("%s has left the game, but still has a parent or kind", n.Name(id))
		case found && n.Parent(id) != home:
			return fmt.Sprintf("%s is in %s, but Parent says %s", n.Name(id), n.Name(home), n.Name(n.Parent(id)))
		case found && (n.Kind(id) == nil != n.faceless(id) || n.Find(n.Name(id)) != id):
			return fmt.Sprintf("%s has no kind, or is not found by its name", n.Name(id))
		case found && (n.Owner(id) < game.Nobody || int(n.Owner(id)) >= n.Seats()):
			return fmt.Sprintf("%s belongs to %s, but there are %d seats", n.Name(id), n.Owner(id), n.Seats())
		}
		for steps, up := 0, home; found && n.created(up); up = n.Parent(up) {
			if steps++; steps > len(n.ids) {
				return fmt.Sprintf("%s is in itself", n.Name(id))
			}
		}
	}
	return ""
}

// listed compares All with what was found, except for waiting effects.
func (n *census) listed() string {
	before, count := game.ID(0), 0
	for id := range n.All() {
		if _, found := n.home[id]; !found || id <= before {
			return fmt.Sprintf("All yields %s, which is in no place or out of order", n.Name(id))
		}
		before = id
		count++
	}
	placed := 0
	for id := range n.home {
		if n.home[id] != n.Scheduled() {
			placed++
		}
	}
	if count != placed {
		return fmt.Sprintf("All yields %d elements, but %d are in places", count, placed)
	}
	return ""
}

// sets compares the sets of a state with what was found.
func (n *census) sets() string {
	if !n.agrees(n.Filled(), func(last game.ID) bool { return last != 0 }) {
		return "the set Filled is wrong"
	}
	for seat := range game.Seat(n.Seats()) {
		if !n.agrees(n.Held(seat), func(last game.ID) bool { return last != 0 && n.Owner(last) == seat }) {
			return fmt.Sprintf("the set Held by %s is wrong", seat)
		}
	}
	return ""
}

// agrees reports whether the set contains exactly the elements whose last child is as it should be.
func (n *census) agrees(set game.Set[game.ID], should func(last game.ID) bool) bool {
	count := 0
	for _, id := range n.ids {
		if set.Has(id) != (should(n.Last(id)) && id != n.Scheduled()) {
			return false
		}
		if set.Has(id) {
			count++
		}
	}
	return set.Len() == count
}
