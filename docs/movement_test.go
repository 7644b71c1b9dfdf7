package docs_test

import (
	"fmt"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// duel is a small game in the manner of chess: a king, a rook and pawns for each side.
func duel() *game.Rules {
	// 1. A board, and who sits where.
	b := board.Square("board", 5, 5)
	b.Look.Sides = []game.Seat{1, game.Nobody, 0, game.Nobody}
	second, fourth := b.Row(1), b.Row(3)

	// 2. How pieces move, as White sees it; Facing turns it for Black.
	moves := &board.Movement{Board: b, Facing: []board.Direction{board.North, board.South}, Unmoved: func(*game.State) game.Set[game.ID] {
		return second.Set().Or(fourth.Set())
	}}
	kind := func(name string, p board.Pattern) *game.Kind {
		return &game.Kind{Name: name, With: []game.With{moves.Is(p)}}
	}
	king := kind("king", board.To(board.Straight...).Or(board.To(board.Diagonal...)))
	rook := kind("rook", board.Slide(board.Straight...))
	pawn := kind("pawn", board.To(board.North).Quiet().
		Or(board.Slide(board.North).UpTo(2).Quiet().First()).
		Or(board.To(board.NorthWest, board.NorthEast).Capturing()))

	// 3. A move is two picks: a piece, and where it goes.
	piece := moves.Piece()
	to := moves.Target(piece)

	// 4. What the patterns do not say is an If: no move may leave the player's own king attacked.
	kingOf := func(s *game.State, seat game.Seat) game.ID { return b.Held(s, seat, king).First() }
	to.If = func(t *game.Tx, cell game.ID) bool {
		own := kingOf(t.State, t.Seat)
		if own == piece.In(t) {
			own = cell
		}
		return !moves.AttackedAfter(t, own, 1-t.Seat, piece.In(t), cell) || t.Refuse("that leaves the king in check")
	}

	// 5. A pick that only sometimes applies has a When: promotion.
	as := &game.Pick[*game.Kind]{
		Name: "as",
		When: func(t *game.Tx) bool {
			last := []*board.Region{fourth, second}[t.Seat]
			return last.Has(piece.In(t)) && t.Kind(t.Last(piece.In(t))) == pawn
		},
		List: func(*game.Tx) []*game.Kind { return []*game.Kind{rook} },
	}
	move := func(t *game.Tx) {
		moves.Go(t, piece.In(t), to.In(t))
		if as.Chosen(t) > 0 {
			t.Become(t.Last(to.In(t)), as.In(t))
		}
	}
	return &game.Rules{
		Name: "duel", Seats: game.Exactly(2), Layout: []game.Layout{b}, Kinds: []*game.Kind{king, rook, pawn},
		Roles: []game.Role{{Name: "White"}, {Name: "Black"}},
		Setup: func(t *game.Tx) {
			b.Put(t, `
				r . k . .
				p p p . .
				. . . . .
				. . P P P
				. . K . R`, king, rook, pawn)
		},
		Actions: []*game.Action{{Name: "move", Pick: []game.Choice{piece, to, as}, Do: move}},

		// 6. Positions that count as equal, and the end: Stuck is asked for a seat that has no move.
		Position: game.Position{Places: []game.Layout{b}, Mover: true},
		End: func(t *game.Tx) {
			if t.Repeats() >= 2 {
				t.Tie()
			}
		},
		Stuck: func(t *game.Tx) {
			if moves.Attacked(t, kingOf(t.State, t.Seat), 1-t.Seat) {
				t.Win(1 - t.Seat) // mate
			} else {
				t.Tie() // stalemate
			}
		},
	}
}

func Example_duel() {
	s, _ := duel().Start(2, game.SeedOf(1))
	s, _ = s.PlayText(0, "move d2 d4") // two cells, and check
	_, err := s.PlayText(1, "move a4 a3")
	fmt.Println(err)
	s, _ = s.PlayText(1, "move c5 d4")
	f := s.Fork()
	for depth := 1; depth <= 3; depth++ {
		n, _ := f.Perft(depth)
		fmt.Println(depth, n)
	}
	// Output:
	// move, to: that leaves the king in check
	// 1 8
	// 2 85
	// 3 654
}

func Example_patterns() {
	rook := board.Slide(board.Straight...)
	bishop := board.Slide(board.Diagonal...)
	queen := rook.Or(bishop)
	king := queen.UpTo(1)
	knight := board.Leap(1, 2)
	pawn := board.To(board.North).Quiet().
		Or(board.Slide(board.North).UpTo(2).Quiet().First()).
		Or(board.To(board.NorthWest, board.NorthEast).Capturing())
	horse := board.Path(board.North, board.NorthEast).Or(board.Path(board.North, board.NorthWest)) // and so on
	archer := board.Slide(board.North).UpTo(3).Over()
	fmt.Println(king, knight, pawn, horse, archer)
}
