package game

import (
	"reflect"
	"unsafe"
)

// Number returns the value on the element as a number, for evaluators that read Rules.Parts without knowing
// their types. A bool is 0 or 1. ok is false for texts, IDs, structs, arrays, elements that are not in the
// game, and what a view hides. It is also false for a zero value in a loaded view if the Part is declared
// with Seen, because there a zero cannot be told from a hidden value.
func (p *Part[T]) Number(r Reader, e Element) (n int, ok bool) {
	s, id := stateOf(r), idOf(e)
	v := p.of(s, id)
	return s.number(p.code, p.slot(s), id, pointer(&v))
}

// Number returns the value on the element as a number: see Part.Number.
func (x *Secret[T]) Number(r Reader, e Element) (n int, ok bool) { return x.of.Number(r, e) }

func (s *State) number(code *codec, slot int, id ID, value unsafe.Pointer) (n int, ok bool) {
	if !code.scalar || code.hasIDs || code.fields[0].kind == reflect.String {
		return 0, false
	}
	if id == 0 || id >= s.n || s.at(id).flags&live == 0 || s.view != nil && !s.showsPart(slot, id) {
		return 0, false
	}
	n = int(code.fields[0].number(value))
	return n, n >= 0 || code.fields[0].kind <= reflect.Int64
}

// Number returns the value of the seat whose view this is: see Part.Number. On any other state ok is false,
// because there is no single number.
func (p *Private[T]) Number(r Reader, e Element) (n int, ok bool) {
	s := stateOf(r)
	if s.view == nil || s.view.seat < 0 || int(s.view.seat) >= int(s.seats) {
		return 0, false
	}
	return p.of[s.view.seat].Number(r, e)
}

// showsPart reports whether a view shows the value of a part.
func (s *State) showsPart(slot int, id ID) bool {
	w, x := s.view, &s.rules.c.secrets[slot]
	face := id < s.rules.c.first || s.at(id).flags&faceless == 0
	switch {
	case w.seat == Judge:
		return true
	case x.inner || !x.explicit:
		return face && !x.inner
	case !s.cols[slot].blank(id):
		return true
	case w.of == nil:
		return false
	}
	real := id
	if id >= s.rules.c.first {
		i := int(id - s.rules.c.first)
		if i >= len(w.origin) || w.origin[i] == 0 {
			return false
		}
		real = w.origin[i]
	}
	return w.of.seesPart(slot, w.seat, real, face, true)
}
