// Package board is a kit for games on boards.
//
// A Board has cells with names and steps that lead from one to another. In a Grid they are in rows and columns: in a
// Square grid each cell has up to eight neighbours, in an Orthogonal grid four, in a Hex grid six. Graph makes a
// board of any form, Lattice one whose sides and corners are places too. Put a board into Rules.Layout, and its cells
// become places of the game: a1 is at the lower left of a grid. A Direction leads from one cell to another, and a
// Region is a fixed set of cells. The other methods find the cells that are Empty or Held by a seat, the cells that
// form a Group, a Line of a certain length, or whether a seat Joins two edges. Sets of cells are of type
// game.Set[game.ID], so the rules of a whole game take only a few lines:
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
// Draw writes a board as text and Put reads it, so that positions in rules and tests are drawings.
//
// A board belongs to the Rules whose Layout contains it, and is frozen from then on. A game whose board
// depends on options builds its rules in a function.
package board
