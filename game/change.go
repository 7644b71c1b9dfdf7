package game

import (
	"cmp"
	"slices"
	"strings"
	"sync"
)

// Change is one difference between two states: a field of an element had one value and now has another. The
// fields of an element are its Parts, "@kind", "@in" and "@owner". The fields of the game itself, where Of is
// empty, also begin with @. Fields that begin with "@memory:" hold what observers remember. All values are
// names or plain data, never IDs.
type Change struct {
	Of    string `json:"of,omitempty" doc:"The name of what has changed; empty for the game itself."`
	Field string `json:"field" doc:"The field that changed: the name of a Part, or a name that begins with @."`
	Was   string `json:"was,omitempty" doc:"The value before."`
	Is    string `json:"is,omitempty" doc:"The value now."`
}

// Random reports whether the change is one of the random streams: chance has decided something.
func (c Change) Random() bool { return c.Of == "" && c.Field == "@random" }

// Advances reports whether the change only says how far the game is: the turn, the number of moves, the position in the
// flow, or past positions. It changes nothing on the table.
func (c Change) Advances() bool {
	switch c.Field {
	case "@turn", "@moves", "@flow", "@past":
		return c.Of == ""
	}
	return false
}

// Moves reports whether the change is of where things are: what an element is in or, seen by an observer, what
// something contains.
func (c Change) Moves() bool { return c.Field == "@in" || c.Field == "@holds" }

// Memory reports whether the change is of what observers remember.
func (c Change) Memory() bool { return strings.HasPrefix(c.Field, memoryField) }

// Diff returns the changes that turn s into another state of the same rules. The list is minimal and
// deterministic; to.Diff(from) gives the reverse. It contains every secret, and what each observer remembers;
// to send changes to players, use Changes.
func (s *State) Diff(to *State) []Change {
	if s.view != nil && to.view != nil {
		return diffViews(s, to)
	}
	d, _ := differs.Get().(*differ)
	if d == nil {
		d = new(differ)
	}
	*d = differ{from: s, to: to, text: d.text[:0], atoms: d.atoms[:0], moved: d.moved[:0], check: d.check[:0]}
	d.header(&s.turnState, s.left, s.byText(), s.n, s.rng, &s.past)
	d.flow(s)
	for pg := range max(len(s.rows), len(to.rows)) {
		if pg < len(s.rows) && pg < len(to.rows) && s.rows[pg] == to.rows[pg] && s.n == to.n {
			continue
		}
		low := max(ID(pg)<<pageBits, to.rules.c.first)
		for id := low; id < ID(pg+1)<<pageBits && id < max(s.n, to.n); id++ {
			d.row(id)
		}
	}
	d.lists()
	for slot, c := range to.cols {
		was := s.cols[slot]
		c.differs(was, func(id ID) {
			at := len(d.text)
			d.text = was.encode(d.text, d.namer(s), id)
			d.cell(slot, id, at)
		})
	}
	if to.rules.c.sighted && s.view == nil && to.view == nil {
		d.memory(s.remembered(), to.remembered())
	}
	out := d.finish(nil)
	d.from, d.to = nil, nil
	differs.Put(d)
	return out
}

// differs holds buffers for reuse.
var differs sync.Pool

// Record turns recording on or off: while it is on, Changes returns what each move changed. Recording drops
// all marks.
func (f *Fork) Record(on bool) {
	f.rec, f.t.logging = on, on
	f.marks = f.marks[:0]
	f.unhash()
	if on {
		f.t.recall()
		f.open()
	}
}

// openMove starts recording the next move, with hash and memory; its moments count.
func (f *Fork) openMove() {
	f.t.stages.begin(f.t.n)
	f.rehash()
	f.hashed, f.s.kept = false, false
	f.open()
	f.t.trackMemory()
}

// open starts recording one move.
func (f *Fork) open() {
	t := &f.t
	t.journal.forget(t.State)
	t.logging = false
	t.framesWere = t.framesWere[:0]
	t.derivation.forget()
	f.start = t.mark()
}

// Changes returns what the last Play changed, if the fork records. The slice is valid until the next Play.
func (f *Fork) Changes() []Change {
	t := &f.t
	if !f.rec {
		return nil
	}
	m := &f.start
	f.was = grownInts(f.was, int(t.n))
	d := &f.diff
	*d = differ{fork: f, to: t.State, text: d.text[:0], atoms: d.atoms[:0], moved: d.moved[:0], check: d.check[:0],
		cells: d.cells}
	past := t.past.was(&m.past)
	left := t.left
	left.rewind(m.turn.out)
	d.header(&m.turn, left, "", m.n, m.rng, &past)
	if t.rules.c.nodes != nil || m.turn.passes != t.passes {
		d.flow(&State{rules: t.rules, n: t.n, turnState: m.turn, flow: m.were(&t.flowRun), pending: m.pending})
	}
	rows := m.rows
	ids := t.ids[:0]
	for _, e := range t.writes[m.writes:] {
		if e.slot > 0 {
			continue
		}
		rows++
		if f.was[e.id] == 0 {
			f.was[e.id] = int32(rows)
			if e.id >= t.rules.c.first {
				ids = append(ids, e.id)
			}
		}
	}
	t.ids = ids
	slices.Sort(ids)
	for _, id := range ids {
		d.row(id)
	}
	d.lists()
	for slot, c := range t.cols {
		n := c.logLen()
		if n == 0 {
			continue
		}
		t.touched = grown(t.touched, int(t.n>>6)+1)
		d.cells = d.cells[:0]
		for i := range n {
			id := c.wasID(i)
			w, bit := id>>6, uint64(1)<<(id&63)
			if t.touched[w]&bit == 0 && !c.sameWas(i, id) {
				d.cells = append(d.cells, cellAt{id, i})
			}
			t.touched[w] |= bit
		}
		slices.SortFunc(d.cells, func(a, b cellAt) int { return cmp.Compare(a.id, b.id) })
		for _, x := range d.cells {
			from := len(d.text)
			d.text = c.encodeWas(d.text, t.State, x.at)
			d.cell(slot, x.id, from)
		}
	}
	if t.rules.c.sighted && t.view == nil {
		d.memory(m.mem, t.mem)
	}
	f.changes = d.finish(f.changes[:0])
	return f.changes
}

func grownInts(w []int32, n int) []int32 {
	if n > cap(w) {
		return make([]int32, n+n/4)
	}
	w = w[:n]
	clear(w)
	return w
}
