package game

// scratch is room that functions use and leave; none of them finds anything there that another one
// has left.
type scratch struct {
	arena   arena // of the Sets of the present move
	ids     []ID
	touched []uint64
	seatBuf [maxSeats]Seat
}

func (x *scratch) reset() { x.arena.reset() }
