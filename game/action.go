package game

import "iter"

// Action is something a seat may do.
type Action struct {
	Name  string
	Label string // the name people see; Name if empty

	Description string // what players should know about it

	// Reads is how the move appears in the log, with {seat} and the names of picks: "{seat} plays {card} on
	// {whom}". If nothing was chosen for a pick, the words before it are left out too. By default, a move
	// appears as the label and the values chosen.
	Reads string

	// Notation returns how the game's own notation writes a move on a state before it, such as Nf3. The log then shows
	// that instead of Reads, unless it is "". It is for games in which everyone sees everything.
	Notation func(s *State, m Move) string

	If    Test     // when the action is available
	Pick  []Choice // the choices it needs, in this order
	Check Test     // checked last, with all picks chosen
	Do    func(*Tx)

	// At is the place on the table that stands for an action without picks: a click on the deck draws a card. For a
	// place with Each, it is the acting seat's own.
	At *Place

	NoUndo bool // the move cannot be undone
	Secret bool // other seats see neither the action nor its picks
	Pass   bool // the action is a pass: State.Passes counts passes in a row

	rules *Rules
	own   ownAction
}

// ownAction is what an action that the kernel adds to a flow does.
type ownAction uint8

const (
	stops     ownAction = iota + 1 // the seat stops acting
	withdraws                      // the seat takes back its secret choice
)

// Stops reports whether a flow has added the action so that a seat can stop before it has made all its moves.
func (a *Action) Stops() bool { return a.own == stops }

// Withdraws reports whether a flow has added the action so that a seat can take back its secret choice.
func (a *Action) Withdraws() bool { return a.own == withdraws }

// Actions yields all actions of the game, available or not: first those listed in Rules.Actions, then those
// that only the flow uses.
func (s *State) Actions() iter.Seq[*Action] {
	return func(yield func(*Action) bool) {
		for _, a := range s.rules.c.actions {
			if !yield(a.Action) {
				return
			}
		}
	}
}

// action is an Action compiled by Check.
type action struct {
	*Action
	no       int
	ofKernel bool // the flow has added it
	picks    []*pick
	acts     bool // one of the picks acts at once
	calm     bool // after it, no function of the rules is called, and the turn passes on unless the action says otherwise
	plain    bool // one pick of elements, and nothing else to ask
	pair     bool // two plain picks, and nothing else to ask except If
	chain    bool // see chains
	hops     bool // a plain pick, then one that chains and has nothing else to ask
	pairs    bool // a plain pick and one of a Set, which may have an If; further picks have a When
	visited  bool // its moves can only be counted by visiting them: a pick before the last one acts, or one takes free text
}

// chains reports whether the last pick is the only one that acts, and continues as long as it can, so that every
// move that has begun can be completed.
func (a *action) chains() bool {
	last := len(a.picks) - 1
	if a.Check != nil || last < 0 || a.picks[last].then == nil || !a.picks[last].repeat || a.picks[last].several != nil {
		return false
	}
	for _, p := range a.picks[:last] {
		if p.then != nil || p.repeat || p.several != nil || p.optional {
			return false
		}
	}
	return true
}
