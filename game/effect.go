package game

import (
	"reflect"
	"slices"
	"strings"
	"sync"
)

// Effect is a named change with its data: done now (Tx.Apply), later (Tx.Schedule), when a
// called step has ended (Tx.Call), or instead of another. Rules.Effects lists them.
type Effect[T comparable] struct {
	Name string
	Do   func(t *Tx, v T)

	// Replaces makes this effect happen instead of another one, when If holds. It may apply that
	// one itself, with other data, or put it off (Schedule, Call): then it is not asked again.
	Replaces *Effect[T]
	If       func(t *Tx, v T) bool

	part *Part[T]
	by   []AnyEffect // what replaces it
	of   *Rules
}

// Deed is an Effect with its data.
type Deed interface {
	apply(t *Tx)
	keep(t *Tx, id ID)
	declared(r *Rules) string
	effectName() string
}

// AnyEffect is an Effect of any type, as Rules.Effects lists them.
type AnyEffect interface {
	compile(r *Rules, report func(string, ...any)) Column
	link(report func(string, ...any))
	applyKept(t *Tx, id ID)
	named() string
	missing() bool
}

type deed[T comparable] struct {
	e *Effect[T]
	v T
}

// effectPart returns the Part that the data of an effect is kept in: one for all rules that have
// an effect of this name and type.
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

// In returns the data of this effect where it waits for the present call to end: what the
// reaction is about. It is a Fault outside of such a call.
func (e *Effect[T]) In(s *State) (v T) {
	id := e.waiting(s)
	if id == 0 { // what waits is hidden from the viewer
		return v
	}
	return e.part.Of(s, id)
}

// waiting returns the element that keeps the effect until the present call has ended.
func (e *Effect[T]) waiting(s *State) ID {
	if e.of != s.rules {
		panic(faultf("effect %q is asked for, but it is none of %s", e.Name, s.rules.Name))
	}
	for i := len(s.flow) - 1; i >= 0; i-- {
		if f := &s.flow[i]; s.rules.c.nodes[f.node].kind == nodeCall && f.at != 0 {
			if duePart.Of(s, ID(f.at)).Effect == e.Name {
				return ID(f.at)
			}
		}
	}
	if s.view != nil {
		return 0
	}
	panic(faultf("effect %q is asked for, but it waits for no call", e.Name))
}

// Edit changes the data of this effect where it waits for the present call to end: a reaction
// says what is to come of it.
func (e *Effect[T]) Edit(t *Tx, edit func(*T)) {
	v := e.In(t.State)
	edit(&v)
	e.part.Set(t, e.waiting(t.State), v)
}

// link enters it with the effect that it replaces.
func (e *Effect[T]) link(report func(string, ...any)) {
	switch o := e.Replaces; {
	case o == nil && e.If != nil:
		report("effect %q has an If, but replaces nothing", e.Name)
	case o == nil:
	case o == e:
		report("effect %q replaces itself", e.Name)
	case o.of != e.of:
		report("effect %q replaces %q, which is not in Rules.Effects", e.Name, o.Name)
	default:
		o.by = append(o.by, e)
	}
}

func (e *Effect[T]) compile(r *Rules, report func(string, ...any)) Column {
	switch {
	case !validName(e.Name):
		report("effect %q: %s", e.Name, nameRule)
	case e.Do == nil:
		report("effect %q does nothing: it has no Do", e.Name)
	case e.of != nil && e.of != r:
		report("effect %q belongs to other rules already; make the rules in a function", e.Name)
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
	v := e.part.Of(t.State, id)
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

func (d deed[T]) keep(t *Tx, id ID) { d.e.part.Set(t, id, d.v) }

// apply does the effect, or the first declared one that is to happen instead and is not being
// done already.
func (d deed[T]) apply(t *Tx) {
	for _, o := range d.e.by {
		by := o.(*Effect[T])
		if slices.Contains(t.instead, AnyEffect(by)) {
			continue
		}
		if by.If == nil || ask(t, t.Seat, func(t *Tx) bool { return by.If(t, d.v) }) {
			t.instead = append(t.instead, by)
			t.nest(func() { by.With(d.v).apply(t) })
			t.instead = t.instead[:len(t.instead)-1]
			return
		}
	}
	t.nest(func() { d.e.Do(t, d.v) })
}

// Apply does an effect now, or what is declared to happen instead.
func (t *Tx) Apply(d Deed) {
	t.mustDeclare(d)
	d.apply(t)
}

func (t *Tx) mustDeclare(d Deed) {
	t.writing()
	if d == nil {
		panic(faultf("an effect is nil"))
	}
	if why := d.declared(t.rules); why != "" {
		panic(faultf("%s", why))
	}
}

// Occasion says when a scheduled effect is done.
type Occasion struct {
	at     moment
	step   Step
	times  int // 0 for once, -1 for always
	with   ID
	seat   Seat
	seated bool
}

type moment uint8

const (
	onStart moment = iota + 1
	onEnd
	onAction
	onRest // before the game waits: what is to be done after the action, but was scheduled after it
)

// AtStart means: when the named step (a Phase, or a turn of an EachSeat) begins next.
func AtStart(step Step) Occasion { return Occasion{at: onStart, step: step} }

// AtEnd means: when the named step (a Phase, or a turn of an EachSeat) ends next.
func AtEnd(step Step) Occasion { return Occasion{at: onEnd, step: step} }

// AfterAction means: as soon as the action that is being done has ended.
var AfterAction = Occasion{at: onAction}

// Times means that it is done so many times.
func (w Occasion) Times(n int) Occasion {
	if n < 1 || n > 1<<30 {
		panic(faultf("an effect is scheduled %d times", n))
	}
	w.times = n - 1
	return w
}

// Always means that it is done every time.
func (w Occasion) Always() Occasion {
	w.times = -1
	return w
}

// With binds it to an element: it is gone with that.
func (w Occasion) With(id ID) Occasion {
	w.with = id
	return w
}

// For means: only in a turn of this seat.
func (w Occasion) For(seat Seat) Occasion {
	w.seat, w.seated = seat, true
	return w
}

// due is the Part of a scheduled effect that says when it is done.
type due struct {
	Effect string
	Step   string
	At     uint8
	Left   int32 // times after the next, -1 for ever
	With   ID
	For    int8   // a seat and 1, 0 for any
	By     int8   // the seat that scheduled it and 1
	Not    string // effects that do not replace it: they have put it off themselves
}

// kernelEffect is the kind of what waits to be done.
var (
	kernelEffect = &Kind{Name: "@effect"}
	duePart      = NewPart[due]("@due")
)

// Schedule makes an effect be done later, and returns the element that stands for it: it lies
// in a place of the kernel, and Remove takes it back. Everyone sees it, unless it is hidden; then
// Rules.Guess must say what a seat could think of it.
func (t *Tx) Schedule(d Deed, when Occasion) ID {
	t.mustDeclare(d)
	x := due{Effect: d.effectName(), At: uint8(when.at), Left: int32(when.times), With: when.with, By: int8(t.Seat) + 1}
	switch {
	case when.at == 0:
		panic(faultf("effect %q is scheduled for no time: see AtStart, AtEnd and AfterAction", x.Effect))
	case when.at == onAction:
		if t.flowing && when.times == 0 {
			x.At = uint8(onRest)
		}
	default:
		no, ok := t.rules.c.stepOf(when.step)
		if !ok {
			panic(faultf("effect %q is scheduled for a step that is not in the flow, or has no Name", x.Effect))
		}
		n := t.rules.c.nodes[no]
		if n.kind != nodePhase && n.kind != nodeEachSeat {
			panic(faultf("effect %q is scheduled for step %q, which is neither a Phase nor an EachSeat", x.Effect, n.name))
		}
		x.Step = n.name
	}
	if when.seated {
		t.mustSeat(when.seat, false)
		x.For = int8(when.seat) + 1
	}
	if when.with != 0 && !t.Alive(when.with) {
		panic(faultf("effect %q is bound to an element that is not in the game", x.Effect))
	}
	return t.keepDeed(d, x)
}

func (c *compiled) stepOf(s Step) (int16, bool) {
	switch s.(type) { // the others cannot be compared
	case *Phase, *EachSeat, *Act, *Together, *ForEach:
		no, ok := c.stepNo[s]
		return no, ok
	}
	return 0, false
}

// keepDeed puts a deed into the place of what waits to be done.
func (t *Tx) keepDeed(d Deed, x due) ID {
	for i, e := range t.instead {
		if i > 0 {
			x.Not += " "
		}
		x.Not += e.named()
	}
	id := t.Create(kernelEffect, t.rules.c.waiting)
	t.Give(id, Nobody)
	duePart.Set(t, id, x)
	d.keep(t, id)
	return id
}

// afterAction does what is due after an action, and what that schedules in turn.
func (t *Tx) afterAction() {
	flowing := t.flowing
	t.flowing = true
	t.due(nil, t.Seat, onAction)
	for t.due(nil, t.Seat, onRest) {
	}
	t.flowing = flowing
}

// due does what is scheduled for this moment, in the order it was scheduled in. It reports whether
// there was something.
func (t *Tx) due(n *node, seat Seat, at moment) (any bool) {
	place := t.rules.c.waiting
	if place == 0 || t.at(place).first == 0 || t.over != running {
		return false
	}
	for id := range t.In(place) {
		x := duePart.Of(t.State, id)
		if x.With != 0 && !t.Alive(x.With) {
			t.Remove(id)
			continue
		}
		if moment(x.At) != at || n != nil && x.Step != n.name || x.For != 0 && Seat(x.For-1) != seat {
			continue
		}
		was := t.Seat
		t.Seat, t.did, any = seat, true, true
		if at == onRest {
			t.Seat = Seat(x.By - 1)
		}
		e := t.rules.effect(x.Effect)
		switch {
		case x.Left == 0:
			t.doKept(e, id)
		default:
			if x.Left > 0 {
				x.Left--
				duePart.Set(t, id, x)
			}
			t.applyKept(e, id, x)
		}
		t.Seat = was
		if t.over != running {
			break
		}
	}
	return any
}

// applyKept does an effect that was put off.
func (t *Tx) applyKept(e AnyEffect, id ID, x due) {
	was := len(t.instead)
	for name := range strings.FieldsSeq(x.Not) {
		t.instead = append(t.instead, t.rules.effect(name))
	}
	e.applyKept(t, id)
	t.instead = t.instead[:was]
}

func (r *Rules) effect(name string) AnyEffect {
	for _, e := range r.Effects {
		if e.named() == name {
			return e
		}
	}
	panic(faultf("there is no effect %q", name))
}

// doKept does an effect for the last time.
func (t *Tx) doKept(e AnyEffect, id ID) {
	x := duePart.Of(t.State, id)
	duePart.Set(t, id, due{}) // it is not due again while it is done
	t.applyKept(e, id, x)
	if t.Alive(id) {
		t.Remove(id)
	}
}

// Call lets the game go through a named step, of Rules.Calls or of the flow, as soon as what is
// being done has ended: a reaction, an interruption, a turn within a turn. When that step has
// ended, the effect is done, if there is one, and the game goes on where it was. Within the
// step, Effect.In tells the data of the effect, and Edit changes it. Call returns the element
// that stands for the effect, 0 if there is none.
func (t *Tx) Call(step Step, then Deed) ID {
	t.writing()
	no, ok := t.rules.c.stepOf(step)
	if !ok {
		panic(faultf("a step is called that has no Name, or is neither in Rules.Calls nor in Rules.Flow"))
	}
	c := call{step: no, seat: t.Seat}
	if then != nil {
		t.mustDeclare(then)
		c.then = t.keepDeed(then, due{Effect: then.effectName(), By: int8(t.Seat) + 1})
	}
	t.calls = append(t.calls, c)
	return c.then
}

// call is a step that is to begin.
type call struct {
	step int16
	seat Seat
	then ID
}

// pushCalls begins what was called; what was called first is done first.
func (t *Tx) pushCalls() {
	if len(t.calls) == 0 {
		return
	}
	if len(t.State.pending) > 0 {
		panic(faultf("a step is called while seats choose in secret\n%s", t.flowStack()))
	}
	callNode := int16(len(t.rules.c.nodes) - 1)
	for i := len(t.calls) - 1; i >= 0; i-- {
		c := t.calls[i]
		t.push(callNode, c.seat)
		t.top().at = int32(c.then)
		t.push(c.step, c.seat)
	}
	t.passes = 0
	t.calls = t.calls[:0]
}

// resume does what was to be done after a called step.
func (t *Tx) resume(id ID, seat Seat) {
	t.passes, t.did = 0, true
	if id == 0 || !t.Alive(id) {
		return
	}
	was := t.Seat
	t.Seat = seat
	t.doKept(t.rules.effect(duePart.Of(t.State, id).Effect), id)
	t.Seat = was
}

// Cancel takes back everything that is scheduled with the element (Occasion.With).
func (t *Tx) Cancel(id ID) {
	t.writing()
	if t.rules.c.waiting != 0 {
		t.unbind(id)
	}
}

// unbind removes the effects that are bound to an element.
func (t *Tx) unbind(id ID) {
	for e := range t.In(t.rules.c.waiting) {
		if e != id && duePart.Of(t.State, e).With == id {
			t.Remove(e)
		}
	}
}
