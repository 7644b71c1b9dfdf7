package unit

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// Format defines what the scenario files of a game may contain:
//
//	{
//		"title": "The bridge",
//		"map": ["#####", "#a.b#", "#####"],
//		"legend": {"#": "wall", ".": "floor", "a": "start", "b": "exit", "g": "floor guard"},
//		"orders": [{"kind": "guard", "count": 2, "at": "a1", "round": 3, "seat": 1, "with": {"health": 2}}],
//		"win": ["everyone is out"],
//		"lose": ["somebody is dead"]
//	}
//
// The first row of the map is the uppermost; cells have the names of a board, a1 at the lower left. The legend gives
// the terrain of a cell, and the units on it at the start. Orders take effect in their round; round 0 is the setup.
// Win and lose name tests that the game declares: players win when all tests of win hold, and lose when one of lose
// does.
type Format struct {
	Catalogue *Catalogue
	Kinds     []*game.Kind
	Terrain   []string                  // the names that a legend may use
	Blocks    func(terrain string) bool // which of them cannot be entered
	Straight  bool                      // steps lead to the four cells beside a cell, not to the eight around it
	Goals     []string                  // terrain that must be reachable from every cell where something is spawned
	Needs     []string                  // terrain that a map must have
	Tests     map[string]game.Test      // what win and lose may name
}

// Scenario is a mission that a Format has read. Put its Text into Rules.Data.
type Scenario struct {
	Text          string
	Title         string
	About         string // what players should know before they begin
	Width, Height int
	Orders        []Posting
	Win, Lose     game.Test // if the file names none, they never hold
	Wins          []string  // the names of the tests of win

	terrain []string // by row from below, then column
	rows    []string // as in the file

	straight bool
	names    []string
}

// String returns the map as it is drawn in the file.
func (x *Scenario) String() string { return strings.Join(x.rows, "\n") }

// Posting is an order of a scenario: where and when.
type Posting struct {
	Order
	Cell  string
	Round int

	at   int // of the cell, in the terrain
	from int // where the file says so
}

// Grid returns a board of the size of the map.
func (x *Scenario) Grid(name string) *board.Grid {
	if x.straight {
		return board.Orthogonal(name, x.Width, x.Height)
	}
	return board.Square(name, x.Width, x.Height)
}

// Paint sets a Part of the cells to the number of their terrain in Format.Terrain.
func Paint[T ~uint8](t *game.Tx, x *Scenario, b *board.Grid, part *game.Part[T]) {
	for cell := range b.Cells(t).All() {
		column, row := b.XY(cell)
		part.Set(t, cell, T(slices.Index(x.names, x.Terrain(column, row))))
	}
}

// Enter spawns the units of a round on the cells of a board: props, or everything else. The setup is round 0.
func (x *Scenario) Enter(t *game.Tx, spawner *Spawner, b *board.Grid, round int, props bool) {
	for _, p := range x.Orders {
		if p.Round == round && Prop.On(p.Kind) == props {
			spawner.Spawn(t, p.In(b.Find(p.Cell)))
		}
	}
}

// Count returns how many units of a kind the scenario orders.
func (x *Scenario) Count(k *game.Kind) (n int) {
	for _, p := range x.Orders {
		if p.Kind == k {
			n += p.Count
		}
	}
	return n
}

// Terrain returns the terrain of a cell by column and row, counted from 0 at the lower left.
func (x *Scenario) Terrain(column, row int) string { return x.terrain[row*x.Width+column] }

// Due returns the orders of a round.
func (x *Scenario) Due(round int) (due []Posting) {
	for _, p := range x.Orders {
		if p.Round == round {
			due = append(due, p)
		}
	}
	return due
}

// reading is a scenario file being read.
type reading struct {
	*source
	*Format
	Scenario
	legend map[rune]sign
	mapAt  int // where the map begins
}

// sign is what a sign of a map stands for.
type sign struct {
	terrain string
	units   []*game.Kind
}

// Read reads a scenario. The error lists every fault with file, line and column.
func (f *Format) Read(file string, text []byte) (*Scenario, error) {
	r := &reading{source: &source{file: file, text: text}, Format: f, legend: map[rune]sign{}}
	r.Win, r.Lose = never, never
	r.Text, r.straight, r.names = string(text), f.Straight, f.Terrain
	if all := r.read(); r.isObject(all, "the file") {
		r.members(all)
	}
	if err := r.err(); err != nil {
		return nil, err
	}
	return &r.Scenario, nil
}

func never(*game.Tx) bool { return false }

// members reads the members of the file. Each comes after those that it depends on.
func (r *reading) members(all *node) {
	readers := []struct {
		name string
		read func(*node)
	}{{"title", func(n *node) { r.into(n, "title", &r.Title) }}, {"about", func(n *node) {
		r.into(n, "about", &r.About)
	}}, {"legend", r.signs}, {"map", r.rows}, {"orders", r.orders},
		{"win", func(n *node) { r.Win = r.tests(n, "win", game.Test.And) }}, {"lose", func(n *node) {
			r.Lose = r.tests(n, "lose", game.Test.Or)
		}}}
	for _, k := range all.names {
		if !slices.ContainsFunc(readers, func(x struct {
			name string
			read func(*node)
		}) bool {
			return x.name == k.name
		}) {
			r.fault(k.at, "there is no %q in a scenario; the fields are title, about, legend, map, orders, win and lose", k.name)
		}
	}
	for _, x := range readers {
		i := slices.IndexFunc(all.names, func(k key) bool { return k.name == x.name })
		switch {
		case i >= 0:
			x.read(all.items[i])
		case x.name == "map" || x.name == "legend":
			r.fault(all.at, "the %s is missing", x.name)
		}
	}
	r.reachable()
}

func (r *reading) signs(n *node) {
	if !r.isObject(n, "the legend") {
		return
	}
	for i, k := range n.names {
		var name string
		if !r.into(n.items[i], "legend", &name) {
			continue
		}
		if sign := []rune(k.name); len(sign) != 1 {
			r.fault(k.at, "legend: %q is not a single sign", k.name)
		} else {
			r.legend[sign[0]] = r.sign(n.items[i].at, name)
		}
	}
}

// sign reads what a sign stands for: the terrain, then the kinds that are there.
func (r *reading) sign(at int, text string) (is sign) {
	words := strings.Fields(text)
	if len(words) == 0 || !slices.Contains(r.Format.Terrain, words[0]) {
		r.fault(at, "legend: there is no terrain %q; the terrains are %s", strings.Join(words[:min(1, len(words))], ""),
			strings.Join(r.Format.Terrain, ", "))
		return sign{terrain: text}
	}
	is.terrain = words[0]
	for _, name := range words[1:] {
		if k := r.kind(at, name); k != nil {
			is.units = append(is.units, k)
		}
	}
	return is
}

// kind returns the kind with a name; if there is none, that is a fault.
func (r *reading) kind(at int, name string) *game.Kind {
	if i := slices.IndexFunc(r.Kinds, func(k *game.Kind) bool { return k.Name == name }); i >= 0 {
		return r.Kinds[i]
	}
	var names []string
	for _, k := range r.Kinds {
		names = append(names, k.Name)
	}
	r.fault(at, "there is no kind %q; the kinds are %s", name, strings.Join(names, ", "))
	return nil
}

// rows reads the map. A sign that is not in the legend is located in its row.
func (r *reading) rows(n *node) {
	if n.raw != nil || !n.list || len(n.items) == 0 {
		r.fault(n.at, "the map must be a list of rows")
		return
	}
	r.mapAt, r.Height = n.at, len(n.items)
	r.Scenario.rows = make([]string, r.Height)
	for y := len(n.items) - 1; y >= 0; y-- {
		var row string
		if !r.into(n.items[y], "map", &row) {
			return
		}
		r.Scenario.rows[y] = row
		signs := []rune(row)
		if y == len(n.items)-1 {
			r.Width = len(signs)
		}
		if len(signs) != r.Width || len(signs) == 0 {
			r.fault(n.items[y].at, "map: this row has %d signs, and the last row %d", len(signs), r.Width)
			continue
		}
		for x, sign := range signs {
			is, known := r.legend[sign]
			at := n.items[y].at + 1 + len(string(signs[:x]))
			if !known {
				r.fault(at, "map: the sign %q is not in the legend", sign)
			}
			r.terrain = append(r.terrain, is.terrain)
			for _, k := range is.units {
				r.Orders = append(r.Orders,
					Posting{Order: Spawn(k), Cell: cellName(x, r.Height-1-y), at: len(r.terrain) - 1, from: at})
			}
		}
	}
}

func (r *reading) orders(n *node) {
	if n.raw != nil || !n.list {
		r.fault(n.at, "orders must be a list")
		return
	}
	for _, item := range n.items {
		if r.isObject(item, "an order") {
			r.order(item)
		}
	}
}

func (r *reading) order(n *node) {
	p := Posting{Order: Order{Count: 1, Seat: game.Nobody}, at: -1}
	for i, k := range n.names {
		item := n.items[i]
		switch k.name {
		case "kind":
			var name string
			if r.into(item, "kind", &name) {
				p.Kind = r.kind(item.at, name)
			}
		case "count":
			r.into(item, "count", &p.Count)
		case "round":
			r.into(item, "round", &p.Round)
		case "seat":
			r.into(item, "seat", &p.Seat)
		case "at":
			r.cell(item, &p)
		case "with":
			r.overrides(item, &p)
		default:
			r.fault(k.at, "an order has no %q; it has kind, count, at, round, seat and with", k.name)
		}
	}
	if p.Kind == nil && !slices.ContainsFunc(n.names, func(k key) bool { return k.name == "kind" }) {
		r.fault(n.at, "the order has no kind")
	}
	r.Orders = append(r.Orders, p)
}

// cell reads where an order spawns: there must be such a cell, and it must not be blocked.
func (r *reading) cell(n *node, p *Posting) {
	if p.from = n.at; !r.into(n, "at", &p.Cell) || len(r.terrain) == 0 || len(r.terrain) != r.Width*r.Height {
		return
	}
	for i := range r.terrain {
		if cellName(i%r.Width, i/r.Width) == p.Cell {
			p.at = i
		}
	}
	if p.at < 0 {
		r.fault(n.at, "there is no cell %q on the map", p.Cell)
	} else if r.blocks(p.at) {
		r.fault(n.at, "%s is %s, where nothing can be", p.Cell, r.terrain[p.at])
	}
}

func (r *reading) overrides(n *node, p *Posting) {
	if !r.isObject(n, "with") {
		return
	}
	for i, k := range n.names {
		if w := r.Catalogue.value(r.source, "with", k, n.items[i], false); w != nil {
			p.Over = append(p.Over, w)
		}
	}
}

// tests returns the tests that a list names, joined by And or Or.
func (r *reading) tests(n *node, name string, join func(a game.Test, more ...game.Test) game.Test) (all game.Test) {
	var names []string
	if !r.into(n, name, &names) {
		return nil
	}
	if name == "win" {
		r.Wins = names
	}
	for i, test := range names {
		switch t := r.Tests[test]; {
		case t == nil:
			r.fault(n.items[i].at, "%s: there is no test %q; the tests are %s", name, test, namesOf(r.Tests))
		case all == nil:
			all = t
		default:
			all = join(all, t)
		}
	}
	return all
}

// namesOf lists the names of tests. Names that differ only in a number are listed once.
func namesOf(tests map[string]game.Test) string {
	var all []string
	alike := map[string][]string{} // by the name with an N for the number
	for _, name := range slices.Sorted(maps.Keys(tests)) {
		pattern, _ := numbered(name)
		if alike[pattern] == nil {
			all = append(all, pattern)
		}
		alike[pattern] = append(alike[pattern], name)
	}
	for i, pattern := range all {
		names := alike[pattern]
		if all[i] = strconv.Quote(names[0]); len(names) > 1 {
			low, high := math.MaxInt, 0
			for _, name := range names {
				_, n := numbered(name)
				low, high = min(low, n), max(high, n)
			}
			all[i] = fmt.Sprintf("%q (N from %d to %d)", pattern, low, high)
		}
	}
	return strings.Join(all, ", ")
}

// numbered replaces the first number of a name with N, and returns it.
func numbered(name string) (pattern string, n int) {
	first := strings.IndexAny(name, "0123456789")
	if first < 0 {
		return name, 0
	}
	rest := strings.TrimLeft(name[first:], "0123456789")
	n, _ = strconv.Atoi(name[first : len(name)-len(rest)])
	return name[:first] + "N" + rest, n
}

func (r *reading) blocks(at int) bool { return r.Blocks != nil && r.Blocks(r.terrain[at]) }

// reachable reports terrain that is missing, and orders from which a goal cannot be reached.
func (r *reading) reachable() {
	if len(r.terrain) != r.Width*r.Height { // a row has the wrong length
		return
	}
	for _, need := range r.Needs {
		if len(r.terrain) > 0 && !slices.Contains(r.terrain, need) {
			r.fault(r.mapAt, "the map has no %s", need)
		}
	}
	for _, p := range r.Orders {
		if p.at < 0 {
			continue
		}
		near := r.from(p.at)
		for _, goal := range r.Goals {
			if slices.Contains(r.terrain, goal) && !slices.ContainsFunc(near, func(i int) bool { return r.terrain[i] == goal }) {
				r.fault(p.from, "no way leads from %s to the %s", p.Cell, goal)
			}
		}
	}
}

// from returns the cells that can be reached from one.
func (r *reading) from(at int) []int {
	seen := make([]bool, len(r.terrain))
	seen[at] = true
	open := []int{at}
	for k := 0; k < len(open); k++ {
		x, y := open[k]%r.Width, open[k]/r.Width
		for d := range 9 {
			nx, ny := x+d%3-1, y+d/3-1
			if nx < 0 || ny < 0 || nx >= r.Width || ny >= r.Height || r.Straight && d%2 == 0 {
				continue
			}
			if i := ny*r.Width + nx; !seen[i] && !r.blocks(i) {
				seen[i] = true
				open = append(open, i)
			}
		}
	}
	return open
}

// cellName is the name of a cell of a grid.
func cellName(x, y int) string {
	name := ""
	for x++; x > 0; x = (x - 1) / 26 {
		name = string(rune('a'+(x-1)%26)) + name
	}
	return fmt.Sprint(name, y+1)
}
