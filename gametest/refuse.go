package gametest

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"

	"github.com/plygame/ply/game"
)

// badIsRefused: whatever is sent gives a state or a Refusal with code and words, the same
// when it is sent again; never a Fault, never a panic, never a changed state. What is
// accepted is a move.
func badIsRefused(c *checker, g *trail) *breach {
	at := g.some(25)
	each := c.Inputs/len(at) + 1
	for _, i := range at {
		in := c.source(g, i)
		before := c.save(in.s)
		for n := range each {
			sp := spoils[n%len(spoils)]
			bad := sp.make(in)
			bad.kind, bad.draft = sp.kind, !bad.isText && in.r.IntN(4) == 0
			c.tally.inputs++
			if why := c.send(in, &bad); why != "" {
				b := broken(i, "%s: %s", &bad, why)
				b.input = &bad
				return b
			}
			if n >= len(spoils) && c.late() {
				break
			}
		}
		if !bytes.Equal(before, c.save(in.s)) {
			return broken(i, "bad inputs have changed the state")
		}
		if c.late() {
			break
		}
	}
	return nil
}

func (c *checker) source(g *trail, i int) *source {
	in := &source{g: g, at: i, s: g.states[i], old: g.moves[:i], r: rand.New(rand.NewPCG(g.setup.Seed, uint64(i)))}
	in.good, _ = c.moves(in.s)
	if i < len(g.moves) {
		in.good = append(slices.Clip(in.good), g.moves[i])
	}
	return in
}

// send answers what is wrong with how the input is taken.
func (c *checker) send(in *source, bad *input) (why string) {
	defer func() {
		if p := recover(); p != nil {
			why = fmt.Sprintf("it panics: %v", p)
		}
	}()
	next, err := c.take(in.s, bad)
	again, errAgain := c.take(in.s, bad)
	if h := c.hash(in.s); h != in.g.hashes[in.at] {
		return "the state it was sent to has another hash now"
	}
	if err == nil && errAgain == nil {
		return c.accepted(in, bad, next, again)
	}
	if err == nil || errAgain == nil || err.Error() != errAgain.Error() {
		return fmt.Sprintf("it gives %v; sent again, %v", err, errAgain)
	}
	if !bad.draft && next != in.s {
		return "it is refused, and yet there is another state"
	}
	return unfit(err)
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

// unfit answers why an error is no proper Refusal.
func unfit(err error) string {
	r, ok := errors.AsType[*game.Refusal](err)
	switch {
	case !ok:
		return fmt.Sprintf("it is not refused, but gives: %v", err)
	case r.Code == "":
		return fmt.Sprintf("it is refused without a code: %v", err)
	case r.Why.String() == "":
		return fmt.Sprintf("it is refused without words: %s", r.Code)
	}
	return ""
}

// accepted looks at an input that came out good.
func (c *checker) accepted(in *source, bad *input, next, again *game.State) string {
	if bad.draft {
		return c.rightlyComplete(in.s, bad.move)
	}
	if c.hash(next) != c.hash(again) {
		return "it is accepted, and leads to two different states"
	}
	c.tally.accepted++
	all, err := c.moves(in.s)
	if err != nil {
		return "" // free text cannot be listed
	}
	m := bad.move
	if bad.isText {
		if m, err = in.s.Parse(m.Seat, bad.text); err != nil {
			return fmt.Sprintf("it is accepted, but cannot be read: %v", err)
		}
	}
	if !slices.ContainsFunc(all, func(l game.Move) bool { return equivalent(l, m) }) {
		return fmt.Sprintf("it is accepted, but %q is not in the list of moves", in.s.Text(m))
	}
	return ""
}

// rightlyComplete answers why a draft is not a move, though the offers call it complete.
func (c *checker) rightlyComplete(s *game.State, d game.Draft) string {
	offers, err := c.offers(s, d)
	if err != nil || d.Action == "" || len(offers) != 1 || !offers[0].Complete {
		return ""
	}
	if _, err := c.play(s, d); err != nil {
		return fmt.Sprintf("it is called complete, but to play it gives: %v", err)
	}
	return ""
}

// equivalent reports whether two moves are the same: what one lacks is empty in the other,
// and several values may come in another order.
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

// damagedIsRefused: a save or record that is damaged, and changes that are, give a state or
// a Refusal, and never a panic.
func damagedIsRefused(c *checker, g *trail) *breach {
	r := rand.New(rand.NewPCG(g.setup.Seed, 13))
	h := c.history(g.states[0], 0)
	for _, m := range g.moves {
		if h.Play(m) != nil {
			break
		}
	}
	record := []byte(h.Record().String())
	for _, i := range g.some(4) {
		save := c.save(g.states[i])
		for n := range c.Inputs/40 + 1 {
			c.tally.inputs++
			if n%2 == 1 {
				save = seals.ReplaceAll(save, nil)
			}
			if why := c.damaged(g, i, garble(r, save), garble(r, record), r); why != "" {
				return broken(i, "%s", why)
			}
			if c.late() {
				return nil
			}
		}
	}
	return nil
}

// seals are the hash and the check at the end of a save; without them damage must be found
// otherwise.
var seals = regexp.MustCompile(`,"(hash|check)":"[0-9a-f]*"`)

func (c *checker) damaged(g *trail, i int, save, record []byte, r *rand.Rand) (why string) {
	what, data := "save", save
	defer func() {
		if p := recover(); p != nil {
			why = fmt.Sprintf("a damaged %s makes it panic: %v\n%s", what, p, data)
		}
	}()
	if s, err := c.load(g.rules, save); err == nil {
		c.hash(s)
		if why := recount(c.look(s)); why != "" {
			return fmt.Sprintf("a damaged save is loaded, and gives a broken state: %s\n%s", why, save)
		}
	} else if why := unfit(err); why != "" {
		return fmt.Sprintf("a damaged save: %s\n%s", why, save)
	}
	what, data = "record", record
	if rec, err := c.read(record); err == nil {
		if _, err := c.replay(g.rules, rec, -1); err != nil && unfit(err) != "" {
			return fmt.Sprintf("a damaged record: %s\n%s", unfit(err), record)
		}
	} else if why := unfit(err); why != "" {
		return fmt.Sprintf("a damaged record: %s\n%s", why, record)
	}
	what = "list of changes"
	return c.damagedChanges(g, i, r)
}

func (c *checker) damagedChanges(g *trail, i int, r *rand.Rand) string {
	changes := slices.Clone(c.diff(g.states[i], g.last()))
	if len(changes) == 0 {
		return ""
	}
	ch := &changes[r.IntN(len(changes))]
	field := []*string{&ch.Of, &ch.Field, &ch.Was, &ch.Is}[r.IntN(4)]
	*field = string(garble(r, []byte(*field)))
	s, err := c.apply(g.states[i], changes)
	if err != nil {
		if why := unfit(err); why != "" {
			return fmt.Sprintf("damaged changes: %s\n%v", why, changes)
		}
		return ""
	}
	if why := recount(c.look(s)); why != "" {
		return fmt.Sprintf("damaged changes are applied, and give a broken state: %s\n%v", why, changes)
	}
	return ""
}
