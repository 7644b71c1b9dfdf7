package game

import "reflect"

// MoveKey returns a key of a move or draft, by what its seat sees. It is the same in the state, in the view
// of that seat, and in all re-deals for it, although IDs differ there. Elements that the seat sees count by
// what they are and where they are: two equal cards in an Unordered hand are one choice. In an ordered place
// the position counts, also for backs. Elements of which the seat sees only a count are identified by their
// place alone. The order of values chosen together does not count.
//
// It is meant for search trees and is never stored: the keys of another version of the rules may differ.
func (s *State) MoveKey(m Move) uint64 {
	h := mix(hashText(m.Action), uint64(m.Seat)+2)
	a := s.rules.c.byAction[m.Action]
	if a == nil {
		return h
	}
	k := moveKeyer{s: s, seat: m.Seat}
	for i, p := range a.picks {
		var values []Value
		if i < len(m.Picks) {
			values = m.Picks[i]
		}
		h = mix(h, uint64(len(values))+1)
		sum := uint64(0)
		for j, v := range values {
			x := k.value(p, v)
			if p.sort == anElement {
				x = mix(x, k.chosenBefore(a, m.Picks, i, j))
			}
			if p.distinct() {
				sum += x
			} else {
				h = mix(h, x)
			}
		}
		h = mix(h, sum)
	}
	return h
}

// MoveKey returns State.MoveKey of the move that a handle of this fork represents, without allocating.
func (f *Fork) MoveKey(h Handle) uint64 {
	f.Decode(h, &f.keyed)
	return f.s.MoveKey(f.keyed)
}

// moveKeyer computes keys of what a seat chooses.
type moveKeyer struct {
	s    *State
	seat Seat
}

func (k *moveKeyer) value(p *pick, v Value) uint64 {
	switch {
	case p.sort != anElement:
		return mix(uint64(v.N), hashText(v.Text))
	case v.N <= 0 || v.N >= int64(k.s.n):
		return 0
	}
	return k.locatedKey(ID(v.N))
}

// chosenBefore distinguishes an element that was chosen earlier in the same move, or is in one that was, from
// equal ones.
func (k *moveKeyer) chosenBefore(a *action, picks [][]Value, i, j int) uint64 {
	c := k.s.rules.c
	depth := uint64(1)
	for id := ID(picks[i][j].N); id >= c.first && id < k.s.n; id = k.s.at(id).parent {
		for b, values := range picks[:i+1] {
			if a.picks[b].sort != anElement || b == i && a.picks[b].distinct() {
				continue
			}
			for n, v := range values {
				if b == i && n >= j {
					break
				}
				if ID(v.N) != id {
					continue
				}
				if a.picks[b].distinct() {
					n = 0
				}
				return mix(depth, uint64(b)<<32+uint64(n))
			}
		}
		depth++
	}
	return 0
}

// locatedKey returns the key of an element, with where it is.
func (k *moveKeyer) locatedKey(id ID) uint64 {
	s := k.s
	c := s.rules.c
	if id < c.first {
		return c.keys[id]
	}
	r := s.at(id)
	in := k.locatedKey(r.parent)
	switch k.level(id) {
	case Face:
		own := k.own(id, true)
		if s.sightlineIn(r.parent).loose {
			return mix(in, own)
		}
		return mix(mix(in, own), k.rank(id))
	case Back:
		return mix(mix(in, k.own(id, false)), k.rank(id))
	}
	return mix(in, 0xC0)
}

// level is what the seat sees of an element.
func (k *moveKeyer) level(id ID) Level {
	s := k.s
	if s.view == nil {
		return s.Sees(k.seat, id)
	}
	if s.at(id).flags&faceless == 0 {
		return Face
	}
	w, i := s.view, int(id-s.rules.c.first)
	counted := s.sightlineIn(s.at(id).parent).heap()
	if w.of != nil && i < len(w.origin) {
		counted = w.origin[i] == 0
	}
	if counted {
		return Counted
	}
	return Back
}

// own returns the key of what is seen of an element, wherever it is: what it is, the values on it and its
// contents.
func (k *moveKeyer) own(id ID, face bool) uint64 {
	s := k.s
	c := s.rules.c
	r := s.at(id)
	h := mix(0xBAC, uint64(r.owner)+2)
	if face {
		h = mix(h, c.kindKey[r.kind-1])
	}
	sum := uint64(0)
	for slot, col := range s.cols {
		if col.blank(id) || c.secrets[slot].inner || s.view == nil && !s.seesPart(slot, k.seat, id, face, true) {
			continue
		}
		if x := col.keyFor(*k, id); x != 0 {
			sum += mix(c.partKey[slot], x)
		}
	}
	sum += k.named(id)
	n := uint64(1)
	for in := r.first; in != 0; in = s.at(in).next {
		switch k.level(in) {
		case Face:
			sum += mix(n, k.own(in, true))
			n++
		case Back:
			sum += mix(n, k.own(in, false))
			n++
		case Counted:
			sum += 0xC0
		}
	}
	return mix(h, sum)
}

// rank returns how many elements whose faces or backs are seen come before this one.
func (k *moveKeyer) rank(id ID) (n uint64) {
	s := k.s
	for e := s.at(s.at(id).parent).first; e != id; e = s.at(e).next {
		if k.level(e) >= Back {
			n++
		}
	}
	return n
}

// named returns a key of the values that name an element: an element that is named is not equal to another.
func (k *moveKeyer) named(id ID) (sum uint64) {
	s := k.s
	for slot, col := range s.cols {
		if !col.refers() || s.rules.c.secrets[slot].inner {
			continue
		}
		for o := Root; o < min(s.n, col.size()); o++ {
			if !col.blank(o) && k.reads(slot, o) && col.mentions(o, id) {
				sum += mix(s.rules.c.partKey[slot], k.shallow(o))
			}
		}
	}
	return sum
}

// reads reports whether the seat sees the value of a part.
func (k *moveKeyer) reads(slot int, id ID) bool {
	s := k.s
	if s.view != nil {
		return true
	}
	if id < s.rules.c.first {
		return s.seesPart(slot, k.seat, id, true, true)
	}
	l := k.level(id)
	return s.at(id).flags&live != 0 && s.seesPart(slot, k.seat, id, l == Face, l >= Back)
}

// shallow returns a key of an element without the values on it, 0 if the seat cannot tell it from others.
func (k *moveKeyer) shallow(id ID) uint64 {
	s := k.s
	if id == 0 || id >= s.n || s.at(id).flags&live == 0 {
		return 0
	}
	if id < s.rules.c.first {
		return s.rules.c.keys[id]
	}
	r := s.at(id)
	switch k.level(id) {
	case Face:
		return mix(mix(s.rules.c.kindKey[r.kind-1], uint64(r.owner)+2), k.shallow(r.parent))
	case Back:
		return mix(0xBAC, k.shallow(r.parent))
	}
	return 0
}

// keyFor returns a key of a value in which elements count by what they are and where they are.
func (c *col[T]) keyFor(k moveKeyer, id ID) (sum uint64) {
	if !c.refs {
		return c.hash(k.s, id)
	}
	v := c.value(id)
	for i := range c.part.code.fields {
		switch f := &c.part.code.fields[i]; {
		case f.id:
			if x := k.shallow(ID(f.number(pointer(&v)))); x != 0 {
				sum += mix(f.key, x)
			}
		case f.kind == reflect.String:
			if text := f.text(pointer(&v)); text != "" {
				sum += mix(f.key, hashText(text))
			}
		default:
			if n := f.number(pointer(&v)); n != 0 {
				sum += mix(f.key, n)
			}
		}
	}
	return sum
}

// mentions reports whether a value names an element.
func (c *col[T]) mentions(of, id ID) bool {
	v := c.value(of)
	for i := range c.part.code.fields {
		if f := &c.part.code.fields[i]; f.id && ID(f.number(pointer(&v))) == id {
			return true
		}
	}
	return false
}
