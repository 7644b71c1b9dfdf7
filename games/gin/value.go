package gin

import (
	"github.com/plygame/ply/card"
	"github.com/plygame/ply/game"
)

// value adds up the lead in points and how little deadwood the player would be left with. The hand of the other player
// is a guess that hardly depends on what this one does, so it does not count.
func (g *table) value(s *game.State, seat game.Seat) int {
	var space [8]card.Group
	hand := g.group(s, seat)
	_, rest := melds.Best(hand, space[:0])
	wood, most := melds.Count(rest), 0
	if hand.Len() == 11 { // a card is still to be discarded
		for f := range rest.Faces() {
			most = max(most, melds.Worth[f.Rank])
		}
	}
	return min(1000, max(0, 620+4*(Points.Of(s, seat)-Points.Of(s, 1-seat)-wood+most)))
}
