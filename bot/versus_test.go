package bot_test

import (
	"cmp"
	"flag"
	"fmt"
	"testing"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/connect4"
	"github.com/plygame/ply/games/liarsdice"
	"github.com/plygame/ply/games/market"
	"github.com/plygame/ply/lab"
)

var (
	numberOfGames = flag.Int("games", 0, "games in each test of strength; 0 means as many as the test needs")
	simulations   = flag.Int("simulations", 0, "simulations of the searches that are compared with variants; 0 means as many as the test needs")
	level         = flag.String("level", "", "level of the bots in tests of strength")
)

// versus lets one player play against others, and returns its share of wins, from 0 to 1, with the interval of 95 %.
func versus(t *testing.T, r *game.Rules, seats, n int, a, b lab.Entrant) lab.Share {
	t.Helper()
	longOnly(t)
	bots := []lab.Entrant{a}
	for range seats - 1 {
		bots = append(bots, b)
	}
	standings, err := (&lab.Arena{Rules: r, Seats: seats, Games: cmp.Or(*numberOfGames, n), Seed: 1, Bots: bots}).Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range standings.Lineups[0].Shares {
		if s.Name == a.Name {
			t.Logf("%s with %d seats: %s wins %.1f %% against %s, 95 %%: %.1f to %.1f, %d games, par %.0f", r.Name, seats, a.Name,
				100*s.Share, b.Name, 100*s.Low, 100*s.High, standings.Games, 100*s.Par)
			return s
		}
	}
	t.Fatal("the player has no result")
	return lab.Share{}
}

// longOnly skips a test of strength with -short.
func longOnly(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("-short: plays many games")
	}
}

// search is a bot with this many simulations.
func search(n int) lab.Entrant {
	return lab.Entrant{Name: fmt.Sprint("search ", n), Player: &bot.Search{Simulations: n}}
}

// bluffing and drafting are games with hidden information, with how many games a test of strength can afford.
func bluffing() (*game.Rules, int) { return liarsdice.New(5, true, false), 24 }
func drafting() (*game.Rules, int) { return market.New(2, 0, true), 4 }

// One tree over all re-deals is stronger than a tree for each of five re-deals.
func TestOneTreeIsBest(t *testing.T) {
	t.Parallel()
	k := cmp.Or(*simulations, 200)
	for _, of := range []func() (*game.Rules, int){bluffing, drafting} {
		r, n := of()
		s := versus(t, r, 2, n, search(k), lab.Entrant{Name: "a tree per re-deal", Player: &bot.PerDeal{Search: bot.Search{Simulations: k}, Deals: 5}})
		if s.High < 0.55 {
			t.Errorf("%s: against a tree per re-deal it wins only %.1f %%", r.Name, 100*s.Share)
		}
	}
}

// A search that remembers only the moves of its own turn is a strong opponent: a tree that learns what others do in liar's dice, too, wins
// 28 of 100 games at 1,000 simulations. docs/bots.md has the figures for more games.
func TestTreeAgainstRootOnly(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		of                 func() (*game.Rules, int)
		simulations, games int
		least              float64 // of the share of wins
	}{
		{bluffing, 200, 40, 0.5},
		{drafting, 200, 6, 0.3}, // few games, because each takes half a second
	} {
		r, _ := c.of()
		k := cmp.Or(*simulations, c.simulations)
		s := versus(t, r, 2, c.games, search(k), lab.Entrant{Name: "root only", Player: &bot.RootOnly{Search: bot.Search{Simulations: k}}})
		if s.Share < c.least || s.High < 0.55 {
			t.Errorf("%s: against a search of the root only it wins only %.1f %%", r.Name, 100*s.Share)
		}
	}
}

// A search that cheats is stronger than a fair one: that is the price of hidden information.
func TestPeekingIsStronger(t *testing.T) {
	t.Parallel()
	r, n := bluffing()
	s := versus(t, r, 2, n, lab.Entrant{Name: "peeking", Player: &bot.Peeking{Search: bot.Search{Simulations: 200}}}, search(200))
	if s.High < 0.55 || n > 20 && s.Low < 0.5 {
		t.Errorf("a search that cheats wins only %.1f %%", 100*s.Share)
	}
}

// What others have chosen in secret is searched, which is not worse than drawing it at random.
func TestSearchOfSecretChoices(t *testing.T) {
	t.Parallel()
	r, n := drafting()
	if s := versus(t, r, 2, n, search(200), lab.Entrant{Name: "drawing", Player: &bot.Drawing{Search: bot.Search{Simulations: 200}}}); s.High < 0.5 {
		t.Errorf("it wins only %.1f %% against a search that draws them at random", 100*s.Share)
	}
}

// A fair player by hand that knows the odds is hard to beat in liar's dice.
func TestLiarsDiceAgainstOdds(t *testing.T) {
	t.Parallel()
	r := liarsdice.New(5, true, false)
	byHand := lab.Entrant{Name: "odds", Player: newOdds(r)}
	name := cmp.Or(*level, "steady")
	p, err := bot.NewSearch(name)
	if err != nil {
		t.Fatal(err)
	}
	if s := versus(t, r, 2, 20, lab.Entrant{Name: name, Player: p}, byHand); s.High < 0.4 {
		t.Errorf("%s wins only %.1f %%", name, 100*s.Share)
	}
	random, _ := bot.Standard().Player("random")
	if s := versus(t, r, 2, 100, byHand, lab.Entrant{Name: "random", Player: random}); s.Low < 0.95 {
		t.Errorf("odds is a poor yardstick: it wins %.1f %% against random", 100*s.Share)
	}
}

// The expert of Connect Four wins most games in which it begins.
func TestExpertBeginsWell(t *testing.T) {
	longOnly(t)
	t.Parallel()
	for _, c := range []struct {
		other   string
		percent float64
	}{{"sharp", 70}, {"steady", 85}} {
		n, points := cmp.Or(*numberOfGames, 8), 0
		for seed := range uint64(n) {
			points += pointsOfFirst(t, connect4.New(), seed, "expert", c.other)
		}
		share := float64(points) / float64(2*n)
		low, high := wilson(share, n)
		t.Logf("expert wins %.1f %% against %s in %d games as first player, 95 %%: %.1f to %.1f", 100*share, c.other, n, 100*low, 100*high)
		if 100*high < c.percent {
			t.Errorf("expert wins only %.1f %% against %s", 100*share, c.other)
		}
	}
}

// pointsOfFirst plays a game of two levels, and returns the points of the first: 2 for a win, 1 for a draw.
func pointsOfFirst(t *testing.T, r *game.Rules, seed uint64, levels ...string) int {
	t.Helper()
	var players []bot.Player
	for _, l := range levels {
		p, err := bot.NewSearch(l)
		if err != nil {
			t.Fatal(err)
		}
		players = append(players, p)
	}
	s := start(t, r, 2)
	for !s.Over() {
		m, err := bot.Choose(t.Context(), players[s.Turn()], s, s.Turn(), 1000*seed+uint64(s.Played()))
		if err != nil {
			t.Fatal(err)
		}
		if s, err = s.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	switch {
	case s.Tied():
		return 1
	case s.Won(0):
		return 2
	}
	return 0
}

// The simulations of a batch count what the others choose: that is not worse than if all of them chose the same.
func TestBatchesShareTheRoot(t *testing.T) {
	t.Parallel()
	k := cmp.Or(*simulations, 50)
	for _, of := range []func() (*game.Rules, int){bluffing, drafting} {
		r, n := of()
		s := versus(t, r, 2, n, search(k), lab.Entrant{Name: "unaware", Player: &bot.Unaware{Search: bot.Search{Simulations: k}}})
		if s.High < 0.5 {
			t.Errorf("%s: against a search whose simulations choose alike it wins only %.1f %%", r.Name, 100*s.Share)
		}
	}
}
