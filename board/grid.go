package board

import (
	"fmt"
	"math/bits"

	"github.com/plygame/ply/game"
)

// Grid is a board of cells in rows and columns. Columns are lettered and rows numbered
// from the lower left: a1 is the first cell, b1 its neighbour to the east.
type Grid struct {
	Name          string
	Width, Height int
	Look          game.Look

	// Cell says more about the cells, if anything: how many elements each holds, hooks.
	Cell game.Place

	hex   bool
	dirs  []Direction
	board game.Place
	first game.ID
	n     int

	// Frozen tables, made when the grid is laid.
	next  [][]game.ID // by direction, then cell: the neighbour or 0
	cells []uint64    // words of a Set
	edge  [][]uint64  // by direction: board words of the cells that have a neighbour there
	shift []int       // by direction: how far a neighbour is in board words
}

// Direction is a step to a neighbouring cell: how many columns east and rows north.
type Direction struct{ X, Y int }

// The directions of a square grid. On a hex grid NorthWest and SouthEast are neighbours
// too, NorthEast and SouthWest are not.
var (
	East      = Direction{1, 0}
	North     = Direction{0, 1}
	NorthEast = Direction{1, 1}
	NorthWest = Direction{-1, 1}
	West      = Direction{-1, 0}
	South     = Direction{0, -1}
	SouthWest = Direction{-1, -1}
	SouthEast = Direction{1, -1}
)

// Square returns a grid whose cells have up to eight neighbours.
func Square(name string, width, height int) *Grid {
	return &Grid{Name: name, Width: width, Height: height,
		dirs: []Direction{East, North, NorthEast, NorthWest, West, South, SouthWest, SouthEast}}
}

// Hex returns a rhombus of hexagons: each cell has up to six neighbours.
func Hex(name string, width, height int) *Grid {
	return &Grid{Name: name, Width: width, Height: height, hex: true,
		dirs: []Direction{East, North, NorthWest, West, South, SouthEast}}
}

// Lay adds the board and its cells to the table.
func (g *Grid) Lay(p *game.Plan) {
	if g.Width < 1 || g.Height < 1 || g.Width*g.Height > 1<<16 {
		panic(fmt.Sprintf("board %q: %d by %d cells cannot be laid", g.Name, g.Width, g.Height))
	}
	g.board = game.Place{Name: g.Name, Look: g.Look}
	if g.board.Look.Layout == "" {
		g.board.Look.Layout = "grid"
		if g.hex {
			g.board.Look.Layout = "hex"
		}
	}
	g.n = g.Width * g.Height
	names := make([]string, g.n)
	for i := range names {
		names[i] = cellName(i%g.Width, i/g.Width)
	}
	g.Cell.Name = "cell"
	g.first = p.Add(&g.Cell, p.Add(&g.board, game.Root), names...)
	g.tables()
}

// cellName returns letters for the column, a to z, then aa, ab, ..., and the row's number.
func cellName(x, y int) string {
	letters := ""
	for x++; x > 0; x = (x - 1) / 26 {
		letters = string(rune('a'+(x-1)%26)) + letters
	}
	return fmt.Sprint(letters, y+1)
}

func (g *Grid) tables() {
	words := (g.n + 63) / 64
	g.cells = make([]uint64, (int(g.first)+g.n+63)/64)
	for i := range g.n {
		id := int(g.first) + i
		g.cells[id>>6] |= 1 << (id & 63)
	}
	for _, d := range g.dirs {
		next, edge := make([]game.ID, g.n), make([]uint64, words)
		for i := range g.n {
			if to := g.step(i, d, 1); to >= 0 {
				next[i] = g.first + game.ID(to)
				edge[i>>6] |= 1 << (i & 63)
			}
		}
		g.next, g.edge = append(g.next, next), append(g.edge, edge)
		g.shift = append(g.shift, d.X+d.Y*g.Width)
	}
}

// step returns the cell so many steps away, -1 if that is off the board.
func (g *Grid) step(i int, d Direction, steps int) int {
	x, y := i%g.Width+d.X*steps, i/g.Width+d.Y*steps
	if x < 0 || y < 0 || x >= g.Width || y >= g.Height {
		return -1
	}
	return y*g.Width + x
}

// At returns the cell in this column and row, counted from 0, or 0 if there is none.
func (g *Grid) At(x, y int) game.ID {
	if x < 0 || y < 0 || x >= g.Width || y >= g.Height {
		return 0
	}
	return g.first + game.ID(y*g.Width+x)
}

// XY returns the column and row of a cell.
func (g *Grid) XY(cell game.ID) (x, y int) {
	i := int(cell - g.first)
	return i % g.Width, i / g.Width
}

// Has reports whether the element is a cell of this board.
func (g *Grid) Has(cell game.ID) bool { return cell >= g.first && cell < g.first+game.ID(g.n) }

// Next returns the neighbour in this direction, or 0.
func (g *Grid) Next(cell game.ID, d Direction) game.ID {
	if !g.Has(cell) {
		return 0
	}
	if to := g.step(int(cell-g.first), d, 1); to >= 0 {
		return g.first + game.ID(to)
	}
	return 0
}

// Directions returns the directions of neighbours.
func (g *Grid) Directions() []Direction { return g.dirs }

// Cells returns all cells.
func (g *Grid) Cells(t *game.Tx) game.Set {
	r := t.Filled().Blank(len(g.cells))
	copy(r.Words(), g.cells)
	return r
}

// Empty returns the cells that hold nothing.
func (g *Grid) Empty(t *game.Tx) game.Set {
	filled := t.Filled()
	r := filled.Blank(len(g.cells))
	w, f := r.Words(), filled.Words()
	for i, c := range g.cells {
		w[i] = c &^ f[i]
	}
	return r
}

// Held returns the cells whose topmost element belongs to the seat.
func (g *Grid) Held(t *game.Tx, seat game.Seat) game.Set {
	held := t.State.Held(seat)
	r := held.Blank(len(g.cells))
	w, h := r.Words(), held.Words()
	for i, c := range g.cells {
		w[i] = c & h[i]
	}
	return r
}

// Line returns the length of the longest unbroken line through the cell of elements that
// belong to the owner of the cell's topmost one.
func (g *Grid) Line(s *game.State, cell game.ID) int {
	owner := s.Owner(s.Last(cell))
	if owner == game.Nobody || !g.Has(cell) {
		return 0
	}
	held := s.Held(owner).Words()
	best := 1
	for d := range len(g.dirs) / 2 {
		n := 1 + g.run(held, g.next[d], cell) + g.run(held, g.next[d+len(g.dirs)/2], cell)
		best = max(best, n)
	}
	return best
}

// run counts how many held cells follow one another from the cell on.
func (g *Grid) run(held []uint64, next []game.ID, cell game.ID) int {
	n := 0
	for {
		cell = next[cell-g.first]
		if cell == 0 || held[cell>>6]>>(cell&63)&1 == 0 {
			return n
		}
		n++
	}
}

// PositionKey makes what stands on the board count for Rules.Position.
func (g *Grid) PositionKey(s *game.State) uint64 {
	var sum uint64
	filled := s.Filled().Words()
	for i, c := range g.cells {
		for w := c & filled[i]; w != 0; w &= w - 1 {
			sum += game.ContentKey(s, game.ID(i<<6+bits.TrailingZeros64(w)))
		}
	}
	return sum
}

// Shift returns every cell of the set moved one step in the direction; those that would
// leave the board are gone.
func (g *Grid) Shift(set game.Set, d Direction) game.Set {
	words := (g.n + 63) / 64
	from, to := set.Blank(words).Words(), set.Blank(words).Words()
	g.extract(from, set.Words())
	dir := g.direction(d)
	for i := range from {
		from[i] &= g.edge[dir][i]
	}
	shiftWords(to, from, g.shift[dir])
	out := set.Blank(len(g.cells))
	shiftWords(out.Words(), to, int(g.first))
	return out
}

func (g *Grid) direction(d Direction) int {
	for i, o := range g.dirs {
		if o == d {
			return i
		}
	}
	panic(fmt.Sprintf("board %q has no direction %v", g.Name, d))
}

// shiftWords moves all bits up by so many places, or down if by is negative.
func shiftWords(to, from []uint64, by int) {
	if by < 0 {
		word, bit := -by>>6, uint(-by)&63
		for i := range to {
			to[i] = word64(from, i+word) >> bit
			if bit > 0 {
				to[i] |= word64(from, i+word+1) << (64 - bit)
			}
		}
		return
	}
	word, bit := by>>6, uint(by)&63
	for i := range to {
		to[i] = word64(from, i-word) << bit
		if bit > 0 {
			to[i] |= word64(from, i-word-1) >> (64 - bit)
		}
	}
}

func word64(w []uint64, i int) uint64 {
	if i < 0 || i >= len(w) {
		return 0
	}
	return w[i]
}
