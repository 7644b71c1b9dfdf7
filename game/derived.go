package game

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync/atomic"
)

// Derived is a value computed from the state, on an element, a seat or the table: an attack with all its
// modifiers, the cells a piece can reach. It is read like a Part and never set. Its function is called when
// the value is first read; the result is kept until anything changes. It is not part of saves, hashes or
// Changes.
//
// In a view it is computed from what the observer sees, so an observer may read a value different from the
// real one. A value that must be the same for everyone is a Part.
type Derived[T any] struct {
	facts derivedFacts
	each  func(*State, ID) T
	sweep func(s *State, set func(ID, T))
}

// AnyDerived is a Derived of any type, as listed in Rules.Derived.
type AnyDerived interface {
	String() string // its name
	Look() Look
	Info() ValueInfo
	Value(r Reader, e Element) any
	Shown() bool
	derived() *derivedFacts
	keeper(n ID) keeper
	shown(s *State, id ID, dst []byte) []byte
	check(s *State, id ID) error
}

type derivedFacts struct {
	name     string
	no       uint32 // among all derived values of the program
	code     *codec // nil if T is not plain
	bad      string // why it is not
	pointers bool   // T may refer to memory that is reused
	function any
	swept    bool     // all values are computed at once
	from     []Column // the Parts it depends on, if it names them
	elements bool     // it depends on the elements and those Parts
	blank    string   // the zero value as text
	look     Look
	public   bool // every observer sees the same value

	table, seats, things bool // what it is shown on
	kinds                []*Kind
	places               []*Place
}

var derivedCount atomic.Uint32

// NewDerived returns a handle, usually kept in a package variable. The function gets the element, seat
// (Seat.ID) or table (Root) in question, and a State. So it cannot write, and does not know which seat acts
// or what is picked, nor can it draw random numbers.
func NewDerived[T any](name string, of func(s *State, id ID) T) *Derived[T] {
	d := newDerived[T](name, of)
	d.each = of
	return d
}

// Swept is for values that are cheaper to compute all at once. Call it on the result of NewDerived, with a
// nil function there; it returns the same handle. The function sets the values of all elements in one sweep.
// Elements it does not set have the zero value.
func (d *Derived[T]) Swept(all func(s *State, set func(ID, T))) *Derived[T] {
	d.each, d.sweep, d.facts.function, d.facts.swept = nil, all, all, true
	return d
}

func newDerived[T any](name string, function any) *Derived[T] {
	d := &Derived[T]{}
	of := reflect.TypeFor[T]()
	d.facts = derivedFacts{name: name, no: derivedCount.Add(1) - 1, function: function, pointers: hasPointers(of)}
	if d.facts.code, d.facts.bad = compileCodec(of); d.facts.code != nil {
		d.facts.blank = string(d.facts.code.encode(nil, nil, pointer(new(T))))
	}
	return d
}

// hasPointers reports whether values of the type refer to other memory. Strings do not count, because they
// are never written to.
func hasPointers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			if hasPointers(t.Field(i).Type) {
				return true
			}
		}
		return false
	case reflect.Array:
		return t.Len() > 0 && hasPointers(t.Elem())
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Func, reflect.Interface, reflect.Chan, reflect.UnsafePointer:
		return true
	}
	return false
}

// String returns the name of the value.
func (d *Derived[T]) String() string { return d.facts.name }

// Looks sets how the values are shown and returns the handle, so that it can be chained after NewDerived.
func (d *Derived[T]) Looks(l Look) *Derived[T] {
	d.facts.look = l
	return d
}

// Look returns how the values are shown.
func (d *Derived[T]) Look() Look { return d.facts.look }

// On shows the values on elements of these kinds that have a face, or on all elements with a face if no kind
// is given. Only plain values, as in a Part, can be shown.
func (d *Derived[T]) On(kinds ...*Kind) *Derived[T] {
	d.facts.things, d.facts.kinds = true, kinds
	return d
}

// OnSeats shows the values on the seats.
func (d *Derived[T]) OnSeats() *Derived[T] {
	d.facts.seats = true
	return d
}

// OnTable shows the value of the table (Root).
func (d *Derived[T]) OnTable() *Derived[T] {
	d.facts.table = true
	return d
}

// OnPlaces shows the values on these places: the cells of a board, for what a seat remembers of each of them.
func (d *Derived[T]) OnPlaces(places ...*Place) *Derived[T] {
	d.facts.places = places
	return d
}

// Public declares that every observer sees the same value, because it depends only on what all of them see: the
// books that a player has laid down. A server then computes it once for all of them, without their views. Only
// values on places, seats and the table can be public. A law of gametest compares them with those of all views.
func (d *Derived[T]) Public() *Derived[T] {
	d.facts.public = true
	return d
}

func (d *Derived[T]) derived() *derivedFacts { return &d.facts }

func (d *Derived[T]) keeper(n ID) keeper {
	return &keeperOf[T]{d: d, pages: make([]atomic.Pointer[boxes[T]], n>>pageBits+1)}
}

// Shown reports whether the values are shown anywhere: see On, OnPlaces, OnSeats and OnTable.
func (d *Derived[T]) Shown() bool { return d.facts.isShown() }

func (f *derivedFacts) isShown() bool { return f.table || f.seats || f.things || f.places != nil }

// slot returns the number of the value within the rules.
func (f *derivedFacts) slot(r *Rules) int {
	if slots := r.c.derivedSlots; int(f.no) < len(slots) && slots[f.no] >= 0 {
		return int(slots[f.no])
	}
	panic(undeclaredf("derived value %q is not declared: add it to Rules.Derived of %s", f.name, r.Name))
}

// Of returns the value on the element. It is the zero value if the element is not in the game or, in a view,
// has no face.
func (d *Derived[T]) Of(r Reader, e Element) T {
	s, id := stateOf(r), idOf(e)
	if d.sweep != nil {
		if b := d.box(s, sweptAll); int(id) < len(b.all) {
			return b.all[id]
		}
		var zero T
		return zero
	}
	return d.box(s, id).v
}

// sweptAll represents all elements, whose values are set by one sweep.
const sweptAll ID = 0

// box returns the stored value, computing it if necessary.
func (d *Derived[T]) box(s *State, id ID) *box[T] {
	slot := d.facts.slot(s.rules)
	if d.facts.lasts() && id < s.rules.c.first {
		return d.lasting(s, slot, id)
	}
	k := s.values
	if k == nil || k.of != s { // a copy of a state does not own its values
		k = s.apart().values
	}
	if k.kept[slot] == nil { // of a copy made by apart
		k.kept[slot] = d.keeper(k.of.n)
	}
	c := k.kept[slot].(*keeperOf[T])
	if pg := int(id >> pageBits); pg < len(c.pages) {
		if p := c.pages[pg].Load(); p != nil {
			if b := p[id&pageMask].Load(); b != nil && (k.by == nil || k.by.has(&d.facts, k.of, b.version, b.epoch)) {
				return b
			}
		}
	}
	return c.compute(k, slot, id)
}

// compute calls the function and keeps the result.
func (c *keeperOf[T]) compute(k *values, slot int, id ID) *box[T] {
	if id != sweptAll && (id >= k.of.n || k.of.at(id).flags&(live|faceless) != live) {
		return new(box[T])
	}
	if k.by == nil && !k.private {
		k = k.of.askable()
	}
	s := k.of
	k.enter(slot, id)
	defer k.leave(&c.d.facts)
	if k.by == nil {
		b := new(box[T])
		c.fill(s, id, b)
		return c.publish(id, b)
	}
	was := k.by.limited
	k.by.limited = false
	version := k.by.versionOf(&c.d.facts, s)
	b := c.reusable(k.by, id)
	again := b != nil
	if !again {
		b = c.take()
	}
	if c.d.facts.pointers {
		b.room = k.by.rooms.exchange(b.room, s.a.epoch)
		c.fillIn(b.room, s, id, b)
	} else {
		c.fill(s, id, b)
	}
	b.version, b.epoch = version, 0
	if c.d.facts.elements && c.d.facts.pointers && k.by.limited {
		b.epoch = s.a.epoch
	}
	if k.by.limited = was || c.d.facts.pointers && (!c.d.facts.elements || b.epoch != 0); !again {
		c.put(k.by, slot, id, b)
	}
	return b
}

// fillIn is fill with Sets in a room of their own, so that they last as long as the value.
func (c *keeperOf[T]) fillIn(r *room, s *State, id ID, b *box[T]) {
	s.a.lend(r)
	defer s.a.lend(r)
	c.fill(s, id, b)
}

// fill calls the function.
func (c *keeperOf[T]) fill(s *State, id ID, b *box[T]) {
	if c.d.sweep == nil {
		b.v = c.d.each(s, id)
		return
	}
	if int(s.n) > cap(b.all) {
		b.all = make([]T, s.n, s.n+s.n/4)
	}
	b.all = b.all[:s.n]
	clear(b.all)
	if b.set == nil {
		b.set = b.setter(c.d)
	}
	b.s = s
	c.d.sweep(s, b.set)
	b.s = nil
}

// setter returns the function a sweep sets values with. It is made once for each box, so that a sweep does
// not allocate.
func (b *box[T]) setter(d *Derived[T]) func(ID, T) {
	return func(id ID, v T) {
		switch {
		case b.s == nil:
			panic(faultf("derived value %q is set after its sweep has ended", d.facts.name))
		case int(id) >= len(b.all) || b.s.at(id).flags&live == 0:
			panic(faultf("derived value %q is set on element %d, which is not in the game", d.facts.name, id))
		case b.s.at(id).flags&faceless == 0:
			b.all[id] = v
		}
	}
}

// shown appends the value as JSON.
func (d *Derived[T]) shown(s *State, id ID, dst []byte) []byte {
	v := d.Of(s, id)
	return d.facts.code.encode(dst, s, pointer(&v))
}

// failed turns a panic of the function into a Fault that names the value.
func (f *derivedFacts) failed(p any) any {
	switch p := p.(type) {
	case *Refusal:
		return p
	case *Fault:
		if !strings.HasPrefix(p.Why, derivedPrefix) { // the Fault of another value that it read
			p.Why = derivedPrefix + strconv.Quote(f.name) + ": " + p.Why
		}
		return p
	}
	return f.failed(&Fault{Why: fmt.Sprint(p), At: position()})
}

// derivedPrefix begins the message of a derived value that failed.
const derivedPrefix = "derived value "
