package gin

import (
	"github.com/plygame/ply/card"
	"github.com/plygame/ply/game"
)

// Scores of the common game: knock with 10, undercut 10, gin 20, game 100, box 20.
const (
	goal      = 100
	most      = 10 // the most deadwood that a player can knock with
	forGin    = 20
	forBigGin = 31
	undercut  = 10
	forGame   = 100
	forHand   = 20
	mostVoids = 3 // void deals in a row that end the match: our own rule, without which it need not end
)

var melds = func() *card.Melds {
	m := &card.Melds{}
	for r := card.Ace; r <= card.King; r++ {
		m.Worth[r] = min(10, int(r))
	}
	return m
}()

// over reports whether somebody has knocked, or only two cards are left after a discard.
func (g *table) over(t *game.Tx) bool {
	return Knocker.Of(t, game.Root) != game.Nobody || t.Count(g.stock) <= 2 && g.hand.Everything(t).Len() == 20
}

// score lays out the melds, lets the other player lay off, and adds the points.
func (g *table) score(t *game.Tx) {
	seat := Knocker.Of(t, game.Root)
	if seat == game.Nobody {
		t.Say("only two cards are left: the deal is void")
		switch p := Points.BySeat(t); {
		case Voids.Add(t, game.Root, 1) < mostVoids && !g.oneDeal:
		case p[0] == p[1]:
			t.Tie()
		default:
			t.Score(p...)
		}
		return
	}
	Voids.Set(t, game.Root, 0)
	mine, theirs := g.group(t, seat), g.group(t, 1-seat)
	var space, other [8]card.Group
	knocked, rest := melds.Best(mine, space[:0])
	count := melds.Count(rest)
	best, left := melds.Best(theirs, other[:0])
	if count > 0 {
		best, left = LayOff(knocked, theirs)
	}
	for _, m := range knocked {
		g.lay(t, seat, m)
	}
	for _, m := range best {
		g.lay(t, 1-seat, m)
	}
	g.lay(t, seat, theirs&^left) // what is laid off
	for x := range game.Seat(2) {
		for id := range t.In(g.hand.Of(x)) {
			t.Show(id)
		}
	}
	against := melds.Count(left)
	t.Say("{0} has {1} deadwood, {2} has {3}", seat, count, 1-seat, against)
	switch {
	case mine.Len() == 11:
		g.win(t, seat, forBigGin+against, "big gin")
	case count == 0:
		g.win(t, seat, forGin+against, "gin")
	case against <= count:
		g.win(t, 1-seat, undercut+count-against, "an undercut")
	default:
		g.win(t, seat, against-count, "a knock")
	}
	g.finish(t)
}

// lay moves those of the cards that a player still holds to melds.
func (g *table) lay(t *game.Tx, to game.Seat, cards card.Group) {
	for seat := range game.Seat(2) {
		for id := range t.In(g.hand.Of(seat)) {
			if cards.Has(card.Of(t, id)) {
				t.Give(id, seat)
				t.Move(id, g.melded.Of(to))
			}
		}
	}
}

// deadwood is what the cards outside the best melds count.
func deadwood(hand card.Group) int {
	var space [8]card.Group
	_, rest := melds.Best(hand, space[:0])
	return melds.Count(rest)
}

func (g *table) win(t *game.Tx, seat game.Seat, points int, what string) {
	Hands.Add(t, seat, 1)
	t.Say("{0} scores {1} for {2}: {3} in all", seat, points, what, Points.Add(t, seat, points))
}

// finish ends the match when a player has 100 points, with the extra points for the game and for deals won. With them,
// the other player may win.
func (g *table) finish(t *game.Tx) {
	points := Points.BySeat(t)
	if g.oneDeal {
		t.Score(points...)
		return
	}
	for seat := range points {
		if points[seat] < goal {
			continue
		}
		if points[1-seat] == 0 {
			points[seat] += forGame
		}
		points[seat] += forGame
		for x := range points {
			points[x] += forHand * Hands.Of(t, game.Seat(x))
		}
		t.Say("{0} ends the match: with the extra points, {0} has {1} points and {2} has {3}",
			game.Seat(seat), points[seat], game.Seat(1-seat), points[1-seat])
		t.Score(points...)
		return
	}
}
