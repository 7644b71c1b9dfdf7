package game

// Reader is what questions about a game are asked of: a *State, or a *Tx, which has one in it.
type Reader interface{ Read() *State }

// Element is something that holds elements or has Parts: an ID, a Seat, or a *Place of which
// there is one.
type Element interface{ element() ID }

// Read returns the state itself: with it, a State and a Tx are Readers.
func (s *State) Read() *State { return s }

func (id ID) element() ID { return id }

func (x Seat) element() ID { return x.ID() }

func (p *Place) element() ID { return p.ID() }

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
	panic(faultf("an Element is neither an ID nor a Seat nor a *Place"))
}
