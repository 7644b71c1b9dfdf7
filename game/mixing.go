package game

import "math/bits"

// shuffled makes the observers who do not see the elements in a place lose track of them.
func (t *Tx) shuffled(ids []ID) {
	if t.rules.c.maskSlot >= 0 {
		for _, id := range ids {
			t.unmask(id)
		}
	}
	if t.trackingMemory {
		var few [64]uint64
		blind := few[:0]
		for _, id := range ids {
			b := t.observers() &^ t.faces(id)
			blind = append(blind, b)
			if b != 0 && len(ids) > 1 {
				t.lost = append(t.lost, reveal{id, b})
			}
		}
		t.mix(ids, blind)
	}
}

// departed is called when an element has left a place. saw are the observers who saw it there, there those
// who saw at least that something was there. Observers who could not tell the elements there apart, and do
// not see this one now, do not know which one it was.
func (t *Tx) departed(id, from ID, saw, there uint64) {
	t.movedNow = append(t.movedNow, id)
	if from >= t.rules.c.first {
		t.untie(t.memory(), id, t.observers())
	}
	g := t.sightlineIn(from)
	guess := t.observers() &^ (saw | t.revealed(id)) // who does not know which one it was, though some see it now
	blind := guess
	if t.at(id).flags&live != 0 {
		blind &^= t.faces(id)
	}
	if g.heap() || g.loose {
		t.lose(t.memory(), id, t.observers()&^saw) // it may come back at once, under a different name
	}
	if lost := blind &^ there; lost != 0 && t.at(id).flags&live != 0 {
		t.untrack(t.memory(), []ID{id}, []uint64{lost})
	}
	if !g.heap() && !g.loose {
		alike := uint64(0) // who cannot tell the elements there apart anyway
		if from >= t.rules.c.first && t.at(from).flags&live != 0 {
			alike = t.observers() &^ t.visibleTo(from)
		}
		guess, blind = guess&alike, blind&alike
	}
	if guess == 0 || t.at(from).count == 0 {
		return
	}
	m := t.memory()
	t.doubt(m, id, from, guess&^blind)
	ids := append(t.ids[:0], id)
	for o := t.at(from).first; o != 0; o = t.at(o).next {
		ids = append(ids, o)
	}
	masks := t.blind[:0]
	if sees := guess &^ blind; sees != 0 { // they know which one it was, but not how it got there
		for _, o := range ids {
			b := sees &^ m.known.at(o)
			if o != id {
				b &^= t.faces(o)
			}
			masks = append(masks, b)
		}
		for ; sees != 0; sees &= sees - 1 {
			t.mixFor(m, bits.TrailingZeros64(sees), ids, masks)
		}
	}
	masks = append(masks[:0], blind)
	for _, o := range ids[1:] {
		masks = append(masks, blind&^t.faces(o))
	}
	t.ids, t.blind = ids, masks
	t.mix(ids, masks)
}

// mix makes elements indistinguishable for the observers who cannot see them.
func (t *Tx) mix(ids []ID, blind []uint64) {
	var all uint64
	for _, b := range blind {
		all |= b
	}
	m := t.memory()
	for left := all; left != 0; left &= left - 1 {
		bit := bits.TrailingZeros64(left)
		if !t.mixFor(m, bit, ids, blind) {
			all &^= 1 << bit
		}
	}
	if all == 0 {
		return
	}
	var in []ID
	var inBlind []uint64
	for i, id := range ids {
		b := blind[i] & all
		if b == 0 {
			continue
		}
		m.known.put(m.gen, id, m.known.at(id)&^b)
		t.lose(m, id, b)
		for c := t.known(id).first; c != 0; c = t.at(c).next {
			in, inBlind = append(in, c), append(inBlind, b&^t.faces(c))
			t.tie(m, c, id, b&t.faces(c))
		}
	}
	if in != nil {
		t.untrack(m, in, inBlind) // they move with their holder
	}
}

// tie records that observers see an element in another one while that is mixed: they can recognize it by the
// element, if they still see the element when the move has ended. Nothing else marks an element that is known
// and was not mixed itself.
func (t *Tx) tie(m *memory, id, in ID, who uint64) {
	if who != 0 {
		t.tied = append(t.tied, reveal{id, who})
	}
	for ; who != 0; who &= who - 1 {
		e := &m.eyes[t.eyeNo(bits.TrailingZeros64(who))]
		if mixed := e.mixed.at(in); mixed != 0 {
			e.mixed.put(m.gen, id, 1<<(63-bits.LeadingZeros64(mixed)))
		}
	}
}

// tieKnown forgets what tie recorded for observers who do not see the elements after all.
func (t *Tx) tieKnown(m *memory) {
	for _, x := range t.tied {
		for left := x.who &^ m.known.at(x.id); left != 0; left &= left - 1 {
			e := &m.eyes[t.eyeNo(bits.TrailingZeros64(left))]
			if bits.OnesCount64(e.mixed.at(x.id)) == 1 {
				e.mixed.put(m.gen, x.id, 0)
			}
		}
	}
	t.tied = t.tied[:0]
}

// untie forgets what tie recorded: the element has left the other one, or the observers lose track of it.
func (t *Tx) untie(m *memory, id ID, who uint64) {
	who &= m.known.at(id) | whoOf(t.tied, id)
	for i := range t.tied {
		if t.tied[i].id == id {
			t.tied[i].who &^= who
		}
	}
	for ; who != 0; who &= who - 1 {
		e := &m.eyes[t.eyeNo(bits.TrailingZeros64(who))]
		if bits.OnesCount64(e.mixed.at(id)) == 1 {
			e.mixed.put(m.gen, id, 0)
		}
	}
}

// untrack makes observers lose track of elements and their contents, because they have lost track of what
// holds them.
func (t *Tx) untrack(m *memory, ids []ID, blind []uint64) {
	for i, id := range ids {
		if blind[i] == 0 {
			continue
		}
		t.untie(m, id, blind[i])
		m.known.put(m.gen, id, m.known.at(id)&^blind[i])
		t.lose(m, id, blind[i])
		t.lost = append(t.lost, reveal{id, blind[i]})
		for c := t.at(id).first; c != 0; c = t.at(c).next {
			t.untrack(m, []ID{c}, []uint64{blind[i] &^ t.faces(c)})
		}
	}
}

// mixFor is mix for one observer; false if there is nothing to lose track of.
func (t *Tx) mixFor(m *memory, bit int, ids []ID, blind []uint64) bool {
	e, b := &m.eyes[t.eyeNo(bit)], uint64(1)<<bit
	n, same, first := 0, true, uint64(0)
	for i, id := range ids {
		if blind[i]&b == 0 {
			continue
		}
		was := e.mixed.at(id)
		if m.known.at(id)&b != 0 {
			was = 0
		}
		if n == 0 {
			first = was
		}
		same = same && was == first && was != 0
		n++
	}
	if n < 2 || same {
		return n >= 2 // a single element cannot be confused, and what is mixed already stays mixed
	}
	t.supersede(m, e, b, ids, blind)
	if e.mixings == maxMixings {
		e.forget(m, t.n)
	}
	k := uint64(1) << e.mixings
	e.mixings++
	for i, id := range ids {
		if blind[i]&b == 0 {
			continue
		}
		if m.known.at(id)&b != 0 {
			e.mixed.put(m.gen, id, k)
		} else {
			e.mixed.put(m.gen, id, e.mixed.at(id)|k)
		}
	}
	return true
}

// supersede forgets the mixings that a new mixing of these elements makes obsolete: all elements that went
// through such a mixing go through the new one, and none of them went through another remembered mixing in
// between, by which it could have got out. Where everything is gathered and shuffled again, nothing older is
// left.
func (t *Tx) supersede(m *memory, e *memories, b uint64, ids []ID, blind []uint64) {
	t.touched = grown(t.touched, int(t.n>>6)+1)
	for i, id := range ids {
		if blind[i]&b != 0 {
			t.touched[id>>6] |= 1 << (id & 63)
		}
	}
	gone := uint64(1)<<e.mixings - 1
	for id := t.rules.c.first; id < t.n && gone != 0; id++ {
		if t.touched[id>>6]>>(id&63)&1 == 0 {
			gone &^= e.mixed.at(id)
		}
	}
	if gone == 0 {
		return
	}
	for was := uint64(0); was != gone; {
		was = gone
		for i, id := range ids {
			mixed := e.mixed.at(id)
			if stays := mixed &^ gone; blind[i]&b != 0 && m.known.at(id)&b == 0 && stays != 0 {
				gone &^= mixed & (1<<(bits.Len64(stays)-1) - 1)
			}
		}
	}
	for i, id := range ids {
		if mixed := e.mixed.at(id); blind[i]&b != 0 && mixed&gone != 0 {
			e.mixed.put(m.gen, id, mixed&^gone)
		}
	}
	for e.mixings > 0 && gone>>(e.mixings-1)&1 != 0 {
		e.mixings--
	}
}

// maxMixings is how many mixings an observer remembers individually.
const maxMixings = 64

// forget makes room for another mixing. Mixings with the same elements, or with at most one, carry no
// information and are dropped; if there are none, the two oldest are merged.
func (e *memories) forget(m *memory, n ID) {
	var count [maxMixings]int
	var sum [maxMixings]uint64
	for id := ID(0); id < n; id++ {
		for w := e.mixed.at(id); w != 0; w &= w - 1 {
			k := bits.TrailingZeros64(w)
			count[k]++
			sum[k] += mix(uint64(id), 0x317)
		}
	}
	var to [maxMixings]int8
	left := int8(0)
	for k := range to {
		to[k] = left
		switch {
		case count[k] < 2 || k > 0 && sum[k] == sum[k-1]:
			to[k] = -1
		default:
			left++
		}
	}
	if left == maxMixings {
		for k := 1; k < maxMixings; k++ {
			to[k]--
		}
		left--
	}
	for id := ID(0); id < n; id++ {
		was := e.mixed.at(id)
		if was == 0 {
			continue
		}
		is := uint64(0)
		for w := was; w != 0; w &= w - 1 {
			if k := to[bits.TrailingZeros64(w)]; k >= 0 {
				is |= 1 << k
			}
		}
		e.mixed.put(m.gen, id, is)
	}
	e.mixings = left
}
