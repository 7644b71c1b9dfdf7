package gametest

import (
	"fmt"
	"slices"

	"github.com/plygame/ply/game"
)

// nothingLeaks: what an observer does not see makes no difference to them. A move is played twice, with the
// same chance: as it was, and with something different dealt in place of everything that the observer sees
// neither before nor after it. Everything that reaches the observer must be the same. And no text of a move tells where
// something went that is now out of sight.
func nothingLeaks(c *checker, g *trail) *breach {
	if !c.secretive(g) {
		return nil
	}
	at := slices.Concat(c.movesOf(g, 10), c.rareMoves(g, 10), c.freshMoves(g, 10))
	at, all := interleaved(atMost(at, len(g.moves))), observers(g.states[0])
	for _, i := range at {
		for _, o := range all {
			if why := c.goalTold(g, i, o); why != "" {
				return broken(i+1, "%s", why)
			}
			if why := c.leaks(g, i, o); why != "" {
				return broken(i+1, "%s", why)
			}
		}
		if c.late() {
			return nil
		}
	}
	c.lookedAt(g, at)
	if c.report.Games > len(c.Seats) {
		return nil
	}
	for _, i := range interleaved(g.someMoves(60)) { // in the first games more, if those were too few
		for _, o := range c.report.TooFew() {
			if slices.Contains(at, i) || !slices.Contains(all, o) || c.late() {
				continue
			}
			if why := c.leaks(g, i, o); why != "" {
				return broken(i+1, "%s", why)
			}
		}
	}
	return nil
}

// interleaved puts every third of the numbers first, so that checks that stop early have sampled the whole game.
func interleaved(at []int) (all []int) {
	for from := range min(3, len(at)) {
		for i := from; i < len(at); i += 3 {
			all = append(all, at[i])
		}
	}
	return all
}

// redeals is how often a move is played with something different in place of what is hidden.
const redeals = 2

// leaks returns how the move after state i reveals to an observer what they do not see.
func (c *checker) leaks(g *trail, i int, o game.Seat) (why string) {
	defer func() {
		if p := recover(); p != nil {
			why = fmt.Sprintf("when %q is shown to %s, it panics: %v", g.texts[i].text, observerName(o), p)
		}
	}()
	p, ok := c.pair(g, i, o)
	if !ok {
		return ""
	}
	n := Pairs{Hidden: 1}
	defer func() { c.observed(o, n) }()
	for try := range uint64(redeals) {
		w, err := p.redealtWorld(try)
		switch {
		case w == nil:
			continue // there is no other possibility
		case err != nil && o == g.moves[i].Seat:
			n.Compared++
			return fmt.Sprintf("whether %s can do %q depends on what it does not see: %v (%s)", observerName(o), g.texts[i].text,
				err, p.how(try))
		case err != nil && game.CodeOf(err) == "":
			n.Compared++
			return fmt.Sprintf("if what %[2]s does not see were different, %[1]q would give: %[3]v (%[4]s)", g.texts[i].text,
				observerName(o), err, p.how(try))
		case err != nil:
			n.Illegal++
			continue
		case w.announced() != p.real.announced():
			n.Announced++
			continue
		case c.rules.Guess != nil && p.guessed(w):
			n.Guessed++
			continue
		}
		n.Compared++
		if channel, a, b := p.real.differs(w); channel != "" && !p.byChance(w) {
			return fmt.Sprintf("%s: after %q by %s, %s receives\n  %s\nbut if what it cannot see were different, it would receive\n  %s\n(%s)\n%s",
				channel, g.texts[i].text, c.named(g.moves[i].Seat), c.named(o), a, b, p.how(try), advice(channel))
		}
	}
	return ""
}

// advice returns what to do about something that reaches an observer through a channel.
func advice(channel string) string {
	switch channel {
	case "line", "notice":
		return "If everyone may know it, use Announce; otherwise Tell it to the seats that see it (docs/testing.md, docs/leaks.md)."
	case "view", "changes", "undo", "hash", "moment":
		return "If everyone may know it, Announce or Show what it depends on; otherwise keep it where the observer does not see it (docs/testing.md, docs/leaks.md)."
	}
	return "If everyone may know it, Announce what it depends on; otherwise it must not depend on what the seat does not see (docs/testing.md, docs/leaks.md)."
}
