package web_test

import (
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/wire"
)

// morra is a game in which all show some fingers at once.
func morra() *game.Rules {
	fingers := &game.Pick[int]{Name: "fingers", Prompt: "How many fingers?", Range: func(*game.Tx) (int, int) { return 1, 5 }}
	sum := game.NewPart[int]("sum").Looks(game.Look{Label: "Fingers"})
	show := &game.Action{Name: "show", Pick: []game.Choice{fingers}, Do: func(t *game.Tx) {
		sum.Set(t, t.Seat, sum.Of(t, t.Seat)+fingers.In(t))
	}}
	return &game.Rules{
		Name: "morra", Version: "1", About: game.About{Title: "Morra"}, Seats: game.Between(2, 3), Parts: []game.Column{sum},
		Actions: []*game.Action{show},
		Flow:    &game.Loop{Do: &game.Together{Name: "hands", Actions: []*game.Action{show}, Secret: true}},
		End: func(t *game.Tx) {
			if a, b := sum.Of(t, game.Seat(0)), sum.Of(t, game.Seat(1)); max(a, b) >= 6 && min(a, b) >= 2 {
				t.Score(a, b)
			}
		},
	}
}

// All choose at once, nobody is told what, and what was chosen can be taken back until all have.
func TestTogether(t *testing.T) {
	t.Parallel()
	h := newHouse(t, morra())
	match := h.create("morra", wire.Create{Seats: 2})
	ann, bob := newPlayer(t, h, "Ann", desk), newPlayer(t, h, "Bob", phone)
	ann.join("morra", match)
	bob.join("morra", match)
	ann.click(`[data-panel] [data-value="3"]`)
	ann.waitFor(`main[data-turn="theirs"]`)
	bob.waitForText("Ann has chosen")
	if all := strings.Join(bob.messages(), "\n"); strings.Contains(all, "show 3") {
		t.Error("Bob has received what Ann has chosen")
	}
	ann.click(`[data-panel] [data-action="withdraw"]`)
	ann.waitFor(`main[data-turn="mine"]`)
	ann.click(`[data-panel] [data-value="4"]`)
	ann.waitFor(`main[data-turn="theirs"]`)
	bob.click(`[data-panel] [data-value="5"]`)
	for _, p := range []*player{ann, bob} {
		p.waitForText("Fingers 4")
		p.waitForText("Fingers 5")
	}
	ann.click(`[data-panel] [data-value="1"]`)
	bob.click(`[data-panel] [data-value="2"]`)
	bob.waitFor("[data-result]")
	h.agree("morra", match, ann, bob)
	bob.waitForText("7 points")
}
