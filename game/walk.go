package game

import (
	"math"
	"math/bits"
	"strconv"
)

// walk visits every complete choice of picks i and later, with the choice in t.picked and the effects of Then
// in the state. It stops when leaf returns false, or a proof is given up.
func (t *Tx) walk(a *action, i int, leaf func() bool) bool {
	if t.gaveUp {
		return false
	}
	if i == len(a.picks) {
		return !t.meets(a.Check) || leaf()
	}
	p := a.picks[i]
	if !t.applies(p) {
		return t.walkChosen(a, i, nil, leaf)
	}
	if p.text != nil && (p.suggest == nil || t.anyText) {
		return t.walkText(a, i, leaf)
	}
	if p.repeat {
		return t.walkRepeated(a, i, leaf)
	}
	low, high := p.limits(t)
	final := t.final
	t.final = false
	if p.several != nil {
		o := t.options(p)
		held := t.hold(p, &o)
		more := t.walkSeveral(a, i, nil, held, low, high, leaf)
		t.unhold(len(held))
		return more
	}
	if low == 0 && !t.walkChosen(a, i, nil, leaf) {
		return false
	}
	o := t.suggested(p)
	if o.by == byText {
		return t.walkText(a, i, leaf)
	}
	held := t.hold(p, &o)
	t.sole = t.sole && len(held) == 1
	for k := range held {
		t.final = final && k == len(held)-1
		if !t.walkChosen(a, i, held[k:k+1], leaf) {
			t.unhold(len(held))
			return false
		}
	}
	t.unhold(len(held))
	return true
}

// hold copies the acceptable options to a stack, because the state may be written and the memory of the Set
// reused while they are visited.
func (t *Tx) hold(p *pick, o *options) []Value {
	from := len(t.held)
	if t.visit(p, o.len()); t.gaveUp {
		return nil
	}
	if o.by == bySet && o.set.big == nil {
		t.holdBits(p, o.set.a, 0)
		t.holdBits(p, o.set.b, 64)
		return t.held[from:len(t.held):len(t.held)]
	}
	for at := o.values(); at.next(); {
		if t.accepts(p, at.v) {
			t.held = append(t.held, at.v)
		}
	}
	return t.held[from:len(t.held):len(t.held)]
}

// holdBits is hold for one word of a small set.
func (t *Tx) holdBits(p *pick, w uint64, first int) {
	for ; w != 0; w &= w - 1 {
		if v := (Value{N: int64(first + bits.TrailingZeros64(w))}); t.accepts(p, v) {
			t.held = append(t.held, v)
		}
	}
}

// visit counts the values that an enumeration visits.
func (t *Tx) visit(p *pick, n int) {
	if t.visits -= n; t.visits < 0 {
		if t.proving {
			t.gaveUp = true
			return
		}
		if t.found > 0 {
			panic(tooMany())
		}
		panic(faultf("pick %q: there are more than %d values to visit: maybe its choices never end", p.name, maxVisits))
	}
}

func (t *Tx) unhold(n int) { t.held = t.held[:len(t.held)-n] }

// walkChosen continues with these values chosen for pick i.
func (t *Tx) walkChosen(a *action, i int, values []Value, leaf func() bool) bool {
	p := a.picks[i]
	t.visit(p, len(values))
	c := &t.picked[p.slot]
	c.n, c.done, c.last = 0, true, Value{}
	for _, v := range values {
		t.set(p, v)
	}
	var more bool
	if p.then != nil && len(values) > 0 {
		m := t.mark()
		t.acting(p)
		more = t.walk(a, i+1, leaf)
		t.back(&m)
	} else {
		more = t.walk(a, i+1, leaf)
	}
	c = &t.picked[p.slot]
	c.n, c.done = 0, false
	return more
}

// back undoes what was done since the mark to visit a move, unless that move will be played.
func (t *Tx) back(m *mark) {
	if t.stays {
		t.keep(m)
	} else {
		t.rollback(m)
	}
}

// acting runs the pick's Then for a move that is only being considered. It may write even where others may
// only read.
func (t *Tx) acting(p *pick) {
	looking, staged := t.looking, t.staged
	t.looking, t.staged = false, false
	p.then(t)
	t.looking, t.staged = looking, staged
}

// walkSeveral visits every combination of what is chosen and any of the held values, each once.
func (t *Tx) walkSeveral(a *action, i int, chosen, held []Value, low, high int, leaf func() bool) bool {
	high = min(high, len(chosen)+len(held))
	least := a.picks[i].minValues(t)
	chosen = append(make([]Value, 0, max(high, len(chosen))), chosen...)
	var visit func(from int) bool
	visit = func(from int) bool {
		if (len(chosen) == 0 && low == 0 || len(chosen) >= least) && !t.walkChosen(a, i, chosen, leaf) {
			return false
		}
		if len(chosen) >= high {
			return true
		}
		for k := from; k < len(held); k++ {
			chosen = append(chosen, held[k])
			ok := visit(k + 1)
			chosen = chosen[:len(chosen)-1]
			if !ok {
				return false
			}
		}
		return true
	}
	return visit(0)
}

func (t *Tx) walkRepeated(a *action, i int, leaf func() bool) bool {
	p := a.picks[i]
	c := &t.picked[p.slot]
	c.n, c.done, c.last = 0, false, Value{}
	more := t.walkAgain(a, i, leaf)
	c = &t.picked[p.slot]
	c.n, c.done = 0, false
	return more
}

// walkAgain visits stopping here, if that is allowed, and every further choice.
func (t *Tx) walkAgain(a *action, i int, leaf func() bool) bool {
	held := t.holdNext(a.picks[i])
	more := t.walkFurther(a, i, held, leaf)
	t.unhold(len(held))
	return more
}

// holdNext holds what a repeated pick can take next.
func (t *Tx) holdNext(p *pick) []Value {
	if _, high := p.limits(t); t.picked[p.slot].n >= high {
		return nil
	}
	o := t.options(p)
	return t.hold(p, &o)
}

// walkFurther is walkAgain with what the pick can take next.
func (t *Tx) walkFurther(a *action, i int, held []Value, leaf func() bool) bool {
	p := a.picks[i]
	n, before := t.picked[p.slot].n, t.picked[p.slot].last
	low, high := p.limits(t)
	final := t.final
	if n >= low || n >= high || n > 0 && len(held) == 0 && p.several == nil {
		t.picked[p.slot].done = true
		t.final = final && len(held) == 0
		t.visit(p, n)
		if !t.walk(a, i+1, leaf) {
			return false
		}
		t.picked[p.slot].done = n > 0
	}
	t.sole = t.sole && len(held) == 1
	for k, v := range held {
		t.final = final && k == len(held)-1
		if t.sole {
			t.set(p, v)
			t.acting(p)
			t.acted++
			more := t.walkAgain(a, i, leaf)
			t.picked[p.slot].n, t.picked[p.slot].last, t.picked[p.slot].done = n, before, n > 0
			return more
		}
		m := t.mark()
		t.set(p, v)
		if p.then != nil {
			t.acting(p)
		}
		more := t.walkAgain(a, i, leaf)
		t.back(&m)
		c := &t.picked[p.slot]
		c.n, c.last, c.done = n, before, n > 0
		if !more {
			return false
		}
	}
	return true
}

// walkText handles free text, which cannot be enumerated: it assumes that some valid text exists.
func (t *Tx) walkText(a *action, i int, leaf func() bool) bool {
	if !t.anyText {
		panic(refuse(Malformed, "pick {0} takes free text, so its moves cannot be listed", a.picks[i].name))
	}
	return t.walkChosen(a, i, []Value{{}}, leaf)
}

// doable reports whether the action can be done: a complete choice exists, as far as is known.
func (t *Tx) doable(a *action) bool {
	if !t.meets(a.If) {
		return false
	}
	if a.plain {
		o := t.options(a.picks[0])
		return !o.set.Empty()
	}
	t.forget(a)
	return t.canFinish(a, 0)
}

// packed is a complete move in the pool of a Fork: for each pick a count, then its values.
type packed struct {
	action *action
	seat   Seat
	from   int
	to     int
}

// collect adds the complete moves of the seats to act to the fork's list, up to most of them. If there are
// more than can be listed, it refuses.
func (f *Fork) collect(most int) {
	from := len(f.moves)
	f.t.eachAction(func() int { return len(f.moves) }, func(a *action) bool {
		if most > maxListed && a.large() {
			if n := f.countAction(a); n > maxListed {
				panic(refuse(TooMany, "there are {0} moves, but at most {1} can be listed", strconv.FormatFloat(n, 'f', 0, 64),
					maxListed))
			}
		}
		return f.t.walk(a, 0, func() bool {
			f.poolMove(a)
			f.t.found++
			if len(f.moves)-from > maxListed {
				panic(tooMany())
			}
			return len(f.moves) < most
		})
	})
}

// tooMany refuses to list moves when more were found than can be listed.
func tooMany() *Refusal {
	return refuse(TooMany, "there are too many moves to list: at most {0} can be listed", maxListed)
}

// large reports whether the action may have very many moves that can be counted quickly.
func (a *action) large() bool {
	for _, p := range a.picks {
		if p.several != nil && !a.visited {
			return true
		}
	}
	return false
}

// eachAction visits the actions of the seats to act, with nothing chosen yet, until visit returns false. It
// is for listing moves; found returns how many there are so far.
func (t *Tx) eachAction(found func() int, visit func(*action) bool) {
	t.mustBeBetweenMoves()
	t.begin(t.turn)
	if !t.settled && t.over == running && t.rules.c.nodes == nil {
		// A seat that has a move is not skipped, so there is no need to look for one beforehand.
		before := found()
		t.eachActionOf(t.turn, visit)
		if found() > before {
			t.settled = true
			return
		}
		t.begin(t.turn)
	}
	t.settle()
	if t.over != running {
		return
	}
	left := t.toAct()
	if seat, isView := t.Viewer(); isView && seat >= 0 && left&(left-1) != 0 {
		left &= 1 << uint(seat) // the others choose from what this seat does not see
	}
	for ; left != 0; left &= left - 1 {
		if !t.eachActionOf(lowestSeat(left), visit) {
			return
		}
	}
}

// eachActionOf visits the actions of one seat.
func (t *Tx) eachActionOf(seat Seat, visit func(*action) bool) (more bool) {
	t.Seat, more = seat, true
	for _, a := range t.choices() {
		t.doing = a
		if t.allowed(a, seat) != nil || !t.meets(a.If) {
			continue
		}
		t.forget(a)
		if more = visit(a); !more {
			break
		}
	}
	t.doing = nil
	return more
}

// toAct returns the seats that the game waits for.
func (s *State) toAct() uint32 {
	if n, f := s.resting(); n != nil && n.kind == nodeTogether {
		return s.waiting(n, f)
	}
	return 1 << uint(s.turn)
}

// poolMove adds the currently chosen move to the pool.
func (f *Fork) poolMove(a *action) {
	m := packed{action: a, seat: f.t.Seat, from: len(f.pool)}
	f.pool = f.t.pack(a.picks, f.pool)
	m.to = len(f.pool)
	f.moves = append(f.moves, m)
}

// pack adds what is chosen for the picks: for each a count, then its values.
func (t *Tx) pack(picks []*pick, to []Value) []Value {
	for _, p := range picks {
		c := &t.picked[p.slot]
		to = append(to, Value{N: int64(c.n)})
		if p.several != nil || p.repeat {
			to = append(to, c.all[:c.n]...)
		} else if c.n > 0 {
			to = append(to, c.last)
		}
	}
	return to
}

// unpack chooses for the picks what pack has written.
func (t *Tx) unpack(picks []*pick, from []Value) {
	at := 0
	for _, p := range picks {
		n := int(from[at].N)
		at++
		for k := range n {
			t.set(p, from[at+k])
		}
		t.picked[p.slot].done = true
		at += n
	}
}

// playPacked plays a packed move, which is known to be legal.
func (f *Fork) playPacked(m packed) {
	f.t.perform(f.load(m))
	f.t.doing = nil
}

// load makes the picks of a packed move chosen, and returns its action.
func (f *Fork) load(m packed) *action { return f.loadFrom(m, f.pool) }

func (f *Fork) loadFrom(m packed, pool []Value) *action {
	t := &f.t
	t.begin(m.seat)
	t.doing = m.action
	t.forget(m.action)
	at := m.from
	for _, p := range m.action.picks {
		n := int(pool[at].N)
		at++
		for k := range n {
			t.set(p, pool[at+k])
			if p.then != nil && (p.repeat && k >= t.acted || !p.repeat && k == n-1) {
				p.then(t)
			}
		}
		t.picked[p.slot].done = true
		at += n
	}
	return m.action
}

// reload is load for the move that was visited last, whose Then functions have already run.
func (f *Fork) reload(m packed) *action {
	t := &f.t
	t.stays, t.visits = false, maxVisits
	t.doing = m.action
	t.forget(m.action)
	t.unpack(m.action.picks, f.pool[m.from:])
	return m.action
}

// unpack makes a Move of a packed one.
func (f *Fork) unpack(m packed) Move {
	out := Move{Seat: m.seat, Action: m.action.Name, of: f.s.numbering()}
	for at := m.from; at < m.to; {
		n := int(f.pool[at].N)
		out.Picks = append(out.Picks, append([]Value{}, f.pool[at+1:at+1+n]...))
		at += 1 + n
	}
	return out
}

// Moves returns every complete move of the seats to act; several values chosen at once count as one
// combination. Free text cannot be listed and is a Refusal, and so are more than a million moves; CountMoves
// returns how many there are, and MovesUpTo lists some.
func (f *Fork) Moves() (all []Move, err error) { return f.movesUpTo(math.MaxInt) }

func (f *Fork) movesUpTo(most int) (all []Move, err error) {
	defer f.t.guard(&err)
	f.moves, f.pool = f.moves[:0], f.pool[:0]
	f.collect(most)
	for _, m := range f.moves {
		all = append(all, f.unpack(m))
	}
	return all, nil
}

// Moves returns every complete move of the seats to act.
func (s *State) Moves() ([]Move, error) {
	f := s.rules.borrow(s)
	defer s.rules.giveBack(f)
	return f.Moves()
}

// MovesUpTo returns complete moves of the seats to act like Moves, at most this many.
func (s *State) MovesUpTo(most int) ([]Move, error) {
	if most <= 0 {
		return nil, nil
	}
	f := s.rules.borrow(s)
	defer s.rules.giveBack(f)
	return f.movesUpTo(most)
}
