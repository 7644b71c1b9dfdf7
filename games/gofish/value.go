package gofish

import "github.com/plygame/ply/game"

// value tells bots how well a seat stands: by its lead in books over each of the others, and by the cards in hands.
// It is a little better to have few cards, which others may ask for; three of a kind are better than a pair. The fewer
// books are left, the more a lead is worth. The numbers fit the results of random games.
func (g *table) value(s *game.State, seat game.Seat) int {
	var worth [5]int
	left := len(ranks)
	for x := range game.Seat(s.Seats()) {
		books := s.Held(x).Len()
		left -= books
		worth[x] = 355 * books
		for _, n := range g.counts(s, x) {
			worth[x] += alike[n]
		}
	}
	worth[s.Turn()] += 85
	sum := 0
	for other := range game.Seat(s.Seats()) {
		if other != seat {
			lead := (worth[seat] - worth[other]) * scale[left] / 2000
			sum += min(max(500+lead, 0), 1000)
		}
	}
	return sum / (s.Seats() - 1)
}

// alike is what one, two and three cards of a rank are worth.
var alike = [len(suits) + 1]int{0, -180, -180, -90, 0}

// scale is 1000 / sqrt(books left + 1).
var scale = [len(ranks) + 1]int{1000, 707, 577, 500, 447, 408, 378, 354, 333, 316, 302, 289, 277, 267}

// counts are how many cards of each rank a player holds.
func (g *table) counts(s *game.State, seat game.Seat) (n [len(ranks)]int) {
	for _, rank := range Ranks.All(s, s.Contents(g.hand.Of(seat))) {
		n[rank]++
	}
	return n
}
