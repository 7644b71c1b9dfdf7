package breakthrough

import (
	"embed"

	"github.com/plygame/ply/game"
)

//go:embed art
var art embed.FS // the pictures

// theme has the colours of the table.
var theme = game.Theme{Felt: "#eae4d8 #262320", Accent: "#1d6b45 #2c8a5c", Cell: "#ece2cc #d5c9b0"}
