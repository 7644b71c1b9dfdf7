package gametest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/plygame/ply/game"
)

// scenery is what an observer sees, as text: which seats are to act or how the game ended, a line for each
// place with contents, and one for each value.
func scenery(v *game.State) string {
	var b strings.Builder
	if o := v.Outcome(); o.Over {
		fmt.Fprintf(&b, "the game is over: %s\n", o)
	} else {
		fmt.Fprintf(&b, "to act: %s\n", strings.Join(seatNames(slices.Collect(v.ToAct().All())), ", "))
	}
	for id := game.Root; v.Name(id) != "?"; id++ {
		if v.Count(id) == 0 {
			continue
		}
		var in []string
		for x := range v.In(id) {
			in = append(in, thing(v, x))
		}
		fmt.Fprintf(&b, "in %s: %d, %s\n", thing(v, id), v.Count(id), strings.Join(in, ", "))
	}
	for line := range strings.Lines(parts(v)) {
		b.WriteString(strings.TrimSpace(line) + "\n")
	}
	return b.String()
}

// thing is an observer's label for an element, and its name in the view.
func thing(v *game.State, id game.ID) (text string) {
	name := v.Name(id)
	defer func() {
		if recover() != nil { // a label that needs something unseen
			text = name
		}
	}()
	k := v.Kind(id)
	switch {
	case k == nil && strings.Contains(name, ":"):
		return "a back " + name
	case k == nil:
		return inLayout(v.Rules(), id, name)
	}
	text = k.Name
	if label := labelOf(v, id); label != "" {
		text = label
	}
	if owner := v.Owner(id); owner != game.Nobody {
		text += " of " + owner.String()
	}
	return text + " " + name
}

// inLayout is the name of a place, after the name of its declaration.
func inLayout(r *game.Rules, id game.ID, name string) string {
	for _, l := range r.Layout {
		p, is := l.(*game.Place)
		if !is {
			continue
		}
		if i := slices.Index(p.Names, name); i >= 0 && p.At(i) == id {
			return p.Name + " " + name
		}
	}
	return name
}
