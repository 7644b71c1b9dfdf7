package unit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/plygame/ply/game"
)

// Field maps a name in a file to a Part or Trait. A value of the wrong type and an unknown name are faults.
type Field struct {
	name  string
	trait bool
	read  func(raw json.RawMessage) (game.With, error)
}

// NewField returns the field of a *game.Part or *game.Trait, with its name.
func NewField[T any](of interface {
	String() string
	Info() game.ValueInfo
	Is(v T) game.With
}) Field {
	return Field{of.String(), of.Info().Trait, func(raw json.RawMessage) (game.With, error) {
		var v T
		d := json.NewDecoder(bytes.NewReader(raw))
		d.DisallowUnknownFields()
		if err := d.Decode(&v); err != nil {
			return nil, err
		}
		return of.Is(v), nil
	}}
}

// As returns the field with a different name in files.
func (f Field) As(name string) Field {
	f.name = name
	return f
}

// Fields returns the fields of this package: health (MaxHealth), points (MaxPoints), fits, slots and prop.
func Fields() []Field {
	return []Field{NewField(MaxHealth).As("health"), NewField(MaxPoints).As("points"), NewField(Fits), NewField(Slots),
		NewField(Prop)}
}

// Catalogue reads Kinds from JSON:
//
//	{"bow": {"label": "Bow", "health": 2, "range": 4}}
//
// Each kind has the label, description, picture, shape and color of its Look, and the fields of the catalogue.
type Catalogue struct {
	Fields []Field
	Look   game.Look // of all kinds, if a definition does not say otherwise
}

// Read returns the kinds of a file in their order. The error lists every fault with file, line and column.
func (c *Catalogue) Read(file string, text []byte) ([]*game.Kind, error) {
	s := &source{file: file, text: text}
	var kinds []*game.Kind
	all := s.read()
	if all != nil && s.isObject(all, "the file") {
		for i, k := range all.names {
			if slices.ContainsFunc(kinds, func(o *game.Kind) bool { return o.Name == k.name }) {
				s.fault(k.at, "there are two definitions of %s", k.name)
			}
			kinds = append(kinds, c.kind(s, k, all.items[i]))
		}
	}
	if err := s.err(); err != nil {
		return nil, err
	}
	return kinds, nil
}

// MustRead is Read for files that are compiled into the program; it panics with the faults.
func (c *Catalogue) MustRead(file string, text []byte) []*game.Kind {
	kinds, err := c.Read(file, text)
	if err != nil {
		panic(err)
	}
	return kinds
}

func (c *Catalogue) kind(s *source, of key, n *node) *game.Kind {
	k := &game.Kind{Name: of.name, Look: c.Look}
	if !s.isObject(n, of.name) {
		return k
	}
	looks := map[string]*string{"label": &k.Look.Label, "description": &k.Description, "picture": &k.Look.Picture,
		"shape": &k.Look.Shape, "color": &k.Look.Color}
	for i, name := range n.names {
		if to := looks[name.name]; to != nil {
			s.into(n.items[i], of.name+": "+name.name, to)
		} else if w := c.value(s, of.name, name, n.items[i], true); w != nil {
			k.With = append(k.With, w)
		}
	}
	return k
}

// value reads the value of a field. Traits are printed on a kind: they can be set there and nowhere else.
func (c *Catalogue) value(s *source, of string, name key, n *node, onKind bool) game.With {
	i := slices.IndexFunc(c.Fields, func(f Field) bool { return f.name == name.name })
	if i < 0 {
		s.fault(name.at, "%s: there is no field %q; the fields are %s", of, name.name, c.names(onKind))
		return nil
	}
	f := c.Fields[i]
	if f.trait && !onKind {
		s.fault(name.at, "%s: %s is printed on the kind and cannot be changed; you can change %s", of, name.name,
			c.names(false))
		return nil
	}
	raw := n.raw
	if raw == nil {
		raw = s.whole(n)
	}
	w, err := f.read(raw)
	if err != nil {
		s.fault(n.at, "%s: %s: %s", of, name.name, misfit(err, raw))
		return nil
	}
	return w
}

// names lists the fields that can be set.
func (c *Catalogue) names(onKind bool) string {
	var names []string
	for _, f := range c.Fields {
		if onKind || !f.trait {
			names = append(names, f.name)
		}
	}
	slices.Sort(names)
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// Those returns the kinds for which fit returns true.
func Those(kinds []*game.Kind, fit func(k *game.Kind) bool) (those []*game.Kind) {
	for _, k := range kinds {
		if fit(k) {
			those = append(those, k)
		}
	}
	return those
}

// Named returns the kind with this name. It panics if there is none, because names in rules are not user input.
func Named(kinds []*game.Kind, name string) *game.Kind {
	for _, k := range kinds {
		if k.Name == name {
			return k
		}
	}
	panic(fmt.Sprintf("there is no kind %q", name))
}
