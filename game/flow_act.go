package game

import "slices"

// runAct waits for the seat, or moves on if the seat has made all its moves.
func (t *Tx) runAct(n *node, f *frame) (rests bool) {
	if f.at == 0 { // the step begins
		if n.question != nil && !evaluate(t, f.seat, n.question) {
			t.pop()
			return false
		}
		if n.who != nil {
			seat := evaluate(t, f.seat, n.who)
			f = t.top()
			f.seat = seat
			t.mustSeat(seat, true)
		}
		if f.seat == Nobody {
			panic(faultf("step %q has no seat to act: put it into an EachSeat, or let Who return a seat\n%s", n.name,
				t.flowStack()))
		}
		if t.absent()>>uint(f.seat)&1 != 0 {
			t.pop()
			return false
		}
		f.at = 1
	} else if t.actEnds(n, f) {
		t.pop()
		return false
	}
	t.turn, t.settled = f.seat, false
	return true
}

// actEnds reports whether the step has ended for a seat that has moved.
func (t *Tx) actEnds(n *node, f *frame) bool {
	if f.done != 0 || t.absent()>>uint(f.seat)&1 != 0 || n.max >= 0 && f.used >= n.max {
		return true
	}
	moved := f.at == 2
	f.at = 1
	return moved && n.until != nil && evaluate(t, f.seat, n.until)
}

// flowMoved continues after a move.
func (t *Tx) flowMoved(a *action) {
	f := t.top()
	n := t.rules.c.nodes[f.node]
	if n.relay && !a.ofKernel && t.relay(n) {
		return
	}
	f.at = 2 // Until must be checked
	if n.kind == nodeTogether {
		t.passes = 0 // the order of arrival does not matter
		t.togetherMoved(n, f, a)
	} else {
		t.State.flowMover = t.Seat
		t.actMoved(n, f, a)
	}
	if !n.secret { // with secret moves, nothing has happened yet
		t.afterAction()
		t.checkpoint()
	}
	if t.over == running {
		t.runFlow()
	}
}

// actMoved counts a move of a seat.
func (t *Tx) actMoved(n *node, f *frame, a *action) {
	switch {
	case a.ofKernel || n.passes && a.Pass:
		f.done = 1
	case t.follows == f.seat: // the seat acts again, and this move does not count
		t.follows = Nobody
	default:
		f.used = min(f.used+1, maxUsed)
	}
}

// performInFlow performs a move whose picks are chosen, and continues the flow.
func (t *Tx) performInFlow(a *action) {
	n, _ := t.resting()
	t.settled = false
	withdraws := a.Withdraws()
	switch {
	case withdraws:
		t.withdraw()
	case n.secret: // nothing happens yet
		t.commit(t.chosen(a))
	case a.Do != nil:
		a.Do(t)
	}
	t.State.moves++
	switch {
	case t.over != running:
	case withdraws:
		t.runFlow()
	default:
		t.flowMoved(a)
	}
	switch {
	case t.over != running:
		t.closeFlow()
	case withdraws || n.secret && len(t.State.pending) > 0: // the position is the same
		t.past.drop()
		t.keepPosition()
	default:
		t.keepPosition()
	}
}

// chosen returns the move that is currently chosen.
func (t *Tx) chosen(a *action) Move {
	m := Move{Seat: t.Seat, Action: a.Name, Picks: t.keptPicks.take(len(a.picks))}
	for i, p := range a.picks {
		c := &t.picked[p.slot]
		if c.n == 0 {
			continue
		}
		m.Picks[i] = t.keptValues.take(c.n)
		if p.several != nil || p.repeat {
			copy(m.Picks[i], c.all)
		} else {
			m.Picks[i][0] = c.last
		}
	}
	return m
}

// choices returns the actions that the current step offers.
func (t *Tx) choices() []*action {
	if t.rules.c.nodes == nil {
		return t.rules.c.actions
	}
	if n, _ := t.resting(); n != nil {
		return n.actions
	}
	return t.rules.c.actions
}

// Simulation asks often, and reads none of the reasons.
var (
	nobodyActs    = NewLine("no seat can act now")
	nothingChosen = NewLine("there is no choice to take back")
	alreadyChosen = NewLine("you have already chosen")
	oneMoreFirst  = NewLine("one more move must be made first")
)

// allowed returns why the flow does not let the seat do this now.
func (t *Tx) allowed(a *action, seat Seat) *Line {
	if t.rules.c.nodes == nil {
		return nil
	}
	n, f := t.resting()
	if n == nil || !n.rests() {
		return nobodyActs
	}
	if !slices.Contains(n.actions, a) {
		return NewLine("it is not available in {0}", n.label)
	}
	used := int(f.used)
	if n.kind == nodeTogether {
		used = t.usedBy(f, seat)
	}
	committed := n.secret && t.committed(seat)
	switch {
	case a.Withdraws():
		if !committed {
			return nothingChosen
		}
	case committed:
		return alreadyChosen
	case (a.ofKernel || n.passes && a.Pass) && used < int(n.min):
		if left := int(n.min) - used; left > 1 {
			return NewLine("{0} more moves must be made first", left)
		}
		return oneMoreFirst
	}
	return nil
}
