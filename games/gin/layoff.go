package gin

import "github.com/plygame/ply/card"

// LayOff finds the melds that leave the fewest points in a hand after cards are laid off on the melds of the player
// who knocked. It returns the melds, and what is left.
func LayOff(knocked []card.Group, hand card.Group) (best []card.Group, left card.Group) {
	least := -1
	var space [64]card.Group
	all := melds.In(hand, space[:0])
	var chosen [8]card.Group
	var try func(from, n int, rest card.Group)
	try = func(from, n int, rest card.Group) {
		over := rest
		for _, m := range knocked { // runs first: a card on a run may make room for the next
			if isRun(m) {
				over = extend(m, over)
			}
		}
		for _, m := range knocked {
			if !isRun(m) {
				over = extend(m, over)
			}
		}
		if count := melds.Count(over); least < 0 || count < least {
			least, left = count, over
			best = append(best[:0], chosen[:n]...)
		}
		for i := from; i < len(all); i++ {
			if all[i]&^rest == 0 {
				chosen[n] = all[i]
				try(i+1, n+1, rest&^all[i])
			}
		}
	}
	try(0, 0, hand)
	return best, left
}

// extend lays off on one meld all cards that continue it, and returns the others.
func extend(meld, cards card.Group) card.Group {
	for again := true; again; {
		again = false
		for f := range cards.Faces() {
			if melds.Is(meld | f.Group()) {
				meld |= f.Group()
				cards &^= f.Group()
				again = true
			}
		}
	}
	return cards
}

func isRun(meld card.Group) bool {
	ranks := [2]card.Rank{}
	for f := range meld.Faces() {
		ranks[0], ranks[1] = ranks[1], f.Rank
	}
	return ranks[0] != ranks[1]
}
