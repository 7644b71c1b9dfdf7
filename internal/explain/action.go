package explain

import (
	"slices"
	"strings"

	"github.com/plygame/ply/game"
)

// actionFact describes an action.
type actionFact struct {
	Name        string     `json:"name"`
	Label       string     `json:"label"`
	Description string     `json:"description"`
	Picks       []pickFact `json:"picks"`
	Steps       []string   `json:"steps"`     // the steps of the flow that allow it; none in the default flow
	Sealed      []string   `json:"sealed"`    // the steps in which it stays secret until all have chosen
	Condition   bool       `json:"condition"` // it has a condition
	Why         string     `json:"why"`       // why it is not possible at the start
	Checked     bool       `json:"checked"`   // its choices are checked together
	Pass        bool       `json:"pass"`
	NoUndo      bool       `json:"no_undo"`
	Secret      bool       `json:"secret"`
	Kernel      bool       `json:"kernel"` // it is built in
	Words       string     `json:"words"`

	withdraws bool
}

// actionFacts lists the actions, first those of the rules, then those of the flow. Started games show what can be
// chosen.
func actionFacts(r *game.Rules, begun []*game.State) []actionFact {
	all := []actionFact{}
	at := map[*game.Action]int{}
	add := func(a *game.Action) *actionFact {
		i, known := at[a]
		if !known {
			i = len(all)
			at[a] = i
			all = append(all, actionFactOf(a))
		}
		return &all[i]
	}
	for _, a := range r.Actions {
		add(a)
	}
	for _, x := range rests(r) {
		for _, a := range x.Actions {
			d := add(a)
			if slices.Contains(d.Steps, x.name) {
				continue
			}
			d.Steps = append(d.Steps, x.name)
			if x.Secret && !d.Kernel {
				d.Sealed = append(d.Sealed, x.name)
			}
		}
	}
	for i := range all {
		all[i].askAll(begun)
	}
	samplePicks(all, begun)
	for i := range all {
		all[i].say()
	}
	return all
}

func inSteps(steps []string) string {
	if len(steps) == 1 {
		return "in step " + steps[0]
	}
	return "in steps " + joined(steps, "and")
}

func actionFactOf(a *game.Action) actionFact {
	d := actionFact{
		Name: a.Name, Label: a.Label, Description: a.Description, Picks: []pickFact{}, Steps: []string{}, Sealed: []string{},
		Condition: a.If != nil, Checked: a.Check != nil,
		Pass: a.Pass, NoUndo: a.NoUndo, Secret: a.Secret && !a.Withdraws(), Kernel: a.Stops() || a.Withdraws(),
		withdraws: a.Withdraws(),
	}
	if d.Label == "" {
		d.Label = a.Name
	}
	for _, c := range a.Pick {
		d.Picks = append(d.Picks, pickFact{choiceFact: pickOf(c)})
	}
	return d
}

// say fills in Words.
func (d *actionFact) say() {
	var words []string
	add := func(when bool, text string) {
		if when {
			words = append(words, text)
		}
	}
	if d.Kernel {
		d.Words = map[bool]string{false: "stop early, ", true: "change a secret choice, "}[d.withdraws] + inSteps(d.Steps)
		return
	}
	add(len(d.Steps) > 0, inSteps(d.Steps))
	add(!d.Secret && len(d.Sealed) > 0 && len(d.Sealed) == len(d.Steps), "nobody sees it until all have chosen")
	add(!d.Secret && len(d.Sealed) > 0 && len(d.Sealed) < len(d.Steps),
		"nobody sees it until all have chosen "+inSteps(d.Sealed))
	add(d.Pass, "a pass")
	add(d.Secret, "the other players do not see it")
	add(d.Condition && d.Why == "", "not always possible")
	add(d.Condition && d.Why != "", "not always possible; not at the start: "+d.Why)
	add(d.Checked, "the choices must fit together")
	add(d.NoUndo, "cannot be undone")
	d.Words = strings.Join(words, "; ")
	for i := range d.Picks {
		d.Picks[i].say()
	}
}
