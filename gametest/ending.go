package gametest

// endless reports a game that was not over after the most moves it may take. It is not
// shrunk: what is wrong with it is that it is long.
func (c *checker) endless(g *trail) {
	c.t.Helper()
	if c.failed[endLaw] {
		return
	}
	c.failed[endLaw] = true
	c.t.Errorf("law %q is broken by %s, %s: it is not over after %d moves\n\n%s", endLaw, describe(c.rules), g.setup, len(g.moves),
		c.wholeTest(endLaw, g))
}

// ended fails if no game came to its end, for then nothing is known of how games end.
func (c *checker) ended() {
	c.t.Helper()
	if c.tally.ended == 0 && c.tally.games > 0 {
		c.t.Errorf("law %q could not be checked for %s: in %v not one game came to its end; allow more Time, or make the game smaller",
			endLaw, c.rules.Name, c.Time)
	}
}
