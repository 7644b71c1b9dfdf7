package explain

import (
	"cmp"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/plygame/ply/game"
)

// The picks, parts, effects, printed values and sights of a game are of types that depend on the
// game, or keep what they say to themselves. Here, and nowhere else, they are looked into.

// field returns what a struct, or what points to one, has in a field.
func field(v reflect.Value, name string) reflect.Value {
	f := reflect.Indirect(v).FieldByName(name)
	if !f.IsValid() {
		panic(fmt.Sprintf("%s has no field %s", v.Type(), name))
	}
	return f
}

// choiceFact is what a Pick declares.
type choiceFact struct {
	Name     string    `json:"name"`
	Prompt   string    `json:"prompt"`
	Asks     bool      `json:"asks"`   // the prompt depends on the state
	Sort     string    `json:"sort"`   // element, seat, number, value, text or kind
	By       string    `json:"by"`     // from, list, range or text
	Narrow   bool      `json:"narrow"` // some values are refused with a reason
	When     bool      `json:"when"`   // it is asked only where it applies
	Optional bool      `json:"optional"`
	Several  bool      `json:"several"`
	Repeat   bool      `json:"repeat"`
	Acts     bool      `json:"acts"` // it takes effect at once
	Text     *textFact `json:"text,omitempty"`

	named bool // its values have names
}

// textFact limits a text.
type textFact struct {
	Min     int    `json:"min"`
	Max     int    `json:"max"` // letters
	Pattern string `json:"pattern"`
}

func pickOf(c game.Choice) choiceFact {
	v := reflect.ValueOf(c)
	is := func(name string) bool { return !field(v, name).IsNil() }
	p := choiceFact{
		Name: field(v, "Name").String(), Prompt: field(v, "Prompt").String(), Asks: is("Ask"), Narrow: is("If"), When: is("When"),
		Optional: field(v, "Optional").Bool(), Several: is("Several"), Repeat: field(v, "Repeat").Bool(), Acts: is("Then"),
	}
	of := field(v, "List").Type().Out(0).Elem()
	p.Sort, p.named = sortOf(of), of.Implements(reflect.TypeFor[fmt.Stringer]())
	for _, by := range []string{"From", "List", "Range", "Text"} {
		if is(by) {
			p.By = strings.ToLower(by)
		}
	}
	if p.By == "text" {
		t := *field(v, "Text").Interface().(*game.Text)
		p.Text = &textFact{t.Min, cmp.Or(t.Max, 200), t.Pattern}
	}
	return p
}

// sortOf says what values of a type are to a player.
func sortOf(t reflect.Type) string {
	switch {
	case t == reflect.TypeFor[game.ID]():
		return "element"
	case t == reflect.TypeFor[game.Seat]():
		return "seat"
	case t == reflect.TypeFor[*game.Kind]():
		return "kind"
	case t.Kind() >= reflect.Int && t.Kind() <= reflect.Uint64:
		return "number"
	case t.Kind() == reflect.String:
		return "text"
	}
	return "value"
}

// columnFact is what a Part declares.
type columnFact struct {
	part    reflect.Value
	name    string
	of      reflect.Type
	seen    *sight // nil if it goes with the face
	private bool   // each seat has its own
	rolled  bool
	chosen  string // the pick that it is chosen with
}

func partOf(c game.Column) columnFact {
	v := reflect.ValueOf(c)
	method, _ := v.Type().MethodByName("Of")
	f := columnFact{part: v, of: method.Type.Out(0)}
	switch kind, _, _ := strings.Cut(reflect.Indirect(v).Type().Name(), "["); kind {
	case "Private":
		name := field(field(v, "of").Index(0), "name").String()
		f.name, f.private = strings.TrimSuffix(name, "/0"), true
	case "Secret":
		f.name = field(field(v, "Part"), "name").String()
		s := field(v, "s")
		if field(s, "explicit").Bool() {
			x := readSight(field(s, "seen"))
			f.seen = &x
		}
		f.rolled = !field(s, "roll").IsNil()
		if by := field(s, "pick"); !by.IsNil() {
			f.chosen = field(by.Elem(), "Name").String()
		}
	default:
		f.name = field(v, "name").String()
	}
	return f
}

// value returns the value on an element in words, nothing if it has no short ones; set is false
// for the zero value.
func (f columnFact) value(s *game.State, id game.ID) (text string, set bool) {
	v := f.part.MethodByName("Of").Call([]reflect.Value{reflect.ValueOf(s), reflect.ValueOf(id)})[0]
	switch of := v.Interface().(type) {
	case game.ID:
		text = s.Name(of)
	case game.Seat:
		text = of.String()
	case bool:
		text = map[bool]string{true: "yes", false: "no"}[of]
	case string:
		text = strconv.Quote(of)
	default:
		if sortOf(v.Type()) == "number" {
			text = fmt.Sprint(of)
		}
	}
	return text, !v.IsZero()
}

// effectFact is what an Effect declares.
type effectFact struct {
	Name     string `json:"name"`
	Of       string `json:"of"`       // what its data is
	Replaces string `json:"replaces"` // the effect that it happens instead of
	If       bool   `json:"if"`       // it does so under a condition
}

func effectsOf(r *game.Rules) []effectFact {
	all := []effectFact{}
	for _, e := range r.Effects {
		v := reflect.ValueOf(e)
		f := effectFact{Name: field(v, "Name").String(), Of: typeWords(field(v, "Do").Type().In(1)), If: !field(v, "If").IsNil()}
		if o := field(v, "Replaces"); !o.IsNil() {
			f.Replaces = field(o, "Name").String()
		}
		all = append(all, f)
	}
	return all
}

// printedOn returns what is printed on things of a kind and what their parts start with.
func printedOn(k *game.Kind) (printed, starts []string) {
	printed, starts = []string{}, []string{}
	for _, w := range k.With {
		v := reflect.ValueOf(w).Elem()
		text := ""
		if value := field(v, "value"); plain(value.Type()) {
			text = " " + fmt.Sprint(value)
		}
		if trait := v.FieldByName("trait"); trait.IsValid() {
			printed = append(printed, field(trait, "name").String()+text)
		} else {
			starts = append(starts, field(field(v, "part"), "name").String()+text)
		}
	}
	return printed, starts
}

// plain reports whether values of a type say something to a reader: functions and pointers do not.
func plain(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array, reflect.Slice:
		return plain(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if !plain(t.Field(i).Type) {
				return false
			}
		}
		return true
	}
	return t.Kind() >= reflect.Bool && t.Kind() <= reflect.Complex128 && t.Kind() != reflect.Uintptr || t.Kind() == reflect.String
}

func sightOf(x game.Sight) sight { return readSight(reflect.ValueOf(x)) }

// readSight reads a game.Sight.
func readSight(v reflect.Value) sight {
	x := sight{who: audience(field(v, "who").Uint()), plus: eyes(field(v, "plus").Uint()), minus: eyes(field(v, "minus").Uint()), rest: game.Back}
	if field(v, "hasRest").Bool() {
		x.rest = game.Level(field(v, "rest").Uint())
	}
	return x
}

// eyes returns the observers of bits; game.Nobody stands for the spectators.
func eyes(bits uint64) (all []game.Seat) {
	for x := range game.Seat(32) {
		if bits>>x&1 != 0 {
			all = append(all, x)
		}
	}
	if bits>>63 != 0 {
		all = append(all, game.Nobody)
	}
	return all
}

// nothing is the data of an effect that needs none.
const nothing = "nothing"

// typeWords says what data of a type is.
func typeWords(t reflect.Type) string {
	switch sort := sortOf(t); {
	case sort == "number" && t.Implements(reflect.TypeFor[fmt.Stringer]()):
		return an(strings.ToLower(t.Name()))
	case sort == "element":
		return "a thing on the table"
	case sort == "text":
		return "a text"
	case sort != "value":
		return "a " + sort
	}
	switch t.Kind() {
	case reflect.Bool:
		return "yes or no"
	case reflect.Array:
		return fmt.Sprintf("%d times %s", t.Len(), typeWords(t.Elem()))
	case reflect.Struct:
		var fields []string
		for i := range t.NumField() {
			fields = append(fields, t.Field(i).Name+": "+typeWords(t.Field(i).Type))
		}
		if len(fields) > 0 {
			return strings.Join(fields, ", ")
		}
		return nothing
	}
	return t.String()
}

// sameFunc reports whether two functions are the same method.
func sameFunc(a, b func(*game.Tx)) bool {
	return reflect.ValueOf(a).Pointer() == reflect.ValueOf(b).Pointer()
}
