package game

import (
	"cmp"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Change is one atom of difference between two states: a field of an element was one thing
// and is another. The fields of an element are its Parts, and "@kind", "@in" and "@owner";
// those of the game itself, where Of is empty, begin with @ too. All is said in names.
type Change struct {
	Of    string `json:"of,omitempty"`
	Field string `json:"field"`
	Was   string `json:"was,omitempty"`
	Is    string `json:"is,omitempty"`
}

// Diff returns what must change to make to out of from, two states of the same rules. It
// is minimal and the same whenever the two states are.
func Diff(from, to *State) []Change {
	d := differ{from: from, to: to}
	d.header(&from.turnState, from.n, from.rng, from.past)
	for pg := range max(len(from.rows), len(to.rows)) {
		if pg < len(from.rows) && pg < len(to.rows) && from.rows[pg] == to.rows[pg] && from.n == to.n {
			continue
		}
		low := max(ID(pg)<<pageBits, to.rules.c.first)
		for id := low; id < ID(pg+1)<<pageBits && id < max(from.n, to.n); id++ {
			d.row(id)
		}
	}
	d.lists()
	for slot, c := range to.cols {
		was := from.cols[slot]
		if c.shared(was) {
			continue
		}
		for pg := range max(c.pageCount(), was.pageCount()) {
			if c.samePage(was, pg) {
				continue
			}
			for id := ID(pg) << pageBits; id < ID(pg+1)<<pageBits; id++ {
				if !c.same(was, id) {
					at := len(d.text)
					d.text = was.encode(d.text, d.namer(from), id)
					d.cell(slot, id, at)
				}
			}
		}
	}
	return d.finish()
}

// Record begins or ends keeping what each move changes, for Changes.
func (f *Fork) Record(on bool) {
	f.rec = on
	f.t.logging = on
}

// Changes returns what the last Play changed, if that is recorded. The slice is good until
// the next Play.
func (f *Fork) Changes() []Change {
	t := &f.t
	if !f.rec {
		return nil
	}
	m := &f.start
	f.was = grownInts(f.was, int(t.n))
	d := &f.diff
	*d = differ{fork: f, to: t.State, out: d.out[:0], text: d.text[:0], spans: d.spans[:0], moved: d.moved[:0], check: d.check[:0]}
	d.header(&m.turn, m.n, m.rng, m.past)
	rows := m.rows
	ids := t.ids[:0]
	for _, e := range t.journal[m.journal:] {
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
		for i := range n {
			id := c.wasID(i)
			w, bit := id>>6, uint64(1)<<(id&63)
			if t.touched[w]&bit != 0 || c.sameWas(i, id) {
				t.touched[w] |= bit
				continue
			}
			t.touched[w] |= bit
			from := len(d.text)
			d.text = c.encodeWas(d.text, t.State, i)
			d.cell(slot, id, from)
		}
	}
	return d.finish()
}

func grownInts(w []int32, n int) []int32 {
	if n > cap(w) {
		return make([]int32, n+n/4)
	}
	w = w[:n]
	clear(w)
	return w
}

// differ collects the differences between what old answers and a state.
type differ struct {
	from  *State
	fork  *Fork // if there is no from: where the journal is
	to    *State
	out   []Change
	text  []byte // of all values that are not names, made into one string at the end
	spans []span
	moved []ID // their place differs for certain
	check []ID // still in the same place, behind another neighbour
}

// old returns the row as it was before.
func (d *differ) old(id ID) *row {
	if d.fork == nil {
		return d.from.known(id)
	}
	if was := d.fork.was; int(id) < len(was) && was[id] > 0 {
		return &d.fork.t.rowsWere[was[id]-1]
	}
	return d.to.known(id)
}

// namer answers the state that knows the names of all elements.
func (d *differ) namer(from *State) *State {
	if from.n > d.to.n {
		return from
	}
	return d.to
}

func (d *differ) name(id ID) string {
	if d.from != nil && id >= d.to.n {
		return d.from.Name(id)
	}
	return d.to.Name(id)
}

// span is a value of a change inside the text.
type span struct{ change, wasFrom, wasTo, isFrom, isTo int }

// addText adds a change whose values have just been appended to the text: was from, is mid.
func (d *differ) addText(of, field string, from, mid int) {
	if string(d.text[from:mid]) == string(d.text[mid:]) {
		d.text = d.text[:from]
		return
	}
	d.spans = append(d.spans, span{len(d.out), from, mid, mid, len(d.text)})
	d.out = append(d.out, Change{Of: of, Field: field})
}

// finish answers the changes, their texts being parts of one string.
func (d *differ) finish() []Change {
	text := string(d.text)
	for _, s := range d.spans {
		d.out[s.change].Was, d.out[s.change].Is = text[s.wasFrom:s.wasTo], text[s.isFrom:s.isTo]
	}
	return d.out
}

func (d *differ) add(of, field, was, is string) {
	if was != is {
		d.out = append(d.out, Change{of, field, was, is})
	}
}

func (d *differ) row(id ID) {
	was, is := d.old(id), d.to.known(id)
	if was == is {
		return
	}
	before, after := was.flags&live != 0, is.flags&live != 0
	if !before && !after {
		return
	}
	kinds := d.to.rules.c.kinds
	name := ""
	if was.kind != is.kind {
		name = d.name(id)
		var a, b string
		if was.kind != 0 {
			a = kinds[was.kind-1].Name
		}
		if is.kind != 0 {
			b = kinds[is.kind-1].Name
		}
		d.add(name, "@kind", a, b)
	}
	if a, b := ownerText(was, before), ownerText(is, after); a != b {
		d.add(d.name(id), "@owner", a, b)
	}
	if was.parent != is.parent {
		d.moved = append(d.moved, id)
	} else if was.prev != is.prev {
		d.check = append(d.check, id)
	}
}

func ownerText(r *row, alive bool) string {
	if !alive || r.owner == Nobody {
		return ""
	}
	return itoa(int(r.owner))
}

// lists finds which elements have changed their place. An element whose neighbour merely
// went away or came in between has not.
func (d *differ) lists() {
	isMoved := func(id ID) bool {
		_, found := slices.BinarySearch(d.moved, id)
		return found
	}
	var redo []ID // places in which the order itself was changed
	for _, id := range d.check {
		a, b := d.old(id).prev, d.to.known(id).prev
		for a != 0 && isMoved(a) {
			a = d.old(a).prev
		}
		for b != 0 && isMoved(b) {
			b = d.to.known(b).prev
		}
		if up := d.to.known(id).parent; a != b && !slices.Contains(redo, up) {
			redo = append(redo, up)
		}
	}
	stay := d.moved
	for _, up := range redo {
		stay = append(stay, d.reordered(up, isMoved)...)
	}
	slices.Sort(stay)
	d.moved = stay
	for _, id := range d.moved {
		from := len(d.text)
		d.text = d.spot(d.text, d.old(id))
		mid := len(d.text)
		d.text = d.spot(d.text, d.to.known(id))
		d.addText(d.name(id), "@in", from, mid)
	}
}

// reordered answers the fewest elements that must move to turn the old order of a place
// into the new one: all but a longest rising run.
func (d *differ) reordered(up ID, isMoved func(ID) bool) []ID {
	at := map[ID]int{}
	for id := d.old(up).first; id != 0; id = d.old(id).next {
		at[id] = len(at)
	}
	var seq []ID
	for id := d.to.known(up).first; id != 0; id = d.to.known(id).next {
		if _, was := at[id]; was && !isMoved(id) {
			seq = append(seq, id)
		}
	}
	var tails []int // indices into seq: the best end of a rising run of each length
	back := make([]int, len(seq))
	for i, id := range seq {
		k, _ := slices.BinarySearchFunc(tails, at[id], func(j, v int) int { return cmp.Compare(at[seq[j]], v) })
		back[i] = -1
		if k > 0 {
			back[i] = tails[k-1]
		}
		if k == len(tails) {
			tails = append(tails, i)
		} else {
			tails[k] = i
		}
	}
	stays := map[ID]bool{}
	for i := tails[len(tails)-1]; i >= 0; i = back[i] {
		stays[seq[i]] = true
	}
	var move []ID
	for _, id := range seq {
		if !stays[id] {
			move = append(move, id)
		}
	}
	return move
}

// spot appends where an element lies: its place, and behind whom.
func (d *differ) spot(dst []byte, r *row) []byte {
	if r.flags&live == 0 {
		return dst
	}
	dst = append(dst, d.name(r.parent)...)
	if r.prev != 0 {
		dst = append(append(dst, ' '), d.name(r.prev)...)
	}
	return dst
}

// cell adds the change of a part's value; was has appended the old one to the text.
func (d *differ) cell(slot int, id ID, from int) {
	c, f := d.to.cols[slot], d.to.rules.c.parts[slot].part()
	if string(d.text[from:]) == f.blank {
		d.text = d.text[:from]
	}
	mid := len(d.text)
	d.text = c.encode(d.text, d.to, id)
	if string(d.text[mid:]) == f.blank {
		d.text = d.text[:mid]
	}
	d.addText(d.name(id), f.name, from, mid)
}

func (d *differ) header(was *turnState, n ID, rng *source, past *chain) {
	is := &d.to.turnState
	first := d.to.rules.c.first
	d.addInt("@turn", int(was.turn), int(is.turn))
	d.addInt("@moves", int(was.moves), int(is.moves))
	d.addInt("@created", int(n-first), int(d.to.n-first))
	d.addInt("@out", int(was.out), int(is.out))
	if was.over != is.over || was.winners != is.winners || was.score != is.score {
		d.add("", "@outcome", was.outcomeText(), is.outcomeText())
	}
	if rng != d.to.rng {
		d.add("", "@random", rng.text(), d.to.rng.text())
	}
	if past != d.to.past {
		a, b := past.keys(), d.to.past.keys()
		same := 0
		for same < len(a) && same < len(b) && a[same] == b[same] {
			same++
		}
		d.add("", "@past", keysText(a[same:]), keysText(b[same:]))
	}
}

func (d *differ) addInt(field string, was, is int) {
	if was != is {
		from := len(d.text)
		d.text = strconv.AppendInt(d.text, int64(was), 10)
		mid := len(d.text)
		d.text = strconv.AppendInt(d.text, int64(is), 10)
		d.addText("", field, from, mid)
	}
}

// outcomeText is empty while the game runs.
func (t *turnState) outcomeText() string {
	if t.over == running {
		return ""
	}
	text := fmt.Sprintf("%d %d", t.over, t.winners)
	if t.score != nil {
		for _, n := range *t.score {
			text += " " + itoa(n)
		}
	}
	return text
}

func (t *turnState) readOutcome(text string) bool {
	t.over, t.winners, t.score = running, 0, nil
	if text == "" {
		return true
	}
	var numbers []int
	for w := range strings.FieldsSeq(text) {
		n, err := strconv.Atoi(w)
		if err != nil {
			return false
		}
		numbers = append(numbers, n)
	}
	if len(numbers) < 2 || numbers[0] < int(wonBy) || numbers[0] > int(byScore) || numbers[1] < 0 || numbers[1] >= 1<<uint(t.seats) {
		return false
	}
	t.over, t.winners = ending(numbers[0]), uint32(numbers[1])
	if t.over == byRank || t.over == byScore {
		score := numbers[2:]
		t.score = &score
		return len(score) == int(t.seats)
	}
	return len(numbers) == 2
}

func keysText(keys []uint64) string {
	var b strings.Builder
	for _, k := range keys {
		fmt.Fprintf(&b, "%016x", k)
	}
	return b.String()
}

func readKeys(text string) (keys []uint64, ok bool) {
	for ; len(text) >= 16; text = text[16:] {
		k, err := strconv.ParseUint(text[:16], 16, 64)
		if err != nil {
			return nil, false
		}
		keys = append(keys, k)
	}
	return keys, text == ""
}

// savedStream and savedSource are the random numbers as saves have them.
type savedStream struct {
	Name  string `json:"name,omitempty"`
	Seed  string `json:"seed"`
	Drawn uint64 `json:"drawn"`
	State string `json:"state"`
}

type savedSource struct {
	Seed    string        `json:"seed"`
	Streams []savedStream `json:"streams"`
	Script  []Chance      `json:"script,omitempty"`
}

func (s *source) text() string {
	out := savedSource{Seed: hex.EncodeToString(s.seed[:]), Script: s.script}
	for i := range s.streams {
		st := &s.streams[i]
		state, _ := st.gen.MarshalBinary()
		out.Streams = append(out.Streams, savedStream{st.name, hex.EncodeToString(st.seed[:]), st.drawn, hex.EncodeToString(state)})
	}
	text, _ := json.Marshal(out)
	return string(text)
}

func readSource(text []byte) (*source, error) {
	var in savedSource
	if err := json.Unmarshal(text, &in); err != nil {
		return nil, err
	}
	s := &source{script: in.Script}
	if err := readSeed(&s.seed, in.Seed); err != nil {
		return nil, err
	}
	if len(in.Streams) == 0 || in.Streams[0].Name != "" {
		return nil, fmt.Errorf("the random numbers have no main stream")
	}
	for i, st := range in.Streams {
		if i > 0 && st.Name <= in.Streams[i-1].Name {
			return nil, fmt.Errorf("the random streams are out of order")
		}
		n := stream{name: st.Name, drawn: st.Drawn}
		if err := readSeed(&n.seed, st.Seed); err != nil {
			return nil, err
		}
		state, err := hex.DecodeString(st.State)
		if err == nil {
			err = n.gen.UnmarshalBinary(state)
		}
		if err != nil {
			return nil, fmt.Errorf("random stream %q: %w", st.Name, err)
		}
		s.streams = append(s.streams, n)
	}
	return s, nil
}

func readSeed(to *Seed, text string) error {
	b, err := hex.DecodeString(text)
	if err != nil || len(b) != len(to) {
		return fmt.Errorf("a seed is %d hexadecimal digits", 2*len(to))
	}
	copy(to[:], b)
	return nil
}

// Inverse returns the changes that take these back.
func Inverse(changes []Change) []Change {
	out := make([]Change, len(changes))
	for i, c := range changes {
		out[len(out)-1-i] = Change{c.Of, c.Field, c.Is, c.Was}
	}
	return out
}
