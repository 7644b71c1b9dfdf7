package tableau

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/order"
	"github.com/plygame/ply/internal/words"
)

// Scene is the table as a seat sees it, part by part. Both user interfaces draw it.
type Scene struct {
	view  *game.State
	names words.Names
	parts []part

	letters map[*game.Kind]string
}

// part is a board, a list of places, or a drawing made by a layout.
type part struct {
	title   string
	chart   *chart
	cells   []Thing // the cells of the board
	rows    []Row
	drawing string
	scores  bool // the rows are the values of the table and the seats
}

// Row is a place and its contents.
type Row struct {
	Title string
	place game.ID
	Owner game.Seat
	pile  bool // show only the number and the top element
	tally bool // show one thing of each sort, and how many there are
	mine  bool // it belongs to the viewer
	count int
	Items []Thing
	Note  string // additional text
	bare  bool   // not a place: only the note is shown
}

// Thing is a drawn element.
type Thing struct {
	id, top game.ID // a cell and its top element; for other elements, both are the same
	Text    string
	owner   game.Seat
	color   string // its own colour
	count   int    // number of elements there
	fresh   bool   // it has changed
	won     bool   // it is part of the winning pattern
	ground  string // of a cell: the word of a Part on it, such as its terrain
	sign    string // how that is drawn
	veil    string // the word for what covers the cell, if the viewer does not see it
}

// maxRow is the number of things of a pile to draw.
const maxRow = 60

// SceneOf returns the scene of a view.
func SceneOf(v *game.State, names words.Names) Scene {
	sc := Scene{view: v, names: names, letters: lettersOf(v.Rules())}
	if p := sc.scorePart(v); p.rows != nil {
		sc.parts = append(sc.parts, p)
	}
	drawn := map[game.ID]bool{}
	for _, l := range v.Rules().Layout {
		switch l := l.(type) {
		case cellular:
			sc.parts = append(sc.parts, sc.boardPart(v, l, drawn))
		case *game.Place:
			sc.parts = append(sc.parts, sc.placePart(v, l, drawn))
		case interface{ Draw(*game.State) string }:
			sc.parts = append(sc.parts, part{drawing: strings.TrimRight(l.Draw(v), "\n")})
		}
	}
	sc.rest(v, drawn)
	sc.won(v)
	sc.lieOn(v)
	return sc
}

// won marks the winning pattern.
func (sc Scene) won(v *game.State) {
	by := v.Outcome().By
	for _, p := range sc.parts {
		mark := func(all []Thing) {
			for i := range all {
				all[i].won = slices.Contains(by, all[i].id) || slices.Contains(by, all[i].top)
			}
		}
		mark(p.cells)
		for _, r := range p.rows {
			mark(r.Items)
		}
	}
}

// wonBy describes the winning pattern, if the rules name it.
func wonBy(v *game.State) (lines []string) {
	var words []string
	for _, id := range v.Outcome().By {
		if v.Kind(id) == nil {
			words = append(words, v.Name(id))
		} else {
			words = append(words, shortName(v, id))
		}
	}
	if words != nil {
		lines = append(lines, "won with "+strings.Join(words, " "))
	}
	return lines
}

// scorePart lists the values of the table and of each seat, who has chosen in a simultaneous step, and who has won.
func (sc Scene) scorePart(v *game.State) part {
	p := part{scores: true}
	gauges := gaugesOf(v, sc.names)
	if on := valuesOn(v, gauges, game.Root)[0]; on != nil {
		p.rows = append(p.rows, Row{Title: "Table", Owner: game.Nobody, Note: strings.Join(on, "  "), bare: true})
	}
	var ids []game.ID
	for x := range game.Seat(v.Seats()) {
		ids = append(ids, x.ID())
	}
	said := false
	var rows []Row
	for i, on := range valuesOn(v, gauges, ids...) {
		x := game.Seat(i)
		if points := v.Outcome().Scores; points != nil {
			on = append(on, words.Plural(points[x], "point"))
		}
		if id := sc.leader(gauges, x); id != 0 {
			on = append(on, valuesOn(v, gauges, id)[0]...)
		}
		said = said || on != nil
		if status := statusOf(v, x); status != "" {
			on = append(on, status)
			said = said || !v.Over() // the winner is shown elsewhere, too
		}
		rows = append(rows, Row{Title: sc.seatTitle(x), Owner: x, Note: strings.Join(on, "  "), bare: true})
	}
	if said {
		p.rows = append(p.rows, rows...)
	}
	return p
}

// statusOf returns whether a seat has won, is out, or has chosen in a simultaneous step.
func statusOf(v *game.State, x game.Seat) string {
	act, chosen := v.ToAct(), v.Committed()
	switch {
	case v.Won(x):
		return "has won"
	case v.Over():
		return ""
	case !v.Standing().Has(x):
		return "is out"
	case !v.Playing().Has(x):
		return "sits out"
	case chosen.Has(x):
		return "has chosen"
	case act.Has(x) && act.Len()+chosen.Len() > 1:
		return "to move"
	}
	return ""
}

// titleOf returns the title of a seat's place.
func (sc Scene) titleOf(place string, x game.Seat) string {
	if me, is := sc.view.Viewer(); is && me == x {
		return place + ", yours"
	}
	return place + " of " + sc.names.Of(x)
}

// seatTitle returns the title of a seat in a list: the player's name and the role.
func (sc Scene) seatTitle(x game.Seat) string {
	if me, is := sc.view.Viewer(); is && me == x {
		return sc.names.Full(x) + ", you"
	}
	return sc.names.Full(x)
}

// Mine returns the rows of the viewer.
func (sc Scene) Mine() (rows []Row) {
	for _, p := range sc.parts {
		for _, r := range p.rows {
			if r.mine {
				rows = append(rows, r)
			}
		}
	}
	return rows
}

// HasBoard reports whether there is a board on the table.
func (sc Scene) HasBoard() bool {
	return slices.ContainsFunc(sc.parts, func(p part) bool { return p.chart != nil })
}

// Divided splits the scene into the table and the values.
func (sc Scene) Divided() (rest Scene, scores []Row) {
	rest = Scene{view: sc.view, names: sc.names, letters: sc.letters}
	for _, p := range sc.parts {
		if p.scores {
			scores = append(scores, p.rows...)
		} else {
			rest.parts = append(rest.parts, p)
		}
	}
	return rest, scores
}

// Compare marks the cells that changed since an earlier view.
func (sc Scene) Compare(was *game.State) {
	for _, p := range sc.parts {
		for i := range p.cells {
			t := &p.cells[i]
			top, text, owner := was.Last(t.id), "", game.Nobody
			if top != 0 {
				text, owner = sc.cellText(was, t.id), was.Owner(face(was, t.id))
			}
			t.fresh = t.Text != text || t.owner != owner
		}
	}
}

func (sc Scene) placePart(v *game.State, p *game.Place, drawn map[game.ID]bool) part {
	title := p.Look.Label
	if title == "" {
		title = p.Name
	}
	pt := part{title: title}
	add := func(id game.ID, title string) {
		drawn[id] = true
		r := sc.rowOf(v, id, title, p)
		if p.Order == game.Unordered {
			slices.SortStableFunc(r.Items, func(a, b Thing) int { return order.Alike(v, a.id, b.id) })
		}
		pt.rows = append(pt.rows, r)
	}
	switch {
	case p.Each:
		for x := range game.Seat(v.Seats()) {
			add(p.Of(x), sc.titleOf(title, x))
		}
		pt.fold(title, 0)
	case len(p.Names) > 0:
		for i, name := range p.Names {
			add(p.At(i), title+" "+name)
		}
		pt.fold(title, manyNamed)
	default:
		add(p.ID(), title)
	}
	return pt
}

// manyNamed is the number of places above which empty ones are hidden.
const manyNamed = 8

// fold merges empty rows into one if all are empty, or if there are more than manyNamed.
func (p *part) fold(title string, most int) {
	full := slices.DeleteFunc(slices.Clone(p.rows), func(r Row) bool { return r.count == 0 && r.Note == "" })
	switch {
	case len(full) == 0 && len(p.rows) > max(1, most):
		p.rows = []Row{{Title: title, Owner: game.Nobody}}
	case most > 0 && len(p.rows) > most:
		p.rows = full
	}
}

func (sc Scene) rowOf(v *game.State, place game.ID, title string, p *game.Place) Row {
	r := Row{Title: title, place: place, Owner: v.Owner(place), count: v.Count(place)}
	r.pile = p.Order == game.Stacked || p.Look.Layout == "pile"
	r.tally = p.Look.Layout == "count"
	me, _ := v.Viewer()
	r.mine = r.Owner >= 0 && r.Owner == me
	for id := range v.In(place) {
		r.Items = append(r.Items, Thing{id: id, top: id, Text: nested(v, id), owner: v.Owner(id), color: colorOf(v, id),
			count: 1})
	}
	sc.nameOwners(v, &r)
	notes := valuesOn(v, gaugesOf(v, sc.names), place)[0]
	if r.allAlike() && r.count >= manyAlike {
		notes = append([]string{fmt.Sprintf("%d in all", r.count)}, notes...)
	}
	if x := r.holder(); x >= 0 && r.Owner != x {
		notes = append(notes, "of "+sc.names.Of(x))
	}
	known := v.KnownIn(place)
	for _, t := range r.Items {
		known = append(known, v.KnownIn(t.id)...)
	}
	if known != nil {
		notes = append(notes, "you know: "+strings.Join(known, " "))
	}
	r.Note = strings.Join(notes, "  ")
	return r
}

// colorOf returns the colour of a thing. The default for hearts and diamonds is red.
func colorOf(v *game.State, id game.ID) string {
	k := v.Kind(id)
	switch {
	case k == nil:
		return ""
	case k.Look.Color == "" && strings.ContainsAny(shortName(v, id), "♥♦"):
		return "red"
	}
	return k.Look.Color
}

// holder returns the seat that owns all things in the row, or Nobody.
func (r Row) holder() game.Seat {
	x := game.Nobody
	for i, t := range r.Items {
		if i > 0 && t.owner != x {
			return game.Nobody
		}
		x = t.owner
	}
	return x
}

// nameOwners adds the owner to each thing in a row, if the owners differ and the drawing does not show them.
func (sc Scene) nameOwners(v *game.State, r *Row) {
	mixed := slices.ContainsFunc(r.Items, func(t Thing) bool { return t.owner != r.Items[0].owner })
	for i := range r.Items {
		if t := &r.Items[i]; mixed && t.owner >= 0 && t.Text != "?" && markOf(v, t.id) == "" {
			t.Text += " (" + sc.names.Of(t.owner) + ")"
		}
	}
}

// nested returns an element with its contents.
func nested(v *game.State, id game.ID) string {
	text := shortName(v, id)
	var in []string
	for e := range v.In(id) {
		in = append(in, shortName(v, e))
	}
	if in != nil {
		text += "(" + strings.Join(in, " ") + ")"
	}
	return text
}

// rest adds the places that no layout has drawn.
func (sc *Scene) rest(v *game.State, drawn map[game.ID]bool) {
	var p part
	for id := range v.All() {
		in := v.Parent(id)
		if in == 0 || drawn[in] || v.Kind(in) != nil || in == v.Scheduled() {
			continue
		}
		drawn[in] = true
		p.rows = append(p.rows, sc.rowOf(v, in, v.Name(in), new(game.Place)))
	}
	if p.rows != nil {
		sc.parts = append(sc.parts, p)
	}
}

// visible returns what to draw of a row: the top of a pile, and only a number for face-down things.
func (r Row) visible() (items []Thing, more int) {
	items = r.Items
	if r.pile && len(items) > 1 {
		return items[len(items)-1:], len(items) - 1
	}
	if r.tally {
		items = tallied(items)
	}
	if len(items) > maxRow {
		return items[:maxRow], len(items) - maxRow
	}
	return items, 0
}

// tallied returns the first thing of each sort, with the number of things of that sort.
func tallied(items []Thing) (sorts []Thing) {
	counts := map[string]int{}
	for _, t := range items {
		if counts[t.Text+t.color]++; counts[t.Text+t.color] == 1 {
			sorts = append(sorts, t)
		}
	}
	for i, t := range sorts {
		if n := counts[t.Text+t.color]; n > 1 {
			sorts[i].Text += fmt.Sprintf(" ×%d", n)
		}
	}
	return sorts
}

// manyAlike is the number of identical things above which their count is shown.
const manyAlike = 4

// allAlike reports whether all things in the row are visible and look the same.
func (r Row) allAlike() bool {
	return !r.pile && !r.tally && !r.faceless() && !slices.ContainsFunc(r.Items, func(t Thing) bool {
		return t.Text != r.Items[0].Text
	})
}

// faceless reports whether all things in the row are face down.
func (r Row) faceless() bool {
	for _, t := range r.Items {
		if t.Text != "?" {
			return false
		}
	}
	return len(r.Items) > 0
}

// Plain returns the scene as lines of text.
func (sc Scene) Plain() (lines []string) {
	for _, p := range sc.parts {
		switch {
		case p.chart != nil:
			lines = append(lines, p.plainBoard()...)
		case p.drawing != "":
			lines = append(lines, strings.Split(p.drawing, "\n")...)
		}
		for _, r := range p.rows {
			lines = append(lines, r.plain())
		}
	}
	return append(lines, wonBy(sc.view)...)
}

// plainWidth is the width of a board with names of cells in plain text.
const plainWidth = 100

// plainBoard draws a board as text, from the side of the viewer.
func (p part) plainBoard() []string {
	graph := p.chart.layout == "graph"
	f, names := frameOf(p, graph), []string(nil)
	if graph && f.width(p.chart) > plainWidth {
		f, names = frameOf(p, false), p.chart.names()
	}
	if f.left--; graph {
		f.left = 0
	}
	c := NewCanvas(f.width(p.chart), p.chart.lines+1)
	for i, t := range p.cells {
		x, y := f.at(p.chart.cells[i])
		c.Put(x, y, cmp.Or(t.Text, t.sign, "."), ColorNone)
		if f.named {
			c.Put(x+f.wide+1, y, p.chart.cells[i].name, ColorNone)
		}
	}
	f.labels(c, p.chart, ColorNone)
	return append(strings.Split(strings.TrimRight(c.String(Theme{}), "\n"), "\n"), names...)
}

func (r Row) plain() string {
	text := ""
	items, more := r.visible()
	switch {
	case r.bare:
		return r.Title + ": " + r.Note
	case r.count == 0:
		text = "empty"
	case r.faceless():
		text = fmt.Sprintf("%d face down", r.count)
	default:
		var words []string
		for _, t := range items {
			words = append(words, t.Text)
		}
		text = strings.Join(words, " ") + r.rest(more)
	}
	if r.Note != "" {
		text += " (" + r.Note + ")"
	}
	return r.Title + ": " + text
}

// rest returns how many things of a row are not shown.
func (r Row) rest(more int) string {
	switch {
	case more > 0 && r.pile:
		return fmt.Sprintf(", on top of %d", more)
	case more > 0:
		return fmt.Sprintf(" and %d more", more)
	}
	return ""
}
