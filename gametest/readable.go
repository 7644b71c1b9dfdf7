package gametest

import (
	"fmt"

	"github.com/plygame/ply/game"
)

// linesCanBeRead: for each element in a line or notice, some reader of the line can read what it is or where
// it is. An element that is "something" to every reader was told only to readers who do not know it.
func linesCanBeRead(c *checker, g *trail) *breach {
	if !c.secretive(g) {
		return nil
	}
	for i, s := range g.states {
		lines, notices := c.said(s), c.notices(s)
		if !named(lines, notices) {
			continue
		}
		told := c.toldAt(s)
		for _, l := range lines {
			for k, a := range l.Args {
				if _, is := a.(game.ID); is && told.lost(l.Text, k) {
					return broken(i, "everyone who gets the line %q reads %q: {%d} is an element that none of them knows. Reveal it to them first, or leave it out.",
						l.Text, told.reading[l.Text], k)
				}
			}
		}
		for _, n := range notices {
			for k, a := range n.Args {
				if _, is := a.(game.ID); is && told.lost("notice "+n.Name, k) {
					return broken(i, "argument %d of the notice %q is %q to everyone: an element that nobody knows. Reveal it first, or leave it out.", k, n.Name, hidden)
				}
			}
		}
		if c.late() {
			break
		}
	}
	return nil
}

// hidden is how an element reads to readers who know nothing of it.
const hidden = "something"

// named reports whether there are elements among the arguments.
func named(lines []game.Line, notices []game.Notice) bool {
	is := func(args []any) bool {
		for _, a := range args {
			if _, is := a.(game.ID); is {
				return true
			}
		}
		return false
	}
	for _, l := range lines {
		if is(l.Args) {
			return true
		}
	}
	for _, n := range notices {
		if is(n.Args) {
			return true
		}
	}
	return false
}

// telling is what all observers get of the lines and notices of one move. Lines with the same text count as
// one.
type telling struct {
	got     map[string]bool // the text and the number of an argument: someone gets it
	read    map[string]bool // and someone reads more than "something"
	reading map[string]string
}

func (c *checker) toldAt(s *game.State) *telling {
	t := &telling{map[string]bool{}, map[string]bool{}, map[string]string{}}
	for _, o := range observers(s) {
		v := c.view(s, o)
		for _, l := range c.said(v) {
			t.add(l.Text, l.Args)
			t.reading[l.Text] = l.String()
		}
		for _, n := range c.notices(v) {
			t.add("notice "+n.Name, n.Args)
		}
	}
	return t
}

func (t *telling) add(text string, args []any) {
	for k, a := range args {
		key := fmt.Sprint(k, " ", text)
		t.got[key] = true
		t.read[key] = t.read[key] || a != hidden
	}
}

// lost reports whether someone gets the argument, and nobody can read it.
func (t *telling) lost(text string, k int) bool {
	key := fmt.Sprint(k, " ", text)
	return t.got[key] && !t.read[key]
}
