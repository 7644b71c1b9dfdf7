package game

// Step is a part of the order of play: Steps, Phase, Loop, EachSeat, ForEach, Act, Together, Switch or
// Run. Rules.Flow is the whole of it.
type Step interface {
	Within() []Step // the steps it is made of
	build(*flowBuilder) *node
}

// Steps are done one after the other.
type Steps []Step

// Phase is a part of the game. One without a Name is there for its If, Begin or End alone.
type Phase struct {
	Name  string
	Label string // what people call it; the Name if empty

	If    Test      // it is passed over unless this holds
	Begin func(*Tx) // called when it begins
	End   func(*Tx) // called when it has ended
	EndIf Test      // asked after every move in it, inner phases first: it ends at once
	Do    Step      // nothing, if nil
}

// Loop does its Step again and again.
type Loop struct {
	While Test          // asked before each time; nil means always
	Times func(*Tx) int // how often, asked once when it begins; nil means without end
	Max   int           // how often at most, 0 for any number
	Do    Step
}

// EachSeat does its Step for one seat after the other: within it, Tx.Seat is that seat. By default
// all seats take a turn, from the one that begins the game; eliminated seats are left out. The other
// fields say how the order differs. It is made when the step begins.
type EachSeat struct {
	Name string

	Reverse  bool           // the other way round
	From     func(*Tx) Seat // this seat begins
	LeftOf   func(*Tx) Seat // the seat after this one begins, and this one comes last: the dealer
	Continue bool           // the seat after the one that has moved last begins

	Only, Skip func(*Tx, Seat) bool // which seats take part, and which do not

	// Order makes another order of the one that the fields above give; it may write to it.
	Order func(t *Tx, seats []Seat) []Seat

	// UntilAllPass goes round and round until all seats have passed in a row (Action.Pass): a round
	// of bidding, or of answers to a card. What is called in between counts as no pass.
	UntilAllPass bool

	Do Step
}

// ForEach does its Step for each of some values, which are listed when it begins; within it, In is
// the present one. One of From and List says which: From gives elements, seats or numbers, List any
// plain values, in their order. Elements come in the order in which they lie on the table, less those
// that have left the game since. Everybody may know what is on a List.
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
	Ask     func(*Tx) *Line // what the seat is asked, where the actions do not say it all
	Who     func(*Tx) Seat  // the seat of the step around, if nil
	Actions []*Action       // what it may do; those of Rules.Actions, if there are none

	// Min and Max say how many moves it makes; it may stop, by the action "done" or one that is a
	// Pass, after Min of them, and a Max below 0 means any number. A seat that can do nothing before it has made
	// Min is a Fault, unless there is a Rules.Stuck. Both 0 means one move, or none if it can
	// do nothing.
	Min, Max int

	If    Test // it is passed over unless this holds
	Until Test // asked after every move: it ends at once
}

// Together lets several seats act, in any order.
type Together struct {
	Name    string
	Label   string
	Ask     func(*Tx) *Line     // what the seats are asked, where the actions do not say it all
	Who     func(*Tx) Set[Seat] // all seats that are still in the game, if nil; asked once
	Actions []*Action           // what they may do; those of Rules.Actions, if there are none

	Min, Max int // how many moves each makes, as for Act

	// Secret moves are kept until every seat has made its own, then done in the order of the
	// seats: nobody sees what the others have chosen until then. Until then, each may take its
	// own back by the action "withdraw". All of them are done, also that of a seat which is
	// eliminated by one before, and what was chosen may have left the game by then.
	Secret bool

	Until Test // asked after every move: it ends at once, for all
}

// Switch does the first of its phases whose If holds, or nothing:
//
//	game.Switch{{If: atWar, Do: fight}, {Do: trade}}
//
// A phase that consists of a Switch is passed over unless one of the phases in it can be done.
type Switch []*Phase

// Run calls a function and passes on.
type Run func(*Tx)
