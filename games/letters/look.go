package letters

import (
	"embed"

	"github.com/plygame/ply/game"
)

//go:embed art
var art embed.FS // the pictures

// theme has the colours of the table.
var theme = game.Theme{Felt: "#4b2a40", Accent: "#9a4a00 #ffc978", Back: "back.svg"}

// look is how a place is labelled and laid out.
func look(label, layout string) game.Look { return game.Look{Label: label, Layout: layout} }

// face is how a card looks, with its value in the corner.
func face(title string) game.Look {
	return game.Look{Label: title, Shape: "card", Picture: "{kind}.svg", Face: &game.Print{Corner: Value}}
}
