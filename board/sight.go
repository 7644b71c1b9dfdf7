package board

import (
	"cmp"
	"math"
	"slices"

	"github.com/plygame/ply/game"
)

// Between returns the cells between two cells that are in a straight line of neighbours. The set is empty if they
// are next to each other, or not in a line. If several lines join them, it is the shortest.
func (b *Board) Between(from, to game.ID) (between game.Set[game.ID]) {
	if !b.Has(from) || !b.Has(to) || from == to {
		return between
	}
	var best, line []game.ID
	for _, d := range b.near {
		line = line[:0]
		for cell := b.next[d][from-b.first]; cell != 0 && cell != from &&
			!slices.Contains(line, cell); cell = b.next[d][cell-b.first] {
			if cell == to {
				if len(line) == 0 {
					return between
				}
				if best == nil || len(line) < len(best) {
					best = slices.Clone(line)
				}
				break
			}
			line = append(line, cell)
		}
	}
	return game.SetOf(best...)
}

// Sight returns the cells that can be seen from a cell, as Sees does, with the cell itself.
func (b *Board) Sight(from game.ID, blocked game.Set[game.ID]) game.Set[game.ID] {
	return b.setOf(b.where(func(cell game.ID) bool { return b.Sees(from, cell, blocked) }))
}

// Sees reports whether nothing blocks the line between two cells. On a Grid it is the line from centre to centre:
// every point of it must be in a cell that is not blocked, or at the edge of one. So a line along the edge between
// two cells is blocked only if both are, and what is beyond the edge of the board is not seen. If the board wraps
// around, it is the shortest line; if there are several, one that is not blocked is enough. On other boards, the line
// follows a single relation. The two cells themselves never block.
func (b *Board) Sees(from, to game.ID, blocked game.Set[game.ID]) bool {
	if !b.Has(from) || !b.Has(to) {
		return false
	}
	if from == to {
		return true
	}
	if b.grid != nil {
		return b.grid.sees(from, to, blocked)
	}
	for _, next := range b.next {
		steps := 0
		for cell := next[from-b.first]; cell != 0 && steps < b.n; cell = next[cell-b.first] {
			if cell == to {
				return true
			}
			if blocked.Has(cell) {
				break
			}
			steps++
		}
	}
	return false
}

// span is a part of a line, from 0 at its start to 1 at its end.
type span struct{ from, to float64 }

// tolerance is more than the errors of a computation, and less than any real difference.
const tolerance = 1e-9

// sees reports whether clear cells cover the line, or one of the shortest lines if the board wraps around.
func (g *Grid) sees(from, to game.ID, blocked game.Set[game.ID]) bool {
	ax, ay := g.XY(from)
	bx, by := g.XY(to)
	switch {
	case g.WrapX || g.WrapY:
	case g.hex:
		return g.clear(ax, ay, bx, by, blocked)
	default:
		return g.clearSquares(ax, ay, bx, by, blocked)
	}
	var ends [][2]int // of the shortest lines so far
	best, a := math.Inf(1), g.drawn(ax, ay)
	for _, x := range copies(bx, g.w, g.h, g.WrapX) {
		for _, y := range copies(by, g.h, g.w, g.WrapY) {
			c := g.drawn(x, y)
			length := math.Hypot(c.x-a.x, c.y-a.y)
			if length > best+tolerance {
				continue
			}
			if length < best-tolerance {
				best, ends = length, nil
			}
			ends = append(ends, [2]int{x, y})
		}
	}
	return slices.ContainsFunc(ends, func(end [2]int) bool { return g.clear(ax, ay, end[0], end[1], blocked) })
}

// clearSquares is clear on a board of squares. A line from centre to centre never follows an edge there, so it is
// enough that all squares it crosses are clear; at a corner it continues diagonally.
func (g *Grid) clearSquares(ax, ay, bx, by int, blocked game.Set[game.ID]) bool {
	dx, dy, right, up := bx-ax, by-ay, 1, 1
	if dx < 0 {
		dx, right = -dx, -1
	}
	if dy < 0 {
		dy, up = -dy, -1
	}
	for x, y := 0, 0; ; {
		switch side := (1+2*x)*dy - (1+2*y)*dx; {
		case side == 0:
			x, y = x+1, y+1
		case side < 0:
			x++
		default:
			y++
		}
		if x == dx && y == dy {
			return true
		}
		if cell := g.at[(ay+y*up)*g.w+ax+x*right]; cell == 0 || blocked.Has(cell) {
			return false
		}
	}
}

// copies returns where a column or row is repeated on a board that wraps around. On a slanted board, the nearest copy
// of a cell may be more than one round away; the longer the other side, the more rounds.
func copies(at, size, other int, wraps bool) []int {
	all := []int{at}
	for n := 1; wraps && n <= 1+other/size; n++ {
		all = append(all, at-n*size, at+n*size)
	}
	return all
}

// clear reports whether cells that are not blocked cover the line between two, whose columns and rows may go beyond
// those of a board that wraps around.
func (g *Grid) clear(ax, ay, bx, by int, blocked game.Set[game.ID]) bool {
	from, to := g.At(ax, ay), g.At(bx, by)
	a, c := g.drawn(ax, ay), g.drawn(bx, by)
	var spans []span
	for y := min(ay, by) - 1; y <= max(ay, by)+1; y++ {
		for x := min(ax, bx) - 1; x <= max(ax, bx)+1; x++ {
			cell := g.At(x, y)
			if cell == 0 || cell != from && cell != to && blocked.Has(cell) {
				continue
			}
			if s, crosses := g.crossing(a, c, g.drawn(x, y)); crosses {
				spans = append(spans, s)
			}
		}
	}
	slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	covered := 0.0
	for _, s := range spans {
		if s.from > covered+tolerance {
			return false
		}
		covered = max(covered, s.to)
	}
	return covered > 1-tolerance
}

// crossing returns the part of the line from a to c that is in the cell around a centre: the points that are not nearer
// to the centre of any neighbour.
func (g *Grid) crossing(a, c, centre spot) (s span, crosses bool) {
	s = span{0, 1}
	sides, turn := 4, 0.0
	if g.hex {
		sides = 6
	}
	if g.Flat {
		turn = math.Pi / 6
	}
	for i := range sides {
		sin, cos := math.Sincos(turn + float64(i)*2*math.Pi/float64(sides))
		begin := (a.x-centre.x)*cos + (a.y-centre.y)*sin - 0.5
		end := (c.x-centre.x)*cos + (c.y-centre.y)*sin - 0.5
		switch {
		case begin > tolerance && end > tolerance:
			return s, false
		case begin > tolerance:
			s.from = max(s.from, begin/(begin-end))
		case end > tolerance:
			s.to = min(s.to, begin/(begin-end))
		}
	}
	return s, s.from <= s.to+tolerance
}
