package game

// Reveal tells the seats what the element is, or everyone if none is given: they know it from now on, until
// they lose track of it. The element itself stays hidden.
func (t *Tx) Reveal(id ID, seats ...Seat) {
	t.writing()
	t.mustMove(id, "revealed")
	for _, x := range seats {
		t.mustSeat(x, true)
	}
	who := eyeBits(seats)
	if len(seats) == 0 {
		who = allEyes
	}
	if t.trackingMemory {
		who &= t.observers()
		t.learn(t.memory(), id, who)
		t.reveals = append(t.reveals, reveal{id, who})
	}
}

// RevealOne tells the seats, or everyone if none is given, that one of the elements is there: a seat that
// knows none of them learns the first.
func (t *Tx) RevealOne(of Set[ID], seats ...Seat) {
	t.writing()
	for _, x := range seats {
		t.mustSeat(x, true)
	}
	if of.Empty() {
		return
	}
	t.mustMove(of.First(), "revealed")
	if !t.trackingMemory {
		return
	}
	who := eyeBits(seats)
	if len(seats) == 0 {
		who = t.observers()
	}
	for id := range of.All() {
		who &^= t.faces(id) | t.memory().known.at(id)
	}
	if who &= t.observers(); who != 0 {
		m, id := t.memory(), of.First()
		t.learn(m, id, who)
		m.rolled.put(m.gen, id, m.rolled.at(id)|who) // it may be another of them
		t.reveals = append(t.reveals, reveal{of.First(), who})
	}
}

// reveal is what observers were told of an element in this move, or who has lost track of it.
type reveal struct {
	id  ID
	who uint64
}

func (t *Tx) revealed(id ID) uint64 { return whoOf(t.reveals[t.since.reveals:], id) }

func whoOf(all []reveal, id ID) (who uint64) {
	for _, r := range all {
		if r.id == id {
			who |= r.who
		}
	}
	return who
}
