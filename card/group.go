package card

import (
	"iter"
	"math/bits"
	"strings"

	"github.com/plygame/ply/game"
)

// Group is a set of different faces without jokers, as bits: suit by suit, from the ace to the king. Melds finds sets
// and runs in it.
type Group uint64

// GroupOf returns the faces of a set of elements.
func GroupOf(r game.Reader, cards game.Set[game.ID]) (g Group) {
	for id, rank := range Ranks.All(r, cards) {
		g |= Face{rank, Suits.Of(r, id)}.Group()
	}
	return g
}

// Group returns the group of this one face, an empty one for a joker.
func (f Face) Group() Group {
	if f.Rank == Joker || f.Suit == NoSuit {
		return 0
	}
	return 1 << (int(f.Suit-Clubs)*int(King) + int(f.Rank-Ace))
}

// Has reports whether the face is in the group.
func (g Group) Has(f Face) bool { return g&f.Group() != 0 }

// Len returns the number of cards.
func (g Group) Len() int { return bits.OnesCount64(uint64(g)) }

// Faces yields the cards by suit, then by rank.
func (g Group) Faces() iter.Seq[Face] {
	return func(yield func(Face) bool) {
		for ; g != 0; g &= g - 1 {
			if !yield(g.first()) {
				return
			}
		}
	}
}

func (g Group) first() Face {
	i := bits.TrailingZeros64(uint64(g))
	return Face{Ace + Rank(i%int(King)), Clubs + Suit(i/int(King))}
}

// String lists the cards, such as 3♣ 4♣ Q♥.
func (g Group) String() string {
	var words []string
	for f := range g.Faces() {
		words = append(words, f.String())
	}
	return strings.Join(words, " ")
}

// inSuit are the ranks of one suit as bits, the ace first.
func (g Group) inSuit(s Suit) uint { return uint(g>>(int(s-Clubs)*int(King))) & (1<<King - 1) }

// ofRank are the cards of one rank.
func (g Group) ofRank(r Rank) Group {
	const aces = 1 | 1<<13 | 1<<26 | 1<<39
	return g & (aces << (r - Ace))
}
