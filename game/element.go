package game

// Reader is what questions about a game are asked of: a *State, or a *Tx, which has one in it.
type Reader interface{ Read() *State }

// Element is what Parts are on: an ID, a Seat, or a *Place of which there is one.
type Element interface{ element() ID }

// Holder is what elements lie in: an ID, or a *Place of which there is one.
type Holder interface {
	Element
	holds()
}

// Read returns the state itself: with it, a State and a Tx are Readers.
func (s *State) Read() *State { return s }

func (id ID) element() ID { return id }

func (x Seat) element() ID { return x.ID() }

func (p *Place) element() ID { return p.ID() }

func (id ID) holds() {}

func (p *Place) holds() {}

// stateOf returns the State of a Reader, the usual ones without a call.
func stateOf(r Reader) *State {
	switch r := r.(type) {
	case *Tx:
		return r.State
	case *State:
		return r
	}
	return r.Read()
}

// idOf returns the ID of an Element. It calls no method of the interface, for then the caller
// would have to put every ID on the heap.
func idOf(e Element) ID {
	switch e := e.(type) {
	case ID:
		return e
	case Seat:
		return e.ID()
	case *Place:
		return e.ID()
	}
	panic(faultf("nil is passed where an element is wanted: take an ID, a Seat or a *Place"))
}

// holderOf is idOf for what elements lie in.
func holderOf(h Holder) ID {
	switch h := h.(type) {
	case ID:
		return h
	case *Place:
		return h.ID()
	}
	panic(faultf("nil is passed where a place is wanted: take an ID or a *Place"))
}
