package chess

import (
	"embed"

	"github.com/plygame/ply/game"
)

//go:embed art
var art embed.FS // the pictures

// theme has the colours of the table.
var theme = game.Theme{Felt: "#ece5d8 #262220", Accent: "#1d6b45 #2c8a5c", Cell: "#f1dfbd #dcc8a2"}
