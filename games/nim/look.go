package nim

import (
	"embed"

	"github.com/plygame/ply/game"
)

//go:embed art
var art embed.FS // the pictures

// theme has the colours of the table.
var theme = game.Theme{Felt: "#dfe9e2 #20302a", Accent: "#1d6b45 #84d6a8"}
