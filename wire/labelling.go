package wire

import "github.com/plygame/ply/game"

// Labelling holds the labels that an observer was last sent, by name.
type Labelling map[string]string

// Next returns the labels that differ after changes to the observer's view, with an empty text for things that no
// longer have one. A label depends only on the kind, the owner and the Parts of its thing, so Next looks at a label
// only if one of these has changed. It asks labelOf, such as that of [game.State.LabelsFor]; if labelOf is nil or
// cannot tell, it asks the new view.
func (l Labelling) Next(changes []game.Change, labelOf func(name string) (text string, ok bool),
	view func() *game.State) (changed map[string]string) {
	for i, c := range changes {
		if !ofThing(c) || i > 0 && ofThing(changes[i-1]) && changes[i-1].Of == c.Of {
			continue
		}
		text, known := "", false
		if labelOf != nil {
			text, known = labelOf(c.Of)
		}
		if !known {
			v := view()
			if id := v.Find(c.Of); id != 0 {
				text = label(v, id)
			}
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
	return len(c.Of) > 1 && c.Of[0] == '#' && !c.Moves()
}
