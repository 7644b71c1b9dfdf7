package game

// Changes returns for each of the seats what it sees change between two states of a game: it
// is what makes the view of the one out of the view of the other, and nothing else. Nobody
// stands for the spectators.
func Changes(from, to *State, seats ...Seat) [][]Change {
	out := make([][]Change, len(seats))
	for i, x := range seats {
		out[i] = Diff(from.View(x), to.View(x))
	}
	return out
}
