package market_test

import (
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/market"
)

// Bots judge a game between two nights, by the lead in coins and cats.
func TestValue(t *testing.T) {
	r := market.New(3, 0, true)
	s, err := r.Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	worth := func(s *game.State, seat game.Seat) int {
		return market.Coins.Of(s, seat) + 2*s.Count(s.Find("home/"+string(rune('0'+seat))))
	}
	f, judged := s.Fork(), 0
	for more := true; more && !f.State().Over(); {
		s := f.State()
		switch a, b := r.Value(s, 0), r.Value(s, 1); {
		case a < 0 && b < 0:
		case a+b != 1000 || a > 500 != (worth(s, 0) > worth(s, 1)):
			t.Errorf("after %d moves the seats are given %d and %d", s.Played(), a, b)
		default:
			judged++
		}
		if more, err = f.Random(); err != nil {
			t.Fatal(err)
		}
	}
	if judged != 3 {
		t.Errorf("judged %d times, not once before each night", judged)
	}
}
