package unit_test

import (
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/gametest"
	"github.com/plygame/ply/unit"
)

// Rules in fog that are spoiled after the checks of the kit, in ways that it would refuse, break the laws: so what the
// kit refuses would reveal secrets.
func TestMutantsInFogAreFound(t *testing.T) {
	for name, spoil := range map[string]func(*mist){
		"a Guess that moves nothing": func(m *mist) { m.rules.Guess = func(*game.Tx, game.Seat) {} },
		"a turn that ends on its own": func(m *mist) {
			do := m.rules.Actions[0].Do
			m.rules.Actions[0].Do = func(t *game.Tx) {
				seat := t.Seat
				if do(t); m.sight.Enemies(t.State, seat).Empty() { // there is nobody to fight
					t.Next(1 - seat)
					unit.Refresh(t, 1-seat, m.kinds...)
				}
			}
		},
		"an asked reaction": func(m *mist) {
			wait := &game.Action{Name: "wait", Do: func(*game.Tx) {}}
			react := &game.Act{Name: "react", Actions: []*game.Action{wait}, Min: 1, Max: 1, Who: func(t *game.Tx) game.Seat { return 1 - t.Turn() }}
			m.rules.Calls = []game.Step{react}
			do := m.rules.Actions[0].Do
			m.rules.Actions[0].Do = func(t *game.Tx) {
				do(t)
				for id := range t.All(m.kinds...) { // whoever is near enough to react is asked, seen or not
					for other := range t.All(m.kinds...) {
						if t.Owner(id) != t.Seat && t.Owner(other) == t.Seat && m.Distance(t.Parent(id), t.Parent(other)) <= 3 {
							t.Call(react, nil)
							return
						}
					}
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() {
				t.Skip("it plays many games")
			}
			t.Parallel()
			for seed := range uint64(40) {
				m := newMist(true).in()
				spoil(m)
				m.rules.Checks = nil
				report, err := gametest.Config{Games: 1, Seed: seed + 1, Laws: []string{"leaks", "re-deal", "views", "offers on the view"}}.Examine(m.rules)
				if err != nil {
					t.Fatal(err)
				}
				for _, b := range report.Breaches {
					t.Logf("seed %d, after %d moves: %s: %s", seed, b.After, b.Law, b.Words)
					return
				}
			}
			t.Error("no law is broken")
		})
	}
}
