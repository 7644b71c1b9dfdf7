package game

import (
	"fmt"
	"iter"
	"reflect"
)

// Place is a fixed part of the table that holds elements: a deck, a hand, a square. Its IDs are known once the rules
// are checked.
type Place struct {
	Name  string   // letters, digits, - and _, beginning with a letter, like all names
	Each  bool     // one for each seat, which owns it
	Names []string // one place for each of these names, such as the points of a track; not with Each
	Order Order    // what the order of its elements means
	Max   int      // how many elements it can hold, 0 for any number
	Seen  Sight    // who sees its elements; everyone, unless an enclosing place says otherwise

	// Enter is called when an element has come in; from is where it came from, 0 if it was just created.
	Enter func(t *Tx, id, from ID)

	// Leave is called when an element is about to go; to is where it is going, 0 if it is removed.
	Leave func(t *Tx, id, to ID)

	Look Look

	rules *Rules
	id    ID
	cells int // how many names it has
}

// Order is what the order of the elements in a place means.
type Order uint8

// The orders of a place.
const (
	Ordered   Order = iota // first to last, like a row of cards
	Unordered              // the order has no meaning, as for marbles in a bag
	Stacked                // bottom to top: only the last element is uncovered
)

// Lay adds the place to the table.
func (p *Place) Lay(plan *Plan) { plan.Add(p, Root, p.Names...) }

// ID returns the element of this place. A Place with several instances has Of or At instead.
func (p *Place) ID() ID {
	if p.rules == nil || p.Each || len(p.Names) > 0 {
		p.mustBeOne()
	}
	return p.id
}

// mustBeOne panics with a Fault unless there is only one instance of the place.
func (p *Place) mustBeOne() {
	p.mustBeOnTable()
	if p.Each {
		panic(faultf("place %q exists once for each seat: use Of to say which", p.Name))
	}
	if len(p.Names) > 0 {
		panic(faultf("place %q has %d Names: use At to say which", p.Name, len(p.Names)))
	}
}

func (p *Place) mustBeOnTable() {
	if p.rules == nil {
		p.notOnTable()
	}
}

func (p *Place) notOnTable() {
	panic(undeclaredf("place %q is not on the table: it is not in Rules.Layout, or the rules are not checked yet", p.Name))
}

// At returns the i-th instance of a Place with Names.
func (p *Place) At(i int) ID {
	p.mustBeOnTable()
	if i < 0 || i >= len(p.Names) {
		panic(faultf("place %q has %d Names, so there is no number %d (counted from 0)", p.Name, len(p.Names), i))
	}
	return p.id + ID(i)
}

// Of returns the seat's instance of a Place with Each.
func (p *Place) Of(seat Seat) ID {
	if p.rules == nil || !p.Each || uint(seat) >= uint(p.rules.Seats.Max) {
		p.mustBeOf(seat)
	}
	return p.id + ID(seat)
}

// mustBeOf panics with a Fault unless the seat has one.
func (p *Place) mustBeOf(seat Seat) {
	p.mustBeOnTable()
	if !p.Each {
		panic(faultf("place %q is shared by all seats, so it has no Of: use ID, or declare it Each", p.Name))
	}
	panic(faultf("place %q does not exist for %s", p.Name, seat))
}

// Contents returns the elements in the place; for a Place with Each, in the place of the acting seat. Use it
// for Pick.From: "a card from my hand" is hand.Contents. For a State, call s.Contents.
func (p *Place) Contents(t *Tx) Set[ID] {
	p.mustBeOnTable()
	if p.Each {
		return t.contents(p.Of(t.Seat))
	}
	return t.contents(p.id)
}

// Everything returns the elements in all instances of a Place with Each or Names. Use it for Pick.From: "any
// creature" is field.Everything.
func (p *Place) Everything(t *Tx) Set[ID] {
	var all Set[ID]
	for id := range p.All(t).All() {
		all = all.Or(t.contents(id))
	}
	return all
}

// All returns all instances of a Place with Each or Names that are in this game. Use it for Pick.From: "one
// of the heaps" is heap.All.
func (p *Place) All(t *Tx) Set[ID] {
	p.mustBeOnTable()
	n := max(1, p.cells)
	if p.Each {
		n = t.Seats()
	}
	var all Set[ID]
	for i := range n {
		all.set = all.add(uint32(p.id) + uint32(i))
	}
	return all
}

// Places yields all places in the order of the layout, each with its declaration. A declaration can have several
// places: one for each seat that plays, one for each cell of a board.
func (s *State) Places() iter.Seq2[ID, *Place] {
	return func(yield func(ID, *Place) bool) {
		c := s.rules.c
		for id := c.lowest(); id < c.first; id++ {
			if s.Alive(id) && id != c.waiting && !yield(id, c.places[id]) {
				return
			}
		}
	}
}

// Scheduled returns the place where effects wait, 0 if the rules have none. It belongs to the kernel, and Places leaves
// it out.
func (s *State) Scheduled() ID { return s.rules.c.waiting }

// Kind is the type of an element: card, pawn, die.
type Kind struct {
	Name string
	With []With // what is printed on it, and the starting values of its Parts
	Seen Sight  // who sees the contents of elements of the kind
	Look Look

	Description string // what players should know about it

	// Label returns the name people see for an element of the kind, in lines and prompts. The default is
	// Look.Label, if set. It may depend only on the kind, the owner and the Parts of the element: observers are
	// sent it again only when one of these changes.
	Label func(s *State, id ID) string
}

// With is a Trait or Part with a value: see Trait.Is and Part.Is.
type With interface {
	Info() ValueInfo
	on(k *Kind, report func(format string, args ...any))
	start(t *Tx, id ID, i int) // i is its number within one CreateMany
	text() string
}

// Trait is data of a Kind, as if printed on it. It never changes and may hold anything, including functions.
type Trait[T any] struct{ name string }

// NewTrait returns a handle, usually kept in a package variable.
func NewTrait[T any](name string) *Trait[T] { return &Trait[T]{name} }

// printed is a Trait with its value.
type printed[T any] struct {
	trait *Trait[T]
	value T
}

// Is prints a value on a Kind.
func (p *Trait[T]) Is(v T) With { return &printed[T]{p, v} }

// On returns what is printed on the kind, the zero value if nothing is.
func (p *Trait[T]) On(k *Kind) T {
	if k != nil {
		for _, w := range k.With {
			if w, ok := w.(*printed[T]); ok && w.trait == p {
				return w.value
			}
		}
	}
	var zero T
	return zero
}

// Of returns what is printed on the element's kind.
func (p *Trait[T]) Of(r Reader, id ID) T { return p.On(stateOf(r).Kind(id)) }

// String returns the name of the trait.
func (p *Trait[T]) String() string { return p.name }

// Info describes the trait.
func (p *Trait[T]) Info() ValueInfo {
	return ValueInfo{Name: p.name, Type: typeInfo(reflect.TypeFor[T]()), Trait: true}
}

// Top returns what is printed on the kind of the last (topmost) element of a place, and who owns that element.
func (p *Trait[T]) Top(r Reader, in ID) (v T, owner Seat) {
	s := stateOf(r)
	if last := s.known(in).last; last != 0 {
		row := s.at(last)
		if owner = row.owner; row.kind != 0 {
			v = p.On(s.rules.c.kinds[row.kind-1])
		} else {
			s.readsFace(row)
		}
		return v, owner
	}
	return v, Nobody
}

func (w *printed[T]) on(k *Kind, report func(string, ...any)) {
	n := 0
	for _, o := range k.With {
		if o, ok := o.(*printed[T]); ok && o.trait == w.trait {
			n++
		}
	}
	if n > 1 {
		report("kind %q: trait %q is given %d times", k.Name, w.trait.name, n)
	}
}

func (w *printed[T]) start(*Tx, ID, int) {}

// text is what the trait contributes to the digest of the rules: its value, if that is plain data.
func (w *printed[T]) text() string { return w.trait.name + "=" + plainText(w.value) }

// plainText writes out plain data, and only the type of anything else.
func plainText(v any) string {
	if t := reflect.TypeOf(v); t == nil || !isData(t) {
		return fmt.Sprintf("%T", v)
	}
	return fmt.Sprintf("%#v", v)
}

// isData reports whether values of a type are plain data: no functions, pointers, or maps, which have no
// order.
func isData(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array, reflect.Slice:
		return isData(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if !isData(t.Field(i).Type) {
				return false
			}
		}
		return true
	case reflect.String:
		return true
	}
	return t.Kind() >= reflect.Bool && t.Kind() <= reflect.Complex128 && t.Kind() != reflect.Uintptr
}
