package board_test

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// steps returns the distance of all cells from one, by trying all steps again and again.
func (m *model) steps(from string) map[string]int {
	far := map[string]int{from: 0}
	for changed := true; changed; {
		changed = false
		for c, n := range far {
			for _, o := range m.near[c] {
				if was, known := far[o]; !known || n+1 < was {
					far[o], changed = n+1, true
				}
			}
		}
	}
	return far
}

func (f *filled) checkDistances(t *testing.T) {
	for k, c := range f.cells {
		if k%11 != 0 {
			continue
		}
		far, cell := f.steps(c), f.b.Find(c)
		for _, o := range f.cells {
			want, known := far[o]
			if !known {
				want = -1
			}
			if got := f.b.Distance(cell, f.b.Find(o)); got != want {
				t.Fatalf("from %s to %s it is %d, want %d", c, o, got, want)
			}
		}
		for n := range 5 {
			at := func(n int) func(string) bool {
				return func(o string) bool { d, known := far[o]; return known && d == n }
			}
			f.same(t, f.b.Ring(cell, n), fmt.Sprint("Ring ", n, " around ", c), at(n))
			f.same(t, f.b.Within(cell, n), fmt.Sprint("Within ", n, " of ", c), func(o string) bool { d, known := far[o]; return known && d <= n })
		}
	}
	none := game.Set[game.ID]{}
	if f.b.Distance(game.Root, f.b.Find(f.cells[0])) != -1 || !f.b.Ring(game.Root, 1).Empty() || !f.b.Within(f.b.Find(f.cells[0]), -1).Empty() || f.b.Flood(none, none).Len() != 0 {
		t.Error("what is not on the board has a distance")
	}
}

func (f *filled) checkAreas(t *testing.T, tx *game.Tx) {
	some := f.set(f.isSome)
	within := func(c string) bool { return f.some[c] || f.kind[c] != nil }
	var starts []string
	for _, c := range f.cells {
		if f.kind[c] != nil {
			starts = append(starts, c)
		}
	}
	reached := f.reach(starts, f.isSome)
	f.same(t, f.b.Flood(f.set(func(c string) bool { return f.kind[c] != nil }), some), "Flood", func(c string) bool { return reached[c] })

	rest := map[string]bool{}
	for _, c := range f.cells {
		rest[c] = within(c)
	}
	areas := f.b.Areas(f.set(within).With(game.Root))
	for _, area := range areas {
		reached := f.reach([]string{f.b.CellName(area.First())}, func(c string) bool { return rest[c] })
		f.same(t, area, "area", func(c string) bool { return reached[c] })
		for c := range reached {
			rest[c] = false
		}
	}
	for c, left := range rest {
		if left {
			t.Fatalf("%s is in no area", c)
		}
	}
	if got := f.b.Connected(f.set(within)); got != (len(areas) < 2) {
		t.Fatalf("%d areas are connected: %v", len(areas), got)
	}

	counts := map[game.Seat]int{}
	for _, c := range f.cells {
		if f.some[c] {
			for id := range tx.In(f.b.Find(c)) {
				counts[tx.Owner(id)]++
			}
		}
	}
	seats, n := f.b.Majority(tx, some)
	for seat := range game.Seat(2) {
		if most := max(counts[0], counts[1]); n != most || seats.Has(seat) != (most > 0 && counts[seat] == most) {
			t.Fatalf("the majority is %v with %d, of %v", slices.Collect(seats.All()), n, counts)
		}
	}
}

// cheapest returns the least cost and steps to all cells, by trying all steps again and again.
func (f *filled) cheapest(from string, w board.Walk) map[string][2]int {
	best := map[string][2]int{from: {}}
	for changed := true; changed; {
		changed = false
		for _, c := range f.cells {
			at, known := best[c]
			if !known || c != from && w.Stop.Has(f.b.Find(c)) {
				continue
			}
			for _, o := range f.near[c] {
				cost := max(1, f.costs[[2]string{c, o}])
				if w.Cost != nil {
					cost = w.Cost(f.b.Find(c), f.b.Find(o))
				}
				if w.Enter != nil {
					cost = slices.IndexFunc(w.Enter, func(cells game.Set[game.ID]) bool { return cells.Has(f.b.Find(o)) }) + 1
				}
				if cost < 0 || cost == 0 && w.Enter != nil || w.Blocked.Has(f.b.Find(o)) {
					continue
				}
				to := [2]int{at[0] + cost, at[1] + 1}
				if was, known := best[o]; !known || slices.Compare(to[:], was[:]) < 0 {
					best[o], changed = to, true
				}
			}
		}
	}
	return best
}

func (f *filled) checkPaths(t *testing.T, luck *rand.Rand) {
	costs := map[[2]game.ID]int{}
	walks := []board.Walk{
		{},
		{Blocked: f.set(f.isSome)},
		{Stop: f.set(func(c string) bool { return f.kind[c] != nil }), Blocked: f.set(func(c string) bool { return f.some[c] && f.kind[c] == nil })},
		{Stop: f.set(f.isSome), Cost: func(from, to game.ID) int {
			key := [2]game.ID{from, to}
			if _, known := costs[key]; !known {
				costs[key] = luck.IntN(6) - 1
			}
			return costs[key]
		}},
	}
	dear := map[string]int{} // what cells cost to enter, if they can be entered
	for _, c := range f.cells {
		dear[c] = luck.IntN(5)
	}
	enter := make([]game.Set[game.ID], 4)
	for i := range enter {
		enter[i] = f.set(func(c string) bool { return dear[c] == i+1 })
	}
	walks = append(walks, board.Walk{Enter: enter}, board.Walk{Enter: enter[:2], Stop: f.set(f.isSome)},
		board.Walk{Enter: enter, Blocked: f.set(f.isSome), Stop: f.set(func(c string) bool { return dear[c] == 1 })})
	for i, w := range walks {
		from := f.cells[luck.IntN(len(f.cells))]
		best := f.cheapest(from, w)
		for _, c := range f.cells {
			path, cost := f.b.Path(f.b.Find(from), f.b.Find(c), w)
			want, known := best[c]
			if !known {
				want = [2]int{-1, -1}
			}
			if cost != want[0] || len(path) != want[1]+1 {
				t.Fatalf("walk %d from %s to %s costs %d with %d steps, want %v", i, from, c, cost, len(path)-1, want)
			}
			f.follow(t, path, cost, w)
			if other, _ := f.b.Path(f.b.Find(from), f.b.Find(c), costing(w)); !slices.Equal(path, other) {
				t.Fatalf("walk %d from %s to %s goes by %v, and with a function by %v", i, from, c, path, other)
			}
		}
		for _, budget := range []int{0, 1, 3, 6, 1000} {
			f.same(t, f.b.Reach(f.b.Find(from), budget, w), fmt.Sprint("Reach ", budget, " from ", from), func(c string) bool {
				to, known := best[c]
				return known && c != from && to[0] <= budget
			})
			through := w
			through.Through = f.set(f.isSome)
			f.same(t, f.b.Reach(f.b.Find(from), budget, through), fmt.Sprint("Reach ", budget, " from ", from, " through some"), func(c string) bool {
				to, known := best[c]
				return known && c != from && to[0] <= budget && !f.some[c]
			})
		}
	}
	if path, cost := f.b.Path(game.Root, f.b.Find(f.cells[0]), board.Walk{}); path != nil || cost != -1 || !f.b.Reach(game.Root, 3, board.Walk{}).Empty() {
		t.Error("there is a path from what is not on the board")
	}
}

// costing returns the walk with a function in place of Enter.
func costing(w board.Walk) board.Walk {
	if enter := w.Enter; enter != nil {
		w.Enter, w.Cost = nil, func(_, to game.ID) int {
			n := slices.IndexFunc(enter, func(cells game.Set[game.ID]) bool { return cells.Has(to) }) + 1
			return cmp.Or(n, -1)
		}
	}
	return w
}

// follow fails unless a path costs what it says.
func (f *filled) follow(t *testing.T, path []game.ID, cost int, w board.Walk) {
	t.Helper()
	for i := 1; i < len(path); i++ {
		from, to := f.b.CellName(path[i-1]), f.b.CellName(path[i])
		step := max(1, f.costs[[2]string{from, to}])
		if w.Cost != nil {
			step = w.Cost(path[i-1], path[i])
		}
		if w.Enter != nil {
			step = slices.IndexFunc(w.Enter, func(cells game.Set[game.ID]) bool { return cells.Has(path[i]) }) + 1
		}
		if !slices.Contains(f.near[from], to) || w.Blocked.Has(path[i]) || i > 1 && w.Stop.Has(path[i-1]) {
			t.Fatalf("the path goes from %s to %s", from, to)
		}
		cost -= step
	}
	if path != nil && cost != 0 {
		t.Fatalf("the path costs %d more than it says", -cost)
	}
}

func (f *filled) checkBetween(t *testing.T) {
	for k, c := range f.cells {
		if k%11 != 0 {
			continue
		}
		for _, o := range f.cells {
			var lines [][]string
			for _, d := range f.ways {
				var line []string
				for at := f.next[c][d]; at != "" && at != c && !slices.Contains(line, at); at = f.next[at][d] {
					line = append(line, at)
				}
				if i := slices.Index(line, o); i >= 0 {
					lines = append(lines, line[:i])
				}
			}
			least := math.MaxInt
			for _, line := range lines {
				least = min(least, len(line))
			}
			got := f.b.Between(f.b.Find(c), f.b.Find(o))
			fits := slices.ContainsFunc(lines, func(line []string) bool {
				return len(line) == least && got.Len() == least && !slices.ContainsFunc(line, func(at string) bool { return !got.Has(f.b.Find(at)) })
			})
			if !fits && (lines != nil || !got.Empty()) {
				t.Fatalf("%d cells are between %s and %s, of %v", got.Len(), c, o, lines)
			}
		}
	}
}

// TestSight compares lines of sight with many points on each: the cells at a point are those whose centres are
// nearest to it, on the board or beside it.
func TestSight(t *testing.T) {
	flat := board.Hexagon("b", 3)
	flat.Flat = true
	crossed := board.Square("b", 5, 5)
	crossed.Shape = func(x, y int) bool { return x > 0 && x < 4 || y > 0 && y < 4 }
	round := board.Orthogonal("b", 5, 4)
	round.WrapX = true
	torus := board.Hex("b", 4, 5)
	torus.WrapX, torus.WrapY = true, true
	for i, g := range []*board.Grid{board.Square("b", 6, 5), board.Hex("b", 4, 4), flat, crossed, board.HexRows("b", 5, 4), round, torus} {
		luck := rand.New(rand.NewPCG(uint64(i), 3))
		s, err := laid(t, 1, nil, nil, g)
		must(t, s, err)
		spots := map[[2]int][2]float64{} // of all cells, on the board and beside it
		ox, oy, _ := s.Spot(g.Middle())
		mx, my := g.XY(g.Middle())
		across, up := [2]float64{1, 0}, [2]float64{0, 1}
		switch {
		case g == flat:
			across, up = [2]float64{math.Sqrt(3) / 2, 0.5}, [2]float64{0, 1}
		case len(g.Directions()) == 6:
			up = [2]float64{0.5, math.Sqrt(3) / 2}
		}
		for x := -11; x < 12; x++ {
			for y := -11; y < 12; y++ {
				dx, dy := float64(x), float64(y)
				spots[[2]int{mx + x, my + y}] = [2]float64{ox + dx*across[0] + dy*up[0], oy + dx*across[1] + dy*up[1]}
			}
		}
		for range 3 {
			blocked := g.Cells(s).Where(func(game.ID) bool { return luck.IntN(4) == 0 })
			for from := range g.Cells(s).All() {
				if luck.IntN(4) > 0 {
					continue
				}
				seen := g.Sight(from, blocked)
				for to := range g.Cells(s).All() {
					want := sampled(g, spots, from, to, blocked)
					if got := g.Sees(from, to, blocked); got != want || seen.Has(to) != want || g.Sees(to, from, blocked) != want {
						t.Fatalf("%s: %s sees %s: %v, blocked by %v", g.Name, g.CellName(from), g.CellName(to), got, names(&game.Tx{State: s}, blocked))
					}
				}
			}
		}
		if g.Sees(game.Root, g.Middle(), game.Set[game.ID]{}) {
			t.Error("what is not on the board is seen")
		}
	}
}

// sampled reports whether one of the shortest lines is clear at many points.
func sampled(g *board.Grid, spots map[[2]int][2]float64, from, to game.ID, blocked game.Set[game.ID]) bool {
	ax, ay := g.XY(from)
	bx, by := g.XY(to)
	least, clear := math.Inf(1), false
	for _, i := range []int{-1, 0, 1} {
		for _, j := range []int{-1, 0, 1} {
			if i != 0 && !g.WrapX || j != 0 && !g.WrapY {
				continue
			}
			a, c := spots[[2]int{ax, ay}], spots[[2]int{bx + i*g.Width, by + j*g.Height}]
			switch length := math.Hypot(c[0]-a[0], c[1]-a[1]); {
			case length < least-1e-9:
				least, clear = length, sampledLine(g, spots, a, c, from, to, blocked)
			case length < least+1e-9:
				clear = clear || sampledLine(g, spots, a, c, from, to, blocked)
			}
		}
	}
	return clear
}

func sampledLine(g *board.Grid, spots map[[2]int][2]float64, a, b [2]float64, from, to game.ID, blocked game.Set[game.ID]) bool {
	near := map[[2]int][2]float64{} // a part of them, to save time
	for at, c := range spots {
		if math.Hypot(c[0]-a[0], c[1]-a[1])+math.Hypot(c[0]-b[0], c[1]-b[1]) < math.Hypot(a[0]-b[0], a[1]-b[1])+1.5 {
			near[at] = c
		}
	}
	const points = 120
	for k := range points + 1 {
		p := float64(k) / points
		x, y := a[0]+(b[0]-a[0])*p, a[1]+(b[1]-a[1])*p
		least := math.Inf(1)
		for _, c := range near {
			least = min(least, math.Hypot(c[0]-x, c[1]-y))
		}
		clear := false
		for at, c := range near {
			if math.Hypot(c[0]-x, c[1]-y) < least+1e-9 {
				cell := g.At(at[0], at[1])
				clear = clear || cell != 0 && (cell == from || cell == to || !blocked.Has(cell))
			}
		}
		if !clear {
			return false
		}
	}
	return true
}

// On a graph, one sees along relations.
func TestSightOnGraphs(t *testing.T) {
	b := board.Graph("b", []board.Node{{Name: "a"}, {Name: "b"}, {Name: "c"}, {Name: "d"}}, []board.Link{
		{From: "a", To: "b", Name: "up"}, {From: "b", To: "c", Name: "up"}, {From: "c", To: "d", Name: "down"}, {From: "d", To: "a"},
	})
	s, err := laid(t, 1, nil, nil, b)
	must(t, s, err)
	for pair, want := range map[string]bool{"ab": true, "ac": true, "ca": true, "bd": false, "cd": true, "ad": false, "aa": true} {
		if got := b.Sees(b.Find(pair[:1]), b.Find(pair[1:]), game.Set[game.ID]{}); got != want {
			t.Errorf("%s: %v", pair, got)
		}
	}
	if b.Sees(b.Find("a"), b.Find("c"), game.SetOf(b.Find("b"))) {
		t.Error("a sees through b")
	}
}

// What is drawn can be put again on all boards.
func TestAllDrawnAndPut(t *testing.T) {
	man := &game.Kind{Name: "man", Look: game.Look{BySeat: []string{"x", "oo"}}}
	for round := range uint64(3) {
		luck := rand.New(rand.NewPCG(round, 5))
		firsts := models(rand.New(rand.NewPCG(round, 6)))
		for i, again := range models(rand.New(rand.NewPCG(round, 6))) {
			m := firsts[i]
			s, err := laid(t, 2, func(tx *game.Tx) {
				for cell := range m.b.Cells(tx).Where(func(game.ID) bool { return luck.IntN(2) == 0 }).All() {
					tx.Give(tx.Create(man, cell), game.Seat(luck.IntN(2)))
				}
			}, []*game.Kind{man}, m.lay)
			drawing := m.b.Draw(must(t, s, err))
			s, err = laid(t, 2, func(tx *game.Tx) { again.b.Put(tx, drawing, man) }, []*game.Kind{man}, again.lay)
			if got := again.b.Draw(must(t, s, err)); got != drawing || len(strings.Fields(got)) < len(m.cells) {
				t.Errorf("%s: put\n%sand drawn\n%s", m.name, drawing, got)
			}
		}
	}
}

func TestDrawShapes(t *testing.T) {
	flat := board.Hexagon("b", 2)
	flat.Flat = true
	lattice, _, _, _ := board.Lattice(board.Orthogonal("b", 2, 1))
	for want, b := range map[string]interface {
		game.Layout
		Draw(*game.State) string
	}{
		"  . . .\n . . . .\n. . . . .\n . . . .\n  . . .\n": board.Hexagon("b", 3),
		" .\n. .\n":                         board.Triangle("b", 2),
		" .\n. .\n .\n. .\n .\n":            flat,
		". . . . .\n. . . . .\n. . . . .\n": lattice,
		" . . .\n. . .\n":                   board.HexRows("b", 3, 2),
	} {
		s, err := laid(t, 1, nil, nil, b)
		if got := b.Draw(must(t, s, err)); got != want {
			t.Errorf("drawn\n%swant\n%s", got, want)
		}
	}
}

// A plane is drawn as far as it is used.
func TestPlane(t *testing.T) {
	man := &game.Kind{Name: "man", Look: game.Look{BySeat: []string{"x", "o"}}}
	b := board.Plane("b", 20, board.Square)
	s, err := laid(t, 2, func(tx *game.Tx) {
		tile := b.Middle()
		if got := b.Draw(tx.State); strings.Count(got, ".") != 9 {
			t.Errorf("an empty plane is\n%s", got)
		}
		for range 3 {
			tx.Give(tx.Create(man, tile), 1)
			tile = b.Next(tile, board.NorthEast)
		}
	}, []*game.Kind{man}, b)
	want := picture(`
		24 . . . . .
		23 . . . o .
		22 . . o . .
		21 . o . . .
		20 . . . . .
		   t u v w x
		`)
	if got := b.Draw(must(t, s, err)); got != want {
		t.Errorf("drawn\n%swant\n%s", got, want)
	}
	again := board.Plane("b", 20, board.Square)
	s, err = laid(t, 2, func(tx *game.Tx) { again.Put(tx, ". o\no o\n. x", man) }, []*game.Kind{man}, again)
	must(t, s, err)
	if got := s.Kind(s.Last(again.Middle())); got != man {
		t.Errorf("the drawing was not put in the middle:\n%s", again.Draw(s))
	}
}

func TestZones(t *testing.T) {
	type land struct{ cost int }
	b := board.Square("b", 3, 2)
	zones := board.NewZones(b, "2 f . w\n1 f f .", map[string]land{"f": {2}, "w": {-1}})
	woods := zones.Region(land{2})
	s, err := laid(t, 1, nil, nil, b)
	tx := &game.Tx{State: must(t, s, err)}
	later := board.NewZones(b, "h h h\n. . .", map[string]bool{"h": true})
	if got := fmt.Sprint(names(tx, woods.Set()), names(tx, later.Region(true).Set())); got != "[a1 b1 a2] [a2 b2 c2]" {
		t.Error(got)
	}
	if zones.Of(b.Find("c2")) != (land{-1}) || zones.Of(b.Find("c1")) != (land{}) || zones.Of(game.Root) != (land{}) {
		t.Error("a cell is in another zone")
	}
	bad := board.Square("b", 3, 2)
	board.NewZones(bad, "f . .\n. . x", map[string]bool{"f": true})
	if _, err := laid(t, 1, nil, nil, bad); err == nil || !strings.Contains(err.Error(), `board "b": the zones have "x" at c1, which is not in the legend`) {
		t.Error(err)
	}
}

func TestRowsAndColumns(t *testing.T) {
	b := board.HexRows("b", 3, 3)
	row, column := b.Row(2), b.Column(0)
	top, right, bottom, left := b.Edges()
	s, err := laid(t, 1, nil, nil, b)
	tx := &game.Tx{State: must(t, s, err)}
	for i, got := range []*board.Region{row, column, top, right, bottom, left} {
		want := []string{"[a3 b3 c3]", "[a1 a2 a3]", "[a3 b3 c3]", "[c1 c2 c3]", "[a1 b1 c1]", "[a1 a2 a3]"}[i]
		if fmt.Sprint(names(tx, got.Set())) != want {
			t.Errorf("%d is %v, want %s", i, names(tx, got.Set()), want)
		}
	}
}
