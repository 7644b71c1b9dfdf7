package gametest

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/plygame/ply/game"
)

// checker is one call of Check or Examine.
type checker struct {
	Config
	*kernel
	t      teller
	rules  *game.Rules
	until  time.Time
	ranOut atomic.Bool
	failed map[string]bool // laws found to be broken
	tally  tally
	report Report
}

// teller receives what a checker finds: a testing.TB, or nobody.
type teller interface {
	Helper()
	Name() string
	Errorf(format string, args ...any)
	Logf(format string, args ...any)
}

// tally is what a Check has looked at, apart from what is in the Report.
type tally struct {
	ended, cut, inputs, accepted int
	seats                        map[int]bool
	sorts                        map[string]int // moves that the law "leaks" has checked, by what they do
}

func newChecker(t teller, rules *game.Rules, c Config) *checker {
	c = c.usual(rules)
	return &checker{Config: c, kernel: c.kernel, t: t, rules: rules, until: time.Now().Add(c.Time),
		failed: map[string]bool{}, tally: tally{seats: map[int]bool{}}}
}

// late reports whether the time limit has been reached, and notes it for the report.
func (c *checker) late() bool {
	late := time.Now().After(c.until)
	if late {
		c.ranOut.Store(true)
	}
	return late
}

// Check plays random games and fails the test if a law is broken.
func (c Config) Check(t testing.TB, rules *game.Rules) {
	t.Helper()
	if err := c.unknownLaw(); err != nil {
		t.Fatalf("%v", err)
	}
	if err := rules.Check(); err != nil {
		t.Fatalf("%v", err)
	}
	k := newChecker(t, rules, c)
	if k.isSecond(t) {
		return
	}
	if err := k.games(); err != nil {
		t.Fatalf("%v", err)
	}
	k.processes()
	k.log()
}

// games plays one game with each number of seats, and then more until there are enough games or moves.
func (c *checker) games() error {
	c.t.Helper()
	for i := range c.Games {
		if i >= len(c.Seats) && c.report.Moves >= c.Moves || i > 0 && c.late() {
			break
		}
		if err := c.game(Setup{Seats: c.Seats[i%len(c.Seats)], Seed: c.Seed + uint64(i)}); err != nil {
			return err
		}
	}
	c.options()
	c.report.LeftOut = c.leftOut()
	c.reportOtherLaws()
	c.ended()
	c.checkGuessSkips()
	return nil
}

// leftOut describes what there was no time for; "" if nothing was left out.
func (c *checker) leftOut() string {
	if !c.ranOut.Load() {
		return ""
	}
	return fmt.Sprintf("time ran out after %v: the game with seed %d was checked only in part, and %d of up to %d games were not played",
		c.Time, c.Seed+uint64(c.report.Games)-1, c.Games-c.report.Games, c.Games)
}

// game plays one game and checks all laws.
func (c *checker) game(setup Setup) error {
	c.t.Helper()
	g, err := c.walk(setup)
	if err != nil {
		return cannotStart(c.rules, setup, err)
	}
	c.count(g)
	if !g.cut && g.stop == nil && !g.last().Outcome().Over && c.includes(endLaw) {
		c.endless(g)
		return nil
	}
	for _, l := range laws {
		c.ask(l, g)
	}
	return nil
}

// ask checks whether the game keeps the law, unless the law is already known to be broken.
func (c *checker) ask(l law, g *trail) {
	c.t.Helper()
	if c.failed[l.name] || !c.includes(l.name) {
		return
	}
	if b := l.holds(c, g); b != nil {
		c.failed[l.name] = true
		if c.alreadyReported(l.name, b) {
			return
		}
		g, b = c.shrink(l, g, b)
		c.reportBreach(l.name, g, b)
	}
}

func (c *checker) count(g *trail) {
	n := &c.tally
	c.report.Games++
	c.report.Moves += len(g.moves)
	n.seats[g.setup.Seats] = true
	if g.cut {
		n.cut++
	} else {
		n.ended++
	}
}

func (c *checker) log() {
	c.t.Helper()
	n := &c.tally
	c.t.Logf("%s: %d games with %d numbers of seats, %d moves; %d bad inputs, %d of them accepted as moves",
		c.rules.Name, c.report.Games, len(n.seats), c.report.Moves, n.inputs, n.accepted)
	if p := c.report.Pairs(); p.Hidden > 0 {
		c.t.Logf("%s: %s", c.rules.Name, p)
	}
	if out := c.report.LeftOut; out != "" {
		c.t.Logf("%s: %s", c.rules.Name, out)
	}
	for _, o := range c.report.TooFew() {
		c.t.Logf("%s: only %d pairs were compared for %s, too few to tell whether secrets are kept", c.rules.Name,
			c.report.Observed[o].Compared, observerName(o))
	}
	if missing := len(c.Seats) - len(n.seats); missing > 0 {
		c.t.Logf("%s: %d of %d numbers of seats were not played", c.rules.Name, missing, len(c.Seats))
	}
}
