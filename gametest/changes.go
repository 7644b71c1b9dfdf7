package gametest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"github.com/plygame/ply/game"
)

// sameByChanges: the difference of two states turns one into the other, in both directions, including what is
// remembered, and does not fit a third.
func sameByChanges(c *checker, g *trail) *breach {
	last := len(g.states) - 1
	closely := c.movesOf(g, 6)
	for i := range g.moves {
		if b := c.leadsTo(g, i, i+1, slices.Contains(closely, i)); b != nil {
			return b
		}
		if i > 0 && c.late() {
			break
		}
	}
	if b := c.recorded(g); b != nil {
		return b
	}
	if b := c.appliedTogether(g); b != nil {
		return b
	}
	for _, i := range c.some(g, 4) {
		if d := c.diff(g.states[i], g.states[i]); len(d) != 0 {
			return broken(i, "a state differs from itself by %v", d)
		}
		if b := c.leadsTo(g, i, last, true); b != nil {
			return b
		}
	}
	return nil
}

// leadsTo checks the difference between states i and k; if closely is set, it compares the resulting states
// in full.
func (c *checker) leadsTo(g *trail, i, k int, closely bool) *breach {
	if i == k {
		return nil
	}
	changes := c.diff(g.states[i], g.states[k])
	if b := c.survivesJSON(k, changes); b != nil {
		return b
	}
	if b := c.applied(g, i, k, changes, closely); b != nil {
		return b
	}
	if b := c.applied(g, k, i, c.diff(g.states[k], g.states[i]), closely); b != nil {
		return b
	}
	s, err := c.apply(g.states[k], changes)
	if game.CodeOf(err) != game.Damaged {
		return broken(k, "applied to a state they were not made from, the changes give: %v\n%v", err, changes)
	}
	if s != g.states[k] {
		return broken(k, "refused changes give a different state")
	}
	return nil
}

func (c *checker) applied(g *trail, from, to int, changes []game.Change, closely bool) *breach {
	at := max(from, to)
	s, err := c.apply(g.states[from], changes)
	if err != nil {
		return broken(at, "the changes from state %d to state %d do not fit: %v\n%v", from, to, err, changes)
	}
	if h := c.hash(s); h != g.hashes[to] {
		return broken(at, "the changes from state %d to state %d lead to the hash %016x, not %016x\n%v", from, to, h,
			g.hashes[to], changes)
	}
	if rest := c.diff(s, g.states[to]); len(rest) != 0 {
		return broken(at, "the changes from state %d to state %d leave a difference: %v", from, to, rest)
	}
	if !closely {
		return nil
	}
	if why := c.isSame(s, g.states[to], pairSeed(g, to, game.Nobody)); why != "" {
		return broken(at, "the changes from state %d to state %d lead to a state that %s\n%v", from, to, why, changes)
	}
	return nil
}

// isSame returns how a state differs from one it should equal: in its save, and in what observers see, know
// and could expect.
func (c *checker) isSame(got, want *game.State, seed uint64) (why string) {
	defer func() {
		if p := recover(); p != nil {
			why = fmt.Sprintf("panics: %v", p)
		}
	}()
	if a, b := c.save(got), c.save(want); !bytes.Equal(a, b) {
		return fmt.Sprintf("is saved differently:\n%s\nnot\n%s", a, b)
	}
	for _, o := range observers(want) {
		a, b := c.view(got, o), c.view(want, o)
		if c.hash(a) != c.hash(b) || !bytes.Equal(c.save(a), c.save(b)) {
			return fmt.Sprintf("%s sees differently:\n%s\nnot\n%s", observerName(o), c.save(a), c.save(b))
		}
		for id := range want.All() {
			if c.knows(got, o, id) != c.knows(want, o, id) {
				return fmt.Sprintf("%s knows %s in: %v, not %v", observerName(o), want.Name(id), c.knows(got, o, id),
					c.knows(want, o, id))
			}
		}
		x, errX := c.redeal(got, o, game.SeedOf(seed))
		y, errY := c.redeal(want, o, game.SeedOf(seed))
		if fmt.Sprint(errX) != fmt.Sprint(errY) || errX == nil && c.hash(x) != c.hash(y) {
			return fmt.Sprintf("is re-dealt differently for %s (%v, %v)", observerName(o), errX, errY)
		}
	}
	return ""
}

func (c *checker) survivesJSON(at int, changes []game.Change) *breach {
	text, err := json.Marshal(changes)
	if err != nil {
		return broken(at, "the changes cannot be written as JSON: %v", err)
	}
	var again []game.Change
	if err := json.Unmarshal(text, &again); err != nil || len(changes) > 0 && !reflect.DeepEqual(again, changes) {
		return broken(at, "the changes do not survive JSON (%v): %v\n%v", err, again, changes)
	}
	return nil
}

// appliedTogether applies the changes of many moves at once.
func (c *checker) appliedTogether(g *trail) *breach {
	n := min(len(g.moves), 200)
	var all [][]game.Change
	for i := range n {
		all = append(all, c.diff(g.states[i], g.states[i+1]))
	}
	s, err := c.apply(g.states[0], all...)
	if err != nil {
		return broken(n, "the changes of %d moves cannot be applied in a row: %v", n, err)
	}
	if h := c.hash(s); h != g.hashes[n] {
		return broken(n, "the changes of %d moves in a row lead to the hash %016x, not %016x", n, h, g.hashes[n])
	}
	return nil
}

// recorded compares what a fork records of each move with the difference of the states.
func (c *checker) recorded(g *trail) *breach {
	f := c.fork(g.states[0])
	f.Record(true)
	for i, m := range g.moves {
		if err := f.Play(m); err != nil {
			return broken(i, "a fork that records refuses %q: %v", g.texts[i].text, err)
		}
		got, want := f.Changes(), c.diff(g.states[i], g.states[i+1])
		if len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
			return broken(i+1, "a fork records the wrong changes:\n%v\nnot\n%v", got, want)
		}
		if i > 0 && c.late() {
			break
		}
	}
	return nil
}
