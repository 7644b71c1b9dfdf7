package game

import (
	"cmp"
	"math/bits"
	"slices"
)

// tableOrder sorts elements in ordered places by their position.
func (t *Tx) tableOrder(ids []ID) {
	slices.SortFunc(ids, func(a, b ID) int {
		return cmp.Or(cmp.Compare(t.at(a).parent, t.at(b).parent), cmp.Compare(a, b))
	})
	for from := 0; from < len(ids); {
		up, to := t.at(ids[from]).parent, from+1
		for to < len(ids) && t.at(ids[to]).parent == up {
			to++
		}
		if to-from > 1 {
			t.touched = grown(t.touched, int(t.n>>6)+1)
			for _, id := range ids[from:to] {
				t.touched[id>>6] |= 1 << (id & 63)
			}
			i := from
			for id := t.at(up).first; id != 0; id = t.at(id).next {
				if t.touched[id>>6]&(1<<(id&63)) != 0 {
					ids[i] = id
					i++
				}
			}
		}
		from = to
	}
}

// nameEach assigns handles observer by observer, if the order on the table is not the same for all: in
// unordered places, elements are named by what can be seen of them, and those that look alike at random.
func (t *Tx) nameEach(m *memory, fresh []ID) {
	var all uint64
	now := make([]uint64, len(fresh))
	for i, id := range fresh {
		now[i] = t.faces(id)
		all |= now[i] &^ m.sight.at(id)
	}
	for who := all; who != 0; who &= who - 1 {
		bit := bits.TrailingZeros64(who)
		o := namer{t: t, m: &m.eyes[t.eyeNo(bit)], seat: seatOf(bit), looks: map[ID]string{}}
		for i, id := range fresh {
			if (now[i]&^m.sight.at(id))>>bit&1 != 0 {
				o.add(id)
			}
		}
		o.name(m)
	}
	for i, id := range fresh {
		m.sight.put(m.gen, id, now[i])
	}
}

// namer assigns handles to elements that have come into the sight of one observer.
type namer struct {
	t      *Tx
	m      *memories
	seat   Seat
	levels [][]ID // by how many elements they are nested in
	looks  map[ID]string
}

func (o *namer) add(id ID) {
	depth := 0
	for up := o.t.at(id).parent; up >= o.t.rules.c.first; up = o.t.at(up).parent {
		depth++
	}
	for depth >= len(o.levels) {
		o.levels = append(o.levels, nil)
	}
	o.levels[depth] = append(o.levels[depth], id)
}

func (o *namer) name(m *memory) {
	for _, ids := range o.levels {
		slices.SortFunc(ids, o.compare)
		for _, id := range ids {
			o.m.next++
			o.m.handle.put(m.gen, id, o.m.next)
		}
	}
}

// compare orders two elements by where they are.
func (o *namer) compare(a, b ID) int {
	t := o.t
	up, other := t.at(a).parent, t.at(b).parent
	if up != other {
		return o.compareHolders(up, other)
	}
	if t.sightlineIn(up).loose {
		return cmp.Or(cmp.Compare(o.look(a), o.look(b)), cmp.Compare(o.luck(a), o.luck(b)))
	}
	for id := t.at(a).next; id != 0; id = t.at(id).next {
		if id == b {
			return -1
		}
	}
	return 1
}

func (o *namer) compareHolders(a, b ID) int {
	first := o.t.rules.c.first
	if a < first || b < first {
		return cmp.Compare(a, b)
	}
	if x, y := o.m.handle.at(a), o.m.handle.at(b); x != 0 || y != 0 {
		return cmp.Compare(x, y)
	}
	return o.compare(a, b)
}

// luck decides between elements that look alike.
func (o *namer) luck(id ID) uint64 { return mix(o.t.rng.hash()+uint64(o.seat), uint64(id)) }

// look is everything the observer sees of an element, as text.
func (o *namer) look(id ID) string {
	if text, ok := o.looks[id]; ok {
		return text
	}
	t := o.t
	r := t.at(id)
	face := t.faces(id)&eyeBit(o.seat) != 0
	var text []byte
	if face {
		text = append(text, t.rules.c.kinds[r.kind-1].Name...)
	}
	for slot, c := range t.cols {
		if !c.blank(id) && t.seesPart(slot, o.seat, id, face, true) && !c.refers() {
			text = append(text, ' ')
			text = c.encode(text, t.State, id)
		}
	}
	text = append(text, ' ')
	text = append(text, ownerText(r, true)...)
	for in := r.first; in != 0; in = t.at(in).next {
		switch level := t.level(o.seat, t.sightlineIn(id), in); {
		case t.faces(in)&eyeBit(o.seat) != 0 || level == Back:
			text = append(append(text, '('), o.look(in)...)
			text = append(text, ')')
		case level == Counted:
			text = append(text, "(?)"...)
		}
	}
	o.looks[id] = string(text)
	return o.looks[id]
}

// name assigns handles to elements that have come into sight, in an order that reveals nothing hidden.
func (t *Tx) name(m *memory, fresh []ID) {
	if len(fresh) == 0 {
		return
	}
	plain := true
	for _, id := range fresh {
		up := t.at(id).parent
		plain = plain && up < t.rules.c.first && !t.rules.c.sights[up].loose
	}
	if plain || len(fresh) == 1 {
		if len(fresh) > 1 {
			t.tableOrder(fresh)
		}
		for _, id := range fresh {
			now := t.faces(id)
			t.nameFor(m, id, now&^m.sight.at(id))
			m.sight.put(m.gen, id, now)
		}
		return
	}
	t.nameEach(m, fresh)
}

// nameFor gives an element a handle for each of these observers.
func (t *Tx) nameFor(m *memory, id ID, who uint64) {
	for ; who != 0; who &= who - 1 {
		e := &m.eyes[t.eyeNo(bits.TrailingZeros64(who))]
		e.next++
		e.handle.put(m.gen, id, e.next)
	}
}
