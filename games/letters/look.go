package letters

import (
	"embed"

	"github.com/plygame/ply/game"
)

//go:embed art
var art embed.FS // the pictures

// theme has the colours of the table.
var theme = game.Theme{Felt: "#4b2a40", Accent: "#9a4a00 #ffc978", Back: "back.svg"}

// tell says what is played while it lies open: at the end of the night, the cards are gathered.
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
