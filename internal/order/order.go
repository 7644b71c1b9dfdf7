// Package order defines the order of things on the table: places in the order of their declaration, things in the order
// of their place. If that order means nothing, things are sorted by kind, then by Parts as declared, then by label.
package order

import (
	"cmp"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/plygame/ply/game"
)

// Candidates sorts the candidates of a pick of things in the order of the table, unless the rules list them.
func Candidates(view *game.State, o *game.Offer) {
	if o.Sort != "element" || len(o.Options) < 2 {
		return
	}
	a := view.Rules().Action(o.Action)
	if a == nil || o.At >= len(a.Pick) || a.Pick[o.At].Info().By == "list" {
		return
	}
	isThing := func(c game.Candidate) bool { return view.Kind(game.ID(c.Value.N)) != nil }
	if !slices.ContainsFunc(o.Options, isThing) {
		return // places are in order already, and faceless things are in the order of their numbers
	}
	t := table{view: view}
	slices.SortStableFunc(o.Options, func(a, b game.Candidate) int {
		return t.compare(game.ID(a.Value.N), game.ID(b.Value.N))
	})
}

// table compares the elements of a view. It caches the order of the last place.
type table struct {
	view      *game.State
	in        game.ID
	unordered bool
	at        map[game.ID]int // positions in it
}

// compare compares by place, then by position in it.
func (t *table) compare(a, b game.ID) int {
	in, other := t.view.Parent(a), t.view.Parent(b)
	if in == other {
		return t.beside(in, a, b)
	}
	if t.view.Kind(in) == nil && t.view.Kind(other) == nil {
		return cmp.Compare(in, other) // places are numbered in the order of their declaration
	}
	path, others := t.path(a), t.path(b)
	for i := 0; i < len(path) && i < len(others); i++ {
		if path[i] != others[i] {
			return t.beside(t.view.Parent(path[i]), path[i], others[i])
		}
	}
	return cmp.Compare(len(path), len(others))
}

// path returns the holders of an element, outermost first, and the element itself.
func (t *table) path(id game.ID) (all []game.ID) {
	for ; id != game.Root && id != 0; id = t.view.Parent(id) {
		all = append(all, id)
	}
	slices.Reverse(all)
	return all
}

// beside compares two elements in the same holder.
func (t *table) beside(in, a, b game.ID) int {
	if t.in != in || t.at == nil {
		t.load(in)
	}
	if t.unordered {
		return Alike(t.view, a, b)
	}
	return cmp.Compare(t.at[a], t.at[b])
}

func (t *table) load(in game.ID) {
	t.in, t.unordered, t.at = in, false, map[game.ID]int{}
	for id, p := range t.view.Places() {
		if id == in && p.Order == game.Unordered {
			t.unordered = true
			return
		}
	}
	for id := range t.view.In(in) {
		t.at[id] = len(t.at)
	}
}

// Alike compares two things in a place whose order means nothing. It puts similar things together and faceless things
// last.
func Alike(view *game.State, a, b game.ID) int {
	r, k, l := view.Rules(), view.Kind(a), view.Kind(b)
	if k == nil || l == nil {
		return cmp.Compare(faceless(k), faceless(l))
	}
	if k != l {
		return cmp.Compare(slices.Index(r.Kinds, k), slices.Index(r.Kinds, l))
	}
	for _, c := range r.Parts {
		if n := values(view, c, a, b); n != 0 {
			return n
		}
	}
	return namesInOrder(label(view, k, a), label(view, k, b))
}

func faceless(k *game.Kind) int {
	if k == nil {
		return 1
	}
	return 0
}

// values compares two numbers or two texts.
func values(view *game.State, c game.Column, a, b game.ID) int {
	if m, ok := c.Number(view, a); ok {
		n, _ := c.Number(view, b)
		return cmp.Compare(m, n)
	}
	if c.Info().Type.Sort == "text" {
		return cmp.Compare(reflect.ValueOf(c.Value(view, a)).String(), reflect.ValueOf(c.Value(view, b)).String())
	}
	return 0
}

// label calls the label function of the rules, which may panic.
func label(view *game.State, k *game.Kind, id game.ID) (text string) {
	defer func() { _ = recover() }()
	if k.Label == nil {
		return ""
	}
	return k.Label(view, id)
}

// namesInOrder compares names in natural order: 2 before 10.
func namesInOrder(a, b string) int {
	number := func(text string) (n int, is bool) {
		digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
		n, err := strconv.Atoi(text[:digits])
		return n, err == nil
	}
	m, isA := number(a)
	n, isB := number(b)
	if isA && isB && m != n {
		return cmp.Compare(m, n)
	}
	return strings.Compare(a, b)
}
