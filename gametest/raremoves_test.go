package gametest

import (
	"testing"

	"github.com/plygame/ply/game"
)

// gossip is a game in which nearly every move just moves a card; every twelfth reveals what a hidden hand is worth.
func gossip() *game.Rules {
	card := &game.Kind{Name: "card"}
	deck := &game.Place{Name: "deck", Order: game.Stacked, Seen: game.ByNone}
	hand := &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner}
	layout := []game.Layout{deck, hand}
	var shelves []*game.Place
	for i := range 40 {
		shelves = append(shelves, &game.Place{Name: "shelf" + string(rune('a'+i/8)) + string(rune('a'+i%8))})
		layout = append(layout, shelves[i])
	}
	which := &game.Pick[game.ID]{Name: "card", From: hand.Contents}
	where := &game.Pick[int]{Name: "shelf", Range: func(*game.Tx) (int, int) { return 0, len(shelves) - 1 }}
	twelfth := func(t *game.Tx) bool { return t.Played()%12 == 7 }
	return &game.Rules{
		Name: "gossip", Seats: game.Exactly(2), Kinds: []*game.Kind{card}, Layout: layout, Parts: []game.Column{worth},
		Setup: func(t *game.Tx) {
			t.CreateMany(60, card, deck, worth.Nth(func(i int) int { return i }))
			t.Shuffle(deck)
			for seat := range t.Standing().All() {
				t.Draw(deck, hand.Of(seat), 4)
			}
		},
		Actions: []*game.Action{
			{Name: "play", If: func(t *game.Tx) bool { return !twelfth(t) }, Pick: []game.Choice{which, where}, Do: func(t *game.Tx) {
				t.Move(which.In(t), shelves[where.In(t)])
				t.Draw(deck, hand.Of(t.Seat), 1)
				if t.Count(deck) == 0 {
					t.Tie()
				}
			}},
			{Name: "stay", If: twelfth, Do: func(t *game.Tx) {
				n := 0
				for id := range t.In(hand.Of(t.Seat)) {
					n += worth.Of(t, id)
				}
				t.Say("{0} stays with {1}", t.Seat, n)
			}},
		},
	}
}

// Each action and each kind of line is checked, even with a seed by which random moves miss it.
func TestEveryKindOfLineIsChecked(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: plays many games")
	}
	t.Parallel()
	r, err := Config{Laws: []string{leaksLaw}}.Examine(gossip())
	if err != nil || len(r.Breaches) != 1 {
		t.Errorf("%v, %d breaches; %s", err, len(r.Breaches), r.Pairs())
	}
}
