package board

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/plygame/ply/game"
)

// Draw returns the board as text, with letters for the columns and numbers for the rows. A cell shows its
// topmost element: the glyph in its Kind's Look for the owner, or the Label, or the first letter of the
// Kind's name, in upper case for seat 0 and lower case for others. Glyphs and labels of more than two letters
// are not used. An empty cell is a dot; an element whose face a view does not show is a question mark.
func (g *Grid) Draw(s *game.State) string {
	cells, wide := make([]string, g.n), len(letters(g.Width-1))
	for i := range cells {
		cells[i] = "."
		if top := s.Last(g.first + game.ID(i)); top != 0 {
			cells[i] = "?"
			if k := s.Kind(top); k != nil {
				cells[i] = glyph(k, s.Owner(top))
			}
		}
		wide = max(wide, utf8.RuneCountInString(cells[i]))
	}
	slant := 0 // how far a row is shifted against the one below: by half a cell and its gap
	if g.hex {
		slant = wide/2 + 1
		wide = 2*slant - 1
	}
	margin := max(len(strconv.Itoa(g.Height)), slant)
	var b strings.Builder
	for y := g.Height - 1; y >= 0; y-- {
		fmt.Fprintf(&b, "%*d", slant*y+margin, y+1)
		g.line(&b, wide, func(x int) string { return cells[y*g.Width+x] })
	}
	b.WriteString(strings.Repeat(" ", margin-slant))
	g.line(&b, wide, letters)
	return b.String()
}

func (g *Grid) line(b *strings.Builder, wide int, cell func(x int) string) {
	for x := range g.Width {
		if x > 0 {
			b.WriteString(strings.Repeat(" ", wide-utf8.RuneCountInString(cell(x-1))))
		}
		b.WriteString(" " + cell(x))
	}
	b.WriteByte('\n')
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

// Put creates what a drawing shows, in the form of Draw; the margin may be left out. The drawing may contain
// only the given kinds. The glyphs tell the owners: if several owners share a glyph, the element belongs to
// the lowest seat that may own it.
func (g *Grid) Put(t *game.Tx, drawing string, kinds ...*game.Kind) {
	for i, row := range g.rows(drawing) {
		for x, glyph := range row {
			if glyph == "." {
				continue
			}
			kind, owner := read(glyph, kinds, t.Seats())
			if kind == nil {
				panic(fmt.Sprintf("board %q: the drawing has %q, which is not the glyph of any of the kinds", g.Name, glyph))
			}
			t.Give(t.Create(kind, g.At(x, g.Height-1-i)), owner)
		}
	}
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

// rows splits a drawing into its cells, top row first.
func (g *Grid) rows(drawing string) [][]string {
	var rows [][]string
	for line := range strings.Lines(drawing) {
		row := strings.Fields(line)
		below := len(rows) == g.Height && len(row) == g.Width && row[0] == letters(0)
		if len(row) == 0 || below {
			continue
		}
		if len(row) == g.Width+1 && row[0] == strconv.Itoa(g.Height-len(rows)) {
			row = row[1:]
		}
		if len(row) != g.Width {
			panic(fmt.Sprintf("board %q: a row of the drawing has %d cells, not %d: %q", g.Name, len(row), g.Width, strings.TrimSpace(line)))
		}
		rows = append(rows, row)
	}
	if len(rows) != g.Height {
		panic(fmt.Sprintf("board %q: the drawing has %d rows, not %d", g.Name, len(rows), g.Height))
	}
	return rows
}
