package game

import (
	"cmp"
	"slices"
)

// label returns the label of the element, "" if it has none.
func (s *State) label(id ID) string {
	if id > Root && id <= Root+ID(s.seats) {
		return s.rules.SeatName(Seat(id - Root - 1))
	}
	k := s.Kind(id)
	switch {
	case k == nil:
		return ""
	case k.Label != nil:
		return k.Label(s, id)
	}
	return k.Look.Label
}

// labelOrName returns the name people see for the kind: the label of its look, or its name.
func (k *Kind) labelOrName() string { return cmp.Or(k.Look.Label, k.Name) }

// calling returns the element's label, or the name of its kind if it has no label.
func (s *State) calling(id ID) string {
	if label := s.label(id); label != "" {
		return label
	}
	if k := s.Kind(id); k != nil {
		return k.Name
	}
	return ""
}

// named finds elements among some by their names or labels, no element twice. If one is not there, it returns
// that word.
func (s *State) named(words []string, among []ID) (found []ID, missing string) {
	found = make([]ID, len(words))
	for i, word := range words {
		if id := s.Find(word); slices.Contains(among, id) {
			found[i] = id
		}
	}
	for i, word := range words {
		if found[i] != 0 {
			continue
		}
		k := slices.IndexFunc(among, func(id ID) bool { return !slices.Contains(found, id) && s.calling(id) == word })
		if k < 0 || s.Find(word) != 0 {
			return nil, word
		}
		found[i] = among[k]
	}
	return found, ""
}

// parseLabel finds the element that a seat means by a label, among those that it sees and can choose after
// the earlier picks.
func (s *State) parseLabel(seat Seat, a *action, before [][]Value, p *pick, word string) (v Value, r *Refusal) {
	missing := refuse(NotOffered, "there is no {0}", quote(clip(word)))
	if !s.seesCalled(seat, word) {
		return v, missing
	}
	r = s.offering(seat, a, before, missing, func(t *Tx) *Refusal {
		ids := t.callings(p, seat, word, before[len(before)-1])
		if len(ids) == 0 {
			return missing
		}
		for _, id := range ids[1:] {
			if !t.alike(seat, ids[0], id) {
				return refuse(NotOffered, "several different ones are called {0}: use the name of the one you mean",
					quote(clip(word)))
			}
		}
		v.N = int64(ids[0])
		return nil
	})
	return v, r
}

// seesCalled reports whether the seat sees anything with this label.
func (s *State) seesCalled(seat Seat, word string) (some bool) {
	f := s.rules.borrow(s)
	defer s.rules.giveBack(f)
	err := f.t.looked(func() {
		for id := range s.All() {
			some = some || s.Sees(seat, id) == Face && s.calling(id) == word
		}
	})
	return some && err == nil
}

// callings returns the elements with this label that a seat can choose, in their order on the table. If the
// pick accepts none of them, it returns those that the pick refuses, because the pick explains why.
func (t *Tx) callings(p *pick, seat Seat, word string, chosen []Value) []ID {
	var open, closed []ID
	o := t.options(p)
	for k := range o.len() {
		v := o.at(k)
		id := ID(v.N)
		switch {
		case id < t.rules.c.first || t.Sees(seat, id) != Face || t.calling(id) != word:
		case !p.repeat && slices.Contains(chosen, v):
		case t.accepts(p, v):
			open = append(open, id)
		default:
			closed = append(closed, id)
		}
	}
	if open == nil {
		open = closed
	}
	return t.inTableOrder(SetOf(open...))
}

// alike reports whether two elements look the same to a seat: they are in one place, and nothing tells them
// apart.
func (t *Tx) alike(seat Seat, a, b ID) bool {
	x, y := t.at(a), t.at(b)
	if x.parent != y.parent || x.kind != y.kind || x.owner != y.owner || x.count+y.count > 0 {
		return false
	}
	for slot, c := range t.cols {
		if t.rules.c.secrets[slot].inner {
			continue
		}
		sees := func(id ID) bool { return t.view != nil || t.seesPart(slot, seat, id, true, true) }
		if sees(a) != sees(b) || sees(a) && string(c.encode(nil, t.State, a)) != string(c.encode(nil, t.State, b)) {
			return false
		}
	}
	return true
}
