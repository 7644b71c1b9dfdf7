package game

import "math"

// drawMove draws one of all legal moves that sample counts, each equally likely; nil if there is none. The
// move is chosen in the picks, or in count.best if it was visited. No Then has run yet.
func (f *Fork) drawMove(sample func(*Fork)) *action {
	f.tally(sample)
	return f.drawTallied(sample)
}

// tally counts the moves.
func (f *Fork) tally(sample func(*Fork)) {
	f.candidates.reset()
	f.count.total, f.count.chosen = 0, false
	sample(f)
}

// drawTallied is drawMove after tally.
func (f *Fork) drawTallied(sample func(*Fork)) *action {
	was := f.walking
	for {
		if f.count.chosen {
			f.walking, f.count.drawn = was, false
			return f.count.best.action
		}
		if a, ok := f.drawLegal(); ok {
			f.walking = was
			return a
		}
		f.walking = true
		f.tally(sample)
	}
}

// drawLegal draws from the candidates and the visited moves until one is legal. An illegal candidate is
// removed; where that is not possible, it stays and the draw is repeated. After many repetitions drawLegal
// gives up and returns false.
func (f *Fork) drawLegal() (a *action, ok bool) {
	total := f.count.total + f.candidates.weight()
	again := 16 + int(min(total/4, maxVisits/4))
	for total > 0 {
		g := f.drawGroup(total)
		if f.count.drawn = g == nil; f.count.drawn {
			return f.count.best.action, true
		}
		at, legal := f.drawOf(g)
		if legal {
			return g.action, true
		}
		if f.takeOut(g, at) {
			g.weight--
			total--
		} else if again--; again < 0 {
			return nil, false
		}
	}
	return nil, true
}

// drawGroup draws a group by weight; nil stands for the visited moves.
func (f *Fork) drawGroup(total float64) *group {
	at := f.luck.upTo(total) - f.count.total
	if at < 0 {
		return nil
	}
	groups := f.candidates.groups
	last := -1
	for i := range groups {
		if w := groups[i].weight; w > 0 {
			if last = i; at < w {
				break
			}
			at -= w
		}
	}
	return &groups[last]
}

// upTo returns a number from 0 to below n: a whole number, if floating point can represent all of them.
func (q *quick) upTo(n float64) float64 {
	if n <= 1<<53 {
		return float64(q.below(uint64(n)))
	}
	return q.float() * n
}

// drawOf chooses a move of the group and reports whether it is legal. at is the index of the value of its
// only free pick among its options.
func (f *Fork) drawOf(g *group) (at int, legal bool) {
	t := &f.t
	a := g.action
	t.Seat, t.doing = g.seat, a
	t.forget(a)
	t.unpack(a.picks[:g.fixed], f.candidates.values[g.from:])
	var tail *pick
	var last Value
	for k := g.last; k != noFactor; {
		x := &f.candidates.factors[k]
		k = x.next
		t.unset(x.pick)
		switch x.form {
		case severalOf:
			f.drawSeveral(x)
		case sequenceOf:
			f.drawSequence(x)
		default:
			at = int(f.luck.below(uint64(x.options.len())))
			v := x.options.at(at)
			if x.unasked { // with all other picks chosen
				tail, last = x.pick, v
				continue
			}
			t.set(x.pick, v)
		}
	}
	if tail != nil {
		if !t.accepts(tail, last) {
			return at, false
		}
		t.set(tail, last)
	}
	for _, p := range a.picks {
		t.picked[p.slot].done = true
	}
	return at, a.Check == nil || t.passesCheck(a)
}

// passesCheck evaluates Check for the chosen move.
func (t *Tx) passesCheck(a *action) bool {
	if !a.acts {
		return t.meets(a.Check)
	}
	m := t.mark()
	t.actLast(a)
	ok := t.meets(a.Check)
	t.rollback(&m)
	return ok
}

// actLast runs Then of the last pick, the only one that may have one where moves are counted.
func (t *Tx) actLast(a *action) {
	if p := a.picks[len(a.picks)-1]; t.picked[p.slot].n > 0 {
		t.acting(p)
	}
}

// drawSeveral chooses a random number of different values; every combination is equally likely.
func (f *Fork) drawSeveral(x *factor) {
	n, k := x.options.len(), 0
	at := f.luck.upTo(x.ways)
	if x.low == 0 {
		at--
	}
	if at >= 0 {
		for k = x.least; k < x.high; k++ {
			if at -= choose(n, k); at < 0 {
				break
			}
		}
	}
	for i := 0; i < n && k > 0; i++ {
		if f.luck.below(uint64(n-i)) < uint64(k) {
			f.t.set(x.pick, x.options.at(i))
			k--
		}
	}
}

// drawSequence chooses values in sequence; every sequence is equally likely.
func (f *Fork) drawSequence(x *factor) {
	n, k := x.options.len(), x.low
	if x.low < x.high {
		at := f.luck.upTo(x.ways)
		for ; k < x.high; k++ {
			if at -= math.Pow(float64(n), float64(k)); at < 0 {
				break
			}
		}
	}
	for range k {
		f.t.set(x.pick, x.options.at(int(f.luck.below(uint64(n)))))
	}
}

// takeOut removes the drawn move from the group. It returns false if it cannot: several picks are free, or
// several values, or a long range.
func (f *Fork) takeOut(g *group, at int) bool {
	if g.last == noFactor {
		return true
	}
	c := &f.candidates
	x := &c.factors[g.last]
	if x.next != noFactor || x.form != oneOf {
		return false
	}
	o := &x.options
	switch n := o.len(); {
	case o.by == byRange && n > maxListedRange:
		return false
	case o.by == bySet && o.set.big == nil:
		o.set = o.set.without(o.set.nth(at))
	case o.by == bySet:
		if !x.own {
			words := f.t.arena.take(len(o.set.big.w))
			copy(words.w, o.set.big.w)
			o.set.big = words
		}
		m := o.set.nth(at)
		o.set.big.w[m>>6] &^= 1 << (m & 63)
	default:
		if !x.own {
			from := len(c.values)
			for i := range n {
				c.values = append(c.values, o.at(i))
			}
			*o = options{by: byList, list: c.values[from:]}
		}
		o.list[at] = o.list[n-1]
		o.list = o.list[:n-1]
	}
	x.own = true
	return true
}

// maxListedRange is how long a range may be to be listed when one number is removed.
const maxListedRange = 4096
