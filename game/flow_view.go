package game

import "slices"

// ownPending keeps of the moves that are chosen in secret those that the viewer has chosen.
func (s *State) ownPending(v *State) {
	if len(s.pending) == 0 || v.view.seat == Judge {
		return
	}
	v.pending = nil
	for _, m := range s.pending {
		if m.Seat == v.view.seat {
			v.pending = []Move{m}
		}
	}
}

// showFlow makes the elements that the flow names those of the view.
func (s *State) showFlow(v *State, p *projector) {
	cloned := false
	for i, f := range v.flow {
		n := s.rules.c.nodes[f.node]
		if n.kind != nodeForEach && n.kind != nodeCall {
			continue
		}
		if !cloned {
			v.flow, cloned = slices.Clone(v.flow), true
		}
		if n.kind == nodeCall {
			v.flow[i].at = int32(p.inView(ID(f.at)))
		} else {
			v.flow[i].list = mapList(f.list, p.inView)
		}
	}
	for i, m := range v.pending {
		a := s.rules.c.byAction[m.Action]
		m = m.clone()
		for k, values := range m.Picks {
			for j := range values {
				if a.picks[k].sort == anElement {
					values[j].N = int64(p.inView(ID(values[j].N)))
				}
			}
		}
		v.pending = slices.Clone(v.pending)
		v.pending[i] = m
	}
}

// mapList replaces the elements of a list.
func mapList(list string, to func(ID) ID) string {
	out := make([]byte, 0, len(list))
	for i := range len(list) / 4 {
		id := to(idAt(list, i))
		out = append(out, byte(id), byte(id>>8), byte(id>>16), byte(id>>24))
	}
	return string(out)
}

// names reports whether the flow names elements.
func (s *State) names() bool {
	for i := range s.flow {
		if k := s.rules.c.nodes[s.flow[i].node].kind; k == nodeForEach || k == nodeCall {
			return true
		}
	}
	return false
}

// simpleFlow reports whether every observer reads the flow alike.
func (s *State) simpleFlow() bool { return len(s.pending) == 0 && !s.names() }

// swapFlow makes the flow name the elements that have got the slots of others.
func (t *Tx) swapFlow(who []ID) {
	for i := range t.State.flow {
		if t.rules.c.nodes[t.State.flow[i].node].kind == nodeForEach {
			f := &t.stack()[i]
			f.list = mapList(f.list, func(id ID) ID { return who[id] })
		}
	}
}

// choosePending chooses anew what other seats than this one have chosen in secret.
func (f *Fork) choosePending(seat Seat) {
	t := &f.t
	n, _ := t.resting()
	if n == nil || !n.secret || len(t.State.pending) == 0 {
		return
	}
	turn, luck := t.turn, f.luck
	f.luck = quick{on: true, x: uint64(t.Rand.draw(1 << 30))}
	for _, m := range slices.Clone(t.State.pending) {
		if m.Seat == seat {
			continue
		}
		t.Seat, t.turn = m.Seat, m.Seat
		t.withdraw()
		f.count.total = 0
		for _, a := range n.actions {
			if t.doing = a; !a.ofKernel && t.test(a.If) == nil {
				t.forget(a)
				f.sample(a)
			}
		}
		t.commit(f.chosenOr(m))
		t.setUsed(t.top(), m.Seat, 1)
	}
	t.Seat, t.turn, t.doing, f.luck = Nobody, turn, nil, luck
	t.unpick()
}

func (f *Fork) chosenOr(m Move) Move {
	if f.count.total > 0 {
		return f.unpack(f.count.best)
	}
	return m
}
