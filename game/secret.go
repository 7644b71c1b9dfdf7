package game

import "strings"

// Secret is a Part as one game declares it in Rules.Parts: who sees its values, and where the
// hidden ones could come from. A Part that is listed as it is goes with the face of the
// element it is on; on places, seats and the table everyone sees it.
type Secret[T comparable] struct {
	*Part[T]
	s    secrecy
	look *Look // nil for that of the Part
}

// secrecy is what a Secret says, whatever its type.
type secrecy struct {
	seen     Sight
	again    func(t *Tx, id ID) // draws or chooses the value anew
	roll     any                // func(*Tx, ID) T, if it is rolled
	pick     Choice             // which it is chosen by
	explicit bool
}

// Seen declares who sees the values: ByOwner means the owner of the element they are on.
func (p *Part[T]) Seen(by Sight) *Secret[T] {
	return &Secret[T]{Part: p, s: secrecy{seen: by, explicit: true}}
}

// Rolled declares that the values are drawn at random, by Roll, and how.
func (p *Part[T]) Rolled(draw func(t *Tx, id ID) T) *Secret[T] {
	return (&Secret[T]{Part: p}).Rolled(draw)
}

// Rolled declares that the values are drawn at random, by Roll, and how.
func (x *Secret[T]) Rolled(draw func(t *Tx, id ID) T) *Secret[T] {
	n := *x
	n.s.roll = draw
	n.s.again = func(t *Tx, id ID) { n.Part.set(t, id, draw(t, id)) }
	return &n
}

// Chosen declares that the values are chosen in secret by their owners, with this pick, which
// other seats can think of as chosen otherwise. The zero value means that nothing is chosen.
func (x *Secret[T]) Chosen(by *Pick[T]) *Secret[T] {
	n := *x
	n.s.pick = by
	n.s.again = func(t *Tx, id ID) { by.chooseAgain(t, n.Part, id) }
	return &n
}

func (x *Secret[T]) secrecy() *secrecy { return &x.s }

// chooseAgain lets chance choose for the owner of a value.
func (p *Pick[T]) chooseAgain(t *Tx, part *Part[T], id ID) {
	was := t.Seat
	t.Seat = t.at(id).owner
	o := t.options(p.p)
	var few [64]Value
	open := few[:0]
	for i := range o.len() {
		if v := o.at(i); o.by != byText && t.accepts(p.p, v) {
			open = append(open, v)
		}
	}
	t.Seat = was
	if len(open) > 0 {
		part.set(t, id, p.decode(open[t.Int(len(open))]))
	}
}

// Roll draws the value anew, as Rolled declares in Rules.Parts, and returns it.
func (p *Part[T]) Roll(t *Tx, e Element) T {
	id := idOf(e)
	draw, ok := t.rules.c.secrets[p.slot(t.State)].roll.(func(*Tx, ID) T)
	if !ok {
		panic(faultf("part %q is rolled, but Rules.Parts of %s does not say how: see Part.Rolled", p.name, t.rules.Name))
	}
	v := draw(t, id)
	p.set(t, id, v)
	if t.trackingMemory {
		t.rerolls = append(t.rerolls, reroll{cellRef{p.slot(t.State), id}, true})
	}
	return v
}

// Show lets the seats see the value on the element, of a Part that is declared with Seen;
// everyone, if none is named.
func (p *Part[T]) Show(t *Tx, e Element, seats ...Seat) { p.mask(t, idOf(e), seats, true) }

// Hide keeps the seats from seeing the value on the element; everyone, if none is named.
func (p *Part[T]) Hide(t *Tx, e Element, seats ...Seat) { p.mask(t, idOf(e), seats, false) }

// AsDeclared ends what Show and Hide have said of the value.
func (p *Part[T]) AsDeclared(t *Tx, e Element) {
	if x := &t.rules.c.secrets[p.slot(t.State)]; x.masks != nil {
		x.masks.set(t, idOf(e), masks{})
	}
}

func (p *Part[T]) mask(t *Tx, id ID, seats []Seat, show bool) {
	x := &t.rules.c.secrets[p.slot(t.State)]
	if x.masks == nil {
		panic(faultf("part %q is shown or hidden, but Rules.Parts of %s does not declare who sees it: see Part.Seen", p.name, t.rules.Name))
	}
	x.masks.set(t, id, x.masks.of(t.State, id).with(t, seats, show))
}

// partSecret is a secrecy as Check has compiled it.
type partSecret struct {
	secrecy
	sightline sightline
	masks     *Part[masks] // what Show and Hide have said
	inner     bool         // of the kernel: in nobody's view
}

// hasMemory reports whether it matters who has seen the present value.
func (x *partSecret) hasMemory() bool { return x.explicit || x.again != nil }

// sees reports whether the observer sees the value of the part in this slot, given whether it
// sees the element's face, and the element as a thing of its own.
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
	g, e := &x.sightline, eye(seat)
	var m uint64
	switch {
	case g.rule != nil:
		if g.rule(s, seat, id) == Face {
			m = e
		}
		m = (m | g.plus) &^ g.minus
	case g.byOwner:
		m = (eye(s.at(id).owner)&^watchers | g.plus) &^ g.minus
	default:
		m = g.faces
	}
	if x.masks != nil {
		v := x.masks.of(s, id)
		m = (m | v.Show) &^ v.Hide
	}
	return m&e != 0
}

// Private is a Part with a value for each seat, which that seat alone sees: what it
// remembers or plans. It is listed in Rules.Parts like a Part.
type Private[T comparable] struct{ of [maxSeats]*Part[T] }

// NewPrivate returns a handle, usually kept in a package variable.
func NewPrivate[T comparable](name string) *Private[T] {
	p := &Private[T]{}
	for x := range p.of {
		p.of[x] = NewPart[T](name + "/" + itoa(x))
	}
	return p
}

// String returns the name of the part; views call that of seat 1 so with /1 behind it.
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

// Set changes the seat's value on the element.
func (p *Private[T]) Set(t *Tx, seat Seat, e Element, v T) { p.at(seat).set(t, idOf(e), v) }

func (p *Private[T]) at(seat Seat) *Part[T] {
	if seat < 0 || seat >= maxSeats {
		panic(faultf("there is no %s that could have a private %s", seat, p))
	}
	return p.of[seat]
}

// each returns the parts of so many seats.
func (p *Private[T]) each(seats int) (all []Column) {
	for x := range seats {
		all = append(all, p.of[x].Seen(ByNone.And(Seat(x))))
	}
	return all
}
