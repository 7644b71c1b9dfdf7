package probes

import (
	"fmt"
	"slices"
	"testing"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// draughts is checkers again, written for speed: what a whole side can do is asked of whole sets
// instead of piece by piece, and no pick has an If.
func draughts(position string) *game.Rules {
	b := board.Square("board", 8, 8)
	top, _, bottom, _ := b.Edges()
	man := &game.Kind{Name: "man", Look: game.Look{BySeat: []string{"x", "o"}}}
	king := &game.Kind{Name: "king", Look: game.Look{BySeat: []string{"X", "O"}}}

	// The ways in pairs: forward for seat 0, then for seat 1. Each has its opposite in the other pair.
	ways := [4]board.Direction{board.NorthEast, board.NorthWest, board.SouthWest, board.SouthEast}
	back := [4]board.Direction{board.SouthWest, board.SouthEast, board.NorthEast, board.NorthWest}
	forward := func(way int, seat game.Seat) bool { return way/2 == int(seat) }

	// Men go forward, kings both ways.
	pieces := func(t *game.Tx) (all, kings game.Set[game.ID]) {
		all = b.Held(t, t.Seat)
		return all, all.Where(func(cell game.ID) bool { return t.Kind(t.Last(cell)) == king })
	}

	// The pieces that can step to an empty square, and those that can jump over an enemy.
	steppers := func(t *game.Tx) (can game.Set[game.ID]) {
		all, kings := pieces(t)
		empty := b.Empty(t)
		for i := range ways {
			movers := kings
			if forward(i, t.Seat) {
				movers = all
			}
			can = can.Or(movers.And(b.Shift(empty, back[i])))
		}
		return can
	}
	jumpers := func(t *game.Tx) (can game.Set[game.ID]) {
		all, kings := pieces(t)
		empty, enemy := b.Empty(t), b.Held(t, 1-t.Seat)
		for i := range ways {
			movers := kings
			if forward(i, t.Seat) {
				movers = all
			}
			can = can.Or(movers.And(b.Shift(enemy.And(b.Shift(empty, back[i])), back[i])))
		}
		return can
	}

	// Where one piece can go.
	steps := func(t *game.Tx, cell game.ID) (to game.Set[game.ID]) {
		is, from := t.Kind(t.Last(cell)) == king, game.SetOf(cell)
		for i, way := range ways {
			if is || forward(i, t.Seat) {
				to = to.Or(b.Shift(from, way))
			}
		}
		return to.And(b.Empty(t))
	}
	jumps := func(t *game.Tx, cell game.ID) (to game.Set[game.ID]) {
		is, from, enemy := t.Kind(t.Last(cell)) == king, game.SetOf(cell), b.Held(t, 1-t.Seat)
		for i, way := range ways {
			if is || forward(i, t.Seat) {
				to = to.Or(b.Shift(b.Shift(from, way).And(enemy), way))
			}
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

	// The piece is taken off the square it stands on: the one it began on, or the one it landed on last.
	jumper := &game.Pick[game.ID]{Name: "piece", From: jumpers}
	landing := &game.Pick[game.ID]{Name: "to", Repeat: true}
	stands := game.NewPart[game.ID]("stands")
	at := func(t *game.Tx) game.ID {
		if landing.Chosen(t) == 0 {
			return jumper.In(t)
		}
		return stands.Of(t, game.Root)
	}
	landing.From = func(t *game.Tx) game.Set[game.ID] { return jumps(t, at(t)) }
	landing.Then = func(t *game.Tx, to game.ID) {
		from := jumper.In(t)
		if landing.Chosen(t) > 1 {
			from = stands.Of(t, game.Root)
		}
		t.Remove(t.Last(between(b, from, to)))
		t.Move(t.Last(from), to)
		stands.Set(t, game.Root, to)
	}

	return &game.Rules{
		Name:   "draughts",
		Seats:  game.Exactly(2),
		Layout: []game.Layout{b},
		Kinds:  []*game.Kind{man, king},
		Parts:  []game.Column{stands},
		Setup:  func(t *game.Tx) { b.Put(t, position, man, king) },
		Actions: []*game.Action{
			{Name: "jump", Pick: []game.Choice{jumper, landing}, Do: func(t *game.Tx) {
				crown(t, landing.In(t))
				stands.Set(t, game.Root, 0)
			}},
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
