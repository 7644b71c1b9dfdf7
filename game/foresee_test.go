package game_test

import (
	"testing"

	"github.com/plygame/ply/game"
)

// A view foresees what a move changes on the table, but not what it cannot know: where a card comes from a hidden deck, and
// where chance decides.
func TestForeseeOnlyWhatIsSeen(t *testing.T) {
	token := &game.Kind{Name: "token"}
	deck := &game.Place{Name: "deck", Order: game.Stacked, Seen: game.ByNone}
	field := &game.Place{Name: "field"}
	rules := &game.Rules{
		Name: "foresee", Version: "1", Seats: game.Exactly(2), Layout: []game.Layout{deck, field}, Kinds: []*game.Kind{token},
		Setup: func(t *game.Tx) { t.CreateMany(3, token, deck) },
		Actions: []*game.Action{
			{Name: "make", Do: func(t *game.Tx) { t.Create(token, field) }},
			{Name: "draw", Do: func(t *game.Tx) { t.Draw(deck, field, 1) }},
			{Name: "roll", Do: func(t *game.Tx) {
				if t.Int(2) == 0 {
					t.Create(token, field)
				}
			}},
			{Name: "never", If: game.When("not now", func(*game.Tx) bool { return false }), Do: func(*game.Tx) {}},
		},
	}
	s, err := rules.Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	moves := []game.Move{{Action: "make"}, {Action: "draw"}, {Action: "roll"}, {Action: "never"}}
	for i, changes := range s.View(0).Foresee(moves...) {
		if foreseen := len(changes) > 0; foreseen != (moves[i].Action == "make") {
			t.Errorf("%s: foreseen %v", moves[i].Action, changes)
		}
	}
	for i, changes := range s.Foresee(moves...) {
		if changes != nil {
			t.Errorf("the state itself foresees %s: %v", moves[i].Action, changes)
		}
	}
}
