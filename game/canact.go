package game

import "slices"

// CanAct reports whether the seat could make a move in the step on top of the flow if it were to act there,
// even if it is another seat's turn (Turn does not change) or the seat has made all its moves. If no seat
// acts in that step, or there is no Flow, all actions count. CanAct only reads. In End, which runs before
// Stuck, it tells mate from a draw:
//
//	if inCheck(t, t.Turn()) && !t.CanAct(t.Turn()) {
//		t.Win(t.Seat)
//	}
//
// A condition that calls CanAct for the seat it is evaluated for calls itself, which is a Fault. If it takes
// too long to find out whether a move exists, CanAct returns true.
func (t *Tx) CanAct(seat Seat) bool {
	t.mustSeat(seat, false)
	if t.over != running || t.absent()>>uint(seat)&1 != 0 {
		return false
	}
	if t.answering>>uint(seat)&1 != 0 {
		panic(faultf("CanAct of %s calls itself: one of the conditions it evaluates (If, When, From, Check) calls it again",
			seat))
	}
	was, doing, looking, choosing := t.Seat, t.doing, t.looking, t.choosing
	t.answering |= 1 << uint(seat)
	t.Seat, t.looking = seat, true
	t.chooseApart()
	can := slices.ContainsFunc(t.rules.c.actions, func(a *action) bool {
		t.doing = a
		return t.begins(a) && t.doable(a)
	})
	apart, held := t.picked, t.held
	t.choosing = choosing
	t.aside, t.held = apart, held[:len(choosing.held)]
	t.Seat, t.doing, t.looking = was, doing, looking
	t.answering &^= 1 << uint(seat)
	return can
}

// begins reports whether the step on top offers the action to a seat that starts acting in it.
func (t *Tx) begins(a *action) bool {
	n, _ := t.resting()
	if a.ofKernel || n == nil || !n.rests() {
		return !a.ofKernel
	}
	return slices.Contains(n.actions, a) && !(n.passes && a.Pass && n.min > 0)
}

// chooseApart starts a separate choice, leaving the current one untouched.
func (c *choosing) chooseApart() {
	apart := c.aside
	if len(apart) != len(c.picked) {
		apart = make([]picked, len(c.picked))
	}
	c.picked, c.aside = apart, nil
	c.unpick()
	c.visits, c.anyText, c.asking, c.listening = maxVisits, false, nil, false
	c.proving, c.gaveUp, c.sole = false, false, false
}
