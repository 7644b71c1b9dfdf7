package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"

	"github.com/plygame/ply/game"
)

// Derived holds the derived values shown in a view, by the name of the value, then by the name of the element that has
// it. Values whose type has a String method are in it as text, also those of Parts.
type Derived map[string]map[string]json.RawMessage

// DerivedOf returns the derived values of a view. It returns none if the function of any value fails, which is a bug in
// the rules.
func DerivedOf(view *game.State) Derived {
	d := NewDeriving(view)
	if d == nil || d.own == nil || len(d.own)+len(d.public)+len(d.text) == 0 {
		return nil
	}
	maps.Copy(d.own, d.public)
	maps.Copy(d.own, d.text)
	return d.own
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

// null stands for a value that no longer exists.
var null = json.RawMessage("null")

func (d Derived) put(name, of string, v json.RawMessage) {
	if d[name] == nil {
		d[name] = map[string]json.RawMessage{}
	}
	d[name][of] = v
}

// DerivedChanges returns the values that differ, with null for values that no longer exist.
func DerivedChanges(was, is Derived) Derived {
	changed := Derived{}
	for name, values := range is {
		for of, v := range values {
			if !bytes.Equal(was[name][of], v) {
				changed.put(name, of, v)
			}
		}
	}
	for name, values := range was {
		for of := range values {
			if _, still := is[name][of]; !still {
				changed.put(name, of, null)
			}
		}
	}
	return changed
}
