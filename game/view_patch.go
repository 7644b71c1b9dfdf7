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
	known  map[string]string // nil if it does not change
	ranked bool              // something refers to the faceless, by names such as pile:3
	nested bool              // the contents of elements change

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

// newViewPatch returns an empty patch with room for about this many elements; 0 means a few.
func newViewPatch(s *State, about int) *viewPatch {
	var p *viewPatch
	if about == 0 {
		p, _ = viewPatches.Get().(*viewPatch)
	}
	if p == nil {
		p = &viewPatch{things: make(map[string]thing, about), holds: map[string][]uint32{},
			cells: make(map[cellName]string, about), made: make(map[uint32]ID, about)}
	}
	c := s.rules.c
	*p = viewPatch{of: s, turn: s.turnState, left: s.left, by: s.byText(), flow: s.flowText(),
		things: p.things, given: zeroed(p.given, int(s.n-c.first)), holds: p.holds, listed: zeroed(p.listed, int(c.first)),
		cells: p.cells,
		laid:  p.laid[:0], names: p.names[:0], gone: p.gone[:0], to: zeroed(p.to, int(s.n-c.first)), made: p.made,
		handles: p.handles[:0], text: p.text}
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
	case knownField:
		return p.applyKnown(c)
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
