package wire

import "github.com/plygame/ply/game"

// Labelling holds the labels that an observer was last sent, by name.
type Labelling map[string]string

// Next returns the labels that differ after changes to the observer's view, with an empty text for things that no longer
// have one. A label follows from the kind, the owner and the Parts of its thing, so it asks for the new view only if one
// of these has changed.
func (l Labelling) Next(changes []game.Change, view func() *game.State) (changed map[string]string) {
	for i, c := range changes {
		if !ofThing(c) || i > 0 && ofThing(changes[i-1]) && changes[i-1].Of == c.Of {
			continue
		}
		text := ""
		if v := view(); v.Find(c.Of) != 0 {
			text = label(v, v.Find(c.Of))
		}
		if l[c.Of] == text {
			continue
		}
		if changed == nil {
			changed = map[string]string{}
		}
		changed[c.Of] = text
		if l[c.Of] = text; text == "" {
			delete(l, c.Of)
		}
	}
	return changed
}

// ofThing reports whether a change is one of the kind, the owner or a Part of a thing.
func ofThing(c game.Change) bool {
	return len(c.Of) > 1 && c.Of[0] == '#' && c.Field != "@holds"
}
