package game

import "slices"

// journal records what was there before each write, while it is turned on.
type journal struct {
	logging  bool
	writes   []write
	rowsWere []row // of the writes that are rows; the columns keep the cells
}

// write is one write that can be undone: a row when slot is 0, otherwise a cell.
type write struct {
	id   ID
	slot int16
}

func (j *journal) reset() { j.logging, j.writes, j.rowsWere = false, j.writes[:0], j.rowsWere[:0] }

type journalMark struct {
	logging bool
	writes  int
	rows    int
	n       ID
}

// mark starts keeping the journal, if it is not kept already.
func (j *journal) mark(s *State) journalMark {
	m := journalMark{j.logging, len(j.writes), len(j.rowsWere), s.n}
	j.logging = true
	return m
}

func (j *journal) keep(s *State, m *journalMark) {
	if j.logging = m.logging; !j.logging {
		j.forget(s)
	}
}

// forget drops what was recorded so far.
func (j *journal) forget(s *State) {
	if len(j.writes) == 0 {
		return
	}
	j.writes, j.rowsWere = j.writes[:0], j.rowsWere[:0]
	for _, c := range s.cols {
		if c.logLen() > 0 {
			c.dropLog()
		}
	}
}

// rollback undoes every write since the mark, last first.
func (j *journal) rollback(s *State, m *journalMark) {
	if k := s.keys; k != nil && k.on {
		k.rolledBack(j.writes[m.writes:])
	}
	rows := len(j.rowsWere)
	for i := len(j.writes) - 1; i >= m.writes; i-- {
		e := j.writes[i]
		if e.slot > 0 {
			s.cols[e.slot-1].undo()
			if s.rules.c.followers != nil {
				s.lasting.written(s.rules, int(e.slot-1), e.id)
			}
			continue
		}
		rows--
		r := s.at(e.id)
		if s.piles != nil && r.parent != j.rowsWere[rows].parent && e.id >= s.rules.c.first {
			s.piled(e.id, r.parent, false)
			s.piled(e.id, j.rowsWere[rows].parent, true)
		}
		was := &j.rowsWere[rows]
		if r.last == was.last && r.owner == was.owner {
			j.writes[i].slot = sameTop
		}
		*r = *was
	}
	for _, e := range j.writes[m.writes:] {
		if e.slot != 0 {
			continue
		}
		if int(e.id>>6) < s.span {
			s.refresh(e.id)
		}
		if up := s.at(e.id).parent; up >= s.rules.c.lowest() {
			s.refresh(up)
		}
	}
	j.writes, j.rowsWere = j.writes[:m.writes], j.rowsWere[:m.rows]
	j.logging, s.n = m.logging, m.n
}

// sameTop stands for the slot of a restored row that does not affect the occupancy.
const sameTop = -1

// lowest is the first ID that can hold something.
func (c *compiled) lowest() ID { return ID(2 + c.maxSeats) }

// firstWrites visits every row and cell written since the mark once, with the index of its value before the
// first of those writes.
func (t *Tx) firstWrites(m journalMark, onRow func(id ID, was *row), onCell func(slot int, id ID, i int)) {
	rows := m.rows
	t.touched = grown(t.touched, int(t.n>>6)+1)
	for _, e := range t.writes[m.writes:] {
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

// logStart returns where the log of a column was at the mark.
func (t *Tx) logStart(m journalMark, slot int) int {
	if m.writes == 0 {
		return 0
	}
	n := t.cols[slot].logLen()
	for _, e := range t.writes[m.writes:] {
		if int(e.slot) == slot+1 {
			n--
		}
	}
	return n
}

// grown returns the words, all zero and at least n of them.
func grown(w []uint64, n int) []uint64 {
	if n > cap(w) {
		return make([]uint64, n+n/4)
	}
	w = w[:n]
	clear(w)
	return w
}

// changedSince reports whether anything differs from the state at the mark.
func (t *Tx) changedSince(m mark) bool {
	now, was := t.turnState, m.turn
	now.score, was.score = nil, nil
	now.settled, was.settled = false, false
	now.inPast, was.inPast = false, false
	if now != was || t.drew != m.drew || !slices.Equal(t.State.flow, m.were(&t.flowRun)) {
		return true
	}
	return t.rewrote(m.journalMark)
}

// rewrote reports whether a row or a value differs from the state at the mark.
func (t *Tx) rewrote(m journalMark) bool {
	if len(t.writes) == m.writes {
		return false
	}
	changed := false
	t.firstWrites(m, func(id ID, was *row) {
		changed = changed || *was != *t.at(id)
	}, func(slot int, id ID, i int) {
		changed = changed || !t.cols[slot].sameWas(i, id)
	})
	return changed
}

// rehash updates the hash of the table from the journal.
func (t *Tx) rehash() {
	sum := t.sum
	t.firstWrites(journalMark{}, func(id ID, was *row) {
		if id >= t.rules.c.first {
			sum += t.rowHash(id, t.at(id)) - t.rowHash(id, was)
		}
	}, func(slot int, id ID, i int) {
		c := t.cols[slot]
		sum += t.cellHash(slot, id, c.hash(t.State, id)) - t.cellHash(slot, id, c.hashWas(t.State, i))
	})
	t.sum, t.kept = sum, true
}
