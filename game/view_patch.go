package game

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// viewPatch is Changes on their way into a view. It holds, by name, what differs from the view.
type viewPatch struct {
	of     *State
	turn   turnState
	left   leaving
	past   *string // nil if it does not change
	by     string
	flow   string
	things map[string]thing
	given  []bool // by element of the view: whether things has it
	holds  map[string][]uint32
	listed []bool // by place: whether holds has it
	cells  map[cellName]string
	ranked bool // something refers to the faceless, by names such as pile:3
	nested bool // the contents of elements change

	laid  []laidOut     // the elements of the patched view
	names []string      // their names, if the contents of elements change or something refers to the faceless
	to    []ID          // by element of the view: the element with its name in the patched view, 0 if there is none
	gone  []ID          // the elements of the view whose names the patched view does not have
	made  map[uint32]ID // by handle: elements that only the patched view has

	built   *viewBuilder
	handles []uint32 // room for lists
	text    []byte
}

// viewPatches holds small patches for reuse.
var viewPatches sync.Pool

// newViewPatch returns an empty patch with room for about so many elements, 0 for a few.
func newViewPatch(s *State, about int) *viewPatch {
	var p *viewPatch
	if about == 0 {
		p, _ = viewPatches.Get().(*viewPatch)
	}
	if p == nil {
		p = &viewPatch{things: make(map[string]thing, about), holds: map[string][]uint32{}, cells: make(map[cellName]string, about), made: make(map[uint32]ID, about)}
	}
	c := s.rules.c
	*p = viewPatch{of: s, turn: s.turnState, left: s.left, by: s.byText(), flow: s.flowText(),
		things: p.things, given: zeroed(p.given, int(s.n-c.first)), holds: p.holds, listed: zeroed(p.listed, int(c.first)), cells: p.cells,
		laid: p.laid[:0], names: p.names[:0], gone: p.gone[:0], to: zeroed(p.to, int(s.n-c.first)), made: p.made, handles: p.handles[:0], text: p.text}
	return p
}

// zeroed returns a slice of n zeros, which is the given one if that is long enough.
func zeroed[T any](all []T, n int) []T {
	if cap(all) < n {
		return make([]T, n)
	}
	all = all[:n]
	clear(all)
	return all
}

// free makes the memory of the patch available to another one, unless it is so large that clearing it takes long.
func (p *viewPatch) free() {
	if p.built != nil {
		p.built.free()
	}
	if len(p.things)+len(p.holds)+len(p.cells)+len(p.made) > 100 {
		return
	}
	p.of, p.built = nil, nil
	clear(p.things)
	clear(p.holds)
	clear(p.cells)
	clear(p.made)
	clear(p.names)
	viewPatches.Put(p)
}

// applyToView returns the view with the changes applied.
func (s *State) applyToView(moves [][]Change) (*State, error) {
	p := newViewPatch(s, 0)
	defer p.free()
	for _, changes := range moves {
		for _, c := range changes {
			if err := p.apply(c); err != nil {
				return nil, err
			}
		}
	}
	return p.state()
}

func (p *viewPatch) apply(c Change) error {
	if c.Of == "" {
		return p.applyHeader(c)
	}
	switch p.note(c.Of); c.Field {
	case "@kind", "@owner":
		return p.applyThing(c)
	case "@holds":
		return p.applySplice(c)
	}
	return p.applyCell(c)
}

// note records a name that something refers to.
func (p *viewPatch) note(name string) string {
	p.ranked = p.ranked || strings.Contains(name, ":")
	return name
}

// named returns the element with this name in the view, 0 if there is none.
func (p *viewPatch) named(name string) ID {
	if h := handleNamed(name); h != 0 {
		return p.handled(h)
	}
	if id := p.of.nameToID(name); id != 0 && p.of.Alive(id) && p.of.Name(id) == name { // and not another name for the element
		return id
	}
	return 0
}

// handled returns the element with this handle in the view, 0 if there is none.
func (p *viewPatch) handled(h uint32) ID {
	s, first := p.of, p.of.rules.c.first
	if s.view.names != nil {
		if i := slices.Index(s.view.names, h); i >= 0 {
			return first + ID(i)
		}
		return 0
	}
	if id := first + ID(h) - 1; id < s.n && s.Alive(id) {
		return id
	}
	return 0
}

func (p *viewPatch) applyThing(c Change) error {
	if _, lasts := p.of.rules.c.byName[c.Of]; lasts {
		return fmt.Errorf("%s cannot be created or change its owner", clip(c.Of))
	}
	x, changed := p.things[c.Of]
	if !changed {
		x = nothing
		if id := p.named(c.Of); id != 0 {
			x = p.of.thing(id)
			p.given[id-p.of.rules.c.first] = true
		}
	}
	if c.Field == "@kind" {
		if x.kind != c.Was {
			return errBase
		}
		x.kind = c.Is
	} else {
		if x.ownerText() != c.Was {
			return errBase
		}
		if x.owner = Nobody; c.Is != "" {
			n, err := strconv.Atoi(c.Is)
			if err != nil || n < 0 || n >= p.of.Seats() || itoa(n) != c.Is {
				return fmt.Errorf("there is no seat %q", clip(c.Is))
			}
			x.owner = Seat(n)
		}
	}
	p.things[c.Of] = x
	return nil
}

func (p *viewPatch) applySplice(c Change) error {
	at, was, err := p.readList(c.Was)
	if err != nil {
		return err
	}
	to, is, err := p.readList(c.Is)
	if err != nil {
		return err
	}
	list := p.list(c.Of)
	if at != to || at+len(was) > len(list) || !slices.Equal(list[at:at+len(was)], was) {
		return errBase
	}
	if len(list)-len(was)+len(is) > maxCreated {
		return errors.New("it holds too many elements")
	}
	start := len(p.handles)
	p.handles = append(append(append(p.handles, list[:at]...), is...), list[at+len(was):]...)
	p.hold(c.Of, p.handles[start:len(p.handles):len(p.handles)])
	return nil
}

// readList is readList with the memory of the patch.
func (p *viewPatch) readList(text string) (from int, list []uint32, err error) {
	start := len(p.handles)
	from, p.handles, err = readList(text, p.handles)
	return from, p.handles[start:len(p.handles):len(p.handles)], err
}

// hold sets the contents of a holder.
func (p *viewPatch) hold(holder string, list []uint32) {
	if id, lasts := p.of.rules.c.byName[holder]; !lasts {
		p.nested = true
	} else if p.of.rules.c.names[id] == holder { // and not another name for the place
		p.listed[id] = true
	}
	p.holds[holder] = list
}

// list returns the handles of the contents of a holder, 0 for the faceless.
func (p *viewPatch) list(holder string) []uint32 {
	if list, changed := p.holds[holder]; changed {
		return list
	}
	id := p.named(holder)
	if id < p.of.rules.c.lowest() {
		return nil
	}
	start := len(p.handles)
	for in := p.of.at(id).first; in != 0; in = p.of.at(in).next {
		p.handles = append(p.handles, p.of.handleOf(in))
	}
	return p.handles[start:len(p.handles):len(p.handles)]
}

func (p *viewPatch) applyCell(c Change) error {
	slot := slices.Index(p.of.rules.c.partNames, c.Field)
	if slot < 0 || p.of.hidesPart(slot) {
		return fmt.Errorf("there is no part %q", clip(c.Field))
	}
	key := cellName{c.Of, slot}
	was, changed := p.cells[key]
	if !changed {
		p.text = p.text[:0]
		if id := p.named(c.Of); id != 0 && !p.of.cols[slot].blank(id) {
			p.text = p.of.cols[slot].encode(p.text, p.of, id)
		}
	}
	if changed && was != c.Was || !changed && string(p.text) != c.Was {
		return errBase
	}
	p.cells[key] = c.Is
	return nil
}

func (p *viewPatch) applyHeader(c Change) error {
	t := &p.turn
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
	text := func(of *string) error {
		if *of != c.Was {
			return errBase
		}
		*of = c.Is
		return nil
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
		err = p.left.change(c)
	case "@outcome":
		if t.outcomeText() != c.Was {
			return errBase
		}
		scratch := State{rules: p.of.rules, turnState: *t}
		if !scratch.readOutcome(c.Is) {
			return fmt.Errorf("%q is not an outcome", clip(c.Is))
		}
		*t = scratch.turnState
	case "@by":
		err = text(&p.by)
	case "@past":
		if p.past == nil {
			was := keysText(p.of.past.keys())
			p.past = &was
		}
		err = text(p.past)
	case "@flow":
		err = text(&p.flow)
	default:
		return fmt.Errorf("there is no field %q", clip(c.Field))
	}
	return err
}

// state returns the patched view.
func (p *viewPatch) state() (*State, error) {
	v := *p.of
	v.turnState, v.left = p.turn, p.left
	v.turnState.settled, v.turnState.follows = true, Nobody
	v.view = &viewing{seat: p.of.view.seat}
	v.rng, v.mem, v.messages, v.stale, v.kept, v.values = noRandom, nil, nil, false, false, nil
	v.lasting = newLastings(v.rules)
	if v.moment == 0 && ((v.turn == Nobody) != (v.over != running) || v.turn != Nobody && v.absent()>>uint(v.turn)&1 != 0) {
		return nil, errors.New("the seat to act does not exist")
	}
	if v.left.seats() != v.out {
		return nil, errors.New("the order of elimination does not match the eliminated seats")
	}
	if v.over != running && v.over != wonBy && v.winners != (&Tx{State: &v}).best() {
		return nil, errors.New("the winners are not the seats with the best result")
	}
	if p.past != nil {
		keys, ok := readKeys(*p.past)
		if !ok {
			return nil, errors.New("the past positions cannot be read")
		}
		v.past = pastOf(keys)
	}
	if err := p.layOut(&v); err != nil {
		return nil, err
	}
	if !v.readBy(p.by, func(name string) ID { return p.find(&v, name) }) {
		return nil, fmt.Errorf("a game cannot be won by %q", clip(p.by))
	}
	if err := p.fillIn(&v); err != nil {
		return nil, err
	}
	pending, err := v.readFlow(p.flow)
	if err != nil {
		return nil, err
	}
	if err := v.readPending(pending); err != nil {
		return nil, err
	}
	if v.moment > 0 {
		if v.inPast = false; p.flow != "" {
			return nil, errors.New("a moment in the middle of a move has no position in the flow")
		}
		return &v, nil
	}
	if err := v.checkWaiting(); err != nil {
		return nil, err
	}
	v.inPast = false
	v.inPast = v.keptLast()
	v.values = newValues(&v)
	return &v, nil
}

// find returns the element with this name in the patched view, 0 if there is none.
func (p *viewPatch) find(v *State, name string) ID {
	if h := handleNamed(name); h != 0 {
		if id := p.handled(h); id != 0 {
			return p.to[id-v.rules.c.first]
		}
		return p.made[h]
	}
	if id := v.nameToID(name); id != 0 && v.Name(id) == name {
		return id
	}
	return 0
}

// layOut lays out the rows.
func (p *viewPatch) layOut(v *State) error {
	c, s := v.rules.c, p.of
	p.built = newViewBuilder(v, int(s.n-c.first)+len(p.things))
	for id := c.lowest(); id < c.first; id++ {
		list, changed := []uint32(nil), p.listed[id]
		if changed {
			list = p.holds[c.names[id]]
		}
		if len(list) > 0 && s.at(id).flags&live == 0 {
			return fmt.Errorf("there is no %s in this game", c.names[id])
		}
		if err := p.layOutIn(c.names[id], list, changed, id, id); err != nil {
			return err
		}
	}
	for i := 0; i < len(p.laid); i++ { // the contents of elements
		list, changed, name := []uint32(nil), false, ""
		if p.keepsNames() {
			if name = p.names[i]; name != "" {
				list, changed = p.holds[name]
			}
		}
		if old := p.laid[i].old; !changed && (old == 0 || s.at(old).first == 0) {
			continue
		}
		if err := p.layOutIn(name, list, changed, p.laid[i].old, c.first+ID(i)); err != nil {
			return err
		}
	}
	p.built.build(func(i int) (uint16, Seat) { return p.laid[i].kind, p.laid[i].owner })
	for i, is := range p.to {
		if old := c.first + ID(i); is == 0 && s.Alive(old) {
			p.gone = append(p.gone, old)
		}
	}
	return p.checkPlaces(v)
}

// keepsNames reports whether names has the names of the elements.
func (p *viewPatch) keepsNames() bool { return p.nested || p.ranked }

// layOutIn lays out the contents of a holder: the list if they have changed, otherwise those of old, which is the
// holder in the view.
func (p *viewPatch) layOutIn(holder string, list []uint32, changed bool, old, in ID) error {
	s, rank := p.of, 0
	lies := ID(0)
	if old != 0 {
		lies = s.at(old).first
	}
	for ; !changed && lies != 0; lies = s.at(lies).next {
		if err := p.put(holder, s.handleOf(lies), lies, &rank); err != nil {
			return err
		}
	}
	for _, h := range list {
		was := ID(0)
		if h != 0 {
			was = p.handled(h)
		} else {
			for lies != 0 && s.at(lies).flags&faceless == 0 {
				lies = s.at(lies).next
			}
			if was = lies; lies != 0 {
				lies = s.at(lies).next
			}
		}
		if err := p.put(holder, h, was, &rank); err != nil {
			return err
		}
	}
	p.built.hold(in)
	return nil
}

// put appends an element, which is old in the view unless that is 0. Rank counts the faceless ones of the holder.
func (p *viewPatch) put(holder string, h uint32, old ID, rank *int) error {
	c := p.of.rules.c
	if h == 0 {
		*rank++
	}
	name := func() string {
		switch {
		case h != 0:
			return numberName(int(h))
		case p.ranked:
			return holder + ":" + itoa(*rank)
		}
		return ""
	}
	id, x, twice := c.first+ID(len(p.laid)), laidOut{old: old, owner: Nobody}, false
	if old != 0 {
		r := p.of.at(old)
		x.kind, x.owner, twice = r.kind, r.owner, p.to[old-c.first] != 0
		p.to[old-c.first] = id
	} else if h != 0 {
		twice = p.made[h] != 0
		p.made[h] = id
	}
	if old == 0 || p.given[old-c.first] {
		if is, changed := p.things[name()]; changed {
			kind, ok := c.kindNamed(is.kind)
			if !ok {
				return fmt.Errorf("there is no kind %q", clip(is.kind))
			}
			x.kind, x.owner = kind, is.owner
		}
	}
	if twice || (x.kind == 0) != (h == 0) {
		return fmt.Errorf("element %q cannot be there", clip(name()))
	}
	if p.keepsNames() {
		p.names = append(p.names, name())
	}
	p.built.tokens, p.laid = append(p.built.tokens, token{handle: h}), append(p.laid, x)
	return nil
}

// laidOut is an element of the patched view.
type laidOut struct {
	old   ID // the element with its name in the view, 0 if there is none
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

// checkPlaces checks that each element is somewhere, and that nothing is in something that does not exist.
func (p *viewPatch) checkPlaces(v *State) error {
	first := v.rules.c.first
	astray, empty := "", ""
	least := func(of *string, name string) {
		if *of == "" || name < *of {
			*of = name
		}
	}
	for name, x := range p.things {
		if x != nothing && p.find(v, name) < first {
			least(&astray, name)
		}
	}
	for name, list := range p.holds {
		if len(list) > 0 && p.find(v, name) < v.rules.c.lowest() {
			least(&empty, name)
		}
	}
	for _, old := range p.gone {
		name := p.of.Name(old)
		if _, changed := p.things[name]; !changed && p.of.thing(old) != nothing {
			least(&astray, name)
		}
		if _, changed := p.holds[name]; !changed && p.of.at(old).first != 0 {
			least(&empty, name)
		}
	}
	switch {
	case astray != "":
		return fmt.Errorf("element %q is not in any place", clip(astray))
	case empty == "":
		return nil
	case p.find(v, empty) == 0:
		return fmt.Errorf("there is no element %q", clip(empty))
	}
	return fmt.Errorf("nothing can be in %q", clip(empty))
}

// fillIn puts the values of Parts into the view. Values that have not changed are copied.
func (p *viewPatch) fillIn(v *State) error {
	c, s := v.rules.c, p.of
	v.cols = make([]column, len(c.parts))
	for slot, part := range c.parts {
		if v.cols[slot] = part.column(); s.hidesPart(slot) {
			continue
		}
		if part.part().code.hasIDs { // by name, because elements have different IDs now
			for id := range min(s.n, s.cols[slot].size()) {
				if s.cols[slot].blank(id) {
					continue
				}
				if key := (cellName{s.Name(id), slot}); !has(p.cells, key) {
					p.cells[key] = string(s.cols[slot].encode(nil, s, id))
				}
			}
			continue
		}
		for _, old := range p.gone {
			if !s.cols[slot].blank(old) && !has(p.cells, cellName{s.Name(old), slot}) {
				return fmt.Errorf("there is no element %q", clip(s.Name(old)))
			}
		}
		v.cols[slot] = s.cols[slot].carried(c.first, p.laid)
	}
	buf := p.text
	for key, text := range p.cells {
		id, col := p.find(v, key.of), v.cols[key.slot]
		if id == 0 || !v.Alive(id) {
			if text == "" {
				continue
			}
			return fmt.Errorf("there is no element %q", clip(key.of))
		}
		if text == "" {
			text = c.parts[key.slot].part().blank
		}
		buf = append(buf[:0], text...)
		if err := col.read(v, id, buf); err != nil {
			return err
		}
		if buf = col.encode(buf[:0], v, id); string(buf) != text {
			return fmt.Errorf("%q is not a valid value of part %q", clip(text), c.partNames[key.slot])
		}
	}
	return nil
}

func has[K comparable, V any](m map[K]V, key K) bool {
	_, is := m[key]
	return is
}

// carried returns the column of a view with other elements; was has their old IDs.
func (c *col[T]) carried(first ID, was []laidOut) column {
	var zero T
	n := &col[T]{part: c.part}
	if len(c.pages) == 0 {
		return n
	}
	n.pages = make([]*cpage[T], 0, (int(first)+len(was))>>pageBits+1)
	var slab []cpage[T]
	for id := range min(first, c.size()) {
		if v := c.value(id); v != zero {
			slab = n.place(id, v, slab)
		}
	}
	for i, x := range was {
		if v := c.value(x.old); x.old != 0 && v != zero {
			slab = n.place(first+ID(i), v, slab)
		}
	}
	return n
}

// read puts a value into a column that is not shared yet.
func (c *col[T]) read(s *State, id ID, text []byte) error {
	var zero T
	c.place(id, zero, nil)
	if err := c.part.code.decode(s, pointer(&c.pages[id>>pageBits].v[id&pageMask]), text); err != nil {
		return fmt.Errorf("part %q: %w", c.part.name, err)
	}
	return nil
}

// loadView reads a view that was saved.
func loadView(r *Rules, in *saved) (*State, error) {
	s := blank(r, in.Seats, Seed{})
	s.view = &viewing{seat: *in.View}
	p := newViewPatch(s, len(in.Elements))
	defer p.free()
	header := []Change{{"", "@turn", itoa(int(s.turn)), itoa(int(in.Turn))}, {"", "@moves", "0", strconv.FormatUint(uint64(in.Moves), 10)},
		{"", "@out", "0", strconv.FormatUint(uint64(in.Out), 10)}, {"", "@away", "0", strconv.FormatUint(uint64(in.Away), 10)}, {"", "@left", "", in.Left}, {"", "@outcome", "", in.Outcome}, {"", "@by", "", in.By}, {"", "@past", "", in.Past}, {"", "@flow", "", string(in.Flow)}}
	for _, c := range header {
		if err := p.applyHeader(c); err != nil {
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
		h := handleNamed(e.ID)
		if e.Kind == "?" {
			ranks[e.In]++
			if h, x.kind = 0, ""; e.ID != e.In+":"+itoa(ranks[e.In]) {
				return nil, fmt.Errorf("element %q is out of order", clip(e.ID))
			}
		} else if h == 0 {
			return nil, fmt.Errorf("there is no element %q", clip(e.ID))
		}
		if has(p.things, e.ID) {
			return nil, fmt.Errorf("element %q is listed twice", clip(e.ID))
		}
		p.things[p.note(e.ID)] = x
		p.hold(p.note(e.In), append(p.holds[e.In], h))
	}
	parts, err := in.parts(r)
	if err != nil {
		return nil, err
	}
	for _, c := range parts {
		p.note(c.Of)
		if err := p.applyCell(c); err != nil {
			return nil, err
		}
	}
	return p.state()
}
