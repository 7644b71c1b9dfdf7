package tableau

import (
	"charm.land/lipgloss/v2"
	"strings"
)

// frame maps the cells of a board to positions on a canvas.
type frame struct {
	left, top int // the upper left cell
	step      int // the distance to the next column of the chart
	dx, dy    int // the distance to the next cell in a line, and to the next line
	slant     int // the shift of a row of hexagons against the row below
	wide      int // the width of a cell
	large     bool
	named     bool // the name of each cell is beside it
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
		if f.named = large; f.named {
			f.spread(p.chart)
		}
	}
	if p.chart.layout == "hex" {
		f.dx += f.dx % 2
		f.slant = f.dx / 2
		f.step = f.slant
	}
	return f
}

// spread makes room for the names of cells.
func (f *frame) spread(c *chart) {
	used := map[[2]int]bool{}
	for _, m := range c.cells {
		used[[2]int{m.col, m.line}] = true
	}
	for _, m := range c.cells {
		w := f.wide + 1 + lipgloss.Width(m.name) + 3
		f.dx = max(f.dx, w)
		for apart := 1; m.col+apart < c.cols; apart++ {
			if used[[2]int{m.col + apart, m.line}] {
				f.step = max(f.step, (w+apart-1)/apart)
				break
			}
		}
	}
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
		if f.named {
			c.Put(x, y, strings.Repeat(" ", f.wide+1)+p.chart.cells[i].name+" ", ColorFaint)
		}
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
		if f.large && !f.named {
			text = " "
		}
		if t.sign != "" {
			text = t.sign
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
