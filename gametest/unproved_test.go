package gametest

import (
	"testing"

	"github.com/plygame/ply/game"
)

// lots is a game with unproved offers: choose four numbers up to 24, all of them high.
func lots() *game.Rules {
	four := &game.Pick[int]{Name: "four", Range: func(*game.Tx) (int, int) { return 1, 24 }, Several: func(*game.Tx) (int, int) { return 4, 4 }}
	high := func(t *game.Tx) bool {
		for n := range four.All(t) {
			if n < 15 {
				return t.Refuse("{0} is low", n)
			}
		}
		return true
	}
	return &game.Rules{
		Name: "lots", Version: "1", Seats: game.Exactly(2),
		Actions: []*game.Action{{Name: "draw", Pick: []game.Choice{four}, Check: high, Do: func(*game.Tx) {}}},
		End: func(t *game.Tx) {
			if t.Played() == 3 {
				t.Tie()
			}
		},
	}
}

// The laws accept that an unproved value may be refused.
func TestUnprovedHolds(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: plays many games")
	}
	t.Parallel()
	s, err := lots().Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	offers, err := s.Offers(game.Move{Seat: 0})
	if err != nil || !offers[0].Unproved || !offers[0].Options[0].Unproved {
		t.Fatalf("the offers are proved: %+v, %v", offers, err)
	}
	Config{Games: 2, MaxMoves: 10}.Check(t, lots())
}

// unprovedKernels break the law that offers agree with moves, with unproved values.
var unprovedKernels = []struct {
	name, words string
	rules       *game.Rules
	spoil       func(*kernel)
}{
	{"unproved values are refused", "is not offered", lots(), func(k *kernel) {
		k.offers = func(s *game.State, d game.Move) ([]game.Offer, error) {
			all, err := s.Offers(d)
			for i := range all {
				for j := range all[i].Options {
					if x := &all[i].Options[j]; x.Unproved {
						x.Why = game.NewLine("perhaps")
					}
				}
			}
			return all, err
		}
	}},
	{"unproved values are promised", "but no complete move continues with it", lots(), func(k *kernel) {
		k.offers = func(s *game.State, d game.Move) ([]game.Offer, error) {
			all, err := s.Offers(d)
			for i := range all {
				for j := range all[i].Options {
					all[i].Options[j].Unproved = false
				}
			}
			return all, err
		}
	}},
	{"refused values are called unproved", "is marked as unproved", order(), func(k *kernel) {
		k.offers = func(s *game.State, d game.Move) ([]game.Offer, error) {
			all, err := s.Offers(d)
			for i := range all {
				all[i].Unproved = true
			}
			return all, err
		}
	}},
}

func TestUnprovedKernelsAreFound(t *testing.T) {
	for _, c := range unprovedKernels {
		t.Run(c.name, func(t *testing.T) { mustFind(t, c.rules, "offers agree with moves", c.words, c.spoil) })
	}
}
