package market

import (
	"embed"
	"io/fs"

	"github.com/plygame/ply/game"
)

//go:embed art
var files embed.FS

// art has the pictures, and theme the colours of the table.
var (
	art, _ = fs.Sub(files, "art")
	theme  = game.Theme{Felt: "#262a5e #191c42", Accent: "#8a4b00 #ffc56b", Back: "back.svg"}
)

// face prints the price of cloth and the beats of drums on the cards.
var face = &game.Print{Badges: []game.Badge{{Of: Price, At: "right", Picture: "coin.svg"}, {Of: Beats, At: "right", Picture: "beat.svg"}}}
