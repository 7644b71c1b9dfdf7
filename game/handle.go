package game

import (
	"math/bits"
	"slices"
	"sync/atomic"
)

// Handle represents a complete move in one Fork: small, comparable, and made without allocation. Equal moves
// have equal handles. Handles stay valid after Reset, unless it is to a state of other rules or to a
// different view.
type Handle struct {
	of     uint32 // which fork, 0 for no handle
	action uint16
	seat   Seat
	chosen uint8  // a bit for each pick that has a value; isLong if the move is kept in the fork
	x, y   uint32 // two values, or the halves of one; for a long move, x is its number
}

const isLong = 1 << 7

// Seat returns the seat that makes the move.
func (h Handle) Seat() Seat { return h.seat }

// Handles appends every complete move of the seats to act to buf, in the order of Moves. Free text cannot be
// listed and is a Refusal.
func (f *Fork) Handles(buf []Handle) (all []Handle, err error) {
	f.handles = buf
	err = f.listHandles()
	all, f.handles = f.handles, nil
	if err != nil {
		all = buf
	}
	return all, err
}

func (f *Fork) listHandles() (err error) {
	defer f.t.guard(&err)
	if f.long.of == 0 {
		f.long.of = forkNumbers.Add(1)
	}
	t := &f.t
	if a := t.rules.c.quick; a != nil && t.over == running {
		if f.handlesOfPlain(a, t.ready(a)); t.settled {
			return nil
		}
	}
	if f.takeHandle == nil {
		f.takeHandle = func() bool {
			f.handles = append(f.handles, f.handle(f.t.doing))
			f.t.found++
			if f.t.found > maxListed {
				panic(tooMany())
			}
			return true
		}
	}
	t.eachAction(func() int { return len(f.handles) }, func(a *action) bool {
		if a.plain {
			f.handlesOfPlain(a, t.options(a.picks[0]).set)
		} else {
			t.walk(a, 0, f.takeHandle)
		}
		return true
	})
	return nil
}

// forkNumbers counts the forks that have made handles.
var forkNumbers atomic.Uint32

// settleTurn skips seats that can do nothing, if that has not happened yet.
func (f *Fork) settleTurn() {
	t := &f.t
	if t.settled || t.over != running {
		return
	}
	if a := t.rules.c.quick; a != nil {
		if t.ready(a); t.settled {
			return
		}
	}
	t.begin(t.turn)
	t.settle()
}

// ready is begin and settle where the only action is one plain pick. It returns what can be chosen, which is
// not empty if the turn has settled.
func (t *Tx) ready(a *action) set {
	t.beginPlain(t.turn)
	p := a.picks[0]
	c := &t.picked[p.slot]
	c.n, c.done = 0, false
	t.doing = a
	o := t.options(p)
	t.doing = nil
	if !o.set.Empty() {
		t.settled = true
	}
	return o.set
}

// handlesOfPlain lists the moves of an action that is one plain pick.
func (f *Fork) handlesOfPlain(a *action, from set) {
	h := Handle{of: f.long.of, action: uint16(a.no), seat: f.t.Seat, chosen: 1}
	if from.big != nil {
		for i, w := range from.big.w {
			f.handlesOfWord(h, uint32(i)<<6, w)
		}
		return
	}
	f.handlesOfWord(h, 0, from.a)
	f.handlesOfWord(h, 64, from.b)
}

func (f *Fork) handlesOfWord(h Handle, base uint32, w uint64) {
	for ; w != 0; w &= w - 1 {
		h.x = base + uint32(bits.TrailingZeros64(w))
		f.handles = append(f.handles, h)
	}
}

// handle returns the handle of the currently chosen move.
func (f *Fork) handle(a *action) Handle {
	t := &f.t
	h := Handle{of: f.long.of, action: uint16(a.no), seat: t.Seat}
	if len(a.picks) >= 7 {
		return f.longHandle(a, h)
	}
	var n [2]int64
	values := 0
	for i, p := range a.picks {
		c := &t.picked[p.slot]
		if c.n == 0 {
			continue
		}
		if c.n > 1 || values == 2 || c.last.Text != "" {
			return f.longHandle(a, h)
		}
		n[values] = c.last.N
		values++
		h.chosen |= 1 << i
	}
	switch {
	case values < 2:
		h.x, h.y = uint32(n[0]), uint32(n[0]>>32)
	case uint64(n[0]|n[1])>>32 != 0:
		h.chosen = 0
		return f.longHandle(a, h)
	default:
		h.x, h.y = uint32(n[0]), uint32(n[1])
	}
	return h
}

// value returns the k-th of the values in a handle that is not long.
func (h Handle) value(k int) Value {
	if bits.OnesCount8(h.chosen) == 1 {
		return Value{N: int64(uint64(h.y)<<32 | uint64(h.x))}
	}
	if k == 0 {
		return Value{N: int64(h.x)}
	}
	return Value{N: int64(h.y)}
}

// Do plays a move listed by Handles without checking again that it is legal. That is up to the caller: list
// the moves of a position and play them in that position, either at once or after coming back to it with Back
// or Reset. A move that is not legal in the position may lead to an impossible position or a Fault. Do
// refuses a handle of another fork.
func (f *Fork) Do(h Handle) error {
	if h.of == 0 || h.of != f.long.of {
		return refuse(Malformed, "the handle belongs to another fork: list the moves with Handles of this one")
	}
	if f.rec || len(f.t.rng.script) > 0 {
		return f.doAtomically(h)
	}
	return f.doHandle(h)
}

// doAtomically is Do for a fork that records, or whose rigged draws may turn out not to fit: if it fails, it
// changes nothing.
func (f *Fork) doAtomically(h Handle) error {
	t := &f.t
	if f.rec {
		f.openMove()
	}
	back := f.start
	if !f.rec {
		back = t.mark()
	}
	err := f.doHandle(h)
	t.staged = false
	switch {
	case err != nil:
		t.rollback(&back)
	case !f.rec:
		t.keep(&back)
	}
	return err
}

func (f *Fork) doHandle(h Handle) (err error) {
	t := &f.t
	defer t.guard(&err)
	t.mustBeBetweenMoves()
	if f.showsTurn(h) {
		t.settled = true
	} else {
		f.settleTurn()
	}
	if t.over != running {
		return refuse(Over, "the game is over")
	}
	if h.seat != t.turn && !t.mayAct(h.seat) {
		return &Refusal{Code: NotYourTurn, Why: *t.whoseTurn()}
	}
	if a := t.rules.c.quick; a != nil {
		t.beginPlain(h.seat)
		c := &t.picked[a.picks[0].slot]
		c.last, c.n, c.done = Value{N: int64(h.x)}, 1, true
		t.doing = a
		t.perform(a)
	} else {
		t.perform(f.loadHandle(h))
	}
	t.doing = nil
	if f.rec {
		t.settle()
		if t.trackingMemory {
			t.remember(false)
		}
	}
	return nil
}

// showsTurn reports whether having a move proves that the seat whose turn it is can act, so that there is no need to
// find out. It does not in a flow, nor if the rules keep past positions, which are recorded when the turn settles.
func (f *Fork) showsTurn(h Handle) bool {
	t, c := &f.t, f.t.rules.c
	return t.over == running && h.seat == t.turn && c.nodes == nil && c.repeat == nil && h.chosen&isLong == 0 &&
		!c.actions[h.action].ofKernel
}

// loadHandle makes the picks of a move chosen, and returns its action.
func (f *Fork) loadHandle(h Handle) *action {
	t := &f.t
	if h.chosen&isLong != 0 {
		return f.loadFrom(f.long.moves[h.x].packed, f.long.pool)
	}
	a := t.rules.c.actions[h.action]
	t.begin(h.seat)
	t.doing = a
	t.forget(a)
	k := 0
	for i, p := range a.picks {
		if h.chosen>>i&1 != 0 {
			t.set(p, h.value(k))
			k++
			if p.then != nil {
				p.then(t)
			}
		}
		t.picked[p.slot].done = true
	}
	return a
}

// Move returns the move that a handle of this fork represents.
func (f *Fork) Move(h Handle) (m Move) {
	f.Decode(h, &m)
	return m
}

// Decode is Move into an existing Move, whose slices it reuses.
func (f *Fork) Decode(h Handle, m *Move) {
	if h.of == 0 || h.of != f.long.of {
		panic(faultf("the handle belongs to another fork: list the moves with Handles of this one"))
	}
	a := f.s.rules.c.actions[h.action]
	m.Seat, m.Action, m.of = h.seat, a.Name, f.s.numbering()
	m.Picks = m.Picks[:min(len(a.picks), cap(m.Picks))]
	for len(m.Picks) < len(a.picks) {
		m.Picks = append(m.Picks, nil)
	}
	for i := range m.Picks {
		if m.Picks[i] == nil {
			m.Picks[i] = []Value{}
		}
	}
	if h.chosen&isLong != 0 {
		at := f.long.moves[h.x].from
		for i := range m.Picks {
			n := int(f.long.pool[at].N)
			m.Picks[i] = append(m.Picks[i][:0], f.long.pool[at+1:at+1+n]...)
			at += 1 + n
		}
		return
	}
	k := 0
	for i := range m.Picks {
		m.Picks[i] = m.Picks[i][:0]
		if h.chosen>>i&1 != 0 {
			m.Picks[i] = append(m.Picks[i], h.value(k))
			k++
		}
	}
}

// longMoves are the moves of a fork that do not fit into a Handle, each kept once.
type longMoves struct {
	of    uint32 // the number of the fork in its handles; 0 before there are any
	moves []longMove
	pool  []Value
	table []uint32 // by hash: the index of the move, plus 1
}

type longMove struct {
	packed
	hash uint64
}

// forget makes all handles so far invalid.
func (l *longMoves) forget() {
	if l.of != 0 {
		*l = longMoves{}
	}
}

// longHandle keeps the currently chosen move, unless it is kept already.
func (f *Fork) longHandle(a *action, h Handle) Handle {
	l := &f.long
	from := len(l.pool)
	l.pool = f.t.pack(a.picks, l.pool)
	sum := mix(uint64(h.action)+1, uint64(h.seat))
	for _, v := range l.pool[from:] {
		sum = mix(sum, uint64(v.N))
		if v.Text != "" {
			sum = mix(sum, hashText(v.Text))
		}
	}
	h.chosen, h.x, h.y = isLong, l.find(longMove{packed{a, h.seat, from, len(l.pool)}, sum}), 0
	return h
}

// find returns the index of this move, whose values are the last ones of the pool; a new move is kept.
func (l *longMoves) find(m longMove) uint32 {
	if 2*len(l.moves) >= len(l.table) {
		l.grow()
	}
	mask := uint64(len(l.table) - 1)
	at := m.hash & mask
	for ; l.table[at] != 0; at = (at + 1) & mask {
		k := l.table[at] - 1
		if o := &l.moves[k]; o.hash == m.hash && o.seat == m.seat && o.action == m.action &&
			slices.Equal(l.pool[o.from:o.to], l.pool[m.from:m.to]) {
			l.pool = l.pool[:m.from]
			return k
		}
	}
	l.moves = append(l.moves, m)
	l.table[at] = uint32(len(l.moves))
	return uint32(len(l.moves) - 1)
}

func (l *longMoves) grow() {
	l.table = make([]uint32, max(64, 2*len(l.table)))
	mask := uint64(len(l.table) - 1)
	for k := range l.moves {
		at := l.moves[k].hash & mask
		for l.table[at] != 0 {
			at = (at + 1) & mask
		}
		l.table[at] = uint32(k) + 1
	}
}
