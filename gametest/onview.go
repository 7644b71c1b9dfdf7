package gametest

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/plygame/ply/game"
)

// offersOnView: a seat that may act is offered the same on its view as on the state, with nothing chosen and
// with some picks; the state accepts what it completes on its view; and the text it reads of its own move is
// a move of its view.
func offersOnView(c *checker, g *trail) *breach {
	states, drafts := 8, 4
	if !c.secretive(g) {
		states, drafts = 2, 1
	}
	r := rand.New(rand.NewPCG(g.setup.Seed, 19))
	for _, i := range c.moments(g, states) {
		s := g.states[i]
		if s.Outcome().Over {
			continue
		}
		for _, seat := range c.mayAct(s) {
			p := &desk{c: c, m: c.mirror(s, seat)}
			for range drafts {
				if why := p.chooses(r); why != "" {
					return broken(i, "%s", why)
				}
			}
		}
		if c.late() {
			return nil
		}
	}
	for _, i := range c.movesOf(g, 2*states) {
		if why := c.readsItself(g, i); why != "" {
			return broken(i+1, "%s", why)
		}
	}
	return nil
}

// desk is where a seat that may act chooses on its view.
type desk struct {
	c *checker
	m *mirror
}

// chooses makes up a move pick by pick, and compares the offers on the way.
func (p *desk) chooses(r *rand.Rand) (why string) {
	d := game.Move{Seat: p.m.seat}
	defer func() {
		if e := recover(); e != nil {
			why = fmt.Sprintf("asked what follows %q on the view of %s, it panics: %v", p.m.v.Text(d), d.Seat, e)
		}
	}()
	c, err := p.c.chooser(p.m.v, d)
	if err != nil {
		_, why := p.same(d)
		return why
	}
	invented := false
	for range 100 {
		var whole bool
		d, whole = c.Move()
		if done, why := p.same(d); done || why != "" {
			return why
		}
		o := c.Next()
		if whole || o != nil && o.Complete && r.IntN(2) == 0 {
			return p.plays(d, invented)
		}
		invented = invented || o != nil && mayFail(o)
		if c, err = c.Random(r.IntN, inventor(r)); err != nil && !(invented && game.CodeOf(err) != "") {
			return fmt.Sprintf("the offers on the view of %s lead nowhere: after %q %v", d.Seat, p.m.v.Text(d), err)
		} else if err != nil {
			return ""
		}
	}
	return ""
}

// same compares the offers after a draft on the view and on the state. done means that nothing can be chosen,
// or that chance decides what is offered.
func (p *desk) same(d game.Move) (done bool, why string) {
	m := p.m
	offers, err := p.c.offers(m.v, d)
	real := m.toState(d)
	onState, errState := p.c.offers(m.s, real)
	got, want := offered(offers, err, m.inView), offered(onState, errState, m.name)
	if n, a, b := firstLine(got, want); n > 0 {
		if p.c.byChance(m.s, real, m.name, want) {
			return true, ""
		}
		return true, fmt.Sprintf("after %q the view of %s offers\n  %s\nbut the state\n  %s", m.v.Text(d), d.Seat, a, b)
	}
	return !slices.ContainsFunc(offers, func(o game.Offer) bool { return o.Why == nil }), ""
}

// byChance reports whether the offers depend on future random draws, which no view knows.
func (c *checker) byChance(s *game.State, d game.Move, name func(game.ID) string, was string) bool {
	for n := range uint64(10) {
		offers, err := c.offers(s.Reseed(game.SeedOf(n)), d)
		if offered(offers, err, name) != was {
			return true
		}
	}
	return false
}

// plays sends a move of the view as a client does.
func (p *desk) plays(d game.Move, invented bool) string {
	v := p.m.v
	text := v.Text(d)
	read, err := v.Parse(d.Seat, text)
	if err != nil || !equivalent(read, d) {
		return fmt.Sprintf("%q is a move of the view of %s, but read it is %q: %v", text, d.Seat, v.Text(read), err)
	}
	m, err := p.c.real(v, d)
	if err == nil {
		_, err = p.c.play(p.m.s, m)
	}
	if err != nil && !(invented && game.CodeOf(err) != "") {
		return fmt.Sprintf("%q is offered on the view of %s, but playing it gives: %v", text, d.Seat, err)
	}
	return ""
}

// readsItself checks what everyone reads of a move that was played.
func (c *checker) readsItself(g *trail, i int) (why string) {
	s, m, next := g.states[i], g.moves[i], g.states[i+1]
	o := game.Judge
	defer func() {
		if p := recover(); p != nil {
			why = fmt.Sprintf("what %s reads of %q panics: %v", observerName(o), g.texts[i].text, p)
		}
	}()
	for _, o = range append(observers(s), game.Judge) {
		if c.textFor(s, o, m, next) == "" {
			return fmt.Sprintf("%s reads nothing of %q", observerName(o), g.texts[i].text)
		}
	}
	for k, values := range m.Picks {
		for _, x := range values {
			if namesElements(g.rules, m.Action, k) && c.sees(s, m.Seat, game.ID(x.N)) < game.Back {
				return "" // it cannot tell which one it was
			}
		}
	}
	v := c.view(s, m.Seat)
	text := c.textFor(s, m.Seat, m, next)
	own, err := v.Parse(m.Seat, text)
	if err == nil {
		own, err = c.real(v, own)
	}
	if err != nil || !equivalent(own, m) {
		return fmt.Sprintf("%s reads its own move %[3]q as %[2]q, which on its view means %[4]q: %[5]v", m.Seat, text,
			g.texts[i].text, s.Text(own), err)
	}
	return ""
}
