package game

// Test is a condition, wherever rules have one. It may say why it does not hold, by Tx.Refuse.
type Test func(*Tx) bool

// When makes a Test of a question; words say why it does not hold.
func When(words string, holds func(*Tx) bool) Test {
	return func(t *Tx) bool { return holds(t) || t.Refuse(words) }
}

// And holds when this test and all the others do; the first that does not gives the reason.
func (x Test) And(others ...Test) Test {
	return func(t *Tx) bool {
		if !x(t) {
			return false
		}
		for _, o := range others {
			if !o(t) {
				return false
			}
		}
		return true
	}
}

// Or holds when this test or one of the others does; the last one gives the reason.
func (x Test) Or(others ...Test) Test {
	return func(t *Tx) bool {
		if x(t) {
			return true
		}
		for _, o := range others {
			if o(t) {
				return true
			}
		}
		return false
	}
}

// Not holds when the test does not; words say why not.
func (x Test) Not(words string) Test {
	return When(words, func(t *Tx) bool { return !x(t) })
}

// Refuse says why a condition does not hold, and answers false. So a condition with its reason is
// one expression:
//
//	return t.Count(heap) > 0 || t.Refuse("heap {0} is empty", heap)
//
// Where nobody reads the reason, as in simulation, it costs nothing. Elements among the arguments
// are called by their labels in a view and in games without secrets, else by name.
func (t *Tx) Refuse(text string, args ...any) bool {
	if t.listening {
		t.reason = &Line{Text: text, Args: keep(text, args)}
	}
	return false
}

// The reasons of conditions that give none.
const (
	notNow      = "it cannot be done now"
	notTogether = "these choices do not go together"
	notThis     = "it cannot be chosen"
)

// meets reports whether a Test holds, which may only look. Its reason is not read.
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

// why returns the reason that a condition gives, which may only look; nil if it holds.
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

// says returns the line that a function answers, which may only look.
func (t *Tx) says(line func(*Tx) *Line) *Line {
	was := t.looking
	t.looking = true
	l := line(t)
	t.looking = was
	return l
}
