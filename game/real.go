package game

import "slices"

// Real translates a move chosen on this view to a move of the state. A choice that is not possible is refused
// in the words of the view, so that no refusal reveals a secret. Real is an error on a state that is not a
// view, and refuses moves that were listed or parsed on a state; Play in turn refuses moves of a view. A move
// built by hand does not record where it comes from.
func (s *State) Real(m Move) (Move, error) {
	w := s.view
	switch {
	case w == nil:
		return m, refuse(Malformed, "this is the state, not a view: call Real on the view where the move was chosen; moves of the state can be played directly")
	case w.of == nil:
		return m, refuse(Malformed, "the view was loaded or changed, so its moves cannot be translated: choose them on a View of the state")
	case w.seat != m.Seat && w.seat != Judge:
		return m, refuse(NoSeat, "seat {0} cannot move on another seat's view: use its own", int(m.Seat))
	case w.names == nil:
		return m, nil
	}
	if m.of == ofState {
		return m, refuse(Malformed, "the move was chosen on a state, not on a view: it can be played directly")
	}
	if err := s.allows(m); err != nil {
		return m, err
	}
	a := s.rules.c.byAction[m.Action]
	real := m
	real.of = ofState
	real.Picks = make([][]Value, len(m.Picks))
	for i, values := range m.Picks {
		real.Picks[i] = slices.Clone(values)
		if a.picks[i].sort != anElement {
			continue
		}
		for k, v := range values {
			id := s.originOf(ID(v.N))
			if id == 0 {
				return m, refuse(NotOffered, "{0} cannot be chosen", s.Name(ID(v.N)))
			}
			real.Picks[i][k].N = int64(id)
		}
	}
	return real, nil
}

// allows returns why the move cannot be chosen on the view. What depends on chance is left to the state.
func (s *State) allows(m Move) (err error) {
	f := s.rules.borrow(s)
	defer s.rules.giveBack(f)
	t := &f.t
	err = t.looked(func() {
		t.begin(m.Seat)
		t.noChance = true
		a, r := t.admit(m)
		if r == nil {
			r = t.choose(a, m.Picks, true)
		}
		if r != nil {
			panic(r)
		}
	})
	if err != nil && f.t.chanced {
		return nil
	}
	return err
}

// originOf returns the element of the state for one of the view. Among several that the viewer cannot tell
// apart it draws one, depending only on the state.
func (s *State) originOf(id ID) ID {
	w, first := s.view, s.rules.c.first
	if id < first {
		return id
	}
	i := int(id - first)
	if i >= len(w.origin) {
		return 0
	}
	if w.origin[i] != 0 {
		return w.origin[i]
	}
	in := s.originOf(s.at(id).parent)
	l := w.of.eyes(w.seat)
	g := w.of.sightlineIn(in)
	var heap []ID
	for e := w.of.at(in).first; e != 0; e = w.of.at(e).next {
		if l.handle(e) == 0 && w.of.level(w.seat, g, e) == Counted {
			heap = append(heap, e)
		}
	}
	q := quick{x: mix(w.of.Hash(), uint64(in))}
	for k := len(heap) - 1; k > 0; k-- {
		j := q.below(uint64(k) + 1)
		heap[k], heap[j] = heap[j], heap[k]
	}
	rank, k := 0, 0
	for e := s.at(s.at(id).parent).first; e != 0; e = s.at(e).next {
		if w.origin[e-first] == 0 {
			if e == id {
				rank = k
			}
			k++
		}
	}
	if rank >= len(heap) {
		return 0
	}
	return heap[rank]
}
