package game

// dealing is the working data of a re-deal.
type dealing struct {
	dealer  *dealer // the dealer whose Guess is running
	hands   []hand
	given   []hand  // the hands of the last deal, with the slots they got
	givenTo *memory // what the observers remembered before
	givenAt uint32  // how many moves had been made then
	dealt   []int
	who     []ID
	oldRows []row
	free    []int

	ownersSeen []bool // by hand: whether the owner of the slot is seen
}

// reset keeps the remaining fields: every deal fills them.
func (d *dealing) reset() { d.dealer, d.given, d.givenTo, d.givenAt = nil, nil, nil, 0 }

// unread postpones working out what the observers remember after a deal until something reads it: a search
// hardly ever does.
func (t *Tx) unread(s *State) {
	if !t.rules.c.sighted || s.mem == nil || s.stale {
		return
	}
	t.stale = true
	t.State.dealing, t.givenTo, t.givenAt = &t.dealing, t.mem, t.State.moves
}

// recallDeal makes the memory of a dealt state, if nothing has been played since: the memory of the state
// before the deal, with what is remembered of each slot moved along with it.
func (t *Tx) recallDeal(d *dealing) bool {
	if d == nil || d.givenAt != t.State.moves {
		return false
	}
	if t.mem == d.givenTo {
		t.swapMemory(d.given)
	}
	t.remember(true)
	return true
}

// swapMemory moves the memories of the slots along with them.
func (t *Tx) swapMemory(hands []hand) {
	if t.mem == nil {
		t.stale = true
		return
	}
	t.memGen = generations.Add(1)
	was := *t.mem
	m := t.memory()
	for _, h := range hands {
		if h.id == h.slot {
			continue
		}
		m.sight.put(m.gen, h.id, was.sight.at(h.slot))
		m.known.put(m.gen, h.id, was.known.at(h.slot))
		m.rolled.put(m.gen, h.id, was.rolled.at(h.slot))
		for i := range m.eyes {
			m.eyes[i].handle.put(m.gen, h.id, was.eyes[i].handle.at(h.slot))
			m.eyes[i].mixed.put(m.gen, h.id, was.eyes[i].mixed.at(h.slot))
		}
		for slot := range m.values {
			m.values[slot].put(m.gen, h.id, was.values[slot].at(h.slot))
		}
	}
}
