// Breakthrough is a board game: reach the far side.
package main

import (
	"github.com/plygame/ply/board"
	"github.com/plygame/ply/cli"
	"github.com/plygame/ply/game"
)

func main() { cli.Main(rules()) }

const start = `
	B B B B B B
	B B B B B B
	. . . . . .
	. . . . . .
	W W W W W W
	W W W W W W`

func rules() *game.Rules {
	b := board.Square("board", 6, 6)
	man := &game.Kind{Name: "man", Look: game.Look{Shape: "disc", BySeat: []string{"W", "B"}}}

	// White moves up, Black moves down: straight ahead onto an empty cell, or diagonally, where a man may also capture.
	reach := func(t *game.Tx, cell game.ID) game.Set[game.ID] {
		ahead, left, right := board.North, board.NorthWest, board.NorthEast
		if t.Seat == 1 {
			ahead, left, right = board.South, board.SouthWest, board.SouthEast
		}
		from := game.SetOf(cell)
		diagonal := b.Shift(from, left).Or(b.Shift(from, right)).Minus(b.Held(t, t.Seat))
		return b.Shift(from, ahead).And(b.Empty(t)).Or(diagonal)
	}

	// A move is two picks: one of the player's men, and where it goes. The second pick sees the first.
	from := &game.Pick[game.ID]{Name: "from", Prompt: "Choose a man", From: func(t *game.Tx) game.Set[game.ID] { return b.Held(t, t.Seat) }}
	to := &game.Pick[game.ID]{Name: "to", Prompt: "Where does it go?", From: func(t *game.Tx) game.Set[game.ID] { return reach(t, from.In(t)) }}

	move := func(t *game.Tx) {
		if taken := t.First(to.In(t)); taken != 0 {
			t.Remove(taken)
		}
		t.Move(t.First(from.In(t)), to.In(t))
		_, row := b.XY(to.In(t))
		if row == 5*int(1-t.Seat) || b.Held(t, 1-t.Seat).Empty() {
			t.Win(t.Seat)
		}
	}
	return &game.Rules{
		Name: "breakthrough", Version: "1", Seats: game.Exactly(2),
		About:   game.About{Title: "Breakthrough", Description: "Reach the far side.", Rules: "Move a man one cell ahead. Take diagonally."},
		Roles:   []game.Role{{Name: "White", Color: "white"}, {Name: "Black", Color: "black"}},
		Layout:  []game.Layout{b},
		Kinds:   []*game.Kind{man},
		Setup:   func(t *game.Tx) { b.Put(t, start, man) },
		Actions: []*game.Action{{Name: "move", Reads: "{seat} moves {from} to {to}", Pick: []game.Choice{from, to}, Do: move}},
	}
}
