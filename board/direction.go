package board

import "fmt"

// The directions along rows and columns, and those between them.
var (
	Straight = []Direction{East, North, West, South}
	Diagonal = []Direction{NorthEast, NorthWest, SouthWest, SouthEast}
)

// Back returns the opposite direction.
func (d Direction) Back() Direction {
	d.X, d.Y = -d.X, -d.Y
	return d
}

// String returns the name of the direction, or how many columns and rows it leads away.
func (d Direction) String() string {
	for i, c := range compass {
		if c == d {
			return [...]string{"east", "north", "northeast", "northwest", "west", "south", "southwest", "southeast"}[i]
		}
	}
	return fmt.Sprintf("(%d,%d)", d.X, d.Y)
}

// turned returns the direction as seen by a seat for which forward is this way, instead of north.
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
