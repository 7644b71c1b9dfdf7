package game

// checkpoint runs after every action, after a called step, after Stuck, and after every step of the flow that
// has written, before the game waits for a seat. docs/flow.md lists the order.
func (t *Tx) checkpoint() {
	if !t.settles() {
		t.leavesAndCalls()
	}
}

// leavesAndCalls is the rest of the checkpoint in a flow: phases end, and called steps begin.
func (t *Tx) leavesAndCalls() {
	t.endPhases()
	t.pushCalls()
	t.did = false
}

// settles applies effects that are due, calls Settle, and checks whether the game has ended.
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

// askEnd checks for the last seat standing, then calls End, which may write. What End writes is settled, but
// End is not called again.
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

// upkeep applies the effects that are due, then calls Settle until a round of it writes nothing. Effects
// scheduled in one round are applied before the next.
func (t *Tx) upkeep() {
	t.doDue()
	if t.rules.Settle == nil {
		return
	}
	for rounds := 0; t.settleOnce(); rounds++ {
		if rounds == maxSettles {
			panic(faultf("Rules.Settle still changes the state after %d rounds: maybe two of its rules undo each other, or one acts without a condition", maxSettles))
		}
	}
}

// settleOnce calls Settle once and reports whether it wrote anything.
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

// Settled reports whether Rules.Settle has nothing to do. That is so after every move, but a position built
// by hand may not be settled; then the next move settles it.
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

// doDue applies the effects that are due before play continues, and those that they schedule.
func (t *Tx) doDue() {
	for t.due(nil, t.Seat, onRest) {
	}
}

// watch is a point in time, to find out later whether anything has really changed since: the table, which
// seats are in the game, which acts next, what is called. Setting a value to what it already is changes
// nothing.
type watch struct {
	journalMark
	over    ending
	follows Seat
	out     uint32
	away    uint32
	calls   int
}

// watch starts keeping the journal, if it is not kept already. Each watch ends with wrote.
func (t *Tx) watch() watch {
	return watch{t.journal.mark(t.State), t.over, t.follows, t.out, t.away, len(t.calls)}
}

// wrote ends a watch and reports whether anything differs from the start of the watch.
func (t *Tx) wrote(w watch) bool {
	changed := t.over != w.over || t.follows != w.follows || t.out != w.out || t.away != w.away ||
		len(t.calls) != w.calls || t.rewrote(w.journalMark)
	t.journal.keep(t.State, &w.journalMark)
	return changed
}
