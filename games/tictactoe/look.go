package tictactoe

import (
	"embed"

	"github.com/plygame/ply/game"
)

//go:embed art
var art embed.FS // the pictures

// theme has the colours of the table.
var theme = game.Theme{Felt: "#efe6d2 #3a3a40", Accent: "#1d4ea6 #8db4ff", Cell: "#fdf9ec #f3ecd9"}
