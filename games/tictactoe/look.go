package tictactoe

import (
	"embed"
	"io/fs"

	"github.com/plygame/ply/game"
)

//go:embed art
var files embed.FS

// art has the pictures, and theme the colours of the table.
var (
	art, _ = fs.Sub(files, "art")
	theme  = game.Theme{Felt: "#efe6d2 #3a3a40", Accent: "#1d4ea6 #8db4ff", Cell: "#fdf9ec #f3ecd9"}
)
