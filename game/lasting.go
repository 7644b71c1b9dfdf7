package game

import "slices"

// lastingValues are the values of derived values that name the Parts they depend on (Derived.From). States that
// agree in those Parts share them.
type lastingValues struct {
	kept   []keeper // by number among these derived values; nil in a fork, once a Part was written
	things bool     // such a Part was written on an element that was created in the game
}

// newLastingValues returns room for the lasting values of a State.
func newLastingValues(r *Rules) (l lastingValues) {
	l.kept = make([]keeper, len(r.c.lasting))
	l.fill(r)
	return l
}

// fill makes room for values that were dropped.
func (l *lastingValues) fill(r *Rules) {
	for i, d := range r.c.lasting {
		if l.kept[i] == nil {
			if l.kept[i] = r.c.constant[i]; l.kept[i] == nil {
				l.kept[i] = d.keeper(r.c.first)
			}
		}
	}
}

// frozen returns what a State keeps of a fork.
func (l *lastingValues) frozen(r *Rules) lastingValues {
	if len(l.kept) == 0 {
		return lastingValues{}
	}
	l.fill(r)
	return lastingValues{slices.Clone(l.kept), l.things}
}

// reset takes over the values of a State.
func (l *lastingValues) reset(s *State) {
	l.kept, l.things = append(l.kept[:0], s.lasting.kept...), s.lasting.things
}

// written drops the values that depend on a Part.
func (l *lastingValues) written(r *Rules, slot int, id ID) {
	if slot >= len(r.c.followers) { // a Part of the kernel
		return
	}
	for _, i := range r.c.followers[slot] {
		l.kept[i] = nil
		l.things = l.things || id >= r.c.first
	}
}

// seen returns the lasting values of a view. It has those of the state if their Parts are the same there: nobody
// hides them, and they are only on places, seats and the table.
func (l *lastingValues) seen(r *Rules) lastingValues {
	if len(l.kept) == 0 {
		return lastingValues{}
	}
	if l.things {
		return newLastingValues(r)
	}
	v := lastingValues{kept: slices.Clone(l.kept)}
	for slot, all := range r.c.followers {
		for _, i := range all {
			if r.c.secrets[slot].explicit {
				v.kept[i] = nil
			}
		}
	}
	v.fill(r)
	return v
}

// lasting returns a value of a place, seat or the table that is kept until the Parts it depends on change.
func (d *Derived[T]) lasting(s *State, slot int, id ID) *box[T] {
	at := &s.lasting.kept[s.rules.c.lastingNo[slot]]
	if *at == nil {
		*at = d.keeper(s.rules.c.first)
	}
	c := (*at).(*keeperOf[T])
	if p := c.pages[id>>pageBits].Load(); p != nil {
		if b := p[id&pageMask].Load(); b != nil {
			return b
		}
	}
	if s.at(id).flags&live == 0 {
		return new(box[T])
	}
	k := s.apart().values // where Sets last
	if was := s.values; was != nil && was.of == s {
		k.asked = slices.Clone(was.asked)
	}
	k.enter(slot, id)
	defer k.leave(&d.facts)
	return c.publish(id, &box[T]{v: d.each(k.of, id)})
}

// From names the only Parts that the value on a place, a seat or the table depends on. The value is then cached until
// one of these Parts changes anywhere, also across moves: the cells that can be seen from a cell, if only the terrain
// decides. Without Parts it never changes. It returns the handle, so that it can be chained after NewDerived.
func (d *Derived[T]) From(parts ...Column) *Derived[T] {
	d.facts.from = append([]Column{}, parts...)
	return d
}

// FromElements is From for a value that also depends on the elements: which ones exist, where they are, and their kinds
// and owners. It may be on an element too. A fork keeps it until an element or one of these Parts changes, even from
// one move to the next: the cells that a side sees.
func (d *Derived[T]) FromElements(parts ...Column) *Derived[T] {
	d.facts.elements = true
	return d.From(parts...)
}

// lasts reports whether the value is kept until Parts change.
func (f *derivedFacts) lasts() bool { return f.from != nil && !f.elements }

// checkFrom compiles which Parts the derived value depends on.
func (c *compiled) checkFrom(d AnyDerived, report func(string, ...any)) {
	f := d.derived()
	if f.from == nil {
		return
	}
	slots, ok := c.slotsFrom(f, report)
	if !ok {
		return
	}
	if f.elements {
		c.placedBy = append(c.placedBy, make([]bool, len(c.parts)-len(c.placedBy))...)
		for _, slot := range slots {
			c.placedBy[slot] = true
		}
		return
	}
	if f.swept {
		report("derived value %q is swept, so it cannot name Parts: use one function for each element", f.name)
		return
	}
	if c.followers == nil {
		c.followers = make([][]int, len(c.parts))
	}
	for len(c.lastingNo) < len(c.derived) {
		c.lastingNo = append(c.lastingNo, -1)
	}
	c.lastingNo[len(c.derived)-1] = len(c.lasting)
	for _, slot := range slots {
		c.followers[slot] = append(c.followers[slot], len(c.lasting))
	}
	c.lasting = append(c.lasting, d)
}

// slotsFrom returns the slots of the Parts that the derived value depends on.
func (c *compiled) slotsFrom(f *derivedFacts, report func(string, ...any)) (slots []int, ok bool) {
	for _, p := range f.from {
		switch {
		case p == nil:
			report("derived value %q depends on a part that is nil", f.name)
			return nil, false
		case !c.has(p):
			report("derived value %q depends on part %q, which is not declared: add it to Parts", f.name, p.String())
			return nil, false
		case p.Info().Private:
			report("derived value %q depends on part %q, which is private: it has no single value", f.name, p.String())
			return nil, false
		}
		slots = append(slots, int(c.slots[p.part().no]))
	}
	return slots, true
}

// keepConstants makes room for values that depend on nothing that changes: all games share them.
func (c *compiled) keepConstants() {
	c.constant = make([]keeper, len(c.lasting))
	for i, d := range c.lasting {
		if len(d.derived().from) == 0 {
			c.constant[i] = d.keeper(c.first)
		}
	}
}
