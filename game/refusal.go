package game

import (
	"errors"
	"fmt"
)

// Code says of what sort a Refusal is: Over, NoSeat, NotYourTurn, NoAction, Unavailable,
// Missing, Surplus, NotOffered, Malformed, Rejected, Damaged or TooMany;
// go doc game.Over tells what they mean. The words of a Refusal may change between versions of
// a game; its code does not.
type Code string

// The codes of a Refusal.
const (
	Over        Code = "over"        // the game has ended
	NoSeat      Code = "no-seat"     // there is no such seat
	NotYourTurn Code = "not-turn"    // another seat is to act
	NoAction    Code = "no-action"   // the game has no such action
	Unavailable Code = "unavailable" // the action's If says no, or nothing can be chosen for it
	Missing     Code = "missing"     // a pick has no value yet
	Surplus     Code = "surplus"     // more picks or values than the action takes
	NotOffered  Code = "not-offered" // a value that cannot be chosen
	Malformed   Code = "malformed"   // the input cannot be read at all
	Rejected    Code = "rejected"    // the check of the whole move says no
	Damaged     Code = "damaged"     // a save, record or change that is broken or of another game
	TooMany     Code = "too-many"    // more moves than can be listed
)

// Refusal is why an input was not accepted. The same state and the same input give the
// same Refusal, to the word; the state stays as it was.
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

// CodeOf returns the code of the Refusal inside err, and "" if there is none.
func CodeOf(err error) Code {
	if r, ok := errors.AsType[*Refusal](err); ok {
		return r.Code
	}
	return ""
}

// Fault is a bug in a game's rules, met while they ran: it names the action or the function
// that failed, the seat and the number of the move. The state before the move still stands.
type Fault struct {
	Game   string
	Action string // empty if it is not the action that failed, but what comes after it
	Where  string // the function that failed, unless it is the action's own: "End of phase night"
	Seat   Seat
	Move   int
	Why    string
	Stack  string // where the rules were, when they panicked
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
	return "fault in the rules: " + where + f.Why
}

// faultf is what kernel calls panic with; the one recover of a move fills in the rest.
func faultf(format string, args ...any) *Fault {
	return &Fault{Seat: Nobody, Why: fmt.Sprintf(format, args...)}
}
