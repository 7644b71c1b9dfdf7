package game_test

import (
	"slices"
	"testing"

	. "github.com/plygame/ply/game"
)

// A Refuse where it refuses nothing is noted with the state; one in a condition is not, wherever it is evaluated.
func TestUnheard(t *testing.T) {
	calm := When("it is not calm", func(*Tx) bool { return false })
	number := &Pick[int]{Name: "number", Range: func(*Tx) (int, int) { return 0, 2 }, If: func(t *Tx, n int) bool {
		return n < 2 || t.Refuse("{0} is too high", n)
	}}
	act := &Action{Name: "act", Pick: []Choice{number}, Do: func(t *Tx) {
		t.Try(func() { t.Refuse("only tried") })
		shared := func() bool { return t.Refuse("not shared") }
		if !calm(t) && !shared() && number.In(t) == 1 {
			t.Refuse("not {0}", 1)
		}
	}}
	r := &Rules{Name: "unheard", Seats: Exactly(2), Actions: []*Action{act}}
	s, err := r.Start(2, SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	for move, want := range map[string][]string{"act 0": nil, "act 1": {`"not {0}" (unheard_test.go:20)`}} {
		next, err := s.PlayText(0, move)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := next.Offers(Move{Seat: 1}); err != nil {
			t.Fatal(err)
		}
		if got := next.Unheard(); !slices.Equal(got, want) {
			t.Errorf("after %s: %q, want %q", move, got, want)
		}
		if got := next.View(1).Unheard(); got != nil {
			t.Errorf("a view has %q", got)
		}
	}
}
