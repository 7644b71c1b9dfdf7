package mastermind

import (
	"embed"

	"github.com/plygame/ply/game"
)

//go:embed art
var art embed.FS // the pictures

// theme has the colours of the table.
var theme = game.Theme{Felt: "#e9ded3 #2d211a", Accent: "#8a3f1c #f3ab7d", Component: "board.js"}
