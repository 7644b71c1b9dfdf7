package game

import (
	"fmt"
	"strings"
)

func (c *compiled) stepOf(s Step) (int16, bool) {
	switch s.(type) { // other steps cannot be compared
	case *Phase, *EachSeat, *Act, *Together, namedStep:
		no, ok := c.stepNo[s]
		return no, ok
	}
	return 0, false
}

// unnamed explains why a step cannot be referred to by name.
func unnamed(s Step) string {
	if isNil(s) {
		return "it is nil"
	}
	what := strings.TrimPrefix(strings.TrimPrefix(fmt.Sprintf("%T", s), "*"), "game.")
	switch name, can := stepName(s); {
	case !can:
		return fmt.Sprintf("a %s cannot have a Name: use a Phase, EachSeat, ForEach, Act or Together", what)
	case name == "":
		return fmt.Sprintf("the %s has no Name: give it one", what)
	default:
		return fmt.Sprintf("%s %q is neither in Rules.Flow nor in Rules.Calls", what, name)
	}
}

// stepName returns the name of a step; false if that type of step cannot have one.
func stepName(s Step) (name string, can bool) {
	switch s := s.(type) {
	case *Phase:
		return s.Name, true
	case *EachSeat:
		return s.Name, true
	case namedStep:
		return s.stepName(), true
	case *Act:
		return s.Name, true
	case *Together:
		return s.Name, true
	}
	return "", false
}

// Call makes the game run a named step, from Rules.Calls or the flow, as soon as the current action or effect
// has ended: a reaction, an interruption, a turn within a turn. When the step has ended, the effect happens,
// if there is one, and play continues where it was. During the step, Effect.In returns the data of the
// effect, and Edit changes it. Call returns the element that represents the effect, or 0 if there is none.
func (t *Tx) Call(step Step, then Deed) ID {
	t.writing()
	no, ok := t.rules.c.stepOf(step)
	if !ok {
		panic(faultf("Call got a step that cannot be called: %s", unnamed(step)))
	}
	c := call{step: no, seat: t.Seat}
	if then != nil {
		t.mustDeclare(then)
		c.then = t.keepDeed(then, due{Effect: then.effectName(), By: int8(t.Seat) + 1})
	}
	t.calls = append(t.calls, c)
	return c.then
}

// call is a step waiting to begin.
type call struct {
	step int16
	seat Seat
	then ID
}

// pushCalls begins the called steps, the one called first on top.
func (t *Tx) pushCalls() {
	if len(t.calls) == 0 {
		return
	}
	if len(t.State.pending) > 0 {
		panic(faultf("step %q is called while seats choose in secret: call it before or after they do\n%s",
			t.rules.c.nodes[t.calls[0].step].name, t.flowStack()))
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

// resume applies the effect that was waiting for a called step.
func (t *Tx) resume(id ID, seat Seat) {
	t.passes, t.did = 0, true
	if id == 0 || !t.Alive(id) {
		return
	}
	was := t.Seat
	t.Seat = seat
	t.doKept(t.rules.effect(duePart.of(t.State, id).Effect), id)
	t.Seat = was
}
