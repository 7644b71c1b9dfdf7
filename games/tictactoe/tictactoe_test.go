package tictactoe_test

import (
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/tictactoe"
	"github.com/plygame/ply/gametest"
)

func TestLaws(t *testing.T) {
	gametest.Config{MaxMoves: 9, Make: "tictactoe.New()"}.Check(t, tictactoe.New())
}

func TestGolden(t *testing.T) {
	gametest.Golden(t, tictactoe.New(), "testdata/game.golden", 1)
}

func FuzzMoves(f *testing.F) { gametest.Fuzz(f, tictactoe.New()) }

// TestWins completes each of the eight lines.
func TestWins(t *testing.T) {
	for _, c := range []struct{ board, move string }{
		{`
		. . .
		O O .
		X X .`, "place c1"},
		{`
		O . .
		X . X
		O . .`, "place b2"},
		{`
		. X X
		. . O
		. O .`, "place a3"},
		{`
		X O .
		X O .
		. . .`, "place a1"},
		{`
		O X .
		O . .
		. X .`, "place b2"},
		{`
		. O .
		. O X
		. . X`, "place c3"},
		{`
		. O X
		. X O
		. . .`, "place a1"},
		{`
		X O .
		O . .
		. . X`, "place b2"},
	} {
		g := gametest.Arrange(t, tictactoe.New(), gametest.Setup{}, c.board)
		g.Play(0, c.move)
		g.ExpectWinner(0)
	}
}

func TestSecondSeatWins(t *testing.T) {
	g := gametest.Arrange(t, tictactoe.New(), gametest.Setup{Turn: 1}, `
		. X .
		O O .
		X X .`)
	g.Play(1, "place c2")
	g.ExpectWinner(1)
	g.Refuse(0, "place c1", game.Over)
}

func TestTwoInARow(t *testing.T) {
	g := gametest.Arrange(t, tictactoe.New(), gametest.Setup{}, `
		. . .
		. O .
		X O .`)
	g.Play(0, "place c1")
	g.ExpectRunning()
	g.ExpectTurn(1)
	g.ExpectBoard(`
		3 . . .
		2 . O .
		1 X O X
		  a b c`)
}

// TestFullBoardIsADraw fills the last cell.
func TestFullBoardIsADraw(t *testing.T) {
	g := gametest.Arrange(t, tictactoe.New(), gametest.Setup{}, `
		X O X
		X O O
		O X .`)
	g.Play(0, "place c1")
	g.ExpectTie()
}

// TestLastCellWins fills the last cell and completes three in a row.
func TestLastCellWins(t *testing.T) {
	g := gametest.Arrange(t, tictactoe.New(), gametest.Setup{}, `
		X O O
		O X X
		O X .`)
	g.Play(0, "place c1")
	g.ExpectWinner(0)
}

func TestRefusals(t *testing.T) {
	g := gametest.New(t, tictactoe.New(), gametest.Setup{})
	g.Play(0, "place b2")
	g.RefuseWords(1, "place b2", "b2 cannot be chosen")
	g.Refuse(0, "place a1", game.NotYourTurn)
	g.Refuse(1, "place d4", game.NotOffered)
	g.Refuse(1, "place", game.Missing)
	g.Refuse(1, "place a1 a2", game.Surplus)
	g.Refuse(1, "jump a1", game.NoAction)
	g.ExpectTurn(1)
}
