package card

import "github.com/plygame/ply/game"

// Follow returns the cards of a hand that may follow a lead: those of its suit, or all if there are none. If nothing
// was led (0), it returns all cards.
func Follow(t *game.Tx, hand game.Set[game.ID], led game.ID) game.Set[game.ID] {
	if led == 0 {
		return hand
	}
	if suited := Suits.Where(t, hand, Suits.Of(t, led)); !suited.Empty() {
		return suited
	}
	return hand
}

// Winner returns the card that takes a trick: the highest trump, otherwise the highest card of the suit of the first
// card. Aces are high. If cards are equal, the first one wins. With NoSuit, there is no trump.
func Winner(r game.Reader, trump Suit, trick ...game.ID) (best game.ID) {
	top, suit := -1, NoSuit
	for _, id := range trick {
		f := Of(r, id)
		high := f.Rank.High()
		switch {
		case best == 0:
			suit = f.Suit
		case f.Suit == suit && high > top:
		case f.Suit == trump && suit != trump && trump != NoSuit:
			suit = trump
		default:
			continue
		}
		best, top = id, high
	}
	return best
}
