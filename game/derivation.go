package game

import (
	"slices"
	"unsafe"
)

// derivation tells a fork whether its derived values are still valid, by a version of the state.
//
// Writing a row or a value sets the version to 0, and the next question draws a new one. The other, small
// fields are compared with what they were when the version was drawn, so nothing needs to report that it
// changes them. Versions never repeat, but going back to a mark brings back the version that was valid there,
// and the values with it.
type derivation struct {
	version uint64 // of the state as it is; 0 if it was written to since
	placed  uint64 // of the elements, and the Parts that values of FromElements depend on; 0 if one was written to since
	last    uint64 // the last version drawn
	was     derivedFrom

	marked    uint64  // the last version that was valid at the innermost mark, 0 if there is none
	displaced []int32 // the slot of each value that was replaced since the outermost mark
	limited   bool    // a value was read whose Sets may not last as long as those of a value of FromElements
	own       *values // nil if the rules have no derived values
	rooms     rooms
}

// rooms are the rooms of values that were replaced, the oldest first. The Sets of each are valid until its epoch ends;
// then it can be used again.
type rooms struct {
	all  []retired
	from int // those before are in use again
}

type retired struct {
	*room
	epoch uint64
}

// exchange retires a room, which may be nil, and returns another one.
func (x *rooms) exchange(old *room, epoch uint64) *room {
	if old != nil {
		x.all = append(x.all, retired{old, epoch})
	}
	if x.from == len(x.all) || x.all[x.from].epoch == epoch {
		return new(room)
	}
	r := x.all[x.from].room
	if x.from++; x.from > len(x.all)/2 {
		x.all = x.all[:copy(x.all, x.all[x.from:])]
		x.from = 0
	}
	r.used, r.next = 0, 0
	return r
}

// derivedFrom is the data a version was drawn for, apart from rows and columns.
type derivedFrom struct {
	turn    turnState
	n       ID
	past    pastMark
	mem     *memory
	pending []Move
	flow    []frame
}

// stands reports whether the state is still the one the version was drawn for.
func (d *derivation) stands(s *State) bool {
	w := &d.was
	w.turn.settled = s.settled // the effect of settling alone is not visible
	return w.turn == s.turnState && w.n == s.n && s.past.isAt(&w.past) && w.mem == s.mem &&
		len(w.pending) == len(s.pending) && unsafe.SliceData(w.pending) == unsafe.SliceData(s.pending) &&
		slices.Equal(w.flow, s.flow)
}

// current returns the version of the state.
func (d *derivation) current(s *State) uint64 {
	if d.version == 0 || !d.stands(s) {
		d.last++
		d.version = d.last
		d.remember(s)
	}
	return d.version
}

// remember records what the version was drawn for.
func (d *derivation) remember(s *State) {
	w := &d.was
	w.turn, w.n, w.past, w.mem, w.pending = s.turnState, s.n, s.past.mark(), s.mem, s.pending
	w.flow = append(w.flow[:0], s.flow...)
}

// versionOf returns the version of what a value depends on.
func (d *derivation) versionOf(f *derivedFacts, s *State) uint64 {
	if !f.elements {
		return d.current(s)
	}
	if d.placed == 0 {
		d.last++
		d.placed = d.last
	}
	return d.placed
}

// has reports whether a value computed for a version, or for an epoch of it, is valid.
func (d *derivation) has(f *derivedFacts, s *State, version, epoch uint64) bool {
	if f.elements {
		if version != d.placed || epoch != 0 && epoch != s.a.epoch {
			return false
		}
		d.limited = d.limited || epoch != 0
		return true
	}
	if version != d.version {
		return false
	}
	s.readsTurn() // what it was computed from is not known
	if version != d.current(s) {
		return false
	}
	d.limited = d.limited || f.pointers
	return true
}

// reset keeps the number of the last version, so that no earlier value is valid.
func (d *derivation) reset(s *State) {
	if d.own == nil && s.rules.c.derived == nil {
		return
	}
	d.version, d.placed, d.limited = 0, 0, false
	d.was = derivedFrom{flow: d.was.flow[:0]}
	d.forget()
	switch {
	case s.rules.c.derived == nil:
		d.own = nil
	case d.own == nil || d.own.by != d:
		d.own = newValues(s)
		d.own.by = d
	}
	if s.values = d.own; s.values != nil {
		s.values.asked = s.values.asked[:0]
	}
}

// forget drops what going back would need.
func (d *derivation) forget() {
	d.marked, d.displaced = 0, d.displaced[:0]
	if d.own != nil {
		for _, k := range d.own.kept {
			k.forget()
		}
	}
}

// drop releases values that could refer to others.
func (d *derivation) drop() {
	d.version, d.placed, d.was = 0, 0, derivedFrom{}
	if d.own != nil {
		for _, k := range d.own.kept {
			k.drop()
		}
	}
}

type derivationMark struct {
	version   uint64
	placed    uint64
	last      uint64
	marked    uint64
	displaced int
}

func (d *derivation) mark(s *State) (m derivationMark) {
	if s.values != nil {
		m = derivationMark{version: d.current(s), placed: d.placed, marked: d.marked, displaced: len(d.displaced)}
		m.last = d.last
		d.marked = max(m.version, m.placed)
	}
	return m
}

func (d *derivation) keep(m *derivationMark) {
	if d.marked = m.marked; d.marked == 0 && len(d.displaced) > 0 {
		d.forget()
	}
}

// rollback must run last, because it records what the other roles have put back.
func (d *derivation) rollback(s *State, m *derivationMark) {
	for i := len(d.displaced) - 1; i >= m.displaced; i-- {
		d.own.kept[d.displaced[i]].undo()
	}
	d.version, d.placed, d.marked, d.displaced = m.version, m.placed, m.marked,
		d.displaced[:min(len(d.displaced), m.displaced)]
	if d.last != m.last { // otherwise it is still recorded
		d.remember(s)
	}
}
