package gametest

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/plygame/ply/game"
)

// badIsRefused: any input gives a state or a Refusal with a code and words, the same when it is sent again;
// never a Fault, a panic or a changed state. What is accepted is a move.
func badIsRefused(c *checker, g *trail) *breach {
	at := c.moments(g, 25)
	each := c.Inputs/c.Games/len(at) + 1
	for _, i := range at {
		if b := c.sendMany(c.source(g, i), each); b != nil {
			return b
		}
		if c.late() {
			break
		}
	}
	return nil
}

// sendMany sends this many inputs to one state.
func (c *checker) sendMany(in *source, many int) *breach {
	before := c.save(in.s)
	for range many {
		sp := spoils[c.tally.inputs%len(spoils)]
		bad := sp.make(in)
		bad.kind, bad.draft = sp.kind, !bad.isText && in.r.IntN(4) == 0
		c.tally.inputs++
		if why := c.send(in, &bad); why != "" {
			b := broken(in.at, "%s: %s", &bad, why)
			b.input = &bad
			return b
		}
	}
	if !bytes.Equal(before, c.save(in.s)) {
		return broken(in.at, "bad inputs have changed the state")
	}
	return nil
}

func (c *checker) source(g *trail, i int) *source {
	in := &source{g: g, at: i, s: g.states[i], old: g.moves[:i], r: rand.New(rand.NewPCG(g.setup.Seed, uint64(i)))}
	good, err := c.legal(in.s)
	in.good, in.unlisted = good, unlisted(err)
	if i < len(g.moves) {
		in.good = append(slices.Clip(in.good), g.moves[i])
	}
	return in
}

// send returns what is wrong with the response to the input.
func (c *checker) send(in *source, bad *input) (why string) {
	defer func() {
		if p := recover(); p != nil {
			why = fmt.Sprintf("it panics: %v", p)
		}
	}()
	next, err := c.take(in.s, bad)
	again, errAgain := c.take(in.s, bad)
	if h := c.hash(in.s); h != in.g.hashes[in.at] {
		return "the hash of the state it was sent to has changed"
	}
	if err == nil && errAgain == nil {
		return c.accepted(in, bad, next, again)
	}
	if err == nil || errAgain == nil || err.Error() != errAgain.Error() {
		return fmt.Sprintf("it gives %v; sent again, %v", err, errAgain)
	}
	if !bad.draft && next != in.s {
		return "it is refused, but returns a different state"
	}
	return improperRefusal(err)
}

// take plays the input, or asks what follows it.
func (c *checker) take(s *game.State, bad *input) (*game.State, error) {
	switch {
	case bad.isText:
		return c.playText(s, bad.move.Seat, bad.text)
	case bad.draft:
		_, err := c.offers(s, bad.move)
		return s, err
	}
	return c.play(s, bad.move)
}

// improperRefusal returns why an error is not a proper Refusal.
func improperRefusal(err error) string {
	r, ok := asRefusal(err)
	switch {
	case !ok:
		return fmt.Sprintf("it is not refused, but gives: %v", err)
	case r.Code == "":
		return fmt.Sprintf("it is refused without a code: %v", err)
	case r.Why.String() == "":
		return fmt.Sprintf("it is refused without words: %s", r.Code)
	case misfit(&r.Why) != "":
		return "it is refused, and " + misfit(&r.Why)
	}
	return ""
}

func asRefusal(err error) (*game.Refusal, bool) { return errors.AsType[*game.Refusal](err) }

// accepted checks an input that turned out to be good.
func (c *checker) accepted(in *source, bad *input, next, again *game.State) string {
	if bad.draft {
		return c.falselyComplete(in.s, bad.move)
	}
	if c.hash(next) != c.hash(again) {
		return "it is accepted, and leads to two different states"
	}
	c.tally.accepted++
	if in.unlisted {
		return ""
	}
	all, err := c.legal(in.s)
	if err != nil {
		return "" // free text, or too many
	}
	m := bad.move
	if bad.isText {
		if m, err = in.s.Parse(m.Seat, bad.text); err != nil {
			return fmt.Sprintf("it is accepted, but cannot be read: %v", err)
		}
	}
	if !slices.ContainsFunc(all, func(l game.Move) bool { return equivalent(l, m) }) && !hasText(in.s.Rules().Action(m.Action)) {
		return fmt.Sprintf("it is accepted, but %q is not in the list of moves", in.s.Text(m))
	}
	return ""
}

// hasText reports whether an action has free text: the list of moves has only the texts that List suggests.
func hasText(a *game.Action) bool {
	return slices.ContainsFunc(a.Pick, func(p game.Choice) bool { return p.Info().By == "text" })
}

// falselyComplete returns why a draft is not a move, although the offers mark it as complete.
func (c *checker) falselyComplete(s *game.State, d game.Move) string {
	offers, err := c.offers(s, d)
	if err != nil || d.Action == "" || len(offers) != 1 || !offers[0].Complete {
		return ""
	}
	if _, err := c.play(s, d); err != nil {
		return fmt.Sprintf("it is marked as complete, but playing it gives: %v", err)
	}
	return ""
}

// equivalent reports whether two moves are the same: picks missing in one are empty in the other, and several
// values may be in a different order.
func equivalent(a, b game.Move) bool {
	if a.Seat != b.Seat || a.Action != b.Action {
		return false
	}
	for i := range max(len(a.Picks), len(b.Picks)) {
		if !slices.Equal(sorted(a, i), sorted(b, i)) {
			return false
		}
	}
	return true
}

func sorted(m game.Move, i int) []game.Value {
	if i >= len(m.Picks) {
		return nil
	}
	return slices.SortedFunc(slices.Values(m.Picks[i]), func(a, b game.Value) int {
		return cmp.Or(cmp.Compare(a.N, b.N), cmp.Compare(a.Text, b.Text))
	})
}
