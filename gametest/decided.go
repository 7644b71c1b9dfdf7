package gametest

import (
	"strings"

	"github.com/plygame/ply/game"
)

// How many decided positions of a game are played on, and how often.
const (
	decidedLooks = 20
	decidedGames = 4
)

// decidedHolds: where Rules.Decided says who will win, every game played on from there ends that way. It is
// evaluated on states and on each observer's view of them.
func decidedHolds(c *checker, g *trail) *breach {
	if c.rules.Decided == nil {
		return nil
	}
	asked, last := 0, g.states[len(g.states)-1]
	for i, s := range g.states {
		if s.Over() {
			continue
		}
		says, of := c.decided(s)
		if says == "" {
			continue
		}
		if last.Over() && winning(last.Won) != says {
			return broken(i, "Decided says of %s that %s, but the game ended differently: %s", of, says, winning(last.Won))
		}
		if asked++; asked > c.looks(decidedLooks) || c.late() {
			continue // asking is cheap, playing on is expensive
		}
		f := c.fork(s)
		for n := range uint64(decidedGames) {
			f.Reset(s)
			f.Seed(g.setup.Seed<<20 + uint64(i)<<4 + n)
			if _, err := f.Playout(c.MaxMoves); err != nil {
				break // another law reports it
			}
			if end := f.State(); end.Over() && winning(end.Won) != says {
				return broken(i, "Decided says of %s that %s, but a random game from there ended differently: %s", of, says,
					winning(end.Won))
			}
		}
	}
	return nil
}

// decided returns what Decided says of a state or one of its views, and of which.
func (c *checker) decided(s *game.State) (says, of string) {
	if seats, ok := s.Decided(); ok {
		return winning(seats.Has), "the state"
	}
	for _, o := range observers(s) {
		if seats, ok := c.view(s, o).Decided(); ok {
			return winning(seats.Has), "the view of " + observerName(o)
		}
	}
	return "", ""
}

// winning describes which seats win.
func winning(wins func(game.Seat) bool) string {
	var all []string
	for x := range game.Seat(32) {
		if wins(x) {
			all = append(all, x.String())
		}
	}
	if all == nil {
		return "nobody wins"
	}
	return strings.Join(all, ", ") + " wins"
}
