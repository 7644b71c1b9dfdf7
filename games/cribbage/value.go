package cribbage

import (
	"github.com/plygame/ply/card"
	"github.com/plygame/ply/game"
)

// value compares the points of a seat with the most that others have, and adds what its hand will count, and the crib,
// for or against it. The hands of others are left out: they are guesses, and hardly depend on what the seat does.
func (g *table) value(s *game.State, seat game.Seat) int {
	if !s.Committed().Empty() {
		return -1 // until all have discarded
	}
	mine, others := 0, 0
	for x, points := range Points.BySeat(s) {
		if g.partners(s, seat, game.Seat(x)) {
			mine = points
		} else {
			others = max(others, points)
		}
	}
	lead := 8 * (mine - others)
	if s.Count(g.crib) == 4 && s.Count(g.starter) == 1 {
		lead += g.expected(s, seat)
	}
	return min(1000, max(0, 500+lead*3/2))
}

// partners reports whether two players score together; every player is their own partner, too.
func (g *table) partners(s *game.State, a, b game.Seat) bool {
	return a == b || s.Seats() == 4 && (a+b)%2 == 0
}

// expected is what the hand of a player and the crib will count, in eighths: with the starter, and with seven others
// instead, so that bots do not take luck for skill when they discard.
func (g *table) expected(s *game.State, seat game.Seat) (eighths int) {
	var hand, crib [4]card.Face
	n := 0
	for _, in := range [3]game.ID{g.hand.Of(seat), g.front.Of(seat), g.line.ID()} {
		for id := range s.In(in) {
			if n < 4 && (in != g.line.ID() || s.Owner(id) == seat) {
				hand[n] = card.Of(s, id)
				n++
			}
		}
	}
	n = 0
	for id := range s.In(g.crib) {
		crib[n] = card.Of(s, id)
		n++
	}
	sign := -1
	if g.partners(s, seat, dealer(s)) {
		sign = 1
	}
	add := func(starter game.ID) {
		eighths += Show(hand, card.Of(s, starter), false).Sum() + sign*Show(crib, card.Of(s, starter), true).Sum()
	}
	add(s.First(g.starter))
	n = 1
	for id := range s.In(g.deck) {
		if n++; n > 8 {
			break
		}
		add(id)
	}
	return eighths
}
