package game

// passFlow skips a seat that can do nothing.
func (t *Tx) passFlow(seat Seat) {
	t.inPast = false
	f := t.top()
	n := t.rules.c.nodes[f.node]
	switch {
	case n.kind == nodeTogether:
		if t.usedBy(f, seat) < int(n.min) {
			t.stuck(n, seat)
		}
		t.top().done |= 1 << uint(seat)
	default:
		if f.used == 0 && t.rules.c.passing {
			t.passes++
		}
		if f.used < n.min {
			t.stuck(n, seat)
		}
		t.top().done = 1
	}
	if t.over == running {
		t.runFlow()
	}
}

// stuck is called when a seat should act and cannot.
func (t *Tx) stuck(n *node, seat Seat) {
	t.Seat, t.doing = seat, nil
	if t.rules.Stuck != nil {
		t.finishes(t.rules.Stuck)
		t.did = true
	} else if n.must {
		panic(faultf("in step %q, %s can do nothing but must make %d moves: lower Min, or add Rules.Stuck\n%s", n.name, seat,
			n.min, t.flowStack()))
	}
}

// settleFlow skips seats that can do nothing, until the game waits for one that can act.
func (t *Tx) settleFlow() (passed bool) {
	seat := t.Seat
	for range maxPassed * int(t.seats) {
		if t.over != running {
			t.closeFlow()
			t.Seat = seat
			return passed
		}
		idle := t.idle()
		if idle == Nobody {
			t.Seat, t.settled = seat, true
			return passed
		}
		passed = true
		t.passFlow(idle)
	}
	t.Seat, t.doing = t.turn, nil
	if t.rules.Deadlock == nil || !t.finishes(t.rules.Deadlock) {
		panic(faultf("no seat can do anything, in any round of the flow: add a Rules.Deadlock that ends the game\n%s",
			t.flowStack()))
	}
	t.closeFlow()
	t.Seat = seat
	return true
}

// idle returns a seat the game waits for, although it can do nothing.
func (t *Tx) idle() Seat {
	for left := t.toAct(); left != 0; left &= left - 1 {
		if x := lowestSeat(left); !t.canAct(x) {
			return x
		}
	}
	return Nobody
}
