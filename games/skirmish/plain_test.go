package skirmish

import (
	"math/bits"
	"math/rand/v2"
	"testing"
)

// plainUnit and plainGame are skirmish without fog as plain structs, to compare the speed of random play: reach with costs and
// zones of control, strikes, watches, the end of turns. Everyone sees everything.
type plainUnit struct {
	seat, kind, at, health, points int8
	watch                          bool
}

type plainGame struct {
	ground [144]uint8
	top    [144]int8 // the unit there plus 1
	units  [20]plainUnit
	turn   int8
	left   int
	over   bool
	lines  [144][6][3]uint64 // by cell and range
	near   [144][]int16
	moves  []int16 // unit, action, target
}

var (
	plainHealth = [4]int8{4, 3, 2, 2}
	plainSpeed  = [4]int{3, 3, 3, 5}
	plainRange  = [4]int{1, 1, 4, 1}
	plainDamage = [4]int8{2, 2, 1, 1}
)

func (g *plainGame) start(r *rand.Rand) {
	g.ground, g.top, g.turn, g.left, g.over = [144]uint8{}, [144]int8{}, 0, 60, false
	for y := 2; y < 6; y++ {
		for x := range 12 {
			n := []uint8{2, 1, 1, 0, 0, 0, 0, 0}[r.IntN(8)]
			g.ground[y*12+x], g.ground[(11-y)*12+11-x] = n, n
		}
	}
	n := 0
	for y, row := range army {
		for x := range len(row) {
			kind := map[byte]int8{'c': 0, 's': 1, 'b': 2, 'l': 3, '.': -1}[row[x]]
			if kind < 0 {
				continue
			}
			for seat, at := range []int{(1-y)*12 + x + 1, (10+y)*12 + 10 - x} {
				g.units[n] = plainUnit{int8(seat), kind, int8(at - 128), plainHealth[kind], 2, false}
				g.top[at] = int8(n + 1)
				n++
			}
		}
	}
	for at := range 144 {
		g.near[at] = g.near[at][:0]
		for d := range 9 {
			if x, y := at%12+d%3-1, at/12+d/3-1; d != 4 && x >= 0 && y >= 0 && x < 12 && y < 12 {
				g.near[at] = append(g.near[at], int16(y*12+x))
			}
		}
		g.look(at)
	}
}

func (u *plainUnit) cell() int { return int(u.at) + 128 }

// look computes which cells within four can be seen from a cell.
func (g *plainGame) look(at int) {
	g.lines[at] = [6][3]uint64{}
	ax, ay := at%12, at/12
	for to := range 144 {
		bx, by := to%12, to/12
		far := max(bx-ax, ax-bx, by-ay, ay-by)
		if far > 4 || !g.clear(ax, ay, bx, by) {
			continue
		}
		for n := far; n < 5; n++ {
			g.lines[at][n][to>>6] |= 1 << (to & 63)
		}
	}
}

func (g *plainGame) clear(ax, ay, bx, by int) bool {
	dx, dy, right, up := bx-ax, by-ay, 1, 1
	if dx < 0 {
		dx, right = -dx, -1
	}
	if dy < 0 {
		dy, up = -dy, -1
	}
	for x, y := 0, 0; x != dx || y != dy; {
		switch side := (1+2*x)*dy - (1+2*y)*dx; {
		case side == 0:
			x, y = x+1, y+1
		case side < 0:
			x++
		default:
			y++
		}
		if (x != dx || y != dy) && g.ground[(ay+y*up)*12+ax+x*right] == 2 {
			return false
		}
	}
	return true
}

// list lists all moves, as the rules count them.
func (g *plainGame) list() {
	g.moves = append(g.moves[:0], -1, 0, 0)
	var stop [144]bool
	for i := range g.units {
		if u := &g.units[i]; u.health > 0 && u.seat != g.turn {
			for _, to := range g.near[u.cell()] {
				stop[to] = true
			}
		}
	}
	for i := range g.units {
		u := &g.units[i]
		if u.health <= 0 || u.seat != g.turn || u.points == 0 {
			continue
		}
		g.moves = append(g.moves, int16(i), 1, 0)
		reach := g.reach(u, &stop)
		for w, word := range reach {
			for ; word != 0; word &= word - 1 {
				if to := w<<6 + bits.TrailingZeros64(word); g.top[to] == 0 {
					g.moves = append(g.moves, int16(i), 2, int16(to))
				}
			}
		}
		for k := range g.units {
			if o := &g.units[k]; o.health > 0 && o.seat != g.turn && g.hits(u, o) {
				g.moves = append(g.moves, int16(i), 3, int16(k))
			}
		}
	}
}

func (g *plainGame) hits(u, o *plainUnit) bool {
	return g.lines[u.cell()][plainRange[u.kind]][o.cell()>>6]>>(o.cell()&63)&1 != 0
}

func (g *plainGame) reach(u *plainUnit, stop *[144]bool) (set [3]uint64) {
	var best [144]int8
	from := u.cell()
	best[from] = int8(plainSpeed[u.kind]) + 1
	var open [600]int16
	open[0] = int16(from)
	for k, n := 0, 1; k < n; k++ {
		at := int(open[k])
		if at != from && stop[at] {
			continue
		}
		for _, to := range g.near[at] {
			left := best[at] - 1 - int8(g.ground[to])
			if g.ground[to] == 2 || left <= best[to] || left < 1 || g.top[to] != 0 && g.units[g.top[to]-1].seat != u.seat {
				continue
			}
			best[to] = left
			set[to>>6] |= 1 << (to & 63)
			open[n] = to
			n++
		}
	}
	return set
}

func (g *plainGame) strike(u, o *plainUnit, r *rand.Rand) {
	needs := 3
	if g.ground[o.cell()] == 1 {
		needs = 5
	}
	if r.IntN(6)+1 < needs {
		return
	}
	if o.health -= plainDamage[u.kind]; o.health <= 0 {
		g.top[o.cell()] = 0
		g.over = g.over || o.kind == 0
	}
}

func (g *plainGame) play(r *rand.Rand) {
	g.list()
	k := 3 * r.IntN(len(g.moves)/3)
	if g.moves[k] < 0 {
		g.turn = 1 - g.turn
		for i := range g.units {
			if g.units[i].seat == g.turn {
				g.units[i].points = 2
			}
		}
		if g.left--; g.left == 0 {
			g.over = true
		}
		return
	}
	u := &g.units[g.moves[k]]
	u.points--
	switch u.watch = false; g.moves[k+1] {
	case 1:
		u.watch, u.points = true, max(0, u.points-1)
	case 2:
		g.top[u.cell()] = 0
		u.at = int8(int(g.moves[k+2]) - 128)
		g.top[u.cell()] = int8(g.moves[k] + 1)
		for i := range g.units {
			if o := &g.units[i]; o.watch && o.health > 0 && o.seat != u.seat && g.hits(o, u) && u.health > 0 {
				o.watch = false
				g.strike(o, u, r)
			}
		}
	case 3:
		u.points = max(0, u.points-1)
		g.strike(u, &g.units[g.moves[k+2]], r)
	}
}

func BenchmarkPlain(b *testing.B) {
	var g plainGame
	moves := 0
	for n := uint64(0); b.Loop(); n++ {
		r := rand.New(rand.NewPCG(n, 1))
		for g.start(r); !g.over; moves++ {
			g.play(r)
		}
	}
	perMove(b, moves)
}

// On a fixed map, what can be seen from each cell is worked out once.
func BenchmarkPlainFixed(b *testing.B) {
	var g, first plainGame
	first.start(rand.New(rand.NewPCG(1, 1)))
	moves := 0
	for n := uint64(0); b.Loop(); n++ {
		g = first
		for r := rand.New(rand.NewPCG(n, 1)); !g.over; moves++ {
			g.play(r)
		}
	}
	perMove(b, moves)
}

func perMove(b *testing.B, moves int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(moves), "ns/move")
	b.ReportMetric(float64(moves)/float64(b.N), "moves/game")
}
