package letters

import (
	"embed"
	"strconv"

	"github.com/plygame/ply/game"
)

//go:embed art
var art embed.FS // the pictures

// theme has the colours of the table.
var theme = game.Theme{Felt: "#4b2a40", Accent: "#9a4a00 #ffc978", Back: "back.svg"}

// toWin shows how many seals win the match.
func (g *table) toWin() *game.Derived[string] {
	return game.NewDerived("goal", func(s *game.State, _ game.ID) string {
		if g.oneDeal {
			return ""
		}
		return strconv.Itoa(goal(s))
	}).OnTable().Looks(game.Look{Label: "Seals to win"})
}

// tell says what is played while the card is still on the table: at the end of the night, the cards are gathered.
func (g *table) tell(t *game.Tx, id game.ID) {
	switch {
	case g.guess.Chosen(t) > 0:
		t.Say("{0} plays {1} on {2}, naming {3}", t.Seat, id, g.whom.In(t), g.guess.In(t).Look.Label)
	case g.whom.Chosen(t) > 0:
		t.Say("{0} plays {1} on {2}", t.Seat, id, g.whom.In(t))
	default:
		t.Say("{0} plays {1}", t.Seat, id)
	}
}
