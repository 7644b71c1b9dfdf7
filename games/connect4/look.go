package connect4

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
	theme  = game.Theme{Felt: "#dfe8f7 #1c2334", Accent: "#2450b0 #9dbcff", Cell: "#2f62cf #2a55b2"}
)
