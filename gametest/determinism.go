package gametest

import (
	"slices"

	"github.com/plygame/ply/game"
)

// sameAgain: the same seed and the same moves give the same states, and the same moves to choose from.
func sameAgain(c *checker, g *trail) *breach {
	s, err := c.first(g)
	if err != nil {
		return broken(0, "started again with the same seed it gives: %v", err)
	}
	for i, m := range g.moves {
		if h := c.hash(s); h != g.hashes[i] {
			return broken(i, "played again, the hash is %016x; it was %016x", h, g.hashes[i])
		}
		if s, err = c.play(s, m); err != nil {
			return broken(i, "played again, %q gives: %v", g.texts[i].text, err)
		}
	}
	n := len(g.moves)
	if h := c.hash(s); h != g.hashes[n] {
		return broken(n, "played again, the hash is %016x; it was %016x", h, g.hashes[n])
	}
	return c.sameMoves(g)
}

// sameMoves lists the moves of some states twice.
func (c *checker) sameMoves(g *trail) *breach {
	for _, i := range c.some(g, 10) {
		a, errA := c.moves(g.states[i])
		b, errB := c.moves(g.states[i])
		if !slices.EqualFunc(a, b, sameMove) || (errA == nil) != (errB == nil) {
			return broken(i, "listed twice, the moves differ, or their order does")
		}
		if c.late() {
			break
		}
	}
	return nil
}

func sameMove(a, b game.Move) bool {
	return a.Seat == b.Seat && a.Action == b.Action && slices.EqualFunc(a.Picks, b.Picks, slices.Equal)
}

// players is how many goroutines play at once.
const players = 4

// sameTogether: several goroutines that play on the same states do not disturb each other. With the race
// detector it finds functions of the rules that write to shared data.
func sameTogether(c *checker, g *trail) *breach {
	found := make(chan *breach, players)
	for p := range players {
		go func() { found <- c.playAll(g, c.some(g, 200), p) }()
	}
	var first *breach
	for range players {
		if b := <-found; b != nil && (first == nil || b.at < first.at) {
			first = b
		}
	}
	return first
}

// playAll plays the moves of some states again, each goroutine starting elsewhere.
func (c *checker) playAll(g *trail, at []int, player int) *breach {
	for k := range at {
		i := at[(k+player*len(at)/players)%len(at)]
		if i == len(g.moves) {
			continue
		}
		next, err := c.play(g.states[i], g.moves[i])
		if err != nil {
			return broken(i+1, "while others play on the same states, %q gives: %v", g.texts[i].text, err)
		}
		if h := c.hash(next); h != g.hashes[i+1] {
			return broken(i+1, "while others play on the same states, %q leads to the hash %016x; alone it was %016x",
				g.texts[i].text, h, g.hashes[i+1])
		}
		if c.late() {
			break
		}
	}
	return nil
}
