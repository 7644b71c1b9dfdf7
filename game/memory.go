package game

import (
	"math/bits"
	"slices"
)

// memory is what the observers of a game remember of it: which elements they have in sight,
// by which handles, and which ones they know though they do not see them. It is kept by Play
// and no part of the hash. Once its state is finished, it is never written to again.
type memory struct {
	gen      uint64
	recalled bool            // it was made when the game was under way already
	sight    paged[uint64]   // by element: who sees its face
	known    paged[uint64]   // by element: who knows what it is
	rolled   paged[uint64]   // by element: who does not know what was rolled for it since
	values   []paged[uint64] // by slot of a Part that is declared with Seen: who knows the value
	eyes     []memories      // of the seats, then of the spectators
}

// memories are those of one observer.
type memories struct {
	next    uint32        // handles given so far
	mixings int8          // how many mixings there are
	handle  paged[uint32] // by element, 0 if its face is not in sight
	mixed   paged[uint64] // by element: the mixings it went through since it was known, the latest the highest bit
}

// paged is a long array that is copied page by page when it is written.
type paged[T comparable] struct {
	gen   uint64
	pages []*leaf[T]
}

type leaf[T comparable] struct {
	gen uint64
	v   [pageSize]T
}

func (p *paged[T]) at(id ID) (v T) {
	if pg := int(id >> pageBits); pg < len(p.pages) && p.pages[pg] != nil {
		v = p.pages[pg].v[id&pageMask]
	}
	return v
}

func (p *paged[T]) put(gen uint64, id ID, v T) {
	pg := int(id >> pageBits)
	if p.at(id) == v {
		return
	}
	if p.gen != gen {
		p.pages = append(make([]*leaf[T], 0, max(len(p.pages), pg+1)), p.pages...)
		p.gen = gen
	}
	for pg >= len(p.pages) {
		p.pages = append(p.pages, nil)
	}
	if l := p.pages[pg]; l == nil || l.gen != gen {
		n := &leaf[T]{gen: gen}
		if l != nil {
			n.v = l.v
		}
		p.pages[pg] = n
	}
	p.pages[pg].v[id&pageMask] = v
}

// eyeNo returns which of memory.eyes an observer's bit belongs to.
func (s *State) eyeNo(bit int) int { return min(bit, int(s.seats)) }

// memory returns the memory for writing.
func (t *Tx) memory() *memory {
	if t.mem == nil {
		t.mem = &memory{gen: t.memGen, eyes: make([]memories, t.seats+1)}
	} else if t.mem.gen != t.memGen {
		m := *t.mem
		m.gen, m.eyes, m.values = t.memGen, slices.Clone(m.eyes), slices.Clone(m.values)
		t.mem = &m
	}
	return t.mem
}

// mind begins to keep the memory of the observers, if the game has secrets.
func (t *Tx) mind() {
	if t.rules.c.sighted && t.view == nil {
		t.minding = true
		t.memGen = generations.Add(1)
		t.sightWas = paged[uint64]{}
		if t.mem != nil {
			t.sightWas = t.mem.sight
		}
	}
}

// shuffled makes the observers who do not see the elements in a place lose track of them.
func (t *Tx) shuffled(ids []ID) {
	if t.rules.c.maskSlot >= 0 {
		for _, id := range ids {
			t.unmask(id)
		}
	}
	if t.minding {
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

// left is called when an element has come from a place, where these observers saw it, and these
// saw at least that something was there. Who could not tell the elements there apart, and does
// not see this one now, cannot say which it was.
func (t *Tx) left(id, from ID, saw, there uint64) {
	t.movedNow = append(t.movedNow, id)
	g := t.gazeIn(from)
	guess := t.observers() &^ (saw | t.revealed(id)) // who cannot say which it was, though some see it now
	blind := guess
	if t.at(id).flags&live != 0 {
		blind &^= t.faces(id)
	}
	if g.heap() || g.loose {
		t.lose(t.memory(), id, t.observers()&^saw) // it may come back at once: as another
	}
	if lost := blind &^ there; lost != 0 {
		if t.at(id).flags&live != 0 {
			t.untrack(t.memory(), []ID{id}, []uint64{lost})
		}
	}
	if !g.heap() && !g.loose {
		alike := uint64(0) // for whom the things there cannot be told apart all the same
		if from >= t.rules.c.first && t.at(from).flags&live != 0 {
			alike = t.observers() &^ t.shown(from)
		}
		guess, blind = guess&alike, blind&alike
	}
	if guess == 0 || t.at(from).count == 0 {
		return
	}
	m := t.memory()
	ids := append(t.ids[:0], id)
	for o := t.at(from).first; o != 0; o = t.at(o).next {
		ids = append(ids, o)
	}
	masks := t.blind[:0]
	if sees := guess &^ blind; sees != 0 { // they know which one it was, but not how it had come there
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

// mix makes elements indistinguishable for the observers who are blind for them.
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
		for c := t.known0(id).first; c != 0; c = t.at(c).next {
			in, inBlind = append(in, c), append(inBlind, b&^t.faces(c))
		}
	}
	if in != nil {
		t.untrack(m, in, inBlind) // they go with what holds them
	}
}

// untrack makes observers lose track of elements, and of what lies in them: whatever holds them
// has got lost.
func (t *Tx) untrack(m *memory, ids []ID, blind []uint64) {
	for i, id := range ids {
		if blind[i] == 0 {
			continue
		}
		m.known.put(m.gen, id, m.known.at(id)&^blind[i])
		t.lose(m, id, blind[i])
		t.lost = append(t.lost, reveal{id, blind[i]})
		for c := t.at(id).first; c != 0; c = t.at(c).next {
			t.untrack(m, []ID{c}, []uint64{blind[i] &^ t.faces(c)})
		}
	}
}

// known0 returns the row of an element, an empty one if it has left the game.
func (t *Tx) known0(id ID) *row {
	if r := t.at(id); r.flags&live != 0 {
		return r
	}
	return &noRow
}

// lose makes elements leave the sight of observers, so that they come back as others.
func (t *Tx) lose(m *memory, id ID, who uint64) {
	seen := m.sight.at(id)
	for gone := seen & who; gone != 0; gone &= gone - 1 {
		e := &m.eyes[t.eyeNo(bits.TrailingZeros64(gone))]
		e.handle.put(m.gen, id, 0)
	}
	m.sight.put(m.gen, id, seen&^who)
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
		return n >= 2 // one is no other, and what is mixed already does not become more so
	}
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

// maxMixings is how many mixings an observer remembers one by one.
const maxMixings = 64

// forget makes room for another mixing: those with the same elements, or with one at most,
// tell nothing; if there are no such, the two oldest become one.
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

// Reveal tells the seats what the element is, everyone if none is named: they know it from
// now on, until they lose track of it. It lies there as hidden as before.
func (t *Tx) Reveal(id ID, seats ...Seat) {
	t.writing()
	t.mustMove(id, "revealed")
	for _, x := range seats {
		t.mustSeat(x, true)
	}
	who := eyesOf(seats)
	if len(seats) == 0 {
		who = allEyes
	}
	if t.minding {
		who &= t.observers()
		t.learn(t.memory(), id, who)
		t.reveals = append(t.reveals, reveal{id, who})
	}
}

// RevealOne tells the seats, everyone if none is named, that there is one of the elements: who
// knows none of them gets to know the first.
func (t *Tx) RevealOne(of Set, seats ...Seat) {
	t.writing()
	for _, x := range seats {
		t.mustSeat(x, true)
	}
	if of.Empty() {
		return
	}
	t.mustMove(of.First(), "revealed")
	if !t.minding {
		return
	}
	who := eyesOf(seats)
	if len(seats) == 0 {
		who = t.observers()
	}
	for id := range of.All() {
		who &^= t.faces(id) | t.memory().known.at(id)
	}
	if who &= t.observers(); who != 0 {
		t.learn(t.memory(), of.First(), who)
		t.reveals = append(t.reveals, reveal{of.First(), who})
	}
}

// reveal is what observers were told of an element in this move, or who has lost track of it.
type reveal struct {
	id  ID
	who uint64
}

func (t *Tx) revealed(id ID) uint64 { return whoOf(t.reveals, id) }

func whoOf(all []reveal, id ID) (who uint64) {
	for _, r := range all {
		if r.id == id {
			who |= r.who
		}
	}
	return who
}

// learn makes observers know what an element is.
func (t *Tx) learn(m *memory, id ID, who uint64) {
	known := m.known.at(id)
	for fresh := who &^ known; fresh != 0; fresh &= fresh - 1 {
		e := &m.eyes[t.eyeNo(bits.TrailingZeros64(fresh))]
		if bits.OnesCount64(e.mixed.at(id)) < 2 {
			e.mixed.put(m.gen, id, 0) // else it may have come here by more than one way
		}
	}
	m.known.put(m.gen, id, known|who)
	m.rolled.put(m.gen, id, m.rolled.at(id)&^who)
}

// Knows reports whether the seat knows what the element is: it sees it, or saw it and could
// follow it since.
func (s *State) Knows(seat Seat, id ID) bool {
	if seat >= Seat(s.seats) || seat < Judge {
		seat = Nobody
	}
	if s.Sees(seat, id) == Face {
		return true
	}
	return s.view == nil && s.Alive(id) && s.mem != nil && s.mem.known.at(id)&eye(seat) != 0
}

// remember brings the memory up to date with the move that has ended. If all, whatever was
// written before is not known.
func (t *Tx) remember(all bool) {
	t.stale = false
	if !t.rules.c.sighted || t.view != nil {
		return
	}
	m := t.memory()
	t.rememberRolls(m)
	fresh := t.ids[:0]
	look := func(id ID) {
		if id >= t.rules.c.first && t.update(m, id) {
			fresh = append(fresh, id)
		}
	}
	if all || t.rules.c.ruled {
		for id := t.rules.c.first; id < t.n; id++ {
			look(id)
		}
	} else {
		t.written(look)
	}
	t.ids = fresh
	t.name(m, fresh)
	if t.rules.c.explicit != nil {
		t.rememberValues(m, all)
	}
	t.address(m)
	t.reveals, t.rerolls, t.movedNow = t.reveals[:0], t.rerolls[:0], t.movedNow[:0]
	t.lostTrack, t.lost = slices.Clone(t.lost), t.lost[:0]
}

// rememberRolls notes that values were drawn anew: only who sees them now knows them.
func (t *Tx) rememberRolls(m *memory) {
	for _, c := range t.rerolls {
		mark := uint64(0)
		if c.drawn {
			mark = wasRolled
		}
		switch {
		case t.rules.c.secrets[c.slot].explicit:
			if m.values == nil {
				m.values = make([]paged[uint64], len(t.cols))
			}
			m.values[c.slot].put(m.gen, c.id, mark)
		case c.id >= t.rules.c.first && t.at(c.id).flags&live != 0:
			m.rolled.put(m.gen, c.id, t.observers()&^t.faces(c.id)|mark|m.rolled.at(c.id)&wasRolled)
		}
	}
}

// wasRolled marks what was drawn by Roll, so that a zero counts as drawn, too.
const wasRolled uint64 = 1 << 62

// rememberValues notes who sees the values of Parts that are declared with Seen.
func (t *Tx) rememberValues(m *memory, all bool) {
	if m.values == nil {
		m.values = make([]paged[uint64], len(t.cols))
	}
	for _, slot := range t.rules.c.explicit {
		all = all || t.rules.c.secrets[slot].seen.rule != nil
	}
	if all || t.rules.c.ruled {
		for _, slot := range t.rules.c.explicit {
			c := t.cols[slot]
			for id := Root; id < min(t.n, c.size()); id++ {
				t.rememberValue(m, slot, id)
			}
		}
		return
	}
	for _, e := range t.journal {
		switch slot := int(e.slot) - 1; {
		case slot < 0 || slot == t.rules.c.maskSlot:
			if e.id >= t.rules.c.first {
				for _, slot := range t.rules.c.explicit {
					t.rememberValue(m, slot, e.id)
				}
			}
		case t.rules.c.maskOf[slot] >= 0:
			t.rememberValue(m, t.rules.c.maskOf[slot], e.id)
		case t.rules.c.secrets[slot].explicit:
			t.rememberValue(m, slot, e.id)
		}
	}
}

func (t *Tx) rememberValue(m *memory, slot int, id ID) {
	if id >= t.n || t.at(id).flags&live == 0 || t.cols[slot].blank(id) && m.values[slot].at(id)&wasRolled == 0 {
		m.values[slot].put(m.gen, id, 0)
		return
	}
	var who uint64
	for w := t.observers(); w != 0; w &= w - 1 {
		bit := bits.TrailingZeros64(w)
		seat := Seat(bit)
		if 1<<bit == watchers {
			seat = Nobody
		}
		face, thing := true, true
		if id >= t.rules.c.first {
			face, thing = t.faces(id)>>bit&1 != 0, t.shown(id)>>bit&1 != 0
		}
		if t.seesPart(slot, seat, id, face, thing) {
			who |= 1 << bit
		}
	}
	m.values[slot].put(m.gen, id, m.values[slot].at(id)|who)
}

// recall makes a memory for a state that was reached without keeping one.
func (t *Tx) recall() {
	if t.stale {
		t.memGen = generations.Add(1)
		t.mem = nil
		t.remember(true)
		if t.mem != nil {
			t.mem.recalled = t.State.moves > 0
		}
	}
}

// written visits every element whose row or sight was written in this move once, and what
// lies in them.
func (t *Tx) written(look func(ID)) {
	t.touched = grown(t.touched, int(t.n>>6)+1)
	var visit func(id ID)
	visit = func(id ID) {
		if id >= t.n || t.touched[id>>6]&(1<<(id&63)) != 0 {
			return
		}
		t.touched[id>>6] |= 1 << (id & 63)
		look(id)
		if id >= t.rules.c.first {
			for in := t.at(id).first; in != 0; in = t.at(in).next {
				visit(in)
			}
		}
	}
	for _, e := range t.journal {
		if e.slot == 0 || int(e.slot) == t.rules.c.maskSlot+1 {
			visit(e.id)
		}
	}
}

// update notes who sees an element now; it answers whether somebody did not before.
func (t *Tx) update(m *memory, id ID) bool {
	if t.at(id).flags&live == 0 {
		if m.known.at(id) != 0 || m.sight.at(id) != 0 {
			t.lose(m, id, allEyes)
			m.known.put(m.gen, id, 0)
		}
		m.rolled.put(m.gen, id, 0)
		for i := range m.eyes {
			m.eyes[i].mixed.put(m.gen, id, 0)
		}
		return false
	}
	now, was := t.faces(id), m.sight.at(id)
	if lost := m.known.at(id) &^ now &^ eye(t.Seat); lost != 0 && slices.Contains(t.movedNow, id) && lost&^t.thereIn(id) != 0 {
		lost &^= t.thereIn(id)
		t.untrack(m, []ID{id}, []uint64{lost}) // it may be anywhere
	}
	if now == was {
		if m.rolled.at(id)&now != 0 {
			t.learn(m, id, now)
		}
		return false
	}
	if was&^now != 0 {
		t.lose(m, id, was&^now)
	}
	t.learn(m, id, now)
	return now&^was != 0
}

// name gives handles to elements that have come into sight, in an order that tells nothing
// that cannot be seen.
func (t *Tx) name(m *memory, fresh []ID) {
	if len(fresh) == 0 {
		return
	}
	plain := true
	for _, id := range fresh {
		up := t.at(id).parent
		plain = plain && up < t.rules.c.first && !t.rules.c.gazes[up].loose
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

// address notes on what was said which observers may know the elements it names, and which
// may know where they are.
func (t *Tx) address(m *memory) {
	note := func(args []Arg) (seen, where []uint64) {
		for i, a := range args {
			if id, ok := a.(ID); ok && id >= t.rules.c.first {
				if seen == nil {
					seen, where = make([]uint64, len(args)), make([]uint64, len(args))
				}
				seen[i] = m.sight.at(id) | t.sightWas.at(id) | t.revealed(id)
				where[i] = m.sight.at(id) | t.observers()&^whoOf(t.lost, id)
			}
		}
		return seen, where
	}
	for i := range t.lines {
		t.lines[i].seen, t.lines[i].where = note(t.lines[i].Args)
	}
	for i := range t.notices {
		t.notices[i].seen, t.notices[i].where = note(t.notices[i].Args)
	}
}
