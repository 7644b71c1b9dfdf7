// Package connect4 is Connect Four: drop discs into columns and get four in a line.
package connect4

import (
	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// New returns the rules.
func New() *game.Rules {
	b := board.Square("board", 7, 6)
	b.Look = game.Look{Aim: "column"}
	disc := &game.Kind{Name: "disc", Look: game.Look{Shape: "disc", Picture: "{kind}-{owner}.svg", BySeat: []string{"X", "O"}}}

	// A disc falls to the lowest empty cell of its column.
	cell := &game.Pick[game.ID]{Name: "cell", Prompt: "Choose a column", From: func(t *game.Tx) game.Set[game.ID] {
		empty := b.Empty(t)
		return empty.Minus(b.Shift(empty, board.North))
	}}

	// Four discs of one player in a line, in any direction, win.
	drop := func(t *game.Tx) {
		t.Create(disc, cell.In(t))
		if b.HasLine(t, t.Seat, 4) {
			t.WinBy(b.Line(t, t.Seat, 4), t.Seat)
		}
	}
	return &game.Rules{
		Name:    "connect4",
		Version: "1",
		About: game.About{
			Title: "Connect Four", Description: "Drop discs and get four in a line.", Minutes: 10, Complexity: 1, Categories: []string{"board", "abstract"}, Picture: "cover.svg",
			Rules: "Drop a disc into a column: it falls to the lowest empty cell. You win with four discs in a line: horizontally, vertically or diagonally. If the board is full, it is a draw.",
		},
		Art:     art,
		Theme:   theme,
		Seats:   game.Exactly(2),
		Roles:   []game.Role{{Name: "Red", Color: "red"}, {Name: "Yellow", Color: "yellow"}},
		Layout:  []game.Layout{b},
		Kinds:   []*game.Kind{disc},
		Actions: []*game.Action{{Name: "drop", Reads: "{seat} plays {cell}", Pick: []game.Choice{cell}, Do: drop}},
		Stuck:   (*game.Tx).Tie, // the board is full
	}
}
