package gametest

// nothingToSettle: wherever the game waits, Settle has nothing to do.
func nothingToSettle(c *checker, g *trail) *breach {
	if g.rules.Settle == nil {
		return nil
	}
	for _, i := range c.some(g, mostRests) {
		switch settled, err := c.settled(g.states[i]); {
		case err != nil:
			return broken(i, "called once more, Settle gives: %v", err)
		case !settled:
			return broken(i, "Settle was called until it changed nothing, but called once more it changes something")
		}
		if c.late() {
			break
		}
	}
	return nil
}
