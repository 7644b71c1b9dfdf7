package game

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
)

// values are the derived values of one State. Those of an immutable State are shared by all goroutines: each
// value is computed at least once, and never changes. Those of a fork are its own.
type values struct {
	of      *State // a copy of the State does not own them
	kept    []keeper
	by      *derivation // of the fork, nil for an immutable State
	private bool        // for one goroutine
	asked   []asked     // what is being computed, outermost first
}

// asked is a derived value that is being computed.
type asked struct {
	slot int
	id   ID
}

// keeper keeps the values of one Derived.
type keeper interface {
	undo()   // restores what was kept before
	forget() // drops what undo needs
	drop()   // releases all values
	each(visit func(id ID, version, epoch uint64))
}

// keeperOf is a keeper of values of one type.
type keeperOf[T any] struct {
	d     *Derived[T]
	pages []atomic.Pointer[boxes[T]]

	// The rest is used only by a fork.
	log   []boxWas[T]
	spare []*box[T]
}

type boxes[T any] [pageSize]atomic.Pointer[box[T]]

// box is a stored value, or all values of one sweep.
type box[T any] struct {
	version uint64 // that it was computed for
	epoch   uint64 // in which it is valid, 0 for all
	room    *room  // of its Sets, in a fork
	v       T
	all     []T
	set     func(ID, T)
	s       *State // during a sweep
}

// boxWas is the value that was replaced by another one.
type boxWas[T any] struct {
	id  ID
	old *box[T]
}

// newValues returns room for the derived values of an immutable State.
func newValues(s *State) *values {
	if s.rules.c.derived == nil {
		return nil
	}
	k := &values{of: s, kept: make([]keeper, len(s.rules.c.derived))}
	for i, d := range s.rules.c.derived {
		k.kept[i] = d.keeper(s.n)
	}
	return k
}

// apart returns a copy of the state that has no derived values yet, for one goroutine.
func (s *State) apart() *State {
	if s.view != nil && s.view.onlyNames {
		panic(needsView)
	}
	x := &struct {
		State
		values values
		kept   [16]keeper
		asked  [4]asked
	}{State: *s}
	x.values = values{of: &x.State, kept: x.kept[:0], private: true, asked: x.asked[:0]}
	x.values.kept = append(x.values.kept, make([]keeper, len(s.rules.c.derived))...)
	x.State.a, x.State.values = nil, &x.values
	return &x.State
}

// askable returns the values for one goroutine that computes some of them: it detects values that depend on
// themselves.
func (s *State) askable() *values {
	c := *s
	c.values = &values{of: &c, kept: s.values.kept, private: true}
	return c.values
}

// maxAsked is how deep derived values may be nested.
const maxAsked = 1000

// enter begins to compute a value. A value that depends on itself is a Fault.
func (k *values) enter(slot int, id ID) {
	for i, a := range k.asked {
		if a.slot == slot && a.id == id {
			k.circle(k.asked[i:])
		}
	}
	if len(k.asked) >= maxAsked {
		panic(faultf("derived values depend on each other more than %d levels deep", maxAsked))
	}
	k.asked = append(k.asked, asked{slot, id})
}

// circle panics with a Fault that names the values that depend on each other.
func (k *values) circle(all []asked) {
	var path strings.Builder
	for _, a := range all {
		path.WriteString(k.nameOf(a) + " reads ")
	}
	panic(faultf("it depends on itself: %s%s", path.String(), k.nameOf(all[0])))
}

// nameOf names a derived value on an element.
func (k *values) nameOf(a asked) string {
	name := k.of.rules.c.derived[a.slot].String()
	if a.id == sweptAll {
		return name
	}
	return name + " of " + k.of.Name(a.id)
}

// leave ends what enter has begun; it is deferred.
func (k *values) leave(f *derivedFacts) {
	k.asked = k.asked[:len(k.asked)-1]
	if p := recover(); p != nil {
		panic(f.failed(p))
	}
}

// publish keeps a value for all goroutines, and returns the one that is kept: another goroutine may have been
// faster.
func (c *keeperOf[T]) publish(id ID, b *box[T]) *box[T] {
	b.set = nil
	page := &c.pages[id>>pageBits]
	p := page.Load()
	if p == nil {
		p = new(boxes[T])
		if !page.CompareAndSwap(nil, p) {
			p = page.Load()
		}
	}
	if at := &p[id&pageMask]; !at.CompareAndSwap(nil, b) {
		return at.Load()
	}
	return b
}

// take returns a box to fill.
func (c *keeperOf[T]) take() *box[T] {
	if n := len(c.spare); n > 0 {
		b := c.spare[n-1]
		c.spare = c.spare[:n-1]
		return b
	}
	return new(box[T])
}

// reusable returns the box that the fork keeps for the element, if its value cannot become valid again.
func (c *keeperOf[T]) reusable(by *derivation, id ID) *box[T] {
	if pg := int(id >> pageBits); pg < len(c.pages) {
		if p := c.pages[pg].Load(); p != nil {
			if b := p[id&pageMask].Load(); b != nil && b.version > by.marked {
				return b
			}
		}
	}
	return nil
}

// put keeps a value in a fork. The previous one is saved if it may have been valid at a mark.
func (c *keeperOf[T]) put(by *derivation, slot int, id ID, b *box[T]) {
	for int(id>>pageBits) >= len(c.pages) {
		c.pages = append(c.pages, atomic.Pointer[boxes[T]]{})
	}
	page := &c.pages[id>>pageBits]
	if page.Load() == nil {
		page.Store(new(boxes[T]))
	}
	at := &page.Load()[id&pageMask]
	if old := at.Load(); old != nil && old.version <= by.marked {
		c.log = append(c.log, boxWas[T]{id, old})
		by.displaced = append(by.displaced, int32(slot))
	} else if old != nil {
		c.spare = append(c.spare, old)
	}
	at.Store(b)
}

func (c *keeperOf[T]) undo() {
	was := c.log[len(c.log)-1]
	c.log = c.log[:len(c.log)-1]
	at := &c.pages[was.id>>pageBits].Load()[was.id&pageMask]
	c.spare = append(c.spare, at.Load())
	at.Store(was.old)
}

func (c *keeperOf[T]) forget() {
	for _, was := range c.log {
		c.spare = append(c.spare, was.old)
	}
	c.log = c.log[:0]
}

func (c *keeperOf[T]) drop() {
	if c.d.facts.pointers {
		c.pages, c.log, c.spare = nil, nil, nil
	}
}

func (c *keeperOf[T]) each(visit func(id ID, version, epoch uint64)) {
	for pg := range c.pages {
		p := c.pages[pg].Load()
		for i := 0; p != nil && i < pageSize; i++ {
			if b := p[i].Load(); b != nil {
				visit(ID(pg<<pageBits+i), b.version, b.epoch)
			}
		}
	}
}

// holders visits the elements that the value is shown on.
func (f *derivedFacts) holders(s *State, visit func(ID)) {
	if f.table {
		visit(Root)
	}
	for x := Seat(0); f.seats && x < Seat(s.seats); x++ {
		visit(x.ID())
	}
	if f.places != nil {
		for id, p := range s.Places() {
			if slices.Contains(f.places, p) {
				visit(id)
			}
		}
	}
	for id := s.rules.c.first; f.things && id < s.n; id++ {
		r := s.at(id)
		if r.flags&(live|faceless) == live && r.parent != s.rules.c.waiting &&
			(len(f.kinds) == 0 || r.kind > 0 && slices.Contains(f.kinds, s.rules.c.kinds[r.kind-1])) {
			visit(id)
		}
	}
}

// Derived returns the derived values that are shown (Derived.On) as JSON, by the name of the value, then by
// the name of the element. Zero values are left out. In a view they are those of the observer.
func (s *State) Derived() (shown map[string]map[string]json.RawMessage, err error) {
	return s.derivedWhere(func(*derivedFacts) bool { return true })
}

// PublicDerived is Derived for the values that are the same for all observers (Derived.Public). It needs no view.
func (s *State) PublicDerived() (shown map[string]map[string]json.RawMessage, err error) {
	return s.derivedWhere(func(f *derivedFacts) bool { return f.public })
}

func (s *State) derivedWhere(wanted func(*derivedFacts) bool) (shown map[string]map[string]json.RawMessage, err error) {
	err = s.guardRead(func() {
		if k := s.values; k != nil && k.of == s && k.by == nil && !k.private {
			s = s.askable().of // once for all values
		}
		for _, d := range s.rules.c.derived {
			f := d.derived()
			if !wanted(f) {
				continue
			}
			f.holders(s, func(id ID) {
				text := d.shown(s, id, nil)
				if string(text) == f.blank {
					return
				}
				if shown == nil {
					shown = map[string]map[string]json.RawMessage{}
				}
				if shown[f.name] == nil {
					shown[f.name] = map[string]json.RawMessage{}
				}
				shown[f.name][s.Name(id)] = text
			})
		}
	})
	if err != nil {
		return nil, err
	}
	return shown, nil
}

// guardRead calls a function that reads derived values; a panic of the rules in it becomes an error.
func (s *State) guardRead(f func()) (err error) {
	if s.rules.c.derived == nil {
		return nil
	}
	defer func() {
		if p := recover(); p != nil {
			err = s.readFailed(p)
		}
	}()
	f()
	return nil
}

// readFailed returns the Fault of a panic.
func (s *State) readFailed(p any) (err error) {
	t := &Tx{State: s, Seat: Nobody}
	t.began = int(s.moves)
	defer t.guard(&err)
	panic(p)
}

// CheckDerived recomputes all derived values that are kept or shown, twice, and returns an error if one of
// them differs: then it does not depend on the state alone, or was not dropped when the state changed. The
// laws of gametest call it throughout.
func (s *State) CheckDerived() error {
	var wrong error
	err := s.guardRead(func() {
		for slot, d := range s.rules.c.derived {
			ask := func(id ID) {
				if wrong == nil {
					wrong = d.check(s, id)
				}
			}
			if k := s.values; k != nil && k.of == s {
				k.kept[slot].each(func(id ID, version, epoch uint64) {
					if k.by == nil || k.by.has(d.derived(), s, version, epoch) {
						ask(id)
					}
				})
			}
			if d.derived().lasts() {
				if k := s.lasting.kept[s.rules.c.lastingNo[slot]]; k != nil {
					k.each(func(id ID, _, _ uint64) { ask(id) })
				}
			}
			d.derived().holders(s, ask)
		}
	})
	if wrong != nil {
		return wrong
	}
	return err
}

// check recomputes a value and compares it with the one that is kept.
func (d *Derived[T]) check(s *State, id ID) error {
	kept := d.box(s, id).copied()
	for range 2 {
		again := s.apart()
		again.lasting = newLastingValues(s.rules)
		fresh := d.box(again, id).copied()
		if !sameValue(reflect.ValueOf(kept), reflect.ValueOf(fresh), 0) {
			at := ""
			if id != sweptAll {
				at = " of " + s.Name(id)
			}
			return fmt.Errorf("derived value %q%s is kept as %v, but computes to %v", d.facts.name, at, kept, fresh)
		}
	}
	return nil
}

// copied returns a copy of what is in a box, which may soon be reused.
func (b *box[T]) copied() any {
	if b.all != nil {
		return append([]T(nil), b.all...)
	}
	return b.v
}

var (
	setsType  = reflect.TypeFor[set]()
	stateType = reflect.TypeFor[*State]()
)

// sameValue compares two values of any type: Sets by their members, functions not at all.
func sameValue(a, b reflect.Value, depth int) bool {
	if !a.IsValid() || !b.IsValid() || a.Type() != b.Type() {
		return a.IsValid() == b.IsValid()
	}
	if depth++; depth > 50 || a.Type() == stateType {
		return true
	}
	switch a.Kind() {
	case reflect.Struct:
		if a.Type() == setsType {
			return sameSet(a, b)
		}
		for i := range a.NumField() {
			if !sameValue(a.Field(i), b.Field(i), depth) {
				return false
			}
		}
		return true
	case reflect.Array, reflect.Slice:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !sameValue(a.Index(i), b.Index(i), depth) {
				return false
			}
		}
		return true
	case reflect.Map:
		if a.Len() != b.Len() {
			return false
		}
		for _, key := range a.MapKeys() {
			if v := b.MapIndex(key); !v.IsValid() || !sameValue(a.MapIndex(key), v, depth) {
				return false
			}
		}
		return true
	case reflect.Pointer, reflect.Interface:
		return a.IsNil() == b.IsNil() && (a.IsNil() || sameValue(a.Elem(), b.Elem(), depth))
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		return a.IsNil() == b.IsNil()
	case reflect.Float32, reflect.Float64:
		return a.Float() == b.Float() || a.Float() != a.Float() && b.Float() != b.Float()
	}
	return a.Equal(b)
}

// sameSet compares two sets by their members.
func sameSet(a, b reflect.Value) bool {
	word := func(v reflect.Value, i int) uint64 {
		if big := v.FieldByName("big"); !big.IsNil() {
			if w := big.Elem().FieldByName("w"); i < w.Len() {
				return w.Index(i).Uint()
			}
			return 0
		}
		switch i {
		case 0:
			return v.FieldByName("a").Uint()
		case 1:
			return v.FieldByName("b").Uint()
		}
		return 0
	}
	words := func(v reflect.Value) int {
		if big := v.FieldByName("big"); !big.IsNil() {
			return big.Elem().FieldByName("w").Len()
		}
		return 2
	}
	for i := range max(words(a), words(b)) {
		if word(a, i) != word(b, i) {
			return false
		}
	}
	return true
}
