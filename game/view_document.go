package game

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// viewDocument is a view with names in place of IDs, to compare it with others.
type viewDocument struct {
	turn   turnState
	left   leaving
	past   string
	by     string
	flow   string
	things map[string]thing    // elements by name
	holds  map[string][]uint32 // by holder: the handles of its contents in order, 0 for the faceless
	cells  map[cellName]string // values of Parts
	known  map[string]string   // what the observer knows without seeing it
}

type thing struct {
	kind  string // empty for the faceless
	owner Seat
}

// nothing is what is known of an element that does not exist, or is faceless.
var nothing = thing{owner: Nobody}

type cellName struct {
	of   string
	slot int
}

// viewDocument returns a view as a document.
func (s *State) viewDocument() *viewDocument {
	h := &viewDocument{s.turnState, s.left, keysText(s.past.keys()), s.byText(), s.flowText(), map[string]thing{},
		map[string][]uint32{}, map[cellName]string{}, s.view.knows()}
	for id := s.rules.c.lowest(); id < s.n; id++ {
		if s.at(id).first == 0 {
			continue
		}
		var list []uint32
		for in := s.at(id).first; in != 0; in = s.at(in).next {
			list = append(list, s.handleOf(in))
			if x := s.thing(in); x != nothing {
				h.things[s.Name(in)] = x
			}
		}
		h.holds[s.Name(id)] = list
	}
	for slot, c := range s.cols {
		if s.hidesPart(slot) {
			continue
		}
		for id := Root; id < min(s.n, c.size()); id++ {
			if !c.blank(id) {
				h.cells[cellName{s.Name(id), slot}] = string(c.encode(nil, s, id))
			}
		}
	}
	return h
}

// handleOf returns the handle of an element of a view, 0 if it is faceless. Elements that were created by a move
// tried on the view have no handle: for them it returns nameless plus their number.
func (s *State) handleOf(id ID) uint32 {
	i, names := int(id-s.rules.c.first), s.view.names
	switch {
	case s.at(id).flags&faceless != 0:
		return 0
	case names == nil:
		return uint32(i) + 1
	case i >= len(names):
		return nameless | uint32(i-len(names)+1)
	}
	return names[i]
}

// thing returns what is known of an element of a view.
func (s *State) thing(id ID) thing {
	x := thing{owner: s.at(id).owner}
	if k := s.Kind(id); k != nil {
		x.kind = k.Name
	}
	return x
}

// hidesPart reports whether a view leaves out a Part.
func (s *State) hidesPart(slot int) bool {
	return s.rules.c.secrets[slot].inner && s.view.seat != Judge
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
	visitBoth(a.things, b.things, nothing, func(name string, was, is thing) {
		add(name, "@kind", was.kind, is.kind)
		add(name, "@owner", was.ownerText(), is.ownerText())
	})
	visitBoth(a.holds, b.holds, nil, func(name string, was, is []uint32) {
		if c, differ := splice(name, was, is); differ {
			rest = append(rest, c)
		}
	})
	visitBoth(a.cells, b.cells, "", func(name cellName, was, is string) {
		add(name.of, from.rules.c.partNames[name.slot], was, is)
	})
	visitBoth(a.known, b.known, "", func(name, was, is string) { add(name, knownField, was, is) })
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

// visitBoth visits the keys of both maps; it passes none for a value that is missing in one of them.
func visitBoth[K comparable, V any](a, b map[K]V, none V, visit func(key K, was, is V)) {
	for k, was := range a {
		is, after := b[k]
		if !after {
			is = none
		}
		visit(k, was, is)
	}
	for k, is := range b {
		if _, before := a[k]; !before {
			visit(k, none, is)
		}
	}
}

func (x thing) ownerText() string {
	if x.owner == Nobody {
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
func splice(of string, was, is []uint32) (Change, bool) {
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

func listText(from int, list []uint32) string {
	text := strconv.AppendInt(nil, int64(from), 10)
	for i := 0; i < len(list); i++ {
		if h := list[i]; h&nameless != 0 {
			text = strconv.AppendInt(append(text, " new:"...), int64(h&^nameless), 10)
			continue
		} else if h != 0 {
			text = append(append(text, ' '), numberName(int(h))...)
			continue
		}
		n := 1
		for i+1 < len(list) && list[i+1] == 0 {
			i, n = i+1, n+1
		}
		if text = append(text, " ?"...); n > 1 {
			text = strconv.AppendInt(text, int64(n), 10)
		}
	}
	return string(text)
}

// readList reads what listText writes, and appends the handles to the list.
func readList(text string, list []uint32) (from int, longer []uint32, err error) {
	first, rest, more := strings.Cut(text, " ")
	from, err = strconv.Atoi(first)
	ok := err == nil && from >= 0 && itoa(from) == first
	for word, hidden := "", false; ok && more; {
		word, rest, more = strings.Cut(rest, " ")
		count, isHidden := strings.CutPrefix(word, "?")
		if !isHidden {
			h := handleNamed(word)
			if h == 0 {
				return 0, list, fmt.Errorf("there is no element %q", clip(word))
			}
			list, hidden = append(list, h), false
			continue
		}
		n := 1
		if count != "" {
			n = int(number(count))
			ok = n >= 2 && n <= maxCreated
		}
		ok = ok && !hidden // several in a row are counted together
		for i := 0; ok && i < n; i++ {
			list = append(list, 0)
		}
		hidden = true
	}
	if !ok {
		return 0, list, fmt.Errorf("%q is not part of a list", clip(text))
	}
	return from, list, nil
}

// handleNamed returns the handle that a name stands for, 0 if it stands for none.
func handleNamed(name string) uint32 {
	if len(name) < 2 || name[0] != '#' {
		return 0
	}
	return number(name[1:])
}
