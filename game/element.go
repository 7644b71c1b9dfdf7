package game

// Reader reads a game: it is a *State, or a *Tx, which contains one.
type Reader interface{ Read() *State }

// Element is something that can have Parts: an ID, a Seat, or a *Place that exists only once.
type Element interface{ element() ID }

// Holder is something that can contain elements: an ID, or a *Place that exists only once.
type Holder interface {
	Element
	holds()
}

// Read returns the state itself. It makes State and Tx Readers.
func (s *State) Read() *State { return s }

func (id ID) element() ID { return id }

func (x Seat) element() ID { return x.ID() }

func (p *Place) element() ID { return p.ID() }

func (id ID) holds() {}

func (p *Place) holds() {}

// stateOf returns the State of a Reader. It is small enough to be inlined.
func stateOf(r Reader) *State {
	if t, ok := r.(*Tx); ok {
		return t.State
	}
	return r.Read()
}

// idOf returns the ID of an Element. It calls no method of the interface, because that would make every ID
// escape to the heap.
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
	panic(faultf("an element is nil: pass an ID, a Seat or a *Place"))
}

// holderOf is idOf for a Holder.
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
	panic(faultf("a place is nil: pass an ID or a *Place"))
}
