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
	last    uint64 // the last version drawn
	was     derivedFrom

	marked    uint64  // the version at the innermost mark, 0 if there is none
	displaced []int32 // the slot of each value that was replaced since the outermost mark
	limited   bool    // a value was read that is valid only as long as the Sets of the move
	own       *values // nil if the rules have no derived values
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
		len(w.pending) == len(s.pending) && unsafe.SliceData(w.pending) == unsafe.SliceData(s.pending) && slices.Equal(w.flow, s.flow)
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

// has reports whether a value computed for a version, with Sets of an epoch, is valid.
func (d *derivation) has(s *State, version, epoch uint64) bool {
	s.readsTurn() // what it was computed from is not known
	if version != d.current(s) {
		return false
	}
	if epoch != 0 {
		if epoch != s.a.epoch {
			return false
		}
		d.limited = true
	}
	return true
}

// reset keeps the number of the last version, so that no earlier value is valid.
func (d *derivation) reset(s *State) {
	if d.own == nil && s.rules.c.derived == nil {
		return
	}
	d.version, d.limited = 0, false
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
	d.version, d.was = 0, derivedFrom{}
	if d.own != nil {
		for _, k := range d.own.kept {
			k.drop()
		}
	}
}

type derivationMark struct {
	version   uint64
	last      uint64
	marked    uint64
	displaced int
}

func (d *derivation) mark(s *State) (m derivationMark) {
	if s.values != nil {
		m = derivationMark{d.current(s), d.last, d.marked, len(d.displaced)}
		d.marked = m.version
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
	d.version, d.marked, d.displaced = m.version, m.marked, d.displaced[:min(len(d.displaced), m.displaced)]
	if d.last != m.last { // otherwise it is still recorded
		d.remember(s)
	}
}
