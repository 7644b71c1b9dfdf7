package gametest

import (
	"testing"

	"github.com/plygame/ply/game"
)

// returning is a game of laying cards on an open pile. When there are enough, the next card goes straight back into the
// deck with all others, and the deck is shuffled: nobody has seen it there, but all are told its value.
func returning(most int) *game.Rules {
	card := &game.Kind{Name: "card"}
	deck := &game.Place{Name: "deck", Order: game.Stacked, Seen: game.ByNone}
	hand := &game.Place{Name: "hand", Each: true, Seen: game.ByOwner}
	pile := &game.Place{Name: "pile"}
	which := &game.Pick[game.ID]{Name: "card", From: hand.Contents}
	return &game.Rules{
		Name: "returning", Seats: game.Exactly(2), Layout: []game.Layout{deck, hand, pile}, Kinds: []*game.Kind{card}, Parts: []game.Column{worth},
		Setup: func(t *game.Tx) {
			for i := range 2 * most {
				t.Create(card, deck, worth.Is(i+1))
			}
			t.Shuffle(deck)
			for i := range 6 {
				t.Move(t.Last(deck), hand.Of(game.Seat(i%2)))
			}
		},
		Actions: []*game.Action{{Name: "lay", Pick: []game.Choice{which}, Do: func(t *game.Tx) {
			t.Move(which.In(t), pile)
			if t.Count(pile) > most {
				t.Say("{0} lays {1}, and all is shuffled", t.Seat, worth.Of(t, which.In(t)))
				for id := range t.In(pile) {
					t.Move(id, deck)
				}
				t.Shuffle(deck)
			}
			t.Move(t.Last(deck), hand.Of(t.Seat))
		}}},
		End: func(t *game.Tx) {
			if t.Played() == 120 {
				t.Tie()
			}
		},
	}
}

// A leak in a rare sort of move is found.
func TestRareLeaksAreFound(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: takes long")
	}
	r := watch(t, func(t testing.TB) { Config{Laws: []string{"leaks"}}.Check(t, returning(20)) })
	r.wants(`law "leaks" is broken by returning`, "line: after", "and all is shuffled")
}
