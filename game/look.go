package game

// Look is how something is shown: hints for user interfaces, not part of rules or hash. ply check reports
// words that no user interface knows.
type Look struct {
	Label   string   // of a kind, place or Part: the name people see; one or two letters are drawn on a piece
	Picture string   // of a kind: a character drawn on it in the browser
	Shape   string   // of a kind: "card" (the default), "disc", "square" or "stick"
	Color   string   // of a kind: a CSS colour, such as "red" or "#804020"; of a board: that of every second cell
	BySeat  []string // of a kind: a sign for each seat that may own it, such as X and O
	Layout  string   // of a place: "row", "fan" or "pile"; of a board: "grid", "hex", "flat" or "graph"
	Overlap int      // of a place: how much neighbours in a row or fan cover each other, in percent

	// Sides are the owners of the top, right, bottom and left of a board. A seat with one side sits there, and sees
	// the board from it. A seat with several connects them.
	Sides []Seat

	Aim    string // of a board, "column" or "row": a click anywhere in it selects what can be chosen there
	Grows  bool   // of a board: only the cells in use and those beside them are drawn
	Hidden bool   // of a Part: it is not shown to players
}

// Looks sets how the values are shown and returns the part, so that it can be chained after NewPart.
func (p *Part[T]) Looks(l Look) *Part[T] {
	p.facts.look = l
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
	return x.Part.Look()
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

// Joined returns the pairs of places that a board or another kit has joined by a line.
func (s *State) Joined() [][2]ID { return s.rules.c.joined }

// Spot returns where the centre of a place is drawn, if a board or another kit has set it.
func (s *State) Spot(id ID) (x, y float64, ok bool) {
	at, ok := s.rules.c.spots[id]
	return at.x, at.y, ok
}
