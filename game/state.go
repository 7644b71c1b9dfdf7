package game

import (
	"iter"
	"slices"
	"strconv"
)

// ID is one element of the game: a board, a cell, a card, a unit, a die. It is valid only in the State it
// comes from, and 0 is not an element.
type ID uint32

// Root is the table itself: Parts of the whole game are on this element.
const Root ID = 1

// Seat is a place at the table, counted from 0.
type Seat int8

// Nobody is the owner of elements that belong to no seat.
const Nobody Seat = -1

// ID returns the element that Parts of the seat are on.
func (x Seat) ID() ID {
	if x < 0 {
		panic(faultf("%s has no element: ID is only for seats", x))
	}
	return Root + 1 + ID(x)
}

func (x Seat) String() string {
	switch x {
	case Nobody:
		return "nobody"
	case Judge:
		return "the judge"
	}
	return "seat " + strconv.Itoa(int(x))
}

// maxSeats is the number of bits in the masks of a State.
const maxSeats = 32

// row holds the kernel's own data about one element.
type row struct {
	parent, prev, next, first, last ID
	count                           uint32 // children
	kind                            uint16
	owner                           Seat
	flags                           uint8
}

const (
	live     uint8 = 1 << iota // in the game
	lasting                    // root, seat or layout: exists from start to end
	faceless                   // in a view: what it is cannot be seen
)

const (
	pageBits = 5
	pageSize = 1 << pageBits
	pageMask = pageSize - 1
)

// page is copied on first write; gen is the Tx that may write to it.
type page struct {
	gen uint64
	r   [pageSize]row
}

// State is one complete moment of a game. It never changes and may be shared between goroutines: playing a
// move makes another State.
type State struct {
	rules *Rules
	rows  []*page
	cols  []column
	occ   []uint64 // occupancy: words of "has a child", then for each seat "the top child belongs to it"
	span  int      // words in each of those
	piles []uint64 // two words for each pile: its contents, as long as no element is numbered above 127
	n     ID       // rows in use; the next element gets this ID
	turnState
	left     leaving // the order in which seats were eliminated
	by       set     // what won the game, never written to
	rng      *source
	past     past
	flow     []frame
	pending  []Move // chosen in secret
	sum      uint64 // hash of rows and columns, updated by Play
	kept     bool   // sum is up to date
	messages *messages
	mem      *memory
	stale    bool          // mem is not up to date
	dealing  *dealing      // in a fork: the re-deal that made mem stale
	view     *viewing      // whose view it is, nil for the state itself
	a        *arena        // scratch for Sets, only in a state that is being written
	keys     *keying       // likewise for its keys
	values   *values       // derived values, nil if the rules have none
	lasting  lastingValues // those that are kept until certain Parts change
}

// turnState is the part of a State that every mark copies and every derived value compares. Fields that
// follow from it and from the past, such as left and by, are kept outside.
type turnState struct {
	seats     int8
	turn      Seat
	follows   Seat // the seat to act next, Nobody for the usual order
	settled   bool // the seat to act can act
	inPast    bool // the current position is the last one of the past
	over      ending
	flowMover Seat // the last seat to move, in a game with a flow
	first     Seat // the seat that begins, in a game with a flow
	moves     uint32
	passes    uint32 // in a row
	out       uint32 // eliminated seats
	away      uint32 // seats that are sitting out
	winners   uint32
	score     *[]int // final scores or ranks by seat, never written to
	moment    uint16 // the number of the moment within a move, 0 between moves
}

type ending uint8

const (
	running ending = iota
	wonBy
	drawn
	byRank
	byScore
)

// messages is what the last move has said and shown.
type messages struct {
	lines   []Line
	notices []Notice
	lost    []reveal // who has lost track of what
	shown   []reveal // what was revealed to whom
	seen    []reveal // what was seen at a moment of the move
	moments []*State
	unheard []string // see Unheard
}

func (s *State) at(id ID) *row { return &s.rows[id>>pageBits].r[id&pageMask] }

// known returns the row of an element that may not exist; dead elements have an empty row.
func (s *State) known(id ID) *row {
	if id >= s.n {
		return &noRow
	}
	return s.at(id)
}

var noRow = row{owner: Nobody}

// Rules returns the rules the game is played by.
func (s *State) Rules() *Rules { return s.rules }

// Seats returns how many seats play.
func (s *State) Seats() int { return int(s.seats) }

// Turn returns the seat to act, Nobody when the game is over.
func (s *State) Turn() Seat {
	s.readsTurn()
	return s.turn
}

// readsTurn notes that the rules read something that changes when another seat chooses in secret.
func (s *State) readsTurn() {
	if s.a != nil {
		s.a.turnRead = true
	}
}

// Played returns how many moves have been made.
func (s *State) Played() int {
	if s.a != nil {
		s.a.counted, s.a.turnRead = true, true
	}
	return int(s.moves)
}

// Said returns the log lines of the move that led here; the caller may keep them.
func (s *State) Said() []Line {
	told := s.told()
	if told == nil {
		return nil
	}
	lines := slices.Clone(told.lines)
	for i := range lines {
		lines[i].Args = slices.Clone(lines[i].Args)
	}
	return lines
}

// Notices returns the notices of the move that led here; the caller may keep them.
func (s *State) Notices() []Notice {
	told := s.told()
	if told == nil {
		return nil
	}
	notices := slices.Clone(told.notices)
	for i := range notices {
		notices[i].Args = slices.Clone(notices[i].Args)
	}
	return notices
}

// Revealed returns the elements that the last move revealed to a seat or showed to it at a moment, including
// those that the seat has lost track of since.
func (s *State) Revealed(seat Seat) Set[ID] {
	var all []ID
	if s.messages != nil && s.view == nil {
		for _, r := range slices.Concat(s.messages.shown, s.messages.seen) {
			if r.who&eyeBit(s.observer(seat)) != 0 {
				all = append(all, r.id)
			}
		}
	}
	return SetOf(all...)
}

// Passes returns how many of the last moves in a row were passes. A seat that was skipped because it could do
// nothing counts as a pass. In the Do of a pass, this pass is counted too.
func (s *State) Passes() int {
	s.readsTurn()
	return int(s.passes)
}

// Alive reports whether the element is in the game.
func (s *State) Alive(id ID) bool { return s.known(id).flags&live != 0 }

// Kind returns the kind of the element, nil for places and seats.
func (s *State) Kind(id ID) *Kind {
	r := s.known(id)
	if r.kind != 0 {
		return s.rules.c.kinds[r.kind-1]
	}
	s.readsFace(r)
	return nil
}

// readsFace notes that the rules ask what a faceless element is.
func (s *State) readsFace(r *row) {
	if r.flags&faceless != 0 && s.a != nil {
		s.a.faceRead = true
	}
}

// Owner returns the seat that the element or place belongs to, or Nobody. The ID of a seat is owned by that
// seat.
func (s *State) Owner(id ID) Seat { return s.known(id).owner }

// Parent returns the place or element that contains this one, 0 if it has left the game.
func (s *State) Parent(id ID) ID { return s.known(id).parent }

// Count returns how many elements are directly in this one.
func (s *State) Count(in Holder) int { return int(s.known(holderOf(in)).count) }

// Full reports whether a place holds as many elements as it can: see Place.Max.
func (s *State) Full(in Holder) bool {
	id := holderOf(in)
	if id >= s.rules.c.first || s.rules.c.places[id] == nil {
		return false
	}
	most := s.rules.c.places[id].Max
	return most > 0 && int(s.known(id).count) >= most
}

// First returns the first (lowest) element in this one, 0 if it is empty.
func (s *State) First(in Holder) ID { return s.known(holderOf(in)).first }

// Last returns the last (topmost) element in this one, 0 if it is empty.
func (s *State) Last(in Holder) ID { return s.known(holderOf(in)).last }

// In yields the elements directly in this one, first to last. The loop may move or remove elements: it visits
// each element that was there at the start exactly once, except those that have left the game in the
// meantime.
func (s *State) In(in Holder) iter.Seq[ID] {
	return func(yield func(ID) bool) {
		holder := holderOf(in)
		var few [32]ID
		ids := few[:0]
		for id := s.known(holder).first; id != 0; id = s.at(id).next {
			ids = append(ids, id)
		}
		for _, id := range ids {
			if s.at(id).flags&live != 0 && !yield(id) {
				return
			}
		}
	}
}

// Contents returns the elements directly in this one as a Set.
func (s *State) Contents(in Holder) Set[ID] { return s.contents(holderOf(in)) }

func (s *State) contents(in ID) (r Set[ID]) {
	if s.n <= 128 {
		if in < s.rules.c.first && s.piles != nil {
			if k := s.rules.c.pileNo[in]; k >= 0 {
				r.a, r.b = s.piles[2*k], s.piles[2*k+1]
				return r
			}
		}
		for id := s.known(in).first; id != 0; id = s.at(id).next {
			if bit := uint64(1) << (id & 63); id < 64 {
				r.a |= bit
			} else {
				r.b |= bit
			}
		}
		return r
	}
	r.big = s.a.take(int(s.n>>6) + 1)
	clear(r.big.w)
	for id := s.known(in).first; id != 0; id = s.at(id).next {
		r.big.w[id>>6] |= 1 << (id & 63)
	}
	return r
}

// maxPiles is the number of places whose contents are kept as bits.
const maxPiles = 24

// piled records that an element has entered or left a place.
func (s *State) piled(id, in ID, is bool) {
	if in >= s.rules.c.first || id >= 128 || s.piles == nil {
		return
	}
	if k := s.rules.c.pileNo[in]; k >= 0 {
		w := &s.piles[2*int(k)+int(id>>6)]
		if is {
			*w |= 1 << (id & 63)
		} else {
			*w &^= 1 << (id & 63)
		}
	}
}

// repile fills in the piles from scratch.
func (s *State) repile() {
	clear(s.piles)
	for id := s.rules.c.first; id < s.n; id++ {
		if r := s.at(id); r.flags&live != 0 {
			s.piled(id, r.parent, true)
		}
	}
}

// All yields every element that was created and is still in the game, oldest first. If kinds are given, it
// yields only elements of those kinds.
func (s *State) All(kinds ...*Kind) iter.Seq[ID] {
	return func(yield func(ID) bool) {
		of := wantedKinds{kinds: kinds}
		for id := s.next(s.rules.c.first, &of); id < s.n; id = s.next(id+1, &of) {
			if !yield(id) {
				return
			}
		}
	}
}

// next returns the first element from id on that is of one of the kinds, s.n if there is none.
func (s *State) next(id ID, of *wantedKinds) ID {
	for id < s.n {
		rows := s.rows[id>>pageBits]
		for end := min(s.n, (id|pageMask)+1); id < end; id++ {
			if r := &rows.r[id&pageMask]; r.flags&live != 0 && of.has(s, r) {
				return id
			}
		}
	}
	return s.n
}

// wantedKinds are the kinds that All yields; it remembers which kinds it has compared with them.
type wantedKinds struct {
	kinds         []*Kind
	known, wanted uint64 // by number, of the first 63 kinds of the rules
}

// has reports whether a live element is wanted.
func (w *wantedKinds) has(s *State, r *row) bool {
	bit := uint64(1) << r.kind
	switch {
	case len(w.kinds) == 0:
		return r.parent != s.rules.c.waiting
	case w.known&bit != 0:
		return w.wanted&bit != 0
	case r.kind == 0:
		s.readsFace(r)
		return false
	case slices.Contains(w.kinds, s.rules.c.kinds[r.kind-1]):
		w.wanted |= bit
		w.known |= bit
		return true
	}
	w.known |= bit
	return false
}

// Within reports whether the element is in the other one, directly or deeper. Nothing is in a seat: its
// elements are in its places, such as hand.Of(seat).
func (s *State) Within(id ID, in Holder) bool {
	holder := holderOf(in)
	for up := s.known(id).parent; up != 0; up = s.at(up).parent {
		if up == holder {
			return true
		}
	}
	return false
}

// Filled returns all places and elements that contain something.
func (s *State) Filled() Set[ID] {
	if s.span == 1 { // small enough to be inlined
		return Set[ID]{set{a: s.occ[0]}}
	}
	return s.occupied(0)
}

// Empty returns those of the places and elements that contain nothing.
func (s *State) Empty(of Set[ID]) Set[ID] { return of.Minus(s.Filled()) }

// Held returns all places and elements whose last (topmost) element belongs to the seat.
func (s *State) Held(seat Seat) Set[ID] {
	if seat < 0 || seat >= Seat(s.seats) {
		return Set[ID]{}
	}
	switch s.span {
	case 1:
		return Set[ID]{set{a: s.occ[1+seat]}}
	case 2:
		held := s.occ[2+2*int(seat):]
		return Set[ID]{set{a: held[0], b: held[1]}}
	}
	return s.occupied(1 + int(seat))
}

// occupied returns one of the sets of the occupancy.
func (s *State) occupied(k int) Set[ID] {
	switch s.span {
	case 1:
		return Set[ID]{set{a: s.occ[k]}}
	case 2:
		return Set[ID]{set{a: s.occ[2*k], b: s.occ[2*k+1]}}
	}
	if s.a == nil {
		return Set[ID]{set{big: s.a.over(s.occ[k*s.span : (k+1)*s.span])}}
	}
	big := s.a.take(s.span) // a copy, because the state is being written
	copy(big.w, s.occ[k*s.span:])
	return Set[ID]{set{big: big}}
}

// Others returns the seats that are still in the game, without this one.
func (s *State) Others(seat Seat) Set[Seat] {
	in := uint64(s.standing())
	if seat >= 0 {
		in &^= 1 << uint(seat)
	}
	return Set[Seat]{set{a: in}}
}

// After returns the next seat in turn that is still in the game and not sitting out.
func (s *State) After(seat Seat) Seat {
	for range s.seats {
		if seat = (seat + 1) % Seat(s.seats); s.absent()>>uint(seat)&1 == 0 {
			return seat
		}
	}
	return Nobody
}

// Standing returns the seats that have not been eliminated.
func (s *State) Standing() Set[Seat] { return s.Others(Nobody) }

func (s *State) standing() uint32 { return (1<<uint(s.seats) - 1) &^ s.out }

// Name returns the element's name on disk and on the wire: the name of a cell, the path of a place, and for
// an element created in the game # and its creation number.
func (s *State) Name(id ID) string {
	c := s.rules.c
	if id > 0 && id < c.first {
		return c.names[id]
	}
	if id == 0 || id >= s.n {
		return "?"
	}
	if s.view != nil && s.view.names != nil {
		return s.view.name(s, id)
	}
	return numberName(int(id-c.first) + 1)
}

// numberName is the name of the n-th element created.
func numberName(n int) string {
	if n < len(numberNames) {
		return numberNames[n]
	}
	return "#" + strconv.Itoa(n)
}

var numberNames = func() (names [1024]string) {
	for n := range names {
		names[n] = "#" + strconv.Itoa(n)
	}
	return names
}()

// Find returns the element with this name, 0 if it is not in the game.
func (s *State) Find(name string) ID {
	if s.view != nil && s.view.names != nil {
		id := s.view.find(s, name)
		if !s.Alive(id) {
			return 0
		}
		return id
	}
	if len(name) > 1 && name[0] == '#' {
		n, err := strconv.ParseUint(name[1:], 10, 31)
		if err != nil || n == 0 || name[1] == '+' || name[1] == '0' {
			return 0
		}
		id := s.rules.c.first + ID(n) - 1
		if !s.Alive(id) {
			return 0
		}
		return id
	}
	id := s.rules.c.byName[name]
	if !s.Alive(id) {
		return 0
	}
	return id
}

// refresh updates the occupancy of one element from its last child.
func (s *State) refresh(id ID) {
	i, bit := int(id>>6), uint64(1)<<(id&63)
	last, owner := s.at(id).last, Nobody
	if i >= s.span {
		if last == 0 {
			return
		}
		s.widen(i + 1)
	}
	if last != 0 && id != s.rules.c.waiting {
		if owner = s.at(last).owner; owner >= 0 && s.occ[i+s.span*(1+int(owner))]&bit != 0 {
			return // only one seat can hold it
		}
	} else if s.occ[i]&bit == 0 {
		return
	}
	for at := i; at < len(s.occ); at += s.span {
		s.occ[at] &^= bit
	}
	if last != 0 && id != s.rules.c.waiting {
		s.occupy(id, owner)
	}
}

// occupy is refresh for an element that was empty and now contains one of this owner.
func (s *State) occupy(id ID, owner Seat) {
	if id == s.rules.c.waiting { // it belongs to the kernel
		return
	}
	i, bit := int(id>>6), uint64(1)<<(id&63)
	s.occ[i] |= bit
	if owner >= 0 {
		s.occ[i+s.span*(1+int(owner))] |= bit
	}
}

// vacate is refresh for an element that contained only one of this owner and is now empty.
func (s *State) vacate(id ID, owner Seat) {
	i, bit := int(id>>6), uint64(1)<<(id&63)
	s.occ[i] &^= bit
	if owner >= 0 {
		s.occ[i+s.span*(1+int(owner))] &^= bit
	}
}

// widen makes room for holders that are newer than any before.
func (s *State) widen(span int) {
	sets := 1 + int(s.seats)
	wide := make([]uint64, span*sets)
	for k := range sets {
		copy(wide[k*span:], s.occ[k*s.span:(k+1)*s.span])
	}
	s.occ, s.span = wide, span
}
