package gametest

import (
	"encoding/json"
	"reflect"

	"github.com/plygame/ply/game"
)

// sameByChanges: the difference of two states makes one out of the other, in both
// directions, and nothing out of a third.
func sameByChanges(c *checker, g *trail) *breach {
	last := len(g.states) - 1
	for i := range g.moves {
		if b := c.leadsTo(g, i, i+1); b != nil {
			return b
		}
		if i > 0 && c.late() {
			break
		}
	}
	if b := c.recorded(g); b != nil {
		return b
	}
	if b := c.inARow(g); b != nil {
		return b
	}
	for _, i := range c.some(g, 4) {
		if d := c.diff(g.states[i], g.states[i]); len(d) != 0 {
			return broken(i, "a state differs from itself by %v", d)
		}
		if b := c.leadsTo(g, i, last); b != nil {
			return b
		}
	}
	return nil
}

// leadsTo looks at the difference between states i and k.
func (c *checker) leadsTo(g *trail, i, k int) *breach {
	if i == k {
		return nil
	}
	changes := c.diff(g.states[i], g.states[k])
	if b := c.survivesJSON(k, changes); b != nil {
		return b
	}
	if b := c.applied(g, i, k, changes, "the changes"); b != nil {
		return b
	}
	if b := c.applied(g, k, i, c.inverse(changes), "the inverse changes"); b != nil {
		return b
	}
	s, err := c.apply(g.states[k], changes)
	if game.CodeOf(err) != game.Damaged {
		return broken(k, "applied to a state they were not made from, the changes give: %v\n%v", err, changes)
	}
	if s != g.states[k] {
		return broken(k, "refused changes give another state")
	}
	return nil
}

func (c *checker) applied(g *trail, from, to int, changes []game.Change, what string) *breach {
	at := max(from, to)
	s, err := c.apply(g.states[from], changes)
	if err != nil {
		return broken(at, "%s from state %d to state %d do not fit: %v\n%v", what, from, to, err, changes)
	}
	if h := c.hash(s); h != g.hashes[to] {
		return broken(at, "%s from state %d to state %d lead to the hash %016x, not %016x\n%v", what, from, to, h, g.hashes[to], changes)
	}
	if rest := c.diff(s, g.states[to]); len(rest) != 0 {
		return broken(at, "%s from state %d to state %d leave a difference: %v", what, from, to, rest)
	}
	return nil
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

// inARow applies the changes of many moves at once.
func (c *checker) inARow(g *trail) *breach {
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

// recorded compares what a fork notes of each move with the difference of the states.
func (c *checker) recorded(g *trail) *breach {
	f := c.fork(g.states[0])
	f.Record(true)
	for i, m := range g.moves {
		if err := f.Play(m); err != nil {
			return broken(i, "a fork that records refuses %q: %v", g.steps[i].text, err)
		}
		got, want := f.Changes(), c.diff(g.states[i], g.states[i+1])
		if len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
			return broken(i+1, "a fork records other changes than there are:\n%v\nnot\n%v", got, want)
		}
		if i > 0 && c.late() {
			break
		}
	}
	return nil
}
