package game

import "slices"

// mayBeClosed reports whether a Switch may skip the phase.
func (c *compiled) mayBeClosed(n *node) bool {
	return n.test != nil || len(n.kids) > 0 && c.nodes[n.kids[0]].kind == nodeSwitch
}

// isOpen reports whether a Switch can run the phase.
func (t *Tx) isOpen(no int16, seat Seat) bool {
	nodes := t.rules.c.nodes
	n := nodes[no]
	if !t.holds(seat, n.test) {
		return false
	}
	if len(n.kids) == 0 || nodes[n.kids[0]].kind != nodeSwitch {
		return true
	}
	return slices.ContainsFunc(nodes[n.kids[0]].kids, func(k int16) bool { return t.isOpen(k, seat) })
}

func (t *Tx) runPhase(n *node, f *frame) {
	seat := f.seat
	switch {
	case f.at == 1:
		t.endPhase(n)
	case f.used == 0 && !t.holds(seat, n.test):
		t.pop()
	default:
		f.at, f.used = 1, 0
		if len(n.kids) > 0 {
			t.push(n.kids[0], seat)
		}
		if t.rules.BeginPhase != nil {
			t.runs(seat, func(t *Tx) { t.rules.BeginPhase(t, n.step.(*Phase)) })
		}
		if t.over == running {
			t.runs(seat, n.begin)
		}
		if t.over == running {
			t.due(n, seat, onStart)
		}
	}
}

// endPhase ends the phase on top of the stack.
func (t *Tx) endPhase(n *node) {
	seat := t.top().seat
	t.pop()
	t.due(n, seat, onEnd)
	if t.over == running {
		t.runs(seat, n.end)
	}
	if t.over == running && t.rules.EndPhase != nil {
		t.runs(seat, func(t *Tx) { t.rules.EndPhase(t, n.step.(*Phase)) })
	}
}

// endPhases ends the phases whose EndIf holds, inner ones first, and settles the table after each.
func (t *Tx) endPhases() {
	for {
		i := t.endsNow()
		if i < 0 {
			return
		}
		for len(t.State.flow) > i && t.over == running {
			t.leave()
		}
		if t.over != running || t.settles() {
			return
		}
	}
}

// endsNow returns the index in the stack of the innermost phase whose EndIf holds, or -1. During a called
// step, the phases around it are not checked, because the caller has not finished yet.
func (t *Tx) endsNow() int {
	if !t.rules.c.endIfs || len(t.calls) > 0 {
		return -1
	}
	for i := len(t.State.flow) - 1; i >= 0; i-- {
		f := &t.State.flow[i]
		n := t.rules.c.nodes[f.node]
		if n.kind == nodeCall {
			return -1
		}
		if n.endIf != nil && f.at > 0 && evaluate(t, f.seat, n.endIf) {
			return i
		}
	}
	return -1
}

// leave ends the step on top of the stack early.
func (t *Tx) leave() {
	f := t.top()
	n := t.rules.c.nodes[f.node]
	switch {
	case n.kind == nodePhase && f.at == 1:
		t.endPhase(n)
		return
	case n.kind == nodeEachSeat && n.name != "" && f.done != 0 && f.used == 0:
		t.due(n, f.seat, onEnd)
	case n.secret:
		t.State.pending = nil
	}
	t.pop()
}
