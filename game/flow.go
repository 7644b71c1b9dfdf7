package game

import "slices"

// Step is a part of the order of play: Steps, Phase, Loop, EachSeat, ForEach, Act, Together, If,
// Switch, FirstOpen or Run. Rules.Flow is the whole of it.
type Step interface{ build(*flowBuilder) *node }

// Steps are done one after the other.
type Steps []Step

// Phase is a named part of the game.
type Phase struct {
	Name  string
	Label string // what people call it; the Name if empty

	If    Test           // it is passed over unless this holds
	Begin func(*Tx)      // called when it begins
	End   func(*Tx)      // called when it has ended
	EndIf func(*Tx) bool // asked after every move in it, inner phases first: it ends at once
	Do    Step           // nothing, if nil
}

// Loop does its Step again and again.
type Loop struct {
	While func(*Tx) bool // asked before each time; nil means always
	Times func(*Tx) int  // how often, asked once when it begins; nil means without end
	Max   int            // how often at most, 0 for any number
	Do    Step
}

// EachSeat does its Step for one seat after the other: within it, Tx.Seat is that seat.
type EachSeat struct {
	Name  string
	Order []Ordering // made of all seats in turn when it begins, from the one that begins the game; who is eliminated is left out
	Do    Step
}

// Ordering makes an order of seats out of another, which it may write to: see Reverse, From,
// Skip and the others.
type Ordering func(t *Tx, seats []Seat) []Seat

// ForEach does its Step for each of some elements: those that there are when it begins, in the
// order in which they lie on the table, less those that have left the game since.
type ForEach struct {
	Name string
	Over func(*Tx) Set
	Do   Step
}

// Act lets one seat act.
type Act struct {
	Name    string
	Label   string
	Ask     func(*Tx) *Line // what the seat is asked, where the actions do not say it all
	Who     func(*Tx) Seat  // the seat of the step around, if nil
	Actions []*Action       // what it may do; those of Rules.Actions, if there are none

	// Min and Max say how many moves it makes; it may stop, by the action "done" or one that is a
	// Pass, after Min of them, and a Max below 0 means any number. A seat that can do nothing before it has made
	// Min is a Fault, unless there is a Rules.Stuck. Both 0 means one move, or none if it can
	// do nothing.
	Min, Max int

	If    func(*Tx) bool // it is passed over unless this holds
	Until func(*Tx) bool // asked after every move: it ends at once
}

// Together lets several seats act, in any order.
type Together struct {
	Name    string
	Label   string
	Ask     func(*Tx) *Line // what the seats are asked, where the actions do not say it all
	Who     func(*Tx) Set   // all seats that are still in the game, if nil; asked once
	Actions []*Action       // what they may do; those of Rules.Actions, if there are none

	Min, Max int // how many moves each makes, as for Act

	// Secret moves are kept until every seat has made its own, then done in the order of the
	// seats: nobody sees what the others have chosen until then. Until then, each may take its
	// own back by the action "withdraw". All of them are done, also that of a seat which is
	// eliminated by one before, and what was chosen may have left the game by then.
	Secret bool

	Until func(*Tx) bool // asked after every move: it ends at once, for all
}

// If does one Step or the other.
type If struct {
	If   func(*Tx) bool
	Then Step
	Else Step // nothing, if nil
}

// Switch does the Step that is named.
type Switch struct {
	On      func(*Tx) string
	Case    map[string]Step
	Default Step // if there is no such case; nil makes that a Fault
}

// FirstOpen does the first of its phases whose If holds, or nothing. A phase that consists of
// a FirstOpen is open only if one of those in it is.
type FirstOpen []*Phase

// Run calls a function and passes on.
type Run func(*Tx)

// TurnByTurn is the usual game of turns: each seat after the other goes through the phases,
// again and again, until there is an Outcome. The start of the first phase and the end of the last
// one are those of the turn.
func TurnByTurn(phases ...*Phase) Step {
	all := make(Steps, len(phases))
	for i, p := range phases {
		all[i] = p
	}
	return &Loop{Do: &EachSeat{Name: "turn", Do: all}}
}

// UntilAllPass lets the seats act one after the other, in this order, until all of them have
// passed in a row (Action.Pass): a round of bidding, or of answers to a card. What is called
// in between counts as no pass.
func UntilAllPass(act *Act, order ...Ordering) Step {
	open := func(t *Tx) bool { return t.Passes() < t.inOrder(order) }
	return Steps{
		Run(func(t *Tx) { t.passes = 0 }),
		&Loop{While: open, Do: &EachSeat{Order: order, Do: &If{If: open, Then: act}}},
	}
}

// Reverse turns the order round.
func Reverse(_ *Tx, seats []Seat) []Seat {
	slices.Reverse(seats)
	return seats
}

// From begins with this seat and goes round from there; where it is not among the seats, with
// the next one that is.
func From(seat func(*Tx) Seat) Ordering {
	return func(t *Tx, seats []Seat) []Seat { return rotate(t, seats, seat(t)) }
}

// LeftOf begins with the seat after this one, which comes last: the dealer.
func LeftOf(seat func(*Tx) Seat) Ordering {
	return func(t *Tx, seats []Seat) []Seat { return rotate(t, seats, seat(t)+1) }
}

// Continue begins with the seat after the one that has moved last.
func Continue(t *Tx, seats []Seat) []Seat { return rotate(t, seats, t.flowMover+1) }

func rotate(t *Tx, seats []Seat, first Seat) []Seat {
	n := Seat(t.seats)
	for k := range n {
		if i := slices.Index(seats, ((first+k)%n+n)%n); i >= 0 {
			slices.Reverse(seats[:i])
			slices.Reverse(seats[i:])
			slices.Reverse(seats)
			break
		}
	}
	return seats
}

// Only keeps the seats for which the question holds.
func Only(holds func(*Tx, Seat) bool) Ordering {
	return func(t *Tx, seats []Seat) []Seat {
		kept := seats[:0]
		for _, x := range seats {
			if holds(t, x) {
				kept = append(kept, x)
			}
		}
		return kept
	}
}

// Skip leaves out the seats for which the question holds.
func Skip(holds func(*Tx, Seat) bool) Ordering {
	return Only(func(t *Tx, x Seat) bool { return !holds(t, x) })
}
