package game

// ByAction makes Random and Playout choose in two steps: first one of the actions that can be done, each equally
// likely, then one of its moves, each equally likely. Otherwise an action with one move is hardly ever chosen
// beside one with a hundred.
func (f *Fork) ByAction(on bool) { f.only.on = on }

// onlyAction is the action that drawByAction has chosen, of those it can choose from.
type onlyAction struct {
	on   bool
	seat Seat
	a    *action
	all  []seatAction
}

type seatAction struct {
	seat Seat
	a    *action
}

// drawByAction is drawMove of a random action of a seat to act.
func (f *Fork) drawByAction() *action {
	t, o := &f.t, &f.only
	o.all = o.all[:0]
	n, _ := t.resting()
	if n == nil {
		f.addOpen(t.rules.c.actions)
	} else if n.kind == nodeAct && n.min == n.max {
		f.addOpen(n.actions)
	} else {
		for left := t.toAct(); left != 0; left &= left - 1 {
			t.Seat = lowestSeat(left)
			for _, a := range n.actions {
				if t.doing = a; t.allowed(a, t.Seat) == nil && t.meets(a.If) {
					o.all = append(o.all, seatAction{t.Seat, a})
				}
			}
		}
	}
	for len(o.all) > 0 {
		k := int(f.luck.below(uint64(len(o.all))))
		o.seat, o.a = o.all[k].seat, o.all[k].a
		if a := f.drawMove((*Fork).sampleOnly); a != nil {
			return a
		}
		o.all[k] = o.all[len(o.all)-1]
		o.all = o.all[:len(o.all)-1]
	}
	return nil
}

// addOpen adds the actions of the seat to act whose If holds.
func (f *Fork) addOpen(actions []*action) {
	t := &f.t
	for i := t.nextOpen(actions, 0); i < len(actions); i = t.nextOpen(actions, i+1) {
		f.only.all = append(f.only.all, seatAction{t.Seat, actions[i]})
	}
}

// sampleOnly counts the moves of the chosen action.
func (f *Fork) sampleOnly() {
	t := &f.t
	t.begin(t.turn)
	t.Seat, t.doing, t.final = f.only.seat, f.only.a, false
	t.forget(f.only.a)
	f.sample(f.only.a)
}
