package game_test

import (
	"testing"

	"github.com/plygame/ply/game"
)

// Trace shows the condition of an action with its parts joined by And and Or, and their reasons.
func TestTraceConditions(t *testing.T) {
	x := newBox()
	yes := game.When("never said", func(*game.Tx) bool { return true })
	no := func(words string) game.Test { return game.When(words, func(*game.Tx) bool { return false }) }
	x.Actions = append(x.Actions,
		&game.Action{Name: "fly", If: yes.And(no("there is no wind"), no("it is dark").Or(no("it rains"), yes)), Do: func(*game.Tx) {}},
		&game.Action{Name: "swim", If: no("there is no water"), Do: func(*game.Tx) {}},
	)
	s := x.start(t)
	var fly, swim game.Trace
	for _, a := range s.Trace(0).Below {
		switch a.Name {
		case "fly":
			fly = a
		case "swim":
			swim = a
		}
	}
	const want = `fly: no, there is no wind
  holds
  does not hold: there is no wind
  holds
    does not hold: it is dark
    does not hold: it rains
    holds
`
	if got := fly.String(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if len(fly.Below) != 1 || fly.Below[0].Of != "condition" || fly.Below[0].Can || len(fly.Below[0].Below) != 3 {
		t.Errorf("%+v", fly.Below)
	}
	if got := swim.String(); got != "swim: no, there is no water\n" || swim.Below[0].Why.String() != "there is no water" {
		t.Errorf("%s%+v", got, swim.Below)
	}
	for _, a := range s.Trace(1).Below { // no condition is tested for a seat that is not to act
		if a.Name == "fly" && a.Below != nil {
			t.Errorf("%+v", a.Below)
		}
	}
}
