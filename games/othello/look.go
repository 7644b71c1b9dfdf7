package othello

import (
	"embed"

	"github.com/plygame/ply/game"
)

//go:embed art
var art embed.FS // the pictures

// theme has the colours of the table.
var theme = game.Theme{Felt: "#e6e8e0 #20251f", Accent: "#ffd84d", Cell: "#2f8a55"}
