package board

import (
	"fmt"
	"math"
	"strconv"

	"github.com/plygame/ply/game"
)

// Grid is a board of cells in rows and columns, made by Square, Orthogonal or Hex. Columns are lettered and
// rows numbered from the lower left: a1 is the first cell, b1 its neighbour to the east.
type Grid struct {
	Name          string
	Width, Height int
	Look          game.Look

	// Cell sets properties of the cells, if needed: how many elements each holds, who sees them, hooks.
	Cell game.Place

	hex   bool
	near  []int // directions of neighbours, as indices into compass
	board game.Place
	first game.ID
	n     int

	// Tables that never change, made when the grid is laid out. Sets of cells are words as in game.Set[game.ID].
	cells   []uint64    // all of them
	next    [][]game.ID // by direction, then cell: the cell there or 0
	inner   [][]uint64  // by direction: the cells that have a cell there
	ahead   []int       // by direction: how many bits further that cell is
	shifts  []shift     // by direction, if all cells fit two words
	compass [3][3]shift // the same by row and column from the lower left
	around  []shift     // to neighbours; the first half of them are lines
	lines   []shift
	all     pair
	word    word // if all cells fit one word
	regions []*Region
}

// Direction is a step to a neighbouring cell: how many columns east and rows north.
type Direction struct{ X, Y int }

// The eight directions. All exist on every grid; the grids differ in which of them lead to a neighbour. On a
// hex grid NorthEast and SouthWest do not.
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

// compass lists the directions so that opposite ones are four apart.
var compass = []Direction{East, North, NorthEast, NorthWest, West, South, SouthWest, SouthEast}

// Square returns a grid whose cells have up to eight neighbours.
func Square(name string, width, height int) *Grid {
	return &Grid{Name: name, Width: width, Height: height, near: []int{0, 1, 2, 3, 4, 5, 6, 7}}
}

// Orthogonal returns a grid whose cells have up to four neighbours, at their sides.
func Orthogonal(name string, width, height int) *Grid {
	return &Grid{Name: name, Width: width, Height: height, near: []int{0, 1, 4, 5}}
}

// Hex returns a rhombus of hexagons: each cell has up to six neighbours.
func Hex(name string, width, height int) *Grid {
	return &Grid{Name: name, Width: width, Height: height, hex: true, near: []int{0, 1, 3, 4, 5, 7}}
}

// Lay adds the board and its cells to the table.
func (g *Grid) Lay(p *game.Plan) {
	if g.Width < 1 || g.Height < 1 || g.Width*g.Height > 1<<16 {
		panic(fmt.Sprintf("board %q: %d by %d cells is not possible; each side must be at least 1, with at most %d cells in total", g.Name, g.Width, g.Height, 1<<16))
	}
	g.board = game.Place{Name: g.Name, Look: g.Look}
	if g.board.Look.Layout == "" {
		g.board.Look.Layout = "grid"
		if g.hex {
			g.board.Look.Layout = "hex"
		}
	}
	if g.near == nil {
		g.near = Square("", 0, 0).near
	}
	g.n = g.Width * g.Height
	names := make([]string, g.n)
	for i := range names {
		names[i] = cellName(i%g.Width, i/g.Width)
	}
	g.Cell.Name = "cell"
	g.first = p.Add(&g.Cell, p.Add(&g.board, game.Root), names...)
	for i := range names {
		x, y := g.drawn(i%g.Width, i/g.Width)
		p.Put(g.first+game.ID(i), x, y)
	}
	g.precompute()
}

// drawn returns where the centre of a cell is drawn. Rows of hexagons are closer together than the cells in a
// row, and each row is shifted by half a cell.
func (g *Grid) drawn(column, row int) (x, y float64) {
	if g.hex {
		return float64(column) + float64(row)/2, float64(row) * math.Sqrt(3) / 2
	}
	return float64(column), float64(row)
}

func cellName(x, y int) string { return letters(x) + strconv.Itoa(y+1) }

// letters returns the name of a column: a to z, then aa, ab and so on.
func letters(x int) string {
	name := ""
	for x++; x > 0; x = (x - 1) / 26 {
		name = string(rune('a'+(x-1)%26)) + name
	}
	return name
}

func (g *Grid) precompute() {
	g.cells = g.where(func(x, y int) bool { return true })
	for _, d := range compass {
		next := make([]game.ID, g.n)
		for i := range next {
			next[i] = g.At(i%g.Width+d.X, i/g.Width+d.Y)
		}
		g.next = append(g.next, next)
		g.inner = append(g.inner, g.where(func(x, y int) bool { return g.At(x+d.X, y+d.Y) != 0 }))
		g.ahead = append(g.ahead, d.X+d.Y*g.Width)
	}
	for _, r := range g.regions {
		r.w = g.where(r.in)
	}
	if len(g.cells) <= 2 && g.Width < 63 {
		g.all = pairOf(g.cells)
		for d := range compass {
			g.shifts = append(g.shifts, shiftOf(g.inner[d], g.ahead[d]))
			g.compass[compass[d].Y+1][compass[d].X+1] = g.shifts[d]
		}
		for _, d := range g.near {
			g.around = append(g.around, g.shifts[d])
		}
		g.lines = g.around[:len(g.around)/2]
	}
	g.word = g.wordTables()
}

// where returns the words of the cells for which in returns true.
func (g *Grid) where(in func(x, y int) bool) []uint64 {
	w := make([]uint64, (int(g.first)+g.n+63)/64)
	for i := range g.n {
		if id := int(g.first) + i; in(i%g.Width, i/g.Width) {
			w[id>>6] |= 1 << (id & 63)
		}
	}
	return w
}

// mustLie panics if the board is not on the table.
func (g *Grid) mustLie() {
	if g.n == 0 {
		panic(fmt.Sprintf("board %q is not on the table: it is not in Rules.Layout, or the rules are not checked yet", g.Name))
	}
}

// At returns the cell in this column and row, counted from 0, or 0 if there is none.
func (g *Grid) At(x, y int) game.ID {
	g.mustLie()
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

// Next returns the cell one step away in this direction, or 0 if there is none.
func (g *Grid) Next(cell game.ID, d Direction) game.ID {
	if !g.Has(cell) {
		return 0
	}
	x, y := g.XY(cell)
	return g.At(x+d.X, y+d.Y)
}

// Directions returns the directions of neighbours.
func (g *Grid) Directions() []Direction {
	dirs := make([]Direction, len(g.near))
	for i, d := range g.near {
		dirs[i] = compass[d]
	}
	return dirs
}
