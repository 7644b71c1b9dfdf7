package skirmish

import (
	"embed"
	"io/fs"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/unit"
)

//go:embed art
var files embed.FS

const text = `Each company has ten units on opposite sides of a field that is new in each match. You see what your units see: they see four to six cells far, not through rocks, and into woods only from the next cell. Everything else is hidden in mist.

On your turn, each unit has two action points. Moving costs one; a step into a wood counts twice, and a unit must stop next to an enemy. A
unit that runs into an unseen enemy stops in front of it. A strike costs one and ends the unit's turn: it hits with 3 or more on a
die, in a wood with 5 or more. A unit on watch strikes at the first enemy that comes into its range and sight.

A company that loses its captain loses the match. When all turns are over, the company with more health left wins.`

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
