package gametest

import "bytes"

// oldStateStays: playing a move leaves the state before it unchanged. The hash alone would not show a change,
// because a state may have cached it; so the state is saved and loaded.
func oldStateStays(c *checker, g *trail) *breach {
	for _, i := range c.someMoves(g, 60) {
		old, m := g.states[i], g.moves[i]
		before := c.save(old)
		if _, err := c.play(old, m); err != nil {
			return broken(i, "%q was played before, and now gives: %v", g.texts[i].text, err)
		}
		if after := c.save(old); !bytes.Equal(before, after) {
			return broken(i+1, "%q has changed the state it was played on:\n%s\nit was\n%s", g.texts[i].text, after, before)
		}
		if c.late() {
			return nil
		}
	}
	for _, i := range c.some(g, 30) {
		if h := c.hash(g.states[i]); h != g.hashes[i] {
			return broken(i, "the hash of an old state has become %016x; it was %016x", h, g.hashes[i])
		}
		s, err := c.load(g.rules, c.save(g.states[i]))
		if err != nil {
			return broken(i, "an old state cannot be saved and loaded: %v", err)
		}
		if h := c.hash(s); h != g.hashes[i] {
			return broken(i, "an old state, saved and loaded, has the hash %016x; it was %016x", h, g.hashes[i])
		}
	}
	return nil
}
