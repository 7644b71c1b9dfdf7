package connect4

import (
	"embed"

	"github.com/plygame/ply/game"
)

//go:embed art
var art embed.FS // the pictures

// theme has the colours of the table.
var theme = game.Theme{Felt: "#dfe8f7 #1c2334", Accent: "#2450b0 #9dbcff", Cell: "#2f62cf #2a55b2"}
