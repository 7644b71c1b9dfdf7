package checkers

import (
	"embed"

	"github.com/plygame/ply/game"
)

//go:embed art
var art embed.FS // the pictures

// theme has the colours of the table.
var theme = game.Theme{Felt: "#e6ebe2 #20261f", Accent: "#b87400 #ffcf5c", Cell: "#f0e3c5 #d9cba9"}
