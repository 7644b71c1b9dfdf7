package game

import (
	"encoding/binary"
	"fmt"
	"iter"
	"math/bits"
	"reflect"
	"sync"
	"sync/atomic"
	"unsafe"
)

// Part is plain data that changes, on an element, a seat (Seat.ID) or the table (Root). Every element has the
// zero value until another is set.
type Part[T comparable] struct {
	name  string
	no    uint32 // among all Parts of the program
	code  *codec // nil if T is not plain
	facts partFacts
	empty *cpage[T]
	none  *col[T] // a column without values
}

// Column is a Part of any type, as listed in Rules.Parts.
type Column interface {
	String() string // its name
	Look() Look
	Info() ValueInfo
	Value(r Reader, e Element) any
	Number(r Reader, e Element) (n int, ok bool)
	part() *partFacts
	column() column
}

type partFacts struct {
	name string
	no   uint32
	code *codec
	bad  string

	blank string // the zero value as text
	masks func() maskColumn
	look  Look

	onSeats bool // see OnSeats
}

var partCount atomic.Uint32

// NewPart returns a handle, usually kept in a package variable, so that kits and games can share it.
func NewPart[T comparable](name string) *Part[T] {
	p := &Part[T]{name: name, no: partCount.Add(1) - 1, empty: new(cpage[T])}
	p.none = &col[T]{part: p}
	p.facts = partFacts{name: name, no: p.no, masks: masksOf(name)}
	p.code, p.facts.bad = compileCodec(reflect.TypeFor[T]())
	p.facts.code = p.code
	if p.code != nil {
		p.facts.blank = string(p.code.encode(nil, nil, pointer(new(T))))
	}
	return p
}

// maskColumn is a *Part[masks]. A package that uses a Part compiles the methods of every generic type that it can
// reach through fields; behind this interface it does not reach those hundred.
type maskColumn interface {
	Column
	set(t *Tx, id ID, v masks)
	of(s *State, id ID) masks
}

// masksOf returns what keeps Show and Hide of the values of the named Part.
//
//go:noinline
func masksOf(name string) func() maskColumn {
	return sync.OnceValue(func() maskColumn { return NewPart[masks]("@shown-" + name) })
}

// String returns the name of the part.
func (p *Part[T]) String() string { return p.name }

func (p *Part[T]) part() *partFacts { return &p.facts }
func (p *Part[T]) column() column   { return &col[T]{part: p} }

// columnIn returns the column of the part in s.
func (p *Part[T]) columnIn(s *State) *col[T] {
	if slots := s.rules.c.slots; int(p.no) < len(slots) && slots[p.no] >= 0 { // slot, without a call
		return s.cols[slots[p.no]].(*col[T])
	}
	return s.cols[p.slot(s)].(*col[T])
}

func (p *Part[T]) slot(s *State) int { return slotOf(s, p.no, p.name) }

func slotOf(s *State, no uint32, name string) int {
	if slots := s.rules.c.slots; int(no) < len(slots) && slots[no] >= 0 {
		return int(slots[no])
	}
	panic(undeclaredf("part %q is not declared: add it to Rules.Parts of %s", name, s.rules.Name))
}

// Of returns the value on the element, the zero value if the element is not in the game.
func (p *Part[T]) Of(r Reader, e Element) T { return p.of(stateOf(r), idOf(e)) }

func (p *Part[T]) of(s *State, id ID) T {
	c := p.columnIn(s)
	if pg := id >> pageBits; int(pg) < len(c.pages) && c.pages[pg] != nil {
		return c.pages[pg].v[id&pageMask]
	}
	var zero T
	return zero
}

// BySeat returns the values of all seats, in their order.
func (p *Part[T]) BySeat(r Reader) []T {
	s := stateOf(r)
	all := make([]T, s.seats)
	for x := range all {
		all[x] = p.of(s, Seat(x).ID())
	}
	return all
}

// All yields the elements of the set with their values. It is faster than calling Of for each.
func (p *Part[T]) All(r Reader, in Set[ID]) iter.Seq2[ID, T] {
	return func(yield func(ID, T) bool) {
		c := p.columnIn(stateOf(r))
		if in.big != nil {
			for id := range in.All() {
				if !yield(id, c.value(id)) {
					return
				}
			}
			return
		}
		for half := range 4 {
			page := c.page(half)
			for w := in.half(half); w != 0; w &= w - 1 {
				i := bits.TrailingZeros32(w)
				if !yield(ID(half<<pageBits+i), page.v[i]) {
					return
				}
			}
		}
	}
}

// Where returns the elements of the set that have this value.
func (p *Part[T]) Where(r Reader, in Set[ID], v T) Set[ID] {
	c := p.columnIn(stateOf(r))
	if in.big != nil {
		found := in.Blank(len(in.big.w))
		for i, w := range in.big.w {
			found.big.w[i] = c.having(2*i, w, v)
		}
		return found
	}
	return Set[ID]{set{a: c.having(0, in.a, v), b: c.having(2, in.b, v)}}
}

// having returns which elements of two pages, starting at pg, have the value.
func (c *col[T]) having(pg int, w uint64, v T) (found uint64) {
	if low := uint32(w); low != 0 {
		found = uint64(c.page(pg).having(low, v))
	}
	if high := uint32(w >> 32); high != 0 {
		found |= uint64(c.page(pg+1).having(high, v)) << 32
	}
	return found
}

func (p *cpage[T]) having(w uint32, v T) (found uint32) {
	if unsafe.Sizeof(v) == 1 {
		return w & sameBytes((*[pageSize]byte)(unsafe.Pointer(&p.v)), *(*byte)(unsafe.Pointer(&v)))
	}
	for ; w != 0; w &= w - 1 {
		var is uint32
		if p.v[bits.TrailingZeros32(w)&pageMask] == v {
			is = w & -w
		}
		found |= is
	}
	return found
}

// sameBytes returns which bytes of a page equal b, eight at a time: an equal byte keeps its highest bit, and
// a multiplication gathers those bits.
func sameBytes(page *[pageSize]byte, b byte) (found uint32) {
	const ones, low = 0x0101010101010101, 0x7f7f7f7f7f7f7f7f
	all := uint64(b) * ones
	for i := 0; i < pageSize; i += 8 {
		x := binary.LittleEndian.Uint64(page[i:]) ^ all
		same := ^(x&low + low | x | low) >> 7
		found |= uint32(same*0x0102040810204080>>56) << i
	}
	return found
}

// Set sets the value on the element.
func (p *Part[T]) Set(t *Tx, e Element, v T) { p.set(t, idOf(e), v) }

func (p *Part[T]) set(t *Tx, id ID, v T) {
	t.writing()
	if id >= t.n || t.at(id).flags&live == 0 {
		panic(faultf("part %q is set on element %s, but %s", p.name, t.nameInFault(id), t.absence(id)))
	}
	if p.code.hasIDs {
		if of := p.code.unknown(pointer(&v), t.n); of != 0 {
			panic(faultf("part %q is set to element %d, but %s", p.name, of, t.absence(of)))
		}
	}
	p.write(t, id, v)
}

// Add adds n to the value on the element, which must be a number, and returns the sum. A sum that the type
// cannot hold is a Fault.
func (p *Part[T]) Add(t *Tx, e Element, n T) T {
	id := idOf(e)
	v := p.of(t.State, id)
	if !p.code.plus(pointer(&v), pointer(&n)) {
		panic(faultf("part %q: %v cannot be added to %v: the type is not a number, or the sum is too large for it", p.name, n,
			v))
	}
	p.set(t, id, v)
	return v
}

// Edit changes the value on the element in place.
func (p *Part[T]) Edit(t *Tx, e Element, edit func(*T)) {
	id := idOf(e)
	t.ownCols()
	w := p.scratch(t)
	if w.editing == len(w.boxes) {
		w.boxes = append(w.boxes, new(T))
	}
	v := w.boxes[w.editing]
	*v = p.of(t.State, id)
	w.editing++
	edit(v)
	w.editing--
	p.set(t, id, *v)
}

// scratch returns the column that the Tx keeps for writing.
func (p *Part[T]) scratch(t *Tx) *col[T] {
	slot := p.slot(t.State)
	w, _ := t.spareCols[slot].(*col[T])
	if w == nil {
		w = &col[T]{part: p}
		t.spareCols[slot] = w
	}
	return w
}

// Is sets the value for new elements: of a Kind, or of one Create.
func (p *Part[T]) Is(v T) With { return &given[T]{part: p, value: v} }

// Nth gives each element made by one CreateMany its own value, by its number, from 0.
func (p *Part[T]) Nth(value func(i int) T) With { return &given[T]{part: p, nth: value} }

type given[T comparable] struct {
	part  *Part[T]
	value T
	nth   func(i int) T
}

func (g *given[T]) on(*Kind, func(string, ...any)) {}
func (g *given[T]) column() Column                 { return g.part }
func (g *given[T]) text() string                   { return g.part.name + "=" + plainText(g.value) }

func (g *given[T]) start(t *Tx, id ID, i int) {
	if g.nth != nil {
		g.part.set(t, id, g.nth(i))
		return
	}
	g.part.set(t, id, g.value)
}

func (p *Part[T]) write(t *Tx, id ID, v T) {
	slot := p.slot(t.State)
	c := t.cols[slot].(*col[T])
	if int(id>>pageBits) >= len(c.pages) || c.pages[id>>pageBits] == nil || c.pages[id>>pageBits].gen != t.gen {
		var zero T
		if p.of(t.State, id) == v && v == zero {
			return
		}
		c = c.own(t, slot, int(id>>pageBits))
	}
	cell := &c.pages[id>>pageBits].v[id&pageMask]
	if *cell == v {
		return
	}
	if t.logging {
		c.log = append(c.log, cellWas[T]{id, *cell})
		t.writes = append(t.writes, write{id: id, slot: int16(slot) + 1})
	}
	*cell = v
	if t.keying.on {
		t.keying.markWritten(id)
	}
	t.version = 0
	if t.rules.c.followers != nil {
		t.State.lasting.written(t.rules, slot, id)
	}
	if by := t.rules.c.placedBy; slot < len(by) && by[slot] {
		t.placed = 0
	}
	if p.code.hasIDs && !c.refs {
		c.refs = p.code.names(pointer(&v), t.rules.c.first)
	}
	if x := &t.rules.c.secrets[slot]; t.trackingMemory && (x.hasMemory() || id >= t.rules.c.first && !x.inner) {
		t.rerolls = append(t.rerolls, reroll{cellRef{slot, id}, false})
	}
}

// column is the storage of one Part.
type column interface {
	undo()
	freeze(t *Tx) column
	snapshot(gen, next uint64) column
	clear(t *Tx, id ID)
	differs(o column, visit func(ID))
	size() ID
	blank(id ID) bool
	hash(s *State, id ID) uint64
	hashWas(s *State, i int) uint64
	key(s *State, id ID) uint64
	refKeys(s *State, x *keyScope, part uint64, k *refKey)
	encode(dst []byte, s *State, id ID) []byte
	encodeWas(dst []byte, s *State, i int) []byte
	decode(t *Tx, id ID, text []byte) error
	logLen() int
	wasID(i int) ID
	sameWas(i int, id ID) bool
	dropLog()
	stopEditing()
	seen(p *projector, slot int) column
	carried(first ID, was []laidOut) column
	read(s *State, id ID, text []byte) error
	refers() bool
	keyFor(k moveKeyer, id ID) uint64
	mentions(of, id ID) bool
	swap(t *Tx, hands []hand, with func(ID) bool)
	swapIDs(t *Tx, who []ID)
}

type cpage[T comparable] struct {
	gen uint64
	v   [pageSize]T
}

type cellWas[T comparable] struct {
	id  ID
	old T
}

type col[T comparable] struct {
	part  *Part[T]
	pages []*cpage[T]
	refs  bool // a value may name a created element

	// The rest is used only in a column that is being written.
	gen   uint64
	log   []cellWas[T]
	spare []*cpage[T]

	boxes   []*T // values being edited
	editing int
}

// own makes page pg writable for t and returns the writable column.
func (c *col[T]) own(t *Tx, slot, pg int) *col[T] {
	if c.gen != t.gen {
		t.ownCols()
		w := c.part.scratch(t)
		for _, old := range w.pages {
			if old != nil && w.gen != 0 && old.gen == w.gen {
				w.spare = append(w.spare, old)
			}
		}
		w.pages = append(w.pages[:0], c.pages...)
		w.refs = c.refs
		w.gen, w.log = t.gen, w.log[:0]
		t.cols[slot] = w
		c = w
	}
	for pg >= len(c.pages) {
		c.pages = append(c.pages, nil)
	}
	if old := c.pages[pg]; old == nil || old.gen != t.gen {
		var p *cpage[T]
		if n := len(c.spare); n > 0 {
			p, c.spare = c.spare[n-1], c.spare[:n-1]
		} else {
			p = new(cpage[T])
		}
		if old != nil {
			*p = *old
		} else {
			clear(p.v[:])
		}
		p.gen = t.gen
		c.pages[pg] = p
	}
	return c
}

func (c *col[T]) undo() {
	was := c.log[len(c.log)-1]
	c.log = c.log[:len(c.log)-1]
	c.pages[was.id>>pageBits].v[was.id&pageMask] = was.old
}

// freeze returns the column in its final form; c itself stays scratch memory of the Tx.
func (c *col[T]) freeze(t *Tx) column {
	if c.gen != t.gen {
		return c
	}
	f := &col[T]{part: c.part, pages: c.pages, refs: c.refs}
	c.pages, c.gen, c.log = nil, 0, c.log[:0]
	return f
}

func (c *col[T]) value(id ID) T {
	if pg := int(id >> pageBits); pg < len(c.pages) && c.pages[pg] != nil {
		return c.pages[pg].v[id&pageMask]
	}
	var zero T
	return zero
}

func (c *col[T]) clear(t *Tx, id ID) {
	var zero T
	if c.value(id) != zero {
		c.part.write(t, id, zero)
	}
}

// differs visits the elements whose values differ between the two columns.
func (c *col[T]) differs(o column, visit func(ID)) {
	d := o.(*col[T])
	if c == d {
		return
	}
	for pg := range max(len(c.pages), len(d.pages)) {
		a, b := c.page(pg), d.page(pg)
		if a == b {
			continue
		}
		for i := range a.v {
			if a.v[i] != b.v[i] {
				visit(ID(pg<<pageBits + i))
			}
		}
	}
}

// page returns a page to read from; it is empty if nothing was ever written to it.
func (c *col[T]) page(pg int) *cpage[T] {
	if pg < len(c.pages) && c.pages[pg] != nil {
		return c.pages[pg]
	}
	return c.part.empty
}

// size is greater than the number of any element that has a value.
func (c *col[T]) size() ID { return ID(len(c.pages)) << pageBits }

func (c *col[T]) blank(id ID) bool {
	var zero T
	return c.value(id) == zero
}

func (c *col[T]) hash(s *State, id ID) uint64 {
	v := c.value(id)
	return c.part.code.hash(s, pointer(&v))
}

func (c *col[T]) hashWas(s *State, i int) uint64 {
	v := c.log[i].old
	return c.part.code.hash(s, pointer(&v))
}

func (c *col[T]) encode(dst []byte, s *State, id ID) []byte {
	v := c.value(id)
	return c.part.code.encode(dst, s, pointer(&v))
}

func (c *col[T]) encodeWas(dst []byte, s *State, i int) []byte {
	v := c.log[i].old
	return c.part.code.encode(dst, s, pointer(&v))
}

func (c *col[T]) decode(t *Tx, id ID, text []byte) error {
	var v T
	if err := c.part.code.decode(t.State, pointer(&v), text); err != nil {
		return fmt.Errorf("part %q: %w", c.part.name, err)
	}
	c.part.write(t, id, v)
	return nil
}

func (c *col[T]) refers() bool { return c.refs }

func (c *col[T]) logLen() int { return len(c.log) }

func (c *col[T]) wasID(i int) ID { return c.log[i].id }

func (c *col[T]) sameWas(i int, id ID) bool { return c.log[i].old == c.value(id) }

func (c *col[T]) dropLog() { c.log = c.log[:0] }

func (c *col[T]) stopEditing() { c.editing = 0 }
