package game

import (
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"unsafe"
)

// Test is a condition in the rules. It may explain why it does not hold, with Tx.Refuse.
type Test func(*Tx) bool

// When makes a Test from a function; words say why it does not hold.
func When(words string, holds func(*Tx) bool) Test {
	return func(t *Tx) bool { return holds(t) || t.because(Line{Text: words}) }
}

// And holds when this test and all the others hold. The reason combines all tests that do not hold; those
// after the first are evaluated only if the reason is read.
func (x Test) And(others ...Test) Test {
	return func(t *Tx) bool {
		if !t.evaluate(x) {
			return t.also(others)
		}
		for i, o := range others {
			if !t.evaluate(o) {
				return t.also(others[i+1:])
			}
		}
		return true
	}
}

// Or holds when this test or one of the others holds. If none does, the reason combines all of them.
func (x Test) Or(others ...Test) Test {
	return func(t *Tx) bool {
		if t.evaluate(x) {
			return true
		}
		for _, o := range others {
			before := t.reason
			if t.evaluate(o) {
				return true
			}
			if t.listening {
				t.reason = before.joined(t.reason)
			}
		}
		return false
	}
}

// evaluate clears the recorded reason and evaluates a test.
func (t *Tx) evaluate(test Test) bool {
	if t.listening {
		t.reason = nil
	}
	return t.tested(test)
}

// tested evaluates a test, with its own node where conditions are traced.
func (t *Tx) tested(test Test) bool {
	if t.conditions == nil {
		return test(t)
	}
	outer := t.conditions
	x := Trace{Of: "condition"}
	t.conditions = &x.Below
	x.Can = test(t)
	if t.conditions = outer; !x.Can && t.reason != nil {
		why := t.reason.reason(t.State)
		x.Why = &why
	}
	*outer = append(*outer, x)
	return x.Can
}

// also adds the reasons of further tests that do not hold, and returns false.
func (t *Tx) also(others []Test) bool {
	if !t.listening {
		return false
	}
	for _, o := range others {
		before := t.reason
		t.reason = nil
		if !t.evaluateAfterFailure(o) {
			before = before.joined(t.reason)
		}
		t.reason = before
	}
	return false
}

// evaluateAfterFailure evaluates a test although an earlier one does not hold. The test may rely on that one: if it
// panics, it adds no reason.
func (t *Tx) evaluateAfterFailure(test Test) (holds bool) {
	m := t.mark()
	was, looking, depth := t.choosing, t.looking, t.depth
	defer func() {
		if recover() != nil {
			holds = true
			t.choosing, t.looking, t.depth = was, looking, depth
		}
		t.rollback(&m)
	}()
	return t.tested(test)
}

// Not holds when the test does not; words say why not.
func (x Test) Not(words string) Test {
	return func(t *Tx) bool {
		holds, known := t.lastTest.of(x, t.Seat)
		if !known {
			holds = x(t)
		}
		return !holds || t.Refuse(words)
	}
}

// testResult is the result of the If of one action, kept while those of the next actions are evaluated: if one of
// them is the Not of it, it is not evaluated again. Everything that may write drops it.
type testResult struct {
	test  uint64 // its identity, 0 for none
	seat  Seat
	holds bool
}

// of returns the result of the test for the seat, if it is the one that is kept.
func (a *testResult) of(test Test, seat Seat) (holds, known bool) {
	return a.holds, a.test != 0 && a.test == test.identity() && a.seat == seat
}

// identity returns a number that two Tests share only if they are the same function with the same variables.
// The rules keep both of them alive.
func (x Test) identity() uint64 { return uint64(*(*uintptr)(unsafe.Pointer(&x))) }

// opens reports whether the If of an action holds, and keeps the answer.
func (t *Tx) opens(a *action) bool {
	if a.If == nil {
		return true
	}
	holds := t.meets(a.If)
	t.lastTest = testResult{a.If.identity(), t.Seat, holds}
	return holds
}

// Refuse records why a condition does not hold, and returns false. So a condition with its reason is
// one expression:
//
//	return t.Count(heap) > 0 || t.Refuse("heap {0} is empty", heap)
//
// In Do, Then and other functions that act, it refuses nothing: it only returns false, so that they can
// evaluate the same conditions, and the move goes ahead. To forbid something, use If or Check.
//
// If the reason is not read, as in simulation, Refuse costs nothing. Elements among the arguments appear
// by their labels in a view and in games without secrets, otherwise by name.
func (t *Tx) Refuse(text string, args ...any) bool {
	if t.listening {
		return t.because(Line{Text: text, Args: copyArgs(text, args)})
	}
	if t.talking && !t.looking {
		t.unheard = append(t.unheard, unheard(text)...)
	}
	return false
}

// unheard returns the text of a Refuse with its position, if a function that the kernel calls to act calls it itself, and
// not in a condition.
func unheard(text string) []string {
	var pcs [8]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs[:])])
	at, _ := frames.Next()
	if by, _ := frames.Next(); !strings.HasPrefix(by.Function, kernelPrefix) {
		return nil
	}
	return []string{fmt.Sprintf("%q (%s:%d)", text, filepath.Base(at.File), at.Line)}
}

// because records a reason if it is read, and returns false.
func (t *Tx) because(l Line) bool {
	if t.listening {
		kept := l // so that only reasons that are read take memory
		t.reason = &kept
	}
	return false
}

// Unheard returns the texts given to Refuse during the last move in Do itself, or another function that acts, with their
// positions in the code. It refuses nothing there; ply check warns of it.
func (s *State) Unheard() []string {
	if s.messages == nil {
		return nil
	}
	return slices.Clone(s.messages.unheard)
}

// The default reasons of conditions.
const (
	notNow      = "it is not available now"
	notTogether = "these choices cannot be combined"
	notThis     = "it cannot be chosen"
)

// meets reports whether a Test holds, which may only read. Its reason is not read.
func (t *Tx) meets(test Test) bool {
	if test == nil {
		return true
	}
	looking, listening := t.looking, t.listening
	t.looking, t.listening = true, false
	holds := test(t)
	t.looking, t.listening = looking, listening
	return holds
}

// unmet returns why a Test does not hold, nil if it does.
func (t *Tx) unmet(test Test, otherwise string) *Line {
	if test == nil {
		return nil
	}
	return t.why(otherwise, func() bool { return test(t) })
}

// why returns the reason of a condition, which may only read; nil if it holds.
func (t *Tx) why(otherwise string, holds func() bool) *Line {
	looking, listening, before := t.looking, t.listening, t.reason
	t.looking, t.listening, t.reason = true, true, nil
	ok, reason := holds(), t.reason
	t.looking, t.listening, t.reason = looking, listening, before
	switch {
	case ok:
		return nil
	case reason == nil || reason.Text == "":
		return &Line{Text: otherwise}
	}
	return reason
}

// says returns the result of a function that may only read.
func (t *Tx) says(line func(*Tx) *Line) *Line {
	was := t.looking
	t.looking = true
	l := line(t)
	t.looking = was
	return l
}
