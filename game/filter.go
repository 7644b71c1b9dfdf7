package game

import (
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Changes returns for each of the seats what it sees change from s to another state of the game: exactly the
// changes that turn its view of s into its view of to. Nobody stands for the spectators.
func (s *State) Changes(to *State, seats ...Seat) [][]Change {
	return s.ChangesBy((*State).View, to, seats...)
}

// ChangesBy is Changes for callers that cache views. If whole views have to be compared, it calls the
// function for the views of s and to, in this order.
func (s *State) ChangesBy(view func(*State, Seat) *State, to *State, seats ...Seat) [][]Change {
	out := make([][]Change, len(seats))
	f, _ := filters.Get().(*filter)
	if f == nil {
		f = new(filter)
	}
	whole := !f.compare(s, to)
	var few [8]int
	ends := few[:0]
	for i, x := range seats {
		x = to.observer(x)
		if whole || x == Judge || !f.changesFor(x) {
			was := view(s, x)
			out[i] = was.Diff(view(to, x))
		}
		ends = append(ends, len(f.atoms))
	}
	f.finish(out, ends)
	f.from, f.to = nil, nil
	filters.Put(f)
	return out
}

// filters holds buffers for reuse.
var filters sync.Pool

// filter finds what observers see change between two states by looking only at what differs.
type filter struct {
	from, to        *State
	ids             []ID      // elements whose rows differ
	cells           []cellRef // values that differ, or that different observers see
	lists           []list    // places with different contents or a different order
	buf             []ID
	flowWas, flowIs string

	// For the current observer.
	seat          Seat
	before, after eyes
	turned        []ID // elements that appear or disappear without a change in their rows
	gone, come    []uint32
	renamed       bool // something has a new handle without having moved
	was, is       []token
	hidden, hides []ID // the faceless ones among was and is
	knew, knows   []knownThing
	atoms         []viewAtom
	text          []byte
}

// cellRef is a value of a Part.
type cellRef struct {
	slot int
	id   ID
}

// reroll is a value that was set, or drawn by Roll, or a kind that has changed, which has noSlot.
type reroll struct {
	cellRef
	drawn bool
}

const noSlot = -1

// list is what differs in a place, without a common prefix and suffix.
type list struct {
	in            ID
	prefix        int
	before, after []ID // the whole lists after the prefix
	suffix        int
	whole         bool // something on the elements differs, not only which elements there are
}

// viewAtom is a future Change: its values are consecutive in the text.
type viewAtom struct {
	of, field     string
	was, mid, end int32
}

// compare collects what differs. It returns false if whole views must be compared: if elements hold or name
// others, their names change with those.
func (f *filter) compare(from, to *State) bool {
	*f = filter{from: from, to: to, ids: f.ids[:0], cells: f.cells[:0], lists: f.lists[:0], buf: f.buf[:0],
		turned: f.turned[:0], gone: f.gone[:0], come: f.come[:0], was: f.was[:0], is: f.is[:0], hidden: f.hidden[:0],
		hides: f.hides[:0], knew: f.knew[:0], knows: f.knows[:0], atoms: f.atoms[:0], text: f.text[:0]}
	c := to.rules.c
	if from.rules != to.rules || from.view != nil || to.view != nil || c.sighted && (from.stale || to.stale) || c.ruled ||
		from.nests() || to.nests() || !from.simpleFlow() || !to.simpleFlow() {
		return false
	}
	for pg := range max(len(from.rows), len(to.rows)) {
		if pg < len(from.rows) && pg < len(to.rows) && from.rows[pg] == to.rows[pg] && from.n == to.n {
			continue
		}
		for id := max(ID(pg)<<pageBits, c.first); id < ID(pg+1)<<pageBits && id < max(from.n, to.n); id++ {
			if a, b := from.known(id), to.known(id); *a != *b {
				f.ids = append(f.ids, id)
				f.touch(a.parent)
				f.touch(b.parent)
				if a.parent == b.parent && a.owner != b.owner {
					f.touchWhole(a.parent)
				}
			}
		}
	}
	f.flowWas, f.flowIs = "", ""
	if from.moment+to.moment > 0 || !slices.Equal(from.flow, to.flow) || from.passes != to.passes ||
		from.flowMover != to.flowMover || from.first != to.first {
		f.flowWas, f.flowIs = from.shownFlow(), to.shownFlow()
	}
	for slot := range to.cols {
		a, b := from.cols[slot], to.cols[slot]
		if a.refers() || b.refers() {
			return false
		}
		x := &c.secrets[slot]
		if x.explicit && x.seen.rule != nil {
			return false
		}
		part := slot
		if x.inner {
			if part = c.maskOf[slot]; part < 0 {
				continue // for elements, the handles differ too
			}
		}
		b.differs(a, func(id ID) {
			if c := (cellRef{part, id}); part == slot || !slices.Contains(f.cells, c) {
				f.cells = append(f.cells, c)
			}
			if id >= c.first && c.secrets[part].explicit {
				f.touchWhole(from.known(id).parent)
				f.touchWhole(to.known(id).parent)
			}
		})
	}
	return true
}

// nests reports whether an element holds others.
func (s *State) nests() bool {
	first := int(s.rules.c.first)
	for i := first >> 6; i < s.span; i++ {
		w := s.occ[i]
		if i == first>>6 {
			w &= ^uint64(0) << (first & 63)
		}
		if w != 0 {
			return true
		}
	}
	return false
}

// touchWhole records that something on the elements of a place differs.
func (f *filter) touchWhole(in ID) {
	f.touch(in)
	for i := range f.lists {
		if f.lists[i].in == in {
			f.lists[i].whole = true
		}
	}
}

// touch records that a place differs.
func (f *filter) touch(in ID) {
	if in == 0 {
		return
	}
	for i := range f.lists {
		if f.lists[i].in == in {
			return
		}
	}
	l := list{in: in}
	a, b := f.from.at(in).first, f.to.at(in).first
	for a == b && a != 0 {
		ra, rb := f.from.at(a), f.to.at(b)
		a, b = ra.next, rb.next
		l.prefix++
	}
	start := len(f.buf)
	for ; a != 0; a = f.from.at(a).next {
		f.buf = append(f.buf, a)
	}
	mid := len(f.buf)
	for ; b != 0; b = f.to.at(b).next {
		f.buf = append(f.buf, b)
	}
	l.before, l.after = f.buf[start:mid:mid], f.buf[mid:len(f.buf):len(f.buf)]
	for n := min(len(l.before), len(l.after)); l.suffix < n &&
		l.before[len(l.before)-1-l.suffix] == l.after[len(l.after)-1-l.suffix]; l.suffix++ {
	}
	f.lists = append(f.lists, l)
}

// changesFor finds the changes for one observer; false if their views must be compared.
func (f *filter) changesFor(seat Seat) bool {
	f.seat, f.before, f.after = seat, f.from.eyes(seat), f.to.eyes(seat)
	f.turned, f.gone, f.come, f.renamed = f.turned[:0], f.gone[:0], f.come[:0], false
	start := len(f.atoms)
	f.header()
	rest := len(f.atoms)
	f.findTurned()
	for _, id := range f.ids {
		f.element(id)
	}
	for _, id := range f.turned {
		f.touch(f.to.known(id).parent)
		f.element(id)
	}
	for _, h := range f.gone {
		if slices.Contains(f.come, h) {
			f.atoms = f.atoms[:start]
			return false // states of different games: the same handle means two things
		}
	}
	for _, c := range f.cells {
		f.cell(c)
	}
	for i := range f.lists {
		f.list(&f.lists[i])
	}
	f.known()
	if atoms := f.atoms[rest:]; len(atoms) > 1 {
		slices.SortFunc(atoms, func(a, b viewAtom) int {
			if c := strings.Compare(a.of, b.of); c != 0 {
				return c
			}
			return strings.Compare(a.field, b.field)
		})
	}
	return true
}

// findTurned collects the elements that come into sight or go out of sight without moving.
func (f *filter) findTurned() {
	if f.before.m == nil {
		return
	}
	f.after.m.handle.differs(&f.before.m.handle, func(id ID) {
		if *f.from.known(id) == *f.to.known(id) {
			f.turned = append(f.turned, id)
		}
	})
}

// element adds what differs about an element whose face is in sight before or after.
func (f *filter) element(id ID) {
	a, b := f.before.handle(id), f.after.handle(id)
	switch {
	case a == b && a != 0:
		was, is := f.from.at(id), f.to.at(id)
		name := numberName(int(a))
		if was.kind != is.kind {
			f.add(name, "@kind", f.kindName(was), f.kindName(is))
		}
		if was.owner != is.owner {
			f.add(name, "@owner", ownerText(was, true), ownerText(is, true))
			for _, slot := range f.to.rules.c.explicit {
				f.value(name, slot, id, true, true)
			}
		}
	case a != b:
		f.renamed = f.renamed || a != 0 && b != 0
		if a != 0 {
			f.gone = append(f.gone, a)
			f.whole(numberName(int(a)), id, true, false)
		}
		if b != 0 {
			f.come = append(f.come, b)
			f.whole(numberName(int(b)), id, false, true)
		}
	}
}

// whole adds everything about an element that appears or disappears.
func (f *filter) whole(name string, id ID, before, after bool) {
	was, is := f.from.known(id), f.to.known(id)
	if before {
		f.add(name, "@kind", f.kindName(was), "")
		f.add(name, "@owner", ownerText(was, true), "")
	} else {
		f.add(name, "@kind", "", f.kindName(is))
		f.add(name, "@owner", "", ownerText(is, true))
	}
	for slot := range f.to.cols {
		f.value(name, slot, id, before, after)
	}
}

func (f *filter) kindName(r *row) string { return f.to.rules.c.kinds[r.kind-1].Name }

// value adds the value before and after, as far as each is visible.
func (f *filter) value(name string, slot int, id ID, before, after bool) {
	f.values(name, slot, id, id, before, after, true)
}

// values is value for an element that had the name of another one before.
func (f *filter) values(name string, slot int, was, is ID, before, after, face bool) {
	from := len(f.text)
	if c := f.from.cols[slot]; before && !c.blank(was) && f.from.seesPart(slot, f.seat, was, face, true) {
		f.text = c.encode(f.text, f.from, was)
	}
	mid := len(f.text)
	if c := f.to.cols[slot]; after && !c.blank(is) && f.to.seesPart(slot, f.seat, is, face, true) {
		f.text = c.encode(f.text, f.to, is)
	}
	f.put(name, f.to.rules.c.partNames[slot], from, mid)
}

// put makes a change of what was appended to the text, if the two values differ.
func (f *filter) put(of, field string, from, mid int) {
	if string(f.text[from:mid]) == string(f.text[mid:]) {
		f.text = f.text[:from]
		return
	}
	f.atoms = append(f.atoms, viewAtom{of, field, int32(from), int32(mid), int32(len(f.text))})
}

func (f *filter) add(of, field, was, is string) {
	from := len(f.text)
	f.text = append(f.text, was...)
	mid := len(f.text)
	f.text = append(f.text, is...)
	f.put(of, field, from, mid)
}

// cell adds what differs about a value on a place or seat, or on an element that stays in sight.
func (f *filter) cell(c cellRef) {
	if c.id < f.to.rules.c.first {
		f.value(f.to.rules.c.names[c.id], c.slot, c.id, true, true)
		return
	}
	if h := f.before.handle(c.id); h != 0 && h == f.after.handle(c.id) && !f.owned(c) {
		f.value(numberName(int(h)), c.slot, c.id, true, true)
	}
}

// owned reports whether the value was already added because the owner of the element differs.
func (f *filter) owned(c cellRef) bool {
	return f.to.rules.c.secrets[c.slot].explicit && f.from.at(c.id).owner != f.to.at(c.id).owner
}

// list adds what differs in a place.
func (f *filter) list(l *list) {
	g := f.to.sightlineIn(l.in)
	name := f.to.rules.c.names[l.in]
	plain := g.rule == nil && !g.byOwner && f.unmasked() && !f.renamed && !l.whole
	if plain && !g.loose && g.faces&eyeBit(f.seat) != 0 {
		f.was, f.is = f.was[:0], f.is[:0]
		for _, id := range l.before[:len(l.before)-l.suffix] {
			f.was = append(f.was, token{id, f.before.handle(id)})
		}
		for _, id := range l.after[:len(l.after)-l.suffix] {
			f.is = append(f.is, token{id, f.after.handle(id)})
		}
		f.splice(name, l.prefix, f.was, f.is)
		return
	}
	if plain && g.faces&eyeBit(f.seat) == 0 && g.rest == Back && !g.loose {
		f.backs(name, l)
		return
	}
	f.was, f.is = f.before.appendContents(l.in, f.was[:0]), f.after.appendContents(l.in, f.is[:0])
	f.splice(name, 0, f.was, f.is)
	f.hidden, f.hides = withoutFace(f.was, f.hidden[:0]), withoutFace(f.is, f.hides[:0])
	f.ranks(name, 0, f.hidden, f.hides)
}

// unmasked reports whether nothing was shown or hidden beyond what the places declare.
func (f *filter) unmasked() bool {
	slot := f.to.rules.c.maskSlot
	return slot < 0 || f.from.cols[slot].size() == 0 && f.to.cols[slot].size() == 0
}

// backs adds what differs in a place of which only backs are seen.
func (f *filter) backs(name string, l *list) {
	if a, b := l.prefix+len(l.before), l.prefix+len(l.after); a != b {
		at, from := min(a, b), len(f.text)
		f.text = strconv.AppendInt(f.text, int64(at), 10)
		f.text = appendFaceless(f.text, a-at)
		mid := len(f.text)
		f.text = strconv.AppendInt(f.text, int64(at), 10)
		f.text = appendFaceless(f.text, b-at)
		f.put(name, "@holds", from, mid)
		f.ranks(name, l.prefix, l.before, l.after)
		return
	}
	f.ranks(name, l.prefix, l.before[:len(l.before)-l.suffix], l.after[:len(l.after)-l.suffix])
}

func appendFaceless(text []byte, n int) []byte {
	if n > 0 {
		text = append(text, ' ', '?')
	}
	if n > 1 {
		text = strconv.AppendInt(text, int64(n), 10)
	}
	return text
}

// withoutFace appends the elements without a face.
func withoutFace(tokens []token, ids []ID) []ID {
	for _, tk := range tokens {
		if tk.handle == 0 {
			ids = append(ids, tk.id)
		}
	}
	return ids
}

// ranks adds what differs about faceless elements, which are named by their position in a row.
func (f *filter) ranks(name string, from int, was, is []ID) {
	explicit := f.to.rules.c.explicit
	for i := range max(len(was), len(is)) {
		var a, b ID
		ra, rb := &noRow, &noRow
		if i < len(was) && was[i] != 0 {
			a = was[i]
			ra = f.from.at(a)
		}
		if i < len(is) && is[i] != 0 {
			b = is[i]
			rb = f.to.at(b)
		}
		if a == b && len(explicit) == 0 && *ra == *rb || ra.owner == rb.owner && len(explicit) == 0 {
			continue
		}
		of := name + ":" + itoa(from+i+1)
		f.add(of, "@owner", ownerText(ra, a != 0), ownerText(rb, b != 0))
		for _, slot := range explicit {
			f.values(of, slot, a, b, a != 0, b != 0, false)
		}
	}
}

// splice adds which part of a list is replaced; the first from elements are the same.
func (f *filter) splice(name string, from int, was, is []token) {
	for len(was) > 0 && len(is) > 0 && was[0].handle == is[0].handle {
		was, is, from = was[1:], is[1:], from+1
	}
	if len(was)+len(is) == 0 {
		return
	}
	for len(was) > 0 && len(is) > 0 && was[len(was)-1].handle == is[len(is)-1].handle {
		was, is = was[:len(was)-1], is[:len(is)-1]
	}
	start := len(f.text)
	f.text = appendTokens(f.text, from, was)
	mid := len(f.text)
	f.text = appendTokens(f.text, from, is)
	f.put(name, "@holds", start, mid)
}

func appendTokens(text []byte, from int, tokens []token) []byte {
	text = strconv.AppendInt(text, int64(from), 10)
	for i := 0; i < len(tokens); i++ {
		if tokens[i].handle != 0 {
			text = append(text, ' ')
			text = append(text, numberName(int(tokens[i].handle))...)
			continue
		}
		n := 1
		for i+1 < len(tokens) && tokens[i+1].handle == 0 {
			i, n = i+1, n+1
		}
		text = appendFaceless(text, n)
	}
	return text
}

// header adds what differs about the game itself.
func (f *filter) header() {
	a, b := &f.from.turnState, &f.to.turnState
	f.number("@turn", int(a.turn), int(b.turn))
	f.number("@moves", int(a.moves), int(b.moves))
	f.number("@out", int(a.out), int(b.out))
	f.number("@away", int(a.away), int(b.away))
	f.number("@moment", int(a.moment), int(b.moment))
	if f.from.left != f.to.left {
		f.add("", "@left", f.from.left.text(), f.to.left.text())
	}
	if a.over != b.over || a.winners != b.winners || a.score != b.score {
		f.add("", "@outcome", a.outcomeText(), b.outcomeText())
	}
	if f.from.by != (set{}) || f.to.by != (set{}) {
		f.add("", "@by", f.from.byTextFor(&f.before), f.to.byTextFor(&f.after))
	}
	if !f.from.past.same(&f.to.past) {
		var was, is []uint64
		if f.from.showsPast() {
			was = f.from.past.keys()
		}
		if f.to.showsPast() {
			is = f.to.past.keys()
		}
		f.add("", "@past", keysText(was), keysText(is))
	}
	f.add("", "@flow", f.flowWas, f.flowIs)
}

// finish makes the changes of all observers; their texts are parts of one string.
func (f *filter) finish(out [][]Change, ends []int) {
	text := string(f.text)
	all := make([]Change, len(f.atoms))
	for i := range f.atoms {
		a := &f.atoms[i]
		all[i] = Change{a.of, a.field, text[a.was:a.mid], text[a.mid:a.end]}
	}
	from := 0
	for i, to := range ends {
		if out[i] == nil {
			out[i] = all[from:to:to]
		}
		from = to
	}
}

func (f *filter) number(field string, was, is int) {
	if was == is {
		return
	}
	from := len(f.text)
	f.text = strconv.AppendInt(f.text, int64(was), 10)
	mid := len(f.text)
	f.text = strconv.AppendInt(f.text, int64(is), 10)
	f.put("", field, from, mid)
}
