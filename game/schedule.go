package game

import "strings"

// Occasion says when a scheduled effect is done: when the step in Start begins next, or the one in End
// ends next; that is a named Phase, or a turn of a named EachSeat. An Occasion of neither means as soon as
// the action that is being done has ended.
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
	onRest // before the game waits: what is to be done after the action, but was scheduled after it
)

// step returns when in which step it is.
func (w Occasion) step() (Step, moment) {
	switch {
	case w.Start != nil:
		return w.Start, onStart
	case w.End != nil:
		return w.End, onEnd
	}
	return nil, onAction
}

// Times means that it is done so many times.
func (w Occasion) Times(n int) Occasion {
	if n < 1 || n > 1<<30 {
		panic(faultf("an effect is scheduled %d times: Times takes 1 or more, and Always is for every time", n))
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
	step, at := when.step()
	x := due{Effect: d.effectName(), At: uint8(at), Left: int32(when.times), With: when.with, By: int8(t.Seat) + 1}
	switch {
	case when.Start != nil && when.End != nil:
		panic(faultf("effect %q is scheduled for the Start of one step and the End of another: take one", x.Effect))
	case at == onAction:
		if t.flowing && when.times == 0 && !when.seated {
			x.At = uint8(onRest)
		}
	default:
		no, ok := t.rules.c.stepOf(step)
		if !ok {
			panic(faultf("effect %q is scheduled for a step, but %s", x.Effect, unnamed(step)))
		}
		n := t.rules.c.nodes[no]
		if n.kind != nodePhase && n.kind != nodeEachSeat {
			panic(faultf("effect %q is scheduled for step %q, which is neither a Phase nor an EachSeat: put it into a Phase", x.Effect, n.name))
		}
		x.Step = n.name
	}
	if when.seated {
		t.mustSeat(when.seat, false)
		x.For = int8(when.seat) + 1
	}
	if when.with != 0 && !t.Alive(when.with) {
		panic(faultf("effect %q is bound (With) to element %s, but %s", x.Effect, t.called(when.with), t.absence(when.with)))
	}
	return t.keepDeed(d, x)
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
	duePart.set(t, id, x)
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

// applyKept does an effect that was put off.
func (t *Tx) applyKept(e AnyEffect, id ID, x due) {
	was := len(t.instead)
	for name := range strings.FieldsSeq(x.Not) {
		t.instead = append(t.instead, t.rules.effect(name))
	}
	e.applyKept(t, id)
	t.instead = t.instead[:was]
}

// doKept does an effect for the last time.
func (t *Tx) doKept(e AnyEffect, id ID) {
	x := duePart.of(t.State, id)
	duePart.set(t, id, due{}) // it is not due again while it is done
	t.applyKept(e, id, x)
	if t.Alive(id) {
		t.Remove(id)
	}
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
		if e != id && duePart.of(t.State, e).With == id {
			t.Remove(e)
		}
	}
}
