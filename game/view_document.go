package game

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// viewDocument is a view purely in names, as it is compared, patched and sent.
type viewDocument struct {
	of     *State // a view with the rules, seats and layout of the document
	turn   turnState
	left   leaving
	past   string
	by     string
	flow   string
	things map[string]thing     // elements by name
	holds  map[string][]handled // by holder: its contents in order, ? for the faceless
	cells  map[cellName]string  // values of Parts
	ranked bool                 // something may refer to the faceless, by names such as pile:3
}

type thing struct {
	kind  string // empty for the faceless
	owner Seat
}

type cellName struct {
	of   handled
	slot int
}

// handled is a name with the handle that it stands for, 0 if it stands for none, so that it need not be
// parsed again.
type handled struct {
	name   string
	handle uint32
}

// readName parses a name.
func readName(name string) handled {
	if len(name) < 2 || name[0] != '#' {
		return handled{name: name}
	}
	return handled{name, number(name[1:])}
}

// facelessOne stands for a faceless element in a list.
var facelessOne = handled{name: "?"}

// viewDocument returns a view as a document.
func (s *State) viewDocument() *viewDocument {
	h := blankDocument(s)
	h.turn, h.left, h.past, h.by, h.flow = s.turnState, s.left, keysText(s.past.keys()), s.byText(), s.flowText()
	for id := s.rules.c.lowest(); id < s.n; id++ {
		if s.at(id).first == 0 {
			continue
		}
		var list []handled
		for in := s.at(id).first; in != 0; in = s.at(in).next {
			r := s.at(in)
			if r.flags&faceless == 0 {
				name := s.Name(in)
				h.things[name] = thing{s.Kind(in).Name, r.owner}
				list = append(list, readName(name))
				continue
			}
			if list = append(list, facelessOne); r.owner != Nobody {
				h.things[h.note(s.Name(in))] = thing{"", r.owner}
			}
		}
		h.holds[h.note(s.Name(id))] = list
	}
	for slot, c := range s.cols {
		if s.rules.c.secrets[slot].inner && s.view.seat != Judge {
			continue
		}
		for id := Root; id < min(s.n, c.size()); id++ {
			if !c.blank(id) {
				h.cells[cellName{readName(h.note(s.Name(id))), slot}] = string(c.encode(nil, s, id))
			}
		}
	}
	return h
}

// note records a name that something refers to.
func (h *viewDocument) note(name string) string {
	h.ranked = h.ranked || strings.Contains(name, ":")
	return name
}

func blankDocument(s *State) *viewDocument {
	return &viewDocument{of: s, things: map[string]thing{}, holds: map[string][]handled{}, cells: map[cellName]string{}}
}

// diffViews returns the changes that turn from into to.
func diffViews(from, to *State) []Change {
	a, b := from.viewDocument(), to.viewDocument()
	out := a.headerTo(b)
	var rest []Change
	add := func(of, field, was, is string) {
		if was != is {
			rest = append(rest, Change{of, field, was, is})
		}
	}
	both(a.things, b.things, func(name string, was, is thing, before, after bool) {
		add(name, "@kind", was.kind, is.kind)
		add(name, "@owner", was.ownerText(before), is.ownerText(after))
	})
	both(a.holds, b.holds, func(name string, was, is []handled, _, _ bool) {
		if c, differ := splice(name, was, is); differ {
			rest = append(rest, c)
		}
	})
	both(a.cells, b.cells, func(name cellName, was, is string, _, _ bool) {
		add(name.of.name, from.rules.c.partNames[name.slot], was, is)
	})
	sortChanges(rest)
	return append(out, rest...)
}

func sortChanges(all []Change) {
	slices.SortFunc(all, func(a, b Change) int {
		if c := strings.Compare(a.Of, b.Of); c != 0 {
			return c
		}
		return strings.Compare(a.Field, b.Field)
	})
}

func both[K comparable, V any](a, b map[K]V, visit func(key K, was, is V, before, after bool)) {
	for k, was := range a {
		is, after := b[k]
		visit(k, was, is, true, after)
	}
	for k, is := range b {
		if was, before := a[k]; !before {
			visit(k, was, is, false, true)
		}
	}
}

func (x thing) ownerText(there bool) string {
	if !there || x.owner == Nobody {
		return ""
	}
	return itoa(int(x.owner))
}

func (h *viewDocument) headerTo(b *viewDocument) (out []Change) {
	add := func(field, was, is string) {
		if was != is {
			out = append(out, Change{"", field, was, is})
		}
	}
	add("@turn", itoa(int(h.turn.turn)), itoa(int(b.turn.turn)))
	add("@moves", itoa(int(h.turn.moves)), itoa(int(b.turn.moves)))
	add("@out", itoa(int(h.turn.out)), itoa(int(b.turn.out)))
	add("@away", itoa(int(h.turn.away)), itoa(int(b.turn.away)))
	add("@moment", itoa(int(h.turn.moment)), itoa(int(b.turn.moment)))
	add("@left", h.left.text(), b.left.text())
	add("@outcome", h.turn.outcomeText(), b.turn.outcomeText())
	add("@by", h.by, b.by)
	add("@past", h.past, b.past)
	add("@flow", h.flow, b.flow)
	return out
}

// splice returns which part of a list is replaced by what: where it begins, then the handles, and for
// faceless elements a question mark, with their number if there are several in a row.
func splice(of string, was, is []handled) (Change, bool) {
	from := 0
	for from < len(was) && from < len(is) && was[from] == is[from] {
		from++
	}
	if from == len(was) && from == len(is) {
		return Change{}, false
	}
	a, b := len(was), len(is)
	for a > from && b > from && was[a-1] == is[b-1] {
		a, b = a-1, b-1
	}
	return Change{of, "@holds", listText(from, was[from:a]), listText(from, is[from:b])}, true
}

func listText(from int, list []handled) string {
	text := strconv.AppendInt(nil, int64(from), 10)
	for i := 0; i < len(list); i++ {
		text = append(append(text, ' '), list[i].name...)
		if list[i] == facelessOne {
			n := 1
			for i+1 < len(list) && list[i+1] == facelessOne {
				i, n = i+1, n+1
			}
			if n > 1 {
				text = strconv.AppendInt(text, int64(n), 10)
			}
		}
	}
	return string(text)
}

// readList reads what listText writes.
func readList(text string) (from int, list []handled, err error) {
	first, rest, more := strings.Cut(text, " ")
	from, err = strconv.Atoi(first)
	ok := err == nil && from >= 0 && itoa(from) == first
	if ok && more {
		list = make([]handled, 0, 1+strings.Count(rest, " "))
	}
	for word, hidden := "", false; ok && more; {
		word, rest, more = strings.Cut(rest, " ")
		count, isHidden := strings.CutPrefix(word, "?")
		n := 1
		if isHidden && count != "" {
			n = int(number(count))
			ok = n >= 2 && n <= maxCreated
		}
		if isHidden {
			ok, word = ok && !hidden, "?" // several in a row are counted together
		}
		for i, x := 0, readName(word); ok && i < n; i++ {
			list = append(list, x)
		}
		hidden = isHidden
	}
	if !ok {
		return 0, nil, fmt.Errorf("%q is not part of a list", clip(text))
	}
	return from, list, nil
}

// applyViews returns the view with the changes applied. The document carries over from view to view, so that
// the next changes do not have to build it again.
func applyViews(s *State, moves [][]Change) (*State, error) {
	h := s.view.document.Swap(nil)
	if h == nil || h.of != s {
		h = s.viewDocument()
	}
	for _, changes := range moves {
		for _, c := range changes {
			if err := h.apply(c); err != nil {
				return nil, err
			}
		}
	}
	v, err := h.state()
	if err != nil {
		return nil, err
	}
	h.of = v
	v.view.document.Store(h)
	return v, nil
}

func (h *viewDocument) apply(c Change) error {
	if c.Of == "" {
		return h.applyHeader(c)
	}
	h.note(c.Of)
	x, there := h.things[c.Of]
	if _, lasts := h.of.rules.c.byName[c.Of]; lasts && (c.Field == "@kind" || c.Field == "@owner") {
		return fmt.Errorf("%s cannot be created or change its owner", clip(c.Of))
	}
	switch c.Field {
	case "@kind":
		if x.kind != c.Was {
			return errBase
		}
		x.kind = c.Is
	case "@owner":
		if x.ownerText(there) != c.Was {
			return errBase
		}
		if x.owner = Nobody; c.Is != "" {
			n, err := strconv.Atoi(c.Is)
			if err != nil || n < 0 || n >= h.of.Seats() || itoa(n) != c.Is {
				return fmt.Errorf("there is no seat %q", clip(c.Is))
			}
			x.owner = Seat(n)
		}
	case "@holds":
		return h.applySplice(c)
	default:
		return h.applyCell(c)
	}
	if !there && c.Field == "@kind" {
		x.owner = Nobody
	}
	if x == (thing{"", Nobody}) {
		delete(h.things, c.Of)
	} else {
		h.things[c.Of] = x
	}
	return nil
}

func (h *viewDocument) applySplice(c Change) error {
	at, was, err := readList(c.Was)
	if err != nil {
		return err
	}
	to, is, err := readList(c.Is)
	if err != nil {
		return err
	}
	list := h.holds[c.Of]
	if at != to || at+len(was) > len(list) || !slices.Equal(list[at:at+len(was)], was) {
		return errBase
	}
	if len(list)-len(was)+len(is) > maxCreated {
		return errors.New("it holds too many elements")
	}
	if list = slices.Concat(list[:at], is, list[at+len(was):]); len(list) == 0 {
		delete(h.holds, c.Of)
	} else {
		h.holds[c.Of] = list
	}
	return nil
}

func (h *viewDocument) applyCell(c Change) error {
	slot := slices.Index(h.of.rules.c.partNames, c.Field)
	if slot < 0 || h.of.rules.c.secrets[slot].inner && h.of.view.seat != Judge {
		return fmt.Errorf("there is no part %q", clip(c.Field))
	}
	key := cellName{readName(c.Of), slot}
	if h.cells[key] != c.Was {
		return errBase
	}
	if c.Is == "" {
		delete(h.cells, key)
	} else {
		h.cells[key] = c.Is
	}
	return nil
}

func (h *viewDocument) applyHeader(c Change) error {
	t := &h.turn
	number := func(was int, low, high int64) (int64, error) {
		n, err := strconv.ParseInt(c.Is, 10, 64)
		switch {
		case itoa(was) != c.Was:
			err = errBase
		case err == nil && (n < low || n > high):
			err = fmt.Errorf("%s cannot be %d", c.Field, n)
		}
		return n, err
	}
	var n int64
	var err error
	switch c.Field {
	case "@turn":
		n, err = number(int(t.turn), int64(Nobody), int64(t.seats)-1)
		t.turn = Seat(n)
	case "@moves":
		n, err = number(int(t.moves), 0, 1<<32-1)
		t.moves = uint32(n)
	case "@out":
		n, err = number(int(t.out), 0, 1<<uint(t.seats)-1)
		t.out = uint32(n)
	case "@away":
		n, err = number(int(t.away), 0, 1<<uint(t.seats)-1)
		t.away = uint32(n)
	case "@moment":
		n, err = number(int(t.moment), 0, maxMoments)
		t.moment = uint16(n)
	case "@left":
		if err := h.left.change(c); err != nil {
			return err
		}
	case "@outcome":
		if t.outcomeText() != c.Was {
			return errBase
		}
		scratch := State{rules: h.of.rules, turnState: *t}
		if !scratch.readOutcome(c.Is) {
			return fmt.Errorf("%q is not an outcome", clip(c.Is))
		}
		*t = scratch.turnState
	case "@by":
		if h.by != c.Was {
			return errBase
		}
		h.by = c.Is
	case "@past":
		if h.past != c.Was {
			return errBase
		}
		h.past = c.Is
	case "@flow":
		if h.flow != c.Was {
			return errBase
		}
		h.flow = c.Is
	default:
		return fmt.Errorf("there is no field %q", clip(c.Field))
	}
	return err
}

// state makes a view of the document.
func (h *viewDocument) state() (*State, error) {
	c := h.of.rules.c
	v := *h.of
	v.turnState, v.left = h.turn, h.left
	v.turnState.settled, v.turnState.follows = true, Nobody
	v.view = &viewing{seat: h.of.view.seat}
	v.rng, v.mem, v.messages, v.stale, v.kept, v.values = noRandom, nil, nil, false, false, nil
	if v.moment == 0 && ((v.turn == Nobody) != (v.over != running) || v.turn != Nobody && v.absent()>>uint(v.turn)&1 != 0) {
		return nil, errors.New("the seat to act does not exist")
	}
	if v.left.seats() != v.out {
		return nil, errors.New("the order of elimination does not match the eliminated seats")
	}
	if v.over != running && v.over != wonBy && v.winners != (&Tx{State: &v}).best() {
		return nil, errors.New("the winners are not the seats with the best result")
	}
	keys, ok := readKeys(h.past)
	if !ok {
		return nil, errors.New("the past positions cannot be read")
	}
	v.past = pastOf(keys)
	things, err := h.layOut(&v)
	if err != nil {
		return nil, err
	}
	if !v.readBy(h.by, func(name string) ID { return things.find(readName(name)) }) {
		return nil, fmt.Errorf("a game cannot be won by %q", clip(h.by))
	}
	v.cols = make([]column, len(c.parts))
	for slot, p := range c.parts {
		v.cols[slot] = p.column()
	}
	pending, err := v.readFlow(h.flow)
	if err != nil {
		return nil, err
	}
	var buf []byte
	for key, text := range h.cells {
		id := things.find(key.of)
		if id == 0 || !v.Alive(id) {
			return nil, fmt.Errorf("there is no element %q", clip(key.of.name))
		}
		buf = append(buf[:0], text...)
		if err := v.cols[key.slot].read(&v, id, buf); err != nil {
			return nil, err
		}
		if buf = v.cols[key.slot].encode(buf[:0], &v, id); string(buf) != text {
			return nil, fmt.Errorf("%q is not a valid value of part %q", clip(text), c.partNames[key.slot])
		}
	}
	if err := v.readPending(pending); err != nil {
		return nil, err
	}
	if v.moment > 0 {
		if v.inPast = false; h.flow != "" {
			return nil, errors.New("a moment in the middle of a move has no position in the flow")
		}
		return &v, nil
	}
	if err := v.restsWell(); err != nil {
		return nil, err
	}
	v.inPast = false
	v.inPast = v.keptLast()
	v.values = newValues(&v)
	return &v, nil
}

// layOut lays out the rows and returns the elements by name.
func (h *viewDocument) layOut(v *State) (*thingsByName, error) {
	c := v.rules.c
	b := viewBuilder{v: v, tokens: make([]token, 0, len(h.things)+len(h.of.view.names))}
	found := &thingsByName{v: v, faced: make([]facedThing, 0, len(h.things))}
	known := make([]facts, 0, cap(b.tokens))
	of := make([]string, 0, cap(b.tokens)) // names of the tokens, without those of the faceless if nothing refers to them
	lists := 0
	add := func(holder string, in ID) error {
		list, ok := h.holds[holder]
		if !ok {
			return nil
		}
		if lists++; in < c.first && h.of.at(in).flags&live == 0 {
			return fmt.Errorf("there is no %s in this game", holder)
		}
		rank := 0
		for _, lies := range list {
			name, tk, x, ok := lies.name, token{handle: lies.handle}, thing{owner: Nobody}, false
			if lies == facelessOne {
				rank++
				if name = ""; h.ranked {
					name = holder + ":" + itoa(rank)
				}
			} else if tk.handle == 0 {
				return fmt.Errorf("there is no element %q", clip(name))
			}
			if name != "" {
				x, ok = h.things[name]
			}
			if ok && (x.kind == "") != (tk.handle == 0) || !ok && tk.handle != 0 {
				return fmt.Errorf("element %q cannot be there", clip(name))
			}
			if !ok {
				x.owner = Nobody
			}
			if tk.handle != 0 {
				found.faced = append(found.faced, facedThing{tk.handle, c.first + ID(len(b.tokens))})
			}
			kind, ok := c.kindNamed(x.kind)
			if !ok {
				return fmt.Errorf("there is no kind %q", clip(x.kind))
			}
			b.tokens, known, of = append(b.tokens, tk), append(known, facts{kind, x.owner}), append(of, name)
		}
		b.hold(in)
		return nil
	}
	for id := c.lowest(); id < c.first; id++ {
		if err := add(c.names[id], id); err != nil {
			return nil, err
		}
	}
	for i := 0; i < len(b.tokens) && lists < len(h.holds); i++ { // the contents of elements
		if of[i] != "" {
			if err := add(of[i], c.first+ID(i)); err != nil {
				return nil, err
			}
		}
	}
	if name := found.sort(); name != "" {
		return nil, fmt.Errorf("element %q cannot be there", name)
	}
	b.build(func(i int) (uint16, Seat) { return known[i].kind, known[i].owner })
	if lists == len(h.holds) && len(found.faced) == len(h.things) {
		return found, nil // everything that is referred to exists
	}
	return found, h.allLie(found)
}

// facts are what is known of something on the table.
type facts struct {
	kind  uint16
	owner Seat
}

// kindNamed returns the number of a kind, 0 for an empty name.
func (c *compiled) kindNamed(name string) (uint16, bool) {
	if name == "" {
		return 0, true
	}
	k := slices.IndexFunc(c.kinds, func(k *Kind) bool { return k.Name == name })
	return uint16(k + 1), k >= 0
}

// allLie checks that each element is somewhere, and that nothing is in something that does not exist.
func (h *viewDocument) allLie(found *thingsByName) error {
	astray, empty := "", ""
	for name, x := range h.things {
		if (x.kind != "" || x.owner != Nobody) && found.find(readName(name)) < h.of.rules.c.first && (astray == "" || name < astray) {
			astray = name
		}
	}
	if astray != "" {
		return fmt.Errorf("element %q is not in any place", clip(astray))
	}
	for name, list := range h.holds {
		if len(list) > 0 && found.find(readName(name)) < h.of.rules.c.lowest() && (empty == "" || name < empty) {
			empty = name
		}
	}
	switch {
	case empty == "":
		return nil
	case found.find(readName(empty)) == 0:
		return fmt.Errorf("there is no element %q", clip(empty))
	}
	return fmt.Errorf("nothing can be in %q", clip(empty))
}

// thingsByName finds what is on the table of a view.
type thingsByName struct {
	v     *State
	faced []facedThing // sorted
}

type facedThing struct {
	handle uint32
	id     ID
}

// sort prepares the lists for searching. It returns a name that occurs twice.
func (x *thingsByName) sort() (twice string) {
	slices.SortFunc(x.faced, func(a, b facedThing) int { return cmp.Compare(a.handle, b.handle) })
	for i := range x.faced {
		if i > 0 && x.faced[i].handle == x.faced[i-1].handle {
			return numberName(int(x.faced[i].handle))
		}
	}
	return ""
}

// find returns the element with this name, 0 if there is none.
func (x *thingsByName) find(of handled) ID {
	name := of.name
	if of.handle != 0 {
		if i, ok := slices.BinarySearchFunc(x.faced, of.handle, func(f facedThing, n uint32) int { return cmp.Compare(f.handle, n) }); ok {
			return x.faced[i].id
		}
		return 0
	}
	if id := x.v.nameToID(name); id != 0 && x.v.Name(id) == name { // and not another name for the element
		return id
	}
	return 0
}

// read puts a value into a column that is not shared yet.
func (c *col[T]) read(s *State, id ID, text []byte) error {
	var zero T
	c.place(id, zero)
	if err := c.part.code.decode(s, pointer(&c.pages[id>>pageBits].v[id&pageMask]), text); err != nil {
		return fmt.Errorf("part %q: %w", c.part.name, err)
	}
	return nil
}

// loadView reads a view that was saved.
func loadView(r *Rules, in *saved) (*State, error) {
	s := blank(r, in.Seats, Seed{})
	s.view = &viewing{seat: *in.View}
	h := blankDocument(s)
	h.turn = s.turnState
	header := []Change{{"", "@turn", itoa(int(s.turn)), itoa(int(in.Turn))}, {"", "@moves", "0", strconv.FormatUint(uint64(in.Moves), 10)},
		{"", "@out", "0", strconv.FormatUint(uint64(in.Out), 10)}, {"", "@away", "0", strconv.FormatUint(uint64(in.Away), 10)}, {"", "@left", "", in.Left}, {"", "@outcome", "", in.Outcome}, {"", "@by", "", in.By}, {"", "@past", "", in.Past}, {"", "@flow", "", string(in.Flow)}}
	for _, c := range header {
		if err := h.applyHeader(c); err != nil {
			return nil, err
		}
	}
	ranks := map[string]int{}
	for _, e := range in.Elements {
		x := thing{e.Kind, Nobody}
		if e.Owner != nil {
			if x.owner = *e.Owner; x.owner < 0 || x.owner >= Seat(in.Seats) {
				return nil, fmt.Errorf("there is no %s", x.owner)
			}
		}
		name := e.ID
		if e.Kind == "?" {
			ranks[e.In]++
			if name, x.kind = "?", ""; e.ID != e.In+":"+itoa(ranks[e.In]) {
				return nil, fmt.Errorf("element %q is out of order", clip(e.ID))
			}
		}
		if _, twice := h.things[e.ID]; twice {
			return nil, fmt.Errorf("element %q is listed twice", clip(e.ID))
		}
		h.things[h.note(e.ID)] = x
		h.holds[h.note(e.In)] = append(h.holds[e.In], readName(name))
	}
	parts, err := in.parts(r)
	if err != nil {
		return nil, err
	}
	for _, c := range parts {
		h.note(c.Of)
		if err := h.applyCell(c); err != nil {
			return nil, err
		}
	}
	return h.state()
}
