package games_test

import "math/bits"

// othelloSteps are the eight directions on a board in one word, with the cells from which a step stays on it.
var othelloSteps = [8]struct {
	inner uint64
	by    int
}{
	{0x7f7f7f7f7f7f7f7f, 1}, {0x007f7f7f7f7f7f7f, 9}, {0x00ffffffffffffff, 8}, {0x00fefefefefefefe, 7},
	{0xfefefefefefefefe, -1}, {0xfefefefefefefe00, -9}, {0xffffffffffffff00, -8}, {0x7f7f7f7f7f7f7f00, -7},
}

// othelloMoves returns the cells where discs of other can be bracketed. A line has six of them at most.
func othelloMoves(own, other uint64) (all uint64) {
	for _, d := range othelloSteps {
		run := bits.RotateLeft64(own&d.inner, d.by) & other
		for range 5 {
			run |= bits.RotateLeft64(run&d.inner, d.by) & other
		}
		all |= bits.RotateLeft64(run&d.inner, d.by)
	}
	return all &^ (own | other)
}

// othelloTurned returns the discs that one on this cell brackets.
func othelloTurned(cell, own, other uint64) (all uint64) {
	for _, d := range othelloSteps {
		line, next := uint64(0), bits.RotateLeft64(cell&d.inner, d.by)
		for next&other != 0 {
			line |= next
			next = bits.RotateLeft64(next&d.inner, d.by)
		}
		if next&own != 0 {
			all |= line
		}
	}
	return all
}

// plainOthello keeps the discs of each seat as 64 bits.
func plainOthello(d *dice, games int) (count tally) {
	for range games {
		discs := [2]uint64{1<<28 | 1<<35, 1<<27 | 1<<36}
		moves, passes, seat := 0, 0, 0
		for passes < 2 {
			can := othelloMoves(discs[seat], discs[1-seat])
			if can == 0 {
				passes++
				seat = 1 - seat
				continue
			}
			for range d.below(uint64(bits.OnesCount64(can))) {
				can &= can - 1
			}
			cell := can & -can
			turned := othelloTurned(cell, discs[seat], discs[1-seat])
			discs[seat] ^= turned | cell
			discs[1-seat] ^= turned
			moves++
			passes = 0
			seat = 1 - seat
		}
		winner := -1
		if black, white := bits.OnesCount64(discs[0]), bits.OnesCount64(discs[1]); black > white {
			winner = 0
		} else if white > black {
			winner = 1
		}
		count.add(moves, winner)
	}
	return count
}
