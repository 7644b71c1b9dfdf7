package gametest

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/plygame/ply/game"
)

// redealHolds: a re-deal for an observer is a game that could be the real one as far as they know: it looks
// the same, contains the same elements, and can be played on; and where something is hidden it is not always
// the real one.
func redealHolds(c *checker, g *trail) *breach {
	if !c.secretive(g) {
		return nil
	}
	d := &dealing{checker: c, g: g, open: map[game.Seat]int{}, moved: map[game.Seat]bool{}, cargo: map[game.Seat]cargo{}}
	for _, i := range c.moments(g, 6) {
		for _, o := range observers(g.states[i]) {
			if why := d.deal(i, o); why != "" {
				return broken(i, "re-dealt for %s (seed %d), %s", observerName(o), pairSeed(g, i, o), why)
			}
		}
		if c.late() {
			return nil
		}
	}
	if b := d.always(); b != nil {
		return b
	}
	if b := d.unmovedCargo(); b != nil {
		return b
	}
	return d.unmoved()
}

// pairSeed is the seed of what is drawn for an observer of a state.
func pairSeed(g *trail, i int, o game.Seat) uint64 {
	return g.setup.Seed<<32 + uint64(i)<<12 + uint64(o+2)<<6
}

// dealing re-deals the states of a game.
type dealing struct {
	*checker
	g     *trail
	open  map[game.Seat]int  // how much could be different: see enough
	moved map[game.Seat]bool // it was different, once
	cargo map[game.Seat]cargo
}

// deal returns what is wrong with a re-deal of one state.
func (d *dealing) deal(i int, o game.Seat) (why string) {
	defer func() {
		if p := recover(); p != nil {
			why = fmt.Sprintf("it panics: %v", p)
		}
	}()
	s := d.g.states[i]
	if fits := d.rules.Fits; fits != nil && !fits(s, o) {
		return "Fits rejects the real state"
	}
	seed := game.SeedOf(pairSeed(d.g, i, o))
	r, err := d.redeal(s, o, seed)
	if err != nil {
		return fmt.Sprintf("it gives: %v", err)
	}
	if again, err := d.redeal(s, o, seed); err != nil || !bytes.Equal(d.save(again), d.save(r)) {
		return fmt.Sprintf("the same seed gives a different deal (%v)", err)
	}
	if fits := d.rules.Fits; fits != nil && !fits(r, o) {
		return "Fits rejects it"
	}
	for _, ask := range []func(s, r *game.State, o game.Seat) string{d.looksSame, d.holdsSame, d.knowsSame, d.choosesSame, d.keysSame, d.inFork, d.inOpenFork} {
		if why := ask(s, r, o); why != "" {
			return why
		}
	}
	if why := d.answersSame(i, r, o); why != "" {
		return why
	}
	d.differs(s, r, i, o)
	d.noteCargo(i, o)
	return d.playsOn(i, r)
}

// looksSame compares what the observer sees and may do.
func (d *dealing) looksSame(s, r *game.State, o game.Seat) string {
	v, w := d.view(s, o), d.view(r, o)
	if a, b := d.save(v), d.save(w); !bytes.Equal(a, b) || d.hash(v) != d.hash(w) {
		n, x, y := firstLine(indented(b), indented(a))
		return fmt.Sprintf("its view differs (line %d):\n  %s\nnot\n  %s", n, x, y)
	}
	if !slices.Contains(d.mayAct(s), o) {
		return ""
	}
	was, err := d.offers(s, game.Move{Seat: o})
	is, errIs := d.offers(r, game.Move{Seat: o})
	if n, a, b := firstLine(offered(is, errIs, d.mirror(r, o).name), offered(was, err, d.mirror(s, o).name)); n > 0 {
		return fmt.Sprintf("it is offered\n  %s\nnot\n  %s", a, b)
	}
	return ""
}

// holdsSame compares the number of elements and, unless Guess may change that, the number in each place and
// what they are.
func (d *dealing) holdsSame(s, r *game.State, _ game.Seat) string {
	was, is := d.sorts(s), d.sorts(r)
	switch {
	case d.rules.Guess == nil:
		for id := game.Root; s.Name(id) != "?" && !isCreated(s.Name(id)); id++ {
			if s.Count(id) != r.Count(id) {
				return fmt.Sprintf("%s holds %d elements, not %d", s.Name(id), r.Count(id), s.Count(id))
			}
		}
		if n, a, b := firstLine(strings.Join(is, "\n"), strings.Join(was, "\n")); n > 0 {
			return fmt.Sprintf("the elements differ: the first difference is %q, not %q", a, b)
		}
	case len(is) != len(was):
		return fmt.Sprintf("there are %d elements, not %d", len(is), len(was))
	}
	return checkElements(d.look(r))
}

// sorts describes what every element is: its kind, and the values that move with it.
func (d *dealing) sorts(s *game.State) (all []string) {
	x := d.expected(s, game.Judge)
	for id := range s.All() {
		all = append(all, d.sort(x, id))
	}
	slices.Sort(all)
	return all
}

func (d *dealing) sort(x *scene, id game.ID) string {
	if d.rules.Guess != nil {
		return x.s.Kind(id).Name
	}
	return x.s.Kind(id).Name + x.values(x.s.Name(id))
}

// knowsSame checks that what the observer knows is unchanged, and in the same place, if there is no Guess.
func (d *dealing) knowsSame(s, r *game.State, o game.Seat) string {
	was, is := d.expected(s, game.Judge), d.expected(r, game.Judge)
	for id := range s.All() {
		if !s.Knows(o, id) {
			continue
		}
		up := s.Parent(id)
		switch {
		case !r.Alive(id) || !r.Knows(o, id):
			return fmt.Sprintf("it no longer knows %s", s.Name(id))
		case !isCreated(s.Name(up)) && r.Parent(id) != up && d.rules.Guess == nil:
			return fmt.Sprintf("%s, which it knows, is in %s, not in %s", s.Name(id), r.Name(r.Parent(id)), s.Name(up))
		case d.sort(is, id) != d.sort(was, id):
			return fmt.Sprintf("%s, which it knows, is %s, not %s", s.Name(id), d.sort(is, id), d.sort(was, id))
		}
	}
	return ""
}
