package game

import "slices"

// CanAct reports whether the seat could make a move in the step that is on top of the flow, as if it were to act
// in it: also where it is the turn of another (Turn stays what it is), or the seat has made all its moves. Where nobody acts in that step, and without a
// Flow, all actions count. It only looks. So End, which comes before Stuck, can tell mate from a draw:
//
//	if inCheck(t, t.Turn()) && !t.CanAct(t.Turn()) {
//		t.Win(t.Seat)
//	}
//
// A condition that asks CanAct of the seat it is asked for goes round in a circle, which is a Fault. Where a
// move exists or not cannot be proved, the seat can act.
func (t *Tx) CanAct(seat Seat) bool {
	t.mustSeat(seat, false)
	if t.over != running || t.absent()>>uint(seat)&1 != 0 {
		return false
	}
	if t.answering>>uint(seat)&1 != 0 {
		panic(faultf("CanAct of %s is asked while it is being answered: one of the conditions that answer it (If, When, From, Check) asks it again", seat))
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

// begins reports whether a seat that begins to act in the step on top is offered the action.
func (t *Tx) begins(a *action) bool {
	n, _ := t.resting()
	if a.ofKernel || n == nil || !n.rests() {
		return !a.ofKernel
	}
	return slices.Contains(n.actions, a) && !(n.passes && a.Pass && n.min > 0)
}

// chooseApart begins to choose without touching what is chosen.
func (c *choosing) chooseApart() {
	apart := c.aside
	if len(apart) != len(c.picked) {
		apart = make([]picked, len(c.picked))
	}
	c.picked, c.aside = apart, nil
	c.unpick()
	c.visits, c.anyText, c.asking, c.listening = maxVisits, false, nil, false
	c.proving, c.gaveUp = false, false
}
