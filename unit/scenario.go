package unit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/plygame/ply/game"
)

// Format is what the scenario files of a game may say:
//
//	{
//		"title": "The bridge",
//		"map": ["#####", "#a.b#", "#####"],
//		"legend": {"#": "wall", ".": "floor", "a": "start", "b": "exit"},
//		"orders": [{"kind": "guard", "count": 2, "at": "a1", "round": 3, "seat": 1, "with": {"health": 2}}],
//		"win": ["everyone is out"],
//		"lose": ["somebody is dead"]
//	}
//
// The first row of the map is the uppermost; cells have the names of a board, a1 at the lower left. Orders take effect in their
// round, 0 being the setup. Win and lose name tests that the game declares; all tests of a list must hold.
type Format struct {
	Catalogue *Catalogue
	Kinds     []*game.Kind
	Terrain   []string                  // the names that a legend may use
	Blocks    func(terrain string) bool // which of them cannot be entered
	Goals     []string                  // terrain that must be reachable from every cell where something is spawned
	Tests     map[string]game.Test      // what win and lose may name
}

// Scenario is a mission that a Format has read. Put its Text into Rules.Data.
type Scenario struct {
	Text          string
	Title         string
	Width, Height int
	Orders        []Posting
	Win, Lose     game.Test // nil if the file names none

	terrain []string // by row from below, then column
}

// Posting is an order of a scenario: where and when.
type Posting struct {
	Order
	Cell  string
	Round int

	at int // of the cell, in the terrain
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
	legend map[rune]string
}

// Read reads a scenario. The error lists every fault with file, line and column.
func (f *Format) Read(file string, text []byte) (*Scenario, error) {
	r := &reading{source: &source{file: file, text: text}, Format: f, legend: map[rune]string{}}
	r.Text = string(text)
	if all := r.read(); r.isObject(all, "the file") {
		r.members(all)
	}
	if err := r.err(); err != nil {
		return nil, err
	}
	return &r.Scenario, nil
}

// members reads the members of the file, in the order in which they need each other.
func (r *reading) members(all *node) {
	readers := []struct {
		name string
		read func(*node)
	}{{"title", func(n *node) { r.into(n, "title", &r.Title) }}, {"legend", r.signs}, {"map", r.rows}, {"orders", r.orders},
		{"win", func(n *node) { r.Win = r.tests(n, "win") }}, {"lose", func(n *node) { r.Lose = r.tests(n, "lose") }}}
	for _, k := range all.names {
		if !slices.ContainsFunc(readers, func(x struct {
			name string
			read func(*node)
		}) bool {
			return x.name == k.name
		}) {
			r.fault(k.at, "there is no %q in a scenario; there are title, legend, map, orders, win and lose", k.name)
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
		} else if !slices.Contains(r.Format.Terrain, name) {
			r.fault(n.items[i].at, "legend: there is no terrain %q; there are %s", name, strings.Join(r.Format.Terrain, ", "))
		} else {
			r.legend[sign[0]] = name
		}
	}
}

// rows reads the map. A sign that is not in the legend is located in its row.
func (r *reading) rows(n *node) {
	if n.raw != nil || !n.list || len(n.items) == 0 {
		r.fault(n.at, "the map must be a list of rows")
		return
	}
	r.Height = len(n.items)
	for y := len(n.items) - 1; y >= 0; y-- {
		var row string
		if !r.into(n.items[y], "map", &row) {
			return
		}
		signs := []rune(row)
		if y == len(n.items)-1 {
			r.Width = len(signs)
		}
		if len(signs) != r.Width || len(signs) == 0 {
			r.fault(n.items[y].at, "map: this row has %d signs, and the last one %d", len(signs), r.Width)
			continue
		}
		for x, sign := range signs {
			name, known := r.legend[sign]
			if !known {
				r.fault(n.items[y].at+1+len(string(signs[:x])), "map: the sign %q is not in the legend", sign)
			}
			r.terrain = append(r.terrain, name)
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
				if at := slices.IndexFunc(r.Kinds, func(k *game.Kind) bool { return k.Name == name }); at >= 0 {
					p.Kind = r.Kinds[at]
				} else {
					r.fault(item.at, "there is no kind %q", name)
				}
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
	if !r.into(n, "at", &p.Cell) || r.terrain == nil {
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

// tests returns a test that holds if all that the list names do.
func (r *reading) tests(n *node, name string) (all game.Test) {
	var names []string
	if !r.into(n, name, &names) {
		return nil
	}
	for i, test := range names {
		switch t := r.Tests[test]; {
		case t == nil:
			r.fault(n.items[i].at, "%s: there is no test %q", name, test)
		case all == nil:
			all = t
		default:
			all = all.And(t)
		}
	}
	return all
}

func (r *reading) blocks(at int) bool { return r.Blocks != nil && r.Blocks(r.terrain[at]) }

// reachable reports orders from which a goal cannot be reached, by steps to any of the eight neighbours.
func (r *reading) reachable() {
	for _, p := range r.Orders {
		if p.at < 0 || len(r.terrain) != r.Width*r.Height {
			continue
		}
		near := r.from(p.at)
		for _, goal := range r.Goals {
			if slices.Contains(r.terrain, goal) && !slices.ContainsFunc(near, func(i int) bool { return r.terrain[i] == goal }) {
				r.fault(0, "no way leads from %s to the %s", p.Cell, goal)
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
			if nx < 0 || ny < 0 || nx >= r.Width || ny >= r.Height {
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
