// Last Card is a card game with hidden hands: get rid of your cards.
package main

import (
	"strconv"

	"github.com/plygame/ply/cli"
	"github.com/plygame/ply/game"
)

func main() { cli.Main(rules()) }

var suits = []string{"♣", "♦", "♥", "♠"}

// Parts are data on the cards. Everyone who sees the face of a card sees them.
var (
	Rank = game.NewPart[int]("rank")
	Suit = game.NewPart[int]("suit")
)

func rules() *game.Rules {
	card := &game.Kind{Name: "card", Look: game.Look{Shape: "card"}, Label: func(s *game.State, id game.ID) string {
		return strconv.Itoa(Rank.Of(s, id)) + suits[Suit.Of(s, id)]
	}}
	deck := &game.Place{Name: "deck", Order: game.Stacked, Seen: game.ByNone, Look: game.Look{Layout: "pile"}}
	pile := &game.Place{Name: "pile", Order: game.Stacked, Look: game.Look{Layout: "pile"}}
	hand := &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner, Look: game.Look{Layout: "fan"}}

	deal := func(t *game.Tx) {
		t.CreateMany(32, card, deck, Rank.Nth(func(i int) int { return i/4 + 1 }), Suit.Nth(func(i int) int { return i % 4 }))
		t.Shuffle(deck)
		for seat := range t.Standing().All() {
			t.Draw(deck, hand.Of(seat), 5)
		}
		t.Draw(deck, pile, 1)
	}

	// A card can be played if it has the rank or the suit of the top card. Others are shown with the reason.
	which := &game.Pick[game.ID]{Name: "card", Prompt: "Which card do you play?", From: hand.Contents, If: func(t *game.Tx, id game.ID) bool {
		top := t.Last(pile)
		return Rank.Of(t, id) == Rank.Of(t, top) || Suit.Of(t, id) == Suit.Of(t, top) || t.Refuse("{0} does not match {1}", id, top)
	}}
	play := func(t *game.Tx) {
		t.Move(which.In(t), pile)
		if t.Count(hand.Of(t.Seat)) == 0 {
			t.Win(t.Seat)
		}
	}

	// A player may always draw instead. If only players who cannot play could draw, that would tell others about the hand.
	// When the deck is used up, the fewest cards win.
	draw := func(t *game.Tx) {
		t.Draw(deck, hand.Of(t.Seat), 1)
		if t.Count(deck) == 0 {
			points := make([]int, t.Seats())
			for seat := range t.Standing().All() {
				points[seat] = -t.Count(hand.Of(seat))
			}
			t.Score(points...)
		}
	}
	return &game.Rules{
		Name: "lastcard", Version: "1", Seats: game.Between(2, 4),
		About:  game.About{Title: "Last Card", Description: "Get rid of your cards."},
		Layout: []game.Layout{deck, pile, hand},
		Kinds:  []*game.Kind{card},
		Parts:  []game.Column{Rank, Suit},
		Setup:  deal,
		Actions: []*game.Action{
			{Name: "play", Label: "Play a card", Reads: "{seat} plays {card}", Pick: []game.Choice{which}, Do: play},
			{Name: "draw", Label: "Draw a card", Reads: "{seat} draws a card", Do: draw},
		},
	}
}
