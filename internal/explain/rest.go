package explain

import (
	"cmp"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/words"
)

// Rest is a step in which the game waits for seats.
type Rest struct {
	name    string
	Actions []*game.Action
	min     int
	Secret  bool
}

// rests lists the steps in which a game waits.
func rests(r *game.Rules) (all []Rest) {
	add := func(x game.Step, name, label string, low int, secret bool) {
		if actions := r.ActionsOf(x); len(actions) > 0 {
			all = append(all, Rest{cmp.Or(label, name), actions, low, secret})
		}
	}
	for _, x := range append([]game.Step{r.Flow}, r.Calls...) {
		steps(x, func(x game.Step) {
			switch x := x.(type) {
			case *game.Act:
				add(x, x.Name, x.Label, x.Min, false)
			case *game.Together:
				add(x, x.Name, x.Label, x.Min, x.Secret)
			}
		})
	}
	return all
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
			if !a.Stops() && !a.Withdraws() {
				secret[a.Name] = secret[a.Name] || a.Secret || all
			}
		}
	}
	add(r.Actions, false)
	for _, x := range rests(r) {
		add(x.Actions, x.Secret)
	}
	return secret
}
