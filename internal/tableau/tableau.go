// Package tableau draws the table of a game as text in the available space. A [Scene] is what a seat sees, part by part;
// an [Artist] draws it on a [Canvas], and records where the elements are.
package tableau

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"

	"github.com/plygame/ply/game"
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

// frame maps the cells of a board to positions on a canvas.
type frame struct {
	left, top int // the upper left cell
	step      int // the distance to the next column of the chart
	dx, dy    int // the distance to the next cell in a line, and to the next line
	slant     int // the shift of a row of hexagons against the row below
	wide      int // the width of a cell
	large     bool
}

func frameOf(p part, large bool) frame {
	f := frame{wide: 1, dy: 1, large: large, left: p.chart.margin() + 2}
	for _, c := range p.cells {
		f.wide = max(f.wide, lipgloss.Width(c.Text))
	}
	for _, text := range p.chart.heads {
		f.wide = max(f.wide, len(text))
	}
	f.dx = f.wide + 1
	if large {
		f.dx, f.left = f.wide+3, f.left+1
	}
	f.step = f.dx
	switch p.chart.layout {
	case "grid", "hex":
		if large {
			f.dy, f.top = 2, 1
		}
	case "graph":
		f.step = (f.dx + 1) / 2
	}
	if p.chart.layout == "hex" {
		f.dx += f.dx % 2
		f.slant = f.dx / 2
		f.step = f.slant
	}
	return f
}

func (f frame) width(c *chart) int { return f.left + f.step*(c.cols-1) + f.dx + 1 }

// at returns the position of a cell.
func (f frame) at(m mark) (int, int) { return f.left + f.step*m.col, f.top + f.dy*m.line }

// board draws a board and returns its number of lines.
func (a *Artist) board(c *Canvas, x0, y0 int, p part, large bool) int {
	f := frameOf(p, large)
	if a.several() {
		c.Put(x0+1, y0, p.title, ColorFaint)
		y0++
	}
	f.left, f.top = f.left+x0, f.top+y0
	f.lines(c, p.chart)
	every := a.everyEmpty(p)
	for i, t := range p.cells {
		x, y := f.at(p.chart.cells[i])
		a.cell(c, x, y, f, t, every)
		a.spots = append(a.spots, Spot{x, y, f.wide, t.id, t.top})
	}
	f.labels(c, p.chart, ColorFaint)
	return a.tall(p, large)
}

// labels writes the labels of rows before their first cells, and those of columns below their last ones. Those of a
// grid, and of a rectangle of hexagons, are all along its edges.
func (f frame) labels(c *Canvas, ch *chart, st Style) {
	first, last := map[int]mark{}, map[int]mark{}
	for _, m := range ch.cells {
		if ch.layout == "grid" {
			first[m.along], last[m.across] = mark{line: m.line}, mark{col: m.col, line: ch.lines - 1}
			continue
		}
		if was, known := first[m.along]; !known || m.col < was.col {
			first[m.along] = m
		}
		if was, known := last[m.across]; !known || m.line > was.line {
			last[m.across] = m
		}
	}
	if ch.zigzag {
		f.slant = 0
		for i, m := range first {
			first[i] = mark{line: m.line}
		}
		for i, m := range last {
			last[i] = mark{col: m.col, line: ch.lines - 1}
		}
	}
	for i, text := range ch.rows {
		x, y := f.at(first[i])
		c.Put(x-len(text)-1-f.dy+1, y, text, st)
	}
	for i, text := range ch.heads {
		x, y := f.at(last[i])
		c.Put(x-f.slant, y+f.dy, text, st)
	}
}

// everyEmpty reports whether the choices are exactly the empty cells, so that they need no marks.
func (a *Artist) everyEmpty(p part) bool {
	for _, t := range p.cells {
		if s := a.Asked.Stands(t.id, t.top); (s == CanChoose) != (t.top == 0) || s == IsChosen {
			return false
		}
	}
	return true
}

// cell draws one cell of a board.
func (a *Artist) cell(c *Canvas, x, y int, f frame, t Thing, every bool) {
	text, st := t.Text, a.Scene.styleOf(t, t.owner)
	s := a.Asked.Stands(t.id, t.top)
	if t.top == 0 {
		text, st = ".", ColorFaint
		if f.large {
			text = " "
		}
		if t.ground != "" {
			text = string([]rune(t.ground)[:1])
		}
		switch {
		case s == CanChoose && !every:
			text, st = "+", ColorMark|Bold
		case s == CanChoose && f.large:
			text, st = "·", ColorMark
		case s == CanChoose:
			st = ColorMark
		case s == IsChosen:
			text, st = "*", ColorMark|Bold
		}
	} else {
		st |= Bold
		switch s {
		case CanChoose:
			c.Put(x-1, y, "+", ColorMark|Bold)
			st |= underlined
		case IsChosen:
			c.Put(x-1, y, "*", ColorMark|Bold)
			st |= underlined
		}
	}
	if t.won {
		c.Put(x-1, y, "*", ColorMark|Bold)
	}
	if t.fresh {
		st |= underlined | Bold
	}
	if t.id == a.At {
		c.Put(x-1, y, "[", Bold|Reversed)
		c.Put(x+f.wide, y, "]", Bold|Reversed)
		st |= Reversed
		text += strings.Repeat(" ", max(0, f.wide-lipgloss.Width(text)))
	}
	c.Put(x, y, text, st)
}

// lines draws the outlines of cells, or the lines between them.
func (f frame) lines(c *Canvas, ch *chart) {
	for _, pair := range ch.joined {
		f.join(c, ch.cells[pair[0]], ch.cells[pair[1]])
	}
	if !f.large {
		return
	}
	switch ch.layout {
	case "grid":
		f.squares(c, ch)
	case "hex":
		for _, m := range ch.cells {
			x, y := f.at(m)
			f.hexagon(c, x, y)
		}
	}
}

// join draws a line between two cells.
func (f frame) join(c *Canvas, from, to mark) {
	x0, y0 := f.at(from)
	x1, y1 := f.at(to)
	dx, dy := x1-x0, y1-y0
	stroke, n := "─", max(dx, -dx)
	if dy != 0 {
		stroke, n = "│", max(dy, -dy)
	}
	switch {
	case dx*dy < 0:
		stroke = "╱"
	case dx*dy > 0:
		stroke = "╲"
	}
	for i := 1; i < n; i++ {
		along := float64(i) / float64(n)
		c.Put(x0+round(float64(dx)*along), y0+round(float64(dy)*along), stroke, ColorFaint)
	}
}

func (f frame) hexagon(c *Canvas, x, y int) {
	left, right := x-f.slant, x+f.slant
	c.Put(left, y, "│", ColorFaint)
	c.Put(right, y, "│", ColorFaint)
	c.Put(x-f.slant/2, y-1, "╱", ColorFaint)
	c.Put(x+f.slant/2, y-1, "╲", ColorFaint)
	c.Put(x-f.slant/2, y+1, "╲", ColorFaint)
	c.Put(x+f.slant/2, y+1, "╱", ColorFaint)
}

// squares draws the sides of all cells of a grid. A corner has a line wherever one of the cells beside it has one.
func (f frame) squares(c *Canvas, ch *chart) {
	has := map[[2]int]bool{}
	for _, m := range ch.cells {
		has[[2]int{m.col, m.line}] = true
	}
	for line := range ch.lines + 1 {
		for col := range ch.cols + 1 {
			nw, ne := has[[2]int{col - 1, line - 1}], has[[2]int{col, line - 1}]
			sw, se := has[[2]int{col - 1, line}], has[[2]int{col, line}]
			x, y := f.at(mark{col: col, line: line})
			if se || ne {
				c.Put(x-1, y-1, strings.Repeat("─", f.dx-1), ColorFaint)
			}
			if se || sw {
				c.Put(x-2, y, "│", ColorFaint)
			}
			if nw || ne || sw || se {
				c.Put(x-2, y-1, cornerOf(nw || ne, ne || se, sw || se, nw || sw), ColorFaint)
			}
		}
	}
}

// cornerOf returns a corner with lines in these directions.
func cornerOf(up, right, down, left bool) string {
	i := 0
	for k, has := range []bool{up, right, down, left} {
		if has {
			i |= 1 << k
		}
	}
	return string([]rune(" ╵╶└╷│┌├╴┘─┴┐┤┬┼")[i])
}

// row draws a place with its contents and returns its number of lines.
func (a *Artist) row(c *Canvas, y int, r Row) int {
	return a.layRow(r, func(x, dy int, text string, st Style, t Thing) {
		if t.id != 0 {
			a.spots = append(a.spots, Spot{x, y + dy, lipgloss.Width(text), t.id, t.id})
			switch s := a.Asked.Stands(t.id, t.id); {
			case s == CanChoose:
				c.Put(x-1, y+dy, "+", ColorMark|Bold)
				st |= underlined
			case s == IsChosen:
				c.Put(x-1, y+dy, "*", ColorMark|Bold)
				st |= underlined
			}
			if t.id == a.At {
				c.Put(x-1, y+dy, "[", Bold|Reversed)
				c.Put(x+lipgloss.Width(text), y+dy, "]", Bold|Reversed)
				st |= Reversed
			}
		}
		c.Put(x, y+dy, text, st)
	})
}

func (a *Artist) rowLines(r Row) int {
	return a.layRow(r, func(int, int, string, Style, Thing) {})
}

// longest is the length of the longest title that others are aligned to.
const longest = 20

// column returns the column where the contents of places begin.
func (a *Artist) column() int {
	w := 0
	for _, p := range a.Scene.parts {
		for _, r := range p.rows {
			if n := lipgloss.Width(r.Title); n <= longest {
				w = max(w, n)
			}
		}
	}
	return w + 4
}

// layRow positions the title of a place and its things. Face-down things are shown as a number, unless they can be chosen.
func (a *Artist) layRow(r Row, put func(x, dy int, text string, st Style, t Thing)) (lines int) {
	title, st := Thing{}, ColorFaint
	if r.place != 0 && a.Asked.AsksFor(r.place) {
		title.id = r.place
	}
	if r.Owner >= 0 {
		st = StyleOf(a.Scene.names.Rules, r.Owner)
	}
	if r.mine {
		st |= Bold
	}
	left := max(a.column(), lipgloss.Width(r.Title)+4)
	items, notes := a.inRow(r)
	boxed := a.boxed(r, items)
	middle, wide, tall := 0, 2, 1 // the line of the names, the distance between things, and the height
	if boxed {
		middle, wide, tall = 1, 3, 3
		left++
	}
	put(1, middle, r.Title+":", st, title)
	x, line, again := left, 0, left
	if a.W-left < 16 {
		again = 4
	}
	next := func(w int) {
		if x+w+wide-1 > a.W && x > again {
			x, line = again, line+tall
		}
	}
	for _, t := range items {
		w := lipgloss.Width(t.Text)
		next(w)
		owner := t.owner
		if owner < 0 {
			owner = r.Owner
		}
		if boxed {
			card(put, x-2, line, w, x > again)
		}
		if t.won {
			put(x-1, line+middle, "*", ColorMark|Bold, Thing{})
		}
		put(x, line+middle, t.Text, a.Scene.styleOf(t, owner), t)
		x += w + wide
	}
	for _, note := range notes {
		next(lipgloss.Width(note))
		put(x, line+middle, note, ColorFaint, Thing{})
		x += lipgloss.Width(note) + wide
	}
	return line + tall
}

// boxed reports whether the things in a row are drawn as cards.
func (a *Artist) boxed(r Row, items []Thing) bool {
	return a.boxes && r.mine && !r.pile && len(items) > 0
}

// card draws a frame of width w, joined to the frame on its left.
func card(put func(x, dy int, text string, st Style, t Thing), x, y, w int, joined bool) {
	left := [2]string{"╭", "╰"}
	if joined {
		left = [2]string{"┬", "┴"}
	}
	side := strings.Repeat("─", w+2)
	put(x, y, left[0]+side+"╮", ColorFaint, Thing{})
	put(x, y+1, "│", ColorFaint, Thing{})
	put(x+w+3, y+1, "│", ColorFaint, Thing{})
	put(x, y+2, left[1]+side+"╯", ColorFaint, Thing{})
}

// inRow returns the things of a row to draw, and notes about the rest.
func (a *Artist) inRow(r Row) (items []Thing, notes []string) {
	items, more := r.visible()
	switch {
	case r.bare:
	case r.count == 0:
		notes = append(notes, "empty")
	case r.faceless() && !a.hasChoice(r):
		items, notes = nil, append(notes, fmt.Sprintf("%d face down", r.count))
	case more > 0:
		notes = append(notes, strings.TrimLeft(r.rest(more), ", "))
	}
	if r.Note != "" {
		notes = append(notes, strings.Split(r.Note, "  ")...)
	}
	return items, notes
}

// RowsWide returns the number of columns of the rows without wrapping.
func (a *Artist) RowsWide() (w int) {
	for _, p := range a.Scene.parts {
		for _, r := range p.rows {
			n := max(a.column(), lipgloss.Width(r.Title)+4)
			items, notes := a.inRow(r)
			gap := 2
			if a.boxed(r, items) {
				gap = 3
			}
			for _, t := range items {
				n += lipgloss.Width(t.Text) + gap
			}
			for _, note := range notes {
				n += lipgloss.Width(note) + gap
			}
			w = max(w, n+1)
		}
	}
	return w
}

// hasChoice reports whether anything in the row is among the choices, possible or not.
func (a *Artist) hasChoice(r Row) bool {
	for _, t := range r.Items {
		if a.Asked.Stands(t.id, t.id) != NotAsked {
			return true
		}
	}
	return false
}
