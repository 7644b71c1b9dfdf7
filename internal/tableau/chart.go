package tableau

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/plygame/ply/game"
)

// cellular is a layout with cells: a board.
type cellular interface {
	Cells(game.Reader) game.Set[game.ID]
	Draw(*game.State) string
}

// chart is where the cells of a board are drawn, as the viewer sees it.
type chart struct {
	layout string // grid, hex, flat or graph
	cells  []mark // by index of the things on the board
	cols   int    // columns and lines of the whole drawing, in steps
	lines  int
	rows   map[int]string // labels of the lines, and of the columns
	heads  map[int]string
	zigzag bool     // rows and columns of hexagons zigzag instead of slanting
	joined [][2]int // pairs of cells with a line between them
}

// mark is where a cell is drawn. Columns and lines are counted from the upper left. Lines of hexagons with a corner at
// the top are shifted against each other by half a column, so their columns are counted in halves.
type mark struct {
	col, line int
	name      string
	along     int // the row and column the cell belongs to: those of hexagons are slanted
	across    int
}

// steps is how many columns and lines apart neighbours are, by layout.
var steps = map[string][2]float64{"grid": {1, 1}, "hex": {2, 2 / math.Sqrt(3)}, "flat": {2 / math.Sqrt(3), 2},
	"graph": {1, 1}}

// boardPart returns a board with the things on it.
func (sc Scene) boardPart(v *game.State, b cellular, drawn map[game.ID]bool) part {
	all := slices.Collect(b.Cells(v).All())
	place := placeOf(v, v.Parent(all[0]))
	p := part{title: cmp.Or(place.Look.Label, place.Name)}
	for _, id := range all {
		drawn[id] = true
	}
	p.chart, all = chartOf(v, place.Look, all)
	var known []string // what is on the cells, although it is not seen
	for i, id := range all {
		c := Thing{id: id, top: v.Last(id), owner: game.Nobody, count: v.Count(id)}
		if c.top != 0 {
			id := face(v, id)
			c.Text, c.owner, c.color = sc.cellText(v, c.id), v.Owner(id), colorOf(v, id)
		}
		for id := range v.In(c.id) {
			for _, label := range v.KnownIn(id) {
				known = append(known, p.chart.cells[i].name+" "+label)
			}
		}
		p.cells = append(p.cells, c)
	}
	if known != nil {
		p.rows = append(p.rows, Row{Title: "You know", Owner: game.Nobody, Note: strings.Join(known, ", "), bare: true})
	}
	return p
}

func placeOf(v *game.State, id game.ID) *game.Place {
	for at, p := range v.Places() {
		if at == id {
			return p
		}
	}
	return &game.Place{Name: v.Name(id)}
}

// chartOf returns the chart of a board, and the cells that are drawn.
func chartOf(v *game.State, look game.Look, all []game.ID) (*chart, []game.ID) {
	c := &chart{layout: look.Layout}
	if _, known := steps[c.layout]; !known {
		c.layout = "graph"
	}
	quarters := c.turn(v, look.Sides)
	unit := steps[c.layout]
	for _, id := range all {
		x, y, _ := v.Spot(id)
		for range quarters {
			x, y = -y, x
		}
		m := mark{col: round(x * unit[0]), line: round(-y * unit[1]), name: v.Name(id)}
		if c.layout == "graph" {
			m.col, m.line = round(2*x), round(-2*y)
		}
		m.name = m.name[strings.LastIndexByte(m.name, '/')+1:]
		c.cells = append(c.cells, m)
	}
	if look.Grows {
		all = c.crop(v, all)
	}
	c.settle()
	c.label()
	for _, pair := range v.Joined() {
		if i, k := slices.Index(all, pair[0]), slices.Index(all, pair[1]); i >= 0 && k >= 0 {
			c.joined = append(c.joined, [2]int{i, k})
		}
	}
	return c, all
}

func round(v float64) int { return int(math.Round(v)) }

// turn returns how many quarter turns to the left put the viewer's side of a board at the bottom. Hexagons are turned
// by a half turn at most, because their letters stay upright.
func (c *chart) turn(v *game.State, sides []game.Seat) int {
	me, is := v.Viewer()
	if !is || me < 0 || len(sides) != 4 {
		return 0
	}
	side, n := 0, 0
	for i, x := range sides {
		if x == me {
			side, n = i, n+1
		}
	}
	quarters := [4]int{2, 3, 0, 1}[side]
	if n != 1 || c.layout != "grid" && c.layout != "graph" && quarters != 2 {
		return 0
	}
	return quarters
}

// crop leaves out all cells but those in use and those beside them.
func (c *chart) crop(v *game.State, all []game.ID) (left []game.ID) {
	last := c.cells[len(all)/2]
	low, high := [2]int{last.col, last.line}, [2]int{last.col, last.line}
	used := false
	for i, id := range all {
		if v.Count(id) == 0 {
			continue
		}
		at := [2]int{c.cells[i].col, c.cells[i].line}
		if !used {
			low, high, used = at, at, true
		}
		for k := range at {
			low[k], high[k] = min(low[k], at[k]), max(high[k], at[k])
		}
	}
	beside := 1
	if c.layout == "hex" {
		beside = 2
	}
	var cells []mark
	for i, m := range c.cells {
		if m.col >= low[0]-beside && m.col <= high[0]+beside && m.line >= low[1]-1 && m.line <= high[1]+1 {
			cells, left = append(cells, m), append(left, all[i])
		}
	}
	c.cells = cells
	return left
}

// settle moves the cells so that columns and lines begin at 0.
func (c *chart) settle() {
	first := c.cells[0]
	for _, m := range c.cells {
		first.col, first.line = min(first.col, m.col), min(first.line, m.line)
	}
	for i := range c.cells {
		m := &c.cells[i]
		m.col, m.line = m.col-first.col, m.line-first.line
		c.cols, c.lines = max(c.cols, m.col+1), max(c.lines, m.line+1)
		m.along, m.across = m.line, m.col
		switch c.layout {
		case "hex":
			m.across = m.col + m.line
		case "flat":
			m.along = m.line + m.col
		}
	}
}

var lettered = regexp.MustCompile(`^(\pL+)(\d+)$`)

// label finds the letters and numbers of rows and columns, if the cells are named by them.
func (c *chart) label() {
	c.rows, c.heads = map[int]string{}, map[int]string{}
	if c.layout == "graph" || c.labelled() {
		return
	}
	straight := slices.Clone(c.cells)
	for i := range c.cells {
		m := &c.cells[i]
		switch c.layout { // a rectangle of hexagons
		case "hex":
			m.across = m.col / 2
		case "flat":
			m.along = m.line / 2
		}
	}
	if c.zigzag = c.labelled(); !c.zigzag {
		c.cells = straight
	}
}

// labelled fills in the labels and reports whether there are any.
func (c *chart) labelled() bool {
	for _, swap := range []bool{false, true} {
		rows, heads, fits := map[int]string{}, map[int]string{}, true
		for _, m := range c.cells {
			parts := lettered.FindStringSubmatch(m.name)
			if parts == nil {
				return false
			}
			letter, number := parts[1], parts[2]
			if swap {
				letter, number = number, letter
			}
			if cmp.Or(rows[m.along], number) != number || cmp.Or(heads[m.across], letter) != letter {
				fits = false
				break
			}
			rows[m.along], heads[m.across] = number, letter
		}
		if fits {
			c.rows, c.heads = rows, heads
			return true
		}
	}
	return false
}

// names lists the names of the cells as they are drawn, line by line.
func (c *chart) names() (lines []string) {
	cells := slices.Clone(c.cells)
	slices.SortStableFunc(cells, func(a, b mark) int {
		return cmp.Or(cmp.Compare(a.line, b.line), cmp.Compare(a.col, b.col))
	})
	for i, m := range cells {
		if i == 0 || m.line != cells[i-1].line {
			lines = append(lines, fmt.Sprintf("Line %d:", len(lines)+1))
		}
		lines[len(lines)-1] += " " + m.name
	}
	return lines
}

// margin is how wide the labels of the rows are.
func (c *chart) margin() (w int) {
	for _, text := range c.rows {
		w = max(w, len(text))
	}
	return w
}
