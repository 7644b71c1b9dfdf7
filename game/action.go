package game

import "iter"

// Action is what a seat may do.
type Action struct {
	Name  string
	Label string // what people call it; the Name if empty

	Description string // what players should know of it

	If    Test     // when it may be done at all
	Pick  []Choice // what must be chosen for it, in this order
	Check Test     // asked last, with all picks chosen
	Do    func(*Tx)

	NoUndo  bool // it cannot be taken back
	Secret  bool // other seats do not see that it is chosen, nor what is picked
	Pass    bool // it is a pass: State.Passes counts those in a row
	Predict bool // a client may show its result before the server has answered

	rules *Rules
}

// Test is a condition that says why not: it answers nil when it holds.
type Test func(*Tx) *Line

// When makes a Test of a question; words say why not.
func When(words string, holds func(*Tx) bool) Test {
	why := Because(words)
	return func(t *Tx) *Line {
		if holds(t) {
			return nil
		}
		return why
	}
}

// All holds when every test does; the first that does not gives the reason.
func All(tests ...Test) Test {
	return func(t *Tx) *Line {
		for _, test := range tests {
			if why := test(t); why != nil {
				return why
			}
		}
		return nil
	}
}

// Any holds when one of the tests does; the last gives the reason.
func Any(tests ...Test) Test {
	return func(t *Tx) (why *Line) {
		for _, test := range tests {
			if why = test(t); why == nil {
				return nil
			}
		}
		return why
	}
}

// Not holds when the test does not; words say why not.
func Not(words string, test Test) Test {
	return When(words, func(t *Tx) bool { return test(t) != nil })
}

// Actions yields all actions of the game, whether they can be done now or not: those that the rules
// list, then those that only the flow has.
func (s *State) Actions() iter.Seq[*Action] {
	return func(yield func(*Action) bool) {
		for _, a := range s.rules.c.actions {
			if !yield(a.Action) {
				return
			}
		}
	}
}

// action is an Action as Check has compiled it.
type action struct {
	*Action
	no       int
	ofKernel bool // done, withdraw
	picks    []*pick
	acts     bool // one of the picks acts at once
	calm     bool // nothing is asked after it, and the turn goes on unless it says otherwise
	plain    bool // one pick of elements, nothing else to ask
	pair     bool // two plain picks, nothing else to ask but If

	// bulk is the action without its last pick and check, if the choices of that pick can
	// be counted without visiting them.
	bulk *action
}
