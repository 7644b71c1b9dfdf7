package probes

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/cputime"
)

// plainDraughts plays random games of checkers as one would write them by hand for speed, without a framework: squares
// are bits, row by row from the lower left. The kernel is measured against it.
type plainDraughts struct {
	loopPosition
	past []loopPosition // since the last irreversible move
	luck *rand.PCG

	jumps int // complete captures found so far
	drawn loopPosition
}

// loopPosition is what counts for a repetition.
type loopPosition struct {
	men   [2]uint64 // by seat, including kings
	kings uint64
	turn  int
}

const (
	aFile = 0x0101010101010101
	hFile = aFile << 7
)

// The first two directions are forward for seat 0, the others for seat 1.
func diagonal(squares uint64, way int) uint64 {
	switch way {
	case 0:
		return squares &^ hFile << 9
	case 1:
		return squares &^ aFile << 7
	case 2:
		return squares &^ aFile >> 9
	}
	return squares &^ hFile >> 7
}

func opposite(way int) int { return (way + 2) % 4 }

func (p *loopPosition) movers(way int) uint64 {
	if way/2 == p.turn {
		return p.men[p.turn]
	}
	return p.men[p.turn] & p.kings
}

func (d *plainDraughts) below(n int) int {
	high, _ := bits.Mul64(d.luck.Uint64(), uint64(n))
	return int(high)
}

// captures visits every complete capture of a piece and keeps one of them at random.
func (d *plainDraughts) captures(p loopPosition, piece uint64, king bool) {
	empty, ended := ^(p.men[0] | p.men[1]), true
	for way := range 4 {
		if way/2 != p.turn && !king {
			continue
		}
		over := diagonal(piece, way) & p.men[1-p.turn]
		if to := diagonal(over, way) & empty; to != 0 {
			ended = false
			next := p
			next.men[p.turn] ^= piece | to
			next.men[1-p.turn] ^= over
			next.kings &^= over
			d.captures(next, to, king)
		}
	}
	if !ended {
		return
	}
	if d.jumps++; d.below(d.jumps) == 0 {
		if king || piece>>56 != 0 || piece<<56 != 0 {
			p.kings |= piece
		}
		d.drawn = p
	}
}

// jump plays a random capture; false if there is none.
func (d *plainDraughts) jump() bool {
	empty, can := ^(d.men[0] | d.men[1]), uint64(0)
	for way := range 4 {
		back := opposite(way)
		can |= diagonal(diagonal(empty, back)&d.men[1-d.turn], back) & d.movers(way)
	}
	for d.jumps = 0; can != 0; can &= can - 1 {
		from := can & -can
		p := d.loopPosition
		king := p.kings&from != 0
		p.kings &^= from
		d.captures(p, from, king)
	}
	if d.jumps > 0 {
		d.loopPosition, d.past = d.drawn, d.past[:0]
	}
	return d.jumps > 0
}

// step plays a random plain move; false if there is none.
func (d *plainDraughts) step() bool {
	empty, total := ^(d.men[0] | d.men[1]), 0
	var to [4]uint64
	for way := range 4 {
		to[way] = diagonal(d.movers(way), way) & empty
		total += bits.OnesCount64(to[way])
	}
	if total == 0 {
		return false
	}
	at, way := d.below(total), 0
	for n := bits.OnesCount64(to[0]); at >= n; n = bits.OnesCount64(to[way]) {
		at -= n
		way++
	}
	squares := to[way]
	for range at {
		squares &= squares - 1
	}
	square := squares & -squares
	from := diagonal(square, opposite(way))
	d.men[d.turn] ^= from | square
	switch {
	case d.kings&from != 0:
		d.kings ^= from | square
	default:
		d.past = d.past[:0]
		if square>>56 != 0 || square<<56 != 0 {
			d.kings |= square
		}
	}
	return true
}

// play plays a whole game and returns its number of moves and the winner, -1 for a draw.
func (d *plainDraughts) play() (moves, winner int) {
	d.loopPosition = loopPosition{men: [2]uint64{0x55aa55, 0xaa55aa << 40}}
	d.past = append(d.past[:0], d.loopPosition)
	for {
		if !d.jump() && !d.step() {
			return moves, 1 - d.turn
		}
		moves++
		d.turn = 1 - d.turn
		seen := 0
		for i := range d.past {
			if d.past[i] == d.loopPosition {
				seen++
			}
		}
		if seen >= 2 {
			return moves, -1
		}
		d.past = append(d.past, d.loopPosition)
	}
}

// The loop plays the same game as the kernel: games are as long, and each side wins as often.
func TestPlainDraughtsIsDraughts(t *testing.T) {
	games := 8000
	if testing.Short() {
		games = 4000
	}
	s := begin(t, draughts(checkersStart), 2)
	f := s.Fork()
	loop := plainDraughts{luck: rand.NewPCG(1, 2)}
	var sum, squares [2]float64
	var won [2][3]int
	for n := range games {
		f.Reset(s)
		f.Seed(uint64(n))
		moves, err := f.Playout(10000)
		if err != nil {
			t.Fatal(err)
		}
		winner := -1
		for x := range game.Seat(2) {
			if f.State().Won(x) {
				winner = int(x)
			}
		}
		plainMoves, plainWinner := loop.play()
		won[0][winner+1]++
		won[1][plainWinner+1]++
		for i, m := range []int{moves, plainMoves} {
			sum[i] += float64(m)
			squares[i] += float64(m * m)
		}
	}
	n := float64(games)
	spread := 0.0 // of the difference of both averages
	for i := range sum {
		mean := sum[i] / n
		spread += (squares[i]/n - mean*mean) / n
	}
	if off := math.Abs(sum[0]-sum[1]) / n / math.Sqrt(spread); off > 4.5 {
		t.Errorf("a game takes %.2f moves, and %.2f in the loop: %.1f standard deviations apart", sum[0]/n, sum[1]/n, off)
	}
	for i := range 3 {
		a, b := float64(won[0][i]), float64(won[1][i])
		if off := math.Abs(a-b) / math.Sqrt(a+b+1); off > 4.5 {
			t.Errorf("draws and wins of both sides are %v, and %v in the loop", won[0], won[1])
		}
	}
}

// contest plays checkers with the kernel and with the loop in turn, in short blocks, and returns the shortest time per
// game of each. It measures CPU time of the thread.
func contest(tb testing.TB, r *game.Rules, rounds int) (kernel, plain time.Duration) {
	const block = 300
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	s := begin(tb, r, 2)
	f := s.Fork()
	loop := plainDraughts{luck: rand.NewPCG(1, 2)}
	kernel, plain = math.MaxInt64, math.MaxInt64
	for range rounds {
		began := cputime.Thread()
		for n := range block {
			f.Reset(s)
			f.Seed(uint64(n))
			if _, err := f.Playout(10000); err != nil {
				tb.Fatal(err)
			}
		}
		between := cputime.Thread()
		for range block {
			loop.play()
		}
		kernel, plain = min(kernel, (between-began)/block), min(plain, (cputime.Thread()-between)/block)
	}
	return kernel, plain
}
