package board

import (
	"fmt"
	"strings"
)

// Direction is a step from one cell to another. On a Grid it is a number of columns east and rows north, on a
// Graph the name of a relation.
type Direction struct {
	X, Y int
	Name string
}

// The eight directions of a grid. All exist on every grid; the grids differ in which of them lead to a
// neighbour. On a hex grid NorthEast and SouthWest do not.
var (
	East      = Direction{X: 1}
	North     = Direction{Y: 1}
	NorthEast = Direction{X: 1, Y: 1}
	NorthWest = Direction{X: -1, Y: 1}
	West      = Direction{X: -1}
	South     = Direction{Y: -1}
	SouthWest = Direction{X: -1, Y: -1}
	SouthEast = Direction{X: 1, Y: -1}
)

// Straight are the directions of a rook, Diagonal those of a bishop.
var (
	Straight = []Direction{East, North, West, South}
	Diagonal = []Direction{NorthEast, NorthWest, SouthWest, SouthEast}
)

// compass lists the directions so that opposite ones are four apart.
var compass = []Direction{East, North, NorthEast, NorthWest, West, South, SouthWest, SouthEast}

// The numbers of some directions in the compass.
const (
	east  = 0
	north = 1
	west  = 4
	south = 5
)

// winds are the names of the compass, in the same order.
var winds = []string{"east", "north", "northeast", "northwest", "west", "south", "southwest", "southeast"}

// String returns the name of the direction, such as northeast, or its columns and rows, such as (1,2).
func (d Direction) String() string {
	if d.Name != "" {
		return d.Name
	}
	if i := d.wind(); i >= 0 {
		return winds[i]
	}
	return fmt.Sprintf("(%d,%d)", d.X, d.Y)
}

// wind returns the index of the direction in the compass, or -1.
func (d Direction) wind() int {
	if x, y := uint(d.X+1), uint(d.Y+1); x < 3 && y < 3 && d.Name == "" {
		return int(towards[y][x]) - 1
	}
	return -1
}

// Back returns the opposite direction. The relation road has the opposite -road, and north has south.
func (d Direction) Back() Direction {
	back := Direction{X: -d.X, Y: -d.Y}
	for i, name := range winds {
		if d.Name == name {
			back.Name = winds[(i+4)%8]
			return back
		}
	}
	if name, is := strings.CutPrefix(d.Name, "-"); is {
		back.Name = name
	} else if d.Name != "" {
		back.Name = "-" + d.Name
	}
	return back
}

// towards has the index of each direction in the compass, plus 1, by row and column from the lower left.
var towards = func() (all [3][3]int8) {
	for i, d := range compass {
		all[d.Y+1][d.X+1] = int8(i) + 1
	}
	return all
}()

// turned returns the direction as seen by a seat that faces forward instead of north.
func (d Direction) turned(forward Direction) Direction {
	switch forward {
	case South:
		d.X, d.Y = -d.X, -d.Y
	case East:
		d.X, d.Y = d.Y, -d.X
	case West:
		d.X, d.Y = -d.Y, d.X
	}
	return d
}
