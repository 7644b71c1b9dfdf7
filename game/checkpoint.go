package game

// checkpoint comes after every action, after a called step, after Stuck, and after every step of the
// flow that has written, before anybody is waited for. docs/flow.md has its order as a list.
func (t *Tx) checkpoint() {
	if !t.settles() {
		t.leavesAndCalls()
	}
}

// leavesAndCalls is the rest of the checkpoint in a flow: phases end, and what was called begins.
func (t *Tx) leavesAndCalls() {
	t.endPhases()
	t.pushCalls()
	t.did = false
}

// settles does effects that are due, settles the table, and asks whether the game has ended.
func (t *Tx) settles() (over bool) {
	flowing := t.flowing
	t.flowing = true
	t.upkeep()
	if t.over == running && t.State.moves > 0 {
		t.askEnd()
	}
	t.flowing, t.sealed = flowing, t.left.groups
	return t.over != running
}

// askEnd asks whether one seat is left, then End, which may write: what it writes is settled, but End is not asked again.
func (t *Tx) askEnd() {
	if t.lastStanding(); t.rules.End == nil || t.over != running {
		return
	}
	if t.rules.Settle == nil && t.rules.c.waiting == 0 {
		t.rules.End(t)
		return
	}
	w := t.watch()
	t.rules.End(t)
	if t.wrote(w) {
		t.upkeep()
	}
}

// maxSettles is how many rounds of Settle one checkpoint may take.
const maxSettles = 1000

// upkeep does the effects that are due, then calls Settle until a round of it writes nothing. Effects
// that a round schedules are done before the next one.
func (t *Tx) upkeep() {
	t.doDue()
	if t.rules.Settle == nil {
		return
	}
	for rounds := 0; t.settleOnce(); rounds++ {
		if rounds == maxSettles {
			panic(faultf("Rules.Settle still changes something after %d rounds: do two of its rules undo each other, or does one act without asking whether there is something to do?", maxSettles))
		}
	}
}

// settleOnce is one round of Settle. It reports whether that has written anything.
func (t *Tx) settleOnce() bool {
	if t.over != running {
		return false
	}
	seat, w := t.Seat, t.watch()
	t.Seat = Nobody
	t.rules.Settle(t)
	t.Seat = seat
	if !t.wrote(w) {
		return false
	}
	t.doDue()
	return true
}

// Settled reports whether Rules.Settle finds nothing to do, as it is after every move. A position that was
// made by hand may be another matter; then the next move settles it.
func (s *State) Settled() (settled bool, err error) {
	if s.rules.Settle == nil {
		return true, nil
	}
	f := s.rules.borrow(s)
	defer s.rules.giveBack(f)
	t := &f.t
	defer t.guard(&err)
	t.begin(Nobody)
	t.flowing = true
	return !t.settleOnce(), nil
}

// doDue does the effects that are due before the game goes on, and those that they schedule.
func (t *Tx) doDue() {
	for t.due(nil, t.Seat, onRest) {
	}
}

// watch is a point since when it is to be known whether anything has really changed: the table, who is in the
// game, who is to act next, what is called. To set a value to what it is already changes nothing.
type watch struct {
	journalMark
	over    ending
	follows Seat
	out     uint32
	away    uint32
	calls   int
}

// watch begins to keep the journal, if it is not kept already. Each watch ends with wrote.
func (t *Tx) watch() watch {
	return watch{t.journal.mark(t.State), t.over, t.follows, t.out, t.away, len(t.calls)}
}

// wrote ends a watch, and reports whether anything differs from what it was.
func (t *Tx) wrote(w watch) bool {
	changed := t.over != w.over || t.follows != w.follows || t.out != w.out || t.away != w.away || len(t.calls) != w.calls || t.rewrote(w.journalMark)
	t.journal.keep(t.State, &w.journalMark)
	return changed
}
