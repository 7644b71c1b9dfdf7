package board

import (
	"fmt"
	"strconv"

	"github.com/plygame/ply/game"
)

// Grid is a board of cells in rows and columns, made by Square, Orthogonal, Hex and others. Columns are lettered
// and rows numbered from the lower left: a1 is the first cell, b1 its neighbour to the east.
type Grid struct {
	Board
	Width, Height int

	WrapX, WrapY bool                  // the last column is beside the first, the last row beside the first
	Flat         bool                  // flat-top hexagons; the default is pointy-top
	Shape        func(x, y int) bool   // which columns and rows have a cell; the default is all
	Named        func(x, y int) string // names of the cells, if not letter and number

	hex       bool
	grows     bool      // only the part in use is drawn
	rectangle bool      // of hexagons
	w, h      int       // columns and rows of the smallest rhombus around that, otherwise Width and Height
	at        []game.ID // by row, then column: the cell there or 0
	xy        [][2]int
	labels    *labels // nil if cells are not named by column and row
}

// Square returns a grid whose cells have up to eight neighbours.
func Square(name string, width, height int) *Grid {
	return gridOf(name, width, height, 0, 1, 2, 3, 4, 5, 6, 7)
}

// Orthogonal returns a grid whose cells have up to four neighbours, at their sides.
func Orthogonal(name string, width, height int) *Grid { return gridOf(name, width, height, 0, 1, 4, 5) }

// Plane returns a grid that looks as if it grew on demand: Plane("table", 72, board.Square). Only the part in use is
// drawn. All its cells exist from the start: enough for this many connected tiles in any direction from its Middle.
// The limit is 127 tiles.
func Plane(name string, tiles int, of func(name string, width, height int) *Grid) *Grid {
	g := of(name, 2*tiles+1, 2*tiles+1)
	g.grows = true
	return g
}

// gridOf returns a grid; near are the directions of neighbours, as indices of the compass.
func gridOf(name string, width, height int, near ...int) *Grid {
	g := &Grid{Width: width, Height: height}
	g.Name, g.ways, g.near = name, compass, near
	return g
}

// Lay adds the board and its cells to the table. It panics with all faults of the board.
func (g *Grid) Lay(p *game.Plan) {
	g.mustBePossible()
	g.enumerate()
	layout := "grid"
	switch {
	case g.hex && g.Flat:
		layout = "flat"
	case g.hex:
		layout = "hex"
	}
	g.grid = g
	g.Look.Grows = g.Look.Grows || g.grows
	g.lay(p, layout)
	for i, c := range g.xy {
		g.at[c[1]*g.w+c[0]] = g.first + game.ID(i)
	}
	g.labels = g.labelled()
	g.step()
	g.finish()
}

// enumerate lists the cells, row by row.
func (g *Grid) enumerate() {
	if g.ways == nil {
		g.ways, g.near = compass, Square("", 0, 0).near
	}
	g.w, g.h = g.Width, g.Height
	switch {
	case g.rectangle && g.Flat:
		g.h += (g.Width - 1) / 2
	case g.rectangle:
		g.w += (g.Height - 1) / 2
	}
	g.at = make([]game.ID, g.w*g.h)
	for i := range g.at {
		x, y := i%g.w, i/g.w
		if c, r := g.offset(x, y); c < 0 || r < 0 || c >= g.Width || r >= g.Height || g.Shape != nil && !g.Shape(x, y) {
			continue
		}
		g.xy = append(g.xy, [2]int{x, y})
		g.names = append(g.names, g.nameAt(x, y))
		g.spots = append(g.spots, g.drawn(x, y))
	}
}

func (g *Grid) mustBePossible() {
	var faults []string
	if g.Width < 1 || g.Height < 1 || g.Width > maxCells || g.Height > maxCells || g.Width*g.Height > maxCells {
		faults = append(faults, fmt.Sprintf("%d by %d cells is not possible; each side must be at least 1, with at most %d cells in total", g.Width, g.Height, maxCells))
	}
	if g.WrapX && g.Width < 3 || g.WrapY && g.Height < 3 {
		faults = append(faults, fmt.Sprintf("%d by %d cells cannot wrap around; that takes at least 3 from side to side",
			g.Width, g.Height))
	}
	if (g.WrapX || g.WrapY) && g.rectangle {
		faults = append(faults, "hexagons in shifted rows cannot wrap around; use Hex")
	}
	if g.Flat && !g.hex {
		faults = append(faults, "Flat is for hexagons")
	}
	g.report(faults)
}

func (g *Grid) nameAt(x, y int) string {
	if g.Named != nil {
		return g.Named(x, y)
	}
	return cellName(x, y)
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

// step fills in where the steps of the compass lead.
func (g *Grid) step() {
	g.shifting = g.n == len(g.at) && !g.WrapX && !g.WrapY
	for _, d := range compass {
		next := make([]game.ID, g.n)
		for i, c := range g.xy {
			next[i] = g.At(c[0]+d.X, c[1]+d.Y)
		}
		g.next = append(g.next, next)
		g.inner = append(g.inner, g.where(func(cell game.ID) bool { return next[cell-g.first] != 0 }))
		g.ahead = append(g.ahead, d.X+d.Y*g.w)
	}
	g.quads = quadsOf(g)
	if g.shifting && g.small && g.w < 63 {
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

// At returns the cell in this column and row, counted from 0, or 0 if there is none.
func (g *Grid) At(x, y int) game.ID {
	g.mustBeOnTable()
	if g.WrapX {
		x = (x%g.w + g.w) % g.w
	}
	if g.WrapY {
		y = (y%g.h + g.h) % g.h
	}
	if uint(x) >= uint(g.w) || uint(y) >= uint(g.h) {
		return 0
	}
	return g.at[y*g.w+x]
}

// XY returns the column and row of a cell. Those of hexagons are axial coordinates.
func (g *Grid) XY(cell game.ID) (x, y int) {
	c := g.xy[cell-g.first]
	return c[0], c[1]
}

// Middle returns the cell in the middle, the one to the lower left of it if there are two or four.
func (g *Grid) Middle() game.ID { return g.AtOffset((g.Width-1)/2, (g.Height-1)/2) }

// Row returns the cells of a row, counted from 0. Like all regions, make it once, with the board.
func (g *Grid) Row(y int) *Region {
	return g.Region(func(cell game.ID) bool {
		_, row := g.Offset(cell)
		return row == y
	})
}

// Column returns the cells of a column, counted from 0.
func (g *Grid) Column(x int) *Region {
	return g.Region(func(cell game.ID) bool {
		column, _ := g.Offset(cell)
		return column == x
	})
}

// Edges returns the cells along the four sides.
func (g *Grid) Edges() (top, right, bottom, left *Region) {
	return g.Row(g.Height - 1), g.Column(g.Width - 1), g.Row(0), g.Column(0)
}
