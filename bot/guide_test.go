package bot_test

import (
	"testing"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/liarsdice"
)

// leaning is a function that implements bot.Policy.
type leaning func(f *game.Fork, h game.Handle) int

func (w leaning) Weight(f *game.Fork, h game.Handle) int { return w(f, h) }

// Where the tree knows nothing yet, the searcher's later moves are those that the Policy finds likely: bids on sixes here.
func TestLaterMovesFollowThePolicy(t *testing.T) {
	t.Parallel()
	r := liarsdice.New(5, true, false)
	bid := r.Layout[0].(*game.Place)
	s := start(t, r, 2)
	seat := firstToAct(s)
	bids, sixes := 0, 0
	even := judge(func(s *game.State, x game.Seat) int {
		if id := s.First(bid); x == seat && id != 0 && s.Owner(id) == seat && s.Played() == 3 {
			if bids++; liarsdice.Faces.Of(s, id) == 6 {
				sixes++
			}
		}
		return 500
	})
	likely := leaning(func(f *game.Fork, h game.Handle) int {
		if m := f.Move(h); m.Action == "bid" && m.Picks[1][0].N == 6 {
			return 1000
		}
		return 10
	})
	if _, err := (&bot.Search{Simulations: 2000, Evaluator: even, Policy: likely}).Think(t.Context(), bot.NewTurn(s, seat, 1)); err != nil {
		t.Fatal(err)
	}
	if bids < 50 || 10*sixes < 7*bids {
		t.Errorf("%d of %d later bids are on sixes", sixes, bids)
	}
}
