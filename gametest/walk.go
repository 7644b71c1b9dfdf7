package gametest

import (
	"math/rand/v2"

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
		if len(g.moves) > 0 && c.late() {
			g.cut = true
			break
		}
		m, next, stop := c.playOne(g, r)
		if stop != nil {
			g.stop = stop
			break
		}
		g.add(c.kernel, m, next)
	}
	return g, nil
}

// playOne chooses a move and plays it: in every other game from the list of all moves, otherwise pick by
// pick, as a player does. Sometimes it takes a secret choice back.
func (k *kernel) playOne(g *trail, r *rand.Rand) (game.Move, *game.State, *breach) {
	s := g.last()
	if back := k.withdrawals(s); len(back) > 0 && r.IntN(withdrawOneIn) == 0 {
		m := back[r.IntN(len(back))]
		next, err := k.play(s, m)
		return m, next, failedMove(g, m, err)
	}
	if g.setup.Seed%2 == 0 {
		all, err := k.moves(s)
		if err == nil && len(all) > 0 {
			m := all[r.IntN(len(all))]
			next, err := k.play(s, m)
			return m, next, failedMove(g, m, err)
		}
		if err != nil && !unlisted(err) {
			return game.Move{}, nil, broken(len(g.moves), "the moves cannot be listed: %v", err)
		}
	}
	return k.playOneByOffers(g, r)
}

// unlisted reports whether the moves cannot be listed for a good reason: there is free text, or there are too
// many.
func unlisted(err error) bool {
	code := game.CodeOf(err)
	return code == game.Malformed || code == game.TooMany
}

// failedMove is the breach of a move that was offered but not accepted.
func failedMove(g *trail, m game.Move, err error) *breach {
	if err == nil {
		return nil
	}
	at := len(g.moves)
	b := broken(at, "%q of %s is offered, but playing it gives: %v", g.last().Text(m), m.Seat, err)
	b.input = &input{move: m, text: g.last().Text(m), isText: true}
	return b
}

// withdrawOneIn is how rarely a secret choice is taken back: once in this many times.
const withdrawOneIn = 8

// tries is how many moves with texts and values that may be refused are tried before giving up.
const tries = 50

func (k *kernel) playOneByOffers(g *trail, r *rand.Rand) (game.Move, *game.State, *breach) {
	s := g.last()
	for range tries {
		m, invented, err := k.draft(s, r)
		refused := game.CodeOf(err) != ""
		if err != nil && !(invented && refused) {
			return m, nil, broken(len(g.moves), "%v", err)
		}
		if err == nil {
			next, err := k.play(s, m)
			if err == nil || !invented || game.CodeOf(err) == "" {
				return m, next, failedMove(g, m, err)
			}
		}
	}
	return game.Move{}, nil, broken(len(g.moves), "none of %d random moves is accepted", tries)
}
