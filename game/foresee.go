package game

import "strings"

// Foresee plays moves that the seat of a view has chosen on it, each on its own, and returns what each would change on
// the table, in the form of [State.Changes] without the changes of the game itself. It uses only the view, so the
// changes can be shown to the seat before the move is made. They are nil if the view does not tell what will happen:
// if the move is secret, shows a moment, is refused, or involves chance or something that the seat does not see.
func (s *State) Foresee(moves ...Move) [][]Change {
	all := make([][]Change, len(moves))
	if s.view == nil || s.over != running || s.rules.c.sighted && s.hidesValues() {
		return all
	}
	f := s.rules.borrow(s)
	defer s.rules.giveBack(f)
	for i, m := range moves {
		if s.secret(m) {
			continue
		}
		if i > 0 {
			f.Reset(s)
		}
		if f.foresee(m) {
			all[i] = f.foreseen(s)
		}
	}
	return all
}

// hidesValues reports whether values of Parts may be hidden in a view: a Part has its own sight, or things have values
// and some are faceless.
func (s *State) hidesValues() bool {
	if len(s.rules.c.explicit) > 0 {
		return true
	}
	hidden := false
	for id := s.rules.c.first; id < s.n && !hidden; id++ {
		hidden = s.at(id).flags&(live|faceless) == live|faceless
	}
	for slot, c := range s.cols {
		if !hidden || s.hidesPart(slot) {
			continue
		}
		for id := s.rules.c.first; id < min(s.n, c.size()); id++ {
			if !c.blank(id) {
				return true
			}
		}
	}
	return false
}

// foresee plays a move on a fork of a view; it returns whether the view was enough to do so. In a game with hidden
// elements, it does not find out whether the next seat can act: that may depend on them.
func (f *Fork) foresee(m Move) bool {
	t := &f.t
	f.Record(true)
	f.openMove()
	t.arena.faceRead = false
	err := t.foresee(m)
	seen := !t.arena.faceRead && t.moments == 0
	t.staged, t.noChance = false, false
	return err == nil && seen
}

func (t *Tx) foresee(m Move) (err error) {
	defer t.guard(&err)
	t.begin(m.Seat)
	t.noChance = true
	a, r := t.admit(m)
	if r == nil {
		r = t.choose(a, m.Picks, true)
	}
	if r != nil {
		return r
	}
	t.perform(a)
	if !t.rules.c.sighted {
		t.settle()
	}
	t.doing = nil
	return nil
}

// foreseen returns what the move has changed on the table, nil if something faceless has changed.
func (f *Fork) foreseen(before *State) []Change {
	out := []Change{}
	var holders []string
	for _, c := range f.Changes() {
		switch {
		case c.Of == "" || strings.HasPrefix(c.Field, memoryField):
		case strings.Contains(c.Of, ":") && !strings.HasPrefix(c.Of, "new:"):
			return nil
		case c.Field == "@in":
			for _, spot := range []string{c.Was, c.Is} {
				if in, _, _ := strings.Cut(spot, " "); in != "" {
					holders = append(holders, in)
				}
			}
		case f.s.shownField(c.Field):
			out = append(out, c)
		}
	}
	done := map[string]bool{"": true}
	for _, in := range holders {
		if !done[in] {
			done[in] = true
			if c, differ := splice(in, before.handlesIn(in), f.s.handlesIn(in)); differ {
				out = append(out, c)
			}
		}
	}
	sortChanges(out)
	return out
}

// shownField reports whether views have a field of elements.
func (s *State) shownField(field string) bool {
	for slot, name := range s.rules.c.partNames {
		if name == field {
			return !s.hidesPart(slot)
		}
	}
	return true
}

// handlesIn returns the handles of what a view shows in an element, 0 for the faceless.
func (s *State) handlesIn(name string) (all []uint32) {
	for id := s.known(s.nameToID(name)).first; id != 0; id = s.at(id).next {
		all = append(all, s.handleOf(id))
	}
	return all
}
