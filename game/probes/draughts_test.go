package probes

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// draughts is checkers again, written for speed: what a side can do is asked of the whole board at once,
// no pick has an If, and what several picks ask for is a derived value.
func draughts(position string) *game.Rules {
	b := board.Square("board", 8, 8)
	top, _, bottom, _ := b.Edges()
	man := &game.Kind{Name: "man", Look: game.Look{BySeat: []string{"x", "o"}}}
	king := &game.Kind{Name: "king", Look: game.Look{BySeat: []string{"X", "O"}}}

	// Men go diagonally forward, which are the first two ways for seat 0; kings go all ways.
	ways := []board.Direction{board.NorthEast, board.NorthWest, board.SouthWest, board.SouthEast}
	back := []board.Direction{board.SouthWest, board.SouthEast, board.NorthEast, board.NorthWest}
	forward := func(seat game.Seat, way int) bool { return way/2 == int(seat) }
	waysOf := func(t *game.Tx, cell game.ID) []board.Direction {
		if t.Kind(t.Last(cell)) == king {
			return ways
		}
		return ways[2*t.Seat:][:2]
	}

	// What the seat to act has on the board, and which of it can capture.
	type side struct{ pieces, kings, jumpers game.Set[game.ID] }
	movers := func(my *side, seat game.Seat, way int) game.Set[game.ID] {
		if forward(seat, way) {
			return my.pieces
		}
		return my.kings
	}
	mine := game.NewDerived("mine", func(s *game.State, _ game.ID) (my side) {
		my.pieces = b.Held(s, s.Turn())
		my.kings = my.pieces.Where(func(cell game.ID) bool { return s.Kind(s.Last(cell)) == king })
		empty, enemy := s.Empty(b.Cells(s)), b.Held(s, 1-s.Turn())
		for i, way := range back {
			over := b.Shift(empty, way).And(enemy)
			my.jumpers = my.jumpers.Or(b.Shift(over, way).And(movers(&my, s.Turn(), i)))
		}
		return my
	})
	jumpers := func(t *game.Tx) game.Set[game.ID] { return mine.Of(t, game.Root).jumpers }
	steppers := func(t *game.Tx) (can game.Set[game.ID]) {
		my, empty := mine.Of(t, game.Root), b.Empty(t)
		for i, way := range back {
			can = can.Or(b.Shift(empty, way).And(movers(&my, t.Seat, i)))
		}
		return can
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

	jumper := &game.Pick[game.ID]{Name: "piece", From: jumpers}
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
		Derived: []game.AnyDerived{mine},
		Setup:   func(t *game.Tx) { b.Put(t, position, man, king) },
		Actions: []*game.Action{
			{Name: "jump", Pick: []game.Choice{jumper, landing}, Do: func(t *game.Tx) { crown(t, landing.In(t)) }},
			{Name: "step", Pick: []game.Choice{walker, square}, Do: func(t *game.Tx) {
				t.Move(t.Last(walker.In(t)), square.In(t))
				crown(t, square.In(t))
			}, If: game.When("a capture must be made", func(t *game.Tx) bool { return jumpers(t).Empty() })},
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

// Written either way it is the same game: the same moves everywhere, the same end.
func TestDraughtsIsCheckers(t *testing.T) {
	games := 30
	if testing.Short() {
		games = 5
	}
	one, other := start(t, checkers(checkersStart)), start(t, draughts(checkersStart))
	f := game.NewFork(one)
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
