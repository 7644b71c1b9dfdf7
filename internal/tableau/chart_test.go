package tableau

import (
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/words"
)

// shown draws a board as a seat sees it, large and as plain text.
func shown(t *testing.T, b game.Layout, seat game.Seat, setup func(*game.Tx, *game.Kind)) (large, plain string) {
	t.Helper()
	man := &game.Kind{Name: "man", Look: game.Look{BySeat: []string{"x", "o", "w", "e"}}}
	s, err := (&game.Rules{
		Name: "shown", Seats: game.Exactly(4), Layout: []game.Layout{b}, Kinds: []*game.Kind{man},
		Setup:   func(tx *game.Tx) { setup(tx, man) },
		Actions: []*game.Action{{Name: "wait", Do: func(*game.Tx) {}}},
	}).Start(4, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	scene := SceneOf(s.View(seat), words.Names{Rules: s.Rules()})
	a := Artist{Asked: nothing{}, Scene: scene, W: 60, H: 40}
	var lines []string
	for line := range strings.Lines(a.Draw().String(Theme{})) {
		lines = append(lines, strings.TrimRight(strings.ReplaceAll(line, "\x1b[m", ""), " \n"))
	}
	return flush(lines), flush(scene.Plain())
}

// flush takes away the margin and empty lines.
func flush(lines []string) string {
	margin := 1000
	for _, l := range lines {
		if text := strings.TrimLeft(l, " "); text != "" {
			margin = min(margin, len(l)-len(text))
		}
	}
	var all strings.Builder
	for _, l := range lines {
		if strings.TrimSpace(l) != "" {
			all.WriteString(l[margin:] + "\n")
		}
	}
	return all.String()
}

func same(t *testing.T, what, got, want string) {
	t.Helper()
	if want = flush(strings.Split(strings.ReplaceAll(want, "\t", ""), "\n")); got != want {
		t.Errorf("%s:\n%swant\n%s", what, got, want)
	}
}

// A seat with one side of a board sees it from there; others see it as it is declared.
func TestBoardsAreTurned(t *testing.T) {
	for seat, want := range map[game.Seat]string{
		0: `
			2 . . o
			1 x . .
			  a b c`,
		1: `
			1 . . x
			2 o . .
			  c b a`,
		2: `
			c o .
			b . .
			a . x
			  2 1`,
		3: `
			a x .
			b . .
			c . o
			  1 2`,
		game.Nobody: `
			2 . . o
			1 x . .
			  a b c`,
	} {
		b := board.Square("board", 3, 2)
		b.Look.Sides = []game.Seat{1, 3, 0, 2}
		large, plain := shown(t, b, seat, func(tx *game.Tx, man *game.Kind) {
			tx.Give(tx.Create(man, b.Find("a1")), 0)
			tx.Give(tx.Create(man, b.Find("c2")), 1)
		})
		same(t, seat.String(), plain, want)
		if seat == 1 {
			same(t, "large", large, `
				 ┌───┬───┬───┐
				1│   │   │ x │
				 ├───┼───┼───┤
				2│ o │   │   │
				 └───┴───┴───┘
				   c   b   a`)
		}
	}
	b := board.Hex("board", 3, 3)
	b.Look.Sides = []game.Seat{1, 3, 0, 2}
	_, plain := shown(t, b, 1, func(tx *game.Tx, man *game.Kind) { tx.Give(tx.Create(man, b.Find("a1")), 0) })
	same(t, "hex", plain, `
		   1 . . x
		  2 . . .
		 3 . . .
		  c b a`)
	b = board.Hex("board", 2, 2)
	b.Look.Sides = []game.Seat{0, 1, 0, 1}
	_, plain = shown(t, b, 1, func(tx *game.Tx, man *game.Kind) { tx.Give(tx.Create(man, b.Find("a1")), 0) })
	same(t, "a seat with two sides", plain, `
		 2 . .
		1 x .
		 a b`)
}

func TestShapesAreDrawn(t *testing.T) {
	cross := board.Square("board", 3, 3)
	cross.Shape = func(x, y int) bool { return x == 1 || y == 1 }
	large, plain := shown(t, cross, 0, func(tx *game.Tx, man *game.Kind) { tx.Give(tx.Create(man, cross.Find("b2")), 0) })
	same(t, "plain cross", plain, `
		3   .
		2 . x .
		1   .
		  a b c`)
	same(t, "cross", large, `
		     ┌───┐
		3    │   │
		 ┌───┼───┼───┐
		2│   │ x │   │
		 └───┼───┼───┘
		1    │   │
		     └───┘
		   a   b   c`)
	flat := board.Hexagon("board", 2)
	flat.Flat = true
	large, _ = shown(t, flat, 0, func(tx *game.Tx, man *game.Kind) {
		for cell := range flat.Cells(tx).All() {
			tx.Give(tx.Create(man, cell), 0)
		}
	})
	if lines := strings.Split(large, "\n"); strings.Count(large, "x") != 7 || len(lines) < 5 {
		t.Errorf("flat:\n%s", large)
	}
	plane := board.Plane("board", 30, board.Hex)
	large, plain = shown(t, plane, 0, func(tx *game.Tx, man *game.Kind) { tx.Give(tx.Create(man, plane.Middle()), 0) })
	if strings.Count(large, "x") != 1 || strings.Count(large, "│") > 30 || strings.Count(plain, ".") != 6 {
		t.Errorf("plane:\n%s%s", large, plain)
	}
}

func TestGraphsAreDrawn(t *testing.T) {
	b := board.Graph("map", []board.Node{{Name: "a", X: 0, Y: 1}, {Name: "b", X: 1, Y: 1}, {Name: "c", X: 0, Y: 0}, {Name: "d", X: 1, Y: 0}},
		[]board.Link{{From: "a", To: "b"}, {From: "a", To: "c"}, {From: "a", To: "d"}})
	large, plain := shown(t, b, 0, func(tx *game.Tx, man *game.Kind) {
		for cell := range b.Cells(tx).All() {
			tx.Give(tx.Create(man, cell), 0)
		}
	})
	same(t, "graph", large, `
		x a ──x b
		│  ╲
		x c   x d`)
	same(t, "plain graph", plain, `
		x a   x b

		x c   x d`)
}

// A graph that is too wide for the names has them below, or in the full screen only in the list of choices.
func TestWideGraphs(t *testing.T) {
	var nodes []board.Node
	for i := range 10 {
		nodes = append(nodes, board.Node{Name: "far-away-" + string(rune('a'+i)), X: float64(i), Y: float64(-(i / 5))})
	}
	b := board.Graph("map", nodes, nil)
	large, plain := shown(t, b, 0, func(tx *game.Tx, man *game.Kind) {
		for cell := range b.Cells(tx).All() {
			tx.Give(tx.Create(man, cell), 0)
		}
	})
	same(t, "graph", large, "x x x x x\n          x x x x x")
	same(t, "plain graph", plain, `
		x x x x x
		          x x x x x
		Line 1: far-away-a far-away-b far-away-c far-away-d far-away-e
		Line 2: far-away-f far-away-g far-away-h far-away-i far-away-j`)
}

// A rectangle of hexagons has letters and numbers along its edges, although its columns zigzag.
func TestRectanglesOfHexagonsHaveLabels(t *testing.T) {
	for name, c := range map[string]struct {
		flat  bool
		seat  game.Seat
		large string
		plain string
	}{
		"from below": {false, 0, `
			  ╱ ╲ ╱ ╲ ╱ ╲
			3│   │   │   │
			  ╲ ╱ ╲ ╱ ╲ ╱ ╲
			2  │   │   │ o │
			  ╱ ╲ ╱ ╲ ╱ ╲ ╱
			1│ x │   │   │
			  ╲ ╱ ╲ ╱ ╲ ╱
			   a   b   c`, `
			3 . . .
			2  . . o
			1 x . .
			  a b c`},
		"from above": {false, 1, `
			    ╱ ╲ ╱ ╲ ╱ ╲
			1  │   │   │ x │
			  ╱ ╲ ╱ ╲ ╱ ╲ ╱
			2│ o │   │   │
			  ╲ ╱ ╲ ╱ ╲ ╱ ╲
			3  │   │   │   │
			    ╲ ╱ ╲ ╱ ╲ ╱
			     c   b   a`, `
			1  . . x
			2 o . .
			3  . . .
			   c b a`},
		"flat": {true, 0, `
			3
			2         o
			1 x
			  a   b   c`, `
			    .
			3 .   .
			    .
			2 .   o
			    .
			1 x   .
			  a b c`},
	} {
		t.Run(name, func(t *testing.T) {
			b := board.HexRows("b", 3, 3)
			b.Flat = c.flat
			b.Look.Sides = []game.Seat{1, game.Nobody, 0, game.Nobody}
			large, plain := shown(t, b, c.seat, func(tx *game.Tx, man *game.Kind) {
				tx.Give(tx.Create(man, b.Find("a1")), 0)
				tx.Give(tx.Create(man, b.Find("c2")), 1)
			})
			same(t, "large", large, c.large)
			same(t, "plain", plain, c.plain)
		})
	}
}

// Terrain is a Part of cells with words: empty cells show a letter for it, and pieces lists it.
func TestTerrain(t *testing.T) {
	b := board.Square("field", 3, 2)
	terrain := game.NewPart[int]("terrain").Looks(game.Look{Words: []string{"grass", "wood"}})
	man := &game.Kind{Name: "man"}
	s, err := (&game.Rules{
		Name: "field", Seats: game.Exactly(2), Layout: []game.Layout{b}, Kinds: []*game.Kind{man}, Parts: []game.Column{terrain},
		Setup: func(t *game.Tx) {
			terrain.Set(t, b.Find("b1"), 1)
			terrain.Set(t, b.Find("c2"), 1)
			t.Give(t.Create(man, b.Find("c2")), 0)
		},
		Actions: []*game.Action{{Name: "pass", Do: func(*game.Tx) {}}},
	}).Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	sc := SceneOf(s.View(0), words.Names{Rules: s.Rules()})
	same(t, "plain", flush(sc.Plain()), `
		2 . . M
		1 . w .
		  a b c
		Signs: w wood  M man`)
	if got := sc.Words(); !slices.Equal(got, []string{"field, man of player 1: c2", "wood: b1 c2"}) {
		t.Errorf("the pieces are %q", got)
	}
	for _, p := range sc.parts {
		for i, c := range p.cells {
			if want := map[string]string{"b1": "wood", "c2": "wood"}[p.chart.cells[i].name]; c.ground != want {
				t.Errorf("%s is on %q, want %q", p.chart.cells[i].name, c.ground, want)
			}
		}
	}
}
