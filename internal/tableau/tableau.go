// Package tableau draws the table of a game as text in the available space. A [Scene] is what a seat sees, part by
// part; an [Artist] draws it on a [Canvas], and records where the elements are.
package tableau

import (
	"charm.land/lipgloss/v2"
	"github.com/plygame/ply/game"
	"strings"
)

// Drawing is a drawn scene, with the spots of its elements.
type Drawing struct {
	*Canvas
	Spots []Spot
}

// Spot is the position of an element in a drawing.
type Spot struct {
	X, Y, W int
	ID, Top game.ID
}

// Stand is whether an element can be chosen.
type Stand uint8

const (
	NotAsked     Stand = iota // not part of the question
	CanChoose                 // can be chosen
	IsChosen                  // is chosen
	CannotChoose              // cannot be chosen, for a reason
)

// Asked is the current question.
type Asked interface {
	Stands(id, top game.ID) Stand // whether an element, or the one on top of it, can be chosen
	AsksFor(id game.ID) bool      // whether an element is among the choices, possible or not
}

// Artist draws a scene.
type Artist struct {
	Asked Asked
	spots []Spot
	Scene Scene
	At    game.ID // the element under the cursor, or 0
	W, H  int     // the available space

	Large bool // draw boards with lines
	boxes bool // draw the viewer's cards as boxes
	loose bool // put empty lines between parts
}

// Plan chooses the level of detail that fits.
func (a *Artist) Plan() {
	for n := 3; n >= 0; n-- {
		a.Large, a.boxes, a.loose = n > 0, n > 1, n > 2
		if a.Tallness() <= a.H && a.Wide(a.Large) <= a.W {
			return
		}
	}
}

// Tallness returns the number of lines of the whole drawing.
func (a *Artist) Tallness() int {
	n := a.lines() + a.boards(a.Large)
	if a.loose {
		n += max(0, len(a.bands(a.Large))-1)
	}
	return n
}

// Draw draws all parts below each other, with boards as large as possible.
func (a *Artist) Draw() Drawing {
	a.Plan()
	large := a.Large
	c := NewCanvas(max(a.W, a.Wide(large)), a.Tallness())
	y := 0
	for _, b := range a.bands(large) {
		x, tall := a.margin(b), 0
		for _, p := range b {
			h := 0
			switch {
			case p.chart != nil:
				h = a.board(c, x, y, p, large)
				x += frameOf(p, large).width(p.chart) + 1
			case p.drawing != "":
				for line := range strings.SplitSeq(p.drawing, "\n") {
					c.Put(1, y+h, line, 0)
					h++
				}
			}
			for _, r := range p.rows {
				h += a.row(c, y+h, r)
			}
			tall = max(tall, h)
		}
		if y += tall; a.loose {
			y++
		}
	}
	return Drawing{c, a.spots}
}

// margin returns the left margin of boards, if nothing else is on the table.
func (a *Artist) margin(band []part) int {
	for _, p := range a.Scene.parts {
		if p.chart == nil {
			return 0
		}
	}
	w := 0
	for _, p := range band {
		w += frameOf(p, a.Large).width(p.chart) + 1
	}
	return max(0, min((a.W-w)/2, 20))
}

// bands groups the parts that are drawn side by side: boards, if they fit.
func (a *Artist) bands(large bool) (bands [][]part) {
	x := 0
	for i, p := range a.Scene.parts {
		w := 0
		if p.chart != nil {
			w = frameOf(p, large).width(p.chart) + 1
		}
		if i > 0 && w > 0 && a.Scene.parts[i-1].chart != nil && x+w <= a.W {
			bands[len(bands)-1] = append(bands[len(bands)-1], p)
			x += w
			continue
		}
		bands = append(bands, []part{p})
		x = w
	}
	return bands
}

// lines returns the number of lines of everything but the boards.
func (a *Artist) lines() (n int) {
	for _, p := range a.Scene.parts {
		if p.drawing != "" {
			n += strings.Count(p.drawing, "\n") + 1
		}
		for _, r := range p.rows {
			n += a.rowLines(r)
		}
	}
	return n
}

// boards returns the number of lines of the boards.
func (a *Artist) boards(large bool) (n int) {
	for _, b := range a.bands(large) {
		tall := 0
		for _, p := range b {
			if p.chart != nil {
				tall = max(tall, a.tall(p, large))
			}
		}
		n += tall
	}
	return n
}

// tall returns the number of lines of a board, with a title if there are several.
func (a *Artist) tall(p part, large bool) int {
	f := frameOf(p, large)
	n := f.dy*p.chart.lines + f.top + 1
	if a.several() {
		n++
	}
	return n
}

// several reports whether there is more than one board.
func (a *Artist) several() bool {
	n := 0
	for _, p := range a.Scene.parts {
		if p.chart != nil {
			n++
		}
	}
	return n > 1
}

// Wide returns the number of columns of the widest part that cannot be wrapped.
func (a *Artist) Wide(large bool) (w int) {
	for _, p := range a.Scene.parts {
		if p.chart != nil {
			w = max(w, frameOf(p, large).width(p.chart)+1)
		}
		for line := range strings.SplitSeq(p.drawing, "\n") {
			w = max(w, lipgloss.Width(line)+1)
		}
	}
	return w
}
