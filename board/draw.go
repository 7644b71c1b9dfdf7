package board

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/plygame/ply/game"
)

// Draw returns the board as text. A whole grid has letters for the columns and numbers for the rows; other boards
// show each cell in its position. A cell shows its topmost element: the glyph in its Kind's Look for the owner, or
// the Label, or the first letter of the Kind's name, in upper case for seat 0 and lower case for others. Glyphs and
// labels of more than two letters are not used. An empty cell is a dot; an element whose face a view does not show is
// a question mark.
func (b *Board) Draw(s *game.State) string {
	cells, wide := make([]string, b.n), 1
	for i := range cells {
		cells[i] = "."
		if top := s.Last(b.first + game.ID(i)); top != 0 {
			cells[i] = "?"
			if k := s.Kind(top); k != nil {
				cells[i] = glyph(k, s.Owner(top))
			}
		}
		wide = max(wide, utf8.RuneCountInString(cells[i]))
	}
	if b.lettered() {
		return b.grid.draw(s, cells, wide)
	}
	return b.scatter(cells, wide)
}

// lettered reports whether the cells are a whole rectangle or rhombus, and named by letters and numbers.
func (b *Board) lettered() bool {
	return b.grid != nil && b.n == b.grid.Width*b.grid.Height && !b.grid.rectangle && !b.grid.Flat && b.grid.labels != nil
}

// labels are what the margin of a drawing shows.
type labels struct{ columns, rows []string }

var lettersAndNumber = regexp.MustCompile(`^(\pL+)(\d+)$`)

// labelled returns the letters of the columns and the numbers of the rows, if all cells are named by them. Named may
// count rows from the top.
func (g *Grid) labelled() *labels {
	l := &labels{make([]string, g.w), make([]string, g.h)}
	for i, c := range g.xy {
		parts := lettersAndNumber.FindStringSubmatch(g.names[i])
		if parts == nil || cmp.Or(l.columns[c[0]], parts[1]) != parts[1] || cmp.Or(l.rows[c[1]], parts[2]) != parts[2] {
			return nil
		}
		l.columns[c[0]], l.rows[c[1]] = parts[1], parts[2]
	}
	return l
}

// draw draws a lettered grid.
func (g *Grid) draw(s *game.State, cells []string, wide int) string {
	x0, y0, x1, y1 := g.window(s)
	for _, column := range g.labels.columns[x0:x1] {
		wide = max(wide, len(column))
	}
	slant := 0 // how far a row is shifted against the one below: by half a cell and its gap
	if g.hex {
		slant = wide/2 + 1
		wide = 2*slant - 1
	}
	margin := slant
	for _, row := range g.labels.rows[y0:y1] {
		margin = max(margin, len(row))
	}
	var b strings.Builder
	for y := y1 - 1; y >= y0; y-- {
		fmt.Fprintf(&b, "%*s", slant*(y-y0)+margin, g.labels.rows[y])
		line(&b, wide, x0, x1, func(x int) string { return cells[y*g.Width+x] })
	}
	b.WriteString(strings.Repeat(" ", margin-slant))
	line(&b, wide, x0, x1, func(x int) string { return g.labels.columns[x] })
	return b.String()
}

func line(b *strings.Builder, wide, x0, x1 int, cell func(x int) string) {
	for x := x0; x < x1; x++ {
		if x > x0 {
			b.WriteString(strings.Repeat(" ", wide-utf8.RuneCountInString(cell(x-1))))
		}
		b.WriteString(" " + cell(x))
	}
	b.WriteByte('\n')
}

// window returns the columns and rows that are drawn: all, or those in use and one more on each side.
func (g *Grid) window(s *game.State) (x0, y0, x1, y1 int) {
	if !g.Look.Grows {
		return 0, 0, g.Width, g.Height
	}
	x0, y0 = g.XY(g.Middle())
	x1, y1 = x0, y0
	empty := true
	for i := range g.members(s.Filled().Words()) {
		x, y := g.xy[i][0], g.xy[i][1]
		if empty {
			x0, y0, x1, y1, empty = x, y, x, y, false
		}
		x0, y0, x1, y1 = min(x0, x), min(y0, y), max(x1, x), max(y1, y)
	}
	return max(0, x0-1), max(0, y0-1), min(g.Width, x1+2), min(g.Height, y1+2)
}

// scatter draws each cell where its spot is.
func (b *Board) scatter(cells []string, wide int) string {
	lines := b.lined()
	left, apart := math.Inf(1), math.Inf(1)
	for _, line := range lines {
		for k, i := range line {
			left = min(left, b.spots[i].x)
			if k > 0 {
				apart = min(apart, b.spots[i].x-b.spots[line[k-1]].x)
			}
		}
	}
	if math.IsInf(apart, 1) {
		apart = 1
	}
	per := float64(wide+1+(wide+1)%2) / apart
	var text strings.Builder
	for _, line := range lines {
		at := 0
		for _, i := range line {
			to := max(at, int(math.Round((b.spots[i].x-left)*per)))
			text.WriteString(strings.Repeat(" ", to-at) + cells[i])
			at = to + utf8.RuneCountInString(cells[i])
		}
		text.WriteByte('\n')
	}
	return text.String()
}

// lined returns the numbers of the cells as one reads them: line by line from the top, each from the left.
func (b *Board) lined() (lines [][]int) {
	order := make([]int, b.n)
	for i := range order {
		order[i] = i
	}
	level := func(i int) float64 { return math.Round(b.spots[i].y * 1000) }
	slices.SortStableFunc(order, func(i, k int) int {
		return cmp.Or(cmp.Compare(level(k), level(i)), cmp.Compare(b.spots[i].x, b.spots[k].x))
	})
	for _, i := range order {
		if n := len(lines); n > 0 && level(lines[n-1][0]) == level(i) {
			lines[n-1] = append(lines[n-1], i)
		} else {
			lines = append(lines, []int{i})
		}
	}
	return lines
}

// glyph is how an element of the kind is drawn when it belongs to the seat.
func glyph(k *game.Kind, owner game.Seat) string {
	if o := int(owner); o >= 0 && o < len(k.Look.BySeat) && short(k.Look.BySeat[o]) {
		return k.Look.BySeat[o]
	}
	if short(k.Look.Label) {
		return k.Look.Label
	}
	first, _ := utf8.DecodeRuneInString(k.Name)
	if owner == 0 {
		return string(unicode.ToUpper(first))
	}
	return string(unicode.ToLower(first))
}

func short(text string) bool {
	n := utf8.RuneCountInString(text)
	return n == 1 || n == 2
}

// Put creates what a drawing shows, in the form of Draw and in reading order; the margin may be left out. It may
// contain only the given kinds. The glyphs determine the owners: if several owners share a glyph, the element belongs
// to the lowest seat that may own it.
func (b *Board) Put(t *game.Tx, drawing string, kinds ...*game.Kind) {
	b.mustBeOnTable()
	glyphs := b.glyphs(drawing)
	for _, line := range b.lined() {
		for _, i := range line {
			if glyphs[i] == "." || glyphs[i] == "" {
				continue
			}
			kind, owner := read(glyphs[i], kinds, t.Seats())
			if kind == nil {
				panic(fmt.Sprintf("board %q: the drawing has %q, which is not the glyph of any of the kinds", b.Name, glyphs[i]))
			}
			t.Give(t.Create(kind, b.first+game.ID(i)), owner)
		}
	}
}

// glyphs returns what a drawing shows in each cell.
func (b *Board) glyphs(drawing string) []string {
	glyphs := make([]string, b.n)
	if b.lettered() {
		g := b.grid
		rows := g.rows(drawing)
		x0, y0 := (g.Width-len(rows[0]))/2, (g.Height-len(rows))/2
		for i, row := range rows {
			copy(glyphs[(y0+len(rows)-1-i)*g.Width+x0:], row)
		}
		return glyphs
	}
	all := strings.Fields(drawing)
	if len(all) != b.n {
		panic(fmt.Sprintf("board %q: the drawing has %d cells, not %d", b.Name, len(all), b.n))
	}
	k := 0
	for _, line := range b.lined() {
		for _, i := range line {
			glyphs[i] = all[k]
			k++
		}
	}
	return glyphs
}

// read returns what a glyph stands for, nil if it is unknown.
func read(text string, kinds []*game.Kind, seats int) (*game.Kind, game.Seat) {
	for _, k := range kinds {
		for x := range game.Seat(seats) {
			if glyph(k, x) == text {
				return k, x
			}
		}
	}
	return nil, game.Nobody
}

// rows splits a drawing into its cells, top row first. That of a grid that grows may show a part of it, the
// middle; it has no margin.
func (g *Grid) rows(drawing string) [][]string {
	var rows [][]string
	width := g.Width
	for line := range strings.Lines(drawing) {
		row := strings.Fields(line)
		if g.Look.Grows && rows == nil && len(row) > 0 {
			width = min(width, len(row))
		}
		below := len(rows) == g.Height && len(row) == width && row[0] == g.labels.columns[0]
		if len(row) == 0 || below {
			continue
		}
		if len(row) == width+1 && len(rows) < g.Height && row[0] == g.labels.rows[g.Height-1-len(rows)] {
			row = row[1:]
		}
		if len(row) != width {
			panic(fmt.Sprintf("board %q: a row of the drawing has %d cells, not %d: %q", g.Name, len(row), width,
				strings.TrimSpace(line)))
		}
		rows = append(rows, row)
	}
	if len(rows) != g.Height && !g.Look.Grows || len(rows) == 0 || len(rows) > g.Height {
		panic(fmt.Sprintf("board %q: the drawing has %d rows, not %d", g.Name, len(rows), g.Height))
	}
	return rows
}
