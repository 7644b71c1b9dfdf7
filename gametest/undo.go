package gametest

import (
	"bytes"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
)

// sameAfterUndo: undoing a move restores the state before it, redoing it restores the state after it, and a
// new move makes redoing impossible.
func sameAfterUndo(c *checker, g *trail) *breach {
	n := len(g.moves)
	h := c.history(g.states[0], n+1)
	for _, m := range g.moves {
		if err := playIn(h, m); err != nil {
			return broken(n, "a history does not take the moves: %v", err)
		}
	}
	if err := h.Forward(); game.CodeOf(err) != match.NothingToDo {
		return broken(n, "there is nothing to redo, but redoing gives: %v", err)
	}
	stop, want := c.final(g)
	saved := map[int]bool{}
	for _, i := range c.some(g, mostSaved) {
		saved[i] = true
	}
	for i := n - 1; i >= stop; i-- {
		if b := c.checkAt(h, h.Back(), g, i, "undone", saved[i]); b != nil {
			return b
		}
	}
	if err := h.Back(); game.CodeOf(err) != want {
		return broken(stop, "there is nothing to undo, but undoing gives: %v", err)
	}
	for i := stop + 1; i <= n; i++ {
		if b := c.checkAt(h, h.Forward(), g, i, "redone", saved[i]); b != nil {
			return b
		}
	}
	return c.anotherWay(h, g, min(3, n-stop))
}

// final returns how many moves cannot be undone, because the last of them is NoUndo, and the code of the
// refusal to go back further.
func (c *checker) final(g *trail) (int, game.Code) {
	for i := len(g.moves) - 1; i >= 0; i-- {
		for _, a := range c.rules.Actions {
			if a.Name == g.moves[i].Action && a.NoUndo {
				return i + 1, match.Final
			}
		}
	}
	return 0, match.NothingToDo
}

// checkAt checks that the history is at state i now.
func (c *checker) checkAt(h history, err error, g *trail, i int, how string, saved bool) *breach {
	if err != nil {
		return broken(i, "a move cannot be %s: %v", how, err)
	}
	if got := c.hash(h.State()); got != g.hashes[i] {
		return broken(i, "when a move is %s, the hash is %016x; it was %016x", how, got, g.hashes[i])
	}
	if a, b := h.State(), g.states[i]; saved && !bytes.Equal(c.save(a), c.save(b)) {
		return broken(i, "when a move is %s, the state is\n%s\nand it was\n%s", how, c.save(a), c.save(b))
	}
	if rec := h.Record(); len(rec.Moves) != i {
		return broken(i, "when a move is %s, the record has %d moves, not %d", how, len(rec.Moves), i)
	}
	return nil
}

// anotherWay undoes a few moves and plays them again.
func (c *checker) anotherWay(h history, g *trail, back int) *breach {
	n := len(g.moves)
	for range back {
		if err := h.Back(); err != nil {
			return broken(n, "a move cannot be undone a second time: %v", err)
		}
	}
	for i := n - back; i < n; i++ {
		if err := playIn(h, g.moves[i]); err != nil {
			return broken(i, "after an undo, %q gives: %v", g.texts[i].text, err)
		}
		if got := c.hash(h.State()); got != g.hashes[i+1] {
			return broken(i+1, "undone and played again, the hash is %016x; it was %016x", got, g.hashes[i+1])
		}
		if err := h.Forward(); game.CodeOf(err) != match.NothingToDo {
			return broken(i+1, "after a new move there is nothing to redo, but redoing gives: %v", err)
		}
	}
	return nil
}
