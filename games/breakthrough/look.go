package breakthrough

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
	theme  = game.Theme{Felt: "#eae4d8 #262320", Accent: "#1d6b45 #2c8a5c", Cell: "#ece2cc #d5c9b0"}
)
