package game

import (
	"strconv"
	"strings"
	"sync/atomic"
)

// viewing makes a State the view of an observer.
type viewing struct {
	seat   Seat
	of     *State   // the state that is viewed; nil if the view came from elsewhere
	names  []uint32 // by element: its handle, or nameless plus its number among the faceless ones around it
	origin []ID     // by element: the element of the state, 0 if that is one of several

	known map[string]string                 // see KnownIn; of a view from elsewhere
	told  atomic.Pointer[map[string]string] // the same of a view of a state, once somebody asks

	onlyNames bool // the rest is that of the state, so no derived value may be computed

	messages atomic.Pointer[messages] // what the observer may read of the last move, once somebody asks
}

// nameless marks the number of a faceless element in viewing.names.
const nameless = 1 << 31

// View returns what a seat sees: a State of the same rules, in which hidden elements are faceless (with no
// Kind and no values) or missing. Nobody, and a seat that does not play, get the view of the spectators; the
// Judge sees everything. No view contains future random draws. Elements have different IDs and names in a
// view.
func (s *State) View(seat Seat) *State {
	if s.view != nil {
		return s
	}
	seat = s.observer(seat)
	v := *s
	v.rng, v.mem, v.dealing, v.a, v.keys, v.values, v.follows = noRandom, nil, nil, nil, nil, nil, Nobody
	v.past = s.past.frozen()
	v.view = &viewing{seat: seat, of: s}
	v.settled = true                    // an observer who does not see everything does not ask whether a seat can act
	if s.ownPending(&v); s.moment > 0 { // it is not waiting in the flow
		v.flow, v.pending, v.passes, v.first, v.flowMover, v.inPast = nil, nil, 0, 0, Nobody, false
	}
	if seat != Judge && (s.rules.c.sighted || s.rules.c.loose) || s.refers() || s.names() {
		s.show(&v)
	}
	v.values, v.lasting = newValues(&v), s.lasting.seen(s.rules) // its own, because those of the state reveal what is hidden
	if s.messages != nil {
		v.messages = unread
	}
	return &v
}

// refers reports whether a value may name an element, which may have left the game.
func (s *State) refers() bool {
	for _, c := range s.cols {
		if c.refers() {
			return true
		}
	}
	return false
}

// noRandom replaces the random numbers of a state in its views.
var noRandom = newSource(Seed{})

// Viewer returns whose view this is; false if it is the state itself.
func (s *State) Viewer() (seat Seat, isView bool) {
	if s.view == nil {
		return Nobody, false
	}
	return s.view.seat, true
}

// Debug returns the values that the rules offer to the Judge, nothing to anyone else.
func (s *State) Debug() []Line {
	if s.view != nil && (s.view.seat != Judge || s.view.of == nil) || s.rules.Debug == nil {
		return nil
	}
	if s.view != nil {
		s = s.view.of
	}
	lines := s.rules.Debug(s)
	for i, l := range lines {
		lines[i] = l.labelled(s)
	}
	return lines
}

// show fills in the table of a view.
func (s *State) show(v *State) {
	c := s.rules.c
	l := s.eyes(v.view.seat)
	b := newViewBuilder(v, int(s.n-c.first))
	defer b.free()
	for id := c.lowest(); id < c.first; id++ {
		if s.at(id).first != 0 {
			b.tokens = l.appendContents(id, b.tokens)
			b.hold(id)
		}
	}
	for i := 0; i < len(b.tokens); i++ {
		if id := b.tokens[i].id; id != 0 && s.at(id).first != 0 {
			b.tokens = l.appendContents(id, b.tokens)
			b.hold(c.first + ID(i))
		}
	}
	b.build(func(i int) (uint16, Seat) {
		tk := b.tokens[i]
		if tk.id == 0 {
			return 0, Nobody
		}
		r := s.at(tk.id)
		if tk.handle == 0 {
			return 0, r.owner
		}
		return r.kind, r.owner
	})
	for i := range b.tokens {
		if b.tokens[i].handle != 0 {
			b.faced = append(b.faced, int32(i))
		}
	}
	p := &projector{s: s, v: v, seat: v.view.seat, tokens: b.tokens, faced: b.faced}
	v.cols = make([]column, len(s.cols))
	for slot, col := range s.cols {
		v.cols[slot] = col.seen(p, slot)
	}
	s.showFlow(v, p)
	s.showBy(v, p)
	if v.view.seat != Judge && !s.showsPast() {
		v.past, v.inPast = past{}, false
	}
	v.kept, v.stale = false, false
}

// name returns the element's name in the view.
func (w *viewing) name(s *State, id ID) string {
	i := int(id - s.rules.c.first)
	switch {
	case i >= len(w.names): // created since, by a move that was tried on the view
		return "new:" + itoa(i-len(w.names)+1)
	case w.names[i]&nameless == 0:
		return numberName(int(w.names[i]))
	}
	return s.Name(s.at(id).parent) + ":" + itoa(int(w.names[i]&^nameless))
}

// find returns the element with this name, 0 if there is none.
func (w *viewing) find(s *State, name string) ID {
	first := s.rules.c.first
	if len(name) > 1 && name[0] == '#' && !strings.Contains(name, ":") {
		n := number(name[1:])
		for i, h := range w.names {
			if n != 0 && h == n {
				return first + ID(i)
			}
		}
		return 0
	}
	up, rank, ok := cutLast(name, ":")
	if !ok {
		return s.rules.c.byName[name]
	}
	if up == "new" {
		if id := first + ID(len(w.names)) + ID(number(rank)) - 1; number(rank) != 0 && id < s.n {
			return id
		}
		return 0
	}
	in, n := s.nameToID(up), number(rank)
	if in == 0 || n == 0 {
		return 0
	}
	for id := s.at(in).first; id != 0; id = s.at(id).next {
		if i := int(id - first); i < len(w.names) && w.names[i] == nameless|n {
			return id
		}
	}
	return 0
}

// key is the hash of the name.
func (w *viewing) key(s *State, id ID) uint64 {
	i := int(id - s.rules.c.first)
	switch {
	case i >= len(w.names):
		return mix(uint64(i), 0x2E11)
	case w.names[i]&nameless == 0:
		return mix(uint64(w.names[i]), 0x1D)
	}
	return mix(s.key(s.at(id).parent), uint64(w.names[i]))
}

// number reads a number from 1 on in canonical form; 0 if it is not one.
func number(text string) uint32 {
	n, err := strconv.ParseUint(text, 10, 31)
	if err != nil || text[0] == '0' || text[0] == '+' {
		return 0
	}
	return uint32(n)
}

func cutLast(text, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(text, sep); i >= 0 {
		return text[:i], text[i+len(sep):], true
	}
	return text, "", false
}

// TextFor returns a move that was played on s as a seat may read it; next is the state after it. What the seat sees
// neither before nor after the move, nor at a moment of it, is a question mark, and so is everything that others choose
// in secret. Picks after an element are shown only to seats that see where the element is after the move: in fog,
// nobody reads where a unit went that is out of sight.
func (s *State) TextFor(seat Seat, m Move, next *State) string {
	if !s.rules.c.sighted && !s.secret(m) || seat == Judge || s.view != nil {
		return s.Text(m)
	}
	seat = s.observer(seat)
	if s.secret(m) && seat != m.Seat {
		return "?"
	}
	if !s.rules.c.sighted {
		return s.Text(m)
	}
	names := s.namesFor(seat, m, next)
	return s.moveText(m, names.name)
}

// namesFor returns the observer's names for the values of a move that was played on s.
func (s *State) namesFor(seat Seat, m Move, next *State) moveNames {
	if !s.rules.c.sighted || seat == Judge || s.view != nil {
		return moveNames{s: s, plain: true}
	}
	return moveNames{s: s, next: next, seat: seat, own: seat == m.Seat, before: s.eyes(seat), after: next.eyes(seat)}
}

// moveNames are an observer's names for the values of a move.
type moveNames struct {
	s, next       *State
	seat          Seat
	plain         bool // they are the names of the state
	own           bool // it is a move of the observer
	before, after eyes
	unseen        bool // what is done with something that the seat does not see is hidden too
}

// name returns the name of a value. It must be called for the values in order.
func (n *moveNames) name(p *pick, v Value) string {
	if n.plain {
		return n.s.valueText(p, v)
	}
	name, id := "?", ID(v.N)
	if p.sort != anElement || v.N <= 0 || v.N >= int64(n.s.n) {
		if n.unseen {
			return name
		}
		return n.s.valueText(p, v)
	}
	switch h, g := n.before.handle(id), n.after.handle(id); {
	case n.unseen:
	case id < n.s.rules.c.first:
		name = n.s.Name(id)
	case h != 0:
		name = numberName(int(h))
	case n.own && n.before.name(id) != "?":
		name = n.before.name(id)
	case g != 0 && (n.next.messages == nil || whoOf(n.next.messages.lost, id)&eyeBit(n.seat) == 0):
		name = numberName(int(g))
	default:
		name = n.glimpsed(id)
		if name == "" {
			name = n.before.name(id)
		}
	}
	n.unseen = n.unseen || name == "?" || !n.own && n.lost(id)
	return name
}

// glimpsed returns the observer's name for an element at the first moment of the move that shows it, such as a card
// that completes a trick; "" if none does. After losing track of it, the observer does not know that it is the same
// one.
func (n *moveNames) glimpsed(id ID) string {
	told := n.next.messages
	if told == nil {
		return ""
	}
	for _, m := range told.moments {
		if whoOf(m.messages.lost, id)&eyeBit(n.seat) != 0 {
			return ""
		}
		e := m.eyes(n.seat)
		if h := e.handle(id); h != 0 {
			return numberName(int(h))
		}
	}
	return ""
}

// lost reports whether the observer does not see where the element is after the move: then what was chosen for it could
// reveal that. If it has left the game from a place where a rule decides what is seen, nobody knows where that was.
func (n *moveNames) lost(id ID) bool {
	if id < n.s.rules.c.first || n.after.handle(id) != 0 {
		return false
	}
	if !n.next.Alive(id) {
		return n.s.sightlineIn(n.s.at(id).parent).rule != nil
	}
	return n.next.Sees(n.seat, id) == Unseen
}

// secret reports whether the action or the step keeps what is chosen from the others.
func (s *State) secret(m Move) bool {
	a := s.rules.c.byAction[m.Action]
	n, _ := s.resting()
	return a != nil && a.Secret || n != nil && n.secret
}

// name returns the observer's name for a faceless element.
func (l *eyes) name(id ID) string {
	up := l.s.at(id).parent
	rank := 0
	for _, tk := range l.appendContents(up, nil) {
		if tk.handle == 0 {
			rank++
		}
		if tk.id == id {
			if up < l.s.rules.c.first {
				return l.s.Name(up) + ":" + itoa(rank)
			}
			if h := l.handle(up); h != 0 {
				return numberName(int(h)) + ":" + itoa(rank)
			}
			return l.name(up) + ":" + itoa(rank)
		}
	}
	return "?"
}
