package tableau

import (
	"charm.land/lipgloss/v2"
	"fmt"
	"strings"
)

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

// layRow positions the title of a place and its things. Face-down things are shown as a number, unless they can be
// chosen.
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
	r.tally = r.tally && !a.hasChoice(r)
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
