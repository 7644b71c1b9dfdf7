package card

import (
	"slices"

	"github.com/plygame/ply/game"
)

// Standard is a deck of playing cards. The zero value has 52 cards.
type Standard struct {
	Low     Rank   // the lowest rank besides the ace: 7 for a deck of 32, 6 for 36; 0 means 2
	Jokers  int    // in each pack
	Packs   int    // 0 means 1
	Without []Face // left out of each pack
}

// Faces lists the cards: pack by pack, suit by suit, from the ace to the king, then the jokers.
func (d Standard) Faces() (all []Face) {
	for range max(1, d.Packs) {
		for s := Clubs; s <= Spades; s++ {
			for r := Ace; r <= King; r++ {
				if f := (Face{r, s}); (r == Ace || r >= d.Low) && !slices.Contains(d.Without, f) {
					all = append(all, f)
				}
			}
		}
		all = append(all, make([]Face, d.Jokers)...)
	}
	return all
}

// Create makes the cards in the place, in the order of Faces. Shuffle them then.
func (d Standard) Create(t *game.Tx, k *game.Kind, in game.Holder) {
	all := d.Faces()
	t.CreateMany(len(all), k, in, Ranks.Nth(func(i int) Rank {
		return all[i].Rank
	}), Suits.Nth(func(i int) Suit { return all[i].Suit }))
}
