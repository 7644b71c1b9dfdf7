package mastermind

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
	theme  = game.Theme{Felt: "#e9ded3 #2d211a", Accent: "#8a3f1c #f3ab7d", Component: "board.js"}
)
