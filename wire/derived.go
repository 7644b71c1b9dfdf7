package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"github.com/plygame/ply/game"
)

// Derived holds the derived values shown in a view, by the name of the value, then by the name of the element that has
// it. Values whose type has a String method are in it as text, also those of Parts.
type Derived map[string]map[string]json.RawMessage

// Derives reports whether a game shows derived values, or values that have a text.
func Derives(r *game.Rules) bool {
	if slices.ContainsFunc(r.Parts, func(c game.Column) bool { return hasText(c.Info()) }) {
		return true
	}
	for _, d := range r.Derived {
		if d.Shown() {
			return true
		}
	}
	return false
}

// DerivedOf returns the derived values of a view. It returns none if the function of any value fails, which is a fault
// in the rules.
func DerivedOf(view *game.State) Derived {
	if !Derives(view.Rules()) {
		return nil
	}
	all, err := view.Derived()
	if err != nil {
		return nil
	}
	for _, c := range view.Rules().Parts {
		x := c.Info()
		if !hasText(x) {
			continue
		}
		each(view, func(id game.ID) {
			if v := c.Value(view, id); !reflect.ValueOf(v).IsZero() {
				if all == nil {
					all = Derived{}
				}
				if all[x.Name] == nil {
					all[x.Name] = map[string]json.RawMessage{}
				}
				all[x.Name][view.Name(id)] = textOf(v)
			}
		})
	}
	for _, d := range view.Rules().Derived {
		x := d.Info()
		if all[x.Name] == nil || !hasText(x) {
			continue
		}
		each(view, func(id game.ID) {
			if name := view.Name(id); all[x.Name][name] != nil {
				all[x.Name][name] = textOf(d.Value(view, id))
			}
		})
	}
	return all
}

// hasText reports whether people read the values as texts that their type gives them.
func hasText(x game.ValueInfo) bool {
	switch x.Type.Sort {
	case "number", "list", "record", "text", "yes-no":
		return x.Type.Named && !x.Look.Hidden && !x.Private
	}
	return false // clients have words for elements, seats and kinds
}

func textOf(v any) json.RawMessage {
	text, _ := json.Marshal(fmt.Sprint(v)) // a text can always be written
	return text
}

// each calls f with the table, the seats, the places and all things of a view.
func each(view *game.State, f func(game.ID)) {
	f(game.Root)
	for seat := range game.Seat(view.Seats()) {
		f(seat.ID())
	}
	for id := range view.Places() {
		f(id)
	}
	for id := range view.All() {
		f(id)
	}
}

// DerivedChanges returns the values that differ, with null for values that no longer exist.
func DerivedChanges(was, is Derived) Derived {
	changed := Derived{}
	put := func(name, of string, v json.RawMessage) {
		if changed[name] == nil {
			changed[name] = map[string]json.RawMessage{}
		}
		changed[name][of] = v
	}
	for name, values := range is {
		for of, v := range values {
			if !bytes.Equal(was[name][of], v) {
				put(name, of, v)
			}
		}
	}
	for name, values := range was {
		for of := range values {
			if _, still := is[name][of]; !still {
				put(name, of, json.RawMessage("null"))
			}
		}
	}
	return changed
}
