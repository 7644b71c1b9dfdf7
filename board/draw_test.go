package board_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// laid starts a game with this many seats and this drawing on the board.
func laid(t testing.TB, seats int, setup func(*game.Tx), kinds []*game.Kind, layout ...game.Layout) (*game.State, error) {
	t.Helper()
	return (&game.Rules{
		Name: "board", Seats: game.Exactly(seats), Layout: layout, Kinds: kinds, Setup: setup,
		Actions: []*game.Action{{Name: "wait", Do: func(*game.Tx) {}}},
	}).Start(seats, game.SeedOf(1))
}

func must(t testing.TB, s *game.State, err error) *game.State {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// picture takes away the tabs and the empty line that a drawing in a test begins with.
func picture(drawing string) string {
	return strings.TrimPrefix(strings.ReplaceAll(drawing, "\t", ""), "\n")
}

func TestDraw(t *testing.T) {
	stone := &game.Kind{Name: "stone", Look: game.Look{BySeat: []string{"X", "O"}}}
	king := &game.Kind{Name: "king"}
	wall := &game.Kind{Name: "wall", Look: game.Look{Label: "#"}}
	worded := &game.Kind{Name: "rook", Look: game.Look{Label: "Rook", BySeat: []string{"rook-white.svg"}}}
	pair := &game.Kind{Name: "pair", Look: game.Look{BySeat: []string{"w1", "♔"}}}
	kinds := []*game.Kind{stone, king, wall, worded, pair}

	tests := []struct {
		name string
		grid *board.Grid
		put  func(t *game.Tx, put func(k *game.Kind, cell string, owner game.Seat))
		want string
	}{
		{"empty", board.Square("b", 3, 2), nil, `
			2 . . .
			1 . . .
			  a b c
			`},
		{"glyph of the owner, label, letter", board.Square("b", 5, 2), func(t *game.Tx, put func(*game.Kind, string, game.Seat)) {
			put(stone, "a1", 0)
			put(stone, "b1", 1)
			put(stone, "c1", 2)
			put(stone, "d1", game.Nobody)
			put(king, "a2", 0)
			put(king, "b2", 1)
			put(king, "c2", game.Nobody)
			put(wall, "d2", 0)
			put(wall, "e2", game.Nobody)
			put(worded, "e1", 0)
		}, `
			2 K k k # #
			1 X O s s R
			  a b c d e
			`},
		{"the topmost", board.Square("b", 2, 1), func(t *game.Tx, put func(*game.Kind, string, game.Seat)) {
			put(king, "a1", 0)
			put(stone, "a1", 1)
		}, `
			1 O .
			  a b
			`},
		{"wide glyphs", board.Square("b", 3, 1), func(t *game.Tx, put func(*game.Kind, string, game.Seat)) {
			put(pair, "a1", 0)
			put(pair, "b1", 1)
		}, `
			1 w1 ♔  .
			  a  b  c
			`},
		{"many rows", board.Square("b", 1, 11), func(t *game.Tx, put func(*game.Kind, string, game.Seat)) {
			put(stone, "a10", 0)
		}, `
			11 .
			10 X
			 9 .
			 8 .
			 7 .
			 6 .
			 5 .
			 4 .
			 3 .
			 2 .
			 1 .
			   a
			`},
		{"many columns", board.Square("b", 28, 1), func(t *game.Tx, put func(*game.Kind, string, game.Seat)) {
			put(stone, "aa1", 0)
		}, `
			1 .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  X  .
			  a  b  c  d  e  f  g  h  i  j  k  l  m  n  o  p  q  r  s  t  u  v  w  x  y  z  aa ab
			`},
		{"hex rows are shifted", board.Hex("b", 3, 3), func(t *game.Tx, put func(*game.Kind, string, game.Seat)) {
			put(stone, "b2", 0)
			put(stone, "b3", 1)
			put(stone, "a3", 1)
		}, `
			  3 O O .
			 2 . X .
			1 . . .
			 a b c
			`},
		{"hex with wide glyphs", board.Hex("b", 2, 2), func(t *game.Tx, put func(*game.Kind, string, game.Seat)) {
			put(pair, "b2", 0)
		}, `
			   2 .   w1
			 1 .   .
			 a   b
			`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, err := laid(t, 3, func(t *game.Tx) {
				if test.put != nil {
					test.put(t, func(k *game.Kind, cell string, owner game.Seat) { t.Give(t.Create(k, t.Find(cell)), owner) })
				}
			}, kinds, test.grid)
			if got := test.grid.Draw(must(t, s, err)); got != picture(test.want) {
				t.Errorf("drawn\n%swant\n%s", got, picture(test.want))
			}
		})
	}
}

func TestPut(t *testing.T) {
	man := &game.Kind{Name: "man", Look: game.Look{BySeat: []string{"x", "o"}}}
	king := &game.Kind{Name: "king"}
	kinds := []*game.Kind{man, king}
	const want = "2 x . K\n1 . o k\n  a b c\n"
	for name, drawing := range map[string]string{
		"as drawn":       want,
		"no margin":      "x . K\n. o k",
		"numbers only":   "2 x . K\n1 . o k",
		"letters only":   "x . K\n. o k\na b c",
		"tabs and lines": "\n\t\t2 x . K\n\t\t1 . o k\n\n",
	} {
		t.Run(name, func(t *testing.T) {
			b := board.Square("b", 3, 2)
			s, err := laid(t, 2, func(t *game.Tx) { b.Put(t, drawing, man, king) }, kinds, b)
			if got := b.Draw(must(t, s, err)); got != want {
				t.Errorf("drawn\n%swant\n%s", got, want)
			}
			for cell, owner := range map[string]game.Seat{"a2": 0, "b1": 1, "c2": 0, "c1": 1} {
				if got := s.Owner(s.Last(s.Find(cell))); got != owner {
					t.Errorf("%s belongs to %v, want %v", cell, got, owner)
				}
			}
		})
	}
	for drawing, why := range map[string]string{
		". . .":               `board "b": the drawing has 1 rows, not 2`,
		"":                    `board "b": the drawing has 0 rows, not 2`,
		". . .\n. .":          `board "b": a row of the drawing has 2 cells, not 3: ". ."`,
		"1 . . .\n2 . . .":    `board "b": a row of the drawing has 4 cells, not 3: "1 . . ."`,
		". . .\n. . .\n...":   `board "b": a row of the drawing has 1 cells, not 3: "..."`,
		". ? .\n. . .":        `board "b": the drawing has "?", which is not the glyph of any of the kinds`,
		". . .\n. . .\n. x x": `board "b": the drawing has 3 rows, not 2`,
	} {
		b := board.Square("b", 3, 2)
		_, err := laid(t, 2, func(t *game.Tx) { b.Put(t, drawing, man, king) }, kinds, b)
		if err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%q: got %v, want %s", drawing, err, why)
		}
	}
}

// Cells are drawn at a distance of 1 from their neighbours at their sides.
func TestSpots(t *testing.T) {
	for _, g := range []*board.Grid{board.Square("b", 4, 3), board.Orthogonal("b", 4, 3), board.Hex("b", 4, 3)} {
		s, err := laid(t, 1, nil, nil, g)
		must(t, s, err)
		if _, _, ok := s.Spot(s.Find("b")); ok {
			t.Error("the whole board has a spot")
		}
		cells := 0
		for id, p := range s.Places() {
			x, y, ok := s.Spot(id)
			if ok != (p == &g.Cell) {
				t.Errorf("%s has a spot: %v", s.Name(id), ok)
			}
			if !ok {
				continue
			}
			cells++
			for _, d := range g.Directions() {
				next := g.Next(id, d)
				nx, ny, _ := s.Spot(next)
				far := math.Hypot(nx-x, ny-y)
				if len(g.Directions()) == 8 && d.X != 0 && d.Y != 0 {
					far /= math.Sqrt2
				}
				if next != 0 && math.Abs(far-1) > 1e-9 || next != 0 && d.Y > 0 && ny <= y {
					t.Errorf("%s is drawn at %g, %g, and %s at %g, %g", s.Name(id), x, y, s.Name(next), nx, ny)
				}
			}
		}
		if cells != 12 {
			t.Errorf("%d cells have a spot", cells)
		}
	}
}

// Names may count rows from the top: the margin shows what the cells are called.
func TestDrawFromTheTop(t *testing.T) {
	stone := &game.Kind{Name: "stone", Look: game.Look{BySeat: []string{"X", "O"}}}
	const drawing = "10 X . .\n11 . O .\n   p q r\n"
	g := board.Square("b", 3, 2)
	g.Named = func(x, y int) string { return string(rune('p'+x)) + fmt.Sprint(11-y) }
	s, err := laid(t, 2, func(tx *game.Tx) { g.Put(tx, drawing, stone) }, []*game.Kind{stone}, g)
	if got := g.Draw(must(t, s, err)); got != drawing {
		t.Errorf("it is drawn as\n%swant\n%s", got, drawing)
	}
	if s.Last(g.Find("p10")) != s.Last(g.At(0, 1)) || s.Last(g.Find("q11")) == 0 {
		t.Error("the stones are elsewhere")
	}
	odd := board.Square("b", 2, 2) // names that are not columns and rows
	odd.Named = func(x, y int) string { return []string{"a1", "b1", "b2", "a2"}[2*y+x] }
	s, err = laid(t, 2, nil, nil, odd)
	if got := odd.Draw(must(t, s, err)); got != ". .\n. .\n" {
		t.Errorf("it is drawn as\n%s", got)
	}
}
