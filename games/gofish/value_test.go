package gofish_test

import (
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/gofish"
)

// Bots judge a game by books, and by the cards in hands. After 30 random moves, that tells who wins more often than
// not.
func TestValue(t *testing.T) {
	r := gofish.New()
	right, judged := 0, 0
	for seed := range uint64(300) {
		s, err := r.Start(2, game.SeedOf(seed))
		if err != nil {
			t.Fatal(err)
		}
		f := s.Fork()
		f.Seed(seed)
		if _, err := f.Playout(30); err != nil {
			t.Fatal(err)
		}
		s = f.State()
		value := r.Value(s, 0)
		if other := r.Value(s, 1); value+other < 999 || value+other > 1001 {
			t.Fatalf("seed %d: the seats are given %d and %d", seed, value, other)
		}
		if lead := s.Held(0).Len() - s.Held(1).Len(); lead > 1 && value <= 500 || lead < -1 && value >= 500 {
			t.Errorf("seed %d: a lead of %d books is worth %d", seed, lead, value)
		}
		if _, err := f.Playout(1000); err != nil {
			t.Fatal(err)
		}
		if judged++; f.State().Won(0) == (value > 500) {
			right++
		}
	}
	if t.Logf("%d of %d right", right, judged); right < 175 {
		t.Errorf("%d of %d games are won by the seat with the higher value", right, judged)
	}
}
