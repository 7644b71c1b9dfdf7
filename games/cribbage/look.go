package cribbage

import (
	"embed"
	"io/fs"

	"github.com/plygame/ply/card/deck"
	"github.com/plygame/ply/game"
)

//go:embed art
var files embed.FS

// art has the pictures, and theme the colours of the table.
var (
	own, _ = fs.Sub(files, "art")
	art    = deck.Art(own)
	theme  = game.Theme{Felt: "#633629", Accent: "#8a4b00 #ffcf7a", Back: deck.Back}
)
