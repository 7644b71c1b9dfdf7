// Package hex is Hex, the connection game: connect your two sides of the board.
package hex

import (
	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

var (
	size = &game.Option[int]{Name: "size", Label: "Board size", Default: 11, Min: 2, Max: 26}
	swap = &game.Option[bool]{Name: "swap", Label: "Swap rule", Description: "Blue may take over the first stone."}
)

// New returns the rules for a board of this size, with or without the swap rule.
func New(cells int, pie bool) *game.Rules {
	b := board.Hex("board", cells, cells)
	b.Look = game.Look{Sides: []game.Seat{0, 1, 0, 1}}
	top, right, bottom, left := b.Edges()
	stone := &game.Kind{Name: "stone", Look: game.Look{Shape: "disc", Picture: "{kind}-{owner}.svg", BySeat: []string{"X", "O"}}}
	cell := &game.Pick[game.ID]{Name: "cell", Prompt: "Choose an empty cell", From: b.Empty}

	// Red connects top and bottom, Blue left and right. A draw is impossible.
	place := func(t *game.Tx) {
		t.Create(stone, cell.In(t))
		from, to := top, bottom
		if t.Seat == 1 {
			from, to = left, right
		}
		if b.JoinsAt(t, t.Seat, cell.In(t), from, to) {
			t.WinBy(b.Group(t, cell.In(t)), t.Seat)
		}
	}
	actions := []*game.Action{{Name: "place", Reads: "{seat} plays {cell}", Pick: []game.Choice{cell}, Do: place}}

	// Swapping takes over the first stone, on the mirrored cell, instead of placing one.
	if pie {
		actions = append(actions, &game.Action{
			Name: "swap", Reads: "{seat} takes over the first stone",
			If: game.When("you can swap only in reply to the first stone", func(t *game.Tx) bool { return t.Played() == 1 }),
			Do: func(t *game.Tx) {
				for id := range t.All(stone) {
					x, y := b.XY(t.Parent(id))
					t.Give(id, t.Seat)
					t.Move(id, b.At(y, x))
				}
			},
		})
	}
	return &game.Rules{
		Name:    "hex",
		Version: "1",
		About: game.About{
			Title: "Hex", Description: "Connect your two sides of the board.", Minutes: 20, Complexity: 2, Categories: []string{"board", "abstract", "connection"}, Picture: "cover.svg",
			Rules: "Put a stone on an empty cell. Red wins with a chain of stones from top to bottom, Blue with one from left to right. A draw is impossible.",
		},
		Art:     art,
		Theme:   theme,
		Seats:   game.Exactly(2),
		Roles:   []game.Role{{Name: "Red", Color: "red"}, {Name: "Blue", Color: "blue"}},
		Levels:  [4]int{50, 200, 1000, 50_000},
		Options: []game.Setting{size.Is(cells), swap.Is(pie)},
		Make:    func(v game.Values) *game.Rules { return New(size.In(v), swap.In(v)) },
		Layout:  []game.Layout{b},
		Kinds:   []*game.Kind{stone},
		Actions: actions,
	}
}
