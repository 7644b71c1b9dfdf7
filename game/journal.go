package game

import "slices"

// mark is a point that a Tx can go back to.
type mark struct {
	journal   int
	rows      int
	n         ID
	turn      turnState
	rng       *source
	randOwned bool
	logging   bool
	drew      bool
	fast      quick
	past      *chain
	lines     int
	notices   int
	budget    int
	mem       *memory
	memGen    uint64
	reveals   int
	rerolls   int
	lost      int
	moved     int
	frames    int // where the frames of the flow are kept
	flow      []frame
	flowOwned bool
	pending   []Move
	calls     int
}

// were returns the frames of the flow at the mark.
func (m *mark) were(t *Tx) []frame {
	if m.flowOwned {
		return t.framesWere[m.frames : m.frames+len(m.flow)]
	}
	return m.flow
}

// mark begins to keep the journal, if it is not kept already.
func (t *Tx) mark() mark {
	m := mark{len(t.journal), len(t.rowsWere), t.n, t.turnState, t.rng, t.randOwned, t.logging, t.drew, t.fast, t.past,
		len(t.lines), len(t.notices), t.budget, t.mem, t.memGen, len(t.reveals), len(t.rerolls), len(t.lost), len(t.movedNow),
		len(t.framesWere), t.State.flow, t.flowOwned, t.pending, len(t.calls)}
	if t.flowOwned {
		t.framesWere = append(t.framesWere, t.State.flow...)
	}
	if t.minding {
		t.memGen = generations.Add(1)
	}
	t.logging = true
	t.randOwned = false
	return m
}

// keep gives a mark up: what was written since stays.
func (t *Tx) keep(m mark) {
	t.logging = m.logging
	t.framesWere = t.framesWere[:m.frames]
	t.randOwned = t.randOwned || m.randOwned
	if !t.logging {
		t.dropJournal()
	}
}

// dropJournal forgets what was written so far.
func (t *Tx) dropJournal() {
	t.journal, t.rowsWere = t.journal[:0], t.rowsWere[:0]
	for _, c := range t.cols {
		if c.logLen() > 0 {
			c.dropLog()
		}
	}
}

// rollback takes back every write since the mark, last first.
func (t *Tx) rollback(m mark) {
	rows := len(t.rowsWere)
	for i := len(t.journal) - 1; i >= m.journal; i-- {
		e := t.journal[i]
		if e.slot > 0 {
			t.cols[e.slot-1].undo()
			continue
		}
		rows--
		r := t.at(e.id)
		if t.piles != nil && r.parent != t.rowsWere[rows].parent && e.id >= t.rules.c.first {
			t.piled(e.id, r.parent, false)
			t.piled(e.id, t.rowsWere[rows].parent, true)
		}
		*r = t.rowsWere[rows]
	}
	for _, e := range t.journal[m.journal:] {
		if e.slot > 0 {
			continue
		}
		if int(e.id>>6) < t.span {
			t.refresh(e.id)
		}
		if up := t.at(e.id).parent; up >= t.rules.c.lowest() {
			t.refresh(up)
		}
	}
	t.journal, t.rowsWere = t.journal[:m.journal], t.rowsWere[:m.rows]
	t.n, t.turnState, t.rng, t.randOwned = m.n, m.turn, m.rng, m.randOwned
	t.logging, t.drew, t.fast, t.past = m.logging, m.drew, m.fast, m.past
	t.lines, t.notices = t.lines[:m.lines], t.notices[:m.notices]
	t.budget = m.budget
	t.State.flow, t.pending, t.calls = m.flow, m.pending, t.calls[:min(len(t.calls), m.calls)]
	if t.flowOwned = m.flowOwned; m.flowOwned {
		t.frames = append(t.frames[:0], m.were(t)...)
		t.State.flow = t.frames
	}
	t.framesWere = t.framesWere[:m.frames]
	t.mem, t.memGen, t.reveals = m.mem, m.memGen, t.reveals[:m.reveals]
	t.rerolls, t.lost = t.rerolls[:m.rerolls], t.lost[:m.lost]
	t.movedNow = t.movedNow[:m.moved]
}

// lowest is the first ID that can hold something.
func (c *compiled) lowest() ID { return ID(2 + c.maxSeats) }

// firstWrites visits every row and cell that was written since the mark once, with the index of
// its value before the first of those writes.
func (t *Tx) firstWrites(m mark, onRow func(id ID, was *row), onCell func(slot int, id ID, i int)) {
	rows := m.rows
	t.touched = grown(t.touched, int(t.n>>6)+1)
	for _, e := range t.journal[m.journal:] {
		if e.slot > 0 || onRow == nil {
			continue
		}
		if i, bit := e.id>>6, uint64(1)<<(e.id&63); t.touched[i]&bit == 0 {
			t.touched[i] |= bit
			onRow(e.id, &t.rowsWere[rows])
		}
		rows++
	}
	for slot, c := range t.cols {
		n := c.logLen()
		if n == 0 {
			continue
		}
		t.touched = grown(t.touched, int(t.n>>6)+1)
		for i := t.logStart(m, slot); i < n; i++ {
			id := c.wasID(i)
			if w, bit := id>>6, uint64(1)<<(id&63); t.touched[w]&bit == 0 {
				t.touched[w] |= bit
				onCell(slot, id, i)
			}
		}
	}
}

// logStart answers where the log of a column stood at the mark.
func (t *Tx) logStart(m mark, slot int) int {
	if m.journal == 0 {
		return 0
	}
	n := t.cols[slot].logLen()
	for _, e := range t.journal[m.journal:] {
		if int(e.slot) == slot+1 {
			n--
		}
	}
	return n
}

// grown answers the words, all zero and at least n.
func grown(w []uint64, n int) []uint64 {
	if n > cap(w) {
		return make([]uint64, n+n/4)
	}
	w = w[:n]
	clear(w)
	return w
}

// changedSince reports whether anything differs from what it was at the mark.
func (t *Tx) changedSince(m mark) bool {
	now, was := t.turnState, m.turn
	now.score, was.score = nil, nil
	now.settled, was.settled = false, false
	now.inPast, was.inPast = false, false
	now.before, was.before = nil, nil
	if now != was || t.drew != m.drew || !slices.Equal(t.State.flow, m.were(t)) {
		return true
	}
	changed := false
	t.firstWrites(m, func(id ID, was *row) {
		changed = changed || *was != *t.at(id)
	}, func(slot int, id ID, i int) {
		changed = changed || !t.cols[slot].sameWas(i, id)
	})
	return changed
}

// rehash brings the hash of the table up to date with the journal.
func (t *Tx) rehash() {
	sum := t.sum
	t.firstWrites(mark{}, func(id ID, was *row) {
		if id >= t.rules.c.first {
			sum += t.rowHash(id, t.at(id)) - t.rowHash(id, was)
		}
	}, func(slot int, id ID, i int) {
		c := t.cols[slot]
		sum += t.cellHash(slot, id, c.hash(t.State, id)) - t.cellHash(slot, id, c.hashWas(t.State, i))
	})
	t.sum, t.kept = sum, true
}
