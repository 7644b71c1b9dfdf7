// Package breakthrough is Breakthrough: bring a pawn to the far side of the board.
package breakthrough

import (
	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

var size = &game.Option[int]{Name: "size", Label: "Board size", Default: 8, Min: 4, Max: 16}

// New returns the rules for a board of this size.
func New(cells int) *game.Rules {
	b := board.Square("board", cells, cells)
	b.Look = game.Look{Color: "#a08f7b", Sides: []game.Seat{1, game.Nobody, 0, game.Nobody}} // White sits below
	top, _, bottom, _ := b.Edges()
	far := [2]*board.Region{top, bottom}

	// A pawn goes one step forward, straight or diagonally. It captures only diagonally.
	moves := &board.Movement{Board: b, Facing: []board.Direction{board.North, board.South}}
	pawn := &game.Kind{Name: "pawn", Look: game.Look{Picture: "{kind}-{owner}.svg", BySeat: []string{"♙", "♟"}}, With: []game.With{
		moves.Is(board.To(board.North).Quiet().Or(board.To(board.NorthWest, board.NorthEast))),
	}}
	piece := moves.Piece()
	to := moves.Target(piece)
	to.Most = 3 // so random games are drawn faster

	// The first player to reach the far row, or to capture all pawns of the opponent, wins.
	move := func(t *game.Tx) {
		moves.Go(t, piece.In(t), to.In(t))
		if far[t.Seat].Has(to.In(t)) || b.Held(t, 1-t.Seat).Empty() {
			t.Win(t.Seat)
		}
	}
	return &game.Rules{
		Name:    "breakthrough",
		Version: "1",
		About: game.About{
			Title: "Breakthrough", Description: "Bring a pawn to the far side of the board.", Minutes: 15, Complexity: 1, Categories: []string{"board", "abstract"}, Picture: "cover.svg",
			Rules: "Move one of your pawns one step forward, straight or diagonally, to an empty cell. Diagonally, a pawn can also capture: it takes the place of an enemy pawn.\n\nThe first player to reach the far row, or to capture all enemy pawns, wins. A draw is impossible.",
		},
		Art:     art,
		Theme:   theme,
		Seats:   game.Exactly(2),
		Roles:   []game.Role{{Name: "White", Color: "white"}, {Name: "Black", Color: "black"}},
		Levels:  [4]int{50, 200, 1000, 10_000},
		Options: []game.Setting{size.Is(cells)},
		Make:    func(v game.Values) *game.Rules { return New(size.In(v)) },
		Layout:  []game.Layout{b},
		Kinds:   []*game.Kind{pawn},
		Derived: []game.AnyDerived{b.Tally("pawns", "Pawns")},
		Setup: func(t *game.Tx) {
			for i, y := range []int{0, 1, cells - 2, cells - 1} {
				for x := range cells {
					t.Give(t.Create(pawn, b.At(x, y)), game.Seat(i/2))
				}
			}
		},
		Actions: []*game.Action{{Name: "move", Reads: "{seat} moves {piece} to {to}", Pick: []game.Choice{piece, to}, Do: move}},
	}
}
