package tableau

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/wire"
)

// valuesOf returns what the Parts of a game are, as far as a view has them: by element, the names
// of the Parts and their values. What is nothing, as most is, is left out.
func valuesOf(view *game.State) map[string][]string {
	values := map[string][]string{}
	for _, v := range slices.SortedFunc(view.Values(), func(a, b game.Change) int { return strings.Compare(a.Field, b.Field) }) {
		values[v.Of] = append(values[v.Of], v.Field+" "+strings.Trim(v.Is, `"`))
	}
	derived := wire.DerivedOf(view)
	for _, name := range slices.Sorted(maps.Keys(derived)) {
		for of, value := range derived[name] {
			values[of] = append(values[of], name+" "+strings.Trim(string(value), `"`))
		}
	}
	return values
}

// ValueLines lists the values on the table, the seats and the places, one line for each.
func ValueLines(view *game.State) (lines []string) {
	values := valuesOf(view)
	for _, of := range slices.Sorted(maps.Keys(values)) {
		if strings.Contains(of, "#") {
			continue // what is on cards and pieces is part of how they look
		}
		name := of
		switch id := view.Find(of); {
		case id == game.Root:
			name = "the table"
		case strings.HasPrefix(of, "seat/"):
			name = "seat " + of[len("seat/"):]
		}
		lines = append(lines, fmt.Sprintf("%s: %s", name, strings.Join(values[of], ", ")))
	}
	if lines != nil {
		return lines
	}
	for _, g := range gaugesOf(view) {
		lines = append(lines, g.name)
	}
	if lines != nil {
		return []string{"All values on the table, the seats and the places are nothing so far: " + strings.Join(lines, ", ") + "."}
	}
	return []string{"There are no values on the table, the seats or the places."}
}

// gauge reads the values of a Part. The rules know its type, the screen does not.
type gauge struct {
	name   string
	value  func(game.Reader, game.Element) any
	secret bool // what is nothing may be what is not seen

	derived map[string]json.RawMessage // the values themselves, of what is computed
}

// gaugesOf returns those of the Parts that have values for people: not what the rules hide, nor sets of
// bits, which unsigned numbers are, nor records, nor what each seat has for itself. Derived values are
// those of the view.
func gaugesOf(view *game.State) (all []gauge) {
	for _, p := range view.Rules().Parts {
		if x := p.Info(); !x.Look.Hidden && !x.Private && forPeople(x.Type) {
			all = append(all, gauge{name: cmp.Or(x.Label, x.Name), value: p.Value, secret: x.Seen != nil || x.Rolled || x.Chosen != ""})
		}
	}
	derived := wire.DerivedOf(view)
	for _, d := range view.Rules().Derived {
		if x := d.Info(); d.Shown() && !x.Look.Hidden && forPeople(x.Type) {
			all = append(all, gauge{name: cmp.Or(x.Label, x.Name), value: d.Value, secret: true, derived: orNone(derived[x.Name])})
		}
	}
	return all
}

// orNone makes no values a map of none.
func orNone(values map[string]json.RawMessage) map[string]json.RawMessage {
	if values == nil {
		return map[string]json.RawMessage{}
	}
	return values
}

// forPeople reports whether values of the type can be read by people.
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

// read returns the value on an element in words, and whether it is one.
func (g gauge) read(view *game.State, id game.ID) (text string, is bool) {
	if g.derived != nil && g.derived[view.Name(id)] == nil {
		return "", false // it may not be shown there
	}
	v := reflect.ValueOf(g.value(view, id))
	switch {
	case v.Kind() != reflect.Bool:
		text = g.name + " " + worded(view, v)
	case v.Bool():
		text = g.name
	}
	return text, !v.IsZero()
}

// worded is a value in words.
func worded(view *game.State, v reflect.Value) string {
	if id, is := v.Interface().(game.ID); is {
		return Name(view, id)
	}
	if _, is := v.Interface().(fmt.Stringer); v.Kind() != reflect.Array || is {
		return words.Tame(fmt.Sprint(v.Interface()))
	}
	var words []string
	for i := range v.Len() {
		words = append(words, worded(view, v.Index(i)))
	}
	return strings.Join(words, " ")
}

// valuesOn returns the values on elements, by element. What any of them has is told of all, also if
// it is nothing, as far as everyone sees it.
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
