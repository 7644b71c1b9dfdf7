package docs_test

import (
	"fmt"
	"strconv"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// on runs f in a game with this board.
func on(b game.Layout, f func(*game.Tx)) {
	man := &game.Kind{Name: "man"}
	_, err := (&game.Rules{
		Name: "boards", Seats: game.Exactly(2), Layout: []game.Layout{b}, Setup: f, Kinds: []*game.Kind{man},
		Actions: []*game.Action{{Name: "wait", Do: func(*game.Tx) {}}},
	}).Start(2, game.SeedOf(1))
	if err != nil {
		fmt.Println(err)
	}
}

// cells lists the names of the cells in a set.
func cells(b *board.Board, set game.Set[game.ID]) (names []string) {
	for cell := range set.All() {
		names = append(names, b.CellName(cell))
	}
	return names
}

func Example_hexagon() {
	b := board.Hexagon("island", 3) // with b.Flat, hexagons have a flat top
	on(b, func(t *game.Tx) {
		fmt.Print(b.Draw(t.State))
		fmt.Println(cells(&b.Board, b.Ring(b.Middle(), 1)))
		fmt.Println(b.Distance(b.Find("c1"), b.Find("c5")))
		fmt.Println(b.Cube(b.Find("e3")))
	})
	// Output:
	//   . . .
	//  . . . .
	// . . . . .
	//  . . . .
	//   . . .
	// [c2 d2 b3 d3 b4 c4]
	// 4
	// 2 0 -2
}

func Example_boardLabels() {
	b := board.Square("lanes", 3, 2)
	b.Named = func(x, y int) string { return []string{"red", "green", "blue"}[x] + strconv.Itoa(2-y) } // row 1 is at the top
	tower := &game.Kind{Name: "tower", Look: game.Look{BySeat: []string{"T", "t"}}}
	guard := &game.Kind{Name: "guard", Look: game.Look{Label: "Gu"}}
	s, _ := (&game.Rules{
		Name: "lanes", Seats: game.Exactly(2), Layout: []game.Layout{b}, Kinds: []*game.Kind{tower, guard},
		Setup: func(t *game.Tx) {
			t.Give(t.Create(tower, b.Find("red1")), 0)
			t.Give(t.Create(tower, b.Find("blue1")), 1)
			t.Create(guard, b.Find("green2"))
		},
		Actions: []*game.Action{{Name: "wait", Do: func(*game.Tx) {}}},
	}).Start(2, game.SeedOf(1))
	fmt.Print(b.Draw(s))
	// Output:
	// 1 T     .     t
	// 2 .     Gu    .
	//   red   green blue
}

func Example_map() {
	b := board.Graph("valley",
		[]board.Node{{Name: "mill", X: 0, Y: 1}, {Name: "inn", X: 1, Y: 1}, {Name: "castle", X: 1, Y: 2}},
		[]board.Link{
			{From: "mill", To: "inn", Name: "road"}, // and -road from the inn to the mill
			{From: "inn", To: "castle", Weight: 3},
			{From: "castle", To: "mill", Name: "slide", OneWay: true},
		})
	on(b, func(t *game.Tx) {
		road := board.Direction{Name: "road"}
		fmt.Println(b.CellName(b.Next(b.Find("mill"), road)), b.CellName(b.Next(b.Find("inn"), road.Back())))
		path, cost := b.Path(b.Find("mill"), b.Find("castle"), board.Walk{})
		fmt.Println(len(path), cost)
	})
	// Output:
	// inn mill
	// 3 4
}

func Example_lattice() {
	b, tiles, roads, towns := board.Lattice(board.Hexagon("island", 2))
	on(b, func(t *game.Tx) {
		fmt.Println(tiles.Set().Len(), roads.Set().Len(), towns.Set().Len())
		town := game.SetOf(b.Find("b2_n"))
		next := b.Around(b.Around(town).And(roads.Set())).And(towns.Set()).Minus(town)
		fmt.Println(cells(b, b.Around(town)), next.Len())
	})
	// Output:
	// 7 30 24
	// [b2-ne b2-nw a3-e] 3
}

func Example_terrain() {
	type terrain struct{ Cost int }
	plain, wood, lake := terrain{1}, terrain{2}, terrain{-1}
	b := board.Orthogonal("land", 4, 3)
	land := board.NewZones(b, `
		. . w w
		. l l w
		. . w .`, map[string]terrain{".": plain, "w": wood, "l": lake})
	woods := land.Region(wood)
	on(b, func(t *game.Tx) {
		walk := board.Walk{Cost: func(from, to game.ID) int { return land.Of(to).Cost }}
		fmt.Println(cells(&b.Board, b.Reach(b.Find("a1"), 3, walk)))
		path, cost := b.Path(b.Find("a1"), b.Find("d3"), walk)
		fmt.Println(len(path)-1, cost, woods.Has(b.Find("d3")))
	})
	// Output:
	// [b1 c1 a2 a3 b3]
	// 5 7 true
}

func Example_sight() {
	b := board.Square("hall", 5, 3)
	on(b, func(t *game.Tx) {
		pillar := game.SetOf(b.Find("c2"))
		fmt.Println(b.Sees(b.Find("a2"), b.Find("e2"), pillar), b.Sees(b.Find("a1"), b.Find("d1"), pillar))
		fmt.Println(cells(&b.Board, b.Between(b.Find("a1"), b.Find("c3"))))
	})
	// Output:
	// false true
	// [b2]
}
