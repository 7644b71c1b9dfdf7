package game

import "slices"

// ownPending keeps only the viewer's own secret choices.
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

// showFlow translates the elements that the flow names to those of the view.
func (s *State) showFlow(v *State, p *projector) {
	cloned := false
	for i, f := range v.flow {
		n := s.rules.c.nodes[f.node]
		if !n.namesElements() {
			continue
		}
		if !cloned {
			v.flow, cloned = slices.Clone(v.flow), true
		}
		if n.kind == nodeCall {
			v.flow[i].at = int32(p.inView(ID(f.at)))
		} else {
			v.flow[i].list = mapList(f.list, func(k int, id ID) ID {
				if k != int(f.at)-1 {
					return 0 // the progress of others is not shown
				}
				return p.inView(id)
			})
		}
	}
	for i, m := range v.pending {
		v.pending = slices.Clone(v.pending)
		v.pending[i] = s.rules.c.mapMove(m, p.someInView)
	}
}

// someInView is inView, but returns one of several elements that the viewer cannot tell apart.
func (p *projector) someInView(id ID) ID {
	if v := p.inView(id); v != 0 || !p.s.Alive(id) {
		return v
	}
	for e := range p.v.In(p.inView(p.s.Parent(id))) {
		if p.v.Kind(e) == nil {
			return e
		}
	}
	return 0
}

// mapList replaces the elements of a list.
func mapList(list string, to func(i int, id ID) ID) string {
	out := make([]byte, 0, len(list))
	for i := range len(list) / 4 {
		id := to(i, idAt(list, i))
		out = appendID(out, id)
	}
	return string(out)
}

// namesElements reports whether a frame of the node names elements.
func (n *node) namesElements() bool {
	return n.kind == nodeCall || n.kind == nodeForEach && n.over.sort == anElement
}

// names reports whether the flow names elements.
func (s *State) names() bool {
	for i := range s.flow {
		if s.rules.c.nodes[s.flow[i].node].namesElements() {
			return true
		}
	}
	return false
}

// simpleFlow reports whether the flow looks the same to every observer.
func (s *State) simpleFlow() bool { return s.moment > 0 || len(s.pending) == 0 && !s.names() }

// shownFlow is the flow as every observer reads it, if it is simple.
func (s *State) shownFlow() string {
	if s.moment > 0 {
		return ""
	}
	return s.flowText()
}

// swapFlow makes the flow name the elements that now occupy the slots of others.
func (t *Tx) swapFlow(who []ID) {
	for i := range t.State.flow {
		if n := t.rules.c.nodes[t.State.flow[i].node]; n.kind == nodeForEach && n.namesElements() {
			f := &t.stack()[i]
			f.list = mapList(f.list, func(_ int, id ID) ID { return who[id] })
		}
	}
	for i, m := range t.State.pending {
		t.State.pending = slices.Clone(t.State.pending)
		t.State.pending[i] = t.rules.c.mapMove(m, func(id ID) ID { return who[id] })
	}
}

// mapMove replaces the elements that a move names.
func (c *compiled) mapMove(m Move, to func(ID) ID) Move {
	m = m.clone()
	for k, p := range c.byAction[m.Action].picks {
		for j := range m.Picks[k] {
			if p.sort == anElement {
				m.Picks[k][j].N = int64(to(ID(m.Picks[k][j].N)))
			}
		}
	}
	return m
}

// choosePending makes new secret choices for the other seats, or leaves them open; false if one of them could
// not have chosen anything.
func (f *Fork) choosePending(seat Seat, open bool) (ok bool) {
	t := &f.t
	n, _ := t.resting()
	if n == nil || !n.secret || len(t.State.pending) == 0 {
		return true
	}
	if open {
		t.reopen(seat)
		return true
	}
	ok = true
	turn, luck := t.turn, f.luck
	f.luck = quick{on: true, x: uint64(t.Rand.draw(1 << 30))}
	for _, m := range slices.Clone(t.State.pending) {
		if m.Seat == seat {
			continue
		}
		t.Seat, t.turn = m.Seat, m.Seat
		t.withdraw()
		a := f.drawMove(func(f *Fork) {
			for _, a := range n.actions {
				if t.doing = a; !a.ofKernel && t.meets(a.If) {
					t.forget(a)
					f.sample(a)
				}
			}
		})
		if ok = a != nil; !ok {
			break
		}
		if !f.count.drawn {
			f.moves, f.pool = f.moves[:0], f.pool[:0]
			f.poolMove(a)
			f.count.best = f.moves[0]
		}
		t.commit(f.unpack(f.count.best))
		t.setUsed(t.top(), m.Seat, 1)
	}
	t.Seat, t.turn, t.doing, f.luck = Nobody, turn, nil, luck
	t.unpick()
	return ok
}

// reopen takes back the secret choices of the other seats, so that they must act again. The caller checks
// with playable that they can.
func (t *Tx) reopen(seat Seat) {
	for _, m := range t.State.pending {
		if t.Seat = m.Seat; m.Seat != seat {
			t.withdraw()
		}
	}
	t.Seat = Nobody
	if left := t.toAct(); left != 0 {
		t.turn, t.settled = lowestSeat(left), true
	}
}

// playable reports whether the seats the game waits for can act, which everyone knows.
func (t *Tx) playable() bool {
	return t.over != running || !t.settled || t.nobodyIdle()
}

// nobodyIdle reports whether all seats that the game waits for can act.
func (t *Tx) nobodyIdle() bool {
	idle := t.idle()
	t.Seat = Nobody
	t.unpick()
	return idle == Nobody
}
