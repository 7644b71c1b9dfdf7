package game

import (
	"errors"
	"fmt"
)

// Code is the type of a Refusal: Over, NoSeat, NotYourTurn, NoAction, Unavailable, Missing, Surplus, NotOffered,
// Malformed, Rejected, Damaged or TooMany; see go doc game.Over for their meanings. The words of a Refusal may change
// between versions of a game; its code does not.
type Code string

// The codes of a Refusal.
const (
	Over        Code = "over"        // the game has ended
	NoSeat      Code = "no-seat"     // there is no such seat
	NotYourTurn Code = "not-turn"    // it is another seat's turn
	NoAction    Code = "no-action"   // the game has no such action
	Unavailable Code = "unavailable" // the action's If does not hold, or nothing can be chosen for it
	Missing     Code = "missing"     // a pick has no value yet
	Surplus     Code = "surplus"     // more picks or values than the action takes
	NotOffered  Code = "not-offered" // a value that cannot be chosen
	Malformed   Code = "malformed"   // the input cannot be read at all
	Rejected    Code = "rejected"    // the Check of the whole move does not hold
	Damaged     Code = "damaged"     // a save, record or change is broken or belongs to another game
	TooMany     Code = "too-many"    // more moves than can be listed
)

// Refusal is the reason why an input was not accepted. The same state and the same input always give the same
// Refusal, word for word; the state does not change.
type Refusal struct {
	Code   Code
	Action string // the action it is about, if any
	Pick   string // the pick it is about, if any
	Why    Line   // the reason, in words that can be translated
}

func (r *Refusal) Error() string {
	switch {
	case r.Pick != "":
		return r.Action + ", " + r.Pick + ": " + r.Why.String()
	case r.Action != "":
		return r.Action + ": " + r.Why.String()
	}
	return r.Why.String()
}

func refuse(c Code, text string, args ...any) *Refusal {
	return &Refusal{Code: c, Why: *NewLine(text, args...)}
}

// CodeOf returns the code of the Refusal in err's chain, or "" if there is none.
func CodeOf(err error) Code {
	if r, ok := errors.AsType[*Refusal](err); ok {
		return r.Code
	}
	return ""
}

// Fault is a bug in a game's rules, found while they ran. It names the action or function that failed, the
// seat and the number of the move. The state before the move is still valid.
type Fault struct {
	Game   string
	Action string // empty if something other than the action failed
	Where  string // the function that failed, if it is not the action's own: "End of phase night"
	Seat   Seat
	Move   int
	Why    string
	At     string // the line of the rules' code, such as "main.go:19"; empty if none was running
	Stack  string // the call stack of the rules, if they panicked

	Undeclared bool // the rules use a Place, Kind, Part, Derived or Effect that they do not declare
}

func (f *Fault) Error() string {
	where := f.Game
	switch {
	case f.Action != "":
		where += fmt.Sprintf(": action %s of %s, move %d", f.Action, f.Seat, f.Move+1)
		if f.Where != "" {
			where += ": " + f.Where
		}
	case f.Where != "" && f.Seat != Nobody:
		where += fmt.Sprintf(": %s, %s, move %d", f.Where, f.Seat, f.Move+1)
	case f.Where != "":
		where += fmt.Sprintf(": %s, move %d", f.Where, f.Move+1)
	case f.Game != "":
		where += fmt.Sprintf(": move %d", f.Move+1)
	}
	if where != "" {
		where += ": "
	}
	return "fault in the rules: " + where + f.Why + inParentheses(f.At)
}

// faultf makes the value that kernel functions panic with; guard fills in the rest.
func faultf(format string, args ...any) *Fault {
	return &Fault{Seat: Nobody, Why: fmt.Sprintf(format, args...)}
}

// undeclaredf is faultf for what the rules use, but do not declare.
func undeclaredf(format string, args ...any) *Fault {
	f := faultf(format, args...)
	f.Undeclared = true
	return f
}
