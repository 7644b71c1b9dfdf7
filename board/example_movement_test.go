package board_test

import (
	"fmt"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// A pawn goes forward and captures diagonally; a rook slides; a knight leaps.
func ExamplePattern() {
	rook := board.Slide(board.Straight...)
	knight := board.Leap(1, 2)
	pawn := board.To(board.North).Quiet().
		Or(board.Slide(board.North).UpTo(2).Quiet().First()).
		Or(board.To(board.NorthWest, board.NorthEast).Capturing())
	horse := board.Path(board.North, board.NorthEast) // of Xiangqi, one of its eight moves
	fmt.Println(rook)
	fmt.Println(pawn)
	fmt.Println(horse)
	fmt.Println(knight.Or(board.Anywhere().Quiet()))
	fmt.Println(board.Slide(board.East).Over())
	fmt.Println(board.Pattern{})
	fmt.Println(board.NorthEast.Back(), board.Diagonal)
	// Output:
	// slide east north west south
	// step without capture north, slide up to 2 at first without capture north, step to capture northwest northeast
	// path north northeast
	// step (1,2) (1,-2) (-1,2) (-1,-2) (2,1) (2,-1) (-2,1) (-2,-1), anywhere without capture
	// slide over pieces east
	// none
	// southwest [northeast northwest southwest southeast]
}

// A rook and two knights: where the rook can go, and who attacks what.
func ExampleMovement() {
	b := board.Square("board", 4, 4)
	moves := &board.Movement{Board: b}
	rook := &game.Kind{Name: "rook", With: []game.With{moves.Is(board.Slide(board.Straight...))}}
	knight := &game.Kind{Name: "knight", Look: game.Look{BySeat: []string{"N", "n"}}, With: []game.With{moves.Is(board.Leap(1, 2))}}
	piece := moves.Piece()
	to := moves.Target(piece)
	rules := &game.Rules{
		Name: "skirmish", Seats: game.Exactly(2), Layout: []game.Layout{b}, Kinds: []*game.Kind{rook, knight},
		Setup: func(t *game.Tx) {
			b.Put(t, `
				. n . .
				. . . .
				N R . n
				. . . .`, rook, knight)
		},
		Actions: []*game.Action{{Name: "move", Pick: []game.Choice{piece, to}, Do: func(t *game.Tx) { moves.Go(t, piece.In(t), to.In(t)) }}},
	}
	s, err := rules.Start(2, game.SeedOf(1))
	if err != nil {
		fmt.Println(err)
		return
	}
	names := func(cells game.Set[game.ID]) (all []string) {
		for c := range cells.All() {
			all = append(all, s.Name(c))
		}
		return all
	}
	fmt.Println(moves.On(knight))
	fmt.Println("the rook goes to", names(moves.To(s, s.Find("b2"))))
	fmt.Println("it attacks", names(moves.Attacks(s, s.Find("b2"))))
	fmt.Println("White can move", names(moves.Movable(s, 0)))
	fmt.Println("b4 is attacked by", names(moves.Attackers(s, s.Find("b4"), 0)), moves.Attacked(s, s.Find("a1"), 0))
	fmt.Println("Black attacks", names(moves.Threatened(s, 1)))
	s, _ = s.PlayText(0, "move b2 d2")
	fmt.Print(b.Draw(s))
	// Output:
	// step (1,2) (1,-2) (-1,2) (-1,-2) (2,1) (2,-1) (-2,1) (-2,-1)
	// the rook goes to [b1 c2 d2 b3 b4]
	// it attacks [b1 a2 c2 d2 b3 b4]
	// White can move [a2 b2]
	// b4 is attacked by [a2 b2] false
	// Black attacks [b1 a2 c2 b3 d3 c4]
	// 4 . n . .
	// 3 . . . .
	// 2 N . . R
	// 1 . . . .
	//   a b c d
}

// The second cell of a move is beside the first.
func ExampleBoard_Beside() {
	b := board.Orthogonal("board", 3, 3)
	from := &game.Pick[game.ID]{Name: "from", From: b.Empty}
	to := &game.Pick[game.ID]{Name: "to", From: b.Beside(from)}
	rules := &game.Rules{
		Name: "dominoes", Seats: game.Exactly(2), Layout: []game.Layout{b},
		Actions: []*game.Action{{Name: "place", Pick: []game.Choice{from, to}, Do: func(*game.Tx) {}}},
	}
	s, err := rules.Start(2, game.SeedOf(1))
	if err != nil {
		fmt.Println(err)
		return
	}
	moves, _ := s.Moves()
	fmt.Println(len(moves), s.Text(moves[0]))
	// Output: 24 place a1 b1
}
