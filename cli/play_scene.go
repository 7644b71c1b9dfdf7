package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// scene is the table as a seat sees it, part by part. Both ways to play draw it.
type scene struct{ parts []part }

// part is a board, or rows of places, or a drawing that a layout has made of itself.
type part struct {
	title   string
	grid    *board.Grid
	cells   []thing // of the grid, row by row from the lower left
	rows    []row
	drawing string
}

// row is a place and what lies in it.
type row struct {
	title string
	place game.ID
	owner game.Seat
	pile  bool // only the number, and what is on top, are shown
	count int
	items []thing
}

// thing is an element as it is drawn.
type thing struct {
	id, top game.ID // the cell and what is on top of it; of other elements both are the same
	text    string
	owner   game.Seat
	count   int  // how many lie there
	fresh   bool // it was another thing, or nothing, before
}

// maxRow is how many things of a pile are drawn.
const maxRow = 60

// sceneOf looks at the table.
func sceneOf(v *game.State) scene {
	var sc scene
	drawn := map[game.ID]bool{}
	for _, l := range v.Rules().Layout {
		switch l := l.(type) {
		case *board.Grid:
			sc.parts = append(sc.parts, gridPart(v, l, drawn))
		case *game.Place:
			sc.parts = append(sc.parts, placePart(v, l, drawn))
		case interface{ Draw(*game.State) string }:
			sc.parts = append(sc.parts, part{drawing: strings.TrimRight(l.Draw(v), "\n")})
		}
	}
	sc.rest(v, drawn)
	return sc
}

func gridPart(v *game.State, g *board.Grid, drawn map[game.ID]bool) part {
	p := part{title: g.Name, grid: g}
	if g.Look.Label != "" {
		p.title = g.Look.Label
	}
	for y := range g.Height {
		for x := range g.Width {
			id := g.At(x, y)
			drawn[id] = true
			c := thing{id: id, top: v.Last(id), owner: game.Nobody, count: v.Count(id)}
			if c.top != 0 {
				c.text, c.owner = glyph(v, c.top), v.Owner(c.top)
			}
			p.cells = append(p.cells, c)
		}
	}
	return p
}

// compare marks what on the boards is not as it was in an earlier view.
func (sc scene) compare(was *game.State) {
	for _, p := range sc.parts {
		for i := range p.cells {
			t := &p.cells[i]
			top, text, owner := was.Last(t.id), "", game.Nobody
			if top != 0 {
				text, owner = glyph(was, top), was.Owner(top)
			}
			t.fresh = t.text != text || t.owner != owner
		}
	}
}

// glyph is an element in one or two letters.
func glyph(v *game.State, id game.ID) string {
	if v.Kind(id) == nil {
		return "?"
	}
	text := []rune(short(v, id))
	k := v.Kind(id)
	if len(text) <= 2 {
		return string(text)
	}
	if look := []rune(k.Look.Label); len(look) == 1 || len(look) == 2 {
		return k.Look.Label
	}
	if v.Owner(id) == 0 {
		return strings.ToUpper(k.Name[:1])
	}
	return strings.ToLower(k.Name[:1])
}

func placePart(v *game.State, p *game.Place, drawn map[game.ID]bool) part {
	title := p.Look.Label
	if title == "" {
		title = p.Name
	}
	pt := part{title: title}
	add := func(id game.ID, title string, empty bool) {
		drawn[id] = true
		r := rowOf(v, id, title, p.Order == game.Stacked || p.Look.Layout == "pile")
		if p.Order == game.Unordered {
			slices.SortStableFunc(r.items, func(a, b thing) int { return strings.Compare(a.text, b.text) })
		}
		if x := r.holder(); x >= 0 && r.owner != x {
			r.title += " of " + x.String()
		}
		if empty || r.count > 0 {
			pt.rows = append(pt.rows, r)
		}
	}
	switch {
	case p.Each:
		for x := range game.Seat(v.Seats()) {
			add(p.Of(x), fmt.Sprintf("%s of %s", title, x), true)
		}
	case len(p.Names) > 0:
		for i, name := range p.Names {
			add(p.At(i), title+" "+name, false)
		}
		if len(pt.rows) == 0 {
			pt.rows = append(pt.rows, row{title: title, owner: game.Nobody})
		}
	default:
		add(p.ID(), title, true)
	}
	return pt
}

func rowOf(v *game.State, place game.ID, title string, pile bool) row {
	r := row{title: title, place: place, owner: v.Owner(place), pile: pile, count: v.Count(place)}
	for id := range v.In(place) {
		r.items = append(r.items, thing{id: id, top: id, text: nested(v, id), owner: v.Owner(id), count: 1})
	}
	return r
}

// holder is whose the things in the row are, Nobody if they are not all of one seat.
func (r row) holder() game.Seat {
	x := game.Nobody
	for i, t := range r.items {
		if i > 0 && t.owner != x {
			return game.Nobody
		}
		x = t.owner
	}
	return x
}

// nested is an element with what lies in it.
func nested(v *game.State, id game.ID) string {
	text := short(v, id)
	var in []string
	for e := range v.In(id) {
		in = append(in, short(v, e))
	}
	if in != nil {
		text += "(" + strings.Join(in, " ") + ")"
	}
	return text
}

// rest adds what lies in places that no layout has drawn.
func (sc *scene) rest(v *game.State, drawn map[game.ID]bool) {
	var p part
	for id := range v.All() {
		in := v.Parent(id)
		if in == 0 || drawn[in] || v.Kind(in) != nil || strings.HasPrefix(v.Name(in), "@") {
			continue
		}
		drawn[in] = true
		p.rows = append(p.rows, rowOf(v, in, v.Name(in), false))
	}
	if p.rows != nil {
		sc.parts = append(sc.parts, p)
	}
}

// shown is what of a row is drawn: of a pile the topmost, and faceless things as one number.
func (r row) shown() (items []thing, more int) {
	items = r.items
	if r.pile && len(items) > 1 {
		return items[len(items)-1:], len(items) - 1
	}
	if len(items) > maxRow {
		return items[:maxRow], len(items) - maxRow
	}
	return items, 0
}

// faceless reports whether nothing in the row can be told from the rest.
func (r row) faceless() bool {
	for _, t := range r.items {
		if t.text != "?" {
			return false
		}
	}
	return len(r.items) > 0
}

// plain is the scene as lines of text.
func (sc scene) plain(v *game.State) (lines []string) {
	for _, p := range sc.parts {
		switch {
		case p.grid != nil:
			lines = append(lines, strings.Split(strings.TrimRight(p.grid.Draw(v), "\n"), "\n")...)
		case p.drawing != "":
			lines = append(lines, strings.Split(p.drawing, "\n")...)
		}
		for _, r := range p.rows {
			lines = append(lines, r.plain())
		}
	}
	return lines
}

// words says what stands where on the boards, for those who do not see them.
func (sc scene) words() (lines []string) {
	for _, p := range sc.parts {
		if p.grid == nil {
			continue
		}
		cells := map[string][]string{}
		var order []string
		for i, t := range p.cells {
			if t.top == 0 {
				continue
			}
			what := t.text
			if t.owner >= 0 {
				what += " of " + t.owner.String()
			}
			if cells[what] == nil {
				order = append(order, what)
			}
			cells[what] = append(cells[what], columnName(i%p.grid.Width)+strconv.Itoa(i/p.grid.Width+1))
		}
		if order == nil {
			lines = append(lines, p.title+": empty")
		}
		for _, what := range order {
			lines = append(lines, p.title+", "+what+": "+strings.Join(cells[what], " "))
		}
	}
	return lines
}

func (r row) plain() string {
	switch {
	case r.count == 0:
		return r.title + ": empty"
	case r.faceless():
		return fmt.Sprintf("%s: %d face down", r.title, r.count)
	}
	items, more := r.shown()
	var words []string
	for _, t := range items {
		words = append(words, t.text)
	}
	text := r.title + ": " + strings.Join(words, " ")
	switch {
	case more > 0 && r.pile:
		text += fmt.Sprintf(", on top of %d", more)
	case more > 0:
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
