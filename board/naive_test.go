package board_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// naive is a board as plain rows and columns: the owner of the topmost element of each cell.
type naive struct {
	w, h int
	near []board.Direction
	top  map[[2]int]game.Seat // no entry where the cell is empty
}

func (n *naive) in(x, y int) bool { return x >= 0 && y >= 0 && x < n.w && y < n.h }

func (n *naive) holds(c [2]int, seat game.Seat) bool {
	owner, filled := n.top[c]
	return filled && owner == seat
}

// reach returns the cells that can be reached from these, neighbour by neighbour, over
// those for which over holds.
func (n *naive) reach(from [][2]int, over func([2]int) bool) map[[2]int]bool {
	seen := map[[2]int]bool{}
	for _, c := range from {
		if over(c) {
			seen[c] = true
		}
	}
	for queue := slices.Clone(from); len(queue) > 0; queue = queue[1:] {
		if !seen[queue[0]] {
			continue
		}
		for _, d := range n.near {
			c := [2]int{queue[0][0] + d.X, queue[0][1] + d.Y}
			if n.in(c[0], c[1]) && !seen[c] && over(c) {
				seen[c] = true
				queue = append(queue, c)
			}
		}
	}
	return seen
}

// line returns the length of the longest line through the cell of what the seat holds.
func (n *naive) line(c [2]int, seat game.Seat) int {
	if !n.holds(c, seat) {
		return 0
	}
	best := 1
	for _, d := range n.near {
		length := 1
		for _, sign := range []int{1, -1} {
			for k := 1; n.holds([2]int{c[0] + sign*k*d.X, c[1] + sign*k*d.Y}, seat); k++ {
				length++
			}
		}
		best = max(best, length)
	}
	return best
}

func (n *naive) all() (cells [][2]int) {
	for y := range n.h {
		for x := range n.w {
			cells = append(cells, [2]int{x, y})
		}
	}
	return cells
}

var (
	eight = []board.Direction{board.East, board.North, board.NorthEast, board.NorthWest, board.West, board.South, board.SouthWest, board.SouthEast}
	four  = []board.Direction{board.East, board.North, board.West, board.South}
	six   = []board.Direction{board.East, board.North, board.NorthWest, board.West, board.South, board.SouthEast}
)

// TestAgainstNaive fills boards at random and asks every question of them twice.
func TestAgainstNaive(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: takes long")
	}
	const rounds = 2
	sizes := [][2]int{{1, 1}, {1, 9}, {2, 2}, {3, 3}, {7, 6}, {8, 8}, {9, 9}, {11, 11}, {13, 13}, {19, 19}, {70, 3}, {3, 70},
		{100, 1}, {60, 2}, {5, 20}, {64, 2}, {128, 1}}
	forms := []struct {
		name string
		make func(string, int, int) *board.Grid
		near []board.Direction
	}{{"square", board.Square, eight}, {"orthogonal", board.Orthogonal, four}, {"hex", board.Hex, six}}
	for _, form := range forms {
		for _, size := range sizes {
			for round := range rounds {
				name := fmt.Sprintf("%s/%dx%d/%d", form.name, size[0], size[1], round)
				t.Run(name, func(t *testing.T) {
					luck := rand.New(rand.NewPCG(uint64(size[0]*1000+size[1]), uint64(round)))
					n := &naive{w: size[0], h: size[1], near: form.near, top: map[[2]int]game.Seat{}}
					compare(t, form.make("b", size[0], size[1]), n, luck)
				})
			}
		}
	}
}

func compare(t *testing.T, b *board.Grid, n *naive, luck *rand.Rand) {
	piece := &game.Kind{Name: "piece"}
	// Other places before the board move its cells to other bits of the words.
	before := board.Square("before", 1+luck.IntN([]int{4, 130}[luck.IntN(2)]), 1)
	top, right, bottom, left := b.Edges()
	_, err := laid(t, 2, func(tx *game.Tx) {
		fill(tx, b, n, piece, luck)
		checkCells(t, tx, b, n)
		checkSets(t, tx, b, n, luck)
		checkLines(t, tx, b, n)
		checkBrackets(t, tx, b, n)
		checkJumps(t, tx, b, n)
		checkRegions(t, tx, b, n, []*board.Region{top, right, bottom, left})
		top, right, bottom, left := b.Edges() // they may be asked for later, too
		checkRegions(t, tx, b, n, []*board.Region{top, right, bottom, left})
	}, []*game.Kind{piece}, before, b)
	if err != nil {
		t.Fatal(err)
	}
}

// fill puts nothing, one element or two on each cell, of seat 0 most often.
func fill(tx *game.Tx, b *board.Grid, n *naive, piece *game.Kind, luck *rand.Rand) {
	full := 1 + luck.IntN(9)
	for _, c := range n.all() {
		if luck.IntN(10) >= full {
			continue
		}
		for range 1 + luck.IntN(4)/3 {
			owner := []game.Seat{0, 0, 0, 1, 1, game.Nobody}[luck.IntN(6)]
			tx.Give(tx.Create(piece, b.At(c[0], c[1])), owner)
			n.top[c] = owner
		}
	}
}

func checkCells(t *testing.T, tx *game.Tx, b *board.Grid, n *naive) {
	for _, c := range n.all() {
		cell := b.At(c[0], c[1])
		if x, y := b.XY(cell); !b.Has(cell) || x != c[0] || y != c[1] {
			t.Fatalf("%v is cell %v, which is at %d, %d", c, cell, x, y)
		}
		for _, d := range eight {
			want := game.ID(0)
			if n.in(c[0]+d.X, c[1]+d.Y) {
				want = b.At(c[0]+d.X, c[1]+d.Y)
			}
			if got := b.Next(cell, d); got != want {
				t.Fatalf("from %v %v leads to %v, want %v", c, d, got, want)
			}
		}
	}
	for _, c := range [][2]int{{-1, 0}, {0, -1}, {n.w, 0}, {0, n.h}} {
		if b.At(c[0], c[1]) != 0 {
			t.Errorf("there is a cell at %v", c)
		}
	}
	if first := b.At(0, 0); b.Has(first-1) || b.Has(b.At(n.w-1, n.h-1)+1) || b.Has(0) || b.Next(first-1, board.East) != 0 {
		t.Error("the board has cells that are not its own")
	}
	near := b.Directions()
	if !slices.Equal(near, n.near) {
		t.Errorf("neighbours are %v, want %v", near, n.near)
	}
}

// sameSet reports a test error unless exactly the cells for which want holds are in got.
func sameSet(t *testing.T, b *board.Grid, n *naive, got game.Set[game.ID], what string, want func(c [2]int) bool) {
	t.Helper()
	count := 0
	for _, c := range n.all() {
		if want(c) {
			count++
		}
		if got.Has(b.At(c[0], c[1])) != want(c) {
			t.Fatalf("%s: %v is in it: %v", what, c, !want(c))
		}
	}
	if got.Len() != count {
		t.Fatalf("%s: it has %d cells, want %d: something beside the board is in it", what, got.Len(), count)
	}
}

func checkSets(t *testing.T, tx *game.Tx, b *board.Grid, n *naive, luck *rand.Rand) {
	sameSet(t, b, n, b.Cells(tx), "Cells", func([2]int) bool { return true })
	sameSet(t, b, n, b.Empty(tx), "Empty", func(c [2]int) bool { _, filled := n.top[c]; return !filled })
	for _, seat := range []game.Seat{0, 1} {
		sameSet(t, b, n, b.Held(tx, seat), "Held", func(c [2]int) bool { return n.holds(c, seat) })
	}
	sameSet(t, b, n, b.Held(tx, game.Nobody), "Held by nobody", func([2]int) bool { return false })

	chosen := map[[2]int]bool{}
	some := b.Cells(tx).Where(func(cell game.ID) bool {
		x, y := b.XY(cell)
		chosen[[2]int{x, y}] = luck.IntN(3) == 0
		return chosen[[2]int{x, y}]
	})
	with := some.Or(game.SetOf(game.Root, b.At(0, 0)-1, b.At(n.w-1, n.h-1)+1)) // what is not on the board does not count
	for _, d := range eight {
		moved := func(c [2]int) bool { return chosen[[2]int{c[0] - d.X, c[1] - d.Y}] }
		sameSet(t, b, n, b.Shift(some, d), fmt.Sprint("Shift ", d), moved)
		sameSet(t, b, n, b.Shift(with, d), fmt.Sprint("Shift of more ", d), moved)
	}
	around := func(c [2]int) bool {
		return !chosen[c] && slices.ContainsFunc(n.near, func(d board.Direction) bool { return chosen[[2]int{c[0] + d.X, c[1] + d.Y}] })
	}
	sameSet(t, b, n, b.Around(some), "Around", around)
	sameSet(t, b, n, b.Around(with), "Around more", around)
	sameSet(t, b, n, b.Around(game.Set[game.ID]{}), "Around nothing", func([2]int) bool { return false })
	sameSet(t, b, n, b.Group(tx, game.Root), "Group of no cell", func([2]int) bool { return false })
	for _, c := range n.all() {
		owner, filled := n.top[c]
		group := n.reach([][2]int{c}, func(o [2]int) bool {
			other, full := n.top[o]
			return full == filled && other == owner
		})
		sameSet(t, b, n, b.Group(tx, b.At(c[0], c[1])), fmt.Sprint("Group of ", c), func(c [2]int) bool { return group[c] })
	}
}

func checkLines(t *testing.T, tx *game.Tx, b *board.Grid, n *naive) {
	longest := map[game.Seat]int{}
	for _, c := range n.all() {
		if owner, filled := n.top[c]; filled && owner != game.Nobody {
			longest[owner] = max(longest[owner], n.line(c, owner))
		}
	}
	for _, seat := range []game.Seat{0, 1, game.Nobody} {
		for length := 1; length <= longest[0]+2; length++ {
			if got, want := b.HasLine(tx, seat, length), longest[seat] >= length; got != want {
				t.Fatalf("%v has a line of %d: %v; its longest is %d", seat, length, got, longest[seat])
			}
			sameSet(t, b, n, b.Line(tx, seat, length), fmt.Sprint("Line of ", length), func(c [2]int) bool {
				return seat != game.Nobody && n.line(c, seat) >= length
			})
		}
	}
}

func checkRegions(t *testing.T, tx *game.Tx, b *board.Grid, n *naive, edges []*board.Region) {
	sides := make([][][2]int, 4)
	for _, c := range n.all() {
		on := []bool{c[1] == n.h-1, c[0] == n.w-1, c[1] == 0, c[0] == 0}
		for i, edge := range edges {
			if on[i] {
				sides[i] = append(sides[i], c)
			}
			if edge.Has(b.At(c[0], c[1])) != on[i] {
				t.Fatalf("%v is on edge %d: %v", c, i, !on[i])
			}
		}
	}
	if edges[0].Has(game.Root) || edges[1].Has(0) || edges[2].Has(1<<30) {
		t.Error("an edge has cells that are not of the board")
	}
	for _, seat := range []game.Seat{0, 1, game.Nobody} {
		for _, c := range n.all() {
			group := n.reach([][2]int{c}, func(c [2]int) bool { return n.holds(c, seat) })
			on := make([]bool, len(edges))
			for i := range edges {
				on[i] = seat != game.Nobody && slices.ContainsFunc(sides[i], func(c [2]int) bool { return group[c] })
			}
			for i, from := range edges {
				for k, to := range edges {
					if got := b.JoinsAt(tx, seat, b.At(c[0], c[1]), from, to); got != (on[i] && on[k]) {
						t.Fatalf("the group of %v joins edge %d and %d for %v: %v", c, i, k, seat, got)
					}
				}
			}
		}
		for i, from := range edges {
			for k, to := range edges {
				reached := map[[2]int]bool{}
				if seat != game.Nobody {
					reached = n.reach(sides[i], func(c [2]int) bool { return n.holds(c, seat) })
				}
				want := slices.ContainsFunc(sides[k], func(c [2]int) bool { return reached[c] })
				if got := b.Joins(tx, seat, from, to); got != want {
					t.Fatalf("%v joins edge %d and %d: %v", seat, i, k, got)
				}
			}
		}
	}
}

// TestDrawnAndPut draws random boards and reads the drawings again.
func TestDrawnAndPut(t *testing.T) {
	man := &game.Kind{Name: "man", Look: game.Look{BySeat: []string{"x", "o"}}}
	king := &game.Kind{Name: "king"}
	kinds := []*game.Kind{man, king}
	for _, make := range []func(string, int, int) *board.Grid{board.Square, board.Orthogonal, board.Hex} {
		for round := range 20 {
			luck := rand.New(rand.NewPCG(uint64(round), 1))
			w, h := 1+luck.IntN(30), 1+luck.IntN(12)
			b, copied := make("b", w, h), make("b", w, h)
			s, err := laid(t, 2, func(tx *game.Tx) {
				for cell := range b.Cells(tx).Where(func(game.ID) bool { return luck.IntN(2) == 0 }).All() {
					tx.Give(tx.Create(kinds[luck.IntN(2)], cell), game.Seat(luck.IntN(2)))
				}
			}, kinds, b)
			drawing := b.Draw(must(t, s, err))
			s, err = laid(t, 2, func(tx *game.Tx) { copied.Put(tx, drawing, kinds...) }, kinds, copied)
			if got := copied.Draw(must(t, s, err)); got != drawing {
				t.Errorf("put\n%sand drawn\n%s", drawing, got)
			}
		}
	}
}

func TestBadBoards(t *testing.T) {
	for _, size := range [][2]int{{0, 3}, {3, 0}, {-1, -1}, {1 << 9, 1 << 9}} {
		if _, err := laid(t, 2, nil, nil, board.Square("b", size[0], size[1])); err == nil {
			t.Errorf("a board of %d by %d was laid", size[0], size[1])
		}
	}
	b := board.Square("b", 2, 2)
	if _, err := laid(t, 2, func(tx *game.Tx) { b.Shift(b.Cells(tx), board.Direction{X: 2, Y: 1}) }, nil, b); err == nil {
		t.Error("a knight's move is taken for a direction")
	}
}

// TestPositionsOfBoards checks when two boards are the same position.
func TestPositionsOfBoards(t *testing.T) {
	man := &game.Kind{Name: "man", Look: game.Look{BySeat: []string{"x", "o"}}}
	king := &game.Kind{Name: "king", Look: game.Look{BySeat: []string{"X", "O"}}}
	key := func(drawing string, also func(*game.Tx, *board.Grid)) uint64 {
		b := board.Square("b", 3, 1)
		s, err := laid(t, 2, func(tx *game.Tx) {
			b.Put(tx, drawing, man, king)
			if also != nil {
				also(tx, b)
			}
		}, []*game.Kind{man, king}, b)
		return must(t, s, err).PositionKey()
	}
	drawings := []string{". . .", "x . .", ". x .", "o . .", "X . .", "x x .", "x . x", "x o .", "o x ."}
	seen := map[uint64]string{}
	for _, drawing := range drawings {
		k := key(drawing, nil)
		if other, twice := seen[k]; twice {
			t.Errorf("%q and %q have the same key", drawing, other)
		}
		seen[k] = drawing
	}
	// Which of several equal men stands where does not count.
	exchanged := key("x . x", func(tx *game.Tx, b *board.Grid) {
		first := tx.Last(b.At(0, 0))
		tx.Move(first, b.At(1, 0))
		tx.Move(tx.Last(b.At(2, 0)), b.At(0, 0))
		tx.Move(first, b.At(2, 0))
	})
	if exchanged != key("x . x", nil) {
		t.Error("exchanging two equal men makes another position")
	}
}
