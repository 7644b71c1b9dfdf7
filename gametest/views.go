package gametest

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/plygame/ply/game"
)

// viewsHold: a view shows what sight declares and nothing else, is always the same for the same state, is
// saved and loaded like a state, and follows from the previous view by changes.
func viewsHold(c *checker, g *trail) *breach {
	secrets := c.secretive(g)
	veiled := secrets && c.veiled(g)
	states, moves := 6, 6
	if !secrets {
		states, moves = 2, 1
	}
	for _, i := range c.moments(g, states) {
		for _, o := range append(observers(g.states[i]), game.Judge) {
			if why := c.viewHolds(g, i, o); why != "" {
				return broken(i, "the view of %s: %s", observerName(o), why)
			}
		}
		if why := c.orderStaysHidden(g, i, veiled); why != "" {
			return broken(i, "%s", why)
		}
		if c.late() {
			return nil
		}
	}
	if secrets {
		if b := c.handlesHold(g); b != nil {
			return b
		}
		if b := c.sameViewsAgain(g); b != nil {
			return b
		}
	}
	return c.viewsFollow(g, moves)
}

// sameViewsAgain: the same moves lead to the same views, in which elements have the same names.
func (c *checker) sameViewsAgain(g *trail) *breach {
	s, err := c.first(g)
	if err != nil {
		return broken(0, "started again with the same seed it gives: %v", err)
	}
	looks := c.some(g, 4)
	for i := range g.states {
		if slices.Contains(looks, i) {
			for _, o := range observers(s) {
				if got, was := c.save(c.view(s, o)), c.save(c.view(g.states[i], o)); !bytes.Equal(got, was) {
					return broken(i, "played again, the view of %s is\n%s\nand it was\n%s", observerName(o), got, was)
				}
			}
		}
		if i < len(g.moves) {
			if s, err = c.play(s, g.moves[i]); err != nil {
				return broken(i, "played again, %q gives: %v", g.texts[i].text, err)
			}
		}
	}
	return nil
}

// viewHolds returns what is wrong with one view.
func (c *checker) viewHolds(g *trail, i int, o game.Seat) (why string) {
	defer func() {
		if p := recover(); p != nil {
			why = fmt.Sprintf("it panics: %v", p)
		}
	}()
	s := g.states[i]
	v := c.view(s, o)
	text, hash := c.save(v), c.hash(v)
	if x, is := v.Viewer(); x != o || !is {
		return fmt.Sprintf("Viewer says that it is the view of %s (%t)", observerName(x), is)
	}
	if again := c.view(s, o); !bytes.Equal(c.save(again), text) || c.hash(again) != hash {
		return fmt.Sprintf("made again, it differs:\n%s\nnot\n%s", c.save(again), text)
	}
	if b := c.isSaved(g.rules, text, hash); b != "" {
		return b
	}
	if why := bare(text); why != "" {
		return why
	}
	want := c.expected(s, o)
	if n, got, should := firstLine(c.shown(v, want).String(), want.String()); n > 0 {
		return fmt.Sprintf("it shows\n  %s\nbut should show\n  %s", got, should)
	}
	if why := c.flowShown(s, v, o); why != "" {
		return why
	}
	if why := c.knownHolds(s, v, o); why != "" {
		return why
	}
	if told, seen := c.messages(s, v, o); told != seen && seen != "" { // a loaded view has no messages
		return fmt.Sprintf("it says %q, but its observer is told %q", seen, told)
	}
	return checkElements(c.look(v))
}

// knownHolds checks that a view tells only of things that the observer knows without seeing them, where they are.
func (c *checker) knownHolds(s, v *game.State, o game.Seat) string {
	for place := range s.Places() {
		in := v.Find(s.Name(place))
		told, backs := v.KnownIn(in), []game.ID{}
		for id := range v.In(in) {
			if v.Kind(id) == nil {
				backs = append(backs, id)
			}
		}
		for id := range s.In(place) {
			level := c.sees(s, o, id)
			if level == game.Face || level == game.Unseen {
				continue
			}
			list := &told
			if level == game.Back {
				of := v.KnownIn(backs[0])
				list, backs = &of, backs[1:]
			}
			if i := slices.Index(*list, calling(s, id)); i >= 0 && c.knows(s, o, id) {
				*list = slices.Delete(*list, i, i+1)
			}
			if level == game.Back && len(*list) > 0 {
				told = *list
			}
		}
		if len(told) > 0 {
			return fmt.Sprintf("it tells of %q in %s, which the observer does not know to be there", told, s.Name(place))
		}
	}
	return ""
}

// calling is what a thing is called: its label, or that of its kind.
func calling(s *game.State, id game.ID) string {
	k := s.Kind(id)
	if k.Label != nil {
		return k.Label(s, id)
	}
	return cmp.Or(k.Look.Label, k.Name)
}

// messages returns what an observer is told of the last move without a view, and what the view says.
func (c *checker) messages(s, v *game.State, o game.Seat) (told, seen string) {
	write := func(lines []game.Line, notices []game.Notice) string {
		var b strings.Builder
		add := func(n int, arg func(int) (any, string, string)) {
			for i := range n {
				value, name, label := arg(i)
				if _, is := value.(game.ID); is {
					value = "element"
				}
				fmt.Fprintf(&b, " (%v %s %s)", value, name, label)
			}
		}
		for _, l := range lines {
			b.WriteString("\n" + l.String())
			add(len(l.Args), l.Arg)
		}
		for _, n := range notices {
			b.WriteString("\n!" + n.Name)
			add(len(n.Args), n.Arg)
		}
		return b.String()
	}
	return write(c.told(s, o)), write(c.said(v), c.notices(v))
}

// isSaved loads a view that was saved.
func (c *checker) isSaved(r *game.Rules, text []byte, hash uint64) string {
	v, err := c.load(r, text)
	if err != nil {
		return fmt.Sprintf("its save cannot be loaded: %v\n%s", err, text)
	}
	if again := c.save(v); !bytes.Equal(again, text) {
		return fmt.Sprintf("saved and loaded, it is saved differently:\n%s\nnot\n%s", again, text)
	}
	if h := c.hash(v); h != hash {
		return fmt.Sprintf("saved and loaded, its hash is %016x; it was %016x", h, hash)
	}
	return ""
}

// shownFields are the fields in the save of a view. The others contain secrets: future random draws, what
// observers remember, how many elements there have been.
var shownFields = []string{"ply", "view", "game", "version", "digest", "options", "seats", "turn", "moves", "out",
	"away", "left", "outcome", "by", "past", "flow",
	"elements", "parts", "known", "hash", "check"}

// bare returns what a view contains that no view may contain.
func bare(text []byte) string {
	fields, err := fieldsOf(text)
	if err != nil {
		return err.Error()
	}
	for name, value := range fields {
		if !slices.Contains(shownFields, name) {
			return fmt.Sprintf("it has the field %q, which no view has: %.200s", name, value)
		}
	}
	return ""
}
