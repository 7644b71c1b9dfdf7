package gametest

import (
	"slices"
	"strings"

	"github.com/plygame/ply/game"
)

// drawer is a Layout that can be shown as text.
type drawer interface{ Draw(*game.State) string }

// draw shows all layouts that can be drawn, "" if none can.
func draw(s *game.State) string {
	var b strings.Builder
	for _, l := range s.Rules().Layout {
		if d, ok := l.(drawer); ok {
			b.WriteString(strings.TrimRight(d.Draw(s), "\n") + "\n")
		}
	}
	return b.String()
}

// Draw returns the position as text: the boards, if any can be drawn, otherwise the same as Debug.
func (m *Match) Draw() string {
	if text := draw(m.State()); text != "" {
		return text
	}
	return m.Debug()
}

// ExpectBoard fails the test unless the boards look like the drawing. Indentation does not matter, and the
// margin with the names of rows and columns may be left out.
func (m *Match) ExpectBoard(drawing string) {
	m.t.Helper()
	got, want := cells(draw(m.State())), cells(drawing)
	if len(got) == 0 {
		m.fatalf("%s has no board that can be drawn", m.g.rules.Name)
	}
	if len(want) == len(got)-1 {
		got = inner(got)
	}
	if !slices.EqualFunc(got, want, slices.Equal) {
		m.fatalf("the board should be\n%s", strings.TrimRight(drawing, "\n\t "))
	}
}

// cells splits a drawing at spaces, line by line.
func cells(drawing string) (rows [][]string) {
	for line := range strings.Lines(drawing) {
		if row := strings.Fields(line); len(row) > 0 {
			rows = append(rows, row)
		}
	}
	return rows
}

// inner drops the margin of a drawing: its last row and its first column.
func inner(rows [][]string) [][]string {
	out := make([][]string, len(rows)-1)
	for i := range out {
		out[i] = rows[i][1:]
	}
	return out
}
