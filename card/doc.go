// Package card is the kit for card games: decks of playing cards and of your own, dealing and drawing, tricks
// and melds, and the marks that cards of other games carry.
//
// # Nouns
//
// A Face is what is printed on a playing card: a Rank and a Suit. A Standard is a deck of playing cards, and a
// List a deck of your own kinds, which a Pool reads from text such as "3 Wolf". A Stock is a pile to draw from,
// with the discard pile that refills it. A Group is a set of faces, in which Melds finds sets and runs.
//
// Playing cards are elements of one Kind (NewKind). The Parts Ranks and Suits are on the elements, so the place
// a card is in decides who sees them.
//
//	deck := &game.Place{Name: "deck", Order: game.Stacked, Seen: game.ByNone}
//	hand := &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner}
//	playing := card.NewKind()
//	rules := &game.Rules{
//		Layout: []game.Layout{deck, hand},
//		Kinds:  []*game.Kind{playing},
//		Parts:  card.Parts(),
//		Setup: func(t *game.Tx) {
//			card.Standard{}.Create(t, playing, deck)
//			t.Shuffle(deck)
//			card.Deal(t, deck, hand, 5)
//		},
//	}
//
// Operations that take a single call of package game have no function here: see the card recipes in docs/cookbook.md.
package card
