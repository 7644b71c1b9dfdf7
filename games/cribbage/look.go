package cribbage

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"

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

// handLines and cribLines say what was scored, for every combination of what scores.
var (
	handLines = scoreLines("{0} shows {1} {1|point|points}")
	cribLines = scoreLines("the crib of {0} is worth {1} {1|point|points}")
)

func scoreLines(start string) (lines [32]string) {
	for scored := range lines {
		var found []string
		for i, what := range [...]string{"fifteens", "pairs", "runs", "a flush", "the jack of the suit"} {
			if scored>>i&1 != 0 {
				found = append(found, fmt.Sprintf("{%d} for %s", 2+len(found), what))
			}
		}
		lines[scored] = start
		if found != nil {
			lines[scored] += ": " + strings.Join(found, ", ")
		}
	}
	return lines
}
