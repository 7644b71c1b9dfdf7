package board

import (
	"math"

	"github.com/plygame/ply/game"
)

// Hex returns a rhombus of hexagons: each cell has up to six neighbours. Columns and rows are axial coordinates:
// North leads to the upper right, NorthWest to the upper left. With Flat, North leads up.
func Hex(name string, width, height int) *Grid {
	g := gridOf(name, width, height, 0, 1, 3, 4, 5, 7)
	g.hex = true
	return g
}

// Hexagon returns a hexagon of hexagons with this many cells along each side.
func Hexagon(name string, side int) *Grid {
	g := Hex(name, 2*side-1, 2*side-1)
	g.Shape = func(x, y int) bool { return x+y >= side-1 && x+y <= 3*side-3 }
	return g
}

// Triangle returns a triangle of hexagons with this many cells along each side.
func Triangle(name string, side int) *Grid {
	g := Hex(name, side, side)
	g.Shape = func(x, y int) bool { return x+y < side }
	return g
}

// HexRows returns a rectangle of hexagons: every second row is shifted to the right by half a cell; with Flat,
// every second column upwards. Width and Height, Row, Column and the names go by the Offset, with a1 at the
// lower left.
func HexRows(name string, width, height int) *Grid {
	g := Hex(name, width, height)
	g.rectangle = true
	g.Named = func(x, y int) string { return cellName(g.offset(x, y)) }
	return g
}

// offset converts axial to offset coordinates.
func (g *Grid) offset(x, y int) (column, row int) {
	switch {
	case g.rectangle && g.Flat:
		return x, y - (g.Width-1)/2 + x/2
	case g.rectangle:
		return x - (g.Height-1)/2 + y/2, y
	}
	return x, y
}

// axial is the inverse of offset.
func (g *Grid) axial(column, row int) (x, y int) {
	switch {
	case g.rectangle && g.Flat:
		return column, row + (g.Width-1)/2 - column>>1
	case g.rectangle:
		return column + (g.Height-1)/2 - row>>1, row
	}
	return column, row
}

// Offset returns the column and row of a hexagon in a rectangle made by HexRows, counted from 0. On other
// grids it is the same as XY.
func (g *Grid) Offset(cell game.ID) (column, row int) { return g.offset(g.XY(cell)) }

// AtOffset is the inverse of Offset; it returns 0 if there is no such cell.
func (g *Grid) AtOffset(column, row int) game.ID { return g.At(g.axial(column, row)) }

// Cube returns the cube coordinates of a hexagon: their sum is 0, and the cell Middle has 0, 0, 0.
func (g *Grid) Cube(cell game.ID) (q, r, s int) {
	x, y := g.XY(cell)
	mx, my := g.axial((g.Width-1)/2, (g.Height-1)/2)
	return x - mx, y - my, mx + my - x - y
}

// AtCube is the inverse of Cube; it returns 0 if there is no such cell.
func (g *Grid) AtCube(q, r, s int) game.ID {
	if q+r+s != 0 {
		return 0
	}
	x, y := g.axial((g.Width-1)/2, (g.Height-1)/2)
	return g.At(x+q, y+r)
}

// drawn returns where the centre of a cell is drawn. Rows of hexagons are closer together than the cells in a
// row, and each row is shifted by half a cell.
func (g *Grid) drawn(column, row int) spot {
	x, y := float64(column), float64(row)
	switch {
	case g.hex && g.Flat:
		return spot{x * math.Sqrt(3) / 2, y + x/2}
	case g.hex:
		return spot{x + y/2, y * math.Sqrt(3) / 2}
	}
	return spot{x, y}
}
