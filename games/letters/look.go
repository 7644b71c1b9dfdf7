package letters

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
	theme  = game.Theme{Felt: "#4b2a40", Accent: "#9a4a00 #ffc978", Back: "back.svg"}
)
