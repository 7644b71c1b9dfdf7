package gametest

import "fmt"

// endless reports a game that was not over after the maximum number of moves. It is not shortened, because
// its length is the problem.
func (c *checker) endless(g *trail) {
	c.t.Helper()
	if c.failed[endLaw] {
		return
	}
	c.failed[endLaw] = true
	b, test := broken(len(g.moves), "it is not over after %d moves", len(g.moves)), c.wholeTest(endLaw, g)
	c.found(endLaw, g, b, test)
	c.t.Errorf("law %q is broken by %s, %s: %s\n\n%s", endLaw, describe(c.rules), g.setup, b.words, test)
}

// ended fails if no game came to its end, because then the ending was not checked.
func (c *checker) ended() {
	c.t.Helper()
	if c.tally.ended > 0 || c.report.Games == 0 || !c.includes(endLaw) {
		return
	}
	words := fmt.Sprintf("no game ended within %v; allow more Time, or make the game smaller", c.Time)
	c.report.Breaches = append(c.report.Breaches, Breach{Law: endLaw, Words: "could not be checked: " + words})
	c.t.Errorf("law %q could not be checked for %s: %s", endLaw, c.rules.Name, words)
}
