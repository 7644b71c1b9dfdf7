package game

// ByAction makes Random and Playout choose in two steps: first one of the actions that can be done, each equally
// likely, then one of its moves, each equally likely. Otherwise an action with one move is hardly ever chosen
// when another action has a hundred. ByAction has no effect where several seats choose at the same time, or a
// seat may stop.
func (f *Fork) ByAction(on bool) { f.only.on = on }

// onlyAction is the action that drawByAction has chosen, of those it can choose from.
type onlyAction struct {
	on  bool
	a   *action
	all []*action
}

// drawByAction is drawMove of a random action of the seat to act.
func (f *Fork) drawByAction() *action {
	t, o := &f.t, &f.only
	t.begin(t.turn)
	o.all = o.all[:0]
	actions := t.rules.c.actions
	if n, _ := t.resting(); n != nil {
		actions = n.actions
	}
	for i := t.nextOpen(actions, 0); i < len(actions); i = t.nextOpen(actions, i+1) {
		o.all = append(o.all, actions[i])
	}
	for len(o.all) > 0 {
		k := int(f.luck.below(uint64(len(o.all))))
		o.a = o.all[k]
		if a := f.drawMove((*Fork).sampleOnly); a != nil {
			return a
		}
		o.all[k] = o.all[len(o.all)-1]
		o.all = o.all[:len(o.all)-1]
	}
	return nil
}

// sampleOnly counts the moves of the chosen action.
func (f *Fork) sampleOnly() {
	t := &f.t
	t.begin(t.turn)
	t.doing, t.final = f.only.a, false
	t.forget(f.only.a)
	f.sample(f.only.a)
}
