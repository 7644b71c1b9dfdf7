package wire

import (
	"bytes"
	"encoding/json"

	"github.com/plygame/ply/game"
)

// Derived holds the derived values shown in a view, by the name of the value, then by the name of the element that has
// it.
type Derived map[string]map[string]json.RawMessage

// Derives reports whether a game shows derived values.
func Derives(r *game.Rules) bool {
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
	return all
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
