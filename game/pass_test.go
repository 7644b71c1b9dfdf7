package game_test

import (
	"errors"
	"testing"

	"github.com/plygame/ply/game"
)

// passGame has one action, a plain pick that is a Pass: the game ends after four passes in a row.
func passGame(do func(*game.Tx)) *game.Rules {
	cell := &game.Pick[game.ID]{Name: "cell", From: func(t *game.Tx) game.Set[game.ID] { return game.SetOf(game.Root) }}
	return &game.Rules{
		Name: "passes", Version: "1", Seats: game.Exactly(2),
		Actions: []*game.Action{{Name: "pass", Pick: []game.Choice{cell}, Pass: true, Do: do}},
		End: func(t *game.Tx) {
			if t.Passes() == 4 {
				t.Tie()
			}
		},
	}
}

func TestPassCountsInPlayRandomAndPlayout(t *testing.T) {
	for name, do := range map[string]func(*game.Tx){"without a Do": nil, "with a Do": func(*game.Tx) {}} {
		t.Run(name, func(t *testing.T) {
			s, err := passGame(do).Start(2, game.SeedOf(1))
			if err != nil {
				t.Fatal(err)
			}
			played, randomly, playout := s.Fork(), s.Fork(), s.Fork()
			for n := range 5 {
				over := n == 4
				for what, f := range map[string]*game.Fork{"Play": played, "Random": randomly, "Playout": playout} {
					if now := f.State(); now.Over() != over || now.Passes() != n {
						t.Fatalf("after %d moves by %s: over %t, %d passes in a row", n, what, now.Over(), now.Passes())
					}
				}
				moves, err := played.Moves()
				if err != nil || len(moves) != 1 && !over {
					t.Fatal(moves, err)
				}
				if !over {
					err = played.Play(moves[0])
				}
				more, err2 := randomly.Random()
				made, err3 := playout.Playout(1)
				if err := errors.Join(err, err2, err3); err != nil || more == over || made == 1 == over {
					t.Fatal(n, more, made, err)
				}
			}
			if played.Hash() != randomly.Hash() || played.Hash() != playout.Hash() {
				t.Error("Play, Random and Playout end in different states")
			}
		})
	}
}
