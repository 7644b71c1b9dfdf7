package docs_test

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/gametest"
)

// value and highCard are the game of concepts.md.
var value = game.NewPart[int]("value") // Part: data on each card

func highCard() *game.Rules {
	// Kind and Places: what there is on the table, and who sees it.
	card := &game.Kind{Name: "card", Label: func(s *game.State, id game.ID) string { return strconv.Itoa(value.Of(s, id)) }}
	deck := &game.Place{Name: "deck", Seen: game.ByNone}
	hand := &game.Place{Name: "hand", Each: true, Seen: game.ByOwner}
	front := &game.Place{Name: "front", Each: true}

	// Action and Pick: what a seat may do, and what it chooses for it.
	which := &game.Pick[game.ID]{Name: "card", Prompt: "Which card do you play?", From: hand.Contents}
	play := &game.Action{Name: "play", Pick: []game.Choice{which}, Do: func(t *game.Tx) {
		t.Move(which.In(t), front.Of(t.Seat))
	}}

	// Outcome: the higher card wins.
	compare := func(t *game.Tx) { t.Score(value.Of(t, t.First(front.Of(0))), value.Of(t, t.First(front.Of(1)))) }

	return &game.Rules{
		Name: "highcard", Version: "1", Seats: game.Exactly(2),
		Layout: []game.Layout{deck, hand, front}, Kinds: []*game.Kind{card}, Parts: []game.Column{value},
		Setup: func(t *game.Tx) {
			t.CreateMany(9, card, deck, value.Nth(func(i int) int { return i + 1 }))
			t.Shuffle(deck)
			t.Draw(deck, hand.Of(0), 3)
			t.Draw(deck, hand.Of(1), 3)
		},
		Flow: game.Steps{ // Flow: each seat plays a card, then they are compared
			&game.EachSeat{Name: "turn", Do: &game.Act{Name: "choice", Actions: []*game.Action{play}}},
			game.Run(compare),
		},
	}
}

func TestHighCardLaws(t *testing.T) { gametest.Config{Games: 4, Inputs: 200}.Check(t, highCard()) }

func Example_concepts() {
	// A State is one moment of the game. Start makes the first one; here the deal is fixed.
	s, err := highCard().Start(2, game.SeedOf(1), game.Chance{Order: []string{"1", "2", "3", "4", "5", "6"}})
	fmt.Println(s.Where(), err)

	// An Offer is what a seat may do next, with the candidates of the pick.
	offers, _ := s.Offers(game.Move{Seat: 0, Action: "play"})
	for _, c := range offers[0].Options {
		fmt.Println("play", offers[0].Show(c.Value))
	}

	// A Move leads to the next State, or is refused. The old State does not change.
	_, err = s.PlayText(1, "play 6")
	fmt.Println(err)
	next, err := s.PlayText(0, "play 3")
	fmt.Println(next.Where(), err)

	// A View is what one seat sees: seat 1 does not see the faces in hand/0.
	v := next.View(1)
	fmt.Println(v.Count(v.Find("hand/0")), "cards, the first of kind", v.Kind(v.First(v.Find("hand/0"))))

	// The Outcome says how it ended.
	end, _ := next.PlayText(1, "play 6")
	fmt.Println(end.Outcome())
	// Output:
	// waiting for player 1 to choose play <nil>
	// play #1
	// play #2
	// play #3
	// play: it is the turn of player 1
	// waiting for player 2 to choose play <nil>
	// 2 cards, the first of kind <nil>
	// won by seat 1 (3 : 6)
}
