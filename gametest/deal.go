package gametest

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// Deal starts a game and arranges its cards by name: see Match.Deal.
func Deal(t testing.TB, rules *game.Rules, setup Setup, cards string) *Match {
	t.Helper()
	m := New(t, rules, setup)
	m.Deal(cards)
	return m
}

// Deal puts cards, or other things, where the text says: "field 1: Wolf, Banner; hand 1: Rage; deck: Bear". A place
// is given by its name (hand/0) or with the number of its player (hand 1). Things are given by their labels or kinds,
// separated by commas or, if no name has a space, by spaces. Each must exist: it trades places with what is there. A
// stack gets the things on top, the topmost first; any other place then contains exactly the things listed. A hand, or other place of another seat, is never left with less:
// list what it contains, too. What is
// left over goes to the bottom of the first face-down stack. Moves before it cannot be undone.
//
// The cards trade places after Setup: what Setup worked out from them, such as the trump, stays as it was. To choose
// what Setup deals, fix the order of the shuffle with Chance.Order in the Setup of the test.
func (m *Match) Deal(cards string) {
	m.t.Helper()
	d := &dealer{s: m.State()}
	s, err := d.deal(cards)
	if err != nil {
		m.fatalf("the cards cannot be dealt like this: %v", err)
	}
	m.rigged = append(m.rigged, m.g)
	m.g = newTrail(&m.kernel, m.g.rules, m.g.setup, s)
	m.g.given = true
}

// dealer exchanges what is printed on elements: the elements stay where they are, with all that observers remember
// of them. Only if a place gets more or fewer elements do some move.
type dealer struct {
	s       *game.State
	sheet   *sheet
	names   []string // what each element is called, by position
	claimed []bool   // elements that already are where the text says
	moved   []string // elements that are elsewhere now
}

// wanted is what the text says of one place.
type wanted struct {
	in     string
	owner  game.Seat
	stack  bool
	things []string
}

func (d *dealer) deal(text string) (*game.State, error) {
	var err error
	if d.sheet, err = openSheet(d.s.Save()); err != nil {
		return nil, err
	}
	for _, e := range d.sheet.elements {
		d.names = append(d.names, called(d.s, d.s.Find(e.ID)))
	}
	d.claimed = make([]bool, len(d.names))
	all, faults := d.read(text)
	for _, w := range all {
		faults = append(faults, d.lay(w, all)...)
	}
	if len(faults) == 0 {
		for _, w := range all {
			if err := d.clear(w); err != nil {
				faults = append(faults, err)
			}
		}
	}
	if len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	if len(d.moved) > 0 {
		if err := d.remember(); err != nil {
			return nil, err
		}
	}
	return d.sheet.state(d.s.Rules())
}

// called returns the label of an element, or the name of its kind.
func called(s *game.State, id game.ID) string { return cmp.Or(labelOf(s, id), s.Kind(id).Name) }

// read reads the text.
func (d *dealer) read(text string) (all []*wanted, faults []error) {
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ';' || r == '\n' }) {
		if strings.TrimSpace(part) == "" {
			continue
		}
		name, things, ok := strings.Cut(part, ":")
		if !ok {
			faults = append(faults, fmt.Errorf("%q is not a place and its cards, such as hand 1: Wolf, Bear",
				strings.TrimSpace(part)))
			continue
		}
		w, err := d.place(strings.TrimSpace(name))
		if err != nil {
			faults = append(faults, err)
			continue
		}
		w.things = d.split(strings.TrimSpace(things))
		all = append(all, w)
	}
	return all, faults
}

func (d *dealer) split(text string) (all []string) {
	if !strings.Contains(text, ",") && !slices.ContainsFunc(d.names, func(n string) bool {
		return strings.EqualFold(n, text)
	}) {
		return strings.Fields(text)
	}
	for _, thing := range strings.Split(text, ",") {
		all = append(all, strings.TrimSpace(thing))
	}
	return all
}

// place finds a place by its name, or by the number of its player.
func (d *dealer) place(name string) (*wanted, error) {
	if base, number, ok := strings.Cut(name, " "); ok {
		if n, err := strconv.Atoi(number); err == nil && n > 0 {
			name = fmt.Sprintf("%s/%d", base, n-1)
		}
	}
	var known []string
	for id, p := range d.s.Places() {
		if n := d.s.Name(id); n == name {
			return &wanted{in: name, owner: d.s.Owner(id), stack: p.Order == game.Stacked}, nil
		} else if id >= game.Root {
			known = append(known, n)
		}
	}
	return nil, fmt.Errorf("there is no place %q; the places are %s", name, strings.Join(known, ", "))
}

// lay puts the things of one place there.
func (d *dealer) lay(w *wanted, all []*wanted) (faults []error) {
	spots := d.contents(w.in)
	if w.stack {
		slices.Reverse(spots)
	}
	for i, thing := range w.things {
		from, err := d.find(thing, w, all)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		if i < len(spots) {
			d.exchange(from, spots[i])
			d.claimed[spots[i]] = true
			continue
		}
		if short := d.shortened(from, w, all); short != "" {
			faults = append(faults, fmt.Errorf("%s would get %s from %s, which would be left with one less: say what %s contains, too",
				w.in, thing, short, short))
			continue
		}
		d.claimed[from] = true
		d.move(from, w)
	}
	return faults
}

// shortened returns the place of another seat that would lose the element, "" if it may: the text says what that place
// contains, or it is a stack.
func (d *dealer) shortened(from int, w *wanted, all []*wanted) string {
	in := d.sheet.elements[from].In
	o, err := d.place(in)
	if err != nil || o.stack || o.owner == game.Nobody || o.owner == w.owner ||
		slices.ContainsFunc(all, func(o *wanted) bool { return o.in == in }) {
		return ""
	}
	return in
}

// contents returns the positions of the elements in a place.
func (d *dealer) contents(in string) (all []int) {
	for i, e := range d.sheet.elements {
		if e.In == in {
			all = append(all, i)
		}
	}
	return all
}

// find returns the element to take: one that already is in the place, else from where nothing is asked for, first
// from places of the same seat.
func (d *dealer) find(thing string, w *wanted, all []*wanted) (int, error) {
	best, found, exists := 0, -1, 0
	for i, e := range d.sheet.elements {
		if !strings.EqualFold(d.names[i], thing) && e.Kind != thing {
			continue
		}
		if exists++; d.claimed[i] {
			continue
		}
		rank := 1
		switch owner := d.s.Owner(d.s.Find(e.In)); {
		case e.In == w.in:
			rank = 5
		case slices.ContainsFunc(all, func(o *wanted) bool { return o.in == e.In && !o.stack }):
		case owner == w.owner && owner != game.Nobody:
			rank = 4
		case owner == game.Nobody:
			rank = 3
		default:
			rank = 2
		}
		if rank > best {
			best, found = rank, i
		}
	}
	switch {
	case exists == 0:
		return 0, fmt.Errorf("%s: there is no %s in this game; it has %s", w.in, thing, d.everything())
	case found < 0:
		return 0, fmt.Errorf("%s: the game has only %d %s, and all are dealt already", w.in, exists, thing)
	}
	return found, nil
}

// everything lists what there is.
func (d *dealer) everything() string {
	names := slices.Clone(d.names)
	slices.Sort(names)
	return strings.Join(slices.Compact(names), ", ")
}

// exchange swaps what is printed on two elements, with their values.
func (d *dealer) exchange(a, b int) {
	if a == b {
		return
	}
	x, y := &d.sheet.elements[a], &d.sheet.elements[b]
	x.Kind, y.Kind = y.Kind, x.Kind
	d.names[a], d.names[b] = d.names[b], d.names[a]
	for _, of := range d.sheet.parts {
		v, hasV := of[x.ID]
		u, hasU := of[y.ID]
		delete(of, x.ID)
		delete(of, y.ID)
		if hasV {
			of[y.ID] = v
		}
		if hasU {
			of[x.ID] = u
		}
	}
}

// move puts an element last into a place.
func (d *dealer) move(i int, w *wanted) {
	e := d.sheet.elements[i]
	e.In, e.Owner = w.in, nil
	if w.owner != game.Nobody {
		e.Owner = &w.owner
	}
	d.shift(i, len(d.sheet.elements)-1, e)
}

// shift takes the element at one position out and inserts it at another.
func (d *dealer) shift(from, to int, e element) {
	d.moved = append(d.moved, e.ID)
	name, claimed := d.names[from], d.claimed[from]
	d.sheet.elements = slices.Insert(slices.Delete(d.sheet.elements, from, from+1), to, e)
	d.names = slices.Insert(slices.Delete(d.names, from, from+1), to, name)
	d.claimed = slices.Insert(slices.Delete(d.claimed, from, from+1), to, claimed)
}

// clear takes what is left over out of a place.
func (d *dealer) clear(w *wanted) error {
	if w.stack {
		return nil
	}
	for {
		spots := d.contents(w.in)
		i := slices.IndexFunc(spots, func(i int) bool { return !d.claimed[i] })
		if i < 0 {
			return nil
		}
		deck := d.deck()
		if deck == "" {
			return fmt.Errorf("%s contains more than %d things, and there is no face-down stack for the others", w.in,
				len(w.things))
		}
		e := d.sheet.elements[spots[i]]
		e.In, e.Owner = deck, nil
		d.shift(spots[i], 0, e)
	}
}

// deck returns the first face-down stack.
func (d *dealer) deck() string {
	for id, p := range d.s.Places() {
		if p.Order == game.Stacked && d.s.Count(id) > 0 && d.s.Sees(game.Nobody, d.s.First(id)) != game.Face {
			return d.s.Name(id)
		}
	}
	return ""
}
