package bot_test

import (
	"flag"
	"fmt"
	"testing"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/liarsdice"
	"github.com/plygame/ply/games/market"
	"github.com/plygame/ply/lab"
)

var (
	numberOfGames = flag.Int("games", 0, "games in each test of strength; 0 means as many as the test needs")
	level         = flag.String("level", "", "level of the bots in tests of strength")
)

// versus lets one player play against another, and returns its score, from 0 to 1, with its interval of 95 %.
func versus(t *testing.T, r *game.Rules, seats, n int, a, b lab.Entrant) lab.Share {
	t.Helper()
	if *numberOfGames > 0 {
		n = *numberOfGames
	}
	bots := []lab.Entrant{a}
	for range seats - 1 {
		bots = append(bots, b)
	}
	standings, err := (&lab.Arena{Rules: r, Seats: seats, Games: n, Seed: 1, Bots: bots}).Run(t.Context())
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

// search is a bot with this many simulations.
func search(n int) lab.Entrant {
	return lab.Entrant{Name: fmt.Sprint("search ", n), Player: &bot.Search{Simulations: n}}
}

// One tree over all re-deals is stronger than a search of the root only, and than a tree for each of five re-deals.
func TestOneTreeIsBest(t *testing.T) {
	t.Parallel()
	const n = 200
	with := bot.Search{Simulations: n}
	for _, r := range []*game.Rules{liarsdice.New(5, true, false), market.New(3, 0, true)} {
		for _, other := range []lab.Entrant{{Name: "root only", Player: &bot.RootOnly{Search: with}}, {Name: "a tree per re-deal", Player: &bot.PerDeal{Search: with, Deals: 5}}} {
			if s := versus(t, r, 2, few(20, 60), search(n), other); s.Share < 0.55 {
				t.Errorf("%s: against %s it wins only %.1f %%", r.Name, other.Name, 100*s.Share)
			}
		}
	}
}

// A search that cheats is stronger than a fair one: the price of hidden information.
func TestPeekingIsStronger(t *testing.T) {
	t.Parallel()
	const n = 200
	peeking := lab.Entrant{Name: "peeking", Player: &bot.Peeking{Search: bot.Search{Simulations: n}}}
	for _, r := range []*game.Rules{liarsdice.New(5, true, false), market.New(3, 0, true)} {
		if s := versus(t, r, 2, few(10, 40), peeking, search(n)); s.Share < 0.6 {
			t.Errorf("%s: a search that cheats wins only %.1f %%", r.Name, 100*s.Share)
		}
	}
}

// What others have chosen in secret is searched. Drawing it at random is about as good in this game: see the log.
func TestSearchOfSecretChoices(t *testing.T) {
	t.Parallel()
	const n = 200
	drawing := lab.Entrant{Name: "drawing", Player: &bot.Drawing{Search: bot.Search{Simulations: n}}}
	if s := versus(t, market.New(3, 0, true), 2, few(10, 40), search(n), drawing); s.High < 0.5 {
		t.Errorf("it wins only %.1f %% against one that draws them at random", 100*s.Share)
	}
}

// A fair player by hand that knows the odds is hard to beat in liar's dice.
func TestLiarsDiceAgainstOdds(t *testing.T) {
	t.Parallel()
	r := liarsdice.New(5, true, false)
	byHand := lab.Entrant{Name: "odds", Player: newOdds(r)}
	name := *level
	if name == "" {
		name = "steady"
	}
	p, err := bot.NewSearch(name)
	if err != nil {
		t.Fatal(err)
	}
	versus(t, r, 2, few(10, 20), lab.Entrant{Name: name, Player: p}, byHand)
	random, _ := bot.Standard().Player("random")
	if s := versus(t, r, 2, 100, byHand, lab.Entrant{Name: "random", Player: random}); s.Low < 0.95 {
		t.Errorf("odds is a poor yardstick: it wins %.1f %% against random", 100*s.Share)
	}
}
