package game

// SitOut takes the seat out of the round: until [Tx.Return], its turns are skipped, and no EachSeat, Act or
// Together waits for it. The seat is still in the game, and wins and ranks like any other.
func (t *Tx) SitOut(seat Seat) {
	t.writing()
	t.mustSeat(seat, false)
	t.away |= 1 << uint(seat)
}

// Return brings these seats back from sitting out, or all if none is given. An EachSeat or Together that is
// already running waits for a seat only if its turn is still to come.
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

// Playing returns the seats that are in the game and not sitting out.
func (s *State) Playing() Set[Seat] { return Set[Seat]{set{a: uint64(s.playing())}} }

func (s *State) playing() uint32 { return s.standing() &^ s.away }

// absent returns the seats whose turns are skipped.
func (t *turnState) absent() uint32 { return t.out | t.away }
