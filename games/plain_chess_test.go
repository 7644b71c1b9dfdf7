package games_test

import (
	"math/bits"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/chess"
)

// plainBoard is a chess position in bitboards, hand-written for speed: a1 is bit 0, and moves are made on a copy.
type plainBoard struct {
	kinds    [6]uint64 // by kind, of both sides
	sides    [2]uint64
	on       [64]int8 // the kind on each cell
	key      uint64
	turn     int
	castling uint8 // K, Q, k, q
	passed   int8  // -1 if there is none
	quiet    int
}

const (
	plainKing = iota
	plainQueen
	plainRook
	plainBishop
	plainKnight
	plainPawn
)

type plainMove struct{ from, to, as int8 } // as is 0 unless a pawn is promoted

// The tables of plainBoard. Rays go up for the first four ways and down for the others.
var (
	plainRays              [8][64]uint64
	plainLeaps, plainSteps [64]uint64
	plainPawns             [2][64]uint64 // what a pawn of the side attacks
	plainKeys              [2][6][64]uint64
	plainRights            [16]uint64
	plainFiles             [65]uint64
	plainLost              [64]uint8
)

func init() {
	ways := [8][2]int{{1, 0}, {-1, 1}, {0, 1}, {1, 1}, {-1, 0}, {1, -1}, {0, -1}, {-1, -1}}
	d := dice(1)
	for c := range 64 {
		x, y := c%8, c/8
		bit := func(dx, dy int) uint64 {
			if x+dx < 0 || x+dx > 7 || y+dy < 0 || y+dy > 7 {
				return 0
			}
			return 1 << (c + dx + 8*dy)
		}
		for w, way := range ways {
			for n := 1; n < 8; n++ {
				plainRays[w][c] |= bit(n*way[0], n*way[1])
			}
			plainSteps[c] |= bit(way[0], way[1])
		}
		for _, l := range [8][2]int{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}} {
			plainLeaps[c] |= bit(l[0], l[1])
		}
		plainPawns[0][c], plainPawns[1][c] = bit(-1, 1)|bit(1, 1), bit(-1, -1)|bit(1, -1)
		for side := range 2 {
			for k := range 6 {
				plainKeys[side][k][c] = d.next()
			}
		}
		plainFiles[c] = d.next()
	}
	for i := range plainRights {
		plainRights[i] = d.next()
	}
	plainLost[4], plainLost[7], plainLost[0] = 3, 1, 2
	plainLost[60], plainLost[63], plainLost[56] = 12, 4, 8
}

func plainRead(fen string) *plainBoard {
	p := &plainBoard{passed: -1}
	f := strings.Fields(fen)
	x, y := 0, 7
	for _, c := range f[0] {
		switch {
		case c == '/':
			x, y = 0, y-1
		case c <= '8':
			x += int(c - '0')
		default:
			side := 0
			if c >= 'a' {
				side = 1
				c -= 'a' - 'A'
			}
			p.put(side, strings.IndexRune("KQRBNP", c), 8*y+x)
			x++
		}
	}
	p.turn = strings.Index("wb", f[1])
	for i, c := range "KQkq" {
		if strings.ContainsRune(f[2], c) {
			p.castling |= 1 << i
		}
	}
	if f[3] != "-" {
		p.passed = int8(f[3][0]-'a') + 8*int8(f[3][1]-'1')
	}
	return p
}

func (p *plainBoard) put(side, kind, cell int) {
	p.sides[side] |= 1 << cell
	p.kinds[kind] |= 1 << cell
	p.on[cell] = int8(kind)
	p.key ^= plainKeys[side][kind][cell]
}

func (p *plainBoard) take(side, cell int) {
	p.sides[side] &^= 1 << cell
	p.kinds[p.on[cell]] &^= 1 << cell
	p.key ^= plainKeys[side][p.on[cell]][cell]
}

func plainSlide(cell int, filled uint64, from, to int) (all uint64) {
	for w := from; w < to; w += 2 {
		up, down := plainRays[w][cell], plainRays[w^4][cell]
		if hit := up & filled; hit != 0 {
			up &= hit ^ (hit - 1)
		}
		if hit := down & filled; hit != 0 {
			down &= ^uint64(0) << (63 - bits.LeadingZeros64(hit))
		}
		all |= up | down
	}
	return all
}

func plainStraight(cell int, filled uint64) uint64 { return plainSlide(cell, filled, 0, 4) }
func plainDiagonal(cell int, filled uint64) uint64 { return plainSlide(cell, filled, 1, 4) }

func (p *plainBoard) attacked(cell, by int) bool {
	own, filled := p.sides[by], p.sides[0]|p.sides[1]
	return plainLeaps[cell]&own&p.kinds[plainKnight] != 0 ||
		plainPawns[1-by][cell]&own&p.kinds[plainPawn] != 0 ||
		plainSteps[cell]&own&p.kinds[plainKing] != 0 ||
		plainStraight(cell, filled)&own&(p.kinds[plainRook]|p.kinds[plainQueen]) != 0 ||
		plainDiagonal(cell, filled)&own&(p.kinds[plainBishop]|p.kinds[plainQueen]) != 0
}

func (p *plainBoard) king(side int) int {
	return bits.TrailingZeros64(p.kinds[plainKing] & p.sides[side])
}

func (p *plainBoard) checked(side int) bool { return p.attacked(p.king(side), 1-side) }

// moves appends all moves by the patterns; some may leave the king in check.
func (p *plainBoard) moves(all []plainMove) []plainMove {
	own, enemy := p.sides[p.turn], p.sides[1-p.turn]
	filled := own | enemy
	for left := own; left != 0; left &= left - 1 {
		c := bits.TrailingZeros64(left)
		var to uint64
		switch p.on[c] {
		case plainKing:
			to = plainSteps[c] | p.castles(filled)
		case plainQueen:
			to = plainStraight(c, filled) | plainDiagonal(c, filled)
		case plainRook:
			to = plainStraight(c, filled)
		case plainBishop:
			to = plainDiagonal(c, filled)
		case plainKnight:
			to = plainLeaps[c]
		case plainPawn:
			all = p.pawn(all, c, filled, enemy)
			continue
		}
		for to &^= own; to != 0; to &= to - 1 {
			all = append(all, plainMove{int8(c), int8(bits.TrailingZeros64(to)), 0})
		}
	}
	return all
}

func (p *plainBoard) pawn(all []plainMove, c int, filled, enemy uint64) []plainMove {
	ahead, start, last := 8, c/8 == 1, c/8 == 6
	if p.turn == 1 {
		ahead, start, last = -8, c/8 == 6, c/8 == 1
	}
	if p.passed >= 0 {
		enemy |= 1 << p.passed
	}
	to := plainPawns[p.turn][c] & enemy
	if one := uint64(1) << (c + ahead); one&filled == 0 {
		to |= one
		if start && 1<<(c+2*ahead)&filled == 0 {
			to |= 1 << (c + 2*ahead)
		}
	}
	for ; to != 0; to &= to - 1 {
		t := int8(bits.TrailingZeros64(to))
		if !last {
			all = append(all, plainMove{int8(c), t, 0})
			continue
		}
		for as := int8(plainQueen); as <= plainKnight; as++ {
			all = append(all, plainMove{int8(c), t, as})
		}
	}
	return all
}

func (p *plainBoard) castles(filled uint64) (to uint64) {
	mine := p.castling >> (2 * p.turn)
	if mine&3 == 0 {
		return 0
	}
	row := 56 * p.turn
	short := mine&1 != 0 && filled>>row&0x60 == 0
	long := mine&2 != 0 && filled>>row&0x0e == 0
	if !short && !long || p.attacked(row+4, 1-p.turn) {
		return 0
	}
	if short && !p.attacked(row+5, 1-p.turn) {
		to |= 1 << (row + 6)
	}
	if long && !p.attacked(row+3, 1-p.turn) {
		to |= 1 << (row + 2)
	}
	return to
}

// play makes the move and reports whether it is legal.
func (p *plainBoard) play(m plainMove) bool {
	from, to, side := int(m.from), int(m.to), p.turn
	kind := int(p.on[from])
	p.quiet++
	if p.sides[1-side]>>to&1 != 0 {
		p.take(1-side, to)
		p.quiet = 0
	}
	p.take(side, from)
	passed := p.passed
	p.passed = -1
	switch kind {
	case plainPawn:
		p.quiet = 0
		switch {
		case int8(to) == passed:
			p.take(1-side, to-8+16*side)
		case m.as != 0:
			kind = int(m.as)
		case to-from == 16 || from-to == 16:
			p.passed = int8((from + to) / 2)
		}
	case plainKing:
		switch to - from {
		case 2:
			p.take(side, to+1)
			p.put(side, plainRook, to-1)
		case -2:
			p.take(side, to-2)
			p.put(side, plainRook, to+1)
		}
	}
	p.put(side, kind, to)
	p.castling &^= plainLost[from] | plainLost[to]
	p.turn = 1 - side
	if p.checked(side) {
		return false
	}
	if p.passed >= 0 && !p.capturable() {
		p.passed = -1
	}
	return true
}

// capturable reports whether a pawn can capture in passing.
func (p *plainBoard) capturable() bool {
	for left := plainPawns[1-p.turn][p.passed] & p.sides[p.turn] & p.kinds[plainPawn]; left != 0; left &= left - 1 {
		next := *p
		if next.play(plainMove{int8(bits.TrailingZeros64(left)), p.passed, 0}) {
			return true
		}
	}
	return false
}

// position is what counts for a repetition.
func (p *plainBoard) position() uint64 {
	return p.key ^ plainRights[p.castling] ^ plainFiles[p.passed&63]*uint64(1&^(p.passed>>7)) ^ uint64(p.turn)
}

func (p *plainBoard) canMove() bool {
	var buf [256]plainMove
	for _, m := range p.moves(buf[:0]) {
		next := *p
		if next.play(m) {
			return true
		}
	}
	return false
}

// dead reports whether nobody can mate with the pieces left.
func (p *plainBoard) dead() bool {
	const light = 0x55aa55aa55aa55aa
	if p.kinds[plainPawn]|p.kinds[plainRook]|p.kinds[plainQueen] != 0 {
		return false
	}
	knights, bishops := bits.OnesCount64(p.kinds[plainKnight]), p.kinds[plainBishop]
	return knights == 0 && (bishops&light == 0 || bishops&^light == 0) || knights == 1 && bishops == 0
}

func (p *plainBoard) perft(depth int, ends bool) (nodes uint64) {
	var buf [256]plainMove
	for _, m := range p.moves(buf[:0]) {
		next := *p
		if !next.play(m) {
			continue
		}
		switch {
		case depth == 1:
			nodes++
		case !ends || !next.dead():
			nodes += next.perft(depth-1, ends)
		}
	}
	return nodes
}

// plainChess plays random games: draws are claimed as one of the moves.
func plainChess(d *dice, games int) (count tally) {
	start := plainRead(chess.Start)
	var buf [256]plainMove
	past := make([]uint64, 0, 512)
	for range games {
		p := *start
		past = past[:0]
		winner, moves := -1, 0
		repeats := func() (n int) {
			key := p.position()
			for i := len(past) - 2; i >= 0 && i >= len(past)-1-p.quiet; i -= 2 {
				if past[i] == key {
					n++
				}
			}
			return n
		}
		past = append(past, p.position())
	play:
		for {
			all := p.moves(buf[:0])
			claims := 0
			if p.quiet >= 100 || p.quiet >= 8 && repeats() >= 2 {
				claims = 1
			}
			for {
				if len(all) == 0 && !(claims == 1 && p.canMove()) {
					if claims == 1 { // a player who cannot move is mated before they can claim
						break play
					}
					if p.checked(p.turn) {
						winner = 1 - p.turn
					}
					break play
				}
				i := int(d.below(uint64(len(all) + claims)))
				if i == len(all) {
					moves++
					break play
				}
				next := p
				if next.play(all[i]) {
					p = next
					break
				}
				all[i] = all[len(all)-1]
				all = all[:len(all)-1]
			}
			moves++
			past = append(past, p.position())
			if p.dead() || (p.quiet >= 150 || p.quiet >= 16 && repeats() >= 4) && p.canMove() {
				break
			}
		}
		count.add(moves, winner)
	}
	return count
}

// TestPlainChessCounts compares the loop, ignoring draws, with published counts, and the kernel, including draws, with the loop.
func TestPlainChessCounts(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: takes long")
	}
	rules := chess.New(false)
	for _, c := range []struct {
		fen   string
		depth int
		nodes uint64
	}{
		{chess.Start, 4, 197281},
		{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97862},
		{"3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", 6, 1134888},
		{"8/b2p2k1/8/2P5/8/4K3/8/8 b - - 0 1", 6, 1015133},
		{"8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", 6, 1440467},
		{"5k2/8/8/8/8/8/8/4K2R w K - 0 1", 6, 661072},
		{"3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", 6, 803711},
		{"r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", 4, 1274206},
		{"r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", 4, 1720476},
		{"2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", 6, 3821001},
		{"8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1", 5, 1004658},
		{"4k3/1P6/8/8/8/8/K7/8 w - - 0 1", 6, 217342},
		{"8/P1k5/K7/8/8/8/8/8 w - - 0 1", 6, 92683},
		{"K1k5/8/P7/8/8/8/8/8 w - - 0 1", 6, 2217},
		{"8/k1P5/8/1K6/8/8/8/8 w - - 0 1", 7, 567584},
		{"8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1", 4, 23527},
	} {
		p := plainRead(c.fen)
		if got := p.perft(c.depth, false); got != c.nodes {
			t.Errorf("%s: the loop counts %d to depth %d, want %d", c.fen, got, c.depth, c.nodes)
		}
		depth := c.depth - 1
		s, err := rules.StartAt(2, game.SeedOf(1), c.fen)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := s.Fork().Perft(depth); got != p.perft(depth, true) || err != nil {
			t.Errorf("%s: the kernel counts %d to depth %d, %v; the loop %d", c.fen, got, depth, err, p.perft(depth, true))
		}
	}
}
