package gametest

import (
	"fmt"

	"github.com/plygame/ply/game"
)

// nothingLeaks: what an observer does not see makes no difference to it. A move is played
// twice, by the same chance: as it was, and with something else dealt in place of all that
// the observer sees neither before nor after it. All that the observer gets must be the same.
func nothingLeaks(c *checker, g *trail) *breach {
	if !c.secretive(g) {
		return nil
	}
	for _, i := range c.movesOf(g, 10) {
		for _, o := range observers(g.states[i]) {
			if why := c.leaks(g, i, o); why != "" {
				return broken(i+1, "%s", why)
			}
		}
		if c.late() {
			break
		}
	}
	return nil
}

// redeals is how often a move is played with something else in place of what is hidden.
const redeals = 2

// leaks answers how the move after state i tells an observer what it does not see.
func (c *checker) leaks(g *trail, i int, o game.Seat) (why string) {
	defer func() {
		if p := recover(); p != nil {
			why = fmt.Sprintf("when %q is shown to %s, it panics: %v", g.steps[i].text, called(o), p)
		}
	}()
	p, ok := c.pair(g, i, o)
	if !ok {
		return ""
	}
	n := Pairs{Hidden: 1}
	defer func() { c.observed(o, n) }()
	for try := range uint64(redeals) {
		w, err := p.otherwise(try)
		switch {
		case w == nil:
			continue // there is nothing else it could be
		case err != nil && o == g.moves[i].Seat:
			return fmt.Sprintf("whether %s can do %q depends on what it does not see: %v (%s)", called(o), g.steps[i].text, err, p.how(try))
		case err != nil && game.CodeOf(err) == "":
			return fmt.Sprintf("%q gives, if what %s does not see is otherwise: %v (%s)", g.steps[i].text, called(o), err, p.how(try))
		case err != nil:
			n.Illegal++
			continue
		case w.announced() != p.real.announced():
			n.Announced++
			continue
		case c.rules.Guess != nil && p.seesOthers(w):
			n.Guessed++
			continue
		}
		if channel, a, b := p.real.differs(w); channel != "" && !p.byChance(w) {
			return fmt.Sprintf("%s: after %q of %s, %s gets\n  %s\nand if what it does not see were otherwise\n  %s\n(%s)",
				channel, g.steps[i].text, g.moves[i].Seat, called(o), a, b, p.how(try))
		}
		n.Compared++
	}
	return ""
}
