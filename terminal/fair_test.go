package terminal

import (
	"fmt"

	"github.com/plygame/ply/game"
)

// playFair is a game with every sort of choice: simultaneous secret bids, then turns of up to two moves with picks of
// several values, texts and other values, optional and repeated picks. Its cards have labels and are hidden.
func playFair() *game.Rules {
	number := game.NewPart[int]("fair-number")
	card := &game.Kind{Name: "card", Label: func(s *game.State, id game.ID) string { return fmt.Sprintf("ware%d", number.Of(s, id)) }}
	coin := &game.Kind{Name: "coin"}
	deck := &game.Place{Name: "deck", Order: game.Stacked, Seen: game.ByNone}
	hand := &game.Place{Name: "hand", Each: true, Seen: game.ByOwner}
	stall := &game.Place{Name: "stall"}
	purse := &game.Place{Name: "purse"}

	amount := &game.Pick[int]{Name: "amount", Prompt: "How much do you bid?", Range: func(*game.Tx) (int, int) { return 0, 3 }}
	bid := &game.Action{Name: "bid", Label: "Bid", Pick: []game.Choice{amount}, Do: func(t *game.Tx) {
		t.Say("{0} bids {1}", t.Seat, amount.In(t))
	}}
	dear := func(t *game.Tx, id game.ID) bool {
		if number.Of(t, id)%5 == 0 {
			return t.Refuse("{0} is not for sale", id)
		}
		return true
	}
	wares := &game.Pick[game.ID]{Name: "wares", Prompt: "What do you sell?", From: hand.Contents, If: dear, Several: func(*game.Tx) (int, int) { return 1, 2 }}
	tip := &game.Pick[int]{Name: "tip", Prompt: "A tip?", Range: func(*game.Tx) (int, int) { return 1, 2 }, Optional: true}
	sell := &game.Action{Name: "sell", Pick: []game.Choice{wares}, Do: func(t *game.Tx) {
		for id := range wares.All(t) {
			t.Move(id, stall)
			t.Say("{0} sells {1}", t.Seat, id)
		}
	}}
	word := &game.Pick[string]{Name: "word", Prompt: "What do you cry?", Text: &game.Text{Min: 2, Max: 12}}
	cry := &game.Action{Name: "cry", NoUndo: true, Pick: []game.Choice{word}, Do: func(t *game.Tx) { t.Say("{0} cries {1}", t.Seat, word.In(t)) }}
	when := &game.Pick[string]{Name: "when", List: func(*game.Tx) []string { return []string{"now", "not yet"} }}
	whom := &game.Pick[game.Seat]{Name: "whom", From: func(t *game.Tx) game.Set[game.Seat] { return t.Others(t.Seat) }}
	visit := &game.Action{Name: "visit", Pick: []game.Choice{whom, when, tip}, Do: func(t *game.Tx) {
		t.Say("{0} visits {1} with {2}", t.Seat, whom.In(t), tip.In(t))
	}}
	coins := &game.Pick[game.ID]{Name: "coins", From: purse.Contents, Repeat: true, Several: func(*game.Tx) (int, int) { return 1, 3 }}
	coins.Then = func(t *game.Tx, id game.ID) { t.Remove(id) }
	spend := &game.Action{Name: "spend", Pick: []game.Choice{coins}}
	closed := &game.Action{Name: "close", If: game.When("the fair has just begun", func(t *game.Tx) bool { return t.Played() > 4 }), Do: func(t *game.Tx) { t.Tie() }}

	return &game.Rules{
		Name: "fair", Version: "1", Seats: game.Between(2, 3),
		About:  game.About{Title: "The fair", Description: "Buy and sell.", Rules: "All bid\nin secret, once.\n\nThen they trade in turn."},
		Layout: []game.Layout{deck, hand, stall, purse},
		Kinds:  []*game.Kind{card, coin}, Parts: []game.Column{number},
		Setup: func(t *game.Tx) {
			for n := range 12 {
				t.Create(card, deck, number.Is(n))
			}
			t.Shuffle(deck)
			for x := range game.Seat(t.Seats()) {
				for range 3 {
					t.Move(t.Last(deck), hand.Of(x))
				}
			}
			t.CreateMany(4, coin, purse)
		},
		Flow: game.Steps{
			&game.Together{Name: "bids", Actions: []*game.Action{bid}, Secret: true},
			&game.Loop{Do: &game.EachSeat{Name: "turn", Do: &game.Phase{Name: "market", Do: &game.Act{
				Name: "trade", Actions: []*game.Action{sell, cry, visit, spend, closed}, Max: 2}}}},
		},
		Deadlock: (*game.Tx).Tie,
	}
}
