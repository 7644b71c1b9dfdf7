// Package board is a kit for games on boards.
//
// A Grid is a board of cells in rows and columns: Square gives each cell eight neighbours,
// Orthogonal four, Hex six. It goes into Rules.Layout, which makes its cells places of the
// game; cells have names, a1 at the lower left. A Direction leads from a cell to another, a
// Region is a fixed set of cells. Everything else is a question about a State: which cells
// are Empty or Held by a seat, what a Group joins, whether a Line is long enough, whether two
// edges are joined. Cells that may be chosen are a game.Set[game.ID], so that the rules of a whole game
// are a few words each:
//
//	b := board.Square("board", 7, 6)
//	cell := &game.Pick[game.ID]{Name: "cell", From: func(t *game.Tx) game.Set[game.ID] {
//		empty := b.Empty(t)
//		return empty.Minus(b.Shift(empty, board.North)) // the lowest empty cell of each column
//	}}
//	drop := func(t *game.Tx) {
//		t.Create(disc, cell.In(t))
//		if b.HasLine(t, t.Seat, 4) {
//			t.Win(t.Seat)
//		}
//	}
//
// Draw writes a board as text and Put reads it, so that positions in rules and tests are
// pictures.
//
// A Grid belongs to the Rules it is laid in and is frozen from then on; a game whose board
// depends on options makes its rules in a function.
package board
