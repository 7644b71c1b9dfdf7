package card

import "github.com/plygame/ply/game"

// Deal deals n cards to each seat in the round, one at a time, beginning with the first seat. To deal all cards, pass
// t.Count(deck)/t.Seats(). If the deck runs out, seats get fewer.
func Deal(t *game.Tx, deck game.Holder, hand *game.Place, n int) {
	for range n {
		for seat := range game.Seat(t.Seats()) {
			if t.Playing().Has(seat) {
				t.Draw(deck, hand.Of(seat), 1)
			}
		}
	}
}

// Gather puts all cards of these places on the deck, with everything attached to them, and shuffles it. The cards
// then have no owner. The result does not depend on where they were.
func Gather(t *game.Tx, deck game.Holder, from ...*game.Place) {
	Sweep(t, deck, from...)
	for id := range t.Contents(deck).All() {
		t.Move(id, deck) // in the order in which they were created
	}
	t.Shuffle(deck)
}

// Sweep is Gather without the shuffle: it clears the table onto a pile, for example.
func Sweep(t *game.Tx, pile game.Holder, from ...*game.Place) {
	for _, p := range from {
		for id := range everything(t, p).All() {
			put(t, id, pile)
		}
	}
}

func put(t *game.Tx, id game.ID, deck game.Holder) {
	for inner := range t.In(id) {
		put(t, inner, deck)
	}
	if t.Owner(id) != game.Nobody {
		t.Give(id, game.Nobody)
	}
	t.Move(id, deck)
}

// everything returns what is in a place, in all its instances if there are several.
func everything(t *game.Tx, p *game.Place) game.Set[game.ID] {
	if p.Each || len(p.Names) > 0 {
		return p.Everything(t)
	}
	return t.Contents(p)
}

// Mulligan puts a hand back into the deck, shuffles it, and draws n cards.
func Mulligan(t *game.Tx, deck, hand game.Holder, n int) {
	for id := range t.In(hand) {
		t.Move(id, deck)
	}
	t.Shuffle(deck)
	t.Draw(deck, hand, n)
}

// Cut puts the topmost n cards of a deck below the others, in the same order.
func Cut(t *game.Tx, deck game.Holder, n int) {
	for range max(0, t.Count(deck)-max(0, n)) {
		t.Move(t.First(deck), deck)
	}
}

// Stock is a pile to draw from, and the discard pile that is shuffled into a new one when it runs out.
type Stock struct {
	Deck, Discard *game.Place
	Keep          int // how many of the topmost discards stay where they are
}

// Draw draws n cards, one by one, and refills the deck if necessary. It returns how many it drew: fewer than n if
// both piles run out.
func (s *Stock) Draw(t *game.Tx, to game.Holder, n int) (drawn int) {
	for ; drawn < n; drawn++ {
		if t.Count(s.Deck) == 0 && !s.Refill(t) {
			break
		}
		t.Draw(s.Deck, to, 1)
	}
	return drawn
}

// DrawTo draws until there are size cards in the hand.
func (s *Stock) DrawTo(t *game.Tx, hand game.Holder, size int) (drawn int) {
	return s.Draw(t, hand, size-t.Count(hand))
}

// Refill shuffles the discard pile into the deck, and reports whether there was anything to shuffle.
func (s *Stock) Refill(t *game.Tx) bool {
	n := t.Count(s.Discard) - s.Keep
	if n <= 0 {
		return false
	}
	for range n {
		t.Move(t.First(s.Discard), s.Deck)
	}
	t.Shuffle(s.Deck)
	return true
}
