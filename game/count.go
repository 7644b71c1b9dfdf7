package game

import "strconv"

// CountMoves returns how many complete moves the seats to act have: the length of the list that Moves
// returns, even if it is too long to list. It visits individual moves only where it has to: choosing 6 of 49
// is counted at once. Free text cannot be counted and is a Refusal, and so is a count too large to be exact.
func (s *State) CountMoves() (n uint64, err error) {
	f := s.rules.borrow(s)
	defer s.rules.giveBack(f)
	defer f.t.guard(&err)
	return f.countedMoves(), nil
}

// countedMoves is countMoves, and refuses a number that is not exact.
func (f *Fork) countedMoves() uint64 {
	total := f.countMoves()
	if total > maxTold {
		panic(refuse(TooMany, "there are about {0} moves, too many to count", strconv.FormatFloat(total, 'g', 3, 64)))
	}
	return uint64(total)
}

const (
	maxTold   = 1 << 53 // counts up to this are exact
	maxListed = 1 << 20 // the most moves that are listed
)

// countMoves returns how many moves collect would list. It skips seats that can do nothing.
func (f *Fork) countMoves() (total float64) {
	t := &f.t
	if a := t.rules.c.quick; a != nil && t.over == running {
		if set := t.ready(a); t.settled {
			return float64(set.Len())
		}
	}
	t.eachAction(func() int { return int(min(total, 1)) }, func(a *action) bool {
		total += f.countAction(a)
		return true
	})
	return total
}

// countAction returns how many complete moves an action has, with no picks chosen. It visits them only if it
// cannot count them otherwise.
func (f *Fork) countAction(a *action) (total float64) {
	c := &f.candidates
	c.reset()
	if !f.walking && f.gather(a) {
		for i := range c.groups {
			n, ok := f.countGroup(&c.groups[i])
			if !ok {
				return f.visitAll(a)
			}
			total += n
		}
		return total
	}
	return f.visitAll(a)
}

// visitAll is countAction by visiting every move.
func (f *Fork) visitAll(a *action) (total float64) {
	f.t.forget(a)
	f.t.walk(a, 0, func() bool {
		total++
		f.t.found++
		return true
	})
	return total
}

// countGroup returns how many moves of the group are legal; false if each of them must be visited.
func (f *Fork) countGroup(g *group) (n float64, ok bool) {
	t, c, a := &f.t, &f.candidates, g.action
	var x *factor
	if g.last != noFactor {
		x = &c.factors[g.last]
	}
	switch {
	case a.Check == nil && !c.unasked(g):
		return g.weight, true
	case x != nil && (x.next != noFactor || x.form != oneOf):
		return 0, false
	}
	t.unpack(a.picks[:g.fixed], c.values[g.from:])
	if x == nil {
		n = t.countOne(a, int(g.fixed))
	} else {
		t.visit(x.pick, x.options.len())
		for at := x.options.values(); at.next(); {
			if t.accepts(x.pick, at.v) {
				t.set(x.pick, at.v)
				n += t.countOne(a, int(g.fixed))
				t.unset(x.pick)
			}
		}
	}
	t.forget(a)
	return n, true
}

// countOne returns 1 if what is chosen passes Check, and 0 otherwise. Picks after from that are not chosen do
// not apply.
func (t *Tx) countOne(a *action, from int) (n float64) {
	for _, p := range a.picks[from:] {
		t.picked[p.slot].done = true
	}
	if a.Check == nil || t.passesCheck(a) {
		n = 1
	}
	for _, p := range a.picks[from:] {
		t.picked[p.slot].done = false
	}
	return n
}
