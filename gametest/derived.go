package gametest

import (
	"fmt"

	"github.com/plygame/ply/game"
)

const derivedLaw = "derived values"

// derivedSteps is how many moves a fork makes while its derived values are computed again: many of them after each
// move.
const derivedSteps = 5

// derivedHold: derived values that are kept or shown equal those computed from scratch, twice: on states,
// views, loaded states and applied changes, and on a fork between moves, after going back, after a re-deal
// and after Reset. Public ones are the same on a state and in every view.
func derivedHold(c *checker, g *trail) *breach {
	if len(c.rules.Derived) == 0 {
		return nil
	}
	for _, i := range c.moments(g, 10) {
		for _, look := range []func(*trail, int) *breach{c.derivedOfStates, c.derivedOfForks} {
			if b := look(g, i); b != nil {
				return b
			}
		}
		if c.late() {
			break
		}
	}
	return nil
}

// recomputed is the breach of a value that is not what it should be.
func (c *checker) recomputed(at int, of string, s *game.State) *breach {
	if err := c.derived(s); err != nil {
		return broken(at, "of %s: %v", of, err)
	}
	return nil
}

func (c *checker) derivedOfStates(g *trail, i int) *breach {
	s := g.states[i]
	if b := c.recomputed(i, "the state", s); b != nil {
		return b
	}
	for _, o := range observers(s) {
		if b := c.recomputed(i, "the view of "+observerName(o), c.view(s, o)); b != nil {
			return b
		}
		if b := c.publicInView(i, s, o); b != nil {
			return b
		}
		if r, err := c.redeal(s, o, game.SeedOf(uint64(i))); err == nil {
			if b := c.recomputed(i, "a re-deal for "+observerName(o), r); b != nil {
				return b
			}
		}
	}
	if l, err := c.load(c.rules, c.save(s)); err == nil {
		if b := c.recomputed(i, "the state, loaded", l); b != nil {
			return b
		}
	}
	if i+1 < len(g.states) {
		if next, err := c.apply(s, c.diff(s, g.states[i+1])); err == nil {
			return c.recomputed(i+1, "the state with the changes applied", next)
		}
	}
	return nil
}

// publicInView compares the public values of a state with those of a view.
func (c *checker) publicInView(i int, s *game.State, o game.Seat) *breach {
	real, err := s.PublicDerived()
	seen, err2 := c.view(s, o).PublicDerived()
	if err != nil || err2 != nil {
		return nil // recomputed reports it
	}
	if a, b := fmt.Sprintf("%s", real), fmt.Sprintf("%s", seen); a != b {
		return broken(i, "the public values are %s on the state and %s in the view of %s; a public value must depend only on what all observers see", a, b, observerName(o))
	}
	return nil
}

func (c *checker) derivedOfForks(g *trail, i int) *breach {
	s := g.states[i]
	f := c.fork(s)
	f.Seed(g.setup.Seed<<20 + uint64(i))
	for _, o := range observers(s) {
		if f.Redeal(s, o, 1) == nil {
			if b := c.recomputed(i, "a fork, after a re-deal for "+observerName(o), f.State()); b != nil {
				return b
			}
		}
	}
	f.Reset(s)
	if b := c.recomputed(i, "a fork, after Reset", f.State()); b != nil {
		return b
	}
	f.Seed(g.setup.Seed<<20 + uint64(i))
	for range derivedSteps {
		if _, err := f.Moves(); err == nil { // listing moves reads derived values
			if b := c.recomputed(i, "a fork that has listed its moves", f.State()); b != nil {
				return b
			}
			if _, err := f.Perft(1); err == nil {
				if b := c.recomputed(i, "a fork that has gone back", f.State()); b != nil {
					return b
				}
			}
		}
		if b := c.checkDerivedAfterMoves(f, i); b != nil {
			return b
		}
		more, err := f.Random()
		if err != nil || !more {
			break
		}
		if b := c.recomputed(i, "a fork, after a random move", f.State()); b != nil {
			return b
		}
	}
	return nil
}

// checkDerivedAfterMoves checks the values after some of the fork's moves from a mark, and after going back.
func (c *checker) checkDerivedAfterMoves(f fork, i int) *breach {
	all, err := f.Handles(nil)
	if err != nil {
		return nil // too many, or free text
	}
	for n := 0; n < len(all); n += 1 + len(all)/2 {
		m := f.Mark()
		err := f.Do(all[n])
		var b *breach
		if err == nil {
			b = c.recomputed(i, "a fork, after Do", f.State())
		}
		if f.Back(m); b == nil {
			b = c.recomputed(i, "a fork, back at a mark", f.State())
		}
		if b != nil {
			return b
		}
	}
	return nil
}
