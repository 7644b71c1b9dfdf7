package game

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// viewing makes a State the view of an observer.
type viewing struct {
	seat   Seat
	of     *State   // what is viewed; nil if the view came from elsewhere
	names  []uint32 // by element: its handle, or nameless and its number among the faceless around it
	origin []ID     // by element: what it is in the state, 0 if that is one of several
}

// nameless marks the number of a faceless element among viewing.names.
const nameless = 1 << 31

// View returns what a seat sees: a State of the same rules, in which hidden things are
// faceless (of no Kind, with no values on them) or not there. The view of Nobody, and of a
// seat that does not play, is that of the spectators; that of the Judge shows everything.
// In no view are the random numbers to come. Elements are numbered and named anew in it.
func (s *State) View(seat Seat) *State {
	if s.view != nil {
		return s
	}
	if seat >= Seat(s.seats) || seat < Judge {
		seat = Nobody
	}
	v := *s
	v.rng, v.mem, v.a, v.before, v.follows = noRandom, nil, nil, nil, Nobody
	v.view = &viewing{seat: seat, of: s}
	if seat != Judge && (s.rules.c.sighted || s.rules.c.loose) || s.refers() {
		s.show(&v)
	}
	v.told = s.toldTo(&v)
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

// noRandom stands for the random numbers of a state that are no part of a view.
var noRandom = newSource(Seed{})

// Viewer returns whose view this is; false if it is the state itself.
func (s *State) Viewer() (seat Seat, isView bool) {
	if s.view == nil {
		return Nobody, false
	}
	return s.view.seat, true
}

// Debug returns the values that the rules offer to the judge, nothing to anyone else.
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

// looker is how one observer looks at a state.
type looker struct {
	s    *State
	seat Seat
	m    *memories // nil where everyone sees everything
}

// handle returns the handle of an element whose face is in sight, else 0.
func (l *looker) handle(id ID) uint32 {
	if l.m == nil {
		if !l.s.Alive(id) {
			return 0
		}
		return uint32(id-l.s.rules.c.first) + 1
	}
	return l.m.handle.at(id)
}

// looker answers the eyes of an observer. A state that was played without keeping the memory
// of the observers is seen as if for the first time.
func (s *State) looker(seat Seat) looker {
	if !s.rules.c.sighted || seat == Judge {
		return looker{s: s, seat: seat}
	}
	m := s.mem
	if m == nil || s.stale {
		f := NewFork(s)
		f.t.stale = true
		f.t.recall()
		m = f.s.mem
	}
	no := int(s.seats)
	if seat >= 0 {
		no = int(seat)
	}
	return looker{s, seat, &m.eyes[no]}
}

// token is what an observer sees of one element.
type token struct {
	id     ID     // 0 if it is one of several
	handle uint32 // 0 if it is faceless
}

// in appends what the observer sees in a place or element.
func (l *looker) in(holder ID, out []token) []token {
	s := l.s
	id := s.at(holder).first
	if id == 0 {
		return out
	}
	g := s.gazeIn(holder)
	from, heap := len(out), 0
	for ; id != 0; id = s.at(id).next {
		if h := l.handle(id); h != 0 {
			out = append(out, token{id, h})
			continue
		}
		switch s.level(l.seat, g, id) {
		case Back:
			out = append(out, token{id: id})
		case Counted:
			heap++
		}
	}
	if g.loose && len(out)-from > 1 && l.seat != Judge {
		slices.SortFunc(out[from:], func(a, b token) int { return cmp.Compare(a.handle, b.handle) })
	}
	for range heap {
		out = append(out, token{})
	}
	return out
}

// show fills in the table of a view.
func (s *State) show(v *State) {
	c := s.rules.c
	l := s.looker(v.view.seat)
	b := tableBuilder{v: v, tokens: make([]token, 0, int(s.n-c.first))}
	for id := c.lowest(); id < c.first; id++ {
		if s.at(id).first != 0 {
			b.tokens = l.in(id, b.tokens)
			b.hold(id)
		}
	}
	for i := 0; i < len(b.tokens); i++ {
		if id := b.tokens[i].id; id != 0 && s.at(id).first != 0 {
			b.tokens = l.in(id, b.tokens)
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
	p := &projector{s: s, v: v, seat: v.view.seat, tokens: b.tokens, faced: make([]int32, 0, len(b.tokens))}
	for i := range b.tokens {
		if b.tokens[i].handle != 0 {
			p.faced = append(p.faced, int32(i))
		}
	}
	v.cols = make([]column, len(s.cols))
	for slot, col := range s.cols {
		v.cols[slot] = col.seen(p, slot)
	}
	if v.view.seat != Judge && !s.showsPast() {
		v.past, v.inPast = nil, false
	}
	v.kept, v.stale = false, false
}

// tableBuilder lays out the rows of a view: what places hold, then what that holds.
type tableBuilder struct {
	v       *State
	tokens  []token
	holders []held
	done    int
}

// held is how many tokens a holder has.
type held struct {
	in ID
	n  int
}

// hold says that the tokens since the last call are in this holder.
func (b *tableBuilder) hold(in ID) {
	if n := len(b.tokens) - b.done; n > 0 {
		b.holders = append(b.holders, held{in, n})
	}
	b.done = len(b.tokens)
}

func (b *tableBuilder) build(facts func(i int) (kind uint16, owner Seat)) {
	v := b.v
	c := v.rules.c
	old := v.rows
	v.n = c.first + ID(len(b.tokens))
	slab := make([]page, (int(v.n)+pageSize-1)>>pageBits)
	v.rows = make([]*page, len(slab))
	for i := range slab {
		v.rows[i] = &slab[i]
	}
	for id := ID(0); id < c.first; id++ {
		r := v.at(id)
		*r = old[id>>pageBits].r[id&pageMask]
		r.first, r.last, r.count = 0, 0, 0
	}
	v.piles = nil
	v.span = int(v.n>>6) + 1
	v.occ = make([]uint64, v.span*(1+int(v.seats)))
	v.view.names = make([]uint32, len(b.tokens))
	v.view.origin = make([]ID, len(b.tokens))
	i := 0
	for _, h := range b.holders {
		up := v.at(h.in)
		up.first, up.last, up.count = c.first+ID(i), c.first+ID(i+h.n-1), uint32(h.n)
		rank := uint32(0)
		for k := range h.n {
			tk := b.tokens[i]
			r := v.at(c.first + ID(i))
			r.parent, r.flags = h.in, live
			r.kind, r.owner = facts(i)
			if k > 0 {
				r.prev = c.first + ID(i) - 1
			}
			if k < h.n-1 {
				r.next = c.first + ID(i) + 1
			}
			v.view.origin[i], v.view.names[i] = tk.id, tk.handle
			if tk.handle == 0 {
				rank++
				r.flags |= faceless
				v.view.names[i] = nameless | rank
			}
			i++
		}
		v.refresh(h.in)
	}
}

// projector copies what an observer sees of the values of Parts.
type projector struct {
	s, v   *State
	seat   Seat
	tokens []token
	faced  []int32 // which of the tokens have a face
	back   map[ID]ID
}

// inView returns what the element is in the view, 0 if it is not in it.
func (p *projector) inView(id ID) ID {
	if id < p.s.rules.c.first {
		return id
	}
	if p.back == nil {
		p.back = make(map[ID]ID, len(p.tokens))
		for i, tk := range p.tokens {
			p.back[tk.id] = p.s.rules.c.first + ID(i)
		}
		delete(p.back, 0)
	}
	return p.back[id]
}

// seen returns the column as an observer sees it.
func (c *col[T]) seen(p *projector, slot int) column {
	x := &p.s.rules.c.secrets[slot]
	n := &col[T]{part: c.part, refs: c.refs}
	if len(c.pages) == 0 || x.inner && p.seat != Judge {
		return n
	}
	n.pages = make([]*cpage[T], 0, len(p.v.rows))
	var zero T
	first := p.s.rules.c.first
	put := func(id ID, v T) {
		if c.refs {
			c.part.code.mapIDs(pointer(&v), p.inView)
		}
		n.place(id, v)
	}
	for pg, page := range c.pages {
		low := ID(pg) << pageBits
		switch {
		case page == nil || low >= first:
		case !x.explicit && !c.refs && low+pageSize <= first:
			for pg >= len(n.pages) {
				n.pages = append(n.pages, nil)
			}
			n.pages[pg] = page
		default:
			for i, v := range page.v {
				if id := low + ID(i); v != zero && id < first && p.s.seesPart(slot, p.seat, id, true, true) {
					put(id, v)
				}
			}
		}
	}
	if !x.explicit {
		for _, i := range p.faced {
			if v := c.value(p.tokens[i].id); v != zero {
				put(first+ID(i), v)
			}
		}
		return n
	}
	for i, tk := range p.tokens {
		if tk.id == 0 {
			continue
		}
		if v := c.value(tk.id); v != zero && p.s.seesPart(slot, p.seat, tk.id, tk.handle != 0, true) {
			put(first+ID(i), v)
		}
	}
	return n
}

// place puts a value into a column that nobody else knows yet.
func (c *col[T]) place(id ID, v T) {
	pg := int(id >> pageBits)
	for pg >= len(c.pages) {
		c.pages = append(c.pages, nil)
	}
	if c.pages[pg] == nil {
		c.pages[pg] = new(cpage[T])
	}
	c.pages[pg].v[id&pageMask] = v
}

// name returns what the element is called in the view.
func (w *viewing) name(s *State, id ID) string {
	i := int(id - s.rules.c.first)
	switch {
	case i >= len(w.names): // made since, by a move that was tried on the view
		return "new:" + itoa(i-len(w.names)+1)
	case w.names[i]&nameless == 0:
		return numberName(int(w.names[i]))
	}
	return s.Name(s.at(id).parent) + ":" + itoa(int(w.names[i]&^nameless))
}

// find returns the element of this name, 0 if there is none.
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

// number reads a number from 1 on, in its only form; 0 if it is none.
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

// something stands for an element that a reader may not know.
const something = Word("something")

// toldTo returns what the last move had to say, as far as it is for the eyes of a view.
func (s *State) toldTo(v *State) *told {
	if s.told == nil {
		return nil
	}
	seat := v.view.seat
	all := seat == Judge || !s.rules.c.sighted
	out := &told{}
	for _, l := range s.told.lines {
		if l.private && seat != Judge && l.to&eye(seat) == 0 {
			continue
		}
		if !all {
			l = l.seenBy(s, v)
		}
		out.lines = append(out.lines, l)
	}
	for _, n := range s.told.notices {
		if !all {
			n.Args, _ = argsSeen(s, v, n.Args, n.called, n.seen, n.where, nil)
			n.called, n.seen, n.where = nil, nil, nil
		}
		out.notices = append(out.notices, n)
	}
	return out
}

func (l Line) seenBy(s, v *State) Line {
	l.Args, l.names = argsSeen(s, v, l.Args, l.called, l.seen, l.where, l.names)
	l.called, l.seen, l.where = nil, nil, nil
	return l
}

// argsSeen returns arguments as they are in a view, and what elements among them are called: who
// knows an element reads what it is, who can follow it reads where it is.
func argsSeen(s, v *State, args []Arg, called []string, seen, where []uint64, names []string) ([]Arg, []string) {
	if seen == nil {
		return args, names
	}
	args, names = slices.Clone(args), slices.Clone(names)
	for i, a := range args {
		id, ok := a.(ID)
		if !ok || id < s.rules.c.first {
			continue
		}
		in := ID(0)
		if where[i]&eye(v.view.seat) != 0 {
			in = v.view.element(v, id)
		}
		knows := seen[i]&eye(v.view.seat) != 0
		labelled := knows && s.labels(id, called[i])
		switch {
		case in != 0:
			args[i] = in
		case knows:
			args[i] = Word(called[i])
		default:
			args[i] = something
		}
		switch {
		case names == nil:
		case in == 0:
			names[i] = ""
		case labelled:
			names[i] = called[i]
		default:
			names[i] = v.Name(in)
		}
	}
	return args, names
}

// labels reports whether the text is the label of an element, not the name of its kind.
func (s *State) labels(id ID, text string) bool {
	k := s.Kind(id)
	return k != nil && k.Label != nil || k == nil && text != ""
}

// element returns what an element of the state is in the view, 0 if it is not there.
func (w *viewing) element(v *State, id ID) ID {
	if i := slices.Index(w.origin, id); i >= 0 {
		return v.rules.c.first + ID(i)
	}
	return 0
}

// Real returns the move of the state that is meant by a move of this view. What cannot be
// chosen is refused in the words of the view, so that no refusal tells a secret.
func (s *State) Real(m Move) (Move, error) {
	w := s.view
	switch {
	case w == nil:
		return m, nil
	case w.of == nil:
		return m, refuse(Malformed, "the view came from elsewhere: its moves mean nothing here")
	case w.seat != m.Seat && w.seat != Judge:
		return m, refuse(NoSeat, "it is not the view of seat {0}", Num(m.Seat))
	case w.names == nil:
		return m, nil
	}
	if err := s.allows(m); err != nil {
		return m, err
	}
	a := s.rules.c.byAction[m.Action]
	real := m
	real.Picks = make([][]Value, len(m.Picks))
	for i, values := range m.Picks {
		real.Picks[i] = slices.Clone(values)
		if a.picks[i].sort != anElement {
			continue
		}
		for k, v := range values {
			id := s.originOf(ID(v.N))
			if id == 0 {
				return m, refuse(NotOffered, "{0} cannot be chosen", Word(s.Name(ID(v.N))))
			}
			real.Picks[i][k].N = int64(id)
		}
	}
	return real, nil
}

// allows answers why the move cannot be chosen on the view. What depends on chance is left to
// the state.
func (s *State) allows(m Move) (err error) {
	f := s.rules.borrow(s)
	defer s.rules.giveBack(f)
	t := &f.t
	err = t.looked(func() {
		t.begin(m.Seat)
		t.noChance = true
		a, r := t.admit(m)
		if r == nil {
			r = t.choose(a, m.Picks, true)
		}
		if r != nil {
			panic(r)
		}
	})
	if err != nil && f.t.chanced {
		return nil
	}
	return err
}

// originOf returns the element of the state behind one of the view. Among several that the
// viewer cannot tell apart, chance decides: a draw that depends on the state alone.
func (s *State) originOf(id ID) ID {
	w, first := s.view, s.rules.c.first
	if id < first {
		return id
	}
	i := int(id - first)
	if i >= len(w.origin) {
		return 0
	}
	if w.origin[i] != 0 {
		return w.origin[i]
	}
	in := s.originOf(s.at(id).parent)
	l := w.of.looker(w.seat)
	g := w.of.gazeIn(in)
	var heap []ID
	for e := w.of.at(in).first; e != 0; e = w.of.at(e).next {
		if l.handle(e) == 0 && w.of.level(w.seat, g, e) == Counted {
			heap = append(heap, e)
		}
	}
	q := quick{x: mix(w.of.Hash(), uint64(in))}
	for k := len(heap) - 1; k > 0; k-- {
		j := q.below(uint64(k) + 1)
		heap[k], heap[j] = heap[j], heap[k]
	}
	rank, k := 0, 0
	for e := s.at(s.at(id).parent).first; e != 0; e = s.at(e).next {
		if w.origin[e-first] == 0 {
			if e == id {
				rank = k
			}
			k++
		}
	}
	if rank >= len(heap) {
		return 0
	}
	return heap[rank]
}

// TextFor returns a move that was played on s as a seat may read it, next being the state
// after it. What the seat does not see is a question mark, as is the whole of what others
// choose in secret.
func (s *State) TextFor(seat Seat, m Move, next *State) string {
	if !s.rules.c.sighted && !s.secret(m) || seat == Judge || s.view != nil {
		return s.Text(m)
	}
	if seat >= Seat(s.seats) || seat < Judge {
		seat = Nobody
	}
	if s.secret(m) && seat != m.Seat {
		return "?"
	}
	if !s.rules.c.sighted {
		return s.Text(m)
	}
	before, after := s.looker(seat), next.looker(seat)
	unseen := false // what is done with something that the seat does not see is hidden, too
	return s.moveText(m, func(p *pick, v Value) string {
		name, id := "?", ID(v.N)
		if p.sort != anElement || v.N <= 0 || v.N >= int64(s.n) {
			if unseen {
				return name
			}
			return s.valueText(p, v)
		}
		switch h, g := before.handle(id), after.handle(id); {
		case unseen:
		case id < s.rules.c.first:
			name = s.Name(id)
		case h != 0:
			name = numberName(int(h))
		case seat == m.Seat && before.name(id) != "?":
			name = before.name(id)
		case g != 0 && (next.told == nil || whoOf(next.told.lost, id)&eye(seat) == 0):
			name = numberName(int(g))
		default:
			name = before.name(id)
		}
		unseen = unseen || name == "?"
		return name
	})
}

func (s *State) secret(m Move) bool {
	a := s.rules.c.byAction[m.Action]
	return a != nil && a.Secret
}

// name returns what the observer calls a faceless element.
func (l *looker) name(id ID) string {
	up := l.s.at(id).parent
	rank := 0
	for _, tk := range l.in(up, nil) {
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
