package othello

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
	theme  = game.Theme{Felt: "#e6e8e0 #20251f", Accent: "#ffd84d", Cell: "#2f8a55"}
)
