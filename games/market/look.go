package market

import (
	"embed"

	"github.com/plygame/ply/game"
)

//go:embed art
var art embed.FS // the pictures

// theme has the colours of the table.
var theme = game.Theme{Felt: "#262a5e #191c42", Accent: "#8a4b00 #ffc56b", Back: "back.svg"}

// face prints the price of cloth and the beats of drums on the cards.
var face = &game.Print{Badges: []game.Badge{{Of: Price, At: "right", Picture: "coin.svg"}, {Of: Beats, At: "right", Picture: "beat.svg"}}}
