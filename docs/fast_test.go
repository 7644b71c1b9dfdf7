package docs_test

import (
	"fmt"

	"github.com/plygame/ply/game"
)

func Example_countMoves() {
	six := &game.Pick[int]{Name: "six", Range: func(*game.Tx) (int, int) { return 1, 49 },
		Several: func(*game.Tx) (int, int) { return 6, 6 }}
	s := newMarket().open(&game.Action{Name: "bet", Pick: []game.Choice{six}, Do: func(*game.Tx) {}})
	fmt.Println(s.CountMoves())
	_, err := s.Moves()
	fmt.Println(game.CodeOf(err))
	// Output:
	// 13983816 <nil>
	// too-many
}
