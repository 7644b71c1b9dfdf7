package breakthrough_test

import (
	"fmt"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/breakthrough"
	"github.com/plygame/ply/gametest"
)

func TestLaws(t *testing.T) {
	for _, size := range []int{4, 8, 13} {
		name := fmt.Sprintf("breakthrough.New(%d)", size)
		t.Run(name, func(t *testing.T) {
			gametest.Config{Make: name}.Check(t, breakthrough.New(size))
		})
	}
}

func TestGolden(t *testing.T) { gametest.Golden(t, breakthrough.New(5), "testdata/game.golden", 2) }

func FuzzMoves(f *testing.F) { gametest.Fuzz(f, breakthrough.New(5)) }

// The numbers are the published ones.
func TestPerft(t *testing.T) {
	s, err := breakthrough.New(8).Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	want := []uint64{22, 484, 11132, 256036}
	if testing.Short() {
		want = want[:3]
	}
	for i, n := range want {
		f := s.Fork()
		if got, err := f.Perft(i + 1); got != n || err != nil {
			t.Errorf("depth %d: %d, %v; want %d", i+1, got, err, n)
		}
		if got, err := f.PerftPlayed(i + 1); got != n || err != nil {
			t.Errorf("depth %d, last moves played: %d, %v; want %d", i+1, got, err, n)
		}
	}
}

func TestMoves(t *testing.T) {
	position := `
		. . . ♟
		♟ . . .
		. ♟ ♟ .
		. ♙ . ♙`
	for _, c := range []struct {
		name, move string
		turn       game.Seat
		refused    bool
		winner     game.Seat
	}{
		{"straight to an empty cell", "move d1 d2", 0, false, game.Nobody},
		{"not straight onto an enemy", "move b1 b2", 0, true, game.Nobody},
		{"diagonally onto an enemy", "move b1 c2", 0, false, game.Nobody},
		{"diagonally to an empty cell", "move b1 a2", 0, false, game.Nobody},
		{"not backward", "move a3 a4", 1, true, game.Nobody},
		{"not two steps", "move d4 d2", 1, true, game.Nobody},
		{"not onto an own pawn", "move a3 b2", 1, true, game.Nobody},
		{"to the far row", "move c2 c1", 1, false, 1},
		{"to the far row by capture", "move c2 b1", 1, false, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := gametest.Arrange(t, breakthrough.New(4), gametest.Setup{Turn: c.turn}, position)
			if c.refused {
				g.Refuse(c.turn, c.move, game.NotOffered)
				return
			}
			g.Play(c.turn, c.move)
			if c.winner == game.Nobody {
				g.ExpectRunning()
			} else {
				g.ExpectWinner(c.winner)
			}
		})
	}
}

func TestLastPawn(t *testing.T) {
	g := gametest.Arrange(t, breakthrough.New(4), gametest.Setup{}, `
		. . . .
		. ♟ . .
		. . ♙ .
		. . . .`)
	g.Play(0, "move c2 b3")
	g.ExpectWinner(0)
}
