package game

import (
	"fmt"
	"reflect"
	"slices"
	"sync"
)

// Effect is a named change with its data. It can happen now (Tx.Apply), later (Tx.Schedule), after a called
// step (Tx.Call), or in place of another effect. Rules.Effects lists them.
type Effect[T comparable] struct {
	Name string
	Do   func(t *Tx, v T)

	// Replaces makes this effect happen in place of another one when If holds. It may apply the other effect
	// itself, with different data, or postpone it (Schedule, Call); then it does not replace that effect again.
	Replaces *Effect[T]
	If       func(t *Tx, v T) bool

	part *Part[T]
	by   []AnyEffect // the effects that replace it
	of   *Rules
}

// Deed is an Effect with its data.
type Deed interface {
	apply(t *Tx)
	keep(t *Tx, id ID)
	declared(r *Rules) string
	effectName() string
}

// AnyEffect is an Effect of any type, as listed in Rules.Effects.
type AnyEffect interface {
	Info() ValueInfo
	compile(r *Rules, report func(string, ...any)) Column
	link(report func(string, ...any))
	applyKept(t *Tx, id ID)
	named() string
	text() string
	uses() []use
	missing() bool
}

type deed[T comparable] struct {
	e *Effect[T]
	v T
}

// effectPart returns the Part that holds the data of an effect. All rules with an effect of this name and
// type share it.
func effectPart[T comparable](name string) *Part[T] {
	key := partKey{name, reflect.TypeFor[T]()}
	if p, ok := effectParts.Load(key); ok {
		return p.(*Part[T])
	}
	p, _ := effectParts.LoadOrStore(key, NewPart[T]("@do-"+name))
	return p.(*Part[T])
}

type partKey struct {
	name string
	of   reflect.Type
}

var effectParts sync.Map

// With returns the effect with its data.
func (e *Effect[T]) With(v T) Deed { return deed[T]{e, v} }

func (e *Effect[T]) named() string { return e.Name }

func (e *Effect[T]) missing() bool { return e == nil }

// text is what the effect contributes to the digest of the rules. The form of its data comes from its Part.
func (e *Effect[T]) text() string {
	if e.Replaces == nil {
		return ""
	}
	return fmt.Sprint(e.Replaces.Name, " ", e.If != nil)
}

// uses returns its functions.
func (e *Effect[T]) uses() []use { return []use{{"", e.Do}, {"If", e.If}} }

// In returns the data of this effect while it waits for the current call to end: what a reaction is about.
// Outside of such a call it is a Fault.
func (e *Effect[T]) In(r Reader) (v T) {
	s := stateOf(r)
	id := e.waiting(s)
	if id == 0 { // the effect is hidden from the viewer
		return v
	}
	return e.part.of(s, id)
}

// waiting returns the element that holds the effect until the current call has ended.
func (e *Effect[T]) waiting(s *State) ID {
	if e.of != s.rules {
		panic(undeclaredf("effect %q is not declared: add it to Rules.Effects of %s", e.Name, s.rules.Name))
	}
	for i := len(s.flow) - 1; i >= 0; i-- {
		if f := &s.flow[i]; s.rules.c.nodes[f.node].kind == nodeCall && f.at != 0 {
			if duePart.of(s, ID(f.at)).Effect == e.Name {
				return ID(f.at)
			}
		}
	}
	if s.view != nil {
		return 0
	}
	panic(faultf("effect %q is not waiting for a call: use In and Edit only within the step of Tx.Call(step, effect)",
		e.Name))
}

// Edit changes the data of this effect while it waits for the current call to end. With it, a reaction
// changes what will happen.
func (e *Effect[T]) Edit(t *Tx, edit func(*T)) {
	v := e.In(t.State)
	edit(&v)
	e.part.set(t, e.waiting(t.State), v)
}

// link registers it with the effect that it replaces.
func (e *Effect[T]) link(report func(string, ...any)) {
	switch o := e.Replaces; {
	case o == nil && e.If != nil:
		report("effect %q has an If, but no Replaces: set Replaces, or check the condition in its Do", e.Name)
	case o == nil:
	case o == e:
		report("effect %q replaces itself", e.Name)
	case o.of != e.of:
		report("effect %q replaces %q, which is not declared: add it to Rules.Effects", e.Name, o.Name)
	default:
		o.by = append(o.by, e)
	}
}

func (e *Effect[T]) compile(r *Rules, report func(string, ...any)) Column {
	switch {
	case !validName(e.Name):
		report("effect %q: %s", e.Name, nameRule)
	case e.Do == nil:
		report("effect %q does nothing: give it a Do", e.Name)
	case e.of != nil && e.of != r:
		report("effect %q is already used by other Rules; build the rules in a function, so that each has its own", e.Name)
		return effectPart[T](e.Name)
	}
	e.of, e.by = r, nil
	e.part = effectPart[T](e.Name)
	if e.part.facts.bad != "" {
		report("effect %q: %s", e.Name, e.part.facts.bad)
	}
	return e.part
}

func (e *Effect[T]) applyKept(t *Tx, id ID) {
	v := e.part.of(t.State, id)
	t.Apply(e.With(v))
}

func (d deed[T]) effectName() string { return d.e.Name }

func (d deed[T]) declared(r *Rules) string {
	if d.e == nil || d.e.of != r {
		name := "nil"
		if d.e != nil {
			name = d.e.Name
		}
		return "effect " + name + " is not declared: add it to Rules.Effects of " + r.Name
	}
	return ""
}

func (d deed[T]) keep(t *Tx, id ID) { d.e.part.set(t, id, d.v) }

// apply performs the effect, or the first declared effect that replaces it and is not already running.
func (d deed[T]) apply(t *Tx) {
	for _, o := range d.e.by {
		by := o.(*Effect[T])
		if slices.Contains(t.instead, AnyEffect(by)) {
			continue
		}
		if by.If == nil || evaluate(t, t.Seat, func(t *Tx) bool { return by.If(t, d.v) }) {
			t.instead = append(t.instead, by)
			t.nest(func() { by.With(d.v).apply(t) })
			t.instead = t.instead[:len(t.instead)-1]
			return
		}
	}
	t.nest(func() { d.e.Do(t, d.v) })
}

// Apply performs an effect now, or the effect declared to replace it.
func (t *Tx) Apply(d Deed) {
	t.mustDeclare(d)
	d.apply(t)
}

func (t *Tx) mustDeclare(d Deed) {
	t.writing()
	if d == nil {
		panic(faultf("a nil effect is applied or scheduled: use one from Rules.Effects, with its data (With)"))
	}
	if why := d.declared(t.rules); why != "" {
		panic(faultf("%s", why))
	}
}

func (r *Rules) effect(name string) AnyEffect {
	for _, e := range r.Effects {
		if e.named() == name {
			return e
		}
	}
	panic(faultf("there is no effect %q", name))
}
