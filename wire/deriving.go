package wire

import (
	"encoding/json"
	"maps"
	"reflect"

	"github.com/plygame/ply/game"
)

// Deriving holds the derived values that an observer was last sent, grouped by how they are brought up to date.
type Deriving struct {
	valueSorts
	public, own, text Derived
}

// valueSorts are the values of a game that need more than their JSON.
type valueSorts struct {
	texts  map[string]game.Column // the Parts whose values have a text
	words  []game.AnyDerived      // the derived values that have one
	public []string               // the derived values that are the same for all observers
	viewed bool                   // some derived values depend on the view
}

func sortsOf(r *game.Rules) (v valueSorts) {
	for _, c := range r.Parts {
		if x := c.Info(); hasText(x) {
			if v.texts == nil {
				v.texts = map[string]game.Column{}
			}
			v.texts[x.Name] = c
		}
	}
	for _, d := range r.Derived {
		if !d.Shown() {
			continue
		}
		x := d.Info()
		if hasText(x) {
			v.words = append(v.words, d)
		}
		if x.Public {
			v.public = append(v.public, x.Name)
		}
		v.viewed = v.viewed || !x.Public
	}
	return v
}

// NewDeriving returns the derived values of a view, or nil if the game has none.
func NewDeriving(view *game.State) *Deriving {
	d := &Deriving{valueSorts: sortsOf(view.Rules())}
	if d.valueSorts.public == nil && !d.viewed && d.texts == nil {
		return nil
	}
	d.public, d.own = d.divided(view)
	d.text = textsOf(view, d.texts)
	return d
}

// Next returns the values that differ after changes to the observer's view, with null for values that no longer exist.
// Public returns the public values of the state, so that they need no view; it may be nil.
func (d *Deriving) Next(changes []game.Change, public func() Derived, view func() *game.State) Derived {
	changed := Derived{}
	next := func(was *Derived, is Derived) {
		maps.Copy(changed, DerivedChanges(*was, is))
		*was = is
	}
	if d.viewed || public == nil {
		is, own := d.divided(view())
		next(&d.public, is)
		next(&d.own, own)
	} else {
		next(&d.public, public())
	}
	for _, c := range changes {
		if part := d.texts[c.Field]; part != nil {
			d.putText(changed, part, c, view())
		}
	}
	return changed
}

// putText brings the text of a value up to date, and adds it to what has changed.
func (d *Deriving) putText(changed Derived, part game.Column, c game.Change, view *game.State) {
	var text json.RawMessage
	if id := view.Find(c.Of); id != 0 {
		text = partText(view, part, id)
	}
	switch was := d.text[c.Field][c.Of]; {
	case string(was) == string(text):
		return
	case text == nil:
		delete(d.text[c.Field], c.Of)
		text = null
	default:
		d.text.put(c.Field, c.Of, text)
	}
	changed.put(c.Field, c.Of, text)
}

// divided returns the derived values of a view: the public ones and the others. It returns nil if the function of any
// value fails.
func (v *valueSorts) divided(view *game.State) (public, own Derived) {
	if v.public == nil && !v.viewed {
		return Derived{}, Derived{}
	}
	all, err := view.Derived()
	if err != nil {
		return nil, nil
	}
	public, own = Derived{}, v.inWords(view, all)
	for _, name := range v.public {
		if values := own[name]; values != nil {
			public[name] = values
			delete(own, name)
		}
	}
	return public, own
}

// PublicOf returns the derived values of a state that are the same for all observers.
func (d *Deriving) PublicOf(s *game.State) Derived {
	if d.valueSorts.public == nil {
		return nil
	}
	all, err := s.PublicDerived()
	if err != nil {
		return nil
	}
	return d.inWords(s, all)
}

// inWords puts texts in place of values whose type has them.
func (v *valueSorts) inWords(s *game.State, all Derived) Derived {
	for _, d := range v.words {
		for name := range all[d.String()] {
			all[d.String()][name] = textOf(d.Value(s, s.Find(name)))
		}
	}
	if all == nil {
		return Derived{}
	}
	return all
}

// textsOf returns the texts of the values of Parts.
func textsOf(view *game.State, parts map[string]game.Column) Derived {
	all := Derived{}
	for name, part := range parts {
		each(view, func(id game.ID) {
			if text := partText(view, part, id); text != nil {
				all.put(name, view.Name(id), text)
			}
		})
	}
	return all
}

// partText returns the text of a value, nil for the zero value.
func partText(view *game.State, part game.Column, id game.ID) json.RawMessage {
	v := part.Value(view, id)
	if reflect.ValueOf(v).IsZero() {
		return nil
	}
	return textOf(v)
}
