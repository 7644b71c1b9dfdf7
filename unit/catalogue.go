package unit

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/plygame/ply/game"
)

// Field maps a name in a file to a Part or Trait. A value of the wrong type and an unknown name are faults.
type Field struct {
	name  string
	trait bool
	read  func(raw json.RawMessage) (game.With, error)
	keys  []string // of a record: the names of its fields
	words []string // the only texts that are allowed, if any
	least *int     // the lowest number that is allowed, if any
	kinds bool     // texts are names of kinds, with spaces between them
}

// NewField returns the field of a *game.Part or *game.Trait, with its name.
func NewField[T any](of interface {
	String() string
	Info() game.ValueInfo
	Is(v T) game.With
}) Field {
	return Field{name: of.String(), trait: of.Info().Trait, keys: keysOf(reflect.TypeFor[T]()),
		read: func(raw json.RawMessage) (game.With, error) {
			var v T
			if err := json.Unmarshal(raw, &v); err != nil {
				return nil, err
			}
			return of.Is(v), nil
		}}
}

// keysOf returns the names of the fields of a record in a file.
func keysOf(t reflect.Type) (keys []string) {
	for i := 0; t.Kind() == reflect.Struct && i < t.NumField(); i++ {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.IsExported() && name != "-" {
			keys = append(keys, cmp.Or(name, strings.ToLower(f.Name[:1])+f.Name[1:]))
		}
	}
	return keys
}

// As returns the field with a different name in files.
func (f Field) As(name string) Field {
	f.name = name
	return f
}

// OneOf returns the field of a text, or of a list of texts, that allows only these texts; none means all.
func (f Field) OneOf(words ...string) Field {
	f.words = words
	return f
}

// AtLeast returns the field of a number that allows no lower one.
func (f Field) AtLeast(n int) Field {
	f.least = &n
	return f
}

// OfKinds returns the field of a list of texts that are names of kinds of the same file: one, several with spaces
// between them, or none.
func (f Field) OfKinds() Field {
	f.kinds = true
	return f
}

// Fields returns the fields of this package: health (MaxHealth), points (MaxPoints), fits, slots and prop. The names of
// slots, if there are any, are the only ones that fits and slots may use.
func Fields(slots ...string) []Field {
	return []Field{NewField(MaxHealth).As("health").AtLeast(0), NewField(MaxPoints).As("points").AtLeast(0),
		NewField(Fits).OneOf(slots...), NewField(Slots).OneOf(slots...), NewField(Prop)}
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
		for _, k := range all.names {
			s.kinds = append(s.kinds, k.name)
		}
		for i, k := range all.names {
			if !nameForm.MatchString(k.name) {
				s.fault(k.at, "%q is not a name: use letters, digits, - and _, beginning with a letter", k.name)
			}
			kinds = append(kinds, c.kind(s, k, all.items[i]))
		}
	}
	if err := s.err(); err != nil {
		return nil, err
	}
	return kinds, nil
}

var nameForm = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`)

// MustRead is Read for files that are compiled into the program and tested; it panics with the faults. To report them
// like other faults of the rules, use Read and [Faulty].
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
	if !f.allows(s, of, n, raw) {
		return nil
	}
	w, err := f.read(raw)
	if err != nil {
		s.fault(n.at, "%s: %s: %s", of, name.name, misfit(err, raw))
		return nil
	}
	return w
}

// allows reports whether a value is one of those that the field lists; if not, that is a fault.
func (f Field) allows(s *source, of string, n *node, raw json.RawMessage) bool {
	faults := len(s.faults)
	for _, k := range n.names {
		if f.keys != nil && !slices.ContainsFunc(f.keys, func(key string) bool { return strings.EqualFold(key, k.name) }) {
			s.fault(k.at, "%s: %s: there is no %q; the fields are %s", of, f.name, k.name, strings.Join(f.keys, ", "))
		}
	}
	var text string
	var texts []string
	if json.Unmarshal(raw, &text) == nil {
		texts = []string{text}
	} else {
		_ = json.Unmarshal(raw, &texts) // read reports it
	}
	for _, text := range texts {
		if len(f.words) > 0 && !slices.Contains(f.words, text) {
			s.fault(n.at, "%s: %s: %q is not one of %s", of, f.name, text, strings.Join(f.words, ", "))
		}
		for _, name := range strings.Fields(text) {
			if f.kinds && !slices.Contains(s.kinds, name) {
				s.fault(n.at, "%s: %s: there is no kind %q", of, f.name, name)
			}
		}
	}
	var number float64
	if f.least != nil && json.Unmarshal(raw, &number) == nil && number < float64(*f.least) {
		s.fault(n.at, "%s: %s: %s is less than %d", of, f.name, raw, *f.least)
	}
	return len(s.faults) == faults
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

// Faulty returns rules that cannot be played because of an error, such as a mistake in a file that they are read from.
// Rules.Check reports it, so that a program with several games can say what is wrong, and play the others.
func Faulty(name string, err error) *game.Rules {
	return &game.Rules{Name: name, Seats: game.Exactly(1),
		Checks:  []func(*game.Rules) error{func(*game.Rules) error { return err }},
		Actions: []*game.Action{{Name: "pass", Do: func(*game.Tx) {}}}}
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

// Having returns the kinds that have a Trait.
func Having[T any](kinds []*game.Kind, trait *game.Trait[T]) []*game.Kind {
	return Those(kinds, func(k *game.Kind) bool {
		return slices.ContainsFunc(k.With, func(w game.With) bool { return w.Info().Trait && w.Info().Name == trait.String() })
	})
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
