package probes

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// draughts is checkers again, written for speed: conditions are evaluated for the whole board at once, no pick has an
// If, and what several picks need is a derived value.
func draughts(position string) *game.Rules {
	b := board.Square("board", 8, 8)
	top, _, bottom, _ := b.Edges()
	man := &game.Kind{Name: "man", Look: game.Look{BySeat: []string{"x", "o"}}}
	king := &game.Kind{Name: "king", Look: game.Look{BySeat: []string{"X", "O"}}}

	// Men move diagonally forward, which are the first two directions for seat 0; kings move in all directions.
	ways := []board.Direction{board.NorthEast, board.NorthWest, board.SouthWest, board.SouthEast}
	back := []board.Direction{board.SouthWest, board.SouthEast, board.NorthEast, board.NorthWest}
	waysOf := func(t *game.Tx, cell game.ID) []board.Direction {
		if t.Kind(t.Last(cell)) == king {
			return ways
		}
		return ways[2*t.Seat:][:2]
	}

	// movers returns the pieces of the seat that can move in some direction; from returns the cells from which that is
	// possible, by the opposite direction.
	movers := func(s *game.State, seat game.Seat, from func(back board.Direction) game.Set[game.ID]) game.Set[game.ID] {
		var by [2]game.Set[game.ID] // forward for seat 0, and for seat 1
		for i, way := range back {
			by[i/2] = by[i/2].Or(from(way))
		}
		mine := b.Held(s, seat)
		forward := by[seat].And(mine)
		backward := by[1-seat].And(mine).Minus(forward)
		return forward.Or(backward.Where(func(cell game.ID) bool { return s.Kind(s.Last(cell)) == king }))
	}
	jumpers := game.NewDerived("jumpers", func(s *game.State, _ game.ID) game.Set[game.ID] {
		empty, enemy := s.Empty(b.Cells(s)), b.Held(s, 1-s.Turn())
		return movers(s, s.Turn(), func(back board.Direction) game.Set[game.ID] {
			return b.Shift(b.Shift(empty, back).And(enemy), back)
		})
	})
	steppers := func(t *game.Tx) game.Set[game.ID] {
		empty := b.Empty(t)
		return movers(t.State, t.Seat, func(back board.Direction) game.Set[game.ID] { return b.Shift(empty, back) })
	}

	// Where one piece can go.
	steps := func(t *game.Tx, cell game.ID) (to game.Set[game.ID]) {
		from := game.SetOf(cell)
		for _, way := range waysOf(t, cell) {
			to = to.Or(b.Shift(from, way))
		}
		return to.And(b.Empty(t))
	}
	jumps := func(t *game.Tx, cell game.ID) (to game.Set[game.ID]) {
		from, enemy := game.SetOf(cell), b.Held(t, 1-t.Seat)
		for _, way := range waysOf(t, cell) {
			to = to.Or(b.Shift(b.Shift(from, way).And(enemy), way))
		}
		return to.And(b.Empty(t))
	}

	far := [2]*board.Region{top, bottom}
	crown := func(t *game.Tx, cell game.ID) {
		if far[t.Seat].Has(cell) && t.Kind(t.Last(cell)) == man {
			t.Become(t.Last(cell), king)
		}
	}

	walker := &game.Pick[game.ID]{Name: "piece", From: steppers}
	square := &game.Pick[game.ID]{Name: "to", From: func(t *game.Tx) game.Set[game.ID] { return steps(t, walker.In(t)) }}

	jumper := &game.Pick[game.ID]{Name: "piece", From: func(t *game.Tx) game.Set[game.ID] { return jumpers.Of(t, game.Root) }}
	landing := &game.Pick[game.ID]{Name: "to", Repeat: true}
	from := func(t *game.Tx) game.ID { return cmp.Or(landing.Before(t), jumper.In(t)) }
	landing.From = func(t *game.Tx) game.Set[game.ID] { return jumps(t, from(t)) }
	landing.Then = func(t *game.Tx, to game.ID) {
		t.Remove(t.Last(between(b, from(t), to)))
		t.Move(t.Last(from(t)), to)
	}

	return &game.Rules{
		Name:    "draughts",
		Seats:   game.Exactly(2),
		Layout:  []game.Layout{b},
		Kinds:   []*game.Kind{man, king},
		Derived: []game.AnyDerived{jumpers},
		Setup:   func(t *game.Tx) { b.Put(t, position, man, king) },
		Actions: []*game.Action{
			{Name: "jump", Pick: []game.Choice{jumper, landing}, Do: func(t *game.Tx) { crown(t, landing.In(t)) }},
			{Name: "step", Pick: []game.Choice{walker, square}, Do: func(t *game.Tx) {
				t.Move(t.Last(walker.In(t)), square.In(t))
				crown(t, square.In(t))
			}, If: game.When("a capture must be made", func(t *game.Tx) bool { return jumpers.Of(t, game.Root).Empty() })},
		},
		Position: game.Position{Places: []game.Layout{b}, Mover: true},
		Stuck:    func(t *game.Tx) { t.Win(1 - t.Seat) },
		End: func(t *game.Tx) {
			if t.Repeats() >= 2 {
				t.Tie()
			}
		},
	}
}

// Both versions are the same game: the same moves everywhere, the same end.
func TestDraughtsIsCheckers(t *testing.T) {
	games := 30
	if testing.Short() {
		games = 5
	}
	one, other := start(t, checkers(checkersStart)), start(t, draughts(checkersStart))
	f := one.Fork()
	f.Note(true)
	for n := range games {
		a, b := one, other
		f.Reset(one)
		f.Seed(uint64(n))
		f.Note(true)
		if _, err := f.Playout(150); err != nil {
			t.Fatal(err)
		}
		for i, m := range f.Noted() {
			if got, want := legal(t, b), legal(t, a); !slices.Equal(got, want) {
				t.Fatalf("game %d, move %d: %v, want %v", n, i, got, want)
			}
			text := a.Text(m)
			a, b = play(t, a, text), play(t, b, text)
		}
		if got, want := fmt.Sprint(b.Outcome()), fmt.Sprint(a.Outcome()); got != want {
			t.Errorf("game %d ends as %s, want %s", n, got, want)
		}
	}
}
