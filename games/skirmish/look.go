package skirmish

import (
	"embed"
	"io/fs"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/unit"
)

//go:embed art
var files embed.FS

// How the game looks.
var (
	art, _ = fs.Sub(files, "art")
	theme  = game.Theme{Felt: "#dfe5dc #1d2420", Accent: "#a04a00 #ffb454", Cell: "#cfdcb8 #4a5a3e"}
	roles  = []game.Role{{Name: "Crimson", Color: "#a3262f"}, {Name: "Azure", Color: "#1f5fa8"}}

	look = game.Look{Shape: "disc", Picture: "{kind}-{owner}.svg", Face: &game.Print{
		Badges: []game.Badge{{Of: unit.Health, At: "bottom", Max: unit.MaxHealth}, {Of: unit.Points, At: "top", Picture: "boot.svg"}},
	}}
	boardLook = game.Look{Ground: "grass.svg", Sides: []game.Seat{1, game.Nobody, 0, game.Nobody}}

	cellLook = game.Look{Picture: "{terrain}.svg", Over: "{fog}.svg"}

	about = game.About{
		Title: "Skirmish", Description: "Two companies look for each other in the mist.", Minutes: 30, Complexity: 3,
		Categories: []string{"tactics", "fog of war", "dice"}, Picture: "cover.svg", Rules: text,
	}
)
