package games_test

import "math/bits"

// plainBreakthrough keeps the pawns of each seat as 64 bits, a1 first.
func plainBreakthrough(d *dice, games int) (count tally) {
	const a, h = 0x0101010101010101, 0x8080808080808080
	for range games {
		pawns := [2]uint64{0xffff, 0xffff << 48}
		for moves := 1; ; moves++ {
			seat := (moves - 1) & 1
			own, enemy := pawns[seat], pawns[1-seat]
			var to [3]uint64
			var back [3]int
			if seat == 0 {
				to, back = [3]uint64{own &^ a << 7, own << 8 &^ enemy, own &^ h << 9}, [3]int{-7, -8, -9}
			} else {
				to, back = [3]uint64{own &^ a >> 9, own >> 8 &^ enemy, own &^ h >> 7}, [3]int{9, 8, 7}
			}
			total := 0
			for i := range to {
				to[i] &^= own
				total += bits.OnesCount64(to[i])
			}
			at, way := int(d.below(uint64(total))), 0
			for n := bits.OnesCount64(to[0]); at >= n; n = bits.OnesCount64(to[way]) {
				at -= n
				way++
			}
			cells := to[way]
			for range at {
				cells &= cells - 1
			}
			i := bits.TrailingZeros64(cells)
			pawns[seat] = own&^(1<<(i+back[way])) | 1<<i
			pawns[1-seat] = enemy &^ (1 << i)
			if pawns[1-seat] == 0 || i/8 == 7-7*seat {
				count.add(moves, seat)
				break
			}
		}
	}
	return count
}
