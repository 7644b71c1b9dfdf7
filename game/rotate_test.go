package game_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/plygame/ply/game"
)

// passing is a game in which unordered hands of dealt cards are passed on.
func passing(size, max int) (r *game.Rules, hand *game.Place) {
	card := &game.Kind{Name: "card"}
	number := game.NewPart[int]("number")
	deck := &game.Place{Name: "deck", Order: game.Stacked, Seen: game.ByNone}
	hand = &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner, Max: max}
	open := &game.Place{Name: "open", Each: true}
	which := &game.Pick[game.ID]{Name: "card", From: func(t *game.Tx) game.Set[game.ID] { return t.Contents(hand.Of(t.Seat)) }}
	return &game.Rules{
		Name: "passing", Version: "1", Seats: game.Between(2, 4), Layout: []game.Layout{deck, hand, open}, Kinds: []*game.Kind{card}, Parts: []game.Column{number},
		Setup: func(t *game.Tx) {
			for i := range 40 {
				t.Create(card, deck, number.Is(i))
			}
			t.Shuffle(deck)
			for seat := range game.Seat(t.Seats()) {
				for range size {
					t.Move(t.Last(deck), hand.Of(seat))
				}
			}
		},
		Actions: []*game.Action{{Name: "play", Pick: []game.Choice{which}, Do: func(t *game.Tx) {
			t.Move(which.In(t), open.Of(t.Seat))
			if t.Seat == game.Seat(t.Seats()-1) {
				var hands []game.ID
				for seat := range game.Seat(t.Seats()) {
					hands = append(hands, hand.Of(seat))
				}
				t.Rotate(hands...)
			}
		}}},
		Stuck: (*game.Tx).Tie,
	}, hand
}

// A player who has passed on a hand knows the cards in it, wherever it goes, and nobody else does.
func TestRotateKeepsKnowledge(t *testing.T) {
	r, hand := passing(5, 5)
	s, err := r.Start(3, game.SeedOf(3))
	if err != nil {
		t.Fatal(err)
	}
	held := make([][]game.ID, 3)
	for seat := range game.Seat(3) {
		held[seat] = slices.Collect(s.In(hand.Of(seat)))
	}
	for round := 1; round <= 4; round++ {
		for seat := range game.Seat(3) {
			if s, err = s.PlayText(seat, "play "+s.Name(s.First(hand.Of(seat)))); err != nil {
				t.Fatal(err)
			}
		}
		for seat := range game.Seat(3) {
			for id := range s.In(hand.Of(seat)) {
				for x := range game.Seat(3) {
					had := slices.Contains(held[x], id) || round >= 3 || x == seat || (int(seat)-int(x)+3)%3 < round
					if s.Knows(x, id) != had {
						t.Errorf("round %d: seat %d knows %s in the hand of seat %d: %v", round, x, s.Name(id), seat, !had)
					}
				}
			}
		}
		for x := range game.Seat(3) {
			deal, err := s.Redeal(x, game.SeedOf(uint64(round)))
			if err != nil {
				t.Fatal(err)
			}
			for _, id := range held[x] {
				if s.Parent(id) != deal.Parent(id) {
					t.Errorf("round %d: a re-deal for seat %d moves %s, which it knows", round, x, s.Name(id))
				}
			}
		}
	}
}

func TestRotateFaults(t *testing.T) {
	r, hand := passing(2, 0)
	for name, do := range map[string]func(*game.Tx){
		"twice": func(t *game.Tx) { t.Rotate(hand.Of(0), hand.Of(0)) },
		"seat":  func(t *game.Tx) { t.Rotate(hand.Of(0), game.Seat(1).ID()) },
	} {
		r.Actions[0].Do = do
		s, err := r.Start(2, game.SeedOf(3))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.PlayText(0, "play "+s.Name(s.First(hand.Of(0)))); err == nil {
			t.Errorf("%s: it is not a Fault", name)
		}
	}
}

func ExampleTx_Rotate() {
	card := &game.Kind{Name: "card"}
	hand := &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner}
	r := &game.Rules{
		Name: "pass", Version: "1", Seats: game.Exactly(3), Layout: []game.Layout{hand}, Kinds: []*game.Kind{card},
		Setup: func(t *game.Tx) { t.Create(card, hand.Of(0)) },
		Actions: []*game.Action{{Name: "pass", Do: func(t *game.Tx) {
			t.Rotate(hand.Of(0), hand.Of(1), hand.Of(2))
		}}},
	}
	s, err := r.Start(3, game.SeedOf(1))
	for err == nil && s.Played() < 3 {
		fmt.Println(s.Count(hand.Of(0)), s.Count(hand.Of(1)), s.Count(hand.Of(2)))
		s, err = s.PlayText(s.Turn(), "pass")
	}
	// Output:
	// 1 0 0
	// 0 1 0
	// 0 0 1
}
