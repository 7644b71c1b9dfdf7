package gametest

import (
	"testing"

	"github.com/plygame/ply/game"
)

// lotto is a game with too many moves to list: 6 of 49. A Check refuses some of them.
func lotto(name string, check func(sum int) bool) *game.Rules {
	six := &game.Pick[int]{Name: "six", Range: func(*game.Tx) (int, int) { return 1, 49 }, Several: func(*game.Tx) (int, int) { return 6, 6 }}
	sum := game.NewPart[int]("sum")
	total := func(t *game.Tx) (n int) {
		for x := range six.All(t) {
			n += x
		}
		return n
	}
	tip := &game.Action{Name: "tip", Pick: []game.Choice{six}, Do: func(t *game.Tx) { sum.Add(t, t.Seat, total(t)) }}
	if check != nil {
		tip.Check = func(t *game.Tx) bool { return check(total(t)) || t.Refuse("{0} is not allowed", total(t)) }
	}
	return &game.Rules{
		Name: name, Version: "1", Seats: game.Exactly(2), Parts: []game.Column{sum}, Actions: []*game.Action{tip},
		End: func(t *game.Tx) {
			if t.Played() == 2 {
				t.Score(sum.Of(t, game.Seat(0)), sum.Of(t, game.Seat(1)))
			}
		},
	}
}

// The laws hold where there are too many moves to list.
func TestLawsHoldWhereMovesAreTooMany(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: counts to the limit of moves again and again")
	}
	for _, rules := range []*game.Rules{
		lotto("lotto", nil),
		lotto("even", func(sum int) bool { return sum%2 == 0 }),
	} {
		t.Run(rules.Name, func(t *testing.T) {
			t.Parallel()
			s, err := rules.Start(2, game.SeedOf(1))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s.Moves(); game.CodeOf(err) != game.TooMany {
				t.Fatalf("the moves are listed: %v", err)
			}
			Config{Games: 1, MaxMoves: 5, Inputs: 300}.Check(t, rules)
		})
	}
}
