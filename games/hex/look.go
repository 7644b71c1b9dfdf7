package hex

import (
	"embed"

	"github.com/plygame/ply/game"
)

//go:embed art
var art embed.FS // the pictures

// theme has the colours of the table.
var theme = game.Theme{Felt: "#efe4d0 #2a241d", Accent: "#1d6b45 #2c8a5c", Cell: "#e3c391 #c9a878"}
