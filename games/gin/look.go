package gin

import (
	"embed"
	"io/fs"

	"github.com/plygame/ply/card/deck"
	"github.com/plygame/ply/game"
)

//go:embed art
var files embed.FS

// art has the pictures, and theme the colours of the table.
var (
	own, _ = fs.Sub(files, "art")
	art    = deck.Art(own)
	theme  = game.Theme{Felt: "#25506d", Accent: "#8a5a00 #ffd166", Back: deck.Back}
)
