package game

import (
	"cmp"
	"slices"
)

// eyes is how one observer sees a state.
type eyes struct {
	s    *State
	seat Seat
	m    *memories // nil if everyone sees everything
	all  *memory   // of all observers
}

// handle returns the handle of an element whose face is in sight, otherwise 0.
func (l *eyes) handle(id ID) uint32 {
	if l.m == nil {
		if !l.s.Alive(id) {
			return 0
		}
		return uint32(id-l.s.rules.c.first) + 1
	}
	return l.m.handle.at(id)
}

// eyes returns the eyes of an observer. A state that was played without keeping the observers' memory looks
// as if everyone saw it for the first time.
func (s *State) eyes(seat Seat) eyes {
	if !s.rules.c.sighted || seat == Judge {
		return eyes{s: s, seat: seat}
	}
	no := int(s.seats)
	if seat >= 0 {
		no = int(seat)
	}
	all := s.remembered()
	return eyes{s, seat, &all.eyes[no], all}
}

// remembered returns the memory of the observers in a game with secrets.
func (s *State) remembered() *memory {
	if s.mem != nil && !s.stale {
		return s.mem
	}
	f := s.Fork()
	f.t.stale, f.s.dealing = true, s.dealing
	f.t.recall()
	return f.s.mem
}

// token is what an observer sees of one element.
type token struct {
	id     ID     // 0 if it is one of several
	handle uint32 // 0 if it is faceless
}

// appendContents appends what the observer sees in a place or element.
func (l *eyes) appendContents(holder ID, out []token) []token {
	s := l.s
	id := s.at(holder).first
	if id == 0 {
		return out
	}
	g := s.sightlineIn(holder)
	from, heap := len(out), 0
	for ; id != 0; id = s.at(id).next {
		if h := l.handle(id); h != 0 {
			out = append(out, token{id, h})
			continue
		}
		switch s.level(l.seat, g, id) {
		case Back:
			out = append(out, token{id: id})
		case Counted:
			heap++
		}
	}
	if g.loose && len(out)-from > 1 && l.seat != Judge {
		slices.SortFunc(out[from:], func(a, b token) int { return cmp.Compare(a.handle, b.handle) })
	}
	for range heap {
		out = append(out, token{})
	}
	return out
}

// LabelsFor returns a function for the labels of things, by the names that an observer knows them by. It returns "" for
// a thing without a label and for one that the observer does not see. These are the labels on the observer's view, but
// the view is not built: ok is false if only the view can tell, because the observer does not see all values of a
// thing, one of them refers to others, or the Label reads a derived value.
func (s *State) LabelsFor(seat Seat) func(name string) (label string, ok bool) {
	if s.view != nil {
		return func(string) (string, bool) { return "", false }
	}
	seat = s.observer(seat)
	var named *State // the state with the observer's names, which are all that a Label may read of a view besides the values
	return func(name string) (label string, ok bool) {
		h, l := handleNamed(name), s.eyes(seat)
		if h == 0 {
			return "", false
		}
		if named == nil {
			named = l.named()
		}
		id := named.view.byHandle(named, h)
		if id == 0 {
			return "", true
		}
		for slot, col := range s.cols {
			if !col.blank(id) && (col.refers() || !s.seesPart(slot, seat, id, true, true)) {
				return "", false
			}
		}
		k := s.Kind(id)
		if k == nil || k.Label == nil {
			return "", true
		}
		return k.labelWithoutView(named, id)
	}
}

// labelWithoutView returns the label, unless a derived value is read for it.
func (k *Kind) labelWithoutView(named *State, id ID) (label string, ok bool) {
	if named.rules.c.derived != nil {
		defer func() {
			switch p := recover(); p {
			case nil:
			case needsView:
				label, ok = "", false
			default:
				panic(p)
			}
		}()
	}
	return k.Label(named, id), true
}

// needsView is the panic of a derived value that is read on a state that only has an observer's names.
var needsView any = "a derived value needs the view"

// byHandle returns the element with this handle, 0 if none in sight has it.
func (w *viewing) byHandle(s *State, h uint32) ID {
	first := s.rules.c.first
	at := int(h) - 1
	if w.names != nil {
		at = slices.Index(w.names, h)
	}
	if id := first + ID(at); at >= 0 && id < s.n && s.Alive(id) {
		return id
	}
	return 0
}

// named returns the state with the observer's names for what it sees, and no number for the rest.
func (l *eyes) named() *State {
	v := *l.s
	v.rng, v.mem, v.dealing, v.values = noRandom, nil, nil, nil
	v.lasting = v.lasting.seen(v.rules)
	v.view = &viewing{seat: l.seat, onlyNames: true}
	if l.m != nil {
		first := v.rules.c.first
		v.view.names = make([]uint32, v.n-first)
		for i := range v.view.names {
			if v.view.names[i] = l.m.handle.at(first + ID(i)); v.view.names[i] == 0 {
				v.view.names[i] = nameless
			}
		}
	}
	return &v
}
