package game

import (
	"math/bits"
	"slices"
)

// options is what can be chosen for a pick at this moment.
type options struct {
	set    set
	list   []Value
	lo, hi int
	by     optionForm
}

type optionForm uint8

const (
	bySet optionForm = iota
	byList
	byRange
	byText
)

// options evaluates From, List or Range of the pick, which may only read.
func (t *Tx) options(p *pick) (o options) {
	was := t.looking
	t.looking, t.asking = true, p
	switch {
	case p.from != nil:
		o.set = p.from(t)
	case p.list != nil:
		o.by, o.list = byList, t.listed(p.list)
	case p.span != nil:
		o.by = byRange
		o.lo, o.hi = p.span(t)
	default:
		o.by = byText
	}
	t.looking, t.asking = was, nil
	return o
}

// suggested is options, with the texts that List suggests instead of free text, if any of them can be chosen.
func (t *Tx) suggested(p *pick) options {
	if p.suggest == nil {
		return t.options(p)
	}
	was := t.looking
	t.looking, t.asking = true, p
	texts := t.listed(p.suggest)
	t.looking, t.asking = was, nil
	texts = slices.DeleteFunc(texts, func(v Value) bool { return !t.accepts(p, v) })
	if len(texts) == 0 {
		return options{by: byText}
	}
	return options{by: byList, list: texts}
}

// listed evaluates List of a pick. The result is valid as long as Sets are.
func (t *Tx) listed(list func(*Tx, []Value) []Value) []Value {
	a := &t.arena
	from := len(a.values)
	if from > maxValues {
		return list(t, nil)
	}
	a.values = list(t, a.values)
	return a.values[from:len(a.values):len(a.values)]
}

func (o *options) len() int {
	switch o.by {
	case bySet:
		return o.set.Len()
	case byList:
		return len(o.list)
	case byRange:
		return max(0, o.hi-o.lo+1)
	}
	return 1
}

// at returns the i-th option.
func (o *options) at(i int) Value {
	switch o.by {
	case byList:
		return o.list[i]
	case byRange:
		return Value{N: int64(o.lo + i)}
	}
	return Value{N: int64(o.set.nth(i))}
}

// cursor iterates over options.
type cursor struct {
	o    options
	v    Value
	k    int
	bits uint64 // for a Set: the remaining bits of the current word
}

func (o *options) values() cursor {
	c := cursor{o: *o}
	if o.by == bySet {
		c.bits = o.set.word(0)
	}
	return c
}

// next moves to the next option and puts it into v; it returns false at the end.
func (c *cursor) next() bool {
	if c.o.by != bySet {
		if c.k >= c.o.len() {
			return false
		}
		c.v = c.o.at(c.k)
		c.k++
		return true
	}
	for c.bits == 0 {
		if c.k++; c.k >= c.o.set.words() {
			return false
		}
		c.bits = c.o.set.word(c.k)
	}
	c.v = Value{N: int64(c.k<<6 + bits.TrailingZeros64(c.bits))}
	c.bits &= c.bits - 1
	return true
}

func (o *options) has(v Value) bool {
	switch o.by {
	case bySet:
		return v.Text == "" && v.N >= 0 && v.N <= 1<<31 && o.set.has(uint32(v.N))
	case byList:
		return slices.Contains(o.list, v)
	case byRange:
		return v.Text == "" && v.N >= int64(o.lo) && v.N <= int64(o.hi)
	}
	return v.N == 0
}

// accepts evaluates the pick's own If.
func (t *Tx) accepts(p *pick, v Value) bool {
	if p.accept == nil {
		return true
	}
	looking, listening := t.looking, t.listening
	t.looking, t.listening, t.asking = true, false, p
	ok := p.accept(t, v)
	t.looking, t.listening, t.asking = looking, listening, nil
	return ok
}

// rejects returns why the pick's own If does not accept a value, nil if it does.
func (t *Tx) rejects(p *pick, v Value) *Line {
	if p.accept == nil {
		return nil
	}
	t.asking = p
	why := t.why(notThis, func() bool { return p.accept(t, v) })
	t.asking = nil
	return why
}

// set makes v the (next) value of the pick.
func (t *Tx) set(p *pick, v Value) {
	c := &t.picked[p.slot]
	c.last, c.done = v, true
	c.n++
	if p.several != nil || p.repeat {
		c.all = append(c.all[:c.n-1], v)
	}
}

// forget makes the picks of the action unchosen.
func (t *Tx) forget(a *action) {
	for _, p := range a.picks {
		c := &t.picked[p.slot]
		c.n, c.done, c.last = 0, false, Value{}
	}
}

// choose takes the values pick by pick, checks each against what is offered at that moment, and runs Then. It
// stops where the values end, unless whole is set.
func (t *Tx) choose(a *action, picks [][]Value, whole bool) *Refusal {
	t.forget(a)
	if len(picks) > len(a.picks) {
		return a.surplus(len(picks))
	}
	if a.acts && !t.logging {
		m := t.mark()
		r := t.chooseAll(a, picks, whole)
		if r != nil {
			t.rollback(&m)
		} else {
			t.keep(&m)
		}
		return r
	}
	return t.chooseAll(a, picks, whole)
}

// surplus refuses more picks than the action takes.
func (a *action) surplus(picks int) *Refusal {
	r := refuse(Surplus, "it takes {0} picks, got {1}", len(a.picks), picks)
	switch len(a.picks) {
	case 0:
		r = refuse(Surplus, "it takes no picks")
	case 1:
		r = refuse(Surplus, "it takes one pick ({0}), got {1}", a.picks[0].name, picks)
	}
	r.Action = a.Name
	return r
}

func (t *Tx) chooseAll(a *action, picks [][]Value, whole bool) *Refusal {
	for i, p := range a.picks {
		var values []Value
		if i < len(picks) {
			values = picks[i]
		} else if !whole {
			return nil
		}
		last := !whole && i == len(picks)-1
		if r := t.choosePick(p, values, last); r != nil {
			r.Action, r.Pick = a.Name, p.name
			r.Why = r.Why.reason(t.State)
			return r
		}
	}
	if whole {
		if why := t.unmet(a.Check, notTogether); why != nil {
			return &Refusal{Code: Rejected, Action: a.Name, Why: why.reason(t.State)}
		}
	}
	return nil
}

// choosePick takes the values for one pick. If open is set, there may be too few.
func (t *Tx) choosePick(p *pick, values []Value, open bool) *Refusal {
	if !t.applies(p) {
		if len(values) > 0 {
			return refuse(Surplus, "no value can be chosen here")
		}
		t.skipPick(p)
		return nil
	}
	if p.repeat {
		return t.chooseRepeated(p, values, open)
	}
	low, high := p.limits(t)
	switch {
	case len(values) > high && high == 1:
		return refuse(Surplus, "exactly one must be chosen, got {0}", len(values))
	case len(values) > high:
		return refuse(Surplus, "at most {0} can be chosen, got {1}", high, len(values))
	case len(values) < low && !open && low == 1 && high == 1:
		return refuse(Missing, "it must be chosen")
	case len(values) < low && !open:
		return refuse(Missing, "at least {0} must be chosen, got {1}", low, len(values))
	case len(values) > 0 && p.optional && !open && len(values) < p.minValues(t):
		return refuse(Missing, "choose none, or at least {0}; got {1}", p.minValues(t), len(values))
	}
	if len(values) > 0 {
		o := t.options(p)
		for i, v := range values {
			if slices.Contains(values[:i], v) {
				return refuse(NotOffered, "{0} is chosen twice", t.show(p, v))
			}
			if r := t.offered(p, &o, v); r != nil {
				return r
			}
		}
	}
	for _, v := range values {
		t.set(p, v)
	}
	t.picked[p.slot].done = true
	if p.then != nil && len(values) > 0 && !(open && p.defers() && len(values) < high) {
		p.then(t)
	}
	return nil
}

// offered returns why the value cannot be chosen.
func (t *Tx) offered(p *pick, o *options, v Value) *Refusal {
	if o.by == byText && o.has(v) {
		if why := p.fits(v.Text); why != nil {
			return &Refusal{Code: NotOffered, Why: *why}
		}
	} else if !o.has(v) {
		return t.notAmong(p, o, v)
	} else if o.by == byList {
		t.mustBeOne(p, o, v)
	}
	if why := t.rejects(p, v); why != nil {
		return &Refusal{Code: NotOffered, Why: *why}
	}
	return nil
}

// notAmong refuses a value that is not on offer.
func (t *Tx) notAmong(p *pick, o *options, v Value) *Refusal {
	switch {
	case o.by != byRange || o.lo > o.hi:
	case o.lo == o.hi:
		return refuse(NotOffered, "{0} cannot be chosen, only {1}", t.show(p, v), o.lo)
	default:
		return refuse(NotOffered, "{0} cannot be chosen, only {1} to {2}", t.show(p, v), o.lo, o.hi)
	}
	return refuse(NotOffered, "{0} cannot be chosen", quote(t.show(p, v)))
}

// mustBeOne panics with a Fault if the list has another value with the same text: a record could not tell
// them apart.
func (t *Tx) mustBeOne(p *pick, o *options, v Value) {
	text := p.show(v)
	for _, x := range o.list {
		if x != v && p.show(x) == text {
			panic(faultf("pick %q lists two values with the text %q, which players cannot tell apart: give them different texts (String)", p.name, text))
		}
	}
}

func (t *Tx) chooseRepeated(p *pick, values []Value, open bool) *Refusal {
	for i, v := range values {
		_, high := p.limits(t)
		if i >= high {
			return refuse(Surplus, "it can be chosen at most {0} times, got {1}", high, len(values))
		}
		o := t.options(p)
		if r := t.offered(p, &o, v); r != nil {
			return r
		}
		t.set(p, v)
		if p.then != nil {
			p.then(t)
		}
	}
	c := &t.picked[p.slot]
	c.done = true
	if !open {
		if c.n == 0 {
			if low, _ := p.limits(t); low > 0 {
				return refuse(Missing, "it must be chosen")
			}
		}
		if !t.mayStop(p) {
			return refuse(Missing, "it must be chosen once more")
		}
	}
	return nil
}

// mayStop reports whether a repeated pick can end here: enough was chosen, or, if the pick sets no minimum,
// nothing is left to choose.
func (t *Tx) mayStop(p *pick) bool {
	low, high := p.limits(t)
	n := t.picked[p.slot].n
	if n >= low || n >= high {
		return true
	}
	if n == 0 || p.several != nil {
		return false
	}
	o := t.options(p)
	return !t.anyAccepted(p, &o)
}

func (t *Tx) anyAccepted(p *pick, o *options) bool {
	if p.accept == nil || o.by == byText {
		return o.len() > 0
	}
	for i := range o.len() {
		if t.accepts(p, o.at(i)) {
			return true
		}
	}
	return false
}

func (t *Tx) countAccepted(p *pick, o *options) int {
	if p.accept == nil {
		return o.len()
	}
	n := 0
	for i := range o.len() {
		if t.accepts(p, o.at(i)) {
			n++
		}
	}
	return n
}

// show returns the value as text.
func (t *Tx) show(p *pick, v Value) string { return t.State.valueText(p, v) }
