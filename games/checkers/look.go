package checkers

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
	theme  = game.Theme{Felt: "#e6ebe2 #20261f", Accent: "#b87400 #ffcf5c", Cell: "#f0e3c5 #d9cba9"}
)
