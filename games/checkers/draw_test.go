package checkers_test

import (
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/checkers"
	"github.com/plygame/ply/gametest"
)

// withOffers returns the rules with draw offers.
func withOffers() *game.Rules { return checkers.New().Make(game.Values{"offers": "true"}) }

func TestLawsWithOffers(t *testing.T) {
	gametest.Config{Make: `checkers.New().Make(game.Values{"offers": "true"})`}.Check(t, withOffers())
}

func TestOffers(t *testing.T) {
	g := gametest.New(t, withOffers(), gametest.Setup{})
	g.RefuseWords(0, "accept", "no draw is offered")
	g.Play(0, "offer")
	g.ExpectTurn(0)
	g.RefuseWords(0, "offer", "a draw is already offered")
	g.Play(0, "move b6 a5")
	g.RefuseWords(1, "offer", "a draw is already offered")
	g.Play(1, "move c3 d4") // declines
	g.RefuseWords(0, "accept", "no draw is offered")
	g.Play(0, "move h6 g5")
	g.Play(1, "offer")
	g.Play(1, "move b2 c3")
	g.Play(0, "accept")
	g.ExpectTie()
}

// A player who has no move on the board has lost, and cannot offer a draw instead.
func TestNoOfferWithoutMove(t *testing.T) {
	g := gametest.Arrange(t, withOffers(), gametest.Setup{Turn: 1}, `
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		x . . . . . . .
		. . . . . . . .
		o . o . . . . .`)
	g.Play(1, "move a1 b2")
	g.ExpectWinner(1)
}

func TestOffersAreNotInPDN(t *testing.T) {
	s, err := withOffers().Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	played := &checkers.Game{Start: s, Result: "1/2-1/2"}
	for _, text := range []string{"offer", "move b6 a5", "accept"} {
		m, err := s.Parse(s.Turn(), text)
		if err != nil {
			t.Fatal(err)
		}
		if s, err = s.Play(m); err != nil {
			t.Fatal(err)
		}
		played.Moves = append(played.Moves, m)
	}
	if text := played.PDN(); !strings.HasSuffix(text, "\n1. 9-13 1/2-1/2\n") {
		t.Error(text)
	}
}
