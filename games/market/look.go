package market

import (
	"embed"

	"github.com/plygame/ply/game"
)

//go:embed art
var art embed.FS // the pictures

// theme has the colours of the table.
var theme = game.Theme{Felt: "#262a5e #191c42", Accent: "#8a4b00 #ffc56b", Back: "back.svg"}

// look is how a place is labelled and laid out.
func look(label, layout string) game.Look { return game.Look{Label: label, Layout: layout} }

// face is how a card looks: the price of cloth and the beats of drums are printed on it.
func face(title string) game.Look {
	return game.Look{Label: title, Shape: "card", Picture: "{kind}.svg", Face: &game.Print{Badges: []game.Badge{
		{Of: Price, At: "right", Picture: "coin.svg"}, {Of: Beats, At: "right", Picture: "beat.svg"},
	}}}
}
