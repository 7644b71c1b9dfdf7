package game

import (
	"math"
	"math/bits"
)

// candidates are the moves that Random draws from, counted without visiting each one. A candidate may still
// be illegal: the If of its last pick, and Check, are evaluated when it is drawn.
type candidates struct {
	groups  []group
	factors []factor
	values  []Value // the values fixed by groups and listed by factors
}

// group is a set of moves of one seat and action: the first picks are fixed, and the factors vary
// independently of each other.
type group struct {
	action *action
	seat   Seat
	weight float64 // how many moves there are
	from   int32   // where the fixed picks start in values: for each pick a count, then its values
	fixed  int32   // how many picks that are; a factor may replace one of them
	last   int32   // the factor added last, noFactor if there is none
}

// factor is what can be chosen for one pick.
type factor struct {
	pick             *pick
	form             factorForm
	unasked          bool // the pick's If must still be evaluated
	own              bool // the options are not shared
	low, least, high int  // for several and repeated values
	ways             float64
	options          options
	next             int32 // the previous factor of the same group
}

type factorForm uint8

const (
	oneOf      factorForm = iota
	severalOf             // different values, in no order
	sequenceOf            // values in sequence
)

const noFactor = -1

func (c *candidates) reset() { c.cut(candidates{}) }

// cut drops everything added since to.
func (c *candidates) cut(to candidates) {
	c.groups, c.factors, c.values = c.groups[:len(to.groups)], c.factors[:len(to.factors)], c.values[:len(to.values)]
}

// weight returns the number of moves.
func (c *candidates) weight() (total float64) {
	for i := range c.groups {
		total += c.groups[i].weight
	}
	return total
}

// unasked reports whether an If must still be evaluated to find out which moves of the group are legal.
func (c *candidates) unasked(g *group) bool {
	for k := g.last; k != noFactor; k = c.factors[k].next {
		if c.factors[k].unasked {
			return true
		}
	}
	return false
}

// gather adds the moves of an action with no picks chosen. It adds none and returns false if the moves can
// only be found by visiting each one: a pick before the last one acts, or depends on an earlier pick in a way
// that is not counted here, or a function panics. The walk might never make the call that panics, because
// here When also gets values that If has not accepted.
func (f *Fork) gather(a *action) (ok bool) {
	if a.visited {
		return false
	}
	t := &f.t
	before, was := t.progress, f.candidates
	seat, flowing, held, visits, found := t.Seat, t.flowing, len(t.held), t.visits, t.found
	defer func() {
		if ok {
			return
		}
		_ = recover()
		t.progress, t.Seat, t.flowing, t.visits = before, seat, flowing, visits
		t.listening, t.asking, t.held = false, nil, t.held[:held]
		t.unpick()
		t.found = found
		f.candidates.cut(was)
	}()
	return a.pairs && f.gatherPairs(a) || f.gatherFrom(a, 0)
}

// gatherPairs is gather for an action that begins with a pair of picks. It adds none and returns false if the
// second does not read the first, or if a further pick applies, or may apply to some values of the second.
func (f *Fork) gatherPairs(a *action) bool {
	t, c := &f.t, &f.candidates
	p, q := a.picks[0], a.picks[1]
	was, picked := *c, &t.picked[p.slot]
	first := t.options(p).set
	t.visit(p, first.Len())
	for i := range first.words() {
		for w := first.word(i); w != 0; w &= w - 1 {
			v := Value{N: int64(i<<6 + bits.TrailingZeros64(w))}
			picked.last, picked.n, picked.done = v, 1, true
			read := t.noteReads()
			o := t.options(q)
			alone := t.readSince(read)&p.bit == 0 // it is better asked once for all values of the first
			n := o.set.Len()
			if n == 0 && !alone {
				continue
			}
			if alone || len(a.picks) > 2 && t.mayContinue(a, Value{N: int64(o.set.nth(0))}) {
				c.cut(was)
				t.unset(p)
				return false
			}
			c.groups = append(c.groups, group{a, t.Seat, float64(n), int32(len(c.values)), 1, int32(len(c.factors))})
			c.values = append(c.values, Value{N: 1}, v)
			c.factors = append(c.factors,
				factor{pick: q, unasked: q.accept != nil, ways: float64(n), options: o, next: noFactor})
		}
	}
	t.unset(p)
	return true
}

// mayContinue reports whether a pick after the second may apply, if the second has this value or another one.
func (t *Tx) mayContinue(a *action, v Value) bool {
	q := a.picks[1]
	t.set(q, v)
	read := t.noteReads()
	may := t.mayApply(a, 2)
	t.unset(q)
	return t.readSince(read)&q.bit != 0 || may
}

// gatherFrom is gather with the picks before i chosen.
func (f *Fork) gatherFrom(a *action, i int) (ok bool) {
	t := &f.t
	j := t.applying(a, i)
	switch {
	case j == len(a.picks):
		f.addGroup(a, j)
		ok = true
	case a.picks[j].repeat:
		ok = f.gatherRepeated(a, j)
	case a.picks[j].several != nil:
		ok = f.gatherSeveral(a, j)
	default:
		ok = f.gatherOne(a, j)
	}
	for _, p := range a.picks[i:j] {
		t.picked[p.slot].done = false
	}
	return ok
}

// gatherOne is gatherFrom for a pick of at most one value. If no later pick applies, its If is not evaluated.
// If later picks do not read it, they are counted once for all its values.
func (f *Fork) gatherOne(a *action, i int) bool {
	t := &f.t
	p := a.picks[i]
	if p.optional {
		t.skipPick(p)
		ok := f.gatherFrom(a, i+1)
		t.picked[p.slot].done = false
		if !ok {
			return false
		}
	}
	o := f.listed(p)
	if n := o.len(); n == 0 {
		return true
	} else if i == len(a.picks)-1 {
		f.addTail(a, i, o)
		return true
	} else {
		t.visit(p, n)
	}
	from, groups := len(t.held), len(f.candidates.groups)
	sure := a.picks[i+1].when == nil // then a later pick applies to every value
	for at := o.values(); at.next(); {
		read := t.noteReads()
		behind := sure
		if !sure {
			t.set(p, at.v)
			behind = t.mayApply(a, i+1)
			t.unset(p)
		}
		if !behind {
			t.held = append(t.held, at.v)
		} else if !t.accepts(p, at.v) {
			t.readSince(read)
			continue
		} else {
			t.set(p, at.v)
			ok := f.gatherFrom(a, i+1)
			t.unset(p)
			if !ok {
				return false
			}
		}
		if t.readSince(read)&p.bit != 0 {
			continue
		}
		// A function that has not read the pick gives the same result for every value.
		if t.held = t.held[:from]; !behind {
			f.addTail(a, i, o)
		} else if len(f.candidates.groups) > groups {
			rest := f.accepted(p, &at)
			f.multiply(groups, factor{pick: p, ways: float64(rest.len()), options: rest})
		}
		return true
	}
	if len(t.held) > from {
		f.addTail(a, i, f.release(from))
	}
	return true
}

// gatherSeveral is gatherFrom for a pick of several values at once, evaluating If for each value.
func (f *Fork) gatherSeveral(a *action, i int) bool {
	t := &f.t
	p := a.picks[i]
	low, high := p.limits(t)
	x := factor{pick: p, form: severalOf, low: low, least: max(p.minValues(t), 1), options: f.allAccepted(p)}
	n := x.options.len()
	x.high = min(high, n)
	if low == 0 {
		x.ways = 1
	}
	for k := x.least; k <= x.high; k++ {
		x.ways += choose(n, k)
	}
	some := 0
	if low > 0 {
		some = x.least
	}
	return f.gatherRest(a, i, x, some)
}

// gatherRepeated is gatherFrom for a repeated pick that offers the same choices each time.
func (f *Fork) gatherRepeated(a *action, i int) bool {
	t := &f.t
	p := a.picks[i]
	if p.several == nil {
		return false
	}
	read := t.noteReads()
	low, high := p.limits(t)
	x := factor{pick: p, form: sequenceOf, low: max(0, min(low, high)), high: high, options: f.allAccepted(p)}
	if t.readSince(read)&p.bit != 0 {
		return false
	}
	n := float64(x.options.len())
	for k := x.low; k <= x.high; k++ {
		x.ways += math.Pow(n, float64(k))
		if x.ways > maxCounted || k-x.low > maxLengths {
			return false
		}
	}
	return f.gatherRest(a, i, x, x.low)
}

const (
	maxCounted = 1e100 // counts above this are not reported
	maxLengths = 1000  // the most lengths of a repeated pick that are counted
)

// gatherRest adds what comes after a pick of several values, if it does not depend on those values. To find
// out, it chooses some of them temporarily.
func (f *Fork) gatherRest(a *action, i int, x factor, some int) bool {
	if x.ways == 0 {
		return true
	}
	t := &f.t
	c := &f.candidates
	groups := len(c.groups)
	t.skipPick(x.pick)
	for k := range some {
		t.set(x.pick, x.options.at(k%x.options.len()))
	}
	read := t.noteReads()
	ok := f.gatherFrom(a, i+1)
	t.unset(x.pick)
	if t.readSince(read)&x.pick.bit != 0 || !ok {
		return false
	}
	f.multiply(groups, x)
	return true
}

// unset makes the pick unchosen.
func (t *Tx) unset(p *pick) {
	c := &t.picked[p.slot]
	c.n, c.done = 0, false
}

// mayApply reports whether a pick from i on may apply. It evaluates only When, because the value of the
// previous pick may not be accepted.
func (t *Tx) mayApply(a *action, i int) (may bool) {
	j := i
	for ; j < len(a.picks); j++ {
		p := a.picks[j]
		if p.when == nil {
			may = true
			break
		}
		t.asking = p
		may = t.meets(p.when)
		t.asking = nil
		if may {
			break
		}
		t.skipPick(p)
	}
	for _, p := range a.picks[i:j] {
		t.picked[p.slot].done = false
	}
	return may
}

// listed is Tx.options, with lists kept in the memory of the candidates.
func (f *Fork) listed(p *pick) (o options) {
	if p.list == nil {
		return f.t.options(p)
	}
	t, c := &f.t, &f.candidates
	was, from := t.looking, len(c.values)
	t.looking, t.asking = true, p
	c.values = p.list(t, c.values)
	t.looking, t.asking = was, nil
	return options{by: byList, list: c.values[from:len(c.values):len(c.values)]}
}

// release returns the values held since from as options.
func (f *Fork) release(from int) options {
	t, c := &f.t, &f.candidates
	at := len(c.values)
	c.values = append(c.values, t.held[from:]...)
	t.held = t.held[:from]
	return options{by: byList, list: c.values[at:len(c.values):len(c.values)]}
}

// allAccepted returns what can be chosen for the pick.
func (f *Fork) allAccepted(p *pick) options {
	o := f.listed(p)
	f.t.visit(p, o.len())
	at := o.values()
	if p.accept == nil || !at.next() {
		return o
	}
	for !f.t.accepts(p, at.v) {
		if !at.next() {
			return options{by: byList}
		}
	}
	return f.accepted(p, &at)
}

// accepted returns the current value, which is accepted, and the accepted ones after it.
func (f *Fork) accepted(p *pick, at *cursor) options {
	if p.accept == nil {
		return at.o
	}
	t := &f.t
	from := len(t.held)
	t.held = append(t.held, at.v)
	for at.next() {
		if t.accepts(p, at.v) {
			t.held = append(t.held, at.v)
		}
	}
	return f.release(from)
}

// addGroup adds the moves whose first picks are those chosen now.
func (f *Fork) addGroup(a *action, fixed int) {
	c := &f.candidates
	c.groups = append(c.groups, group{a, f.t.Seat, 1, int32(len(c.values)), int32(fixed), noFactor})
	c.values = f.t.pack(a.picks[:fixed], c.values)
}

// addTail adds the moves that end with pick i; its If is evaluated when one is drawn.
func (f *Fork) addTail(a *action, i int, o options) {
	c := &f.candidates
	f.addGroup(a, i)
	p := a.picks[i]
	f.multiply(len(c.groups)-1, factor{pick: p, unasked: p.accept != nil, ways: float64(o.len()), options: o})
}

// multiply adds a factor to all groups from one on.
func (f *Fork) multiply(from int, x factor) {
	c := &f.candidates
	for i := from; i < len(c.groups); i++ {
		g := &c.groups[i]
		x.next = g.last
		g.last = int32(len(c.factors))
		g.weight *= x.ways
		c.factors = append(c.factors, x)
	}
}
