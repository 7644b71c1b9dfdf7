package game

// scratch is memory for reuse. No function relies on what another has left in it.
type scratch struct {
	arena   arena // of the Sets of the present move
	ids     []ID
	touched []uint64
	seatBuf [maxSeats]Seat
}

func (x *scratch) reset() { x.arena.reset() }
