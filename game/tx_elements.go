package game

// Create makes an element of the kind and puts it last into the place. It belongs to the acting seat; during
// Setup, to the owner of the place.
func (t *Tx) Create(k *Kind, in Holder, with ...With) ID { return t.create(k, holderOf(in), 0, with) }

// create is Create for the i-th of many.
func (t *Tx) create(k *Kind, in ID, i int, with []With) ID {
	t.writing()
	no := t.rules.c.kindOf(k)
	if no == 0 {
		panic(t.undeclared(k))
	}
	t.mayHold(in, 0, k)
	if in == t.rules.c.waiting && k != kernelEffect {
		panic(faultf("a %s is created in %s, which is only for scheduled effects", k.Name, t.Name(in)))
	}
	id := t.n
	if pg := int(id >> pageBits); pg >= len(t.rows) || t.rows[pg].gen != t.gen {
		t.newRow(id)
	}
	t.n++
	t.version, t.placed = 0, 0
	owner := t.Seat
	if owner == Nobody {
		owner = t.at(in).owner
	}
	r := &t.rows[id>>pageBits].r[id&pageMask]
	*r = row{kind: no, owner: owner, flags: live}
	if t.logging {
		// A new row was all zero before: not live.
		t.writes = append(t.writes, write{id: id})
		t.rowsWere = append(t.rowsWere, row{})
	}
	if up := t.at(in); up.count == 0 && !t.logging && t.rows[in>>pageBits].gen == t.gen && int(in>>6) < t.span {
		// What link would do for an empty holder.
		r.parent, up.first, up.last, up.count = in, id, id, 1
		if t.piles != nil {
			t.piled(id, in, true)
		}
		t.occupy(in, owner)
		if t.keying.on {
			t.keying.markWritten(in)
		}
	} else {
		t.link(id, r, in, up.last)
	}
	for _, w := range k.With {
		w.start(t, id, i)
	}
	for _, w := range with {
		if _, part := w.(interface{ column() Column }); !part {
			panic(faultf("a Trait is given to one element of kind %q: a Trait belongs to the whole Kind, use a Part instead",
				k.Name))
		}
		w.start(t, id, i)
	}
	if t.rules.c.hooks {
		t.entered(id, in, 0)
	}
	return id
}

func (t *Tx) undeclared(k *Kind) *Fault {
	if k == nil {
		return faultf("an element is created with a nil *Kind: pass one of Rules.Kinds")
	}
	return undeclaredf("kind %q is not declared: add it to Rules.Kinds of %s", k.Name, t.rules.Name)
}

// newRow makes the row of a future element writable.
func (t *Tx) newRow(id ID) {
	pg := int(id >> pageBits)
	if pg < len(t.rows) {
		if t.rows[pg].gen != t.gen {
			t.own(pg)
		}
		return
	}
	if !t.ownRows {
		t.tab = append(t.tab[:0], t.rows...)
		t.ownRows = true
	}
	p := t.newPage()
	p.gen = t.gen
	t.tab = append(t.tab, p)
	t.rows = t.tab
}

// CreateMany makes n elements. They are equal, unless Part.Nth gives each its own value.
func (t *Tx) CreateMany(n int, k *Kind, in Holder, with ...With) {
	holder := holderOf(in)
	for i := range n {
		t.create(k, holder, i, with)
	}
}

// Move puts the element last into the place (on top of a stack).
func (t *Tx) Move(id ID, to Holder) { t.move(id, holderOf(to), atEnd) }

// Draw moves the last (topmost) n elements of one place to another, one by one, and returns how many it
// moved: fewer than n if the place runs out.
func (t *Tx) Draw(from, to Holder, n int) (drawn int) {
	source, target := holderOf(from), holderOf(to)
	for ; drawn < n && t.known(source).last != 0; drawn++ {
		t.move(t.at(source).last, target, atEnd)
	}
	return drawn
}

// atEnd stands for the last position in a place.
const atEnd ID = 1<<32 - 1

// MoveFirst puts the element first into the place (at the bottom of a stack).
func (t *Tx) MoveFirst(id ID, to Holder) { t.move(id, holderOf(to), 0) }

// MoveAfter puts the element directly after another one, wherever that is.
func (t *Tx) MoveAfter(id, other ID) {
	if id == other {
		panic(faultf("element %s is moved after itself", t.Name(id)))
	}
	in := t.known(other).parent
	if in == 0 {
		panic(faultf("element %s is moved after %s, but %s", t.nameInFault(id), t.nameInFault(other), t.absence(other)))
	}
	t.move(id, in, other)
}

func (t *Tx) move(id, to, after ID) {
	t.writing()
	if id == 0 || id >= t.n || t.at(id).flags&(live|lasting) != live {
		t.mustMove(id, "moved")
	}
	from := t.at(id).parent
	c := t.rules.c
	if c.waiting != 0 && (from == c.waiting || to == c.waiting) {
		panic(faultf("element %s is moved from %s to %s: scheduled effects cannot be moved, and nothing can be moved to their place", t.Name(id), t.Name(from), t.Name(to)))
	}
	if from != to {
		if c.hooks {
			t.leaving(id, from, to)
		}
		t.mayHold(to, id, nil)
		if id == to || t.at(id).count > 0 && t.Within(to, id) {
			panic(faultf("element %s is put into itself, or into something on it", t.Name(id)))
		}
	}
	switch after {
	case atEnd:
		after = t.at(to).last
	case 0:
	default:
		if t.at(after).parent != to {
			panic(faultf("element %s is put after %s, which a hook has moved away", t.Name(id), t.Name(after)))
		}
	}
	if after == id {
		after = t.at(id).prev
	}
	var saw, there uint64
	if t.trackingMemory && from != to {
		saw, there = t.faces(id), t.there(id)
	}
	r := t.w(id)
	t.unlink(id, r)
	t.link(id, r, to, after)
	if from != to {
		if c.sighted {
			t.unmask(id)
			if t.trackingMemory {
				t.departed(id, from, saw, there)
			}
		}
		if c.hooks {
			t.entered(id, to, from)
		}
	}
}

// Remove takes the element and its contents out of the game.
func (t *Tx) Remove(id ID) {
	t.writing()
	t.mustMove(id, "removed")
	t.leaving(id, t.at(id).parent, 0)
	if t.rules.c.waiting != 0 {
		t.unbind(id)
	}
	for t.at(id).last != 0 {
		t.Remove(t.at(id).last)
	}
	var saw, there uint64
	if t.trackingMemory {
		saw, there = t.faces(id), t.there(id)
	}
	for _, c := range t.cols {
		c.clear(t, id)
	}
	from := t.at(id).parent
	r := t.w(id)
	t.unlink(id, r)
	*r = row{owner: Nobody}
	if t.trackingMemory {
		t.departed(id, from, saw, there)
	}
}

// Give makes the element belong to the seat, or to Nobody.
func (t *Tx) Give(id ID, seat Seat) {
	t.writing()
	t.mustMove(id, "given")
	t.mustSeat(seat, true)
	if t.at(id).owner == seat {
		return
	}
	t.w(id).owner = seat
	if up := t.at(id).parent; t.at(up).last == id {
		t.refresh(up)
	}
}

// Become turns the element into another kind: a man is crowned, a pawn is promoted. Its traits change; its
// Parts, place and owner stay the same.
func (t *Tx) Become(id ID, k *Kind) {
	t.writing()
	t.mustMove(id, "changed")
	no := t.rules.c.kindOf(k)
	if no == 0 {
		panic(t.undeclared(k))
	}
	if t.at(id).kind != no {
		t.w(id).kind = no
		t.rerolls = append(t.rerolls, reroll{cellRef{noSlot, id}, false})
	}
}

func (t *Tx) mustMove(id ID, verb string) {
	if id == 0 || id >= t.n || t.at(id).flags&live == 0 {
		panic(faultf("element %s is %s, but %s", t.nameInFault(id), verb, t.absence(id)))
	}
	if t.at(id).parent == t.rules.c.waiting && t.rules.c.waiting != 0 && verb == "changed" {
		panic(faultf("a scheduled effect (%s) is changed: it can only be removed", t.Name(id)))
	}
	if t.at(id).flags&lasting != 0 {
		panic(faultf("%s is %s, but places and seats are permanent", t.Name(id), verb))
	}
}

// nameInFault names an element in a fault, whether or not it is in the game.
func (t *Tx) nameInFault(id ID) string {
	if id == 0 || id >= t.n {
		return itoa(int(id))
	}
	return t.Name(id)
}

// absence returns why an element is not in the game.
func (t *Tx) absence(id ID) string {
	switch {
	case id == 0:
		return "0 means that no element was found"
	case id >= t.n:
		return "this game never had such an element"
	case id < t.rules.c.first:
		return "it is not in a game of " + itoa(int(t.seats)) + " seats"
	}
	return "it has left the game"
}

func (t *Tx) mustSeat(seat Seat, nobody bool) {
	if seat == Nobody && nobody {
		return
	}
	if seat < 0 || seat >= Seat(t.seats) {
		name := seat.String()
		if seat < Nobody {
			name = "seat " + itoa(int(seat))
		}
		panic(faultf("there is no %s: there are %d seats, counted from 0", name, t.seats))
	}
}

// mayHold panics with a Fault if nothing more can be put into the element: neither id, which is moved, nor
// something of kind k, which is created.
func (t *Tx) mayHold(in, id ID, k *Kind) {
	if in >= t.n || in < t.rules.c.lowest() || t.at(in).flags&live == 0 || t.rules.c.capped {
		t.holdsMore(in, id, k)
	}
}

// holdsMore is the slow path of mayHold.
func (t *Tx) holdsMore(in, id ID, k *Kind) {
	what := func() string {
		if k != nil {
			return "a new " + k.Name + " is put into " + t.nameInFault(in)
		}
		return t.Kind(id).Name + " " + t.Name(id) + " is moved into " + t.nameInFault(in)
	}
	if in >= t.n || in < ID(2+t.rules.Seats.Max) || t.at(in).flags&live == 0 {
		switch {
		case in == 0:
			panic(faultf("%s, which means that no element was found, such as a cell outside of the board: check for it first",
				what()))
		case in == Root:
			panic(faultf("%s, which cannot hold anything: declare a Place for it", what()))
		case in < ID(2+t.seats):
			panic(faultf("%s, which cannot hold anything: declare a Place with Each, and use its Of", what()))
		}
		panic(faultf("%s, which cannot hold anything: %s", what(), t.absence(in)))
	}
	if in < t.rules.c.first && t.rules.c.capped {
		if p := t.rules.c.places[in]; p.Max > 0 && int(t.at(in).count) >= p.Max {
			panic(faultf("%s, which is full: its Max is %d", what(), p.Max))
		}
	}
}

func (t *Tx) unlink(id ID, r *row) {
	up := t.w(r.parent)
	if r.prev != 0 {
		t.w(r.prev).next = r.next
	} else {
		up.first = r.next
	}
	if r.next != 0 {
		t.w(r.next).prev = r.prev
	} else {
		up.last = r.prev
	}
	up.count--
	if t.piles != nil {
		t.piled(id, r.parent, false)
	}
	switch {
	case up.count == 0 && int(r.parent>>6) < t.span:
		t.vacate(r.parent, r.owner)
	case r.next == 0:
		t.refresh(r.parent)
	}
}

func (t *Tx) link(id ID, r *row, in, after ID) {
	up := t.w(in)
	r.parent, r.prev = in, after
	if after != 0 {
		a := t.w(after)
		r.next = a.next
		a.next = id
	} else {
		r.next = up.first
		up.first = id
	}
	if r.next != 0 {
		t.w(r.next).prev = id
	} else {
		up.last = id
	}
	up.count++
	if t.piles != nil {
		t.piled(id, in, true)
	}
	switch {
	case up.count == 1 && int(in>>6) < t.span:
		t.occupy(in, r.owner)
	case r.next == 0:
		t.refresh(in)
	}
}

// reorder links the children of a place in this order.
func (t *Tx) reorder(place ID, ids []ID) {
	if len(ids) < 2 {
		return
	}
	for i, id := range ids {
		r := t.w(id)
		r.prev, r.next = 0, 0
		if i > 0 {
			r.prev = ids[i-1]
		}
		if i+1 < len(ids) {
			r.next = ids[i+1]
		}
	}
	up := t.w(place)
	up.first, up.last = ids[0], ids[len(ids)-1]
	t.refresh(place)
}

func (t *Tx) placeOf(id ID) *Place {
	if id < t.rules.c.first {
		return t.rules.c.places[id]
	}
	return nil
}

func (t *Tx) entered(id, in, from ID) {
	if p := t.placeOf(in); p != nil && p.Enter != nil {
		t.hook(p.Enter, id, from)
	}
}

func (t *Tx) leaving(id, from, to ID) {
	if p := t.placeOf(from); p != nil && p.Leave != nil {
		t.hook(p.Leave, id, to)
		if t.at(id).parent != from {
			panic(faultf("Leave of %s moves %s, which is already moving: use Enter of the other place instead", t.Name(from),
				t.Name(id)))
		}
	}
}

func (t *Tx) hook(f func(*Tx, ID, ID), id, other ID) { t.nest(func() { f(t, id, other) }) }

// maxDepth is how deep hooks and tries may nest.
const maxDepth = 64

func (t *Tx) nest(f func()) {
	if t.depth++; t.depth > maxDepth {
		panic(faultf("hooks (Enter, Leave) and Try are nested more than %d deep: maybe one triggers itself", maxDepth))
	}
	f()
	t.depth--
}
