package hearts

import (
	"github.com/plygame/ply/card"
	"github.com/plygame/ply/game"
)

// What everybody knows of a hand: the suits that it does not contain, as bits, and that of spades it contains at most
// the queen.
const (
	clubs, diamonds, spades = uint8(1) << card.Clubs, uint8(1) << card.Diamonds, uint8(1) << card.Spades
	onlyQueen               = uint8(1) << card.NoSuit
)

// conclude notes what everybody learns about the hand of the player who plays this card.
func (g *table) conclude(t *game.Tx, id game.ID) {
	played, led := card.Of(t, id), g.led(t)
	points := played.Suit == card.Hearts || played == queen
	voids := uint8(0)
	switch {
	case led == 0 && played.Suit == card.Hearts && !Broken.Of(t, game.Root):
		voids = clubs | diamonds | spades // nothing but hearts
	case led == 0 || card.Suits.Of(t, led) == played.Suit:
		return
	case g.opening(t) && points:
		voids = clubs | diamonds | onlyQueen // nothing but points
	default:
		voids = 1 << card.Suits.Of(t, led)
	}
	Voids.Set(t, t.Seat, Voids.Of(t, t.Seat)|voids)
}

// lacks reports whether a hand with these voids cannot contain the card.
func lacks(voids uint8, f card.Face) bool {
	return voids>>f.Suit&1 != 0 || voids&onlyQueen != 0 && f.Suit == card.Spades && f != queen
}

// fits reports whether nobody holds a card that they are known not to hold.
func (g *table) fits(s *game.State, _ game.Seat) bool {
	for seat := range game.Seat(s.Seats()) {
		voids := Voids.Of(s, seat)
		if voids == 0 {
			continue
		}
		for id := range s.In(g.hand.Of(seat)) {
			if lacks(voids, card.Of(s, id)) {
				return false
			}
		}
	}
	return true
}

// guess exchanges cards that players cannot hold for cards of others that they can. Most hands that are dealt at random
// do not fit if a player has nothing but hearts.
func (g *table) guess(t *game.Tx, _ game.Seat) {
	for again, rounds := true, 0; again && rounds < t.Seats(); rounds++ {
		again = false
		for seat, voids := range Voids.BySeat(t) {
			if voids == 0 {
				continue
			}
			for id := range t.In(g.hand.Of(game.Seat(seat))) {
				if lacks(voids, card.Of(t, id)) && !t.Kept(id) {
					again = !g.replace(t, game.Seat(seat), id) || again
				}
			}
		}
	}
}

// replace exchanges a card that a player cannot hold for one that they can, and reports whether its new holder can hold
// it. If nobody can, guess goes round again.
func (g *table) replace(t *game.Tx, seat game.Seat, id game.ID) bool {
	var better, worse game.Set[game.ID]
	for other := range game.Seat(t.Seats()) {
		theirs := t.Contents(g.hand.Of(other)).Where(func(x game.ID) bool {
			return other != seat && !t.Kept(x) && !lacks(Voids.Of(t, seat), card.Of(t, x))
		})
		if lacks(Voids.Of(t, other), card.Of(t, id)) {
			worse = worse.Or(theirs)
		} else {
			better = better.Or(theirs)
		}
	}
	from := orAll(better, worse)
	if from.Empty() {
		return true // there is none: Fits refuses this deal
	}
	with := t.Choose(from)
	holder := t.Parent(with)
	t.Move(with, g.hand.Of(seat))
	t.Move(id, holder)
	return !better.Empty()
}
