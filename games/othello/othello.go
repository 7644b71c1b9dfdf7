// Package othello is Othello: place discs, turn those of the opponent, and have the most in the end.
package othello

import (
	"strconv"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// New returns the rules.
func New() *game.Rules {
	b := board.Square("board", 8, 8)
	b.Named = func(x, y int) string { return string(rune('a'+x)) + strconv.Itoa(8-y) } // a1 is at the top left
	b.Look = game.Look{Ground: "board.svg"}
	disc := &game.Kind{Name: "disc", Look: game.Look{Shape: "disc", Picture: "{kind}-{owner}.svg", BySeat: []string{"X", "O"}}}

	// A disc may be placed where it brackets discs of the opponent: in a straight line between it and another
	// disc of the player.
	cell := &game.Pick[game.ID]{Name: "cell", Prompt: "Choose where to place a disc",
		From: func(t *game.Tx) game.Set[game.ID] { return b.Brackets(t, t.Seat) }}

	// All discs that it brackets are turned.
	place := func(t *game.Tx) {
		turned := b.Bracketed(t, t.Seat, cell.In(t))
		t.Create(disc, cell.In(t))
		for at := range turned.All() {
			t.Give(t.Last(at), t.Seat)
		}
	}

	// A player who can place no disc passes. If neither can, the game is over, and empty cells count for the
	// winner.
	stuck := func(t *game.Tx) {
		if !b.Brackets(t, 1-t.Seat).Empty() {
			t.Say("{0} passes", t.Seat)
			return
		}
		black, white, empty := b.Held(t, 0).Len(), b.Held(t, 1).Len(), b.Empty(t).Len()
		switch {
		case black > white:
			t.Score(black+empty, white)
		case white > black:
			t.Score(black, white+empty)
		default:
			t.Tie()
		}
	}
	return &game.Rules{
		Name:    "othello",
		Version: "1",
		About: game.About{
			Title: "Othello", Description: "Turn your opponent's discs, and have the most in the end.", Minutes: 30, Complexity: 2, Categories: []string{"board", "abstract"}, Picture: "cover.svg",
			Rules: "Black begins. Place a disc so that it brackets discs of your opponent: they must form an unbroken straight line, in any direction, between your new disc and another of yours. " +
				"All discs bracketed by the new one are turned and become yours. A player who cannot place a disc passes.\n\n" +
				"The game ends when neither player can place a disc. The player with more discs wins; empty cells count for the winner. With equal numbers it is a draw.",
		},
		Art:     art,
		Theme:   theme,
		Seats:   game.Exactly(2),
		Roles:   []game.Role{{Name: "Black", Color: "black"}, {Name: "White", Color: "white"}},
		Layout:  []game.Layout{b},
		Kinds:   []*game.Kind{disc},
		Derived: []game.AnyDerived{b.Tally("discs", "Discs")},
		Setup:   func(t *game.Tx) { b.Put(t, start, disc) },
		Actions: []*game.Action{{Name: "place", Reads: "{seat} plays {cell}", Pick: []game.Choice{cell}, Do: place}},
		Stuck:   stuck,

		Position: game.Position{Read: readPosition(b, disc), Write: PositionText},
	}
}

const start = `
	1 . . . . . . . .
	2 . . . . . . . .
	3 . . . . . . . .
	4 . . . O X . . .
	5 . . . X O . . .
	6 . . . . . . . .
	7 . . . . . . . .
	8 . . . . . . . .
	  a b c d e f g h`
