package gametest

import (
	"testing"
	"time"

	"github.com/plygame/ply/game"
)

// checker is one call of Check.
type checker struct {
	Config
	*kernel
	t      testing.TB
	rules  *game.Rules
	until  time.Time
	failed map[string]bool // laws that were found broken
	tally  tally
}

// tally is what a Check has looked at.
type tally struct {
	games, moves, ended, cut, inputs, accepted int
	seats                                      map[int]bool
}

func newChecker(t testing.TB, rules *game.Rules, c Config) *checker {
	c = c.usual(rules)
	return &checker{Config: c, kernel: c.kernel, t: t, rules: rules, until: time.Now().Add(c.Time),
		failed: map[string]bool{}, tally: tally{seats: map[int]bool{}}}
}

// late reports whether there is no time left to look further.
func (c *checker) late() bool { return time.Now().After(c.until) }

// Check plays random games and fails the test if a law is broken.
func (c Config) Check(t testing.TB, rules *game.Rules) {
	t.Helper()
	if err := game.Check(rules); err != nil {
		t.Fatalf("%v", err)
	}
	k := newChecker(t, rules, c)
	if k.isSecond() {
		return
	}
	for i := range k.Games {
		if i > 0 && k.late() {
			break
		}
		k.game(Setup{Seats: k.Seats[i%len(k.Seats)], Seed: k.Seed + uint64(i)})
	}
	k.ended()
	k.processes()
	k.log()
}

// game plays one game and asks all laws of it.
func (c *checker) game(setup Setup) {
	c.t.Helper()
	g, err := c.walk(setup)
	if err != nil {
		c.t.Fatalf("%s cannot be started, %s: %v", c.rules.Name, setup, err)
	}
	c.count(g)
	if !g.cut && g.stop == nil && !g.last().Outcome().Over {
		c.endless(g)
		return
	}
	for _, l := range laws {
		c.ask(l, g)
	}
}

// ask looks whether the game keeps the law, unless that is known to be broken already.
func (c *checker) ask(l law, g *trail) {
	c.t.Helper()
	if c.failed[l.name] {
		return
	}
	if b := l.holds(c, g); b != nil {
		c.failed[l.name] = true
		g, b = c.shrink(l, g, b)
		c.report(l.name, g, b)
	}
}

func (c *checker) count(g *trail) {
	n := &c.tally
	n.games++
	n.moves += len(g.moves)
	n.seats[g.setup.Seats] = true
	if g.cut {
		n.cut++
	} else {
		n.ended++
	}
}

func (c *checker) log() {
	n := &c.tally
	c.t.Logf("%s: %d games with %d numbers of seats, %d moves; %d bad inputs, %d of them accepted as moves",
		c.rules.Name, n.games, len(n.seats), n.moves, n.inputs, n.accepted)
	if n.cut > 0 {
		c.t.Logf("%s: there was no time to finish %d of the games", c.rules.Name, n.cut)
	}
	if missing := len(c.Seats) - len(n.seats); missing > 0 {
		c.t.Logf("%s: there was no time for %d of %d numbers of seats", c.rules.Name, missing, len(c.Seats))
	}
}
