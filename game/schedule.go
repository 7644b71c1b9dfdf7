package game

import "strings"

// Occasion is when a scheduled effect happens: when the step in Start next begins, or the step in End next
// ends. The step must be a named Phase or a named EachSeat; for an EachSeat it is the start or end of a turn.
// An Occasion with neither means as soon as the current action has ended.
type Occasion struct {
	Start, End Step

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
	onRest // before the game waits: due after the action, but scheduled after it ended
)

// step returns the step, and whether it is its start or end.
func (w Occasion) step() (Step, moment) {
	switch {
	case w.Start != nil:
		return w.Start, onStart
	case w.End != nil:
		return w.End, onEnd
	}
	return nil, onAction
}

// Times makes the effect happen n times.
func (w Occasion) Times(n int) Occasion {
	if n < 1 || n > 1<<30 {
		panic(faultf("Times is called with %d: it must be 1 or more; use Always for every time", n))
	}
	w.times = n - 1
	return w
}

// Always makes the effect happen every time.
func (w Occasion) Always() Occasion {
	w.times = -1
	return w
}

// With binds the effect to an element: if the element leaves the game, the effect is removed.
func (w Occasion) With(id ID) Occasion {
	w.with = id
	return w
}

// For limits the effect to turns of this seat.
func (w Occasion) For(seat Seat) Occasion {
	w.seat, w.seated = seat, true
	return w
}

// due is the Part of a scheduled effect that holds when it happens.
type due struct {
	Effect string
	Step   string
	At     uint8
	Left   int32 // times after the next, -1 for always
	With   ID
	For    int8   // the seat plus 1, 0 for any
	By     int8   // the seat that scheduled it, plus 1
	Not    string // effects that do not replace it, because they have postponed it themselves
}

// kernelEffect is the kind of waiting effects.
var (
	kernelEffect = &Kind{Name: "@effect"}
	duePart      = NewPart[due]("@due")
)

// Schedule makes an effect happen later, and returns the element that represents it. The element is in a
// place of the kernel; Remove cancels it. Everyone sees it, unless it is hidden; then Rules.Guess must make
// up what the seats that do not see it could expect.
func (t *Tx) Schedule(d Deed, when Occasion) ID {
	t.mustDeclare(d)
	step, at := when.step()
	x := due{Effect: d.effectName(), At: uint8(at), Left: int32(when.times), With: when.with, By: int8(t.Seat) + 1}
	switch {
	case when.Start != nil && when.End != nil:
		panic(faultf("effect %q is scheduled with both Start and End: set only one", x.Effect))
	case at == onAction:
		if t.flowing && when.times == 0 && !when.seated {
			x.At = uint8(onRest)
		}
	default:
		no, ok := t.rules.c.stepOf(step)
		if !ok {
			panic(faultf("effect %q is scheduled for a step that cannot be used: %s", x.Effect, unnamed(step)))
		}
		n := t.rules.c.nodes[no]
		if n.kind != nodePhase && n.kind != nodeEachSeat {
			panic(faultf("effect %q is scheduled for step %q, which is neither a Phase nor an EachSeat: wrap the step in a Phase", x.Effect, n.name))
		}
		x.Step = n.name
	}
	if when.seated {
		t.mustSeat(when.seat, false)
		x.For = int8(when.seat) + 1
	}
	if when.with != 0 && !t.Alive(when.with) {
		panic(faultf("effect %q is bound (With) to element %s, but %s", x.Effect, t.nameInFault(when.with),
			t.absence(when.with)))
	}
	return t.keepDeed(d, x)
}

// keepDeed puts a deed into the place of waiting effects.
func (t *Tx) keepDeed(d Deed, x due) ID {
	for i, e := range t.instead {
		if i > 0 {
			x.Not += " "
		}
		x.Not += e.named()
	}
	id := t.Create(kernelEffect, t.rules.c.waiting)
	t.Give(id, Nobody)
	duePart.set(t, id, x)
	d.keep(t, id)
	return id
}

// afterAction performs what is due after an action, and what that schedules in turn.
func (t *Tx) afterAction() {
	flowing := t.flowing
	t.flowing = true
	t.due(nil, t.Seat, onAction)
	for t.due(nil, t.Seat, onRest) {
	}
	t.flowing = flowing
}

// due performs what is scheduled for this moment, in the order it was scheduled. It reports whether there was
// anything.
func (t *Tx) due(n *node, seat Seat, at moment) (some bool) {
	place := t.rules.c.waiting
	if place == 0 || t.at(place).first == 0 || t.over != running {
		return false
	}
	for id := range t.In(place) {
		x := duePart.of(t.State, id)
		if x.With != 0 && !t.Alive(x.With) {
			t.Remove(id)
			continue
		}
		if moment(x.At) != at || n != nil && x.Step != n.name || x.For != 0 && Seat(x.For-1) != seat {
			continue
		}
		was := t.Seat
		t.Seat, t.did, some = seat, true, true
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
				duePart.set(t, id, x)
			}
			t.applyKept(e, id, x)
		}
		t.Seat = was
		if t.over != running {
			break
		}
	}
	return some
}

// applyKept performs a postponed effect.
func (t *Tx) applyKept(e AnyEffect, id ID, x due) {
	was := len(t.instead)
	for name := range strings.FieldsSeq(x.Not) {
		t.instead = append(t.instead, t.rules.effect(name))
	}
	e.applyKept(t, id)
	t.instead = t.instead[:was]
}

// doKept performs an effect for the last time.
func (t *Tx) doKept(e AnyEffect, id ID) {
	x := duePart.of(t.State, id)
	duePart.set(t, id, due{}) // it must not become due again while it runs
	t.applyKept(e, id, x)
	if t.Alive(id) {
		t.Remove(id)
	}
}

// Cancel removes everything scheduled with the element (Occasion.With).
func (t *Tx) Cancel(id ID) {
	t.writing()
	if t.rules.c.waiting != 0 {
		t.unbind(id)
	}
}

// unbind removes the effects that are bound to an element.
func (t *Tx) unbind(id ID) {
	for e := range t.In(t.rules.c.waiting) {
		if e != id && duePart.of(t.State, e).With == id {
			t.Remove(e)
		}
	}
}
