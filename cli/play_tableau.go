package cli

import (
	"fmt"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// tableau is a scene as it is drawn, and where on it what can be pointed at is.
type tableau struct {
	*canvas
	spots []spot
}

// spot is something that can be pointed at.
type spot struct {
	x, y, w int
	id, top game.ID
}

// stand is how a thing on the table stands to the question.
type stand uint8

const (
	notAsked     stand = iota // it is not asked for
	canChoose                 // it can be chosen
	isChosen                  // it is
	cannotChoose              // it cannot be, and there is a reason
)

// stands answers how a thing stands to what is asked.
func (q *question) stands(id, top game.ID) stand {
	if q == nil {
		return notAsked
	}
	best := notAsked
	if q.thing != 0 && (q.thing == id || q.thing == top) {
		return isChosen
	}
	for _, c := range q.of(id, top) {
		switch {
		case c.why == "":
			return canChoose
		case q.has(c):
			best = isChosen
		case best == notAsked:
			best = cannotChoose
		}
	}
	return best
}

// of returns the choices that a thing stands for.
func (q *question) of(id, top game.ID) []choice {
	on := q.on[id]
	if top == id || top == 0 || q.on[top] == nil {
		return on
	}
	return append(on[:len(on):len(on)], q.on[top]...)
}

// has reports whether the value is chosen already.
func (q *question) has(c choice) bool {
	if c.at >= len(q.draft.Picks) || c.stop || q.actions {
		return false
	}
	for _, v := range q.draft.Picks[c.at] {
		if v == c.value {
			return true
		}
	}
	return false
}

// artist draws a scene.
type artist struct {
	q     *question
	spots []spot
	sc    scene
	at    game.ID // where the cursor is, 0 if it is elsewhere
	w, h  int     // the room there is

	large bool // boards have lines
	boxes bool // what the one at the screen holds is drawn as cards
	loose bool // there are empty lines between parts
}

// plan chooses how much is drawn around things, as far as there is room.
func (a *artist) plan() {
	for n := 3; n >= 0; n-- {
		a.large, a.boxes, a.loose = n > 0, n > 1, n > 2
		if a.tallness() <= a.h && a.wide(a.large) <= a.w {
			return
		}
	}
}

// tallness is how many lines it all takes.
func (a *artist) tallness() int {
	n := a.lines() + a.boards(a.large)
	if a.loose {
		n += max(0, len(a.bands(a.large))-1)
	}
	return n
}

// draw draws all parts below each other, boards as large as there is room for.
func (a *artist) draw() tableau {
	a.plan()
	large := a.large
	c := newCanvas(max(a.w, a.wide(large)), a.tallness())
	y := 0
	for _, b := range a.bands(large) {
		x, tall := a.margin(b), 0
		for _, p := range b {
			h := 0
			switch {
			case p.grid != nil:
				h = a.grid(c, x, y, p, large)
				x += frameOf(p, large).width(p.grid) + 1
			case p.drawing != "":
				for line := range strings.SplitSeq(p.drawing, "\n") {
					c.put(1, y+h, line, 0)
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
	return tableau{c, a.spots}
}

// margin is how far boards are put to the right, where nothing else is on the table.
func (a *artist) margin(band []part) int {
	for _, p := range a.sc.parts {
		if p.grid == nil {
			return 0
		}
	}
	w := 0
	for _, p := range band {
		w += frameOf(p, a.large).width(p.grid) + 1
	}
	return max(0, min((a.w-w)/2, 20))
}

// bands are the parts that are drawn beside each other: boards, if there is room.
func (a *artist) bands(large bool) (bands [][]part) {
	x := 0
	for i, p := range a.sc.parts {
		w := 0
		if p.grid != nil {
			w = frameOf(p, large).width(p.grid) + 1
		}
		if i > 0 && w > 0 && a.sc.parts[i-1].grid != nil && x+w <= a.w {
			bands[len(bands)-1] = append(bands[len(bands)-1], p)
			x += w
			continue
		}
		bands = append(bands, []part{p})
		x = w
	}
	return bands
}

// lines is how many lines all but the boards take.
func (a *artist) lines() (n int) {
	for _, p := range a.sc.parts {
		if p.drawing != "" {
			n += strings.Count(p.drawing, "\n") + 1
		}
		for _, r := range p.rows {
			n += a.rowLines(r)
		}
	}
	return n
}

// boards is how many lines the boards take.
func (a *artist) boards(large bool) (n int) {
	for _, b := range a.bands(large) {
		tall := 0
		for _, p := range b {
			if p.grid != nil {
				tall = max(tall, a.tall(p, large))
			}
		}
		n += tall
	}
	return n
}

// tall is how many lines a board takes. It has a title if there are others.
func (a *artist) tall(p part, large bool) int {
	n := p.grid.Height + 1
	if large {
		n += p.grid.Height + 1
	}
	if a.several() {
		n++
	}
	return n
}

// several reports whether there is more than one board.
func (a *artist) several() bool {
	n := 0
	for _, p := range a.sc.parts {
		if p.grid != nil {
			n++
		}
	}
	return n > 1
}

// wide is how many columns the widest part takes that cannot be wrapped.
func (a *artist) wide(large bool) (w int) {
	for _, p := range a.sc.parts {
		if p.grid != nil {
			w = max(w, frameOf(p, large).width(p.grid)+1)
		}
		for line := range strings.SplitSeq(p.drawing, "\n") {
			w = max(w, lipgloss.Width(line)+1)
		}
	}
	return w
}

// frame says where on a canvas the cells of a board are.
type frame struct {
	left, top int // of the uppermost cell of the first column, if rows were not shifted
	dx, dy    int // to the next cell
	slant     int // how far a row is shifted against the one below
	wide      int // how many letters a cell has
	large     bool
}

func frameOf(p part, large bool) frame {
	g := p.grid
	f := frame{wide: 1, dy: 1, large: large, left: len(strconv.Itoa(g.Height)) + 2}
	for _, c := range p.cells {
		f.wide = max(f.wide, lipgloss.Width(c.text))
	}
	if g.Width > 26 {
		f.wide = 2
	}
	hex := len(g.Directions()) == 6
	f.dx = f.wide + 1
	if large {
		f.wide = max(f.wide, 1)
		f.dx, f.dy, f.top, f.left = f.wide+3, 2, 1, f.left+1
	}
	if hex {
		f.dx += f.dx % 2
		f.slant = f.dx / 2
	}
	return f
}

func (f frame) width(g *board.Grid) int { return f.left + f.slant*(g.Height-1) + f.dx*g.Width + 1 }

// cell is where the cell in this column and row, counted from below, is.
func (f frame) cell(g *board.Grid, x, y int) (int, int) {
	return f.left + f.slant*y + f.dx*x, f.top + f.dy*(g.Height-1-y)
}

// grid draws a board and answers how many lines it took.
func (a *artist) grid(c *canvas, x0, y0 int, p part, large bool) int {
	g, f := p.grid, frameOf(p, large)
	if a.several() {
		c.put(x0+1, y0, p.title, colorFaint)
		y0++
	}
	f.left, f.top = f.left+x0, f.top+y0
	if large {
		f.lines(c, g)
	}
	every := a.everyEmpty(p)
	for i, t := range p.cells {
		x, y := f.cell(g, i%g.Width, i/g.Width)
		a.cell(c, x, y, f, t, every)
		a.spots = append(a.spots, spot{x, y, f.wide, t.id, t.top})
		if i%g.Width == 0 {
			no := strconv.Itoa(i/g.Width + 1)
			c.put(x-len(no)-1-f.dy+1, y, no, colorFaint)
		}
		if i < g.Width {
			c.put(x-f.slant, y+f.dy, columnName(i), colorFaint)
		}
	}
	return a.tall(p, large)
}

// columnName is the name of a column: a to z, then aa and so on.
func columnName(x int) string {
	name := ""
	for x++; x > 0; x = (x - 1) / 26 {
		name = string(rune('a'+(x-1)%26)) + name
	}
	return name
}

// everyEmpty reports whether all empty cells can be chosen, and nothing else: then that need not
// be said cell by cell.
func (a *artist) everyEmpty(p part) bool {
	for _, t := range p.cells {
		if s := a.q.stands(t.id, t.top); (s == canChoose) != (t.top == 0) || s == isChosen {
			return false
		}
	}
	return true
}

// cell draws one cell of a board.
func (a *artist) cell(c *canvas, x, y int, f frame, t thing, every bool) {
	text, st := t.text, styleOfThing(t, t.owner)
	s := a.q.stands(t.id, t.top)
	if t.top == 0 {
		text, st = ".", colorFaint
		if f.large {
			text = " "
		}
		switch {
		case s == canChoose && !every:
			text, st = "+", colorMark|boldly
		case s == canChoose && f.large:
			text, st = "·", colorMark
		case s == canChoose:
			st = colorMark
		case s == isChosen:
			text, st = "*", colorMark|boldly
		}
	} else {
		st |= boldly
		switch s {
		case canChoose:
			c.put(x-1, y, "+", colorMark|boldly)
			st |= underlined
		case isChosen:
			c.put(x-1, y, "*", colorMark|boldly)
			st |= underlined
		}
	}
	if t.won {
		c.put(x-1, y, "*", colorMark|boldly)
	}
	if t.fresh {
		st |= underlined | boldly
	}
	if t.id == a.at {
		c.put(x-1, y, "[", boldly|reversed)
		c.put(x+f.wide, y, "]", boldly|reversed)
		st |= reversed
		text += strings.Repeat(" ", max(0, f.wide-lipgloss.Width(text)))
	}
	c.put(x, y, text, st)
}

// lines draws the lines between the cells.
func (f frame) lines(c *canvas, g *board.Grid) {
	for y := range g.Height {
		for x := range g.Width {
			cx, cy := f.cell(g, x, y)
			if f.slant > 0 {
				f.hexagon(c, cx, cy)
			} else {
				f.square(c, g, cx, cy, x, g.Height-1-y)
			}
		}
	}
}

func (f frame) hexagon(c *canvas, x, y int) {
	left, right := x-f.slant, x+f.slant
	c.put(left, y, "│", colorFaint)
	c.put(right, y, "│", colorFaint)
	c.put(x-f.slant/2, y-1, "╱", colorFaint)
	c.put(x+f.slant/2, y-1, "╲", colorFaint)
	c.put(x-f.slant/2, y+1, "╲", colorFaint)
	c.put(x+f.slant/2, y+1, "╱", colorFaint)
}

// square draws the corner to the upper left of a cell and the sides there, and what closes the
// board on the right and below.
func (f frame) square(c *canvas, g *board.Grid, x, y, col, line int) {
	corner := func(col, line int) string {
		rows := [3]string{"┌┬┐", "├┼┤", "└┴┘"}
		at := func(i, n int) int {
			switch i {
			case 0:
				return 0
			case n:
				return 2
			}
			return 1
		}
		return string([]rune(rows[at(line, g.Height)])[at(col, g.Width)])
	}
	side := strings.Repeat("─", f.dx-1)
	for dl := range 2 {
		if dl == 1 && line < g.Height-1 {
			break
		}
		c.put(x-2, y-1+2*dl, corner(col, line+dl)+side, colorFaint)
		if col == g.Width-1 {
			c.put(x-2+f.dx, y-1+2*dl, corner(col+1, line+dl), colorFaint)
		}
	}
	c.put(x-2, y, "│", colorFaint)
	if col == g.Width-1 {
		c.put(x-2+f.dx, y, "│", colorFaint)
	}
}

// row draws a place with what lies in it and answers how many lines it took.
func (a *artist) row(c *canvas, y int, r row) int {
	return a.layRow(r, func(x, dy int, text string, st style, t thing) {
		if t.id != 0 {
			a.spots = append(a.spots, spot{x, y + dy, lipgloss.Width(text), t.id, t.id})
			switch s := a.q.stands(t.id, t.id); {
			case s == canChoose:
				c.put(x-1, y+dy, "+", colorMark|boldly)
				st |= underlined
			case s == isChosen:
				c.put(x-1, y+dy, "*", colorMark|boldly)
				st |= underlined
			}
			if t.id == a.at {
				c.put(x-1, y+dy, "[", boldly|reversed)
				c.put(x+lipgloss.Width(text), y+dy, "]", boldly|reversed)
				st |= reversed
			}
		}
		c.put(x, y+dy, text, st)
	})
}

func (a *artist) rowLines(r row) int {
	return a.layRow(r, func(int, int, string, style, thing) {})
}

// longest is how long a title is that others are aligned to.
const longest = 20

// column is where what lies in places begins.
func (a *artist) column() int {
	w := 0
	for _, p := range a.sc.parts {
		for _, r := range p.rows {
			if n := lipgloss.Width(r.title); n <= longest {
				w = max(w, n)
			}
		}
	}
	return w + 4
}

// layRow says where the title of a place and the things in it go. Things that cannot be told
// apart are a number, unless they can be chosen.
func (a *artist) layRow(r row, put func(x, dy int, text string, st style, t thing)) (lines int) {
	title, st := thing{}, colorFaint
	if r.place != 0 && a.q != nil && a.q.on[r.place] != nil {
		title.id = r.place
	}
	if r.owner >= 0 {
		st = styleOf(int(r.owner))
	}
	if r.mine {
		st |= boldly
	}
	left := max(a.column(), lipgloss.Width(r.title)+4)
	items, notes := a.inRow(r)
	boxed := a.boxed(r, items)
	middle, wide, tall := 0, 2, 1 // the line of what is named, from one thing to the next, lines
	if boxed {
		middle, wide, tall = 1, 3, 3
		left++
	}
	put(1, middle, r.title+":", st, title)
	x, line, again := left, 0, left
	if a.w-left < 16 {
		again = 4
	}
	next := func(w int) {
		if x+w+wide-1 > a.w && x > again {
			x, line = again, line+tall
		}
	}
	for _, t := range items {
		w := lipgloss.Width(t.text)
		next(w)
		owner := t.owner
		if owner < 0 {
			owner = r.owner
		}
		if boxed {
			card(put, x-2, line, w, x > again)
		}
		if t.won {
			put(x-1, line+middle, "*", colorMark|boldly, thing{})
		}
		put(x, line+middle, t.text, styleOfThing(t, owner), t)
		x += w + wide
	}
	for _, note := range notes {
		next(lipgloss.Width(note))
		put(x, line+middle, note, colorFaint, thing{})
		x += lipgloss.Width(note) + wide
	}
	return line + tall
}

// boxed reports whether what is in a row is drawn as cards.
func (a *artist) boxed(r row, items []thing) bool {
	return a.boxes && r.mine && !r.pile && len(items) > 0
}

// card draws a frame around what is so wide; it is joined to the one before.
func card(put func(x, dy int, text string, st style, t thing), x, y, w int, joined bool) {
	left := [2]string{"╭", "╰"}
	if joined {
		left = [2]string{"┬", "┴"}
	}
	side := strings.Repeat("─", w+2)
	put(x, y, left[0]+side+"╮", colorFaint, thing{})
	put(x, y+1, "│", colorFaint, thing{})
	put(x+w+3, y+1, "│", colorFaint, thing{})
	put(x, y+2, left[1]+side+"╯", colorFaint, thing{})
}

// inRow is what of a row is drawn one by one, and what is said of the rest.
func (a *artist) inRow(r row) (items []thing, notes []string) {
	items, more := r.shown()
	switch {
	case r.bare:
	case r.count == 0:
		notes = append(notes, "empty")
	case r.faceless() && !a.asked(r):
		items, notes = nil, append(notes, fmt.Sprintf("%d face down", r.count))
	case more > 0:
		notes = append(notes, strings.TrimLeft(r.rest(more), ", "))
	}
	if r.note != "" {
		notes = append(notes, strings.Split(r.note, "  ")...)
	}
	return items, notes
}

// rowsWide is how many columns the rows take if none is broken.
func (a *artist) rowsWide() (w int) {
	for _, p := range a.sc.parts {
		for _, r := range p.rows {
			n := max(a.column(), lipgloss.Width(r.title)+4)
			items, notes := a.inRow(r)
			gap := 2
			if a.boxed(r, items) {
				gap = 3
			}
			for _, t := range items {
				n += lipgloss.Width(t.text) + gap
			}
			for _, note := range notes {
				n += lipgloss.Width(note) + gap
			}
			w = max(w, n+1)
		}
	}
	return w
}

// asked reports whether anything in the row can be chosen, or could be.
func (a *artist) asked(r row) bool {
	for _, t := range r.items {
		if a.q.stands(t.id, t.id) != notAsked {
			return true
		}
	}
	return false
}
