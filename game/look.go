package game

// Look is how something is shown: hints for user interfaces, not part of rules or hash. ply check reports
// words that no user interface knows.
//
// Pictures are files of Rules.Art, such as "king.svg". A name may be a template: {kind}, {owner} (the role in
// lower case, or the number of the seat from 1), the name of a Trait, and the name of a Part that is a bool or
// has Words are replaced with their values, as in "{kind}-{owner}.svg".
type Look struct {
	Label   string   // of a kind, place or Part: the name people see; one or two letters are drawn on a piece
	Picture string   // of a kind or place: a picture, or one or two characters
	Face    *Print   // of a kind: what is printed on its things, over the picture
	Over    string   // of a place: a faint picture over the first one, such as what a player remembers of it
	Back    string   // of a kind or place: the picture of things whose faces are not seen
	Shape   string   // of a kind: "card" (the default), "disc", "square" or "stick"; of a place on a map: "corner"
	Color   string   // of a kind: a CSS colour, such as "red" or "#804020"; of a board: that of every second cell
	BySeat  []string // of a kind: a sign for each seat that may own it, such as X and O
	Words   []string // of a Part: words for 0, 1, 2..., in lower case in names of pictures; "" means no picture
	Signs   string   // of a Part of cells with Words: how the terminal draws each of them, one character for each
	Layout  string   // of a place: "row", "fan", "pile" or "count"; of a board: "grid", "hex", "flat", "graph" or "map"
	Zone    string   // of a place of each seat: "hand", "front", "behind", "side" or "middle"
	Ground  string   // of a board or place: the picture under it
	Overlap int      // of a place: how much neighbours in a row or fan cover each other, in percent
	Track   int      // of a Part of seats: its highest value; seats race to it on a track

	// Component is an ES module of Rules.Art that draws the place in the browser.
	Component string

	// Sides are the owners of the top, right, bottom and left of a board. A seat with one side sits there, and sees
	// the board from it. A seat with several connects them.
	Sides []Seat

	Aim    string // of a board, "column" or "row": a click anywhere in it selects what can be chosen there
	Grows  bool   // of a board: only the cells in use and their neighbours are drawn
	Hidden bool   // of a Part: it is not shown to players
}

// Print is what is printed on the face of a thing: values of the thing, each a *Trait, a *Part or a *Derived.
type Print struct {
	Title   interface{ Info() ValueInfo } // at the top; the default is the label of the thing
	NoTitle bool                          // nothing is at the top
	Corner  interface{ Info() ValueInfo } // in the upper left corner, such as a cost
	Text    interface{ Info() ValueInfo } // where there is room for it; the default is Kind.Description
	Turned  interface{ Info() ValueInfo } // the thing is turned sideways unless this is zero
	Badges  []Badge
}

// Badge is a value at the edge of a thing. It is left out while the value is zero.
type Badge struct {
	Of      interface{ Info() ValueInfo } // a *Trait, a *Part or a *Derived
	At      string                        // "left", "right", "bottom", or "top" (in the upper right corner)
	Picture string                        // the picture behind the value
	Max     interface{ Info() ValueInfo } // draws the value as a bar that is full at this one, such as health; nil draws a number
}

// Theme is how the whole table looks. A colour is a CSS colour, or two with a space between them: the first for
// light pages, the second for dark ones.
type Theme struct {
	Felt   string // colour of the table
	Accent string // colour of what can be chosen
	Cell   string // colour of the cells of boards; that of every second cell is the Look.Color of the board
	Back   string // picture of things whose faces are not seen, such as the backs of cards
	Ground string // picture on the table

	// Component is an ES module of Rules.Art that draws the whole table in the browser.
	Component string
}

// Looks sets how the values are shown and returns the part, so that it can be chained after NewPart.
func (p *Part[T]) Looks(l Look) *Part[T] {
	p.facts.look = l
	return p
}

// OnSeats declares that seats have the values, so that players see a zero from the start of the game. Otherwise user
// interfaces play a few random games to find out.
func (p *Part[T]) OnSeats() *Part[T] {
	p.facts.onSeats = true
	return p
}

// Look returns how the values are shown.
func (p *Part[T]) Look() Look { return p.facts.look }

// Looks sets how the values are shown in this game.
func (x *Secret[T]) Looks(l Look) *Secret[T] {
	n := *x
	n.look = &l
	return &n
}

// Look returns how the values are shown.
func (x *Secret[T]) Look() Look {
	if x.look != nil {
		return *x.look
	}
	return x.of.Look()
}

// Looks sets how the values are shown and returns the part, so that it can be chained after NewPrivate.
func (p *Private[T]) Looks(l Look) *Private[T] {
	p.of[0].Looks(l)
	return p
}

// Look returns how the values are shown.
func (p *Private[T]) Look() Look { return p.of[0].Look() }

// point is where a place is drawn.
type point struct{ x, y float64 }

// Put sets where the centre of a place is drawn: x to the right and y up, in units of the distance between
// neighbours. Like a Look, it is not part of rules or hash.
func (p *Plan) Put(id ID, x, y float64) {
	if id >= ID(len(p.c.places)) {
		return // Add has refused it
	}
	if p.c.spots == nil {
		p.c.spots = map[ID]point{}
	}
	p.c.spots[id] = point{x, y}
}

// Join draws a line between two places that have been Put, such as a road.
func (p *Plan) Join(a, b ID) {
	if max(a, b) < ID(len(p.c.places)) {
		p.c.joined = append(p.c.joined, [2]ID{a, b})
	}
}

// Span draws a place as the edge between two places that have been Put, such as a road between two corners.
func (p *Plan) Span(edge, a, b ID) {
	if max(edge, a, b) >= ID(len(p.c.places)) {
		return // Add has refused it
	}
	from, to := p.c.spots[a], p.c.spots[b]
	p.Put(edge, (from.x+to.x)/2, (from.y+to.y)/2)
	if p.c.spans == nil {
		p.c.spans = map[ID][2]ID{}
	}
	p.c.spans[edge] = [2]ID{a, b}
}

// Ends returns the two places that a place is the edge between, if it was declared with Plan.Span.
func (s *State) Ends(edge ID) (a, b ID, ok bool) {
	ends, ok := s.rules.c.spans[edge]
	return ends[0], ends[1], ok
}

// Joined returns the pairs of places that a board or another kit has joined by a line.
func (s *State) Joined() [][2]ID { return s.rules.c.joined }

// Spot returns where the centre of a place is drawn, if a board or another kit has set it.
func (s *State) Spot(id ID) (x, y float64, ok bool) {
	at, ok := s.rules.c.spots[id]
	return at.x, at.y, ok
}
