package game

import (
	"strings"
	"sync"
)

// Rules is a whole game. It is written as a literal, checked once, then frozen: all
// matches share it, and functions in it may capture only handles and frozen tables.
type Rules struct {
	Name    string // short, in lower case: what it is called on the command line
	Version string // the author's; a digest of the declarations is added to it
	About   About
	Seats   Seats
	Roles   []Role // by seat, where seats have names or colours of their own

	// Options are what may be set before a game starts; Make builds the rules for a
	// choice of them. Fit says why values that are allowed one by one do not go together, or not with so many seats.
	Options []Setting
	Presets []Preset
	Fit     func(v Values, seats int) *Line
	Make    func(Values) *Rules

	Layout []Layout
	Kinds  []*Kind
	Parts  []Column

	// Derived are values that are computed from the state and read like Parts.
	Derived []AnyDerived

	// Setup makes what lies on the table when the game begins.
	Setup func(*Tx)

	// Actions are what the seats, which take turns, may do. Seats that can do nothing
	// are passed over.
	Actions []*Action

	// Flow is the order of play. Without it the seats take turns, one action each, until
	// there is an Outcome.
	Flow Step

	// BeginPhase is called when any phase begins, before its own Begin, and EndPhase when it has ended,
	// after its own End.
	BeginPhase, EndPhase func(t *Tx, p *Phase)

	// Calls are steps that Tx.Call can begin at any time: reactions, interruptions.
	Calls []Step

	// Effects are changes that can be done later, or instead of each other.
	Effects []AnyEffect

	// Settle does what must be done at once wherever it is due, whoever brought it about: the dead leave
	// the table, a full line is cleared. It is called after every action and after every step of the
	// flow that has changed something, again and again until it changes nothing. Seat is Nobody.
	Settle func(*Tx)

	// LastStanding ends the game when all seats but one are eliminated: that one has won. If the last ones leave
	// together, they have. It is asked just before End.
	LastStanding bool

	// End is asked after every move and may end the game. Seat is the one that has moved,
	// Turn() already the next one. With a Flow it is asked before the flow goes on, when Turn()
	// is still the one that has moved, and again after every step that has changed something. It comes
	// after Settle and before Stuck: whether the next seat can move at all, Tx.CanAct answers.
	End func(*Tx)

	// Decided may say who will have won whatever is played from here on, so that bots need not play to the end: see
	// State.Decided. It is also asked of views.
	Decided func(*State) (winners Set[Seat], ok bool)

	// Stuck is asked for a seat (Seat) that is to act and can do nothing, which is after End. It may end the
	// game, or change something before the seat is passed over; without it the seat just is.
	Stuck func(*Tx)

	// Deadlock ends the game when no seat can do anything; without it that is a Fault.
	Deadlock func(*Tx)

	// Guess puts in place of everything that the seat cannot know, and that was neither dealt
	// nor rolled nor chosen, something that might be there instead: see State.Redeal.
	Guess func(t *Tx, seat Seat)

	// Fits reports whether the hidden things agree with what the seat has been told; a re-deal
	// that does not is made again.
	Fits func(s *State, seat Seat) bool

	// Debug returns values that help to understand the game; only the judge gets them.
	Debug func(*State) []Line

	// Position says what makes two positions equal, for State.Repeats.
	Position Position

	once   sync.Once
	faults error
	forks  sync.Pool
	c      *compiled
}

// Seats says how many can play.
type Seats struct{ Min, Max int }

// Exactly is for games that need a fixed number of seats.
func Exactly(n int) Seats { return Seats{n, n} }

// Between is for games that take from low to high seats.
func Between(low, high int) Seats { return Seats{low, high} }

// About is a game's entry in the catalogue. It is no part of the rules.
type About struct {
	Title       string
	Description string // in a line
	Rules       string // for players, as long as it takes: paragraphs with an empty line between
	Minutes     int    // how long a game takes
	Complexity  int    // from 1, a child plays it, to 5
	Categories  []string
	Picture     string // path of a picture, or a character
}

// compiled is what Check makes of a definition.
type compiled struct {
	kinds     []*Kind
	kindNo    map[*Kind]uint16
	kindKey   []uint64 // hash of the name
	partKey   []uint64
	nameKey   uint64
	slots     []int16 // by number of a Part: its column, -1 if it is not declared
	parts     []Column
	partNames []string
	blanks    []string // the zero values as text
	names     []string // of the lasting elements, by ID
	byName    map[string]ID
	keys      []uint64     // hash of the name, by ID
	places    []*Place     // by ID, nil for root and seats
	spots     map[ID]point // where places are drawn
	base      []row        // rows of the lasting elements
	first     ID           // of what is created in a game
	actions   []*action
	byAction  map[string]*action
	picks     int
	quick     *action   // the only action, when it is one plain pick of an element
	onlyPair  *action   // the only action, when it is two plain picks
	full      *keyScope // what PositionKey is made of
	repeat    *keyScope // what Rules.Position says, nil if it says nothing
	layouts   []layout
	continues bool // there is an EachSeat with Continue
	counting  sync.Once
	counts    bool // the rules ask how many moves were made
	digest    string
	nodes     []*node // of the flow, nil for the usual one
	steps     map[string]int16
	stepNo    map[Step]int16
	paths     map[string]int16
	passing   bool // there is an action that is a Pass
	endIfs    bool // there is a phase with an EndIf
	asks      bool // the checkpoint asks something of the rules
	listed    int  // actions of Rules.Actions; those after them stand only in the flow
	waiting   ID   // the place of effects that wait to be done
	hooks     bool
	capped    bool
	pileNo    []int8      // by lasting place: which of the piles it is, -1 if none
	piles     int         // places other than cells, whose contents are kept as bits
	sighted   bool        // not everyone sees everything
	loose     bool        // there are places whose order means nothing
	ownersSee bool        // who sees something depends on whose it is, or may
	ruled     bool        // a function says who sees what
	sights    []sightline // on what lies in the places
	within    []sightline // on what lies in elements there
	inKind    []*sightline
	secrets   []partSecret // by slot of a Part
	openPast  bool         // what Position keeps is no secret
	explicit  []int        // slots of Parts that are declared with Seen
	maskOf    []int        // by slot of what Show and Hide have said: the Part, -1 for elements and others
	maskSlot  int          // of what Show and Hide have said, -1 if there is none
	maxSeats  int

	derived      []AnyDerived
	derivedSlots []int16 // by number of a Derived: which of them it is, -1 if it is not declared
}

// Layout is a lasting part of the table: a Place, or a board of a kit.
type Layout interface {
	// Lay adds the places to the plan. Check calls it once.
	Lay(*Plan)
}

// Plan collects the lasting places of a game.
type Plan struct {
	rules  *Rules
	c      *compiled
	report func(format string, args ...any)
}

// Add adds a place, or one for each seat, or one for each of the names: the cells of a
// board share one Place. It answers the first of their IDs, which are consecutive.
func (p *Plan) Add(place *Place, within ID, names ...string) ID {
	first := ID(len(p.c.base))
	path := ""
	if within != Root {
		path = p.c.names[within] + "/"
	}
	switch {
	case place.rules != nil && place.rules != p.rules:
		p.report("place %q belongs to other rules already; make the rules in a function", place.Name)
		return first
	case place.rules != nil:
		p.report("place %q is laid twice", place.Name)
		return first
	}
	place.rules, place.id = p.rules, first
	if !validName(place.Name) {
		p.report("place %q: %s", place.Name, nameRule)
	}
	if place.Max < 0 {
		p.report("place %q: Max is %d; it cannot be negative", place.Name, place.Max)
	}
	if place.Each && len(names) > 0 {
		p.report("place %q is one for each seat, so it cannot have Names", place.Name)
	}
	switch {
	case place.Each:
		for x := range p.c.maxSeats {
			p.lay(place, within, path+place.Name+"/"+itoa(x), "", Seat(x))
		}
	case len(names) > 0:
		place.cells = len(names)
		for _, name := range names {
			p.lay(place, within, path+name, name, Nobody)
		}
	default:
		p.lay(place, within, path+place.Name, "", Nobody)
	}
	return first
}

func (p *Plan) lay(place *Place, within ID, path, short string, owner Seat) {
	c := p.c
	id := ID(len(c.base))
	if other := c.byName[path]; other != 0 && !c.goesByPath(other) {
		if other == Root {
			p.report("place %q: the whole table is called so; give the place another name", path)
		} else {
			p.report("two places are called %q", path)
		}
	}
	c.byName[path] = id
	name := path
	if short != "" && short != path {
		if other, taken := c.byName[short]; !taken {
			c.byName[short] = id
			name = short
		} else if other != 0 && c.places[other] != place && c.goesByPath(other) {
			c.byName[short] = 0 // two boards have a cell of this name: both go by their paths
		}
	}
	c.names = append(c.names, name)
	c.places = append(c.places, place)
	c.base = append(c.base, row{parent: within, owner: owner, flags: live | lasting})
}

// goesByPath makes a cell that was called by its short name go by its path from now on; it
// answers false for what has no other name.
func (c *compiled) goesByPath(id ID) bool {
	short, up := c.names[id], c.base[id].parent
	if up < c.lowest() || strings.Contains(short, "/") {
		return false
	}
	c.names[id] = c.names[up] + "/" + short
	return true
}

func (s Seats) valid(n int) bool { return n >= s.Min && n <= s.Max }
