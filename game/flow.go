package game

// Step is a part of the order of play: Steps, Phase, Loop, EachSeat, ForEach, Act, Together, Switch or Run.
// Rules.Flow is the root.
type Step interface {
	Within() []Step // the steps it contains
	build(*flowBuilder) *node
}

// Steps run one after the other.
type Steps []Step

// Phase is a part of the game. A Phase without a Name is only there for its If, Begin or End.
type Phase struct {
	Name  string
	Label string // the name people see; Name if empty

	If    Test      // the phase is skipped if this does not hold
	Begin func(*Tx) // called when the phase begins
	End   func(*Tx) // called when the phase has ended
	EndIf Test      // checked after every move, inner phases first; if it holds, the phase ends at once
	Do    Step      // nil does nothing
}

// Loop repeats its Step.
type Loop struct {
	While Test          // checked before each round; nil means always
	Times func(*Tx) int // the number of rounds, evaluated once when the loop begins; nil means no limit
	Max   int           // the most rounds; 0 means no limit
	Do    Step
}

// EachSeat runs its Step for one seat after the other; during the step, Tx.Seat is that seat. By default all
// seats take a turn, starting with the seat that begins the game; eliminated seats are left out. The other
// fields change the order, which is fixed when the step begins.
type EachSeat struct {
	Name string

	Reverse  bool           // in reverse order
	From     func(*Tx) Seat // this seat begins
	LeftOf   func(*Tx) Seat // the seat after this one begins, and this one comes last: the dealer
	Continue bool           // the seat after the last one to move begins

	Only, Skip func(*Tx, Seat) bool // which seats take part, and which do not

	// Order returns a different order, given the one that results from the fields above. It may modify the
	// slice.
	Order func(t *Tx, seats []Seat) []Seat

	// UntilAllPass repeats the round until all seats have passed in a row (Action.Pass): a round of bidding, or
	// of responses to a card. Called steps in between do not count as passes.
	UntilAllPass bool

	Do Step
}

// ForEach runs its Step for each of some values, which are listed when it begins; during the step, In returns
// the current value. Set either From or List: From returns elements, seats or numbers; List returns any plain
// values, in order. Elements come in the order they have on the table; those that have left the game in the
// meantime are skipped. A List must not contain secrets.
type ForEach[T comparable] struct {
	Name string
	From func(*Tx) Set[T]
	List func(*Tx) []T
	Do   Step
}

// Act lets one seat act.
type Act struct {
	Name    string
	Label   string
	Ask     func(*Tx) *Line // the prompt, if the actions do not say enough
	Who     func(*Tx) Seat  // nil means the seat of the enclosing step
	Actions []*Action       // what the seat may do; Rules.Actions if empty

	// Min and Max are how many moves the seat makes. After Min moves it may stop, with the action "done" or with
	// a Pass. A negative Max means any number. If the seat can do nothing before it has made Min moves, that is
	// a Fault, unless there is a Rules.Stuck. If both are 0, the seat makes one move, or none if it can do
	// nothing.
	Min, Max int

	If    Test // the step is skipped if this does not hold
	Until Test // checked after every move; if it holds, the step ends at once
}

// Together lets several seats act, in any order.
type Together struct {
	Name    string
	Label   string
	Ask     func(*Tx) *Line     // the prompt, if the actions do not say enough
	Who     func(*Tx) Set[Seat] // nil means all seats still in the game; evaluated once
	Actions []*Action           // what the seats may do; Rules.Actions if empty

	Min, Max int // how many moves each seat makes, as in Act

	// Secret keeps the moves hidden until every seat has made its own; then they all happen, in the order of the
	// seats. Until then, each seat may take its choice back with the action "withdraw". All moves happen, even
	// that of a seat eliminated by an earlier one, and the chosen elements may have left the game by then.
	Secret bool

	Until Test // checked after every move; if it holds, the step ends at once for all seats
}

// Switch runs the first of its phases whose If holds, or none:
//
//	game.Switch{{If: atWar, Do: fight}, {Do: trade}}
//
// A phase that consists of a Switch is skipped unless one of the phases in it can run.
type Switch []*Phase

// Run calls a function and moves on.
type Run func(*Tx)
