package game

import "fmt"

// Level is how much an observer sees of an element.
type Level uint8

// The levels of sight, from nothing to everything.
const (
	Unseen  Level = iota // not even that it exists
	Counted              // that its place has one more element, and nothing else
	Back                 // where it is and who owns it, but not what it is
	Face                 // everything
)

func (l Level) String() string { return [...]string{"unseen", "counted", "back", "face"}[l&3] }

// Judge is the Seat whose view shows everything except future random draws. The view of Nobody is the view of
// the spectators.
const Judge Seat = -2

// Sight declares who sees what the elements in a Place are; the others see their backs, or what Else sets.
// The zero Sight is inherited: from the enclosing place, or from where the holding element is.
type Sight struct {
	who         audience
	plus, minus uint64
	rest        Level
	hasRest     bool
	forgotten   bool
	rule        func(*State, Seat, ID) Level
}

type audience uint8

const (
	inherited audience = iota
	toAll
	toOwner
	toNone
	toRule
)

// Who sees the elements of a Place, or the value of a Part.
var (
	ByAll   = Sight{who: toAll}   // everyone, including spectators
	ByOwner = Sight{who: toOwner} // the owner of the place; if it has none, the owner of each element
	ByNone  = Sight{who: toNone}  // nobody
)

// By lets a function decide what a seat (Nobody for the spectators) sees of an element: fog of war. The
// result at the end of a move counts. The function is also called during the move, and must depend only on
// the state.
func By(rule func(s *State, seat Seat, id ID) Level) Sight { return Sight{who: toRule, rule: rule} }

// And returns the sight with these seats added.
func (x Sight) And(seats ...Seat) Sight {
	m := eyeBits(seats)
	x.plus, x.minus = x.plus|m, x.minus&^m
	return x
}

// But returns the sight without these seats.
func (x Sight) But(seats ...Seat) Sight {
	m := eyeBits(seats)
	x.plus, x.minus = x.plus&^m, x.minus|m
	return x
}

// Else sets what everyone else sees instead of backs.
func (x Sight) Else(l Level) Sight {
	x.rest, x.hasRest = l, true
	return x
}

// Forgotten returns the sight for a place where players must remember themselves what they have seen, such as in a game
// of pairs: views do not repeat it. Bots and re-deals still know it.
func (x Sight) Forgotten() Sight {
	x.forgotten = true
	return x
}

// silent reports whether nothing is declared.
func (x Sight) silent() bool { return x.who == inherited && x.plus|x.minus == 0 && !x.hasRest }

// hides reports whether some observer does not see everything.
func (x Sight) hides() bool { return x.who > toAll || x.minus != 0 }

// text is what a sight contributes to the digest of the rules.
func (x Sight) text() string {
	return fmt.Sprint(x.who, x.plus, x.minus, x.rest, x.hasRest)
}

// watchers is the bit of the spectators; the seats have bits 0 to 31.
const watchers uint64 = 1 << 63

// eyeBits returns the bits of observers; Nobody stands for the spectators.
func eyeBits(seats []Seat) (m uint64) {
	for _, x := range seats {
		m |= eyeBit(x)
	}
	return m
}

func eyeBit(seat Seat) uint64 {
	switch {
	case seat >= 0 && seat < maxSeats:
		return 1 << uint(seat)
	case seat == Nobody:
		return watchers
	}
	return 0
}

// seatOf returns the observer of a bit.
func seatOf(bit int) Seat {
	if 1<<bit == watchers {
		return Nobody
	}
	return Seat(bit)
}

// observer returns the seat itself if it plays; any other seat is a spectator.
func (s *State) observer(seat Seat) Seat {
	if seat >= Seat(s.seats) || seat < Judge {
		return Nobody
	}
	return seat
}

// observers returns the bits of all observers: the seats and the spectators.
func (s *State) observers() uint64 { return 1<<uint(s.seats) - 1 | watchers }

// sightline is a Sight resolved for the contents of one place.
type sightline struct {
	byOwner     bool   // the owner of the element sees it
	faces       uint64 // who sees, unless byOwner or rule decide
	plus, minus uint64
	rest        Level
	loose       bool // the order has no meaning
	rule        func(*State, Seat, ID) Level
	forgotten   bool // views do not tell what was seen here
}

// sightlineOf resolves a Sight for a place with this owner.
func sightlineOf(x Sight, owner Seat, loose bool) sightline {
	g := sightline{plus: x.plus, minus: x.minus, rest: Back, loose: loose, rule: x.rule, forgotten: x.forgotten}
	if x.hasRest {
		g.rest = x.rest
	}
	switch x.who {
	case inherited, toAll:
		g.faces = ^uint64(0)
	case toOwner:
		g.faces = eyeBit(owner)
		if owner == Nobody {
			g.faces, g.byOwner = 0, true
		}
	}
	g.faces = (g.faces | g.plus) &^ g.minus
	return g
}

// heap reports whether observers who do not see the faces cannot tell the elements apart either.
func (g *sightline) heap() bool { return g.rule == nil && (g.loose || g.rest < Back) }

// open reports whether everyone sees everything.
func (g *sightline) open() bool { return g.rule == nil && !g.byOwner && g.faces == ^uint64(0) }

// sightlineIn returns the sightline to the contents of the place or element.
func (s *State) sightlineIn(in ID) *sightline {
	c := s.rules.c
	if in < c.first {
		return &c.sights[in]
	}
	for in >= c.first {
		r := s.at(in)
		if r.kind != 0 && c.inKind[r.kind-1] != nil {
			return c.inKind[r.kind-1]
		}
		in = r.parent
	}
	return &c.within[in]
}

// faces returns the observers who see what the element is.
func (s *State) faces(id ID) uint64 {
	r := s.at(id)
	g := s.sightlineIn(r.parent)
	m := g.faces
	switch {
	case g.rule != nil:
		m = s.observersBy(g, id, Face)
	case g.byOwner:
		m = (eyeBit(r.owner)&^watchers | g.plus) &^ g.minus
	}
	if c := s.rules.c; c.maskSlot >= 0 {
		if col := s.cols[c.maskSlot].(*col[masks]); len(col.pages) > 0 {
			v := col.value(id)
			m = (m | v.Show) &^ v.Hide
		}
	}
	if r.parent >= s.rules.c.first {
		m &= s.visibleTo(r.parent)
	}
	return m & s.observers()
}

// observersBy returns the observers to whom the rule gives at least this level.
func (s *State) observersBy(g *sightline, id ID, least Level) (m uint64) {
	for x := range Seat(s.seats) {
		if g.rule(s, x, id) >= least {
			m |= eyeBit(x)
		}
	}
	if g.rule(s, Nobody, id) >= least {
		m |= watchers
	}
	if least == Face {
		m = (m | g.plus) &^ g.minus
	}
	return m
}

// visibleTo returns the observers who see the element individually, even if only its back.
func (s *State) visibleTo(id ID) uint64 {
	m := s.faces(id)
	r := s.at(id)
	g := s.sightlineIn(r.parent)
	switch {
	case g.rule != nil && !g.loose:
		m |= s.observersBy(g, id, Back) & s.observers()
	case !g.heap() && g.rule == nil:
		m |= s.observers()
	}
	if r.parent >= s.rules.c.first {
		m &= s.visibleTo(r.parent)
	}
	return m
}

// there returns the observers who see at least that the element is there.
func (s *State) there(id ID) uint64 {
	m := s.thereWithin(id)
	if up := s.at(id).parent; up >= s.rules.c.first {
		m &= s.visibleTo(up)
	}
	return m
}

// thereWithin is there without regard to whether the observers see what contains the element.
func (s *State) thereWithin(id ID) uint64 {
	g := s.sightlineIn(s.at(id).parent)
	switch {
	case g.rule != nil:
		return s.observersBy(g, id, Counted) & s.observers()
	case g.rest == Unseen:
		return s.faces(id)
	}
	return s.observers()
}

// level returns what one observer sees of an element whose face they do not see.
func (s *State) level(seat Seat, g *sightline, id ID) Level {
	l := g.rest
	if g.rule != nil {
		l = min(g.rule(s, seat, id), Back)
	}
	if l == Back && g.loose {
		l = Counted
	}
	return l
}

// Sees returns how much a seat sees of the element; Nobody stands for the spectators.
func (s *State) Sees(seat Seat, id ID) Level {
	switch {
	case !s.Alive(id):
		return Unseen
	case s.view != nil:
		if s.at(id).flags&faceless != 0 {
			return Back
		}
		return Face
	case seat == Judge || id < s.rules.c.first || !s.rules.c.sighted:
		return Face
	}
	seat = s.observer(seat)
	if s.faces(id)&eyeBit(seat) != 0 {
		return Face
	}
	up := s.at(id).parent
	if up >= s.rules.c.first && s.visibleTo(up)&eyeBit(seat) == 0 {
		return Unseen
	}
	return s.level(seat, s.sightlineIn(up), id)
}

// masks is what Show and Hide have set for an element, or for a Part of one.
type masks struct{ Show, Hide uint64 }

var (
	sightPart = NewPart[masks]("@sight") // of elements
	allEyes   = ^uint64(0)
)

// Show lets the seats, or everyone if none is given, see what the element is, in addition to those who see it
// anyway. It lasts until Hide, or until the element is moved elsewhere or shuffled.
func (t *Tx) Show(id ID, seats ...Seat) { t.mask(id, seats, true) }

// Hide prevents the seats, or everyone if none is given, from seeing what the element is. It lasts until
// Show, or until the element is moved elsewhere or shuffled.
func (t *Tx) Hide(id ID, seats ...Seat) { t.mask(id, seats, false) }

// AsDeclared cancels Show and Hide for the element: its place decides again who sees it.
func (t *Tx) AsDeclared(id ID) {
	t.writing()
	t.mustMove(id, "shown or hidden")
	t.unmask(id)
}

func (t *Tx) mask(id ID, seats []Seat, show bool) {
	t.mustMove(id, "shown or hidden")
	if t.rules.c.maskSlot < 0 {
		if show {
			return
		}
		panic(faultf("element %s is hidden, but %s declares no Seen: set it on a Place or a Kind", t.Name(id), t.rules.Name))
	}
	sightPart.Set(t, id, sightPart.Of(t.State, id).with(t, seats, show))
}

func (m masks) with(t *Tx, seats []Seat, show bool) masks {
	for _, x := range seats {
		t.mustSeat(x, true)
	}
	e := eyeBits(seats)
	if len(seats) == 0 {
		e = allEyes
	}
	if show {
		return masks{m.Show | e, m.Hide &^ e}
	}
	return masks{m.Show &^ e, m.Hide | e}
}

// unmask cancels Show and Hide for an element.
func (t *Tx) unmask(id ID) {
	if slot := t.rules.c.maskSlot; slot >= 0 {
		if c := t.cols[slot].(*col[masks]); len(c.pages) > 0 && c.value(id) != (masks{}) {
			sightPart.write(t, id, masks{})
		}
	}
}

// checkPast finds out whether everyone may know the past positions, as long as nothing is hidden by Hide.
func checkPast(r *Rules) {
	c := r.c
	places, contents := false, false // some hide their contents
	for _, g := range c.sights[Root:] {
		places = places || !g.open()
	}
	for _, g := range c.inKind {
		contents = contents || g != nil && !g.open()
	}
	c.openPast = true
	if c.repeat == nil {
		return
	}
	for id, counts := range c.repeat.places {
		c.openPast = c.openPast && (!counts || !contents && c.sights[id].open())
	}
	for _, slot := range c.repeat.slots {
		x := &c.secrets[slot]
		c.openPast = c.openPast && !x.seen.hides() && (x.explicit || !places && !contents)
	}
}

// showsPast reports whether views contain the past positions.
func (s *State) showsPast() bool {
	return s.rules.c.openPast && !s.past.veiled()
}

// hides reports whether something is hidden by Hide.
func (s *State) hides() bool {
	slot := s.rules.c.maskSlot
	if slot < 0 || s.cols[slot].size() == 0 {
		return false
	}
	for id := s.rules.c.first; id < s.n; id++ {
		if s.at(id).flags&live != 0 && sightPart.Of(s, id).Hide != 0 {
			return true
		}
	}
	return false
}

// checkSight resolves who sees the contents of each place.
func checkSight(r *Rules, report func(string, ...any)) {
	c := r.c
	c.maskSlot = -1
	sights := make([]Sight, c.first)
	c.sights, c.within = make([]sightline, c.first), make([]sightline, c.first)
	for id := Root; id < c.first; id++ {
		p := c.places[id]
		if p == nil {
			c.sights[id] = sightlineOf(ByAll, Nobody, false)
			c.within[id] = c.sights[id]
			continue
		}
		x := p.Seen
		if x.silent() {
			x = sights[c.base[id].parent]
		}
		if p.id == id && p.Seen.hasRest && p.Seen.rest == Face {
			report("place %q: Else(Face) would show the faces to everyone: use ByAll", p.Name)
		}
		sights[id] = x
		owner := c.base[id].owner
		for up := c.base[id].parent; owner == Nobody && up > Root; up = c.base[up].parent {
			owner = c.base[up].owner
		}
		c.sights[id] = sightlineOf(x, owner, p.Order == Unordered)
		c.within[id] = sightlineOf(x, owner, false)
		c.sighted = c.sighted || !c.sights[id].open()
		c.loose = c.loose || p.Order == Unordered
		c.ruled = c.ruled || x.rule != nil
	}
	for _, k := range c.kinds {
		if k.Seen.hasRest && k.Seen.rest == Face {
			report("kind %q: Else(Face) would show the faces to everyone: use ByAll", k.Name)
		}
		var g *sightline
		if !k.Seen.silent() {
			v := sightlineOf(k.Seen, Nobody, false)
			g = &v
			c.sighted = c.sighted || !g.open()
			c.ruled = c.ruled || g.rule != nil
		}
		c.inKind = append(c.inKind, g)
	}
	c.ownersSee = c.ruled
	for id := Root; id < c.first; id++ {
		c.ownersSee = c.ownersSee || c.sights[id].byOwner
	}
	for _, g := range c.inKind {
		c.ownersSee = c.ownersSee || g != nil && g.byOwner
	}
	for _, x := range c.secrets {
		c.ownersSee = c.ownersSee || x.sightline.byOwner || x.sightline.rule != nil
		c.sighted = c.sighted || x.explicit
	}
}
