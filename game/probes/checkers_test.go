package probes

import (
	"cmp"
	"slices"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// checkers is English draughts from a drawn position, piece by piece: see games/checkers for the game. Dark (x) moves
// up the board and first.
func checkers(position string) *game.Rules {
	b := board.Square("board", 8, 8)
	top, _, bottom, _ := b.Edges()
	man := &game.Kind{Name: "man", Look: game.Look{BySeat: []string{"x", "o"}}}
	king := &game.Kind{Name: "king", Look: game.Look{BySeat: []string{"X", "O"}}}

	// Men go diagonally forward, kings both ways.
	forward := [2][]board.Direction{{board.NorthEast, board.NorthWest}, {board.SouthEast, board.SouthWest}}
	bothWays := slices.Concat(forward[0], forward[1])
	ways := func(t *game.Tx, cell game.ID) []board.Direction {
		piece := t.Last(cell)
		if t.Kind(piece) == king {
			return bothWays
		}
		return forward[t.Owner(piece)]
	}

	// A step goes to an adjacent empty square.
	steps := func(t *game.Tx, cell game.ID) (to game.Set[game.ID]) {
		for _, way := range ways(t, cell) {
			next := b.Shift(game.SetOf(cell), way)
			to = to.Or(next.And(b.Empty(t)))
		}
		return to
	}

	// A jump goes over one enemy to the empty square behind it.
	jumps := func(t *game.Tx, cell game.ID) (to game.Set[game.ID]) {
		enemy := 1 - t.Owner(t.Last(cell))
		for _, way := range ways(t, cell) {
			over := b.Shift(game.SetOf(cell), way).And(b.Held(t, enemy))
			to = to.Or(b.Shift(over, way).And(b.Empty(t)))
		}
		return to
	}

	// stuck reports whether no piece of the seat has such a move.
	stuck := func(t *game.Tx, seat game.Seat, moves func(*game.Tx, game.ID) game.Set[game.ID]) bool {
		for cell := range b.Held(t, seat).All() {
			if !moves(t, cell).Empty() {
				return false
			}
		}
		return true
	}
	mine := func(t *game.Tx) game.Set[game.ID] { return b.Held(t, t.Seat) }

	// A man that reaches the far row is crowned. It cannot move on from there, so its move has ended.
	far := [2]*board.Region{top, bottom}
	crown := func(t *game.Tx, cell game.ID) {
		if far[t.Seat].Has(cell) && t.Kind(t.Last(cell)) == man {
			t.Become(t.Last(cell), king)
		}
	}

	// Stepping: one piece moves to an empty square, only if nothing can be captured.
	walker := &game.Pick[game.ID]{Name: "piece", Prompt: "Choose a piece", From: mine,
		If: func(t *game.Tx, cell game.ID) bool {
			if steps(t, cell).Empty() {
				return t.Refuse("the piece on {0} cannot move", cell)
			}
			return true
		}}
	square := &game.Pick[game.ID]{Name: "to", Prompt: "Choose where it goes",
		From: func(t *game.Tx) game.Set[game.ID] { return steps(t, walker.In(t)) }}
	step := func(t *game.Tx) {
		t.Move(t.Last(walker.In(t)), square.In(t))
		crown(t, square.In(t))
	}

	// Jumping: one piece captures as long as it can.
	jumper := &game.Pick[game.ID]{Name: "piece", Prompt: "Choose a piece", From: mine,
		If: func(t *game.Tx, cell game.ID) bool {
			if jumps(t, cell).Empty() {
				return t.Refuse("the piece on {0} has nothing to capture", cell)
			}
			return true
		}}
	landing := &game.Pick[game.ID]{Name: "to", Prompt: "Choose where it lands", Repeat: true}
	from := func(t *game.Tx) game.ID { return cmp.Or(landing.Before(t), jumper.In(t)) }
	landing.From = func(t *game.Tx) game.Set[game.ID] { return jumps(t, from(t)) }
	landing.Then = func(t *game.Tx, to game.ID) {
		t.Remove(t.Last(between(b, from(t), to)))
		t.Move(t.Last(from(t)), to)
	}

	return &game.Rules{
		Name:   "checkers",
		Seats:  game.Exactly(2),
		Layout: []game.Layout{b},
		Kinds:  []*game.Kind{man, king},
		Setup:  func(t *game.Tx) { b.Put(t, position, man, king) },
		Actions: []*game.Action{
			{Name: "jump", Pick: []game.Choice{jumper, landing}, Do: func(t *game.Tx) { crown(t, landing.In(t)) }},
			{Name: "step", Pick: []game.Choice{walker, square}, Do: step,
				If: game.When("a capture must be made", func(t *game.Tx) bool { return stuck(t, t.Seat, jumps) })},
		},

		// A player who cannot move has lost. A position that occurs for the third time is a draw.
		Position: game.Position{Places: []game.Layout{b}, Mover: true},
		Stuck:    func(t *game.Tx) { t.Win(1 - t.Seat) },
		End: func(t *game.Tx) {
			if t.Repeats() >= 2 {
				t.Tie()
			}
		},
	}
}

// between returns the square that a jump passes over.
func between(b *board.Grid, from, to game.ID) game.ID {
	x1, y1 := b.XY(from)
	x2, y2 := b.XY(to)
	return b.At((x1+x2)/2, (y1+y2)/2)
}

const checkersStart = `
	8 . o . o . o . o
	7 o . o . o . o .
	6 . o . o . o . o
	5 . . . . . . . .
	4 . . . . . . . .
	3 x . x . x . x .
	2 . x . x . x . x
	1 x . x . x . x .
	  a b c d e f g h`
