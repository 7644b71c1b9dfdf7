package connect4_test

import (
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/connect4"
	"github.com/plygame/ply/gametest"
)

func TestLaws(t *testing.T) {
	gametest.Config{MaxMoves: 42, Make: "connect4.New()"}.Check(t, connect4.New())
}

func TestGolden(t *testing.T) {
	gametest.Golden(t, connect4.New(), "testdata/game.golden", 1)
}

func FuzzMoves(f *testing.F) { gametest.Fuzz(f, connect4.New()) }

// TestWins completes a line in each of the four directions.
func TestWins(t *testing.T) {
	for _, c := range []struct {
		name, board, move string
		seat              game.Seat
	}{
		{"along the row", `
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. O O . . . .
		O X X . X . .`, "drop d1", 0},
		{"up the column", `
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. . . O . . .
		. X X O . . .
		X X . O . . .`, "drop d4", 1},
		{"rising to the right", `
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. . . X O . .
		. . X O X . .
		. X O O X . O`, "drop e4", 0},
		{"rising to the right, up to the corner", `
		. . . . . . .
		. . . . . X O
		. . . . X O X
		. . . X O O O
		. . . O X X O
		. . X X O X X`, "drop g6", 0},
		{"falling to the right", `
		. . . . . . .
		. . . . . . .
		O . . . . . .
		X O . . . . .
		X X . X . . .
		O X X O O . .`, "drop c2", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := gametest.Arrange(t, connect4.New(), gametest.Setup{Turn: c.seat}, c.board)
			g.Play(c.seat, c.move)
			g.ExpectWinner(c.seat)
		})
	}
}

func TestThreeInALine(t *testing.T) {
	g := gametest.Arrange(t, connect4.New(), gametest.Setup{}, `
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. . . . O . .
		X X . O O . X`)
	g.Play(0, "drop c1")
	g.ExpectRunning()
	g.ExpectTurn(1)
}

// TestDiscsFall drops discs on top of each other.
func TestDiscsFall(t *testing.T) {
	g := gametest.New(t, connect4.New(), gametest.Setup{})
	g.RefuseWords(0, "drop d2", "d2 cannot be chosen")
	g.PlayAll("drop d1", "drop d2", "drop d3", "drop c1")
	g.ExpectBoard(`
		6 . . . . . . .
		5 . . . . . . .
		4 . . . . . . .
		3 . . . X . . .
		2 . . . O . . .
		1 . . O X . . .
		  a b c d e f g`)
}

func TestFullColumn(t *testing.T) {
	g := gametest.Arrange(t, connect4.New(), gametest.Setup{}, `
		O . . . . . .
		X . . . . . .
		O . . . . . .
		X . . . . . .
		O . . . . . .
		X . . . . . .`)
	g.RefuseWords(0, "drop a6", "a6 cannot be chosen")
	g.Refuse(0, "drop a7", game.NotOffered)
	g.ExpectTurn(0)
	g.Play(0, "drop b1")
}

// TestFullBoardIsADraw fills the last cell.
func TestFullBoardIsADraw(t *testing.T) {
	g := gametest.Arrange(t, connect4.New(), gametest.Setup{}, `
		O O X X O O .
		X X O O X X O
		O O X X O O X
		X X O O X X O
		O O X X O O X
		X X O O X X O`)
	g.Play(0, "drop g6")
	g.ExpectTie()
}
