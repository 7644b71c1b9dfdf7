package card_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/plygame/ply/card"
	"github.com/plygame/ply/game"
)

// table is a small table with a deck of playing cards.
type table struct {
	playing                 *game.Kind
	deck, hand, pile, trick *game.Place
}

func newTable() *table {
	return &table{
		playing: card.NewKind(),
		deck:    &game.Place{Name: "deck", Order: game.Stacked, Seen: game.ByNone},
		hand:    &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner},
		pile:    &game.Place{Name: "pile", Order: game.Stacked},
		trick:   &game.Place{Name: "trick"},
	}
}

// start starts a game for two in which the deck has the cards in the order of the text, the topmost first, and
// does something there.
func (x *table) start(cards string, do func(t *game.Tx)) *game.State {
	faces, err := card.ParseFaces(cards)
	if err != nil {
		panic(err)
	}
	r := &game.Rules{
		Name: "table", Seats: game.Exactly(2), Layout: []game.Layout{x.deck, x.hand, x.pile, x.trick},
		Kinds: []*game.Kind{x.playing}, Parts: card.Parts(), Actions: []*game.Action{{Name: "pass", Do: func(*game.Tx) {}}},
		Setup: func(t *game.Tx) {
			for _, f := range slices.Backward(faces) {
				t.Create(x.playing, x.deck, card.Ranks.Is(f.Rank), card.Suits.Is(f.Suit))
			}
			do(t)
		},
	}
	s, err := r.Start(2, game.SeedOf(1))
	if err != nil {
		panic(err)
	}
	return s
}

// in lists the contents of a place, first to last.
func in(s *game.State, place string) string {
	var all []string
	for id := range s.In(s.Find(place)) {
		all = append(all, s.Kind(id).Label(s, id))
	}
	return place + ": " + strings.Join(all, " ")
}

func ExampleFace() {
	queen := card.Face{Rank: card.Queen, Suit: card.Hearts}
	fmt.Println(queen, card.Ace.High() > card.King.High(), card.Spades > card.Hearts)
	fmt.Println(card.ParseFaces("A♠ 10d th Joker"))
	fmt.Println(card.ParseFaces("1♠"))
	// Output:
	// Q♥ true true
	// [A♠ 10♦ 10♥ Joker] <nil>
	// [] "1♠" is not a card: write it like Q♥ or QH
}

func ExampleStandard() {
	fmt.Println(len(card.Standard{}.Faces()), len(card.Standard{Low: 7}.Faces()), len(card.Standard{Packs: 2, Jokers: 2}.Faces()))
	fmt.Println(card.Standard{Low: card.Queen, Without: []card.Face{{Rank: card.Queen, Suit: card.Clubs}}}.Faces())
	// Output:
	// 52 32 108
	// [A♣ K♣ A♦ Q♦ K♦ A♥ Q♥ K♥ A♠ Q♠ K♠]
}

func ExamplePool() {
	wolf, bear := &game.Kind{Name: "wolf", Look: game.Look{Label: "Wolf"}}, &game.Kind{Name: "bear", Look: game.Look{Label: "Cave bear"}}
	pool := &card.Pool{Kinds: []*game.Kind{wolf, bear}, Copies: 3, Min: 4}
	deck, err := pool.Parse("3 Wolf\n1 Cave bear # the last one")
	fmt.Println(deck.Size(), err)
	_, err = pool.Parse("2 Wolf\n4 Cave bear\n1 Cave beer\n2 Wolf")
	fmt.Println(err)
	_, err = pool.Parse("Wolf")
	fmt.Println(err)
	// Output:
	// 4 <nil>
	// line 2: 4 Cave bear: a deck may have at most 3
	// line 3: there is no card "Cave beer": did you mean Cave bear?
	// line 4: 4 Wolf: a deck may have at most 3
	// the deck has 1 cards; it needs at least 4
}

func ExampleList() {
	wolf, bear := &game.Kind{Name: "wolf"}, &game.Kind{Name: "bear"}
	deck := card.List{{N: 3, Kind: wolf}, {N: 2, Kind: bear}}
	fmt.Print(deck.Size(), " cards\n", deck)
	// Output:
	// 5 cards
	// 3 wolf
	// 2 bear
}

func ExampleDeal() {
	x := newTable()
	s := x.start("2♣ 3♣ 4♣ 5♣ 6♣", func(t *game.Tx) { card.Deal(t, x.deck, x.hand, 2) })
	fmt.Println(in(s, "hand/0"), in(s, "hand/1"), in(s, "deck"))
	// Output: hand/0: 2♣ 4♣ hand/1: 3♣ 5♣ deck: 6♣
}

func ExampleCut() {
	x := newTable()
	s := x.start("2♣ 3♣ 4♣ 5♣ 6♣", func(t *game.Tx) { card.Cut(t, x.deck, 2) })
	fmt.Println(in(s, "deck")) // the last one is topmost
	// Output: deck: 3♣ 2♣ 6♣ 5♣ 4♣
}

func ExampleGather() {
	x := newTable()
	s := x.start("2♣ 3♣ 4♣ 5♣", func(t *game.Tx) {
		card.Deal(t, x.deck, x.hand, 1)
		t.Draw(x.deck, x.pile, 1)
		card.Gather(t, x.deck, x.hand, x.pile)
	})
	fmt.Println(s.Count(x.deck))
	// Output: 4
}

func ExampleSweep() {
	x := newTable()
	s := x.start("2♣ 3♣ 4♣ 5♣", func(t *game.Tx) {
		card.Deal(t, x.deck, x.hand, 1)
		t.Draw(x.deck, x.trick, 1)
		card.Sweep(t, x.pile, x.trick, x.hand)
	})
	fmt.Println(in(s, "pile"), in(s, "deck"))
	// Output: pile: 4♣ 3♣ 2♣ deck: 5♣
}

func ExampleMulligan() {
	x := newTable()
	s := x.start("2♣ 3♣ 4♣ 5♣", func(t *game.Tx) {
		t.Draw(x.deck, x.hand.Of(0), 3)
		card.Mulligan(t, x.deck, x.hand.Of(0), 2)
	})
	fmt.Println(s.Count(x.deck), s.Count(x.hand.Of(0)))
	// Output: 2 2
}

func ExampleStock() {
	x := newTable()
	stock := &card.Stock{Deck: x.deck, Discard: x.pile, Keep: 1}
	s := x.start("2♣ 3♣ 4♣ 5♣ 6♣", func(t *game.Tx) {
		t.Draw(x.deck, x.pile, 4)
		t.Say("{0} drawn", stock.DrawTo(t, x.hand.Of(0), 3))
	})
	fmt.Println(s.Count(x.hand.Of(0)), s.Count(x.deck), in(s, "pile"))
	// Output: 3 1 pile: 5♣
}

func ExampleWinner() {
	x := newTable()
	s := x.start("4♣ K♣ A♥ 2♦ A♣", func(t *game.Tx) { t.Draw(x.deck, x.trick, 5) })
	for _, trump := range []card.Suit{card.NoSuit, card.Diamonds, card.Spades} {
		fmt.Print(card.Of(s, card.Winner(s, trump, slices.Collect(s.In(x.trick))...)), " ")
	}
	// Output: A♣ 2♦ A♣
}

func ExampleFollow() {
	x := newTable()
	x.start("2♣ 5♣ 4♥ 9♠", func(t *game.Tx) {
		t.Draw(x.deck, x.trick, 1)
		t.Draw(x.deck, x.hand.Of(0), 2)
		t.Draw(x.deck, x.hand.Of(1), 1)
		for seat := range game.Seat(2) {
			fmt.Println(card.GroupOf(t, card.Follow(t, t.Contents(x.hand.Of(seat)), t.First(x.trick))))
		}
	})
	// Output:
	// 5♣
	// 9♠
}

func ExampleMelds() {
	melds := &card.Melds{}
	for r := card.Ace; r <= card.King; r++ {
		melds.Worth[r] = min(10, int(r))
	}
	faces, _ := card.ParseFaces("4♣ 5♣ 6♣ 7♣ 7♦ 7♠ K♥ K♠ A♦ 2♦")
	var hand card.Group
	for _, f := range faces {
		hand |= f.Group()
	}
	found, rest := melds.Best(hand, nil)
	fmt.Println(found, rest, melds.Count(rest))
	// Output: [7♣ 7♦ 7♠ 4♣ 5♣ 6♣] A♦ 2♦ K♥ K♠ 23
}

func ExampleDetach() {
	field, pile := &game.Place{Name: "field"}, &game.Place{Name: "pile", Order: game.Stacked}
	field.Leave = card.Detach(field, pile)
	wolf, banner := &game.Kind{Name: "wolf"}, &game.Kind{Name: "banner"}
	die := &game.Action{Name: "die", Do: func(t *game.Tx) { t.Move(t.First(field), pile) }}
	r := &game.Rules{
		Name: "banner", Seats: game.Exactly(2), Layout: []game.Layout{field, pile}, Kinds: []*game.Kind{wolf, banner}, Parts: card.Marks(),
		Setup: func(t *game.Tx) {
			host := t.Create(wolf, field)
			card.Tapped.Set(t, host, true)
			t.Move(t.Create(banner, field), host) // attached: it is in its host
		},
		Actions: []*game.Action{die},
	}
	s, _ := r.Start(2, game.SeedOf(1))
	s, _ = s.PlayText(0, "die")
	for id := range s.In(pile) {
		fmt.Println(s.Kind(id).Name, card.Tapped.Of(s, id))
	}
	// Output:
	// banner false
	// wolf false
}

func ExampleSuit() {
	fmt.Println(card.Clubs, card.Diamonds, card.Hearts, card.Spades)
	// Output: ♣ ♦ ♥ ♠
}

func ExampleRank() {
	fmt.Println(card.Ace, card.Rank(10), card.King, card.Ace.High(), card.King.High())
	// Output: A 10 K 14 13
}

func ExampleCopies() {
	e := card.Copies{N: 3, Kind: &game.Kind{Name: "wolf"}}
	fmt.Print(card.List{e})
	// Output: 3 wolf
}

func ExampleGroup() {
	faces, _ := card.ParseFaces("Q♥ 3♣ 4♣")
	var g card.Group
	for _, f := range faces {
		g |= f.Group()
	}
	fmt.Println(g, g.Len(), g.Has(faces[0]))
	// Output: 3♣ 4♣ Q♥ 3 true
}
