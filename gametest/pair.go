package gametest

import (
	"fmt"
	"slices"

	"github.com/plygame/ply/game"
)

// pair is a move as it was played, to be played again with something different in place of what an observer
// does not see.
type pair struct {
	c     *checker
	s     *game.State
	o     game.Seat
	seed  uint64
	real  *world
	stays map[game.ID]bool // what the observer sees or knows before or after the move
	keep  []game.ID        // what it comes to see or know by the move
	was   place            // the position in the flow before the move, and after it
	is    place
}

// pair plays the move after state i; false if nothing is hidden from the observer.
func (c *checker) pair(g *trail, i int, o game.Seat) (*pair, bool) {
	p := &pair{c: c, s: g.states[i], o: o, seed: pairSeed(g, i, o), stays: map[game.ID]bool{}}
	before := p.s.Reseed(game.SeedOf(p.seed))
	after, err := c.play(before, g.moves[i])
	if err != nil || !c.hides(before, o) && !c.hides(after, o) {
		return nil, false
	}
	p.real = c.world(o, before, after, g.moves[i])
	p.was, p.is = c.placeOf(before), c.placeOf(after)
	p.learns()
	return p, true
}

// learns finds what the observer sees and knows, and what they come to see and know: elements, including
// those with a value that is visible after the move. 0 is not an element; with it, a re-deal does not change
// the order of what is seen.
func (p *pair) learns() {
	p.keep = []game.ID{0}
	s, next := p.real.before, p.real.after
	revealed := next.Revealed(p.o)
	for id := range s.All() {
		was, is := p.c.knows(s, p.o, id), p.c.knows(next, p.o, id)
		p.stays[id] = was || is
		if is && !was || p.c.sees(next, p.o, id) == game.Face && p.c.sees(s, p.o, id) != game.Face || revealed.Has(id) {
			p.keep = append(p.keep, id)
		}
	}
	p.keepValues(p.c.partsOf(p.real.viewBefore), next, p.real.viewAfter)
	for _, m := range p.c.stages(next) {
		p.learnsAt(m)
	}
}

// keepValues keeps the elements with values that the observer sees in this state and did not see before.
func (p *pair) keepValues(was partsBy, s, view *game.State) {
	m := p.c.mirror(s, p.o)
	for part, of := range p.c.partsOf(view) {
		for name, v := range of {
			if string(was[part][name]) != string(v) {
				p.keep = append(p.keep, m.origins(name)...)
			}
		}
	}
}

// knows reports whether the observer sees or knows what an element is.
func (c *checker) knows(s *game.State, o game.Seat, id game.ID) bool {
	return c.sees(s, o, id) == game.Face || s.Knows(o, id)
}

// redealtWorld deals again what the observer does not see, and plays the move on the result; nil if the deal is
// the same.
func (p *pair) redealtWorld(try uint64) (*world, error) {
	s, err := p.c.redeal(p.s, p.o, game.SeedOf(p.seed+1+try), p.keep...)
	if err != nil {
		return nil, nil
	}
	s = p.disclosed(s)
	same := p.c.sameDeal(p.s, s)
	s = s.Reseed(game.SeedOf(p.seed))
	if w := p.secretly(s, try); w != nil {
		return w, nil
	}
	if same {
		return nil, nil
	}
	m := mapped(s.Rules(), p.real.m, func(id game.ID) game.ID { return p.inPlaceOf(s, id) })
	next, err := p.c.play(s, m)
	return p.c.world(p.o, s, next, m), err
}

// inPlaceOf returns the element of the re-deal in the slot of this one, or this one if it was kept.
func (p *pair) inPlaceOf(r *game.State, id game.ID) game.ID {
	s := p.s
	if p.stays[id] || !isCreated(s.Name(id)) || !s.Alive(id) {
		return id
	}
	at := slices.Index(slices.Collect(s.In(s.Parent(id))), id)
	there := slices.Collect(r.In(p.inPlaceOf(r, s.Parent(id))))
	if at >= len(there) {
		return id
	}
	return there[at]
}

// how describes how to repeat a try.
func (p *pair) how(try uint64) string {
	return fmt.Sprintf("seed %d for chance, %d for the re-deal", p.seed, p.seed+1+try)
}
