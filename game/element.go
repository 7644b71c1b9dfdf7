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

// stateOf returns the State of a Reader. It is small, so that reading in rules costs no call.
func stateOf(r Reader) *State {
	if t, ok := r.(*Tx); ok {
		return t.State
	}
	return r.Read()
}

// idOf returns the ID of an Element. It calls no method of the interface, for then the caller
// would have to put every ID on the heap.
func idOf(e Element) ID {
	if id, ok := e.(ID); ok {
		return id
	}
	return seatOrPlace(e)
}

func seatOrPlace(e Element) ID {
	switch e := e.(type) {
	case Seat:
		return e.ID()
	case *Place:
		return e.ID()
	}
	panic(faultf("nil is passed where an element is wanted: take an ID, a Seat or a *Place"))
}

// holderOf is idOf for what elements lie in.
func holderOf(h Holder) ID {
	if id, ok := h.(ID); ok {
		return id
	}
	return place(h)
}

func place(h Holder) ID {
	if p, ok := h.(*Place); ok {
		return p.ID()
	}
	panic(faultf("nil is passed where a place is wanted: take an ID or a *Place"))
}
