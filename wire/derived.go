package wire

import (
	"bytes"
	"encoding/json"

	"github.com/plygame/ply/game"
)

// Derived are the derived values that are shown in a view, by the name of the value, then by the name
// of what has it.
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

// DerivedOf returns the derived values of a view. A value whose function fails, which is a fault of the
// rules, is shown to nobody, and neither are the others.
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

// DerivedChanges returns those values that are not what they were, null for what is not there any more.
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
