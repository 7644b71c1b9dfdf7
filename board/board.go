package board

import (
	"fmt"
	"strings"
	"sync"
	"unicode"

	"github.com/plygame/ply/game"
)

// Board is a board of any layout: cells with names, and steps that lead from one to another. Graph and Lattice
// make one; a Grid is a Board whose cells are in rows and columns.
type Board struct {
	Name string
	Look game.Look

	// Cell sets properties of the cells, if needed: how many elements each holds, who sees them, hooks.
	Cell game.Place

	small  bool     // the cells fit two words
	all    pair     // all cells, if they do
	cells  []uint64 // all cells
	shifts []shift  // by way, if the board is small and all steps are shifts
	lines  []shift  // the first half of around
	around []shift  // to neighbours
	ring   []pair   // by cell: its neighbours, if steps are shifts

	board  game.Place
	first  game.ID
	n      int
	names  []string
	spots  []spot
	byName map[string]game.ID
	grid   *Grid  // nil if cells have no coordinates
	graph  *graph // what a Graph is built from

	// Tables that never change, made when the board is laid out. Sets of cells are words as in game.Set[game.ID].
	ways    []Direction // those of a grid are the compass
	near    []int       // the ways that lead to neighbours
	next    [][]game.ID // by way, then cell: the cell there or 0
	links   [][]link    // by cell: its neighbours, unless steps are shifts
	masks   []pair      // by cell: the same for small boards without shifts
	regions []*Region
	compile []func() // what else to compute when the board is laid out

	// On a whole rectangle, a step moves all cells by the same number of bits.
	shifting bool
	inner    [][]uint64  // by way: the cells that have a cell there
	ahead    []int       // by way: how many bits further that cell is
	quads    *quads      // nil if the board is too large for them
	compass  [3][3]shift // the same by row and column from the lower left
	word     word        // if all cells fit one word

	linking   sync.Once
	late      [][]link // the same as links, made when first needed on a board without links
	measuring sync.Once
	distances []int16 // by start, then cell, made when first needed
}

// link leads from a cell to a neighbour; weight is what the step costs.
type link struct {
	to     game.ID
	weight int
}

// spot is where a cell is drawn.
type spot struct{ x, y float64 }

// anyBoard is a *Board, or a *Grid, which contains one.
type anyBoard interface{ base() *Board }

func (b *Board) base() *Board { return b }

// maxCells is how many cells a board can have.
const maxCells = 1 << 16

// Lay adds the board and its cells to the table. It panics with all faults of the board.
func (b *Board) Lay(p *game.Plan) {
	if b.graph == nil {
		panic(fmt.Sprintf("board %q has no cells: make it with Graph, Lattice, or one of the grids", b.Name))
	}
	b.graph.build(b)
	b.lay(p, "graph")
	b.connect(b.graph.links)
	for _, l := range b.graph.links {
		if !l.hidden {
			p.Join(b.byName[l.From], b.byName[l.To])
		}
	}
	b.finish()
}

// lay adds the cells, whose names and spots are known.
func (b *Board) lay(p *game.Plan, layout string) {
	b.n = len(b.names)
	b.mustBeSound()
	b.board = game.Place{Name: b.Name, Look: b.Look}
	if b.board.Look.Layout == "" {
		b.board.Look.Layout = layout
	}
	b.Cell.Name = "cell"
	b.first = p.Add(&b.Cell, p.Add(&b.board, game.Root), b.names...)
	b.byName = make(map[string]game.ID, b.n)
	for i, name := range b.names {
		id := b.first + game.ID(i)
		b.byName[name] = id
		p.Put(id, b.spots[i].x, b.spots[i].y)
	}
	b.cells = b.where(func(game.ID) bool { return true })
	b.small = len(b.cells) <= 2
	if b.small {
		b.all = pairOf(b.cells)
	}
}

// finish fills in the tables of neighbours and the regions.
func (b *Board) finish() {
	if !b.shifting || b.small && b.shifts == nil {
		b.links = b.linked()
		if b.small {
			b.masks = make([]pair, b.n)
			for i, links := range b.links {
				for _, l := range links {
					b.masks[i] = b.masks[i].or(lowOf(game.SetOf(l.to)))
				}
			}
		}
	}
	if b.shifts != nil {
		b.ring = make([]pair, b.n)
		for i := range b.ring {
			b.ring[i] = b.besidePair(lowOf(game.SetOf(b.first + game.ID(i))))
		}
	}
	for _, r := range b.regions {
		r.fill()
	}
	for _, f := range b.compile {
		f()
	}
}

// mustBeSound panics unless the names of the cells are valid.
func (b *Board) mustBeSound() {
	var faults []string
	seen := make(map[string]bool, b.n)
	for _, name := range b.names {
		switch {
		case !validName(name):
			faults = append(faults, fmt.Sprintf("cell %q: a name consists of letters, digits, - and _, beginning with a letter",
				name))
		case seen[name]:
			faults = append(faults, fmt.Sprintf("two cells have the name %q", name))
		}
		seen[name] = true
	}
	if b.n == 0 || b.n > maxCells {
		faults = append(faults, fmt.Sprintf("it has %d cells; a board has at least 1 and at most %d", b.n, maxCells))
	}
	b.report(faults)
}

// report panics with the faults, if there are any.
func (b *Board) report(faults []string) {
	if faults != nil {
		panic(fmt.Sprintf("board %q: %s", b.Name, strings.Join(faults, "; ")))
	}
}

func validName(name string) bool {
	for i, r := range name {
		if !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r) && r != '-' && r != '_') {
			return false
		}
	}
	return name != ""
}

// where returns the words of the cells for which in returns true.
func (b *Board) where(in func(cell game.ID) bool) []uint64 {
	w := make([]uint64, (int(b.first)+b.n+63)/64)
	for id := b.first; id < b.first+game.ID(b.n); id++ {
		if in(id) {
			w[id>>6] |= 1 << (id & 63)
		}
	}
	return w
}

// setOf returns a set of words that are never written to again.
func (b *Board) setOf(w []uint64) game.Set[game.ID] {
	if len(w) <= 2 {
		return pairOf(w).set()
	}
	all := game.Set[game.ID]{}.Blank(len(w))
	copy(all.Words(), w)
	return all
}

// mustBeOnTable panics if the board is not on the table.
func (b *Board) mustBeOnTable() {
	if b.n == 0 {
		panic(fmt.Sprintf("board %q is not on the table: it is not in Rules.Layout, or the rules are not checked yet",
			b.Name))
	}
}

// Has reports whether the element is a cell of this board.
func (b *Board) Has(cell game.ID) bool { return uint(cell-b.first) < uint(b.n) }

// Find returns the cell with this name, such as e4, or 0 if there is none.
func (b *Board) Find(name string) game.ID {
	b.mustBeOnTable()
	return b.byName[name]
}

// CellName returns the name of a cell: the inverse of Find.
func (b *Board) CellName(cell game.ID) string {
	if !b.Has(cell) {
		return ""
	}
	return b.names[cell-b.first]
}

// Next returns the cell one step away in this direction, or 0 if there is none. On a Grid, any number of
// columns and rows is a direction: {X: 1, Y: 2} is a move of a knight.
func (b *Board) Next(cell game.ID, d Direction) game.ID {
	if !b.Has(cell) {
		return 0
	}
	if i := d.wind(); i >= 0 && b.grid != nil {
		return b.next[i][cell-b.first]
	}
	if d.Name == "" && b.grid != nil {
		x, y := b.grid.XY(cell)
		return b.grid.At(x+d.X, y+d.Y)
	}
	if i := b.way(d); i >= 0 {
		return b.next[i][cell-b.first]
	}
	return 0
}

// way returns the index of a direction, or -1.
func (b *Board) way(d Direction) int {
	if i := d.wind(); i >= 0 && b.grid != nil {
		return i
	}
	for i, w := range b.ways {
		if w == d {
			return i
		}
	}
	return -1
}

// mustBeWay returns the index of a direction and panics if the board does not have it.
func (b *Board) mustBeWay(d Direction) int {
	i := b.way(d)
	if i < 0 {
		panic(fmt.Sprintf("board %q: %v is not a direction: use one of the board's, such as %v", b.Name, d, b.example()))
	}
	return i
}

func (b *Board) example() string {
	if b.grid != nil || len(b.ways) == 0 {
		return "board.North"
	}
	return b.ways[0].Name
}

// Directions returns the directions of neighbours.
func (b *Board) Directions() []Direction {
	dirs := make([]Direction, len(b.near))
	for i, d := range b.near {
		dirs[i] = b.ways[d]
	}
	return dirs
}

// linked returns the neighbours of all cells.
func (b *Board) linked() [][]link {
	if b.links != nil {
		return b.links
	}
	links := make([][]link, b.n)
	for i := range links {
		for _, d := range b.near {
			links[i] = addLink(links[i], b.next[d][i], 1)
		}
	}
	return links
}

// addLink adds a neighbour once, with its least weight.
func addLink(links []link, to game.ID, weight int) []link {
	if to == 0 {
		return links
	}
	for i := range links {
		if links[i].to == to {
			links[i].weight = min(links[i].weight, weight)
			return links
		}
	}
	return append(links, link{to, weight})
}

func word64(w []uint64, i int) uint64 {
	if uint(i) < uint(len(w)) {
		return w[i]
	}
	return 0
}

// stateOf returns the State of a Reader, for a Tx without a call.
func stateOf(r game.Reader) *game.State {
	if t, ok := r.(*game.Tx); ok {
		return t.State
	}
	return r.Read()
}
