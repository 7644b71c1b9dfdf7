package game

import (
	"bytes"
	"math/bits"
	"slices"
)

// memory is what the observers of a game remember: which elements they have in sight, by which handles, and
// which ones they know without seeing them. Play keeps it up to date; it is not part of the hash. Once its
// state is finished, it is never written to again.
type memory struct {
	gen      uint64
	recalled bool            // it was made in the middle of a game
	sight    paged[uint64]   // by element: who sees its face
	known    paged[uint64]   // by element: who knows what it is
	rolled   paged[uint64]   // by element: who knew it, but may be wrong now: it was rolled since, or may be another one
	values   []paged[uint64] // by slot of a Part declared with Seen: who knows the value
	eyes     []memories      // of the seats, then of the spectators
}

// memories are those of one observer.
type memories struct {
	next    uint32        // handles given so far
	mixings int8          // how many mixings there are
	handle  paged[uint32] // by element, 0 if its face is not in sight
	mixed   paged[uint64] // by element: the mixings it went through since it was known; the latest is the highest bit
}

// eyeNo returns the index in memory.eyes for an observer's bit.
func (s *State) eyeNo(bit int) int { return min(bit, int(s.seats)) }

// memory returns the memory for writing.
func (t *Tx) memory() *memory {
	t.version = 0
	if t.mem == nil {
		t.mem = &memory{gen: t.memGen, eyes: make([]memories, t.seats+1)}
	} else if t.mem.gen != t.memGen {
		m := *t.mem
		m.gen, m.eyes, m.values = t.memGen, slices.Clone(m.eyes), slices.Clone(m.values)
		t.mem = &m
	}
	return t.mem
}

// trackMemory starts keeping the observers' memory, if the game has secrets.
func (t *Tx) trackMemory() {
	if t.rules.c.sighted && t.view == nil {
		t.trackingMemory = true
		t.memGen = generations.Add(1)
		t.memWas = t.mem
	}
}

// lose takes elements out of observers' sight, so that they come back under different names.
func (t *Tx) lose(m *memory, id ID, who uint64) {
	seen := m.sight.at(id)
	for gone := seen & who; gone != 0; gone &= gone - 1 {
		e := &m.eyes[t.eyeNo(bits.TrailingZeros64(gone))]
		e.handle.put(m.gen, id, 0)
	}
	m.sight.put(m.gen, id, seen&^who)
}

// learn makes observers know what an element is.
func (t *Tx) learn(m *memory, id ID, who uint64) {
	known := m.known.at(id)
	t.doubt(m, id, t.at(id).parent, who)
	for fresh := who &^ known; fresh != 0; fresh &= fresh - 1 {
		e := &m.eyes[t.eyeNo(bits.TrailingZeros64(fresh))]
		if bits.OnesCount64(e.mixed.at(id)) < 2 && whoOf(t.tied, id)&fresh&-fresh == 0 {
			e.mixed.put(m.gen, id, 0) // otherwise it may have come here in more than one way
		}
	}
	m.known.put(m.gen, id, known|who)
	m.rolled.put(m.gen, id, m.rolled.at(id)&^who)
}

// doubt is called when observers are shown an element that they could not tell from others in a place. If they knew
// that one like it was there, it may be the same one: they are not told any more that it is there.
func (t *Tx) doubt(m *memory, id, in ID, who uint64) {
	g := t.sightlineIn(in)
	if who &^= g.faces | m.known.at(id)&^m.rolled.at(id); who == 0 || !g.heap() && !g.loose || t.memWas == nil {
		return
	}
	for o := t.at(in).first; o != 0 && who != 0; o = t.at(o).next {
		b := who & m.known.at(o) & t.memWas.known.at(o) &^ t.faces(o) &^ m.rolled.at(o)
		if b != 0 && o != id && t.twins(o, id) {
			m.rolled.put(m.gen, o, m.rolled.at(o)|b)
			who &^= b
		}
	}
}

// twins reports whether two elements have the same kind and the same values.
func (t *Tx) twins(a, b ID) bool {
	for slot, c := range t.cols {
		if !t.rules.c.secrets[slot].inner && !bytes.Equal(c.encode(nil, t.State, a), c.encode(nil, t.State, b)) {
			return false
		}
	}
	return t.at(a).kind == t.at(b).kind
}

// Knows reports whether the seat knows what the element is: it sees it, or saw it and could follow it since.
func (s *State) Knows(seat Seat, id ID) bool {
	seat = s.observer(seat)
	if s.Sees(seat, id) == Face {
		return true
	}
	return s.view == nil && s.Alive(id) && s.mem != nil && s.mem.known.at(id)&eyeBit(seat) != 0
}

// remember updates the memory with the move that has ended. If all is set, nothing written before is known.
func (t *Tx) remember(all bool) {
	t.stale = false
	if !t.rules.c.sighted || t.view != nil {
		return
	}
	t.recollect(all)
	t.shownNow, t.lostTrack = slices.Clone(t.reveals), slices.Clone(t.lost)
	t.reveals, t.rerolls, t.movedNow, t.lost = t.reveals[:0], t.rerolls[:0], t.movedNow[:0], t.lost[:0]
	t.since = stageStart{}
}

// recollect updates the memory with the stage of the move that has ended.
func (t *Tx) recollect(all bool) {
	t.stale = false
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
		t.visitWritten(look)
	}
	t.ids = fresh
	t.tieKnown(m)
	t.name(m, fresh)
	if t.rules.c.explicit != nil {
		t.rememberValues(m, all)
	}
	t.address(m)
}

// rememberRolls records that values were drawn again: only those who see them now know them.
func (t *Tx) rememberRolls(m *memory) {
	for _, c := range t.rerolls[t.since.rerolls:] {
		alone := c.slot == noSlot || !t.rules.c.secrets[c.slot].hasMemory() // those who know the element do not know this
		mark := uint64(0)
		if c.drawn {
			mark = wasRolled
		}
		switch {
		case alone && t.at(c.id).flags&live != 0:
			if who := m.known.at(c.id) &^ t.faces(c.id); who != 0 {
				m.rolled.put(m.gen, c.id, m.rolled.at(c.id)|who)
			}
		case alone:
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

// wasRolled marks what was drawn by Roll, so that a zero counts as drawn too.
const wasRolled uint64 = 1 << 62

// rememberValues records who sees the values of Parts declared with Seen.
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
	for _, e := range t.writes[t.since.writes:] {
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
		seat := seatOf(bit)
		face, thing := true, true
		if id >= t.rules.c.first {
			face, thing = t.faces(id)>>bit&1 != 0, t.visibleTo(id)>>bit&1 != 0
		}
		if t.seesPart(slot, seat, id, face, thing) {
			who |= 1 << bit
		}
	}
	m.values[slot].put(m.gen, id, m.values[slot].at(id)|who)
}

// recall makes a memory for a state that was reached without keeping one.
func (t *Tx) recall() {
	if t.stale && !t.recallDeal(t.State.dealing) {
		t.memGen = generations.Add(1)
		t.mem = nil
		t.remember(true)
		if t.mem != nil {
			t.mem.recalled = t.State.moves > 0
		}
	}
}

// visitWritten visits every element whose row or sight was written in this stage of the move once, and its
// contents.
func (t *Tx) visitWritten(look func(ID)) {
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
	for _, e := range t.writes[t.since.writes:] {
		if e.slot == 0 || int(e.slot) == t.rules.c.maskSlot+1 {
			visit(e.id)
		}
	}
}

// update records who sees an element now; it reports whether an observer did not see it before.
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
	if lost := m.known.at(id) &^ now &^ eyeBit(t.Seat); lost != 0 && slices.Contains(t.movedNow[t.since.moved:], id) &&
		lost&^t.thereWithin(id) != 0 {
		lost &^= t.thereWithin(id)
		t.untrack(m, []ID{id}, []uint64{lost}) // it may be anywhere
	}
	if now == was {
		if m.rolled.at(id)&now != 0 {
			t.learn(m, id, now)
		}
		return false
	}
	if gone := was &^ now; gone != 0 {
		if lost := gone &^ t.stillThere(id); lost != 0 {
			t.untrack(m, []ID{id}, []uint64{lost})
		}
		t.lose(m, id, gone)
	}
	t.learn(m, id, now)
	return now&^was != 0
}

// stillThere returns the observers who know where an element is that has gone out of their sight. The others
// saw it until now, but cannot see whether it is still there and would not see it leave: if they knew it for
// as long as it stays, they would know that it has not moved.
func (t *Tx) stillThere(id ID) uint64 {
	if t.staysPut(id) {
		return t.observers()
	}
	who := t.revealed(id)
	if slices.Contains(t.movedNow, id) {
		who |= eyeBit(t.Seat)
	}
	if t.sightlineIn(t.at(id).parent).byOwner {
		who |= eyeBit(t.at(id).owner) &^ watchers // by Hide
	}
	there := t.thereWithin(id)
	for up := t.at(id).parent; up >= t.rules.c.first; up = t.at(up).parent {
		there &= t.thereWithin(up)
	}
	return who | there
}

// staysPut reports whether the places around an element decide who sees it, and not where other elements are
// or who owns it. If so, it can only have gone out of sight by Hide or AsDeclared.
func (t *Tx) staysPut(id ID) bool {
	for ; id >= t.rules.c.first; id = t.at(id).parent {
		if g := t.sightlineIn(t.at(id).parent); g.rule != nil || g.byOwner {
			return false
		}
	}
	return true
}

// address records, for the messages of this stage of the move, which observers may know the elements they
// name and which may know where they are. For earlier messages, an observer knows where elements are as long
// as they have stayed in sight.
func (t *Tx) address(m *memory) {
	note := func(args []any) (seen, where []uint64) {
		for i, a := range args {
			if id, ok := a.(ID); ok && id >= t.rules.c.first {
				if seen == nil {
					seen, where = make([]uint64, len(args)), make([]uint64, len(args))
				}
				seen[i] = m.sight.at(id) | t.memWas.saw(id) | t.revealed(id)
				where[i] = m.sight.at(id) | t.observers()&^whoOf(t.lost[t.since.lost:], id)
			}
		}
		return seen, where
	}
	for i := range t.lines {
		l := &t.lines[i]
		if i < t.since.lines {
			l.where = t.stillSeen(m, l.Args, l.where)
		} else {
			l.seen, l.where = note(l.Args)
		}
	}
	for i := range t.notices {
		n := &t.notices[i]
		if i < t.since.notices {
			n.where = t.stillSeen(m, n.Args, n.where)
		} else {
			n.seen, n.where = note(n.Args)
		}
	}
}

// stillSeen returns which of the observers who knew where the arguments are still know.
func (t *Tx) stillSeen(m *memory, args []any, where []uint64) []uint64 {
	where = slices.Clone(where)
	for i := range where {
		id, _ := args[i].(ID)
		for left := where[i]; left != 0; left &= left - 1 {
			bit := bits.TrailingZeros64(left)
			no := t.eyeNo(bit)
			if h := m.eyes[no].handle.at(id); h == 0 || h != t.memWas.eyes[no].handle.at(id) {
				where[i] &^= 1 << bit
			}
		}
	}
	return where
}

// saw returns who saw the face of an element.
func (m *memory) saw(id ID) uint64 {
	if m == nil {
		return 0
	}
	return m.sight.at(id)
}
