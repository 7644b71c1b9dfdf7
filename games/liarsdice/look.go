package liarsdice

import (
	"embed"

	"github.com/plygame/ply/game"
)

//go:embed art
var art embed.FS // the pictures

// theme has the colours of the table.
var theme = game.Theme{Felt: "#65202f", Accent: "#97253b #ffb3c0"}
