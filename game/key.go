package game

import (
	"reflect"
	"unsafe"
)

// PositionKey returns a key of everything that decides what may happen next, for transposition tables: the
// contents of all places, the values of all Parts, which seats are to act, the position in the flow, what is
// scheduled or chosen in secret, passes, and the outcome. Different moves that lead to the same position give
// the same key: equal elements are interchangeable, and it does not matter when they were created. The key
// does not cover chance, what observers remember, past positions (so Repeats may differ), or the number of
// moves, unless the rules read Played or Loop.Round. A fork that was asked once keeps its key up to date. The
// key contains the secrets of the game.
func (s *State) PositionKey() uint64 {
	c := s.rules.c
	if s.keys != nil {
		return s.headKey(s.keys.sums().full.now(s, c.full))
	}
	return s.headKey(s.keySum(c.full))
}

// keyScope is the part of the table that a key covers.
type keyScope struct {
	places []bool // by lasting element: its contents count
	slots  []int  // Parts that count
	refs   []int  // those of them that can name elements
}

// compileKeys prepares what keys are made of.
func compileKeys(r *Rules, report func(string, ...any)) {
	c := r.c
	c.full = &keyScope{places: make([]bool, c.first)}
	for id := range c.full.places {
		c.full.places[id] = true
	}
	for slot := range c.parts {
		c.full.add(c, slot)
	}
	for _, n := range c.nodes {
		c.continues = c.continues || n.kind == nodeEachSeat && n.each.Continue
	}
	p := &r.Position
	if !p.says() {
		return
	}
	c.repeat = &keyScope{places: make([]bool, c.first)}
	for i, l := range p.Places {
		if l == nil {
			report("Position: entry %d of Places is nil", i)
			continue
		}
		ids := c.placesOf(l)
		if ids == nil {
			if place, ok := l.(*Place); ok {
				report("Position: place %q is not declared: add it to Layout", place.Name)
			} else {
				report("Position: entry %d of Places, a %T, is not declared: add it to Layout", i, l)
			}
		}
		for _, id := range ids {
			c.repeat.places[id] = true
		}
	}
	for i, col := range p.Parts {
		switch {
		case col == nil:
			report("Position: entry %d of Parts is nil", i)
		case !c.has(col):
			report("Position: part %q is not declared: add it to Parts", col)
		default:
			for _, slot := range c.slotsOf(col) {
				c.repeat.add(c, slot)
			}
		}
	}
}

// covers reports whether what is in or on a place, a seat or the table can count.
func (x *keyScope) covers(id ID) bool { return x.places[id] || len(x.slots) > 0 }

func (x *keyScope) add(c *compiled, slot int) {
	x.slots = append(x.slots, slot)
	if code := c.parts[slot].part().code; code != nil && code.hasIDs {
		x.refs = append(x.refs, slot)
	}
}

// placesOf returns the places that were laid out for a Place or a board.
func (c *compiled) placesOf(l Layout) (ids []ID) {
	if place, ok := l.(*Place); ok {
		for id, p := range c.places {
			if p == place {
				ids = append(ids, ID(id))
			}
		}
		return ids
	}
	for _, x := range c.layouts {
		if reflect.TypeOf(l).Comparable() && x.of == l {
			for id := x.from; id < x.to; id++ {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// layout is the places that were laid out for one entry of Rules.Layout.
type layout struct {
	of       Layout
	from, to ID
}

// slotsOf returns the columns of a Part: a Private has one for each seat.
func (c *compiled) slotsOf(p Column) (slots []int) {
	if private, ok := p.(interface{ each(int) []Column }); ok {
		for _, p := range private.each(c.maxSeats) {
			slots = append(slots, int(c.slots[p.part().no]))
		}
		return slots
	}
	return []int{int(c.slots[p.part().no])}
}

// keySum sums the keys of all places from scratch.
func (s *State) keySum(x *keyScope) (sum uint64) {
	for id := Root; id < s.rules.c.first; id++ {
		sum += s.placeKey(x, id)
	}
	return sum + s.refKeys(x, nil)
}

// placeKey returns the key of a place, a seat or the table: of its contents, and of the values on it and on
// them.
func (s *State) placeKey(x *keyScope, id ID) (sum uint64) {
	h, r := s.rules.c.keys[id], s.at(id)
	if len(x.slots) == 0 {
		switch {
		case r.first == 0 || !x.places[id]:
			return 0
		case r.first == r.last: // in any order
			return mix(h, s.thingKey(x, r.first))
		}
		return s.contentKey(x, id, h)
	}
	if v := s.valuesKey(x, id); v != 0 {
		sum = mix(h, v)
	}
	switch {
	case r.first == 0:
	case x.places[id]:
		sum += s.contentKey(x, id, h)
	default:
		sum += s.looseKey(x, id, h)
	}
	return sum
}

// contentKey returns the key of the contents of a place or element.
func (s *State) contentKey(x *keyScope, in ID, h uint64) uint64 {
	if s.isOrdered(in) {
		for id := s.at(in).first; id != 0; id = s.at(id).next {
			h = mix(h, s.thingKey(x, id))
		}
		return h
	}
	var sum uint64
	for id := s.at(in).first; id != 0; id = s.at(id).next {
		sum += mix(h, s.thingKey(x, id))
	}
	return sum
}

func (s *State) isOrdered(in ID) bool {
	c := s.rules.c
	return in >= c.first || c.places[in].Order != Unordered
}

// thingKey returns the key of an element, regardless of where it is.
func (s *State) thingKey(x *keyScope, id ID) uint64 {
	r, k := s.at(id), uint64(0xFACE)
	if r.kind != 0 {
		k = s.rules.c.kindKey[r.kind-1]
	}
	k = mix(k, uint64(r.owner)+2)
	if len(x.slots) > 0 {
		if v := s.valuesKey(x, id); v != 0 {
			k = mix(k, v)
		}
	}
	if r.first != 0 {
		k = s.contentKey(x, id, k+1)
	}
	return k
}

// looseKey returns the key of the values on the contents of a place whose elements themselves do not count.
func (s *State) looseKey(x *keyScope, in ID, h uint64) (sum uint64) {
	for id := s.at(in).first; id != 0; id = s.at(id).next {
		if v := s.valuesKey(x, id); v != 0 {
			sum += mix(h, v)
		}
		if s.at(id).first != 0 {
			sum += s.looseKey(x, id, h)
		}
	}
	return sum
}

// valuesKey returns the key of the values on an element, 0 if there are none.
func (s *State) valuesKey(x *keyScope, id ID) (sum uint64) {
	for _, slot := range x.slots {
		if v := s.cols[slot].key(s, id); v != 0 {
			sum += mix(s.rules.c.partKey[slot], v)
		}
	}
	return sum
}

func (c *col[T]) key(s *State, id ID) uint64 {
	if pg := int(id >> pageBits); pg < len(c.pages) && c.pages[pg] != nil {
		var zero T
		if v := &c.pages[pg].v[id&pageMask]; *v != zero {
			return c.part.code.key(s, pointer(v))
		}
	}
	return 0
}

// key is like hash, but leaves out elements that were created: they count by where they are.
func (c *codec) key(s *State, p unsafe.Pointer) (sum uint64) {
	for i := range c.fields {
		f := &c.fields[i]
		if f.kind == reflect.String {
			if t := f.text(p); t != "" {
				sum += mix(f.key, hashText(t))
			}
			continue
		}
		n := f.number(p)
		if n == 0 {
			continue
		}
		if f.id {
			if ID(n) >= s.rules.c.first {
				continue
			}
			n = s.rules.c.keys[n]
		}
		sum += mix(f.key, n)
	}
	return sum
}

// refKey collects which elements are named by which, so that equal elements can be told apart by what names
// them and what they name.
type refKey struct {
	from, to []uint64 // by element
}

// refKeys returns the key of all values that name created elements.
func (s *State) refKeys(x *keyScope, k *refKey) (sum uint64) {
	some := false
	for _, slot := range x.refs {
		some = some || s.cols[slot].size() > 0 && (s.cols[slot].refers() || s.view != nil)
	}
	if !some {
		return 0
	}
	if k == nil {
		k = &refKey{}
	}
	k.from, k.to = grown(k.from, int(s.n)+1), grown(k.to, int(s.n)+1)
	for _, slot := range x.refs {
		s.cols[slot].refKeys(s, x, s.rules.c.partKey[slot], k)
	}
	for id := range s.n {
		if h := k.from[id]; h != 0 {
			sum += mix(s.whereKey(x, id), h)
		}
		if h := k.to[id]; h != 0 {
			sum += mix(s.whereKey(x, id)+1, h)
		}
	}
	return sum
}

func (c *col[T]) refKeys(s *State, x *keyScope, part uint64, k *refKey) {
	for id := Root; id < min(s.n, c.size()); id++ {
		if !c.blank(id) {
			v := c.value(id)
			for i := range c.part.code.fields {
				f := &c.part.code.fields[i]
				if !f.id {
					continue
				}
				if to := ID(f.number(pointer(&v))); to >= s.rules.c.first {
					h := mix(part, f.key)
					k.from[id] += mix(h, s.whereKey(x, to))
					if to < s.n && s.at(to).flags&live != 0 {
						k.to[to] += mix(h, s.whereKey(x, id))
					}
				}
			}
		}
	}
}

// whereKey returns the key of where an element is. In an unordered place, that is the place and what the
// element is.
func (s *State) whereKey(x *keyScope, id ID) uint64 {
	c := s.rules.c
	if id < c.first {
		return c.keys[id]
	}
	if id >= s.n || s.at(id).flags&live == 0 {
		return 0xDEAD
	}
	up := s.at(id).parent
	h := s.whereKey(x, up)
	if !s.isOrdered(up) {
		return mix(h, s.thingKey(x, id))
	}
	n := uint64(1)
	for before := s.at(id).prev; before != 0; before = s.at(before).prev {
		n++
	}
	return mix(h, n)
}

// headKey adds everything that is not on the table to the sum of what is.
func (s *State) headKey(sum uint64) uint64 {
	h := mix(sum, uint64(s.turn)+2|uint64(s.seats)<<8|uint64(s.out)<<16)
	if s.away != 0 {
		h = mix(h, uint64(s.away)<<32)
	}
	if s.left.groups != 0 {
		for seat := range int(s.seats) {
			h = mix(h, uint64(s.left.when[seat]))
		}
	}
	counts := s.countsMoves()
	if counts {
		h = mix(h, uint64(s.moves))
	}
	if s.passes != 0 {
		h = mix(h+1, uint64(s.passes))
	}
	if s.over != running {
		h = mix(h, uint64(s.over)<<32|uint64(s.winners))
		if s.score != nil {
			for _, n := range *s.score {
				h = mix(h, uint64(n))
			}
		}
	}
	if len(s.flow) > 0 {
		h = s.flowKey(h, counts)
	}
	return h
}

// flowKey adds the position in the flow and the secret choices. How often something was done counts only
// where there is a limit.
func (s *State) flowKey(h uint64, counts bool) uint64 {
	c := s.rules.c
	h = mix(h, uint64(s.first)+1)
	if c.continues {
		h = mix(h, uint64(s.flowMover)+2)
	}
	for i := range s.flow {
		f := &s.flow[i]
		n := c.nodes[f.node]
		at, used, done := uint64(f.at), uint64(f.used), uint64(f.done)
		if n.kind == nodeLoop && n.times == nil && n.most == 0 && !counts {
			at = 1
		}
		if n.kind == nodeCall && f.at != 0 {
			at = s.whereKey(c.full, ID(f.at))
		}
		if n.kind == nodeAct && n.max < 0 {
			used = min(used, max(1, uint64(n.min)))
		}
		if n.kind == nodeTogether {
			done &= 1<<uint(s.seats) - 1
		}
		h = mix(mix(h, n.key)+at, used<<40|done<<8|(uint64(f.seat)+2)&0xFF)
		switch {
		case f.list == "":
		case n.kind == nodeTogether && n.max < 0:
			for x := range Seat(s.seats) {
				h = mix(h, min(uint64(s.usedBy(f, x)), max(1, uint64(n.min))))
			}
		case n.kind == nodeForEach && n.over.sort == anElement:
			for i := range len(f.list) / 4 {
				h = mix(h, s.whereKey(c.full, idAt(f.list, i)))
			}
		default:
			h = mix(h, hashText(f.list))
		}
	}
	for i := range s.pending {
		h = s.moveKey(h, &s.pending[i])
	}
	return h
}

// moveKey adds a move that was chosen in secret.
func (s *State) moveKey(h uint64, m *Move) uint64 {
	h = mix(h+uint64(m.Seat), hashText(m.Action))
	a := s.rules.c.byAction[m.Action]
	for i, p := range a.picks {
		if i >= len(m.Picks) {
			break
		}
		h = mix(h, uint64(len(m.Picks[i])))
		var sum uint64
		for _, v := range m.Picks[i] {
			k := uint64(v.N)
			if p.sort == anElement {
				k = s.whereKey(s.rules.c.full, ID(v.N))
			}
			if v.Text != "" {
				k = mix(k, hashText(v.Text))
			}
			if p.several != nil {
				sum += mix(h, k)
			} else {
				h = mix(h, k)
			}
		}
		h += sum
	}
	return h
}
