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
// as if it were seen for the first time.
func (s *State) eyes(seat Seat) eyes {
	if !s.rules.c.sighted || seat == Judge {
		return eyes{s: s, seat: seat}
	}
	no := int(s.seats)
	if seat >= 0 {
		no = int(seat)
	}
	return eyes{s, seat, &s.remembered().eyes[no]}
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
