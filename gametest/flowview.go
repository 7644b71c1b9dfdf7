package gametest

import (
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/plygame/ply/game"
)

// flowShown returns what is wrong with how a view shows the flow: it must have the position of the state,
// name elements as in the view, and contain only the viewer's own secret choice.
func (c *checker) flowShown(s, v *game.State, o game.Seat) string {
	was, is := c.placeOf(s), c.placeOf(v)
	for _, x := range is.Pending {
		if x.Seat != o && o != game.Judge {
			return fmt.Sprintf("it contains the secret choice of %s: %s", x.Seat, x.Move)
		}
	}
	for _, x := range was.Pending {
		own, err := c.chosenBy(s, x)
		if err != nil {
			return fmt.Sprintf("the secret choice of %s cannot be read: %v", x.Seat, err)
		}
		if want := c.textFor(s, o, own, s); (x.Seat == o || o == game.Judge) && is.of(x.Seat) != want {
			return fmt.Sprintf("it has %q as the secret choice of %s, not %q", is.of(x.Seat), x.Seat, want)
		}
	}
	if name := is.followed(); name != "" {
		return fmt.Sprintf("it shows where %s is, although the step has not reached it yet or has passed it", name)
	}
	if a, b := is.nameless(), was.nameless(); !reflect.DeepEqual(a, b) {
		return fmt.Sprintf("its position in the flow is\n  %+v\nbut that of the state is\n  %+v", a, b)
	}
	return c.sameElements(s, v, o, was.named(), is.named())
}

// sameElements checks whether the names in the flow of a view mean the same elements as in the state.
func (c *checker) sameElements(s, v *game.State, o game.Seat, was, is []string) string {
	if len(was) == 0 || o == game.Judge {
		return ""
	}
	m := c.mirror(s, o)
	inState, inView := c.partsOf(s), c.partsOf(v)
	for i := range was {
		id := s.Find(was[i])
		a, b := m.inView(v.Find(is[i])), m.name(id)
		switch face := c.sees(s, o, id) == game.Face; {
		case !face && is[i] == "?":
			continue // it does not tell apart those it does not see
		case face:
			x, y := planned(inState, was[i], inView, is[i])
			a, b = a+y, b+x
		}
		if a != b {
			return fmt.Sprintf("its flow refers to %s (%s), but should refer to %s", is[i], a, b)
		}
	}
	return ""
}

// planned is what an element of the state, and one of the view, say about a waiting effect. Values that name
// elements are left out, because names differ in a view.
func planned(s partsBy, was string, v partsBy, is string) (inState, inView string) {
	for _, part := range slices.Sorted(maps.Keys(s)) {
		if of := s[part][was]; plans(part) && !numbers.Match(of) && !numbers.Match(v[part][is]) {
			inState += fmt.Sprintf(" %s=%s", part, of)
			inView += fmt.Sprintf(" %s=%s", part, v[part][is])
		}
	}
	return inState, inView
}

// nameless is the position without the names of elements, and without choices.
func (p place) nameless() place {
	p.Pending = nil
	p.Frames = slices.Clone(p.Frames)
	for i := range p.Frames {
		f := &p.Frames[i]
		f.Elements, f.Then = make([]string, len(f.Elements)), ""
	}
	return p
}

// named lists the elements that the flow names.
func (p *place) named() (names []string) {
	for _, f := range p.Frames {
		if f.At > 0 && f.At <= len(f.Elements) {
			names = append(names, f.Elements[f.At-1])
		}
		if f.Then != "" {
			names = append(names, f.Then)
		}
	}
	return names
}

// followed returns an element of a ForEach, other than the current one, if it is named.
func (p *place) followed() string {
	for _, f := range p.Frames {
		for i, name := range f.Elements {
			if i != f.At-1 && name != "?" {
				return name
			}
		}
	}
	return ""
}

// inCall reports whether the game is in a called step.
func (p *place) inCall() bool {
	return slices.ContainsFunc(p.Frames, func(f frame) bool { return f.sort == "call" })
}

// choosesSame checks the secret choices of others in a re-deal: the same seats have chosen, and each could
// have made its choice.
func (d *dealing) choosesSame(s, r *game.State, o game.Seat) string {
	was, is := d.placeOf(s), d.placeOf(r)
	if !reflect.DeepEqual(is.nameless(), was.nameless()) {
		return fmt.Sprintf("its position in the flow is\n  %+v\nnot\n  %+v", is, was)
	}
	if len(is.Pending) != len(was.Pending) || is.of(o) != was.of(o) {
		return fmt.Sprintf("the secret choices are %v, not %v", is.Pending, was.Pending)
	}
	for _, x := range is.Pending {
		if was.of(x.Seat) == "" {
			return fmt.Sprintf("%s has chosen in secret, but had not before", x.Seat)
		}
		all, err := d.couldChoose(r, x.Seat)
		if err != nil {
			continue // free text cannot be listed
		}
		if x.Seat != o && !slices.Contains(all, x.Move) {
			return fmt.Sprintf("the secret choice of %s is %q, which was not possible: %q", x.Seat, x.Move, all)
		}
	}
	return ""
}

// chosenBy reads what a seat has chosen in secret: values have their names while it chooses.
func (c *checker) chosenBy(s *game.State, x commitment) (game.Move, error) {
	back, err := c.play(s, withdrawal(s, x.Seat))
	if err != nil {
		return game.Move{}, err
	}
	return back.Parse(x.Seat, x.Move)
}

// couldChoose lists the choices that a seat with a secret choice had.
func (c *checker) couldChoose(s *game.State, seat game.Seat) (texts []string, err error) {
	back, err := c.play(s, withdrawal(s, seat))
	if err != nil {
		return nil, err
	}
	all, err := c.moves(back)
	for _, m := range all {
		if m.Seat == seat {
			texts = append(texts, back.Text(m))
		}
	}
	return texts, err
}

// otherChoices reports whether anyone other than the observer could have chosen differently.
func (d *dealing) otherChoices(s *game.State, o game.Seat) bool {
	for _, x := range d.placeOf(s).Pending {
		if all, err := d.couldChoose(s, x.Seat); x.Seat != o && err == nil && len(all) > 1 {
			return true
		}
	}
	return false
}
