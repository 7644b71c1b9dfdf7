package tableau

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/internal/zeros"
	"github.com/plygame/ply/wire"
)

// ValueLines lists the values of the table, the seats and the places, one line for each.
func ValueLines(view *game.State, names words.Names) (lines []string) {
	gauges := gaugesOf(view, names)
	add := func(title string, values []string) {
		if values != nil {
			lines = append(lines, title+": "+strings.Join(values, ", "))
		}
	}
	add("Table", valuesOn(view, gauges, game.Root)[0])
	var seats []game.ID
	for x := range game.Seat(view.Seats()) {
		seats = append(seats, x.ID())
	}
	sc := Scene{view: view, names: names}
	for x, values := range valuesOn(view, gauges, seats...) {
		add(sc.seatTitle(game.Seat(x)), values)
	}
	for id, p := range view.Places() {
		title := cmp.Or(p.Look.Label, p.Name)
		switch {
		case p.Each:
			title = sc.titleOf(title, view.Owner(id))
		case len(p.Names) > 0:
			title += " " + view.Name(id)
		}
		add(words.Capital(title), valuesOn(view, gauges, id)[0])
	}
	for _, p := range SceneOf(view, names).parts {
		if p.chart != nil {
			lines = append(lines, sc.pieces(p, true)...)
		}
	}
	if lines == nil {
		return []string{"There are no values so far."}
	}
	return lines
}

// gauge reads the values of a Part, whose type only the rules know.
type gauge struct {
	name   string
	value  func(game.Reader, game.Element) any
	part   string // its name in the rules
	names  words.Names
	secret bool     // a zero value may mean that it is hidden
	seats  bool     // its values are seats, so that the first seat looks like a zero value
	words  []string // for the values 0, 1, 2 and so on: Look.Words

	derived map[string]json.RawMessage // derived values
	home    *zeros.Home                // where a zero is a value; may be nil
	plain   bool                       // bars are not drawn
}

// gaugesOf returns the Parts with values for people: not hidden or private ones, records, or unsigned numbers, which
// are sets of bits. Derived values come from the view.
func gaugesOf(view *game.State, names words.Names) (all []gauge) {
	homes := zeros.Of(view.Rules(), view.Seats())
	for _, p := range view.Rules().Parts {
		if x := p.Info(); !x.Look.Hidden && !x.Private && forPeople(x.Type) {
			all = append(all, gauge{name: cmp.Or(x.Label, x.Name), part: x.Name, value: p.Value, names: names,
				words: x.Look.Words, secret: x.Seen != nil || x.Rolled ||
					x.Chosen != "", seats: x.Type.Sort == "seat", home: homes[x.Name]})
		}
	}
	derived := wire.DerivedOf(view)
	for _, d := range view.Rules().Derived {
		if x := d.Info(); d.Shown() && !x.Look.Hidden && forPeople(x.Type) {
			all = append(all, gauge{name: cmp.Or(x.Label, x.Name), value: d.Value, names: names, words: x.Look.Words,
				secret: true, seats: x.Type.Sort == "seat", derived: orNone(derived[x.Name])})
		}
	}
	return all
}

// orNone returns an empty map for nil.
func orNone(values map[string]json.RawMessage) map[string]json.RawMessage {
	if values == nil {
		return map[string]json.RawMessage{}
	}
	return values
}

// forPeople reports whether people can read values of the type.
func forPeople(t game.TypeInfo) bool {
	switch t.Sort {
	case "element", "yes-no", "text", "seat":
		return true
	case "number":
		return !t.Bits || t.Named
	case "list":
		return t.Named || t.Len > 0 && forPeople(t.Fields[0])
	}
	return t.Named
}

// read returns the value on an element as text, and whether there is one.
func (g gauge) read(view *game.State, id game.ID) (text string, is bool) {
	if g.derived != nil && g.derived[view.Name(id)] == nil {
		return "", false // not visible
	}
	v := reflect.ValueOf(g.value(view, id))
	switch {
	case v.Kind() != reflect.Bool:
		text = g.name + " " + g.worded(view, v) + g.bar(view, id, v)
	case v.Bool():
		text = g.name
	}
	return text, !v.IsZero() || g.atHome(view, id) ||
		g.seats && (g.derived != nil || id == game.Root && !g.elsewhere(view))
}

// bar draws a number on a thing as a bar if its kind says at which value that is full.
func (g gauge) bar(view *game.State, id game.ID, v reflect.Value) string {
	k := view.Kind(id)
	if k == nil || k.Look.Face == nil || !v.CanInt() {
		return ""
	}
	for _, b := range k.Look.Face.Badges {
		if b.Max == nil || b.Of.Info().Name != g.part {
			continue
		}
		for _, w := range k.With {
			if x := w.Info(); x.Name == b.Max.Info().Name {
				most, _ := strconv.Atoi(x.Value)
				full := max(0, min(int(v.Int()), most))
				if most <= maxBar && !g.plain {
					return fmt.Sprintf("/%d %s%s", most, strings.Repeat("▮", full), strings.Repeat("▯", most-full))
				}
				return fmt.Sprintf("/%d", most)
			}
		}
	}
	return ""
}

// maxBar is how long a bar may be.
const maxBar = 10

// atHome reports whether the table or the seats have values of the Part, so that a zero there is shown, too.
func (g gauge) atHome(view *game.State, id game.ID) bool {
	switch {
	case g.home == nil:
		return false
	case id == game.Root:
		return g.home.Table
	}
	for x := range game.Seat(view.Seats()) {
		if x.ID() == id {
			return g.home.Seats
		}
	}
	return false
}

// elsewhere reports whether values of seats are on elements other than the table, or hidden, so that the table has
// none.
func (g gauge) elsewhere(view *game.State) bool {
	if g.secret {
		return true
	}
	for _, k := range view.Rules().Kinds {
		if slices.ContainsFunc(k.With, func(w game.With) bool { return w.Info().Name == g.part }) {
			return true
		}
	}
	set := func(id game.ID) bool { return !reflect.ValueOf(g.value(view, id)).IsZero() }
	for x := range game.Seat(view.Seats()) {
		if set(x.ID()) {
			return true
		}
	}
	for id := range view.Places() {
		if set(id) {
			return true
		}
	}
	for id := range view.All() {
		if set(id) {
			return true
		}
	}
	return false
}

// worded returns a value as text.
func (g gauge) worded(view *game.State, v reflect.Value) string {
	if v.CanInt() && v.Int() >= 0 && v.Int() < int64(len(g.words)) {
		return g.words[v.Int()]
	}
	switch of := v.Interface().(type) {
	case game.ID:
		return Name(view, of)
	case game.Seat:
		return g.names.Of(of)
	case *game.Kind:
		return cmp.Or(of.Look.Label, of.Name)
	}
	if _, is := v.Interface().(fmt.Stringer); v.Kind() != reflect.Array || is {
		return words.Tame(fmt.Sprint(v.Interface()))
	}
	var words []string
	for i := range v.Len() {
		words = append(words, g.worded(view, v.Index(i)))
	}
	return strings.Join(words, " ")
}

// valuesOn returns the values on elements, by element. If one element has a value, the others show theirs even if it is
// zero, unless it may be hidden.
func valuesOn(view *game.State, gauges []gauge, ids ...game.ID) [][]string {
	values := make([][]string, len(ids))
	for _, g := range gauges {
		texts, any := make([]string, len(ids)), false
		for i, id := range ids {
			text, is := g.read(view, id)
			if any = any || is; is || !g.secret {
				texts[i] = text
			}
		}
		for i, text := range texts {
			if any && text != "" {
				values[i] = append(values[i], text)
			}
		}
	}
	return values
}
