package chess

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
	theme  = game.Theme{Felt: "#ece5d8 #262220", Accent: "#1d6b45 #2c8a5c", Cell: "#f1dfbd #dcc8a2"}
)
