package game_test

import (
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// ladder is a game of two picks: after n of the first, n values of the second.
func ladder(first, most int, play func(a, b int)) *game.Rules {
	from := &game.Pick[int]{Name: "a", From: func(*game.Tx) (all game.Set[int]) {
		for i := range first {
			all = all.With(i)
		}
		return all
	}}
	to := &game.Pick[int]{Name: "b", Most: most, From: func(t *game.Tx) (all game.Set[int]) {
		for i := range from.In(t) {
			all = all.With(10 + i)
		}
		return all
	}}
	return &game.Rules{
		Name: "ladder", Seats: game.Exactly(1),
		Actions: []*game.Action{{Name: "go", Pick: []game.Choice{from, to}, Do: func(t *game.Tx) { play(from.In(t), to.In(t)) }}},
		Stuck:   func(t *game.Tx) { t.Tie() },
	}
}

// With Most, every move is as likely as without.
func TestMost(t *testing.T) {
	for _, most := range []int{0, 4, 5, 60} {
		counts := map[[2]int]int{}
		s, err := ladder(5, most, func(a, b int) { counts[[2]int{a, b}]++ }).Start(1, game.SeedOf(1))
		if err != nil {
			t.Fatal(err)
		}
		f := s.Fork()
		f.Seed(3)
		const games = 100000
		if _, err := f.Playout(games); err != nil {
			t.Fatal(err)
		}
		if len(counts) != 10 {
			t.Fatalf("most %d: %d different moves", most, len(counts))
		}
		for move, n := range counts {
			if n < 9500 || n > 10500 { // five standard deviations
				t.Errorf("most %d: %v was drawn %d times", most, move, n)
			}
		}
	}
}

func TestMostIsHeld(t *testing.T) {
	rules := ladder(5, 3, func(int, int) {})
	s, err := rules.Start(1, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	if got := rules.Actions[0].Pick[1].Info().Most; got != 3 {
		t.Errorf("Info: %d", got)
	}
	f := s.Fork()
	f.Seed(1)
	if _, err := f.Playout(1000); err == nil || !strings.Contains(err.Error(), "From returns 4 values, but Most is 3") {
		t.Errorf("more values than Most: %v", err)
	}
}

// If nothing can be chosen at all, the seat is stuck.
func TestMostOfNothing(t *testing.T) {
	s, err := ladder(1, 3, func(int, int) {}).Start(1, game.SeedOf(1))
	if err != nil || !s.Over() {
		t.Errorf("%v, over: %t", err, s.Over())
	}
}
