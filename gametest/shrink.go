package gametest

import (
	"maps"
	"slices"

	"github.com/plygame/ply/game"
)

// How often a shorter game is tried, and how many moves are played for it in total.
const (
	mostShrinks     = 300
	mostShrinkMoves = 6_000
)

// shrink looks for the shortest game that breaks the law: it cuts off the end, then takes out moves, as long
// as the law stays broken.
func (c *checker) shrink(l law, g *trail, b *breach) (*trail, *breach) {
	observed, tried, played := maps.Clone(c.report.Observed), 0, 0
	defer func() { c.report.Observed = observed }()
	best, why, holds := g, b, l.holds
	if b.input != nil && b.input.kind != "" {
		best, holds = g.upTo(b.at), resend(b.input)
	}
	breaks := func(moves []textMove) bool {
		if tried++; tried > mostShrinks || played > mostShrinkMoves || c.late() {
			return false
		}
		played += len(moves)
		short := c.rewalk(g, moves)
		if b := holds(c, short); b != nil && len(short.texts) <= len(best.texts) {
			best, why = short, b
			return true
		}
		return false
	}
	moves := allTexts(g)
	if end := min(b.at+1, len(moves)); !breaks(moves[:min(b.at, end)]) {
		breaks(moves[:end])
	}
	shorten(allTexts(best), breaks)
	return best, why
}

// resend checks whether one bad input is refused at the end of a game.
func resend(bad *input) func(*checker, *trail) *breach {
	return func(c *checker, g *trail) *breach {
		at := len(g.moves)
		why := c.send(c.source(g, at), bad)
		if why == "" {
			return nil
		}
		b := broken(at, "%s: %s", bad, why)
		b.input = bad
		return b
	}
}

// allTexts returns the moves of a game, including the one that failed.
func allTexts(g *trail) []textMove {
	moves := slices.Clone(g.texts)
	if g.stop != nil && g.stop.input != nil {
		moves = append(moves, textMove{g.stop.input.move.Seat, g.stop.input.text})
	}
	return moves
}

// shorten takes out smaller and smaller stretches while the rest still breaks the law.
func shorten(moves []textMove, breaks func([]textMove) bool) []textMove {
	for size := max(1, len(moves)/2); len(moves) > 0; size /= 2 {
		for at := 0; at+size <= len(moves); {
			rest := slices.Delete(slices.Clone(moves), at, at+size)
			if breaks(rest) {
				moves = rest
			} else {
				at += size
			}
		}
		if size <= 1 {
			break
		}
	}
	return moves
}

// rewalk plays the moves from the beginning. A refused move is left out; if it is not its seat's turn, the
// seat to act makes the move.
func (c *checker) rewalk(g *trail, moves []textMove) *trail {
	s, err := c.first(g)
	if err != nil {
		s = g.states[0]
	}
	again := newTrail(c.kernel, g.rules, g.setup, s)
	again.given, again.cut = g.given, true
	for _, st := range moves {
		s := again.last()
		for _, seat := range append([]game.Seat{st.seat}, c.seatsToAct(s)...) {
			m, err := s.Parse(seat, st.text)
			if err != nil {
				continue
			}
			next, err := c.play(s, m)
			if err == nil {
				again.add(c.kernel, m, next)
				break
			}
			if c.listed(s, m) || game.CodeOf(err) == "" {
				again.stop = failedMove(again, m, err)
				return again
			}
		}
	}
	return again
}

// listed reports whether the move is one of the state's moves.
func (k *kernel) listed(s *game.State, m game.Move) bool {
	all, err := k.moves(s)
	return err == nil && slices.ContainsFunc(all, func(o game.Move) bool { return equivalent(o, m) })
}

// upTo is the game with only its first n moves.
func (g *trail) upTo(n int) *trail {
	short := *g
	short.states, short.hashes = g.states[:n+1], g.hashes[:n+1]
	short.moves, short.texts = g.moves[:n], g.texts[:n]
	short.called, short.chosen, short.looked = nil, nil, 0
	return &short
}
