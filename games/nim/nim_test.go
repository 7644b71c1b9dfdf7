package nim_test

import (
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/nim"
	"github.com/plygame/ply/gametest"
)

func TestLaws(t *testing.T) {
	gametest.Config{Make: "nim.New(3, 3, 2, false)"}.Check(t, nim.New(3, 3, 2, false))
}

func TestLawsOfMisere(t *testing.T) {
	gametest.Config{Make: "nim.New(4, 1, 2, true)"}.Check(t, nim.New(4, 1, 2, true))
}

// TestTake checks that a move takes at least one stick and at most all of one heap.
func TestTake(t *testing.T) {
	g := gametest.New(t, nim.New(3, 3, 2, false), gametest.Setup{})
	g.Refuse(0, "take A 4", game.NotOffered)
	g.Refuse(0, "take A 0", game.NotOffered)
	g.Refuse(0, "take D 1", game.NotOffered)
	g.RefuseWords(1, "take A 1", "it is the turn of player 1")
	g.Play(0, "take A 3")
	g.ExpectSaid("player 1 takes 3 from heap A and leaves 0")
	g.ExpectIn("A")
	g.RefuseWords(1, "take A 1", "heap A is empty")
	g.ExpectRunning()
	g.ExpectTurn(1)
}

// TestLastWins checks that the player who takes the last stick wins, with any number of seats.
func TestLastWins(t *testing.T) {
	for seats := 2; seats <= 4; seats++ {
		g := gametest.New(t, nim.New(3, 3, 2, false), gametest.Setup{Seats: seats})
		g.PlayAll("take A 3", "take B 5", "take C 7")
		g.ExpectWinner(game.Seat(2 % seats))
	}
}

// TestLastLoses checks that in misère the player who takes the last stick loses, and all others win.
func TestLastLoses(t *testing.T) {
	for seats := 2; seats <= 4; seats++ {
		g := gametest.New(t, nim.New(2, 3, 2, true), gametest.Setup{Seats: seats})
		g.PlayAll("take A 3", "take B 5")
		g.ExpectSaid("player 2 had to take the last stick and loses")
		g.ExpectOver()
		for x := range game.Seat(seats) {
			if won := g.State().Won(x); won == (x == 1) {
				t.Errorf("%d seats: %s has won: %t", seats, x, won)
			}
		}
	}
}

// TestPresets plays every preset.
func TestPresets(t *testing.T) {
	r := nim.New(3, 3, 2, false)
	for _, p := range r.Presets {
		with, err := r.With(p.Values)
		if err != nil {
			t.Fatal(p.Name, err)
		}
		gametest.New(t, with, gametest.Setup{Seats: 3}).PlayUntil(gametest.Over)
	}
}
