package browser_test

import (
	"encoding/json"
	"slices"

	"github.com/plygame/ply/game"
)

// checkClickable fails for everything in sight that stands for a value the player is offered, or for an action, and
// that a click would not choose.
func (v *visits) checkClickable(r *game.Rules, moment string) {
	v.t.Helper()
	if !v.has(`main[data-turn="mine"]`) {
		return
	}
	names, err := json.Marshal(v.offered(r))
	if err != nil {
		v.t.Fatal(err)
	}
	v.until("everything offered can be clicked, "+moment+": "+string(names), `((names) => {
		const nine = [0.06, 0.5, 0.94].flatMap((x) => [0.06, 0.5, 0.94].map((y) => [x, y]));
		const chooses = (e) => {
			const { x, y, width, height } = e.getBoundingClientRect();
			const hits = nine.map(([dx, dy]) => document.elementFromPoint(x + dx * width, y + dy * height));
			return hits.some((hit) => hit?.closest(".open, .through, .meant, .choosable"));
		};
		return names.every((name) => {
			const seat = name.startsWith("seat/") ? ', .table [data-seat="' + name.slice(5) + '"]' : "";
			const shown = [...document.querySelectorAll('[data-thing="' + name + '"], [data-place="' + name + '"]' + seat)];
			return shown.length === 0 || shown.some(chooses);
		});
	})(`+string(names)+`)`)
}

// offered returns the names of what the first choice of a move can be on the table.
func (v *visits) offered(r *game.Rules) []string {
	v.t.Helper()
	offers, err := v.programs[v.seat].Offers(v.t.Context(), "")
	if err != nil {
		v.t.Fatal(err)
	}
	names := []string{}
	for _, o := range offers {
		if o.Why != nil {
			continue
		}
		for _, x := range o.Values {
			switch {
			case x.Why != nil:
			case o.Sort == "element":
				names = append(names, x.Value)
			case o.Sort == "seat":
				names = append(names, "seat/"+x.Value)
			case len(x.Points) == 1:
				names = append(names, x.Points...)
			}
		}
		if a := r.Action(o.Action); a != nil && a.At != nil && !a.At.Each {
			names = append(names, a.At.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
