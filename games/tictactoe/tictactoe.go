// Package tictactoe is tic-tac-toe: get three in a row.
package tictactoe

import (
	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// New returns the rules.
func New() *game.Rules {
	b := board.Square("board", 3, 3)
	b.Look = game.Look{Ground: "paper.svg"}
	mark := &game.Kind{Name: "mark", Look: game.Look{Picture: "{kind}-{owner}.svg", BySeat: []string{"X", "O"}}}
	cell := &game.Pick[game.ID]{Name: "cell", Prompt: "Choose an empty cell", From: b.Empty}

	// A player marks an empty cell; three of their marks in a row win.
	place := func(t *game.Tx) {
		t.Create(mark, cell.In(t))
		if b.HasLine(t, t.Seat, 3) {
			t.WinBy(b.Line(t, t.Seat, 3), t.Seat)
		}
	}
	return &game.Rules{
		Name:    "tictactoe",
		Version: "1",
		About: game.About{
			Title: "Tic-tac-toe", Description: "Get three in a row.", Minutes: 2, Complexity: 1, Categories: []string{"board", "abstract"}, Picture: "cover.svg",
			Rules: "Mark an empty cell. You win with three marks in a row: horizontally, vertically or diagonally. If the board is full, it is a draw.",
		},
		Art:     art,
		Theme:   theme,
		Seats:   game.Exactly(2),
		Roles:   []game.Role{{Name: "X", Color: "blue"}, {Name: "O", Color: "red"}},
		Layout:  []game.Layout{b},
		Kinds:   []*game.Kind{mark},
		Actions: []*game.Action{{Name: "place", Reads: "{seat} plays {cell}", Pick: []game.Choice{cell}, Do: place}},
		Stuck:   (*game.Tx).Tie, // the board is full
	}
}
