package game

import "slices"

// Redeal returns a state that the seat cannot tell from this one by what it sees and knows; everything else
// is drawn again. Elements that were shuffled, or taken unseen from places where the seat could not tell them
// apart, trade places with each other; Parts that are Rolled or Chosen get new values; Rules.Guess changes
// the rest, and Rules.Fits accepts or rejects the result. Future random draws change as well. The elements in
// keep stay as they are.
//
// It is a Fault if something is hidden that none of these can account for, and a Refusal if no deal was found
// that Fits.
func (s *State) Redeal(seat Seat, seed Seed, keep ...ID) (*State, error) {
	f := s.rules.borrow(s)
	defer s.rules.giveBack(f)
	luck := newSource(seed)
	begin := func() { f.t.rng, f.t.randOwned, f.t.logging = luck, true, true }
	begin()
	if err := f.redeal(s, dealer{seat: seat, keep: keep}, begin); err != nil {
		return nil, err
	}
	f.s.rng = newSource(seed)
	f.s.sum, f.s.kept = f.s.tableHash(), true
	f.t.memGen = generations.Add(1)
	if err := f.t.looked(func() { f.t.remember(f.t.stale) }); err != nil {
		return nil, err
	}
	return f.freeze(), nil
}

// Redeal sets the fork to a state that s could be as far as the seat knows, and seeds it: see State.Redeal.
// Every simulation of a fair search begins with it.
func (f *Fork) Redeal(s *State, seat Seat, seed uint64) error {
	return f.redealFrom(s, dealer{seat: seat}, seed)
}

// RedealOpen is Redeal for a search that also considers the secret choices of other seats: where Redeal draws
// new choices, it leaves them open, and the seats that have made one must act again. So the seat's view of
// the fork differs from its view of the state, where it has seen that they have chosen.
func (f *Fork) RedealOpen(s *State, seat Seat, seed uint64) error {
	return f.redealFrom(s, dealer{seat: seat, open: true}, seed)
}

func (f *Fork) redealFrom(s *State, d dealer, seed uint64) error {
	f.Reset(s)
	f.Seed(seed)
	if err := f.redeal(s, d, func() {}); err != nil {
		return err
	}
	f.t.unread(s)
	return nil
}

// maxRedeals is how many re-deals are tried until one fits.
const maxRedeals = 100_000

// redeal deals until it fits; again is called before each further attempt.
func (f *Fork) redeal(s *State, d dealer, again func()) error {
	t := &f.t
	seat := t.observer(d.seat)
	if s.moment > 0 {
		return s.refuseMidMove()
	}
	if seat == Judge || !t.rules.c.sighted && !t.rules.c.loose && len(t.State.pending) == 0 {
		return nil
	}
	if s.view != nil {
		return refuse(Malformed, "a view cannot be dealt again: call Redeal on the state")
	}
	d.f, d.t, d.seat = f, t, seat
	settled := s.settled
	if !settled { // a state that was loaded is dealt again as the one that was saved
		if err := t.looked(func() {
			t.begin(Nobody)
			settled = t.over == running && t.nobodyIdle()
		}); err != nil {
			return err
		}
	}
	for try := range maxRedeals {
		if try > 0 {
			fast, luck := t.fast, f.luck
			f.Reset(s)
			t.fast, f.luck = fast, luck
			again()
		}
		t.settled = settled
		var ok bool
		if err := t.looked(func() { ok = d.deal() }); err != nil {
			return err
		}
		if ok {
			return nil
		}
	}
	return refuse(Unavailable, "Rules.Fits rejected {0} deals: none matches what {1} been told", maxRedeals,
		observerName(seat))
}

// observerName returns the observer and "has" or "have".
func observerName(seat Seat) string {
	if seat == Nobody {
		return "the spectators have"
	}
	return seat.String() + " has"
}

// dealer makes one re-deal.
type dealer struct {
	f    *Fork
	t    *Tx
	seat Seat
	keep []ID
	open bool // secret choices of others are left open instead of drawn again
	l    eyes

	inner bool // the contents of hidden elements are being dealt, before those elements are
}

// hand is an element that is dealt again: the mixings it went through, and whose slot on the table it gets.
type hand struct {
	id, slot ID
	mixed    uint64
}

func (d *dealer) deal() bool {
	t := d.t
	t.begin(Nobody)
	d.l = t.State.eyes(d.seat)
	if t.rules.c.sighted {
		d.dealInside()
		t.hands = d.unknown(t.hands[:0])
		t.given = d.exchanged(t.hands)
		d.swap(t.given)
	}
	d.loosen()
	d.redraw()
	if t.rules.Guess != nil {
		t.stage, t.dealer = "Guess", d
		t.rules.Guess(t, d.seat)
	}
	t.stage, t.dealer = "", nil
	if !d.f.choosePending(d.seat, d.open) || !t.playable() {
		return false
	}
	t.stage = "Fits"
	ok := t.rules.Fits == nil || t.rules.Fits(t.State, d.seat)
	t.stage = ""
	return ok
}

// Kept reports whether a Guess must leave the element as it is: the seat sees it or knows what it is, or the
// re-deal is to keep it.
func (t *Tx) Kept(id ID) bool {
	if t.dealer == nil {
		panic(faultf("Kept is called outside of Rules.Guess: it is only for re-deals"))
	}
	return t.at(id).flags&live == 0 || !t.dealer.hidden(id)
}

func (d *dealer) kept(id ID) bool {
	for _, k := range d.keep {
		if k == id {
			return true
		}
	}
	return false
}

// hidden reports whether the seat neither sees nor knows what the element is.
func (d *dealer) hidden(id ID) bool {
	t := d.t
	return t.at(id).flags&live != 0 && d.l.handle(id) == 0 && !d.knows(id) && !d.kept(id)
}

func (d *dealer) knows(id ID) bool {
	mem := d.t.mem
	return mem != nil && !d.t.stale && mem.known.at(id)&eyeBit(d.seat) != 0
}

// maxWays is how many known elements a re-deal takes into account that may have come to where they are in
// several ways.
const maxWays = 4

// ways adds the known elements that went through several mixings: they must end up where they are now, but
// others may have taken their place on the way.
func (d *dealer) ways(out []hand) []hand {
	t := d.t
	from := len(out)
	for id := t.rules.c.first; id < t.n; id++ {
		if mixed := d.l.m.mixed.at(id); mixed&(mixed-1) != 0 && t.at(id).flags&live != 0 && !d.kept(id) &&
			t.at(id).first == 0 && !d.carried(id) && (d.l.handle(id) != 0 || d.knows(id)) {
			out = append(out, hand{id, id, mixed})
		}
	}
	if len(out)-from > maxWays {
		return out[:from]
	}
	return out
}

// unknown collects what can be dealt again.
func (d *dealer) unknown(out []hand) []hand {
	t := d.t
	for id := t.rules.c.first; id < t.n; id++ {
		if !d.hidden(id) || d.pinned(id) || d.carried(id) {
			continue
		}
		mixed := d.l.m.mixed.at(id)
		if mixed == 0 {
			if !d.seesInto(id) {
				d.mustHaveSource(id)
			}
			continue
		}
		out = append(out, hand{id, id, mixed})
	}
	return out
}

// mustHaveSource panics with a Fault if something about an element is hidden and has no possible source: the
// element was not mixed with others, and its values are not drawn or chosen again.
func (d *dealer) mustHaveSource(id ID) {
	t := d.t
	c := t.rules.c
	if g := t.sightlineIn(t.at(id).parent); t.rules.Guess != nil || g.heap() && g.rest != Unseen {
		return
	}
	if up := t.at(id).parent; up >= c.first && d.l.m.mixed.at(up) != 0 {
		return // it was mixed with what holds it
	}
	if t.mem != nil && t.mem.recalled {
		panic(refuse(Unavailable, "there is no memory of what {0} known: the state comes from a Fork that did not Record",
			observerName(d.seat)))
	}
	if t.level(d.seat, t.sightlineIn(t.at(id).parent), id) == Unseen {
		panic(faultf("%s hides %s from %s, but a re-deal has no way to make up what else it could be: nobody sees that it is there, and there is no Rules.Guess",
			t.Name(t.at(id).parent), t.Name(id), d.seat))
	}
	for slot, col := range t.cols {
		x := &c.secrets[slot]
		if !x.inner && !x.explicit && x.again == nil && !col.blank(id) {
			panic(faultf("%s hides %s from %s, but a re-deal has no way to make up what else it could be: it was never shuffled, part %q is not Rolled, and there is no Rules.Guess",
				t.Name(t.at(id).parent), t.Name(id), d.seat, c.partNames[slot]))
		}
	}
	if len(c.kinds) > 1 {
		for o := t.rules.c.first; o < t.n; o++ {
			if t.at(o).kind != t.at(id).kind && t.at(o).flags&live != 0 && d.hidden(o) {
				panic(faultf("%s hides %s from %s, but a re-deal has no way to make up what else it could be: it was never shuffled with others, and there is no Rules.Guess",
					t.Name(t.at(id).parent), t.Name(id), d.seat))
			}
		}
	}
}

// exchanged finds a slot for every hand, such that every known element ends up where it is now.
func (d *dealer) exchanged(hands []hand) []hand {
	n := len(hands)
	hands = d.ways(hands)
	d.t.hands = hands
	full := d.holding(hands)
	if len(hands) == n && !full {
		d.sorted(hands)
		d.exchange(hands, false)
		return hands
	}
	was := append([]hand(nil), hands...)
	for range maxTries {
		d.exchange(hands, full)
		fits := !full || d.holds(hands)
		for _, h := range hands[n:] {
			fits = fits && h.slot == h.id
		}
		if fits {
			return hands
		}
		copy(hands, was)
	}
	hands = hands[:n]
	if full {
		hands = slices.DeleteFunc(hands, func(h hand) bool { return d.keepsInside(h.id) })
	}
	d.exchange(hands, full)
	return hands
}

// sorted gives the oldest element the first slot on the table and so on, if all went through the same
// mixings. So the deal depends only on the seed and on what the seat knows.
func (d *dealer) sorted(hands []hand) {
	t := d.t
	t.touched = grown(t.touched, int(t.n>>6)+1)
	for i := range hands {
		if hands[i].mixed != hands[0].mixed {
			return
		}
		id := hands[i].id
		t.touched[id>>6] |= 1 << (id & 63)
	}
	i := 0
	for in := t.rules.c.lowest(); in < t.n && i < len(hands); in++ {
		for id := t.at(in).first; id != 0; id = t.at(id).next {
			if t.touched[id>>6]>>(id&63)&1 != 0 {
				hands[i].slot = id
				i++
			}
		}
	}
}

// maxTries is how often the mixings are repeated until every known element ends up where it is now.
const maxTries = 200

// exchange repeats all mixings, from the first to the last: an element that went through one may have come
// out as any of the others, and continues as that one did. If some are full, elements trade places only if
// the seat sees the same number of things in them.
func (d *dealer) exchange(hands []hand, full bool) {
	t := d.t
	if cap(t.dealt) < len(hands) {
		t.dealt = make([]int, len(hands))
	}
	for k := range int(d.l.m.mixings) {
		in := t.dealt[:0]
		for i := range hands {
			if hands[i].mixed>>k&1 != 0 {
				in = append(in, i)
			}
		}
		if full {
			d.shuffleFull(hands, in, k)
		} else {
			d.shuffle(hands, in, k)
		}
	}
}

// shuffle repeats mixing k of these hands.
func (d *dealer) shuffle(hands []hand, in []int, k int) {
	later := ^uint64(0) << (k + 1)
	for n := len(in) - 1; n > 0; n-- {
		a, b := &hands[in[n]], &hands[in[d.t.Rand.draw(n+1)]]
		a.slot, b.slot = b.slot, a.slot
		x := (a.mixed ^ b.mixed) & later
		a.mixed ^= x
		b.mixed ^= x
	}
}

// draw draws a number below n without counting it as a draw of the rules.
func (r Rand) draw(n int) int { return int(r.below(uint64(n))) }

// swap puts every element of the hands into its slot. What can be seen of a slot stays where it is: its
// owner, the values that are seen on a faceless element, and what the seat sees or knows in it. Other
// contents move with their holder.
func (d *dealer) swap(hands []hand) {
	t := d.t
	moved := false
	for i := range hands {
		moved = moved || hands[i].slot != hands[i].id
	}
	if !moved {
		return
	}
	n := int(t.n)
	if cap(t.who) < n {
		t.who, t.oldRows = make([]ID, n+n/4), make([]row, n+n/4)
	}
	who, old := t.who[:n], t.oldRows[:n]
	for id := range who {
		who[id] = ID(id)
	}
	for i := range hands {
		who[hands[i].slot] = hands[i].id
		old[hands[i].slot] = *t.at(hands[i].slot)
	}
	var inside []filling
	var named [][2]ID
	full := d.holding(hands)
	if full {
		inside, named = d.inside(hands), d.named(hands)
	}
	d.swapSeen(hands)
	if !t.fast.on || d.inner {
		t.swapMemory(hands) // in a search that can wait until something reads it: see unread
	}
	if cap(t.ownersSeen) < len(hands) {
		t.ownersSeen = make([]bool, n+n/4)
	}
	seen := t.ownersSeen[:len(hands)]
	for i := range hands {
		slot := hands[i].slot
		seen[i] = t.rules.c.ownersSee || t.level(d.seat, t.sightlineIn(old[slot].parent), slot) == Back ||
			d.l.handle(slot) != 0
	}
	for i := range hands {
		h := &hands[i]
		if h.slot == h.id {
			continue
		}
		was := &old[h.slot]
		r := t.w(h.id)
		own := *r
		*r = *was
		r.kind, r.first, r.last, r.count = own.kind, own.first, own.last, own.count // its contents move with it
		if !seen[i] {
			r.owner = own.owner
		}
	}
	d.relink(hands, who)
	d.refill(inside)
	for _, x := range named {
		who[x[0]] = x[1]
	}
	refreshed := ID(0) // in most games, neighbors are in the same place
	for i := range hands {
		h := &hands[i]
		if h.slot == h.id {
			continue
		}
		if full {
			t.refresh(h.id)
		}
		if in := t.at(h.id).parent; full || in != refreshed {
			t.refresh(in)
			refreshed = in
		}
	}
	if t.piles != nil {
		t.repile()
	}
	for _, c := range t.cols {
		c.swapIDs(t, who)
	}
	t.swapFlow(who)
	t.swapBy(who)
}

// relink fixes the links of elements that have got other slots, and of their neighbours.
func (d *dealer) relink(hands []hand, who []ID) {
	t := d.t
	t.touched = grown(t.touched, int(t.n>>6)+1)
	for i := range hands {
		id := hands[i].id
		t.touched[id>>6] |= 1 << (id & 63)
		r := t.w(id)
		r.parent, r.prev, r.next, r.first, r.last = who[r.parent], who[r.prev], who[r.next], who[r.first], who[r.last]
	}
	stays := func(id ID) bool { return t.touched[id>>6]&(1<<(id&63)) == 0 }
	for i := range hands {
		id := hands[i].id
		r := *t.at(id)
		switch {
		case r.prev == 0 && stays(r.parent):
			t.w(r.parent).first = id
		case r.prev != 0 && stays(r.prev):
			t.w(r.prev).next = id
		}
		switch {
		case r.next == 0 && stays(r.parent):
			t.w(r.parent).last = id
		case r.next != 0 && stays(r.next):
			t.w(r.next).prev = id
		}
	}
}

// swapSeen moves the values that the seat sees on faceless elements along with the slots.
func (d *dealer) swapSeen(hands []hand) {
	t := d.t
	for slot := range t.cols {
		x := &t.rules.c.secrets[slot]
		if x.inner || x.explicit {
			t.cols[slot].swap(t, hands, func(id ID) bool {
				return x.inner || t.seesPart(slot, d.seat, id, false, true)
			})
		}
	}
}

// loosen draws a new order wherever the seat cannot see it.
func (d *dealer) loosen() {
	t := d.t
	for id := t.rules.c.lowest(); id < t.n; id++ {
		if t.at(id).count < 2 || t.at(id).flags&live == 0 {
			continue
		}
		g := t.sightlineIn(id)
		if !g.loose && (g.rest >= Back || g.rule != nil || g.faces&eyeBit(d.seat) != 0) {
			continue
		}
		ids := t.ids[:0]
		for in := t.at(id).first; in != 0; in = t.at(in).next {
			ids = append(ids, in)
		}
		t.ids = ids
		free := t.free[:0]
		for i, in := range ids {
			if g.loose && len(d.keep) == 0 || !d.kept(in) && d.l.handle(in) == 0 {
				free = append(free, i)
			}
		}
		t.free = free
		if len(free) == len(ids) {
			slices.Sort(ids) // so that their previous order does not matter
		}
		for n := len(free) - 1; n > 0; n-- {
			a, b := free[n], free[t.Rand.draw(n+1)]
			ids[a], ids[b] = ids[b], ids[a]
		}
		t.reorder(id, ids)
	}
}

// redraw draws or chooses new values where the seat does not know them.
func (d *dealer) redraw() {
	t := d.t
	for slot := range t.rules.c.secrets {
		x := &t.rules.c.secrets[slot]
		if x.again == nil && (!x.explicit || t.rules.Guess != nil) {
			continue
		}
		for id := Root; id < t.n; id++ {
			if t.at(id).flags&live == 0 || t.cols[slot].blank(id) && !d.rolled(slot, id) || d.kept(id) || d.seesValue(slot, id) {
				continue
			}
			if x.again == nil {
				panic(faultf("part %q on %s is hidden from %s, but a re-deal has no way to make up its values: declare it Rolled or Chosen, or add Rules.Guess",
					t.rules.c.partNames[slot], t.Name(id), d.seat))
			}
			x.again(t, id)
		}
	}
}

// rolled reports whether the value was drawn, even if it is zero.
func (d *dealer) rolled(slot int, id ID) bool {
	m := d.t.mem
	switch {
	case m == nil || d.t.stale:
		return false
	case d.t.rules.c.secrets[slot].explicit:
		return m.values != nil && m.values[slot].at(id)&wasRolled != 0
	}
	return d.t.rules.c.secrets[slot].roll != nil && m.rolled.at(id)&wasRolled != 0
}

// seesValue reports whether the seat sees the value of a part, or knows it.
func (d *dealer) seesValue(slot int, id ID) bool {
	t := d.t
	if id < t.rules.c.first {
		return t.seesPart(slot, d.seat, id, true, true) || d.knowsValue(slot, id)
	}
	face := d.l.handle(id) != 0
	if t.seesPart(slot, d.seat, id, face, t.visibleTo(id)&eyeBit(d.seat) != 0) {
		return true
	}
	if t.rules.c.secrets[slot].explicit {
		return d.knowsValue(slot, id)
	}
	return d.knows(id) && t.mem.rolled.at(id)&eyeBit(d.seat) == 0
}

// knowsValue reports whether the seat has seen a value of a Part declared with Seen.
func (d *dealer) knowsValue(slot int, id ID) bool {
	mem := d.t.mem
	return mem != nil && !d.t.stale && mem.values != nil && mem.values[slot].at(id)&eyeBit(d.seat) != 0
}

// swap moves the values of the selected hands along with their slots.
func (c *col[T]) swap(t *Tx, hands []hand, with func(ID) bool) {
	if len(c.pages) == 0 {
		return
	}
	was := make([]T, len(hands))
	for i, h := range hands {
		was[i] = c.value(h.slot)
	}
	for i, h := range hands {
		if h.slot != h.id && with(h.slot) {
			c.part.write(t, h.id, was[i])
		}
	}
}

// swapIDs replaces the elements named in values by those that now occupy their slots.
func (c *col[T]) swapIDs(t *Tx, who []ID) {
	if !c.part.code.hasIDs {
		return
	}
	for id := Root; id < min(t.n, c.size()); id++ {
		v := t.cols[c.part.slot(t.State)].(*col[T]).value(id)
		c.part.code.mapIDs(pointer(&v), func(o ID) ID { return who[o] })
		c.part.write(t, id, v)
	}
}
