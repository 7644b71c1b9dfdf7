package gametest

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/plygame/ply/game"
)

// walk plays a random game.
func (c *checker) walk(setup Setup) (*trail, error) {
	s, err := c.begin(c.rules, setup)
	if err != nil {
		return nil, err
	}
	g := newTrail(c.kernel, c.rules, setup, s)
	r := rand.New(rand.NewPCG(setup.Seed, 0))
	for len(g.moves) < c.MaxMoves && !g.last().Outcome().Over {
		if c.late() && len(g.moves) > 0 {
			g.cut = true
			break
		}
		m, next, stop := c.step(g, r)
		if stop != nil {
			g.stop = stop
			break
		}
		g.add(c.kernel, m, next)
	}
	return g, nil
}

// step chooses a move and plays it: in every other game among the list of all moves, else
// pick by pick, as a player does it.
func (k *kernel) step(g *trail, r *rand.Rand) (game.Move, *game.State, *breach) {
	s := g.last()
	if g.setup.Seed%2 == 0 {
		all, err := k.moves(s)
		if err == nil && len(all) > 0 {
			m := all[r.IntN(len(all))]
			next, err := k.play(s, m)
			return m, next, failedStep(g, m, err)
		}
		if err != nil && game.CodeOf(err) != game.Malformed {
			return game.Move{}, nil, broken(len(g.moves), "the moves cannot be listed: %v", err)
		}
	}
	return k.stepByOffers(g, r)
}

// failedStep is the breach of a move that was offered and then not accepted.
func failedStep(g *trail, m game.Move, err error) *breach {
	if err == nil {
		return nil
	}
	at := len(g.moves)
	b := broken(at, "%q of %s is offered, but to play it gives: %v", g.last().Text(m), m.Seat, err)
	b.input = &input{move: m, text: g.last().Text(m), isText: true}
	return b
}

// tries is how often a text is invented before giving up.
const tries = 50

func (k *kernel) stepByOffers(g *trail, r *rand.Rand) (game.Move, *game.State, *breach) {
	s := g.last()
	var m game.Move
	var next *game.State
	for range tries {
		d, invented, err := k.draft(s, r)
		retry := invented && game.CodeOf(err) != "" // the text was refused
		if err != nil && !retry {
			return d, nil, broken(len(g.moves), "%v", err)
		}
		m = d
		if next, err = k.play(s, m); err == nil {
			return m, next, nil
		}
		if !invented || game.CodeOf(err) == "" {
			return m, nil, failedStep(g, m, err)
		}
	}
	return m, nil, broken(len(g.moves), "none of %d invented texts is accepted", tries)
}

// draft chooses a move pick by pick among what is offered; invented tells that there is
// free text in it, which may be refused.
func (k *kernel) draft(s *game.State, r *rand.Rand) (d game.Draft, invented bool, err error) {
	d.Seat = s.Turn()
	offers, err := k.offers(s, d)
	if err != nil {
		return d, false, fmt.Errorf("asked what it may do, %s gets: %w", d.Seat, err)
	}
	offers = slices.DeleteFunc(offers, func(o game.Offer) bool { return o.Why != nil })
	if len(offers) == 0 {
		return d, false, fmt.Errorf("nothing is offered to %s, whose turn it is", d.Seat)
	}
	o := offers[r.IntN(len(offers))]
	d.Action = o.Action
	last := ""
	for range maxChoices {
		if o.Why != nil {
			return d, invented, fmt.Errorf("the offers lead nowhere: after %q nothing can be chosen: %s", s.Text(d), o.Why)
		}
		if o.Complete && (o.Pick == "" || r.IntN(2) == 0) {
			return d, invented, nil
		}
		invented = invented || o.Sort == "text" && o.Options == nil
		if last, err = extend(&d, &o, last, r); err != nil {
			return d, invented, fmt.Errorf("the offers lead nowhere: after %q %w", s.Text(d), err)
		}
		next, err := k.offers(s, d)
		if err != nil || len(next) != 1 {
			return d, invented, fmt.Errorf("what follows %q cannot be asked: %d offers, %w", s.Text(d), len(next), err)
		}
		o = next[0]
	}
	return d, invented, fmt.Errorf("more than %d values can be chosen for one move: %.100s", maxChoices, s.Text(d))
}

const maxChoices = 10_000

// extend adds one of the values that are offered to the draft.
func extend(d *game.Draft, o *game.Offer, last string, r *rand.Rand) (string, error) {
	more := o.Pick == last // the pick before takes another value
	v, ok := value(o, r)
	if !more && o.Optional && (!ok || r.IntN(4) == 0) {
		d.Picks = append(d.Picks, nil)
		return "", nil
	}
	if !ok {
		return last, fmt.Errorf("nothing can be chosen for %s", o.Pick)
	}
	if !more {
		d.Picks = append(d.Picks, nil)
	}
	at := len(d.Picks) - 1
	d.Picks[at] = append(slices.Clip(d.Picks[at]), v)
	return o.Pick, nil
}

// value returns one of the values that can be chosen.
func value(o *game.Offer, r *rand.Rand) (game.Value, bool) {
	if o.Text != nil {
		return game.Value{Text: invent(o.Text, r)}, true
	}
	open := openValues(o)
	if len(open) == 0 {
		return game.Value{}, false
	}
	return open[r.IntN(len(open))], true
}

// openValues lists all values that can be chosen.
func openValues(o *game.Offer) (open []game.Value) {
	if o.Options == nil && o.Pick != "" && o.Text == nil {
		for n := o.Lo; n <= o.Hi && len(open) < 1<<16; n++ {
			open = append(open, game.Value{N: int64(n)})
		}
	}
	for _, c := range o.Options {
		if c.Why == nil {
			open = append(open, c.Value)
		}
	}
	return open
}
