package chess

// rights are the castling moves that are still possible.
type rights uint8

// wing is one of the four ways to castle; the columns are where the rook begins and ends, and where the king ends.
type wing struct {
	right            rights
	rook, next, king int
	between          []int
}

var wings = [2][]wing{
	{{1, 7, 5, 6, []int{5, 6}}, {2, 0, 3, 2, []int{1, 2, 3}}},
	{{4, 7, 5, 6, []int{5, 6}}, {8, 0, 3, 2, []int{1, 2, 3}}},
}

// lost returns the rights that end when a piece leaves this cell or is captured there.
func lost(x, y int) (all rights) {
	for seat, both := range wings {
		for _, w := range both {
			if y == 7*seat && (x == w.rook || x == 4) {
				all |= w.right
			}
		}
	}
	return all
}
