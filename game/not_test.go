package game_test

import (
	"testing"

	"github.com/plygame/ply/game"
)

// Where one action has a condition and another one the opposite, Random evaluates the condition once.
func TestOppositeIsEvaluatedOnce(t *testing.T) {
	x, asked := newBox(), 0
	even := game.When("odd", func(tx *game.Tx) bool {
		asked++
		return points.Of(tx, game.Root)%2 == 0
	})
	more := func(tx *game.Tx) { points.Add(tx, game.Root, 1) }
	x.Actions = []*game.Action{
		{Name: "even", If: even, Do: more},
		{Name: "odd", If: even.Not("even"), Do: more},
	}
	f := x.start(t).Fork()
	f.Seed(1)
	f.Note(true)
	asked = 0
	for range 10 {
		if more, err := f.Random(); !more || err != nil {
			t.Fatal(more, err)
		}
	}
	if asked != 10 {
		t.Errorf("the condition of 10 moves is evaluated %d times", asked)
	}
	for i, m := range f.Noted() {
		if want := []string{"even", "odd"}[i%2]; m.Action != want {
			t.Errorf("move %d is %s, want %s", i, m.Action, want)
		}
	}
}

// The opposite of a condition is evaluated again for another seat, and after something was tried.
func TestOppositeElsewhere(t *testing.T) {
	x := newBox()
	first := game.When("not the first seat", func(tx *game.Tx) bool { return tx.Seat == 0 && points.Of(tx, game.Root) == 0 })
	other := first.Not("the first seat")
	x.Actions = []*game.Action{
		{Name: "first", If: first, Do: doNothing},
		{Name: "tried", If: func(tx *game.Tx) (holds bool) {
			tx.Try(func() {
				points.Set(tx, game.Root, 1)
				holds = other(tx)
			})
			return holds
		}, Do: doNothing},
		{Name: "other", If: other, Do: doNothing},
	}
	f := x.start(t).Fork()
	tried := false
	f.Note(true)
	for i := range uint64(40) {
		f.Seed(i)
		if more, err := f.Random(); !more || err != nil {
			t.Fatal(more, err)
		}
		m := f.Noted()[i]
		tried = tried || m.Action == "tried" && m.Seat == 0
		if m.Action == "other" && m.Seat == 0 || m.Action == "first" && m.Seat != 0 {
			t.Errorf("%v plays %s", m.Seat, m.Action)
		}
	}
	if !tried {
		t.Error("the first seat never plays what depends on a trial")
	}
}
