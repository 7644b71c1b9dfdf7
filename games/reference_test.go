package games_test

import "math/bits"

// The loops in this file play uniformly random games, hand-written for speed without a framework. The kernel is compared
// with them.

// tally sums up a number of games.
type tally struct {
	games, moves, first, second int
	squares                     float64 // of the numbers of moves
}

// add counts one game; winner is 0, 1, or -1 for a draw.
func (c *tally) add(moves, winner int) {
	c.games++
	c.moves += moves
	c.squares += float64(moves * moves)
	switch winner {
	case 0:
		c.first++
	case 1:
		c.second++
	}
}

// dice is a small fast generator (wyrand).
type dice uint64

func (d *dice) next() uint64 {
	*d += 0xa0761d6478bd642f
	hi, lo := bits.Mul64(uint64(*d), uint64(*d)^0xe7037ed1a0b428db)
	return hi ^ lo
}

// below returns a number from 0 to n-1 without bias (Lemire).
func (d *dice) below(n uint64) uint64 {
	hi, lo := bits.Mul64(d.next(), n)
	if lo < n {
		for floor := -n % n; lo < floor; {
			hi, lo = bits.Mul64(d.next(), n)
		}
	}
	return hi
}

// threes says for every set of the nine cells whether it has three in a row; picks lists its members.
var threes, picks = func() (won [512]bool, nth [512][9]uint16) {
	for cells := range uint16(512) {
		for _, row := range []uint16{0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124} {
			won[cells] = won[cells] || cells&row == row
		}
		for i, rest := 0, cells; rest != 0; i, rest = i+1, rest&(rest-1) {
			nth[cells][i] = rest & -rest
		}
	}
	return won, nth
}()

// plainTicTacToe stores the marks of each seat as nine bits.
func plainTicTacToe(d *dice, games int) (count tally) {
	for range games {
		var marks [2]uint16
		empty, winner, moves := uint16(511), -1, 0
		for empty != 0 {
			cell := picks[empty&511][d.below(uint64(9-moves))]
			seat := moves & 1
			marks[seat] |= cell
			empty ^= cell
			moves++
			if threes[marks[seat]&511] {
				winner = seat
				break
			}
		}
		count.add(moves, winner)
	}
	return count
}

// plainConnectFour stores a column in seven bits, the highest of which stays empty, so that shifting finds lines. The open
// columns are a shrinking list of bits, each for the lowest empty cell of its column.
func plainConnectFour(d *dice, games int) (count tally) {
	const tops = 1<<6 | 1<<13 | 1<<20 | 1<<27 | 1<<34 | 1<<41 | 1<<48
	for range games {
		open := [8]uint64{1, 1 << 7, 1 << 14, 1 << 21, 1 << 28, 1 << 35, 1 << 42}
		columns := uint64(7)
		var mine, other uint64
		winner, moves := -1, 0
		for columns > 0 {
			at := &open[d.below(columns)&7]
			mine |= *at
			moves++
			if fourInLine(mine) {
				winner = (moves - 1) & 1
				break
			}
			if *at <<= 1; *at&tops != 0 {
				columns--
				*at = open[columns&7]
			}
			mine, other = other, mine
		}
		count.add(moves, winner)
	}
	return count
}

func fourInLine(discs uint64) bool {
	column := discs & (discs >> 1)
	row := discs & (discs >> 7)
	rising := discs & (discs >> 8)
	falling := discs & (discs >> 6)
	return column&(column>>2)|row&(row>>14)|rising&(rising>>16)|falling&(falling>>12) != 0
}

// The nodes of plainHex: 121 cells, then the four sides, each of which belongs to a seat.
const (
	hexSide  = 11
	hexCells = hexSide * hexSide
	north    = hexCells + iota - 2
	south
	west
	east
	hexNodes
)

// hexNext holds the six neighbours of each cell; the sides count as cells outside the board.
var hexNext = func() (next [hexCells][6]uint8) {
	steps := [6][2]int{{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}}
	for cell := range next {
		for i, step := range steps {
			x, y := cell%hexSide+step[0], cell/hexSide+step[1]
			switch {
			case y < 0:
				next[cell][i] = south
			case y == hexSide:
				next[cell][i] = north
			case x < 0:
				next[cell][i] = west
			case x == hexSide:
				next[cell][i] = east
			default:
				next[cell][i] = uint8(y*hexSide + x)
			}
		}
	}
	return next
}()

// groups is a union-find structure over stones and sides.
type groups [hexNodes]uint8

func (g *groups) root(node uint8) uint8 {
	for g[node] != node {
		g[node] = g[g[node]]
		node = g[node]
	}
	return node
}

// plainHex takes empty cells from a shrinking list and joins groups of stones until two sides belong to one group. Seat 0
// connects north and south.
func plainHex(d *dice, games int) (count tally) {
	const nobody = 2
	var alone groups
	var cells [hexCells]uint8
	var sides [hexNodes]uint8
	for node := range alone {
		alone[node], sides[node] = uint8(node), nobody
	}
	copy(cells[:], alone[:])
	sides[north], sides[south], sides[west], sides[east] = 0, 0, 1, 1
	for range games {
		empty, owner, group := cells, sides, alone
		winner := -1
		left := hexCells
		for winner < 0 {
			seat := uint8(hexCells-left) & 1
			at := d.below(uint64(left))
			left--
			cell := empty[at]
			empty[at] = empty[left]
			owner[cell] = seat
			root := cell
			for _, next := range hexNext[cell] {
				if owner[next] == seat {
					if other := group.root(next); other != root {
						group[other] = root
					}
				}
			}
			if from, to := group.root(north+2*seat), group.root(south+2*seat); from == to {
				winner = int(seat)
			}
		}
		count.add(hexCells-left, winner)
	}
	return count
}
