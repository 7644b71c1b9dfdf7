package gofish

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
	theme  = game.Theme{Felt: "#d7ecf0 #123340", Accent: "#0d6480 #7fd3ea", Back: deck.Back}
)
