package games_test

import "math/bits"

// checkersPosition has a bit for each cell: from a1, row by row. Black moves down.
type checkersPosition struct {
	pieces [2]uint64
	kings  uint64
	turn   int
}

// plainCheckersGame plays random games of checkers.
type plainCheckersGame struct {
	checkersPosition
	past  []checkersPosition // since a piece was taken or a man moved
	drawn checkersPosition   // a capture: one of all so far at random
	jumps uint64             // how many there are
	*dice
}

// diagonal moves all cells one step: south-east, south-west, north-east, north-west.
func diagonal(cells uint64, way int) uint64 {
	switch way {
	case 0:
		return cells &^ 0x8080808080808080 >> 7
	case 1:
		return cells &^ 0x0101010101010101 >> 9
	case 2:
		return cells &^ 0x8080808080808080 << 9
	}
	return cells &^ 0x0101010101010101 << 7
}

// movers returns the pieces that may go this way.
func (g *plainCheckersGame) movers(way int) uint64 {
	if way/2 == g.turn {
		return g.pieces[g.turn]
	}
	return g.pieces[g.turn] & g.kings
}

// captures visits every complete capture of a piece.
func (g *plainCheckersGame) captures(p checkersPosition, piece uint64, king bool) {
	empty, ended := ^(p.pieces[0] | p.pieces[1]), true
	for way := range 4 {
		if way/2 != p.turn && !king {
			continue
		}
		over := diagonal(piece, way) & p.pieces[1-p.turn]
		if to := diagonal(over, way) & empty; to != 0 {
			ended = false
			next := p
			next.pieces[p.turn] ^= piece | to
			next.pieces[1-p.turn] ^= over
			next.kings &^= over
			g.captures(next, to, king)
		}
	}
	if !ended {
		return
	}
	if g.jumps++; g.below(g.jumps) == 0 {
		if king || piece>>56 != 0 || piece<<56 != 0 {
			p.kings |= piece
		}
		g.drawn = p
	}
}

// jump plays a random capture; false if there is none.
func (g *plainCheckersGame) jump() bool {
	empty, can := ^(g.pieces[0] | g.pieces[1]), uint64(0)
	for way := range 4 {
		back := 3 - way
		can |= diagonal(diagonal(empty, back)&g.pieces[1-g.turn], back) & g.movers(way)
	}
	for g.jumps = 0; can != 0; can &= can - 1 {
		from := can & -can
		p := g.checkersPosition
		p.kings &^= from
		g.captures(p, from, g.kings&from != 0)
	}
	if g.jumps > 0 {
		g.checkersPosition, g.past = g.drawn, g.past[:0]
	}
	return g.jumps > 0
}

// step plays a random move without a capture; false if there is none.
func (g *plainCheckersGame) step() bool {
	empty, total := ^(g.pieces[0] | g.pieces[1]), 0
	var to [4]uint64
	for way := range 4 {
		to[way] = diagonal(g.movers(way), way) & empty
		total += bits.OnesCount64(to[way])
	}
	if total == 0 {
		return false
	}
	at, way := int(g.below(uint64(total))), 0
	for ; at >= bits.OnesCount64(to[way]); way++ {
		at -= bits.OnesCount64(to[way])
	}
	cells := to[way]
	for range at {
		cells &= cells - 1
	}
	cell := cells & -cells
	from := diagonal(cell, 3-way)
	g.pieces[g.turn] ^= from | cell
	if g.kings&from != 0 {
		g.kings ^= from | cell
		return true
	}
	g.past = g.past[:0]
	if cell>>56 != 0 || cell<<56 != 0 {
		g.kings |= cell
	}
	return true
}

// play plays a game and returns the number of moves and the winner, or -1 for a draw.
func (g *plainCheckersGame) play() (moves, winner int) {
	g.checkersPosition = checkersPosition{pieces: [2]uint64{0xaa55aa << 40, 0x55aa55}}
	g.past = g.past[:0]
	for {
		if !g.jump() && !g.step() {
			return moves, 1 - g.turn
		}
		moves++
		g.turn = 1 - g.turn
		seen := 0
		for i := range g.past {
			if g.past[i] == g.checkersPosition {
				seen++
			}
		}
		if seen >= 2 || len(g.past) >= 80 {
			return moves, -1
		}
		g.past = append(g.past, g.checkersPosition)
	}
}

func plainCheckers(d *dice, games int) (count tally) {
	g := plainCheckersGame{dice: d}
	for range games {
		count.add(g.play())
	}
	return count
}
