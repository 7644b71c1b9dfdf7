package chess

import "math/bits"

// rights are the rooks that may castle: bit x is White's in column x, bit 8+x Black's.
type rights uint16

// of returns the columns of one side's rooks, as bits.
func (r rights) of(seat int) uint8 { return uint8(r >> (8 * seat)) }

// lost returns the rights that end when a piece leaves this cell or is captured there. A king loses all of its side.
func lost(x, y int) rights {
	switch y {
	case 0:
		return 1 << x
	case 7:
		return 1 << (8 + x)
	}
	return 0
}

// wing is one way to castle, by columns.
type wing struct {
	king, rook     int   // where they begin
	kingTo, rookTo int   // where they end
	to             int   // what the player chooses: where the king goes or, in Chess960, the rook
	free           []int // must be empty
	safe           []int // must not be attacked: where the king begins and what it passes
}

// wings are the ways to castle by the columns of king and rook.
var wings = func() (all [8][8]wing) {
	for king := range all {
		for rook := range all[king] {
			all[king][rook] = newWing(king, rook)
		}
	}
	return all
}()

// newWing says where king and rook go: to the same cells in chess and in Chess960, on the side of the rook.
func newWing(king, rook int) wing {
	w := wing{king: king, rook: rook, kingTo: 2, rookTo: 3}
	if rook > king {
		w.kingTo, w.rookTo = 6, 5
	}
	if w.to = w.rook; w.usual() {
		w.to = w.kingTo
	}
	for x := min(king, rook, w.kingTo, w.rookTo); x <= max(king, rook, w.kingTo, w.rookTo); x++ {
		if x != king && x != rook {
			w.free = append(w.free, x)
		}
	}
	w.safe = []int{king}
	for x := min(king, w.kingTo) + 1; x < max(king, w.kingTo); x++ {
		w.safe = append(w.safe, x)
	}
	return w
}

// usual reports whether king and rook begin where they do in chess.
func (w *wing) usual() bool { return w.king == 4 && (w.rook == 0 || w.rook == 7) }

// wingTo returns the wing whose rook is one of these and that is chosen by a column, or nil.
func wingTo(rooks uint8, king, to int) *wing {
	for ; rooks != 0; rooks &= rooks - 1 {
		if w := &wings[king][bits.TrailingZeros8(rooks)]; w.to == to {
			return w
		}
	}
	return nil
}

// backRow returns the pieces of a start position of Chess960 by its number from 0 to 959. That of chess is 518.
func backRow(number int) string {
	row := []byte("--------")
	place := func(piece byte, free int) { // on a free cell, counted from the left
		for x := range row {
			if row[x] == '-' {
				if free == 0 {
					row[x] = piece
					return
				}
				free--
			}
		}
	}
	row[2*(number%4)+1] = 'B'
	row[2*(number/4%4)] = 'B'
	place('Q', number/16%6)
	knights := number / 96 // of ten ways to put two on five cells
	first := 0
	for n := 4; knights >= n; n-- {
		knights -= n
		first++
	}
	place('N', first)
	place('N', first+knights)
	for _, piece := range []byte("RKR") {
		place(piece, 0)
	}
	return string(row)
}
