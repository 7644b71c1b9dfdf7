package board_test

import (
	"fmt"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// A game in which stones are placed until two edges are joined.
func Example() {
	b := board.Hex("board", 4, 4)
	top, _, bottom, _ := b.Edges()
	stone := &game.Kind{Name: "stone", Look: game.Look{BySeat: []string{"X", "O"}}}
	cell := &game.Pick[game.ID]{Name: "cell", From: b.Empty}
	s, err := (&game.Rules{
		Name:   "bridges",
		Seats:  game.Exactly(2),
		Layout: []game.Layout{b},
		Kinds:  []*game.Kind{stone},
		Actions: []*game.Action{{Name: "place", Pick: []game.Choice{cell}, Do: func(t *game.Tx) {
			t.Create(stone, cell.In(t))
			if b.Joins(t, t.Seat, top, bottom) {
				t.Win(t.Seat)
			}
		}}},
	}).Start(2, game.SeedOf(1))
	for _, move := range []string{"b2", "d3", "b3", "a4", "b4", "d1", "c1"} {
		if err == nil {
			s, err = s.PlayText(s.Turn(), "place "+move)
		}
	}
	fmt.Print(b.Draw(s), s.Outcome(), err)
	// Output:
	//    4 O X . .
	//   3 . X . O
	//  2 . X . .
	// 1 . . X O
	//  a b c d
	// won by seat 0 <nil>
}

// onBoard runs f on a board with this drawn on it.
func onBoard(b *board.Grid, drawing string, f func(*game.Tx)) {
	onLayout(b, func(t *game.Tx) {
		if drawing != "" {
			b.Put(t, drawing, piece)
		}
		f(t)
	})
}

// names lists the cells of a set.
func names(t *game.Tx, set game.Set[game.ID]) (all []string) {
	for cell := range set.All() {
		all = append(all, t.Name(cell))
	}
	return all
}

func ExampleGrid_Group() {
	b := board.Orthogonal("board", 4, 3)
	onBoard(b, `
		3 X X . O
		2 . X O .
		1 X . . .
		  a b c d`, func(t *game.Tx) {
		group := b.Group(t, t.Find("a3"))
		liberties := b.Around(group).And(b.Empty(t))
		fmt.Println(names(t, group), names(t, liberties))
	})
	// Output: [b2 a3 b3] [b1 a2 c3]
}

func ExampleGrid_Shift() {
	b := board.Square("board", 3, 3)
	onBoard(b, `
		3 . . .
		2 O . .
		1 X O X
		  a b c`, func(t *game.Tx) {
		empty := b.Empty(t)
		fmt.Println("the lowest empty cells:", names(t, empty.Minus(b.Shift(empty, board.North))))
		fmt.Println("up and to the right of X:", names(t, b.Shift(b.Held(t, 0), board.NorthEast)))
	})
	// Output:
	// the lowest empty cells: [b2 c2 a3]
	// up and to the right of X: [b2]
}

func ExampleGrid_HasLine() {
	b := board.Square("board", 4, 3)
	onBoard(b, `
		3 . . X .
		2 . X . .
		1 X X O .
		  a b c d`, func(t *game.Tx) {
		fmt.Println(b.HasLine(t, 0, 3), b.HasLine(t, 0, 4), b.HasLine(t, 1, 2))
	})
	// Output: true false false
}

func ExampleGrid_Line() {
	b := board.Square("board", 4, 3)
	onBoard(b, `
		3 . . X .
		2 . X . .
		1 X X O .
		  a b c d`, func(t *game.Tx) {
		fmt.Println(names(t, b.Line(t, 0, 3)), names(t, b.Line(t, 0, 4)))
	})
	// Output: [a1 b2 c3] []
}

func ExampleGrid_Next() {
	b := board.Square("board", 8, 8)
	onBoard(b, "", func(t *game.Tx) {
		for cell := t.Find("f3"); cell != 0; cell = b.Next(cell, board.NorthEast) {
			fmt.Print(t.Name(cell), " ")
		}
	})
	// Output: f3 g4 h5
}

// A Grid is laid like a Place; its cells have names.
func ExampleGrid() {
	b := board.Orthogonal("board", 3, 2)
	onBoard(b, `
		X . O
		. X .`, func(t *game.Tx) {
		fmt.Print(b.Draw(t.State))
		fmt.Println(names(t, b.Empty(t)), names(t, b.Held(t, 0)), t.Name(b.At(2, 1)))
	})
	// Output:
	// 2 X . O
	// 1 . X .
	//   a b c
	// [a1 c1 b2] [b1 a2] c2
}

// A Direction is a value, so the moves of a piece are a list of them.
func ExampleDirection() {
	b := board.Square("board", 3, 3)
	bishop := []board.Direction{board.NorthEast, board.SouthEast, board.SouthWest, board.NorthWest}
	onBoard(b, "", func(t *game.Tx) {
		for _, d := range bishop {
			if cell := b.Next(t.Find("b1"), d); cell != 0 {
				fmt.Print(t.Name(cell), " ")
			}
		}
		fmt.Println(len(b.Directions()), len(board.Hex("hex", 3, 3).Directions()))
	})
	// Output: c2 a2 8 6
}

// A Region is a fixed set of cells, such as a side of the board.
func ExampleRegion() {
	b := board.Hex("board", 3, 3)
	top, right, _, left := b.Edges()
	onBoard(b, `
		. . .
		 O O O
		  X . .`, func(t *game.Tx) {
		fmt.Println(top.Has(t.Find("a3")), top.Has(t.Find("a1")))
		fmt.Println(b.Joins(t, 1, left, right), b.Joins(t, 0, left, right))
	})
	// Output:
	// true false
	// true false
}

// A Graph is a map: places, and the roads between them.
func ExampleGraph() {
	b := board.Graph("valley",
		[]board.Node{{Name: "mill", X: 0, Y: 1}, {Name: "inn", X: 1, Y: 1}, {Name: "castle", X: 1, Y: 2}},
		[]board.Link{
			{From: "mill", To: "inn", Name: "road", Weight: 2},
			{From: "castle", To: "mill", Name: "slide", OneWay: true},
		})
	onLayout(b, func(t *game.Tx) {
		road := board.Direction{Name: "road"}
		fmt.Println(t.Name(b.Next(b.Find("mill"), road)), t.Name(b.Next(b.Find("inn"), road.Back())))
		fmt.Println(names(t, b.Around(game.SetOf(b.Find("mill")))), names(t, b.Around(game.SetOf(b.Find("castle")))))
	})
	// Output:
	// inn mill
	// [inn] [mill]
}

// Dots and boxes: lines are drawn on the sides, and a box with four of them is complete.
func ExampleLattice() {
	b, boxes, sides, dots := board.Lattice(board.Orthogonal("board", 2, 2))
	onLayout(b, func(t *game.Tx) {
		fmt.Println(boxes.Set().Len(), sides.Set().Len(), dots.Set().Len())
		box := game.SetOf(b.Find("b1"))
		fmt.Println(names(t, b.Around(box)))
		fmt.Println(names(t, b.Around(b.Around(box)).And(dots.Set())))
		north := board.Direction{Name: "north"}
		fmt.Println(t.Name(b.Next(b.Next(b.Find("b1"), north), north)))
	})
	// Output:
	// 4 12 9
	// [a1-e b1-e b1-n b1-s]
	// [a1_ne a1_se b1_ne b1_se]
	// b2
}

// All boards answer the same questions.
func ExampleBoard() {
	ask := func(t *game.Tx, b *board.Board) {
		first := b.Cells(t).First()
		fmt.Println(b.CellName(first), names(t, b.Around(game.SetOf(first))))
	}
	ring := board.Graph("ring", []board.Node{{Name: "x"}, {Name: "y"}, {Name: "z"}}, []board.Link{{From: "x", To: "y"}, {From: "y", To: "z"}, {From: "z", To: "x"}})
	onLayout(ring, func(t *game.Tx) { ask(t, ring) })
	island := board.Hexagon("island", 2)
	onLayout(island, func(t *game.Tx) { ask(t, &island.Board) })
	// Output:
	// x [y z]
	// b1 [c1 a2 b2]
}

// A Node is a cell: its name, and where it is drawn.
func ExampleNode() {
	b := board.Graph("line", []board.Node{{Name: "left", X: 0}, {Name: "right", X: 2}}, nil)
	onLayout(b, func(t *game.Tx) {
		x, y, _ := t.Spot(b.Find("right"))
		fmt.Println(x, y, b.Distance(b.Find("left"), b.Find("right")))
	})
	// Output: 2 0 -1
}

// A Link without a name makes two cells neighbours; one with a name is also a direction.
func ExampleLink() {
	b := board.Graph("stairs", []board.Node{{Name: "cellar"}, {Name: "hall", Y: 1}, {Name: "roof", Y: 2}}, []board.Link{
		{From: "cellar", To: "hall", Name: "up"}, {From: "hall", To: "roof", Name: "up", Weight: 3},
	})
	onLayout(b, func(t *game.Tx) {
		up := board.Direction{Name: "up"}
		fmt.Println(b.Directions(), t.Name(b.Next(b.Find("roof"), up.Back())))
		_, cost := b.Path(b.Find("cellar"), b.Find("roof"), board.Walk{})
		fmt.Println(cost, b.Distance(b.Find("cellar"), b.Find("roof")))
	})
	// Output:
	// [up -up] hall
	// 4 2
}

// A unit with four movement points goes around others; where an enemy is, it has to stop.
func ExampleWalk() {
	b := board.Orthogonal("field", 5, 2)
	onBoard(b, `
		2 . . . . .
		1 X . X O .
		  a b c d e`, func(t *game.Tx) {
		walk := board.Walk{Blocked: b.Held(t, 0), Stop: b.Held(t, 1)}
		fmt.Println(names(t, b.Reach(b.Find("a1"), 4, walk)))
		path, cost := b.Path(b.Find("a1"), b.Find("d1"), walk)
		fmt.Println(names(t, game.SetOf(path...)), cost)
	})
	// Output:
	// [b1 a2 b2 c2 d2]
	// [a1 b1 d1 b2 c2 d2] 5
}

// Zones give each cell a value.
func ExampleZones() {
	b := board.Square("cave", 3, 2)
	dark := board.NewZones(b, `
		d d .
		d . .`, map[string]bool{"d": true})
	region := dark.Region(true)
	onBoard(b, "", func(t *game.Tx) {
		fmt.Println(dark.Of(b.Find("a1")), dark.Of(b.Find("c1")), names(t, region.Set()))
	})
	// Output: true false [a1 a2 b2]
}

// onLayout runs f on any board.
func onLayout(b game.Layout, f func(*game.Tx)) {
	_, err := (&game.Rules{
		Name: "example", Seats: game.Exactly(2), Layout: []game.Layout{b}, Setup: f,
		Kinds:   []*game.Kind{piece},
		Actions: []*game.Action{{Name: "wait", Do: func(*game.Tx) {}}},
	}).Start(2, game.SeedOf(1))
	if err != nil {
		fmt.Println(err)
	}
}

var piece = &game.Kind{Name: "piece", Look: game.Look{BySeat: []string{"X", "O"}}}
