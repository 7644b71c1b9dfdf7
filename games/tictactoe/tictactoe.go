// Package tictactoe is noughts and crosses: three in a row win.
package tictactoe

import (
	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// New returns the rules.
func New() *game.Rules {
	b := board.Square("board", 3, 3)
	mark := &game.Kind{Name: "mark", Look: game.Look{BySeat: []string{"X", "O"}}}
	cell := &game.Pick[game.ID]{Name: "cell", Prompt: "Choose an empty cell", From: b.Empty}

	// A seat marks an empty cell; three of its marks in a row win.
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
			Title: "Tic-tac-toe", Description: "Three in a row win.", Minutes: 2, Complexity: 1, Categories: []string{"board", "abstract"},
			Rules: "Mark an empty cell. Three of your marks in a row win, across, upright or aslant. A full board is a draw.",
		},
		Seats:   game.Exactly(2),
		Roles:   []game.Role{{Name: "X"}, {Name: "O"}},
		Layout:  []game.Layout{b},
		Kinds:   []*game.Kind{mark},
		Actions: []*game.Action{{Name: "place", Reads: "{seat} plays {cell}", Pick: []game.Choice{cell}, Do: place}},
		Stuck:   (*game.Tx).Tie, // the board is full
	}
}
