package cli

import (
	"cmp"
	"slices"
	"strings"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/words"
)

// restFact is a step in which the game waits for seats.
type restFact struct {
	name     string
	actions  []*game.Action
	min, max int
	secret   bool
}

// stops reports whether a seat may stop early, and has no pass to do so.
func (x restFact) stops() bool {
	return (x.max < 0 || x.min < x.max) && !slices.ContainsFunc(x.actions, func(a *game.Action) bool { return a.Pass })
}

// restsOf lists the steps in which a game waits.
func restsOf(r *game.Rules) (all []restFact) {
	tree := r.FlowText()
	add := func(word, name, label string, actions []*game.Action, low, high int, secret bool) {
		if len(actions) == 0 {
			actions = listed(r, tree, word+" "+name)
		}
		if len(actions) > 0 {
			all = append(all, restFact{cmp.Or(label, name, actions[0].Name), actions, low, high, secret})
		}
	}
	for _, x := range append([]game.Step{r.Flow}, r.Calls...) {
		steps(x, func(x game.Step) {
			switch x := x.(type) {
			case *game.Act:
				add("act", x.Name, x.Label, x.Actions, x.Min, x.Max, false)
			case *game.Together:
				add("together", x.Name, x.Label, x.Actions, x.Min, x.Max, x.Secret)
			}
		})
	}
	return all
}

// listed returns the actions of a step that names none: those that the author has listed in
// Rules.Actions. Check adds those that stand in the flow; the text of the flow tells them apart.
func listed(r *game.Rules, tree, step string) []*game.Action {
	for n := len(r.Actions); n > 1; n-- {
		var names []string
		for _, a := range r.Actions[:n] {
			names = append(names, a.Name)
		}
		line := step + ": " + joined(names, "or")
		if strings.Contains(tree, line+",") || strings.Contains(tree, line+"\n") {
			return r.Actions[:n]
		}
	}
	return r.Actions[:min(1, len(r.Actions))]
}

// steps visits a step and all that are in it.
func steps(x game.Step, visit func(game.Step)) {
	if x == nil {
		return
	}
	visit(x)
	for _, in := range x.Within() {
		steps(in, visit)
	}
}

// joined is a short name: sentences about rules are full of lists.
var joined = words.List
