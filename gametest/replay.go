package gametest

import (
	"bytes"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
)

// sameFromRecord: a record, written as text and read again, leads through the same states.
func sameFromRecord(c *checker, g *trail) *breach {
	n := len(g.moves)
	h := c.history(g.states[0], 0)
	for i, m := range g.moves {
		if err := playIn(h, m); err != nil {
			return broken(i, "recording %q gives: %v", g.texts[i].text, err)
		}
	}
	text := h.Record().String()
	rec, err := c.read([]byte(text))
	if err != nil {
		return broken(n, "the record cannot be read: %v\n%s", err, text)
	}
	if again := rec.String(); again != text {
		return broken(n, "the record that was read is not the one that was written:\n%s\n%s", again, text)
	}
	if _, err := c.replay(g.rules, rec, -1); err != nil {
		return broken(n, "the record cannot be replayed: %v", err)
	}
	return c.replayedTo(g, rec)
}

// replayedTo replays a record up to some of its moves.
func (c *checker) replayedTo(g *trail, rec *match.Record) *breach {
	for _, i := range c.moments(g, 6) {
		s, err := c.replay(g.rules, rec, i)
		if err != nil {
			return broken(i, "the record cannot be replayed up to move %d: %v", i, err)
		}
		if got := c.hash(s); got != g.hashes[i] {
			return broken(i, "replayed from the record, the hash is %016x; it was %016x", got, g.hashes[i])
		}
		if got, want := c.save(s), c.save(g.states[i]); !bytes.Equal(got, want) {
			return broken(i, "replayed from the record, the state is\n%s\nnot\n%s", got, want)
		}
	}
	return nil
}

// sameInPlace: a fork that is played on in place goes through the same states, and does not change the state
// it began at.
func sameInPlace(c *checker, g *trail) *breach {
	before := c.save(g.states[0])
	f := c.fork(g.states[0])
	frozen := map[int]bool{}
	for _, i := range c.moments(g, 20) {
		frozen[i] = true
	}
	for i, m := range g.moves {
		if err := f.Play(m); err != nil {
			return broken(i, "played in place, %q gives: %v", g.texts[i].text, err)
		}
		if h := f.Hash(); h != g.hashes[i+1] {
			return broken(i+1, "played in place, the hash is %016x; it was %016x", h, g.hashes[i+1])
		}
		if !frozen[i+1] {
			continue
		}
		if b := c.freezes(f, g, i+1); b != nil {
			return b
		}
	}
	if !bytes.Equal(c.save(g.states[0]), before) {
		return broken(len(g.moves), "a fork has changed the state it began at")
	}
	return nil
}

// freezes checks that a fork at state i freezes to that state. A fork does not keep what observers remember.
func (c *checker) freezes(f fork, g *trail, i int) *breach {
	s, err := f.Freeze()
	if err != nil {
		return broken(i, "a fork cannot be frozen: %v", err)
	}
	if got, want := c.withoutMemory(s), c.withoutMemory(g.states[i]); got != want {
		return broken(i, "a fork, frozen, is a different state:\n%s\nnot\n%s", got, want)
	}
	return nil
}

// withoutMemory is a save without what observers remember.
func (c *checker) withoutMemory(s *game.State) string { return c.without(s, "memory", "check") }

// without is a save without some fields.
func (c *checker) without(s *game.State, names ...string) string {
	return string(saveWithout(c.save(s), names...))
}
