package gametest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/plygame/ply/game"
)

// world is a move and everything an observer gets of it.
type world struct {
	c                     *checker
	o                     game.Seat
	before, after         *game.State
	viewBefore, viewAfter *game.State
	m                     game.Move
}

func (c *checker) world(o game.Seat, before, after *game.State, m game.Move) *world {
	return &world{c, o, before, after, c.view(before, o), c.view(after, o), m}
}

// channel is a way in which something reaches an observer: all of it, and how it reads, if that is different.
type channel struct {
	name string
	what func(*world) string
	read func(*world) string
}

var channels = []channel{
	{"view", func(w *world) string {
		return string(w.c.save(w.viewBefore))
	}, func(w *world) string { return scenery(w.viewBefore) }},
	{"view", func(w *world) string {
		return string(w.c.save(w.viewAfter))
	}, func(w *world) string { return scenery(w.viewAfter) }},
	{"hash", func(w *world) string {
		return fmt.Sprintf("%016x %016x", w.c.hash(w.viewBefore), w.c.hash(w.viewAfter))
	}, nil},
	{"changes", func(w *world) string { return listed(w.c.changes(w.before, w.after, w.o)) }, nil},
	{"undo", func(w *world) string { return listed(w.c.changes(w.after, w.before, w.o)) }, nil},
	{"moment", (*world).staged, (*world).stagesRead},
	{"line", func(w *world) string { return w.lines(everyLine) }, (*world).readings},
	{"notice", (*world).notices, nil},
	{"text", func(w *world) string { return w.c.textFor(w.before, w.o, w.m, w.after) }, nil},
	{"reading", (*world).reading, nil},
	{"offers", func(w *world) string { return w.offersAt(w.before, w.viewBefore) }, nil},
	{"offers", func(w *world) string { return w.offersAt(w.after, w.viewAfter) }, nil},
	{"trace", func(w *world) string { return w.viewBefore.Trace(w.o).String() + w.viewAfter.Trace(w.o).String() }, nil},
	{"refusal", func(w *world) string { return w.answers(w.before, w.viewBefore) }, nil},
	{"refusal", func(w *world) string { return w.answers(w.after, w.viewAfter) }, nil},
}

// differs returns the first channel that lets the observer tell the two worlds apart, and the first line that
// differs, as it reads if that is enough to tell them apart; "" if they cannot.
func (w *world) differs(other *world) (channel, here, there string) {
	for _, ch := range channels {
		a, b := ch.what(w), ch.what(other)
		if a == b {
			continue
		}
		if ch.read != nil {
			if n, here, there := firstLine(ch.read(w), ch.read(other)); n > 0 {
				return ch.name, here, there
			}
		}
		_, here, there = firstLine(indented([]byte(a)), indented([]byte(b)))
		return ch.name, here, there
	}
	return "", "", ""
}

// reading is the line of the move, with the names of what it is about.
func (w *world) reading() string {
	l := w.c.moveLine(w.before, w.o, w.m, w.after)
	text := l.String()
	for i := range l.Args {
		_, name, label := l.Arg(i)
		text += fmt.Sprintf(" (%s %s)", name, label)
	}
	return text
}

// indented is JSON with line breaks, or the text itself if it is not JSON.
func indented(text []byte) string {
	var b bytes.Buffer
	if json.Indent(&b, text, "", " ") != nil {
		return string(text)
	}
	return b.String()
}

func listed(changes []game.Change) string {
	var b strings.Builder
	for _, ch := range changes {
		fmt.Fprintf(&b, "%s %s: %q, was %q\n", ch.Of, ch.Field, ch.Is, ch.Was)
	}
	return b.String()
}

// announced is what the rules announce.
func (w *world) announced() string {
	return w.lines(func(l game.Line) bool { return l.Announced })
}

func (w *world) lines(which func(game.Line) bool) string {
	var b strings.Builder
	for _, l := range w.c.said(w.viewAfter) {
		if which(l) {
			fmt.Fprintf(&b, "%s %s\n", l, line(&l, w.viewAfter.Name))
		}
	}
	return b.String()
}

func everyLine(game.Line) bool { return true }

// readings is what the observer reads of the log.
func (w *world) readings() string {
	var b strings.Builder
	for _, l := range w.c.said(w.viewAfter) {
		fmt.Fprintln(&b, l)
	}
	return b.String()
}

func (w *world) notices() string {
	var b strings.Builder
	for _, n := range w.c.notices(w.viewAfter) {
		fmt.Fprintln(&b, line(&game.Line{Text: n.Name, Args: n.Args}, w.viewAfter.Name))
	}
	return b.String()
}

// offersAt is what the observer is offered, on the state only if they may act.
func (w *world) offersAt(s, v *game.State) string {
	offers, err := w.c.offers(v, game.Move{Seat: w.o})
	text := offered(offers, err, v.Name)
	if slices.Contains(w.c.mayAct(s), w.o) {
		offers, err = w.c.offers(s, game.Move{Seat: w.o})
		text += "on the state:\n" + offered(offers, err, w.c.mirror(s, w.o).name)
	}
	return text
}
