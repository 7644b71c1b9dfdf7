package bot_test

import (
	"testing"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/connect4"
	"github.com/plygame/ply/games/cribbage"
	"github.com/plygame/ply/games/liarsdice"
)

// judge is a function that implements bot.Evaluator.
type judge func(s *game.State, seat game.Seat) int

func (f judge) Value(s *game.State, seat game.Seat) int { return f(s, seat) }

// Depth moves are made at random before an Evaluator is asked, and one more whenever it cannot say yet.
func TestEvaluatorMayWait(t *testing.T) {
	t.Parallel()
	s := start(t, connect4.New(), 2)
	for _, c := range []struct{ depth, wait, least int }{{0, 0, 1}, {3, 0, 4}, {0, 6, 6}, {3, 6, 6}} {
		least, asked := 1000, 0
		e := judge(func(s *game.State, _ game.Seat) int {
			if s.Played() < c.wait {
				return -1
			}
			least, asked = min(least, s.Played()), asked+1
			return 500
		})
		if _, err := (&bot.Search{Simulations: 50, Evaluator: e, Depth: c.depth}).Think(t.Context(), bot.NewTurn(s, 0, 1)); err != nil {
			t.Fatal(err)
		}
		if least != c.least || asked == 0 {
			t.Errorf("%+v: asked after %d moves at the earliest, %d times", c, least, asked)
		}
	}

	never := judge(func(*game.State, game.Seat) int { return -1 })
	if th, err := (&bot.Search{Simulations: 50, Evaluator: never}).Think(t.Context(), bot.NewTurn(s, 0, 1)); err != nil || th.Simulations != 50 {
		t.Errorf("with an evaluator that never speaks: %v, %v", th, err)
	}
}

// A search sees re-deals as often as Rules.Likely finds them likely.
func TestLikelyDeals(t *testing.T) {
	t.Parallel()
	r := liarsdice.New(1, false, false)
	cup := r.Layout[1].(*game.Place)
	sixes := func(s *game.State, seat game.Seat) bool { return liarsdice.Pips.Of(s, s.First(cup.Of(1-seat))) == 6 }
	for _, c := range []struct{ likely, low, high int }{{1000, 80, 250}, {100, 500, 850}, {0, 930, 1000}} { // sixes are always likely
		r.Likely = func(s *game.State, seat game.Seat) int {
			if sixes(s, seat) {
				return 1000
			}
			return c.likely
		}
		s, met := start(t, r, 2), map[bool]int{}
		seat := firstToAct(s)
		e := judge(func(s *game.State, x game.Seat) int {
			if x == seat {
				met[sixes(s, seat)]++
			}
			return 500
		})
		// Nothing is rolled before the first bid is called, so that the dice are those of the re-deal.
		if _, err := (&bot.Search{Simulations: 8, Evaluator: e}).Think(t.Context(), bot.NewTurn(s, seat, 1)); err != nil {
			t.Fatal(err)
		}
		for n := range uint64(49) {
			if _, err := (&bot.Search{Simulations: 8, Evaluator: e}).Think(t.Context(), bot.NewTurn(s, seat, n+2)); err != nil {
				t.Fatal(err)
			}
		}
		if share := 1000 * met[true] / (met[true] + met[false]); share < c.low || share > c.high {
			t.Errorf("others are likely in %d of 1000: sixes in %d of 1000 deals", c.likely, share)
		}
	}
}

// Allies share a rank, so each gets what the team gets: partners in cribbage.
func TestAlliesShareThePayoff(t *testing.T) {
	t.Parallel()
	for seed := range uint64(5) {
		f := start(t, cribbage.New(true, false), 4).Fork()
		f.Seed(seed)
		if bot.Payoff(f.State()) != nil {
			t.Fatal("a pay-off before the end")
		}
		if _, err := f.Playout(1000); err != nil {
			t.Fatal(err)
		}
		p := bot.Payoff(f.State())
		if p == nil || p[0] != p[2] || p[1] != p[3] {
			t.Fatalf("the pay-offs are %v", p)
		}
		if won := f.State().Won(0); !f.State().Tied() && won != (p[0] > p[1]) {
			t.Errorf("seats 0 and 2 have won: %v, the pay-offs are %v", won, p)
		}
	}
}

// How much a search prefers a good move depends on how much results vary, not on the scale of an Evaluator: a game in
// which moves differ by little is searched as well as one in which they differ by much.
func TestScaleOfValuesDoesNotMatter(t *testing.T) {
	t.Parallel()
	r := liarsdice.New(1, false, false)
	s := start(t, r, 2)
	seat := firstToAct(s)
	bid := r.Layout[0].(*game.Place)
	for _, scale := range []int{60, 4} { // the higher the face, the better
		e := judge(func(s *game.State, x game.Seat) int {
			lead := scale * int(liarsdice.Faces.Of(s, s.First(bid)))
			if x != seat {
				lead = -lead
			}
			return 500 + lead
		})
		th, err := (&bot.Search{Simulations: 400, Evaluator: e}).Think(t.Context(), bot.NewTurn(s, seat, 1))
		if err != nil {
			t.Fatal(err)
		}
		if v := th.Choices[0].Visits; v < 180 { // about 140 if the scale mattered
			t.Errorf("with differences of %d, the best move has only %d visits", scale, v)
		}
	}
}
