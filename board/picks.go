package board

import "github.com/plygame/ply/game"

// Piece returns a pick of one of the acting seat's pieces, by its cell. Followed by Target in an action, it
// offers only those that can move. Set other fields of the pick as needed.
func (m *Movement) Piece() *game.Pick[game.ID] {
	return &game.Pick[game.ID]{Name: "piece", Prompt: "Choose a piece", From: func(t *game.Tx) game.Set[game.ID] {
		return m.b.Held(t, t.Seat)
	}}
}

// Target returns a pick of a cell where the piece chosen by an earlier pick can go.
func (m *Movement) Target(piece *game.Pick[game.ID]) *game.Pick[game.ID] {
	return &game.Pick[game.ID]{Name: "to", Prompt: "Choose where it goes", From: func(t *game.Tx) game.Set[game.ID] {
		return m.To(t, piece.In(t))
	}}
}

// Beside returns the neighbours of the cell chosen by an earlier pick, for Pick.From.
func (b *Board) Beside(cell *game.Pick[game.ID]) func(*game.Tx) game.Set[game.ID] {
	return func(t *game.Tx) game.Set[game.ID] { return b.Around(game.SetOf(cell.In(t))) }
}
