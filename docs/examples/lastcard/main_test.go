package main

import (
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/gametest"
)

func TestLaws(t *testing.T) { gametest.Config{Games: 4, Moves: 100}.Check(t, rules()) }

func TestMatch(t *testing.T) {
	order := []string{"1♣", "2♣", "3♦", "4♦", "5♦", "1♥", "2♥", "3♥", "4♥", "5♥", "1♠", "6♦"}
	g := gametest.New(t, rules(), gametest.Setup{Seats: 2, Chance: []game.Chance{{Order: order}}})
	g.RefuseWords(0, "play 2♣", "does not match")
	g.Play(0, "play 1♣")
	g.ExpectIn("pile", "1♠", "1♣")
	g.PlayAll("play 1♥", "draw")
	g.ExpectIn("hand/0", "2♣", "3♦", "4♦", "5♦", "6♦")
}
