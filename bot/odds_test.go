package bot_test

import (
	"context"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/liarsdice"
)

// odds plays liar's dice by hand, and fairly: it says what is most probably true, and of equally probable bids the
// highest. It does not bluff, and learns nothing from the bids of others.
type odds struct{ bid, cup *game.Place }

func newOdds(r *game.Rules) odds { return odds{r.Layout[0].(*game.Place), r.Layout[1].(*game.Place)} }

// Choose implements bot.Player.
func (o odds) Choose(_ context.Context, t bot.Turn) (best game.Move, err error) {
	moves, err := t.View.Moves()
	top := -1.0
	for _, m := range moves {
		if p := o.chance(t.View, m); m.Seat == t.Seat && p >= top {
			best, top = m, p
		}
	}
	return best, err
}

// chance is how probable it is that a move tells the truth.
func (o odds) chance(s *game.State, m game.Move) float64 {
	switch m.Action {
	case "bid":
		return o.holds(s, m.Seat, int(m.Picks[0][0].N), liarsdice.Face(m.Picks[1][0].N))
	case "liar":
		id := s.First(o.bid)
		return 1 - o.holds(s, m.Seat, liarsdice.Counts.Of(s, id), liarsdice.Faces.Of(s, id))
	}
	return 1
}

// holds is the probability that there are at least this many dice of a face, as a seat sees it. Ones are wild.
func (o odds) holds(s *game.State, seat game.Seat, count int, face liarsdice.Face) (p float64) {
	others, each := 0, 1./3
	if face == 1 {
		each = 1. / 6
	}
	for x := range game.Seat(s.Seats()) {
		if x != seat {
			others += s.Count(o.cup.Of(x))
		}
	}
	for die := range s.In(o.cup.Of(seat)) {
		if pips := liarsdice.Pips.Of(s, die); pips == face || pips == 1 {
			count--
		}
	}
	for k := max(0, count); k <= others; k++ {
		p += binomial(others, k, each)
	}
	return p
}

// binomial is the probability of k successes in n tries.
func binomial(n, k int, p float64) float64 {
	b := 1.0
	for i := range n {
		if i < k {
			b *= p * float64(n-i) / float64(k-i)
		} else {
			b *= 1 - p
		}
	}
	return b
}
