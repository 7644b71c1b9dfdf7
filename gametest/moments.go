package gametest

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"

	"github.com/plygame/ply/game"
)

// momentsHold: a move can be followed from moment to moment. Each moment shows every observer what sight
// declares, the changes from one to the next lead from the view before the move to the view after it, nothing
// can be done at a moment, and a fork that records the move remembers the same.
func momentsHold(c *checker, g *trail) *breach {
	for _, i := range atMost(c.withMoments(g), 12) {
		if why := c.staged(g, i); why != "" {
			return broken(i+1, "%s", why)
		}
		if c.late() {
			break
		}
	}
	return nil
}

// withMoments returns the numbers of the moves that show moments.
func (c *checker) withMoments(g *trail) (at []int) {
	for i := range g.moves {
		if len(c.stages(g.states[i+1])) > 0 {
			at = append(at, i)
		}
	}
	return at
}

// staged returns what is wrong with the moments of a move.
func (c *checker) staged(g *trail, i int) (why string) {
	defer func() {
		if p := recover(); p != nil {
			why = fmt.Sprintf("at a moment of %q it panics: %v", g.texts[i].text, p)
		}
	}()
	before, after := g.states[i], g.states[i+1]
	all := append(c.stages(after), after)
	again, err := c.play(before, g.moves[i])
	if err != nil {
		return fmt.Sprintf("%q was played before, and now gives: %v", g.texts[i].text, err)
	}
	replayed := append(c.stages(again), again)
	if len(replayed) != len(all) {
		return fmt.Sprintf("played again, %q has %d moments, not %d", g.texts[i].text, len(replayed)-1, len(all)-1)
	}
	for k, m := range all[:len(all)-1] {
		if why := c.wrongMoment(m, k+1); why != "" {
			return fmt.Sprintf("moment %d of %q: %s", k+1, g.texts[i].text, why)
		}
		if a, b := c.save(m), c.save(replayed[k]); !bytes.Equal(a, b) {
			return fmt.Sprintf("played again, moment %d of %q is\n%s\nnot\n%s", k+1, g.texts[i].text, b, a)
		}
	}
	for _, o := range append(observers(before), game.Judge) {
		if why := c.followsStages(before, all, o); why != "" {
			return fmt.Sprintf("%q, seen by %s: %s", g.texts[i].text, observerName(o), why)
		}
	}
	return c.recordsStages(before, after, g.moves[i])
}

// wrongMoment returns what is wrong with the k-th moment of a move, as a state.
func (c *checker) wrongMoment(m *game.State, k int) string {
	if n := m.AtMoment(); n != k {
		return fmt.Sprintf("it says that it is number %d", n)
	}
	if seats := c.seatsToAct(m); len(seats) > 0 {
		return fmt.Sprintf("it waits for %v", seats)
	}
	for seat := range game.Seat(m.Seats()) {
		for _, s := range []*game.State{m, c.view(m, seat)} {
			if all, err := c.offers(s, game.Move{Seat: seat}); game.CodeOf(err) != game.Unavailable {
				return fmt.Sprintf("it offers %s %d actions, %v", seat, len(all), err)
			}
			if _, waits := c.progress(s, seat); waits {
				return fmt.Sprintf("%s has Progress", seat)
			}
		}
	}
	if all, err := c.moves(m); game.CodeOf(err) != game.Unavailable {
		return fmt.Sprintf("it has %d moves, %v", len(all), err)
	}
	return checkElements(c.look(m))
}

// followsStages returns why an observer cannot follow a move from moment to moment; the last of the states is
// the one after the move.
func (c *checker) followsStages(before *game.State, all []*game.State, o game.Seat) string {
	last := len(all) - 1
	if n := len(c.stages(c.view(all[last], o))); n != last {
		return fmt.Sprintf("there are %d moments, not %d", n, last)
	}
	was, v, said := before, c.view(before, o), 0
	for k, s := range all {
		want := c.view(s, o)
		if k < last {
			if seen := c.stages(c.view(all[last], o))[k]; !bytes.Equal(c.save(seen), c.save(want)) {
				return fmt.Sprintf("moment %d of the view is\n%s\nnot\n%s", k+1, c.save(seen), c.save(want))
			}
			scene := c.expected(s, o)
			if n, got, should := firstLine(c.shown(want, scene).String(), scene.String()); n > 0 {
				return fmt.Sprintf("moment %d shows\n  %s\nbut should show\n  %s", k+1, got, should)
			}
			said += len(c.said(want))
		}
		changes := c.changes(was, s, o)
		if diff := c.diff(c.view(was, o), want); len(diff)+len(changes) > 0 && !reflect.DeepEqual(diff, changes) {
			return fmt.Sprintf("up to moment %d, the changes are\n%v\nbut the views differ by\n%v", k+1, changes, diff)
		}
		got, err := c.apply(v, changes)
		if err != nil {
			return fmt.Sprintf("up to moment %d, the changes do not fit: %v\n%v", k+1, err, changes)
		}
		if a, b := c.save(got), c.save(want); !bytes.Equal(a, b) || c.hash(got) != c.hash(want) {
			return fmt.Sprintf("up to moment %d, the changes lead to the view\n%s\nnot\n%s", k+1, a, b)
		}
		was, v = s, got
	}
	if n := len(c.said(c.view(all[last], o))); said > n {
		return fmt.Sprintf("%d lines are read at the moments, but %d at the end", said, n)
	}
	return ""
}

// recordsStages returns how a fork that records the move remembers something different.
func (c *checker) recordsStages(before, after *game.State, m game.Move) string {
	f := c.fork(before)
	f.Record(true)
	if err := f.Play(m); err != nil {
		return fmt.Sprintf("a fork that records refuses it: %v", err)
	}
	s, err := f.Freeze()
	if err != nil {
		return fmt.Sprintf("a fork that records it cannot be frozen: %v", err)
	}
	if a, b := c.save(s), c.save(after); !bytes.Equal(a, b) {
		return fmt.Sprintf("recorded by a fork, the state is\n%s\nnot\n%s", a, b)
	}
	return ""
}

// staged is everything the observer gets at the moments of the move.
func (w *world) staged() string {
	stages := w.c.stages(w.after)
	text := fmt.Sprintf("%d moments\n", len(stages))
	was := w.before
	for _, m := range stages {
		v := w.c.view(m, w.o)
		text += indented(w.c.save(v)) + "\n" + listed(w.c.changes(was, m, w.o)) + listed(w.c.changes(m, was, w.o))
		for _, l := range w.c.said(v) {
			text += l.String() + " " + line(&l, v.Name) + "\n"
		}
		for _, n := range w.c.notices(v) {
			text += line(&game.Line{Text: n.Name, Args: n.Args}, v.Name) + "\n"
		}
		was = m
	}
	return text + listed(w.c.changes(was, w.after, w.o))
}

// stagesRead is what the observer reads and sees of the moments.
func (w *world) stagesRead() string {
	stages := w.c.stages(w.after)
	text := fmt.Sprintf("%d moments\n", len(stages))
	for i, m := range stages {
		v := w.c.view(m, w.o)
		text += fmt.Sprintf("moment %d:\n%s", i+1, scenery(v))
		for _, l := range w.c.said(v) {
			text += l.String() + "\n"
		}
	}
	return text
}

// learnsAt finds what the observer sees at a moment and did not see before: elements, including those with a
// newly visible value.
func (p *pair) learnsAt(m *game.State) {
	s := p.real.before
	for id := range s.All() {
		was, is := p.c.knows(s, p.o, id), m.Alive(id) && p.c.knows(m, p.o, id)
		p.stays[id] = p.stays[id] || is
		if is && !was && !slices.Contains(p.keep, id) {
			p.keep = append(p.keep, id)
		}
	}
	p.keepValues(p.c.partsOf(p.real.viewBefore), m, p.c.view(m, p.o))
}
