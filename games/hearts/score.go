package hearts

import (
	"github.com/plygame/ply/card"
	"github.com/plygame/ply/game"
)

// The cards that count beside the hearts.
var (
	queen          = card.Face{Rank: card.Queen, Suit: card.Spades}
	jackOfDiamonds = card.Face{Rank: card.Jack, Suit: card.Diamonds}
)

// moonChoice asks a player who has shot the moon, with the option.
func (g *table) moonChoice() game.Step {
	give := &game.Action{Name: "give", Label: "Give the others 26 points each", Do: func(*game.Tx) {}}
	takeOff := &game.Action{
		Name: "take-off", Label: "Take 26 points off your score", Do: func(t *game.Tx) { Off.Set(t, game.Root, true) },
	}
	return &game.Act{
		Name: "moon", Label: "Shooting the moon", Actions: []*game.Action{give, takeOff},
		Who: g.moonShooter, If: g.moonShot,
	}
}

func (g *table) moonShooter(t *game.Tx) game.Seat { return g.moon(t) }
func (g *table) moonShot(t *game.Tx) bool         { return g.choice && g.moon(t) != game.Nobody }

// count adds the points of a deal. All 26 points shoot the moon. The match ends at the limit; the fewest points win.
func (g *table) count(t *game.Tx) {
	most, moon, off := 0, g.moon(t), Off.Of(t, game.Root)
	for seat := range game.Seat(t.Seats()) {
		points := Taken.Of(t, seat)
		switch {
		case moon == seat && off:
			points = -26
		case moon == seat || off:
			points = 0
		case moon != game.Nobody:
			points = 26
		}
		if Jack.Of(t, seat) {
			points -= 10
		}
		t.Say("{0}: {1} {1|point|points}, {2} in all", seat, points, Points.Add(t, seat, points))
		most = max(most, Points.Of(t, seat))
	}
	if moon != game.Nobody {
		t.Say("{0} shoots the moon", moon)
	}
	for seat := range game.Seat(t.Seats()) {
		Taken.Set(t, seat, 0)
		Jack.Set(t, seat, false)
		Voids.Set(t, seat, 0)
	}
	Broken.Set(t, game.Root, false)
	Off.Set(t, game.Root, false)
	if most >= g.limit || g.oneDeal {
		t.Rank(ranks(Points.BySeat(t))...)
	}
}

// ranks returns the ranks of the players: the one with the fewest points is first.
func ranks(points []int) []int {
	all := make([]int, len(points))
	for i, mine := range points {
		all[i] = 1
		for _, other := range points {
			if other < mine {
				all[i]++
			}
		}
	}
	return all
}

// moon is the player who has taken all points, or Nobody.
func (g *table) moon(r game.Reader) game.Seat {
	for seat := range game.Seat(r.Read().Seats()) {
		if Taken.Of(r, seat) == 26 {
			return seat
		}
	}
	return game.Nobody
}
