package game

import "iter"

// Action is what a seat may do.
type Action struct {
	Name  string
	Label string // what people call it; the Name if empty

	Description string // what players should know of it

	// Reads is how a move reads in the log, with {seat} and the names of picks: "{seat} plays {card} on {whom}". Words before
	// a pick for which nothing was chosen are left out with it. Without Reads it is the label and what was chosen.
	Reads string

	If    Test     // when it may be done at all
	Pick  []Choice // what must be chosen for it, in this order
	Check Test     // asked last, with all picks chosen
	Do    func(*Tx)

	NoUndo bool // it cannot be taken back
	Secret bool // other seats do not see that it is chosen, nor what is picked
	Pass   bool // it is a pass: State.Passes counts those in a row

	rules *Rules
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
	visited  bool // its moves cannot be counted without visiting them: picks act before the last one, or take free text
}

// withdraws reports whether the action takes back what the seat has chosen in secret.
func (a *action) withdraws() bool { return a.ofKernel && a.Name == Withdraw }
