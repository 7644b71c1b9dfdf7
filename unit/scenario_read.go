package unit

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/plygame/ply/game"
)

// reading is a scenario file being read.
type reading struct {
	*source
	*Format
	Scenario
	legend map[rune]sign
	mapAt  int   // where the map begins
	signAt []int // where the sign of each cell is
	rough  bool  // something is wrong with the map, or in a wall: ways are not looked for
	last   int   // the last round that is played
}

// sign is what a sign of a map stands for.
type sign struct {
	terrain string
	units   []*game.Kind
}

// The limits of scenarios.
const (
	mostSide   = 100  // cells in a row or column
	mostUnits  = 100  // units of an order
	mostRounds = 1000 // if the Format has no limit
)

// Read reads a scenario. The error lists every fault with file, line and column.
func (f *Format) Read(file string, text []byte) (*Scenario, error) {
	r := &reading{source: &source{file: file, text: text}, Format: f, legend: map[rune]sign{}}
	r.Win, r.Lose, r.last = never, never, cmp.Or(f.Rounds, mostRounds)
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

// members reads the members of the file, in the order in which they need each other.
func (r *reading) members(all *node) {
	names := []string{"title", "about", "legend", "map", "orders", "win", "lose"}
	readers := []func(*node){
		func(n *node) { r.into(n, "title", &r.Title) }, func(n *node) { r.into(n, "about", &r.About) },
		r.signs, r.rows, r.orders, r.wins, r.losses,
	}
	for _, k := range all.names {
		if !slices.Contains(names, k.name) {
			r.fault(k.at, "there is no %q in a scenario; the fields are title, about, legend, map, orders, win and lose", k.name)
		}
	}
	for i, read := range readers {
		k := slices.IndexFunc(all.names, func(k key) bool { return k.name == names[i] })
		required := names[i] == "map" || names[i] == "legend" || slices.Contains(r.Required, names[i])
		switch {
		case k < 0 && required:
			r.fault(all.at, "%s is missing", names[i])
		case k >= 0 && required && all.items[k].empty():
			r.fault(all.items[k].at, "%s is empty", names[i])
		case k >= 0:
			read(all.items[k])
		}
	}
	r.inTime()
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
			r.rough = true
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
		r.rough = true
		return sign{terrain: text}
	}
	is.terrain = words[0]
	for _, name := range words[1:] {
		if k := r.kind(at, name); k != nil {
			is.units = append(is.units, k)
		}
		if r.Blocks != nil && r.Blocks(is.terrain) {
			r.fault(at, "legend: %s blocks, so nothing can be there", is.terrain)
			r.rough = true
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
	r.fault(at, "a scenario cannot place %q; it can place %s", name, strings.Join(names, ", "))
	return nil
}

// rows reads the map. A sign that is not in the legend is located in its row.
func (r *reading) rows(n *node) {
	r.mapAt = n.at
	if n.raw != nil || !n.list || len(n.items) == 0 {
		r.fault(n.at, "the map must be a list of rows")
		return
	}
	rows := make([]string, len(n.items))
	for y, item := range n.items {
		if !r.into(item, "map", &rows[y]) {
			return
		}
	}
	width, equal := usual(rows), true
	for y, row := range rows {
		if wide := utf8.RuneCountInString(row); wide != width || width == 0 {
			r.fault(n.items[y].at, "map: row %d has %d signs, and other rows have %d", y+1, wide, width)
			equal = false
		}
	}
	if max(width, len(rows)) > mostSide {
		r.fault(n.at, "map: %d by %d cells are too many: at most %d by %[3]d are possible", width, len(rows), mostSide)
		equal = false
	}
	if !equal {
		return
	}
	r.Width, r.Height, r.Scenario.rows = width, len(rows), rows
	for y := len(rows) - 1; y >= 0; y-- {
		r.row(n.items[y].at, r.Height-1-y, []rune(rows[y]))
	}
}

// usual returns how many signs most rows have.
func usual(rows []string) (width int) {
	counts := map[int]int{}
	for _, row := range rows {
		counts[utf8.RuneCountInString(row)]++
	}
	for _, row := range rows {
		if n := utf8.RuneCountInString(row); counts[n] > counts[width] {
			width = n
		}
	}
	return width
}

// row reads a row of the map, counted from below.
func (r *reading) row(at, y int, signs []rune) {
	for x, sign := range signs {
		is, known := r.legend[sign]
		at := at + 1 + len(string(signs[:x]))
		if !known {
			r.fault(at, "map: the sign %q is not in the legend", sign)
			r.rough = true
		}
		r.terrain, r.signAt = append(r.terrain, is.terrain), append(r.signAt, at)
		for _, k := range is.units {
			r.Orders = append(r.Orders, Posting{Order: Spawn(k), Cell: cellName(x, y), at: len(r.terrain) - 1, from: at,
				where: r.where(at)})
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
	p := Posting{Order: Order{Count: 1, Seat: game.Nobody}, at: -1, where: r.where(n.at)}
	for i, k := range n.names {
		item := n.items[i]
		switch k.name {
		case "kind":
			var name string
			if r.into(item, "kind", &name) {
				p.Kind = r.kind(item.at, name)
			}
		case "count":
			if r.into(item, "count", &p.Count) && (p.Count < 1 || p.Count > mostUnits) {
				r.fault(item.at, "count: %d is not possible; it must be from 1 to %d", p.Count, mostUnits)
			}
		case "round":
			p.roundsAt = item.at
			if r.into(item, "round", &p.Round) && p.Round < 0 {
				r.fault(item.at, "round: %d is not possible; the setup is round 0", p.Round)
			}
		case "seat":
			r.seat(item, &p)
		case "at":
			r.cell(item, &p)
		case "with":
			r.overrides(item, &p)
		default:
			r.fault(k.at, "an order has no %q; it has kind, count, at, round, seat and with", k.name)
		}
	}
	for _, name := range []string{"kind", "at"} {
		if !slices.ContainsFunc(n.names, func(k key) bool { return k.name == name }) {
			r.fault(n.at, "the order has no %q", name)
		}
	}
	r.Orders = append(r.Orders, p)
}

// seat reads for whom an order is.
func (r *reading) seat(n *node, p *Posting) {
	var seat int
	switch ok := r.into(n, "seat", &seat); {
	case !ok:
	case r.Seats == 0:
		r.fault(n.at, "seat: units of scenarios belong to nobody in this game: leave it out")
	case seat < 0 || seat >= r.Seats:
		r.fault(n.at, "seat: %d is not possible; it must be from 0 to %d", seat, r.Seats-1)
	default:
		p.Seat = game.Seat(seat)
	}
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
		r.rough = true
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

// wins reads when players win: all tests of the list must hold.
func (r *reading) wins(n *node) {
	all, names := r.tests(n, "win")
	r.Wins = names
	last := 0
	for i, c := range all {
		if i == 0 {
			r.Win = c.Holds
		} else {
			r.Win = r.Win.And(c.Holds)
		}
		if last = max(last, c.Round); c.Round == 0 {
			last = r.last
		}
	}
	if len(all) > 0 {
		r.last = min(r.last, last)
	}
}

// losses reads when players lose: one test of the list must hold.
func (r *reading) losses(n *node) {
	all, _ := r.tests(n, "lose")
	for i, c := range all {
		if i == 0 {
			r.Lose = c.Holds
		} else {
			r.Lose = r.Lose.Or(c.Holds)
		}
		if c.Round > 0 {
			r.last = min(r.last, c.Round)
		}
	}
}

// tests returns the tests that a list names.
func (r *reading) tests(n *node, name string) (all []Condition, names []string) {
	if !r.into(n, name, &names) {
		return nil, nil
	}
	for i, test := range names {
		c, known := r.Tests[test]
		if !known {
			r.fault(n.items[i].at, "%s: there is no test %q; the tests are %s", name, test, namesOf(r.Tests))
			continue
		}
		for _, need := range c.Needs {
			if r.terrain != nil && !r.has(need) {
				r.fault(n.items[i].at, "%s: %q needs %s, which is not on the map", name, test, need)
			}
		}
		all = append(all, c)
	}
	return all, names
}

// has reports whether the map has this terrain, or the scenario orders this kind.
func (r *reading) has(what string) bool {
	return slices.Contains(r.terrain, what) ||
		slices.ContainsFunc(r.Orders, func(p Posting) bool { return p.Kind != nil && p.Kind.Name == what })
}

// inTime reports orders for rounds that are not played.
func (r *reading) inTime() {
	for _, p := range r.Orders {
		if p.Round > r.last {
			r.fault(p.roundsAt, "round: %d never comes; the last round is %d", p.Round, r.last)
		}
	}
}

// namesOf lists the names of tests. Names that differ only in a number are listed once.
func namesOf(tests Conditions) string {
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

// reachable reports terrain that is missing, and goals and units that cannot be reached.
func (r *reading) reachable() {
	if r.rough || r.terrain == nil {
		return
	}
	for _, need := range r.Needs {
		if !slices.Contains(r.terrain, need) {
			r.fault(r.mapAt, "the map has no %s", need)
		}
	}
	if r.Start != "" {
		r.reachableFromStart()
		return
	}
	for _, p := range r.Orders {
		if p.at >= 0 {
			r.leads(p.at, p.from, p.Cell)
		}
	}
}

// reachableFromStart reports a start that is missing or not the only one, and what cannot be reached from it.
func (r *reading) reachableFromStart() {
	start := slices.Index(r.terrain, r.Start)
	if start < 0 {
		r.fault(r.mapAt, "the map has no %s", r.Start)
		return
	}
	for i := start + 1; i < len(r.terrain); i++ {
		if r.terrain[i] == r.Start {
			r.fault(r.signAt[i], "map: there is a second %s; the other one is %s", r.Start, r.cellAt(start))
		}
	}
	near := r.leads(start, r.signAt[start], "the "+r.Start)
	for _, p := range r.Orders {
		if p.at >= 0 && !near[p.at] {
			r.fault(p.from, "no way leads from the %s to %s", r.Start, p.Cell)
		}
	}
}

// leads reports goals that cannot be reached from a cell. It returns which cells can be.
func (r *reading) leads(from, at int, name string) (near []bool) {
	near = r.from(from)
	for _, goal := range r.Goals {
		reached := false
		for i, is := range near {
			reached = reached || is && r.terrain[i] == goal
		}
		if !reached && slices.Contains(r.terrain, goal) {
			r.fault(at, "no way leads from %s to the %s", name, goal)
		}
	}
	return near
}

// from returns the cells that can be reached from one.
func (r *reading) from(at int) []bool {
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
	return seen
}

func (r *reading) cellAt(i int) string { return cellName(i%r.Width, i/r.Width) }

// cellName is the name of a cell of a grid.
func cellName(x, y int) string {
	name := ""
	for x++; x > 0; x = (x - 1) / 26 {
		name = string(rune('a'+(x-1)%26)) + name
	}
	return fmt.Sprint(name, y+1)
}
