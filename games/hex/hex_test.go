package hex_test

import (
	"fmt"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/hex"
	"github.com/plygame/ply/gametest"
)

func TestLaws(t *testing.T) {
	for _, size := range []int{3, 5, 11} {
		for _, swap := range []bool{false, true} {
			name := fmt.Sprintf("hex.New(%d, %t)", size, swap)
			t.Run(name, func(t *testing.T) {
				gametest.Config{MaxMoves: size*size + 1, Make: name}.Check(t, hex.New(size, swap))
			})
		}
	}
}

func TestGolden(t *testing.T) {
	gametest.Golden(t, hex.New(4, true), "testdata/game.golden", 2)
}

func FuzzMoves(f *testing.F) { gametest.Fuzz(f, hex.New(4, true)) }

// TestWins completes a chain: X joins top and bottom, O left and right.
func TestWins(t *testing.T) {
	for _, c := range []struct {
		name, board, move string
		turn              game.Seat
		won               bool
	}{
		{"straight down", `
		   . X .
		  O X .
		 O . .`, "place b1", 0, true},
		{"down and to the right", `
		   X . .
		  O . .
		 O . X`, "place b2", 0, true},
		{"not down and to the left", `
		   . . X
		  O . .
		 X O .`, "place b2", 0, false},
		{"straight across", `
		   X . .
		  O . O
		 . X X`, "place b2", 1, true},
		{"along the top and down", `
		   O . .
		  X X O
		 . . X`, "place b3", 1, true},
		{"not across and up", `
		   . X O
		  X . X
		 O X .`, "place b2", 1, false},
		{"across and down", `
		   O . X
		  X . X
		 . X O`, "place b2", 1, true},
		{"O does not join top and bottom", `
		   X O .
		  X O .
		 . . X`, "place b1", 1, false},
		{"X does not join left and right", `
		   . O .
		  X X .
		 . O O`, "place c2", 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := gametest.Arrange(t, hex.New(3, false), gametest.Setup{Turn: c.turn}, c.board)
			g.Play(c.turn, c.move)
			if c.won {
				g.ExpectWinner(c.turn)
			} else {
				g.ExpectRunning()
			}
		})
	}
}

// TestWindingChain joins the sides by a chain that turns back several times.
func TestWindingChain(t *testing.T) {
	g := gametest.Arrange(t, hex.New(5, false), gametest.Setup{}, `
		    . . . . X
		   . X X X X
		  X X . . O
		 O . X X O
		O O X O .`)
	g.ExpectRunning()
	g.Play(0, "place b2")
	g.ExpectWinner(0)
}

// TestNoDraw checks that random games always have exactly one winner.
func TestNoDraw(t *testing.T) {
	for seed := range uint64(50) {
		g := gametest.New(t, hex.New(4, false), gametest.Setup{Seed: seed})
		g.PlayUntil(gametest.Over)
		if n := len(g.State().Outcome().Winners); n != 1 {
			t.Fatalf("%d winners:\n%s", n, g.Draw())
		}
	}
}

// TestSwap takes over the first stone, on the mirrored cell.
func TestSwap(t *testing.T) {
	g := gametest.New(t, hex.New(3, true), gametest.Setup{})
	g.ExpectUnavailable(0, "swap", "in reply to the first stone")
	g.Play(0, "place c1")
	g.Play(1, "swap")
	g.ExpectBoard(`
		   3 O . .
		  2 . . .
		 1 . . .
		  a b c`)
	g.ExpectTurn(0)
	g.ExpectIn("a3", "O")
	g.ExpectIn("c1")
	g.RefuseWords(0, "swap", "you can swap only in reply to the first stone")
	g.Play(0, "place c1")
	g.Refuse(1, "swap", game.Unavailable)
}

func TestWithoutSwap(t *testing.T) {
	g := gametest.New(t, hex.New(3, false), gametest.Setup{})
	g.Play(0, "place c1")
	g.Refuse(1, "swap", game.NoAction)
}
