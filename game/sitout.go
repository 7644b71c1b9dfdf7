package game

// SitOut takes the seat out of the round: until [Tx.Return] its turns are passed over, and no EachSeat, Act or Together
// waits for it. It is still in the game, and wins and ranks as any other.
func (t *Tx) SitOut(seat Seat) {
	t.writing()
	t.mustSeat(seat, false)
	t.away |= 1 << uint(seat)
}

// Return ends sitting out for these seats, or for all if none is named. An EachSeat or Together that is under way
// waits for a seat only if its turn is still to come.
func (t *Tx) Return(seats ...Seat) {
	t.writing()
	for _, x := range seats {
		t.mustSeat(x, false)
		t.away &^= 1 << uint(x)
	}
	if len(seats) == 0 {
		t.away = 0
	}
}

// Playing returns the seats that are in the game and do not sit out.
func (s *State) Playing() Set[Seat] { return Set[Seat]{set{a: uint64(s.playing())}} }

func (s *State) playing() uint32 { return s.standing() &^ s.away }

// absent returns the seats that turns pass over.
func (t *turnState) absent() uint32 { return t.out | t.away }
