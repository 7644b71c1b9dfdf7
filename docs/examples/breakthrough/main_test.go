package main

import (
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/gametest"
)

func TestLaws(t *testing.T) { gametest.Config{Games: 4, Moves: 100}.Check(t, rules()) }

func TestTake(t *testing.T) {
	g := gametest.Arrange(t, rules(), gametest.Setup{}, `
		. . . . . .
		. W . . . .
		. . . . . .
		. . B B . .
		. . W . . .
		. . . . . .`)
	g.Refuse(0, "move c2 c3", game.NotOffered) // straight ahead is not a capture
	g.Play(0, "move c2 d3")
	g.ExpectBoard(`
		. . . . . .
		. W . . . .
		. . . . . .
		. . B W . .
		. . . . . .
		. . . . . .`)
	g.PlayAll("move c3 c2", "move b5 b6")
	g.ExpectWinner(0)
}
