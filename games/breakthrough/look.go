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
	theme  = game.Theme{Felt: "#eae4d8 #262320", Accent: "#7a4d16 #eebc7c", Cell: "#ece2cc #d5c9b0"}
)
