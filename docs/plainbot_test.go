package docs_test

import (
	"context"
	"testing"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/breakthrough"
)

// Silent is an evaluator and a policy without an opinion.
type Silent struct{}

func (Silent) Value(*game.State, game.Seat) int   { return -1 }
func (Silent) Weight(*game.Fork, game.Handle) int { return 1 }

func plain() bot.Bot {
	return bot.Bot{Name: "plain", Takes: "SIMULATIONS", About: "Searches without the hints of the rules.",
		New: func(parameter string) (bot.Player, error) {
			search, err := bot.NewSearch(parameter)
			if err != nil {
				return nil, err
			}
			search.Evaluator, search.Policy = Silent{}, Silent{}
			return search, nil
		}}
}

// The bot on the page does not ask the rules, and the bots of Ply do.
func TestPlainBot(t *testing.T) {
	asked := 0
	rules := breakthrough.New(6)
	rules.Value = func(*game.State, game.Seat) int { asked++; return 500 }
	rules.Weight = func(*game.Fork, game.Handle) int { asked++; return 1 }
	s, err := rules.Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	for name, hints := range map[string]bool{"plain:20": false, "20": true} {
		asked = 0
		player, err := append(bot.Standard(), plain()).Player(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := bot.Choose(context.Background(), player, s, s.Turn(), 1); err != nil {
			t.Fatal(err)
		}
		if (asked > 0) != hints {
			t.Errorf("%s asks the rules %d times", name, asked)
		}
	}
	if _, err := append(bot.Standard(), plain()).Player("plain:many"); err == nil {
		t.Error("many is no number of simulations")
	}
}
