package explain

import (
	"cmp"
	"slices"
	"strings"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/words"
)

// Rest is a step in which the game waits for seats.
type Rest struct {
	name     string
	Actions  []*game.Action
	min, max int
	Secret   bool
}

// stops reports whether a seat may stop early without a pass action.
func (x Rest) stops() bool {
	return (x.max < 0 || x.min < x.max) && !slices.ContainsFunc(x.Actions, func(a *game.Action) bool { return a.Pass })
}

// Rests lists the steps in which a game waits.
func Rests(r *game.Rules) (all []Rest) {
	tree := r.FlowText()
	add := func(word, name, label string, actions []*game.Action, low, high int, secret bool) {
		if len(actions) == 0 {
			actions = listed(r, tree, word+" "+name)
		}
		if len(actions) > 0 {
			all = append(all, Rest{cmp.Or(label, name, actions[0].Name), actions, low, high, secret})
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

// listed returns the actions of a step that names none: those that the author listed in Rules.Actions. Check adds those
// of the flow; the text of the flow shows which is which.
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

// steps visits a step and all steps within it.
func steps(x game.Step, visit func(game.Step)) {
	if x == nil {
		return
	}
	visit(x)
	for _, in := range x.Within() {
		steps(in, visit)
	}
}

// joined joins names: a, b and c.
var joined = words.List

// SecretActions returns the names of the actions that are chosen in secret.
func SecretActions(r *game.Rules) map[string]bool {
	secret := map[string]bool{}
	add := func(actions []*game.Action, all bool) {
		for _, a := range actions {
			secret[a.Name] = secret[a.Name] || a.Secret || all
		}
	}
	add(r.Actions, false)
	for _, x := range Rests(r) {
		add(x.Actions, x.Secret)
	}
	return secret
}
