package game

// Look is how a thing is shown: hints for whoever draws it, outside rules and hash.
type Look struct {
	Label   string
	Picture string
	Shape   string   // "disc", "square", "card", "hex", ...
	Color   string   // of a board: of every second cell
	BySeat  []string // one glyph or picture for each seat that may own it
	Layout  string   // of a place: "row", "fan", "pile", "grid", "hex"
	Overlap int      // of neighbours in a row or fan, in percent

	Sides  []Seat // of a board: whose its top, right, bottom and left are, where seats join sides
	Aim    string // of a board, "column" or "row": a click anywhere in one means what can be chosen there
	Hidden bool   // of a Part: players need not be shown it
}

// Looks says how the values are shown, and returns the part: it is written behind NewPart.
func (p *Part[T]) Looks(l Look) *Part[T] {
	p.facts.look = l
	return p
}

// Look returns how the values are shown.
func (p *Part[T]) Look() Look { return p.facts.look }

// Looks says how the values are shown in this game.
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

// Looks says how the values are shown, and returns the part: it is written behind NewPrivate.
func (p *Private[T]) Looks(l Look) *Private[T] {
	p.of[0].Looks(l)
	return p
}

// Look returns how the values are shown.
func (p *Private[T]) Look() Look { return p.of[0].Look() }

// point is where a place is drawn.
type point struct{ x, y float64 }

// Put notes where the centre of a place is drawn: x to the right and y up, in units of the distance
// of neighbours. Like a Look, it is outside rules and hash.
func (p *Plan) Put(id ID, x, y float64) {
	if id >= ID(len(p.c.places)) {
		return // Add has refused it
	}
	if p.c.spots == nil {
		p.c.spots = map[ID]point{}
	}
	p.c.spots[id] = point{x, y}
}

// Spot returns where the centre of a place is drawn, if a board or another kit says so.
func (s *State) Spot(id ID) (x, y float64, ok bool) {
	at, ok := s.rules.c.spots[id]
	return at.x, at.y, ok
}
