package game

import (
	"fmt"
	"iter"
	"reflect"
	"strings"
	"unicode"
)

// TypeInfo describes the type of a value: of a Part, a Trait, a Derived, a Pick or the data of an Effect.
type TypeInfo struct {
	Name   string     // the name of the Go type
	Field  string     // the name of the field, if it is a field of a record
	Sort   string     // element, seat, kind, number, yes-no, text, list, record, nothing or other
	Named  bool       // values have their own text (String)
	Bits   bool       // for a number: unsigned, so it may be a set of bits
	Len    int        // for a list: its fixed length
	Fields []TypeInfo // of a record; for a list, the type of its items
}

// ValueInfo describes something that has values: a Part, a Derived, a Trait or Part with its value on a Kind,
// or an Effect with its data.
type ValueInfo struct {
	Name  string
	Label string // the name people see, if different
	Type  TypeInfo
	Look  Look

	Trait   bool   // it is printed on a Kind
	Derived bool   // it is computed
	Private bool   // each seat has its own value, and sees no other
	Rolled  bool   // it is drawn at random
	Chosen  string // the Pick it is chosen with
	Seen    *Sight // who sees it; nil if it is seen with the face of its element
	Value   string // on a Kind: the value as text, if any

	OnSeats  bool     // for a Derived: it is shown on the seats; for a Part: so is a zero
	OnTable  bool     // for a Derived: it is shown on the table
	Public   bool     // for a Derived: every observer sees the same value
	From     []string // for a Derived: the Parts it depends on, if it names them
	Replaces string   // for an Effect: the one it happens in place of
	If       bool     // for an Effect: it replaces only under a condition
}

// PickInfo describes a Pick.
type PickInfo struct {
	Name   string
	Prompt string
	Look   Look
	Type   TypeInfo
	By     string // from, list, range or text
	Text   *Text  // for a pick by text

	Asks     bool // the prompt depends on the state
	When     bool // the pick does not always apply
	If       bool // some values are refused with a reason
	Optional bool
	Several  bool
	Repeat   bool
	Most     int  // how many values From returns at most, 0 if it does not say
	Then     bool // it takes effect as soon as it is chosen
}

// Open reports whether everyone sees everything.
func (x Sight) Open() bool { return (x.who == inherited || x.who == toAll) && x.minus == 0 }

// Info returns who sees the faces: all, owner, none or rule, empty if the enclosing place decides; who else
// sees them and who does not, where Nobody stands for the spectators; and what the others see.
func (x Sight) Info() (by string, and, but []Seat, others Level) {
	by = [...]string{inherited: "", toAll: "all", toOwner: "owner", toNone: "none", toRule: "rule"}[x.who]
	if others = Back; x.hasRest {
		others = x.rest
	}
	return by, seatsOf(x.plus), seatsOf(x.minus), others
}

// seatsOf returns the observers in a bit mask.
func seatsOf(m uint64) (all []Seat) {
	for bit := range 64 {
		if m>>uint(bit)&1 != 0 {
			all = append(all, seatOf(bit))
		}
	}
	return all
}

// Info describes the pick.
func (p *Pick[T]) Info() PickInfo {
	info := PickInfo{Name: p.Name, Prompt: p.Prompt, Look: p.Look, Type: typeInfo(reflect.TypeFor[T]()),
		Asks: p.Ask != nil, When: p.When != nil, If: p.If != nil,
		Optional: p.Optional, Several: p.Several != nil, Repeat: p.Repeat, Most: p.Most, Then: p.Then != nil}
	switch {
	case p.From != nil:
		info.By = "from"
	case p.List != nil && p.Text == nil:
		info.By = "list"
	case p.Range != nil:
		info.By = "range"
	case p.Text != nil:
		text := *p.Text
		text.Max = text.most()
		info.By, info.Text = "text", &text
	}
	return info
}

// Info describes the part.
func (p *Part[T]) Info() ValueInfo {
	info := valueInfo(reflect.TypeFor[T](), p.name, p.Look())
	info.OnSeats = p.facts.onSeats
	return info
}

// Info describes the part.
func (x *Secret[T]) Info() ValueInfo {
	info := valueInfo(reflect.TypeFor[T](), x.of.name, x.Look())
	info.OnSeats = x.of.facts.onSeats
	if x.s.explicit {
		seen := x.s.seen
		info.Seen = &seen
	}
	info.Rolled = x.s.roll != nil
	if x.s.pick != nil {
		info.Chosen = x.s.pick.Info().Name
	}
	return info
}

// Info describes the part.
func (p *Private[T]) Info() ValueInfo {
	info := valueInfo(reflect.TypeFor[T](), p.String(), p.Look())
	info.Private = true
	return info
}

// Info describes the value.
func (d *Derived[T]) Info() ValueInfo {
	info := valueInfo(reflect.TypeFor[T](), d.facts.name, d.facts.look)
	info.Derived, info.Public = true, d.facts.public
	info.OnSeats, info.OnTable = d.facts.seats, d.facts.table
	for _, p := range d.facts.from {
		info.From = append(info.From, p.String())
	}
	return info
}

// Info describes the effect.
func (e *Effect[T]) Info() ValueInfo {
	info := valueInfo(reflect.TypeFor[T](), e.Name, Look{})
	info.If = e.If != nil
	if e.Replaces != nil {
		info.Replaces = e.Replaces.Name
	}
	return info
}

// Info describes the part, with the value it gives; the value is empty if each element gets its own.
func (g *given[T]) Info() ValueInfo {
	info := g.part.Info()
	if g.nth == nil {
		info.Value = valueWords(g.value)
	}
	return info
}

// Info describes the trait, with its value.
func (w *printed[T]) Info() ValueInfo {
	return ValueInfo{Name: w.trait.name, Type: typeInfo(reflect.TypeFor[T]()), Trait: true, Value: valueWords(w.value)}
}

func valueInfo(of reflect.Type, name string, look Look) ValueInfo {
	return ValueInfo{Name: name, Label: look.Label, Type: typeInfo(of), Look: look}
}

// valueWords writes plain data as text: of a record, the fields that are set, by name; of a list, the items. Functions and
// pointers are left out.
func valueWords(v any) string {
	if t := reflect.TypeOf(v); t == nil || !isData(t) {
		return ""
	}
	return dataWords(reflect.ValueOf(v))
}

func dataWords(v reflect.Value) string {
	var all []string
	switch t := v.Type(); {
	case t.Implements(stringer) && v.CanInterface():
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); f.Kind() == reflect.Bool && f.Bool() {
				all = append(all, spaced(t.Field(i).Name))
			} else if !f.IsZero() {
				all = append(all, spaced(t.Field(i).Name)+" "+dataWords(f))
			}
		}
		return strings.Join(all, ", ")
	case v.Kind() == reflect.Array, v.Kind() == reflect.Slice:
		for i := range v.Len() {
			if text := dataWords(v.Index(i)); text != "" {
				all = append(all, text)
			}
		}
		return strings.Join(all, ", ")
	}
	return fmt.Sprint(v)
}

// spaced writes the name of a field as words: MaxHealth as max health.
func spaced(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

var stringer = reflect.TypeFor[fmt.Stringer]()

func typeInfo(t reflect.Type) TypeInfo {
	info := TypeInfo{Name: t.String(), Sort: "other", Named: t.Implements(stringer)}
	switch k := t.Kind(); {
	case t == idType:
		info.Sort = "element"
	case t == seatType:
		info.Sort = "seat"
	case t == kindType:
		info.Sort = "kind"
	case k == reflect.Bool:
		info.Sort = "yes-no"
	case k >= reflect.Int && k <= reflect.Uint64:
		info.Sort, info.Bits = "number", k >= reflect.Uint
	case k == reflect.String:
		info.Sort = "text"
	case k == reflect.Array, k == reflect.Slice:
		info.Sort, info.Fields = "list", []TypeInfo{typeInfo(t.Elem())}
		if k == reflect.Array {
			info.Len = t.Len()
		}
	case k == reflect.Struct && t.NumField() == 0:
		info.Sort = "nothing"
	case k == reflect.Struct:
		info.Sort = "record"
		for i := range t.NumField() {
			field := typeInfo(t.Field(i).Type)
			field.Field = t.Field(i).Name
			info.Fields = append(info.Fields, field)
		}
	}
	return info
}

// Values yields the nonzero values of all Parts on these elements, seats, places or the table, or on all of
// them if none is given. Each is a Change from nothing: Of is the name of the element, Field is the name of
// the Part, and Is is the value as JSON, as in saves. Names that begin with @ belong to the kernel.
func (s *State) Values(of ...Element) iter.Seq[Change] {
	return func(yield func(Change) bool) {
		for slot, c := range s.cols {
			part := s.rules.c.parts[slot].part()
			value := func(id ID) bool {
				return c.blank(id) || yield(Change{s.Name(id), part.name, part.blank, string(c.encode(nil, s, id))})
			}
			for _, e := range of {
				if id := idOf(e); id != 0 && id < min(s.n, c.size()) && !value(id) {
					return
				}
			}
			for id := Root; of == nil && id < min(s.n, c.size()); id++ {
				if !value(id) {
					return
				}
			}
		}
	}
}

// Value returns the value on the element, like Of, for callers that do not know the type of the Part.
func (p *Part[T]) Value(r Reader, e Element) any { return p.Of(r, e) }

// Value returns the value on the element.
func (x *Secret[T]) Value(r Reader, e Element) any { return x.of.Of(r, e) }

// Value returns the value on the element, like Of, for callers that do not know the type of the value.
func (d *Derived[T]) Value(r Reader, e Element) any { return d.Of(r, e) }

// Value returns the value of the seat whose view this is. On any other state it is nil, because there is no
// single value.
func (p *Private[T]) Value(r Reader, e Element) any {
	if seat, ok := stateOf(r).Viewer(); ok && seat >= 0 {
		return p.Of(r, seat, e)
	}
	return nil
}

// ActionsOf returns the actions that seats can choose in an Act or a Together, with those that the flow has added; nil
// for other steps, and for those of other rules.
func (r *Rules) ActionsOf(step Step) (all []*Action) {
	if r.Check() != nil {
		return nil
	}
	for _, n := range r.c.nodes {
		if n.rests() && n.step == step {
			for _, a := range n.actions {
				all = append(all, a.Action)
			}
			break
		}
	}
	return all
}

// Ties reports whether the rules declare Tie for a seat that is stuck, and for a deadlock.
func (r *Rules) Ties() (stuck, deadlock bool) { return ties(r.Stuck), ties(r.Deadlock) }

func ties(f func(*Tx)) bool {
	return reflect.ValueOf(f).Pointer() == reflect.ValueOf((*Tx).Tie).Pointer()
}

// Action returns the action with this name, nil if there is none.
func (r *Rules) Action(name string) *Action {
	if r.c == nil {
		return nil
	}
	if a := r.c.byAction[name]; a != nil {
		return a.Action
	}
	return nil
}
