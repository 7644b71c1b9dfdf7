package game

import (
	"io/fs"
	"strings"
	"sync"
)

// Rules is a whole game. It is written as a literal, checked once, then frozen: all matches share it, so its
// functions may capture only handles and tables that never change.
type Rules struct {
	Name    string // short, in lower case: its name on the command line
	Version string // the author's; a digest of the declarations is added to it
	About   About
	Seats   Seats
	Roles   []Role // by seat, if seats have names or colors

	// Art has the pictures that Looks name, and ES modules for the browser: a folder, or what //go:embed art gives.
	// Theme is how the table looks. Both are hints, not part of rules or hash.
	Art   fs.FS
	Theme Theme

	// Options can be set before a game starts; Make builds the rules for a set of values. Fit returns why values
	// that are allowed individually cannot be combined, or do not suit this number of seats.
	Options []Setting
	Presets []Preset
	Fit     func(v Values, seats int) *Line
	Make    func(Values) *Rules

	Layout []Layout
	Kinds  []*Kind
	Parts  []Column

	// Derived are values computed from the state and read like Parts.
	Derived []AnyDerived

	// Data are texts that the rules were built from, such as maps and scenarios. They are part of the digest:
	// different data means different rules.
	Data []string

	// Scenario returns the rules of a scenario that is not compiled into the game: a map or mission in a file. ply check
	// uses it. The error says where the text is wrong.
	Scenario func(file string, text []byte) (*Rules, error)

	// Checks are further checks of these rules, by kits: Check calls them and reports their errors.
	Checks []func(*Rules) error

	// Setup creates what is on the table when the game begins.
	Setup func(*Tx)

	// Actions are what seats may do on their turn. Seats that can do nothing are skipped.
	Actions []*Action

	// Flow is the order of play. By default, seats take turns, one action each, until there is an Outcome.
	Flow Step

	// BeginPhase is called when any phase begins, before its own Begin, and EndPhase when it has ended, after
	// its own End.
	BeginPhase, EndPhase func(t *Tx, p *Phase)

	// Calls are steps that Tx.Call can begin at any time: reactions, interruptions.
	Calls []Step

	// Effects are changes that can happen later, or in place of each other.
	Effects []AnyEffect

	// Settle does what must happen at once whenever it is due, whatever the cause: dead units leave the table, a
	// full line is cleared. It is called after every action and after every step of the flow that has changed
	// something, repeatedly until it changes nothing. Seat is Nobody.
	Settle func(*Tx)

	// LastStanding ends the game when all seats but one are eliminated: the last seat wins. If the last seats
	// leave together, they all win. It is checked just before End.
	LastStanding bool

	// End is called after every move and may end the game. Seat is the seat that has moved, and Turn() is
	// already the next one. With a Flow it is called before the flow continues, when Turn() is still the seat
	// that has moved, and again after every step that has changed something. It runs after Settle and before
	// Stuck: to find out whether the next seat can move at all, call Tx.CanAct.
	End func(*Tx)

	// Decided may return who is certain to win however play continues, so that bots need not play to the end:
	// see State.Decided. It is also called on views.
	Decided func(*State) (winners Set[Seat], ok bool)

	// Stuck is called for a seat (Seat) that should act but can do nothing, after End. It may end the game, or change
	// something before the seat is skipped. By default the seat is just skipped.
	Stuck func(*Tx)

	// Deadlock ends the game when no seat can do anything. Without it, that is a Fault.
	Deadlock func(*Tx)

	// Guess replaces everything that the seat cannot know, and that was neither dealt nor rolled nor chosen,
	// with something that might be there instead: see State.Redeal.
	Guess func(t *Tx, seat Seat)

	// Fits reports whether the hidden things are consistent with what the seat has been told; a re-deal that
	// does not fit is repeated.
	Fits func(s *State, seat Seat) bool

	// Value, Likely, Weight and Levels help bots to play well; they change nothing about the game. Value estimates
	// the chances of a seat, from 0 if it is certain to be last to 1000 if it is certain to win, so that bots need
	// not play to the end; -1 means that it is too early to say. Likely returns how likely a re-deal is, given the
	// moves of the others, from 0 to 1000. Weight returns how likely a move is in simulations, compared with the
	// other moves. Levels are the numbers of simulations for one move at the levels gentle, steady, sharp and expert;
	// 0 selects the default.
	Value  func(s *State, seat Seat) int
	Likely func(s *State, seat Seat) int
	Weight func(f *Fork, h Handle) int
	Levels [4]int

	// Debug returns values that help to understand the game; only the Judge gets them.
	Debug func(*State) []Line

	// Position defines when two positions are equal, for State.Repeats.
	Position Position

	once   sync.Once
	faults error
	forks  sync.Pool
	c      *compiled
}

// Seats is how many seats a game can have.
type Seats struct{ Min, Max int }

// Exactly is for games with a fixed number of seats.
func Exactly(n int) Seats { return Seats{n, n} }

// Between is for games with low to high seats.
func Between(low, high int) Seats { return Seats{low, high} }

// About is a game's entry in the catalogue. It is not part of the rules.
type About struct {
	Title       string
	Description string // one line
	Rules       string // for players, as long as needed: paragraphs separated by empty lines
	Minutes     int    // how long a game takes
	Complexity  int    // from 1 (for children) to 5
	Categories  []string
	Picture     string // a picture of Rules.Art, or a character
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
	joined    [][2]ID      // pairs of places with a line between them
	spans     map[ID][2]ID // the ends of the places that are edges
	base      []row        // rows of the lasting elements
	first     ID           // the first element created in a game
	actions   []*action
	byAction  map[string]*action
	picks     int
	quick     *action   // the only action, if it is one plain pick of an element
	onlyPair  *action   // the only action, if it is two plain picks
	full      *keyScope // what PositionKey covers
	repeat    *keyScope // what Rules.Position covers, nil if it is empty
	layouts   []layout
	continues bool // there is an EachSeat with Continue
	counting  sync.Once
	counts    bool // the rules read how many moves were made
	digest    string
	nodes     []*node // of the flow, nil for the usual order
	steps     map[string]int16
	stepNo    map[Step]int16
	paths     map[string]int16
	passing   bool // there is an action that is a Pass
	endIfs    bool // there is a phase with an EndIf
	asks      bool // the checkpoint calls a function of the rules
	listed    int  // number of actions in Rules.Actions; those after them are only in the flow
	waiting   ID   // the place of effects waiting to happen
	hooks     bool
	capped    bool
	pileNo    []int8      // by lasting place: its index among the piles, -1 if it is not one
	piles     int         // number of places other than cells, whose contents are kept as bits
	sighted   bool        // not everyone sees everything
	loose     bool        // there are unordered places
	ownersSee bool        // who sees something may depend on who owns it
	ruled     bool        // a function decides who sees what
	sights    []sightline // to the contents of the places
	within    []sightline // to the contents of elements there
	inKind    []*sightline
	secrets   []partSecret // by slot of a Part
	openPast  bool         // the positions that Position keeps are no secret
	explicit  []int        // slots of Parts declared with Seen
	maskOf    []int        // by slot of the masks of Show and Hide: the Part, -1 for elements and others
	maskSlot  int          // of the masks of Show and Hide on elements, -1 if there is none
	maxSeats  int

	derived      []AnyDerived
	derivedSlots []int16 // by number of a Derived: its index, -1 if it is not declared

	lasting   []AnyDerived // the derived values that name the Parts they depend on
	lastingNo []int        // by index of a Derived: its number among those
	constant  []keeper     // by number: the values of those that name none
	followers [][]int      // by slot of a Part: the numbers of those that depend on it; nil if there are none
	placedBy  []bool       // by slot of a Part: a value of Derived.FromElements depends on it; nil if none does
}

// Layout is a fixed part of the table: a Place, or a board from a kit.
type Layout interface {
	// Lay adds the places to the plan. Check calls it once.
	Lay(*Plan)
}

// Plan collects the places of a game.
type Plan struct {
	rules  *Rules
	c      *compiled
	report func(format string, args ...any)
}

// Add adds a place, or one for each seat, or one for each of the names: the cells of a board share one Place.
// It returns the first of their IDs, which are consecutive.
func (p *Plan) Add(place *Place, within ID, names ...string) ID {
	first := ID(len(p.c.base))
	path := ""
	if within != Root {
		path = p.c.names[within] + "/"
	}
	switch {
	case place.rules != nil && place.rules != p.rules:
		p.report("place %q is already used by other Rules; build the rules in a function, so that each has its own",
			place.Name)
		return first
	case place.rules != nil:
		p.report("place %q is in Layout twice", place.Name)
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
		p.report("place %q has Each, so it cannot have Names", place.Name)
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
			p.report("place %q: this name is reserved for the table; use another name", path)
		} else {
			p.report("two places have the name %q", path)
		}
	}
	c.byName[path] = id
	name := path
	if short != "" && short != path {
		if other, taken := c.byName[short]; !taken {
			c.byName[short] = id
			name = short
		} else if other != 0 && c.places[other] != place && c.goesByPath(other) {
			c.byName[short] = 0 // two boards have a cell with this name: both are identified by their paths
		}
	}
	c.names = append(c.names, name)
	c.places = append(c.places, place)
	c.base = append(c.base, row{parent: within, owner: owner, flags: live | lasting})
}

// goesByPath renames a cell from its short name to its path; it returns false for elements that have no other
// name.
func (c *compiled) goesByPath(id ID) bool {
	short, up := c.names[id], c.base[id].parent
	if up < c.lowest() || strings.Contains(short, "/") {
		return false
	}
	c.names[id] = c.names[up] + "/" + short
	return true
}

func (s Seats) valid(n int) bool { return n >= s.Min && n <= s.Max }
