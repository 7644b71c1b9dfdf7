package hex

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
	theme  = game.Theme{Felt: "#efe4d0 #2a241d", Accent: "#1d6b45 #2c8a5c", Cell: "#e3c391 #c9a878"}
)
