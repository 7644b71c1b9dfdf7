package game

import "strings"

// Secret is a Part as one game declares it in Rules.Parts: who sees its values, and how a re-deal can make up
// hidden ones. A Part that is listed directly is seen with the face of its element; on places, seats and the
// table everyone sees it.
type Secret[T comparable] struct {
	of   *Part[T]
	s    secrecy
	look *Look // nil for the look of the Part
}

// secrecy is the declaration of a Secret, whatever its type.
type secrecy struct {
	seen     Sight
	again    func(t *Tx, id ID) // draws or chooses a new value
	roll     any                // func(*Tx, ID) T, if it is rolled
	pick     Choice             // the pick it is chosen with
	explicit bool
}

// Seen declares who sees the values: ByOwner means the owner of the element they are on.
func (p *Part[T]) Seen(by Sight) *Secret[T] {
	return &Secret[T]{of: p, s: secrecy{seen: by, explicit: true}}
}

// Rolled declares that the values are drawn at random, by Roll, and how.
func (p *Part[T]) Rolled(draw func(t *Tx, id ID) T) *Secret[T] {
	return (&Secret[T]{of: p}).Rolled(draw)
}

// Rolled declares that the values are drawn at random, by Roll, and how.
func (x *Secret[T]) Rolled(draw func(t *Tx, id ID) T) *Secret[T] {
	n := *x
	n.s.roll = draw
	n.s.again = func(t *Tx, id ID) { n.of.set(t, id, draw(t, id)) }
	return &n
}

// Chosen declares that owners choose the values in secret with this pick, so that a re-deal can choose
// others. The zero value means that nothing is chosen.
func (x *Secret[T]) Chosen(by *Pick[T]) *Secret[T] {
	n := *x
	n.s.pick = by
	n.s.again = func(t *Tx, id ID) { chooseAgain(t, by, n.of, id) }
	return &n
}

// String returns the name of the part.
func (x *Secret[T]) String() string { return x.of.name }

func (x *Secret[T]) part() *partFacts  { return &x.of.facts }
func (x *Secret[T]) column() column    { return x.of.column() }
func (x *Secret[T]) secrecy() *secrecy { return &x.s }

// chooseAgain sets the value to a random choice of the element's owner.
func chooseAgain[T comparable](t *Tx, by *Pick[T], part *Part[T], id ID) {
	if v, ok := t.anyChoice(by.p, id); ok {
		part.set(t, id, by.decode(v))
	}
}

// anyChoice draws one of the values that the owner of the element could choose now.
func (t *Tx) anyChoice(p *pick, id ID) (v Value, ok bool) {
	was := t.Seat
	t.Seat = t.at(id).owner
	o := t.options(p)
	var few [64]Value
	open := few[:0]
	for i := range o.len() {
		if v := o.at(i); o.by != byText && t.accepts(p, v) {
			open = append(open, v)
		}
	}
	t.Seat = was
	if len(open) == 0 {
		return v, false
	}
	return open[t.Int(len(open))], true
}

// Roll draws a new value, as declared with Rolled in Rules.Parts, and returns it.
func (p *Part[T]) Roll(t *Tx, e Element) T {
	id := idOf(e)
	draw, ok := t.rules.c.secrets[p.slot(t.State)].roll.(func(*Tx, ID) T)
	if !ok {
		panic(faultf("part %q is rolled, but Rules.Parts of %s does not declare how: see Part.Rolled", p.name, t.rules.Name))
	}
	v := draw(t, id)
	p.set(t, id, v)
	if t.trackingMemory {
		t.rerolls = append(t.rerolls, reroll{cellRef{p.slot(t.State), id}, true})
	}
	return v
}

// Show lets the seats, or everyone if none is given, see the value on the element. The Part must be declared
// with Seen.
func (p *Part[T]) Show(t *Tx, e Element, seats ...Seat) {
	t.maskValue(p.slot(t.State), idOf(e), seats, true)
}

// Hide prevents the seats, or everyone if none is given, from seeing the value on the element.
func (p *Part[T]) Hide(t *Tx, e Element, seats ...Seat) {
	t.maskValue(p.slot(t.State), idOf(e), seats, false)
}

// AsDeclared cancels Show and Hide for the value.
func (p *Part[T]) AsDeclared(t *Tx, e Element) { t.unmaskValue(p.slot(t.State), idOf(e)) }

func (t *Tx) unmaskValue(slot int, id ID) {
	if x := &t.rules.c.secrets[slot]; x.masks != nil {
		x.masks.set(t, id, masks{})
	}
}

func (t *Tx) maskValue(slot int, id ID, seats []Seat, show bool) {
	x := &t.rules.c.secrets[slot]
	if x.masks == nil {
		panic(faultf("part %q is shown or hidden, but Rules.Parts of %s does not declare who sees it: see Part.Seen",
			t.rules.c.parts[slot], t.rules.Name))
	}
	x.masks.set(t, id, x.masks.of(t.State, id).with(t, seats, show))
}

// partSecret is a secrecy compiled by Check.
type partSecret struct {
	secrecy
	sightline sightline
	masks     maskColumn // set by Show and Hide
	inner     bool       // it belongs to the kernel and is in no view
}

// hasMemory reports whether it matters who has seen the current value.
func (x *partSecret) hasMemory() bool { return x.explicit || x.again != nil }

// seesPart reports whether the observer sees the value of the part in this slot, given whether the face of
// the element is in sight, and whether the element is seen individually.
func (s *State) seesPart(slot int, seat Seat, id ID, face, thing bool) bool {
	x := &s.rules.c.secrets[slot]
	if x.inner || seat == Judge {
		return seat == Judge
	}
	if !x.explicit {
		return face
	}
	if !thing {
		return false
	}
	g, e := &x.sightline, eyeBit(seat)
	var m uint64
	switch {
	case g.rule != nil:
		if g.rule(s, seat, id) == Face {
			m = e
		}
		m = (m | g.plus) &^ g.minus
	case g.byOwner:
		m = (eyeBit(s.at(id).owner)&^watchers | g.plus) &^ g.minus
	default:
		m = g.faces
	}
	if x.masks != nil {
		v := x.masks.of(s, id)
		m = (m | v.Show) &^ v.Hide
	}
	return m&e != 0
}

// Private is a Part with one value for each seat, which only that seat sees: its notes or plans. It is listed
// in Rules.Parts like a Part.
type Private[T comparable] struct{ of [maxSeats]*Part[T] }

// NewPrivate returns a handle, usually kept in a package variable.
func NewPrivate[T comparable](name string) *Private[T] {
	p := &Private[T]{}
	for x := range p.of {
		p.of[x] = NewPart[T](name + "/" + itoa(x))
	}
	return p
}

// String returns the name of the part. In views, the value of seat 1 has this name followed by /1.
func (p *Private[T]) String() string { return strings.TrimSuffix(p.of[0].name, "/0") }

func (p *Private[T]) part() *partFacts { return p.of[0].part() }
func (p *Private[T]) column() column   { return p.of[0].column() }

// Of returns the seat's value on the element, the zero value for Nobody.
func (p *Private[T]) Of(r Reader, seat Seat, e Element) T {
	if seat == Nobody {
		var zero T
		return zero
	}
	return p.at(seat).of(stateOf(r), idOf(e))
}

// Edit changes the seat's value on the element in place.
func (p *Private[T]) Edit(t *Tx, seat Seat, e Element, edit func(*T)) { p.at(seat).Edit(t, e, edit) }

// Set sets the seat's value on the element.
func (p *Private[T]) Set(t *Tx, seat Seat, e Element, v T) { p.at(seat).set(t, idOf(e), v) }

func (p *Private[T]) at(seat Seat) *Part[T] {
	if seat < 0 || seat >= maxSeats {
		panic(faultf("private part %q has no value for %s", p, seat))
	}
	return p.of[seat]
}

// each returns the parts of the first seats.
func (p *Private[T]) each(seats int) (all []Column) {
	for x := range seats {
		all = append(all, p.of[x].Seen(ByNone.And(Seat(x))))
	}
	return all
}
