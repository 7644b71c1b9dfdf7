package gametest

import (
	"math/rand/v2"

	"github.com/plygame/ply/game"
)

// mostTried is how many moves of one state are played to check that they are accepted.
const mostTried = 40

// offeredIsAccepted: every listed move can be played, directly and as text, and is listed once for its seat;
// and every secret choice can be taken back.
func offeredIsAccepted(c *checker, g *trail) *breach {
	if g.stop != nil {
		return g.stop
	}
	r := rand.New(rand.NewPCG(g.setup.Seed, 7))
	for _, i := range c.moments(g, 25) {
		if b := c.accepts(g, i, r); b != nil {
			return b
		}
		if c.late() {
			break
		}
	}
	return nil
}

func (c *checker) accepts(g *trail, i int, r *rand.Rand) *breach {
	s := g.states[i]
	all, err := c.moves(s)
	switch {
	case unlisted(err):
		return nil
	case err != nil:
		return broken(i, "the moves cannot be listed: %v", err)
	case s.Outcome().Over != (len(all) == 0):
		return broken(i, "the game is %s, but %d moves are listed", s.Outcome(), len(all))
	}
	seen := map[textMove]bool{}
	for _, m := range all {
		st := textMove{m.Seat, s.Text(m)}
		if seen[st] {
			return broken(i, "the move %q is listed twice, or two moves have this text", st.text)
		}
		seen[st] = true
	}
	all = append(all, c.withdrawals(s)...)
	r.Shuffle(len(all), func(a, b int) { all[a], all[b] = all[b], all[a] })
	for _, m := range all[:min(mostTried, len(all))] {
		if b := c.accept(g, i, m); b != nil {
			b.input = &input{move: m, text: s.Text(m), isText: true}
			return b
		}
	}
	return nil
}

// accept plays one move both ways.
func (c *checker) accept(g *trail, i int, m game.Move) *breach {
	s := g.states[i]
	text := s.Text(m)
	next, err := c.play(s, m)
	if err != nil {
		return broken(i, "%q of %s is listed, but playing it gives: %v", text, m.Seat, err)
	}
	again, err := c.playText(s, m.Seat, text)
	if err != nil {
		return broken(i, "%q of %s is listed, but playing it as text gives: %v", text, m.Seat, err)
	}
	if a, b := c.hash(next), c.hash(again); a != b {
		return broken(i, "%q of %s leads to the hash %016x; played as text, to %016x", text, m.Seat, a, b)
	}
	return nil
}
