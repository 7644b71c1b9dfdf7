package game

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
)

// state returns the patched view.
func (p *viewPatch) state() (*State, error) {
	v := *p.of
	v.turnState, v.left = p.turn, p.left
	v.turnState.settled, v.turnState.follows = true, Nobody
	v.view = &viewing{seat: p.of.view.seat}
	v.rng, v.mem, v.messages, v.stale, v.kept, v.values = noRandom, nil, nil, false, false, nil
	v.lasting = newLastingValues(v.rules)
	if v.moment == 0 && ((v.turn == Nobody) != (v.over != running) ||
		v.turn != Nobody && v.absent()>>uint(v.turn)&1 != 0) {
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
	if err := p.knows(&v); err != nil {
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
	next := ID(0) // the next element of the holder in the view
	if old != 0 {
		next = s.at(old).first
	}
	for ; !changed && next != 0; next = s.at(next).next {
		if err := p.put(holder, s.handleOf(next), next, &rank); err != nil {
			return err
		}
	}
	for _, h := range list {
		was := ID(0)
		if h != 0 {
			was = p.handled(h)
		} else {
			for next != 0 && s.at(next).flags&faceless == 0 {
				next = s.at(next).next
			}
			if was = next; next != 0 {
				next = s.at(next).next
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
	header := []Change{{"", "@turn", itoa(int(s.turn)), itoa(int(in.Turn))},
		{"", "@moves", "0", strconv.FormatUint(uint64(in.Moves), 10)},
		{"", "@out", "0", strconv.FormatUint(uint64(in.Out), 10)},
		{"", "@away", "0", strconv.FormatUint(uint64(in.Away), 10)}, {"", "@left", "", in.Left},
		{"", "@outcome", "", in.Outcome}, {"", "@by", "", in.By}, {"", "@past", "", in.Past},
		{"", "@flow", "", string(in.Flow)}}
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
	for name, text := range in.Known {
		if err := p.applyKnown(Change{p.note(name), knownField, "", string(text)}); err != nil {
			return nil, err
		}
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
