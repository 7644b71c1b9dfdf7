package gametest

import (
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/plygame/ply/game"
)

// flowShown answers what is wrong with what a view tells of the flow: it is where the state
// is, elements are called as in the view, and of the secret choices it has the viewer's own.
func (c *checker) flowShown(s, v *game.State, o game.Seat) string {
	was, is := c.placeOf(s), c.placeOf(v)
	for _, x := range is.Pending {
		if x.Seat != o && o != game.Judge {
			return fmt.Sprintf("it has what %s has chosen in secret: %s", x.Seat, x.Move)
		}
	}
	for _, x := range was.Pending {
		own, err := c.chosenBy(s, x)
		if err != nil {
			return fmt.Sprintf("what %s has chosen in secret cannot be read: %v", x.Seat, err)
		}
		if want := c.textFor(s, o, own, s); (x.Seat == o || o == game.Judge) && is.of(x.Seat) != want {
			return fmt.Sprintf("it has %q as what %s has chosen in secret, not %q", is.of(x.Seat), x.Seat, want)
		}
	}
	if name := is.followed(); name != "" {
		return fmt.Sprintf("it tells where %s has got to, which a step is not yet done for, or no longer", name)
	}
	if a, b := is.nameless(), was.nameless(); !reflect.DeepEqual(a, b) {
		return fmt.Sprintf("it is in the flow at\n  %+v\nand the state at\n  %+v", a, b)
	}
	return c.sameElements(s, v, o, was.named(), is.named())
}

// sameElements answers whether the names that the flow has in a view mean something else than
// those it has in the state.
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
			continue // it does not say which of those it does not see
		case face:
			x, y := planned(inState, was[i], inView, is[i])
			a, b = a+y, b+x
		}
		if a != b {
			return fmt.Sprintf("the flow is about %s (%s) in it, and should be about %s", is[i], a, b)
		}
	}
	return ""
}

// planned is what an element of the state, and one of the view, say that is to be done. What
// names elements is left out, for they are called otherwise in a view.
func planned(s partsBy, was string, v partsBy, is string) (inState, inView string) {
	for _, part := range slices.Sorted(maps.Keys(s)) {
		if of := s[part][was]; plans(part) && !numbers.Match(of) && !numbers.Match(v[part][is]) {
			inState += fmt.Sprintf(" %s=%s", part, of)
			inView += fmt.Sprintf(" %s=%s", part, v[part][is])
		}
	}
	return inState, inView
}

// nameless is the place without the names of elements, and without what is chosen.
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

// followed returns an element that a step goes over, other than the present one, if it is named.
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

// called reports whether the game is in a step that was called.
func (p *place) called() bool {
	return slices.ContainsFunc(p.Frames, func(f frame) bool { return f.Step == "@call" })
}

// choosesSame looks at what others have chosen in secret in a re-deal: it is a choice of the
// same seats, and each could have made it.
func (d *dealing) choosesSame(s, r *game.State, o game.Seat) string {
	was, is := d.placeOf(s), d.placeOf(r)
	if !reflect.DeepEqual(is.nameless(), was.nameless()) {
		return fmt.Sprintf("it is in the flow at\n  %+v\nnot at\n  %+v", is, was)
	}
	if len(is.Pending) != len(was.Pending) || is.of(o) != was.of(o) {
		return fmt.Sprintf("the secret choices are %v, not %v", is.Pending, was.Pending)
	}
	for _, x := range is.Pending {
		if was.of(x.Seat) == "" {
			return fmt.Sprintf("%s has chosen in secret, and had not", x.Seat)
		}
		all, err := d.couldChoose(r, x.Seat)
		if err != nil {
			continue // free text cannot be listed
		}
		if x.Seat != o && !slices.Contains(all, x.Move) {
			return fmt.Sprintf("%s has chosen %q in secret, which it could not have: %q", x.Seat, x.Move, all)
		}
	}
	return ""
}

// chosenBy reads what a seat has chosen in secret: values have their names while it chooses.
func (c *checker) chosenBy(s *game.State, x commitment) (game.Move, error) {
	back, err := c.play(s, game.Move{Seat: x.Seat, Action: withdrawAction})
	if err != nil {
		return game.Move{}, err
	}
	return back.Parse(x.Seat, x.Move)
}

// couldChoose lists the choices that a seat had, which has made one in secret.
func (c *checker) couldChoose(s *game.State, seat game.Seat) (texts []string, err error) {
	back, err := c.play(s, game.Move{Seat: seat, Action: withdrawAction})
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

// otherChoices reports whether somebody else than the observer could have chosen otherwise.
func (d *dealing) otherChoices(s *game.State, o game.Seat) bool {
	for _, x := range d.placeOf(s).Pending {
		if all, err := d.couldChoose(s, x.Seat); x.Seat != o && err == nil && len(all) > 1 {
			return true
		}
	}
	return false
}
