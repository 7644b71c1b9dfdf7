package board

import (
	"fmt"

	"github.com/plygame/ply/game"
)

// Zones give each cell of a board a value that never changes, such as its terrain.
type Zones[T comparable] struct {
	b      *Board
	read   func() []T
	values []T
}

// NewZones reads zones from a drawing, in the form of Draw. The legend has the values of its glyphs; a dot that is
// not in the legend is the zero value.
func NewZones[T comparable](b anyBoard, drawing string, legend map[string]T) *Zones[T] {
	z := &Zones[T]{b: b.base()}
	z.read = func() (values []T) {
		for i, glyph := range z.b.glyphs(drawing) {
			v, known := legend[glyph]
			if !known && glyph != "." && glyph != "" {
				panic(fmt.Sprintf("board %q: the zones have %q at %s, which is not in the legend", z.b.Name, glyph, z.b.names[i]))
			}
			values = append(values, v)
		}
		return values
	}
	if z.b.n > 0 {
		z.fill()
	} else {
		z.b.compile = append(z.b.compile, z.fill)
	}
	return z
}

func (z *Zones[T]) fill() {
	if z.values == nil {
		z.values = z.read()
	}
}

// Of returns the value of a cell, the zero value if it is not on the board.
func (z *Zones[T]) Of(cell game.ID) (v T) {
	z.b.mustBeOnTable()
	if !z.b.Has(cell) {
		return v
	}
	return z.values[cell-z.b.first]
}

// Region returns the cells with this value.
func (z *Zones[T]) Region(v T) *Region {
	return z.b.Region(func(cell game.ID) bool {
		z.fill()
		return z.Of(cell) == v
	})
}
