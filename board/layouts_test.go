package board_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// model is a plain description of a board: names of cells, and where steps lead. It knows nothing of sets.
type model struct {
	name  string
	b     *board.Board
	lay   game.Layout
	cells []string
	next  map[string]map[board.Direction]string
	near  map[string][]string
	ways  []board.Direction // to neighbours
	costs map[[2]string]int // of links that do not cost 1
}

func newModel(name string, lay game.Layout, b *board.Board) *model {
	return &model{name: name, b: b, lay: lay, next: map[string]map[board.Direction]string{}, near: map[string][]string{}, costs: map[[2]string]int{}}
}

func called(x, y int) string { return fmt.Sprintf("%c%d", 'a'+x, y+1) }

// gridModel describes a grid by its columns and rows; step returns the column and row that a direction leads to.
func gridModel(name string, g *board.Grid, w, h int, in func(x, y int) bool, step func(x, y int, d board.Direction) (int, int), ways []board.Direction) *model {
	m := newModel(name, g, &g.Board)
	m.ways = ways
	has := map[string]bool{}
	for y := range h {
		for x := range w {
			if in(x, y) {
				m.cells = append(m.cells, called(x, y))
				has[called(x, y)] = true
			}
		}
	}
	for y := range h {
		for x := range w {
			c := called(x, y)
			m.next[c] = map[board.Direction]string{}
			for _, d := range eight {
				nx, ny := step(x, y, d)
				if to := called(nx, ny); nx >= 0 && ny >= 0 && has[to] && has[c] {
					m.next[c][d] = to
					if slices.Contains(ways, d) && !slices.Contains(m.near[c], to) {
						m.near[c] = append(m.near[c], to)
					}
				}
			}
		}
	}
	return m
}

func everywhere(x, y int) bool { return true }

func plainly(x, y int, d board.Direction) (int, int) { return x + d.X, y + d.Y }

// models returns boards of all layouts.
func models(luck *rand.Rand) (all []*model) {
	forms := []struct {
		name string
		make func(string, int, int) *board.Grid
		near []board.Direction
	}{{"square", board.Square, eight}, {"orthogonal", board.Orthogonal, four}, {"hex", board.Hex, six}}
	for _, f := range forms {
		for _, size := range [][2]int{{3, 3}, {8, 8}, {4, 16}, {13, 12}} {
			w, h := size[0], size[1]
			name := fmt.Sprintf("%s %dx%d", f.name, w, h)
			for wrap := 1; wrap < 4; wrap++ {
				g := f.make("b", w, h)
				g.WrapX, g.WrapY = wrap&1 != 0, wrap&2 != 0
				all = append(all, gridModel(fmt.Sprint(name, " wrap ", wrap), g, w, h, everywhere, func(x, y int, d board.Direction) (int, int) {
					x, y = x+d.X, y+d.Y
					if g.WrapX {
						x = (x + w) % w
					}
					if g.WrapY {
						y = (y + h) % h
					}
					return x, y
				}, f.near))
			}
			holes := map[[2]int]bool{}
			for range w * h / 4 {
				holes[[2]int{luck.IntN(w), luck.IntN(h)}] = true
			}
			g := f.make("b", w, h)
			g.Shape = func(x, y int) bool { return !holes[[2]int{x, y}] }
			all = append(all, gridModel(name+" with holes", g, w, h, g.Shape, plainly, f.near))
		}
	}
	for _, n := range []int{1, 2, 4, 7} {
		in := func(x, y int) bool { return max(abs(x-n+1), abs(y-n+1), abs(x+y-2*n+2)) < n }
		all = append(all, gridModel(fmt.Sprint("hexagon ", n), board.Hexagon("b", n), 2*n-1, 2*n-1, in, plainly, six))
		flat := board.Hexagon("b", n)
		flat.Flat = true
		all = append(all, gridModel(fmt.Sprint("flat hexagon ", n), flat, 2*n-1, 2*n-1, in, plainly, six))
		all = append(all, gridModel(fmt.Sprint("triangle ", n), board.Triangle("b", n), n, n, func(x, y int) bool { return x+y < n }, plainly, six))
	}
	for _, size := range [][2]int{{1, 1}, {4, 5}, {7, 2}, {6, 6}, {13, 11}} {
		for _, flat := range []bool{false, true} {
			g := board.HexRows("b", size[0], size[1])
			g.Flat = flat
			all = append(all, gridModel(fmt.Sprint("rows ", size, flat), g, size[0], size[1], everywhere, func(x, y int, d board.Direction) (int, int) {
				return inRows(x, y, d, flat)
			}, six))
		}
	}
	for _, n := range []int{1, 5, 40, 150} {
		all = append(all, graphModel(n, luck))
	}
	return all
}

// inRows is a step on hexagons in shifted rows, or columns if they are flat.
func inRows(x, y int, d board.Direction, flat bool) (int, int) {
	along, across := &x, &y
	by, over := d.X, d.Y
	if flat {
		along, across, by, over = &y, &x, d.Y, d.X
	}
	for ; over > 0; over-- { // to the upper right, or right
		*along += *across & 1
		*across++
	}
	for ; over < 0; over++ {
		*across--
		*along -= *across & 1
	}
	*along += by
	return x, y
}

// graphModel returns a graph at random.
func graphModel(n int, luck *rand.Rand) *model {
	var nodes []board.Node
	var links []board.Link
	for i := range n {
		nodes = append(nodes, board.Node{Name: called(i%26, i/26), X: float64(i % 12), Y: float64(i / 12)})
	}
	m := newModel(fmt.Sprint("graph ", n), nil, nil)
	relate := func(from, to, name string, cost int) {
		if !slices.Contains(m.near[from], to) {
			m.near[from] = append(m.near[from], to)
		}
		if c, ok := m.costs[[2]string{from, to}]; !ok || cost < c {
			m.costs[[2]string{from, to}] = cost
		}
		if name != "" {
			m.next[from][board.Direction{Name: name}] = to
			if !slices.Contains(m.ways, board.Direction{Name: name}) {
				m.ways = append(m.ways, board.Direction{Name: name})
			}
		}
	}
	for _, node := range nodes {
		m.cells = append(m.cells, node.Name)
		m.next[node.Name] = map[board.Direction]string{}
	}
	back := map[string]string{"up": "-up", "-up": "up", "north": "south", "south": "north", "": ""}
	for range 3 * n {
		l := board.Link{From: m.cells[luck.IntN(n)], To: m.cells[luck.IntN(n)], Name: []string{"up", "-up", "north", "south", ""}[luck.IntN(5)], OneWay: luck.IntN(2) == 0, Weight: luck.IntN(4)}
		taken := func(from, name string) bool { return name != "" && m.next[from][board.Direction{Name: name}] != "" }
		if l.From == l.To || taken(l.From, l.Name) || !l.OneWay && taken(l.To, back[l.Name]) {
			continue
		}
		links = append(links, l)
		relate(l.From, l.To, l.Name, max(1, l.Weight))
		if !l.OneWay {
			relate(l.To, l.From, back[l.Name], max(1, l.Weight))
		}
	}
	m.b = board.Graph("b", nodes, links)
	m.lay = m.b
	return m
}

func abs(n int) int { return max(n, -n) }

// reach returns the cells that can be reached from these over the cells of within, which includes the start.
func (m *model) reach(from []string, within func(string) bool) map[string]bool {
	seen := map[string]bool{}
	for open := slices.Clone(from); len(open) > 0; open = open[1:] {
		if c := open[0]; !seen[c] && within(c) {
			seen[c] = true
			open = append(open, m.near[c]...)
		}
	}
	return seen
}

// inLines returns the cells of all straight lines of n different cells that are own.
func (m *model) inLines(n int, own func(string) bool) map[string]bool {
	found := map[string]bool{}
	for _, start := range m.cells {
		for _, d := range m.ways {
			var line []string
			for c := start; c != "" && own(c) && len(line) < n && !slices.Contains(line, c); c = m.next[c][d] {
				line = append(line, c)
			}
			if len(line) == n {
				for _, c := range line {
					found[c] = true
				}
			}
		}
	}
	return found
}

// same fails unless the set has exactly the cells for which want holds.
func (m *model) same(t *testing.T, got game.Set[game.ID], what string, want func(string) bool) {
	t.Helper()
	var has, must []string
	for cell := range got.All() {
		has = append(has, m.b.CellName(cell))
	}
	for _, c := range m.cells {
		if want(c) {
			must = append(must, c)
		}
	}
	slices.Sort(has)
	slices.Sort(must)
	if !slices.Equal(has, must) {
		t.Fatalf("%s is %v, want %v", what, has, must)
	}
}

// filled is a model with elements on its cells at random.
type filled struct {
	*model
	owner map[string]game.Seat // of the topmost element; no entry where the cell is empty
	kind  map[string]*game.Kind
	some  map[string]bool // a set of cells at random
}

func (m *model) fill(t *game.Tx, kinds []*game.Kind, luck *rand.Rand) *filled {
	f := &filled{m, map[string]game.Seat{}, map[string]*game.Kind{}, map[string]bool{}}
	full := luck.IntN(10)
	for _, c := range m.cells {
		for luck.IntN(10) < full && luck.IntN(3) > 0 {
			f.owner[c], f.kind[c] = game.Seat(luck.IntN(3)-1), kinds[luck.IntN(len(kinds))]
			t.Give(t.Create(f.kind[c], m.b.Find(c)), f.owner[c])
		}
		f.some[c] = luck.IntN(3) == 0
	}
	return f
}

// set returns the cells for which in holds.
func (m *model) set(in func(string) bool) (s game.Set[game.ID]) {
	for _, c := range m.cells {
		if in(c) {
			s = s.With(m.b.Find(c))
		}
	}
	return s
}

func (f *filled) isSome(c string) bool { return f.some[c] }

// TestAllLayouts asks every question on boards of all layouts, filled at random, and compares the answers with
// those of the model.
func TestAllLayouts(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: takes long")
	}
	for round := range uint64(2) {
		luck := rand.New(rand.NewPCG(round, 7))
		for _, m := range models(luck) {
			t.Run(fmt.Sprint(m.name, "/", round), func(t *testing.T) {
				kinds := []*game.Kind{{Name: "man"}, {Name: "king"}}
				before := board.Square("before", 1+luck.IntN([]int{4, 130}[luck.IntN(2)]), 1)
				before.Named = func(x, y int) string { return "before" + fmt.Sprint(x) }
				region := m.b.Region(func(cell game.ID) bool { return len(m.b.CellName(cell)) == 2 && m.b.CellName(cell) < "c" })
				_, err := laid(t, 2, func(tx *game.Tx) {
					f := m.fill(tx, kinds, luck)
					f.checkSteps(t)
					f.checkContents(t, tx, kinds)
					f.checkGroups(t, tx)
					f.checkRegions(t, tx, region)
					f.checkDistances(t)
					f.checkAreas(t, tx)
					f.checkPaths(t, luck)
					f.checkBetween(t)
				}, kinds, before, m.lay)
				if err != nil {
					t.Fatal(err)
				}
			})
		}
	}
}

func (f *filled) checkSteps(t *testing.T) {
	for _, c := range f.cells {
		cell := f.b.Find(c)
		if !f.b.Has(cell) || f.b.CellName(cell) != c {
			t.Fatalf("%s is cell %v, called %q", c, cell, f.b.CellName(cell))
		}
		for _, d := range append(slices.Clone(eight), board.Direction{Name: "up"}, board.Direction{Name: "-up"}, board.Direction{Name: "north"}) {
			if got, want := f.b.CellName(f.b.Next(cell, d)), f.next[c][d]; got != want {
				t.Fatalf("%v of %s is %q, want %q", d, c, got, want)
			}
		}
	}
	ways := f.b.Directions()
	if len(ways) != len(f.ways) || slices.ContainsFunc(f.ways, func(d board.Direction) bool { return !slices.Contains(ways, d) }) {
		t.Errorf("directions are %v, want %v", ways, f.ways)
	}
	for _, d := range ways {
		f.same(t, f.b.Shift(f.set(f.isSome), d), fmt.Sprint("Shift ", d), func(c string) bool {
			return slices.ContainsFunc(f.cells, func(o string) bool { return f.some[o] && f.next[o][d] == c })
		})
	}
	f.same(t, f.b.Around(f.set(f.isSome).With(game.Root)), "Around", func(c string) bool {
		return !f.some[c] && slices.ContainsFunc(f.cells, func(o string) bool { return f.some[o] && slices.Contains(f.near[o], c) })
	})
	if f.b.Find("none") != 0 || f.b.CellName(game.Root) != "" || f.b.Next(game.Root, board.North) != 0 {
		t.Error("the board knows cells that are not its own")
	}
}

func (f *filled) checkContents(t *testing.T, tx *game.Tx, kinds []*game.Kind) {
	f.same(t, f.b.Cells(tx), "Cells", func(string) bool { return true })
	f.same(t, f.b.Empty(tx), "Empty", func(c string) bool { return f.kind[c] == nil })
	for seat := range game.Seat(2) {
		own := func(c string) bool { return f.kind[c] != nil && f.owner[c] == seat }
		f.same(t, f.b.Held(tx, seat), "Held", own)
		f.same(t, f.b.Held(tx, seat, kinds[1]), "Held of a kind", func(c string) bool { return own(c) && f.kind[c] == kinds[1] })
		f.same(t, f.b.Held(tx, seat, kinds...), "Held of both kinds", own)
		for n := 1; n < 6; n++ {
			lines := f.inLines(n, own)
			f.same(t, f.b.Line(tx, seat, n), fmt.Sprint("Line of ", n), func(c string) bool { return lines[c] })
			if got, want := f.b.HasLine(tx, seat, n), !f.b.Line(tx, seat, n).Empty(); got != want {
				t.Fatalf("there is a line of %d: %v, want %v", n, got, want)
			}
		}
	}
}

func (f *filled) checkGroups(t *testing.T, tx *game.Tx) {
	for _, c := range f.cells {
		group := f.reach([]string{c}, func(o string) bool {
			return f.kind[c] == nil && f.kind[o] == nil || f.kind[c] != nil && f.kind[o] != nil && f.owner[c] == f.owner[o]
		})
		f.same(t, f.b.Group(tx, f.b.Find(c)), "Group of "+c, func(o string) bool { return group[o] })
	}
}

func (f *filled) checkRegions(t *testing.T, tx *game.Tx, region *board.Region) {
	in := func(c string) bool { return len(c) == 2 && c < "c" }
	f.same(t, region.Set(), "Region", in)
	later := f.b.Region(func(cell game.ID) bool { return f.some[f.b.CellName(cell)] })
	f.same(t, later.Set(), "later Region", f.isSome)
	f.same(t, later.Set().And(region.Set()), "both Regions", func(c string) bool { return f.some[c] && in(c) })
	for seat := range game.Seat(2) {
		own := func(c string) bool { return f.kind[c] != nil && f.owner[c] == seat }
		var from []string
		for _, c := range f.cells {
			if region.Has(f.b.Find(c)) != in(c) {
				t.Fatalf("%s is in the region: %v", c, !in(c))
			}
			if in(c) && own(c) {
				from = append(from, c)
			}
		}
		reached := f.reach(from, own)
		want := slices.ContainsFunc(f.cells, func(c string) bool { return f.some[c] && reached[c] })
		for _, c := range f.cells {
			group := f.reach([]string{c}, own)
			at := own(c) && slices.ContainsFunc(f.cells, func(c string) bool { return in(c) && group[c] }) &&
				slices.ContainsFunc(f.cells, func(c string) bool { return f.some[c] && group[c] })
			if got := f.b.JoinsAt(tx, seat, f.b.Find(c), region, later); got != at {
				t.Fatalf("the group of %s joins the regions for seat %d: %v", c, seat, got)
			}
		}
		if got := f.b.Joins(tx, seat, region, later); got != want {
			t.Fatalf("seat %d joins the regions: %v, want %v", seat, got, want)
		}
	}
}

// Neighbours are drawn at a distance of 1, and no other cells are nearer; those of eight are also at the corners.
func TestSpotsOfHexagons(t *testing.T) {
	for _, m := range models(rand.New(rand.NewPCG(1, 1))) {
		if strings.Contains(m.name, "wrap") || strings.Contains(m.name, "graph") || strings.Contains(m.name, "square") {
			continue
		}
		s, err := laid(t, 1, nil, nil, m.lay)
		must(t, s, err)
		for _, c := range m.cells {
			x, y, _ := s.Spot(m.b.Find(c))
			for _, o := range m.cells {
				ox, oy, _ := s.Spot(m.b.Find(o))
				far := math.Hypot(x-ox, y-oy)
				if near := math.Abs(far-1) < 1e-9; c != o && (far < 1-1e-9 || near != slices.Contains(m.near[c], o)) {
					t.Fatalf("%s: %s and %s are drawn %g apart, and are neighbours: %v", m.name, c, o, far, !near)
				}
			}
		}
	}
}

// Coordinates lead to a cell and back.
func TestCoordinates(t *testing.T) {
	flat, flatRows := board.Hexagon("b", 3), board.HexRows("b", 6, 5)
	flat.Flat, flatRows.Flat = true, true
	for _, g := range []*board.Grid{
		board.Hexagon("b", 4), board.HexRows("b", 5, 4), board.HexRows("b", 4, 7), board.Triangle("b", 5), board.Hex("b", 3, 4),
		board.Square("b", 4, 3), flat, flatRows,
	} {
		s, err := laid(t, 1, nil, nil, g)
		for cell := range g.Cells(must(t, s, err)).All() {
			x, y := g.XY(cell)
			column, row := g.Offset(cell)
			q, r, c := g.Cube(cell)
			if g.At(x, y) != cell || g.AtOffset(column, row) != cell || g.AtCube(q, r, c) != cell || q+r+c != 0 || g.AtCube(q, r, c+1) != 0 {
				t.Errorf("%s: axial %d, %d, offset %d, %d, cube %d, %d, %d do not lead back", g.CellName(cell), x, y, column, row, q, r, c)
			}
		}
		if q, r, c := g.Cube(g.Middle()); q != 0 || r != 0 || c != 0 {
			t.Errorf("the middle has the cube coordinates %d, %d, %d", q, r, c)
		}
	}
}

// Faults of a board name it and the cell.
func TestBadLayouts(t *testing.T) {
	ab := []board.Node{{Name: "a"}, {Name: "b", X: 1}}
	wrapped := board.HexRows("b", 5, 5)
	wrapped.WrapX = true
	narrow := board.Square("b", 2, 5)
	narrow.WrapX = true
	flat := board.Square("b", 2, 2)
	flat.Flat = true
	odd := board.Square("b", 2, 1)
	odd.Named = func(x, y int) string { return "1x" }
	none := board.Square("b", 2, 1)
	none.Shape = func(x, y int) bool { return false }
	for _, c := range []struct {
		b    game.Layout
		want []string
	}{
		{&board.Board{Name: "b"}, []string{`board "b" has no cells`}},
		{board.Graph("b", nil, nil), []string{`board "b": it has 0 cells; a board has at least 1 and at most 65536`}},
		{board.Graph("b", append(ab, board.Node{Name: "a"}, board.Node{Name: ""}), nil), []string{`two cells have the name "a"`, `cell "": a name consists of`}},
		{board.Graph("b", ab, []board.Link{{From: "a", To: "c"}, {From: "d", To: "b"}, {From: "a", To: "a"}}), []string{
			`board "b": the link from "a" to "c" leads to a cell that does not exist; the link from "d" to "b" begins at a cell that does not exist; the link from "a" to "a" leads nowhere else`,
		}},
		{board.Graph("b", ab, []board.Link{{From: "a", To: "b", Weight: -1}}), []string{`has the weight -1; it cannot be negative`}},
		{board.Graph("b", append(ab, board.Node{Name: "c"}), []board.Link{{From: "a", To: "b", Name: "road"}, {From: "a", To: "c", Name: "road"}}), []string{
			`the link from "a" to "c" is the second relation "road" of "a"; the other leads to "b"`}},
		{board.Graph("b", append(ab, board.Node{Name: "c"}), []board.Link{{From: "b", To: "a", Name: "road"}, {From: "c", To: "a", Name: "road"}}), []string{
			`the link from "c" to "a" has a way back, which is the second relation "-road" of "a"; the other leads to "b"`}},
		{wrapped, []string{`board "b": hexagons in shifted rows cannot wrap around; use Hex`}},
		{narrow, []string{`board "b": 2 by 5 cells cannot wrap around; that takes at least 3 from side to side`}},
		{flat, []string{`board "b": Flat is for hexagons`}},
		{odd, []string{`cell "1x": a name consists of letters, digits, - and _, beginning with a letter`}},
		{none, []string{`it has 0 cells`}},
	} {
		_, err := laid(t, 1, nil, nil, c.b)
		for _, want := range c.want {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("got %v, want %s", err, want)
			}
		}
	}
}

func TestDirections(t *testing.T) {
	for d, want := range map[board.Direction]string{
		board.North:           "north",
		board.SouthEast:       "southeast",
		{X: 1, Y: 2}:          "(1,2)",
		{Name: "road"}:        "road",
		{Name: "road", X: 1}:  "road",
		{Name: "-road", Y: 0}: "-road",
	} {
		if d.String() != want || d.Back().Back() != d || d.Back() == d {
			t.Errorf("%v should be %s; its opposite is %v", d, want, d.Back())
		}
	}
	if (board.Direction{Name: "northeast"}).Back().Name != "southwest" || board.East.Back() != board.West {
		t.Error("opposites are wrong")
	}
	for i, d := range board.Straight {
		if d.Back() != board.Straight[(i+2)%4] || board.Diagonal[i].Back() != board.Diagonal[(i+2)%4] {
			t.Errorf("%v and %v have other opposites", d, board.Diagonal[i])
		}
	}
}

// A plane is limited by the number of cells that a board can have.
func TestLargestPlane(t *testing.T) {
	if _, err := laid(t, 1, nil, nil, board.Plane("b", 128, board.Square)); err == nil {
		t.Error("a plane for 128 tiles was laid")
	}
	b := board.Plane("b", 127, board.Orthogonal)
	s, err := laid(t, 1, nil, nil, b)
	must(t, s, err)
	x, y := b.XY(b.Middle())
	for _, d := range four {
		if b.At(x+126*d.X, y+126*d.Y) == 0 {
			t.Errorf("127 tiles do not fit towards %v", d)
		}
	}
}
