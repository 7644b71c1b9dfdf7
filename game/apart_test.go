package game_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/plygame/ply/game"
)

// secretRules is a game in which all seats take a card of their hand in secret, five times. They may take a gem
// instead, if the condition holds.
func secretRules(mayTake game.Test, more ...game.AnyDerived) *game.Rules {
	card := &game.Kind{Name: "card"}
	hand := &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner}
	gems := &game.Place{Name: "gems"}
	pile := &game.Place{Name: "pile", Order: game.Stacked}
	gem := &game.Kind{Name: "gem"}
	from := &game.Pick[game.ID]{Name: "card", From: hand.Contents}
	loot := &game.Pick[game.ID]{Name: "gem", From: gems.Contents}
	give := &game.Action{Name: "give", Pick: []game.Choice{from}, Do: func(t *game.Tx) { t.Move(from.In(t), pile) }}
	take := &game.Action{Name: "take", If: mayTake, Pick: []game.Choice{loot}, Do: func(t *game.Tx) {
		if id := loot.In(t); t.Parent(id) == gems.ID() {
			t.Move(id, hand.Of(t.Seat))
		}
	}}
	return &game.Rules{
		Name: "secret", Version: "1", Seats: game.Between(2, 4), Layout: []game.Layout{hand, gems, pile}, Kinds: []*game.Kind{card, gem},
		Derived: more,
		Setup: func(t *game.Tx) {
			for x := range game.Seat(t.Seats()) {
				t.CreateMany(40, card, hand.Of(x)) // more than 128 elements, so that Sets need memory of the move
			}
			t.CreateMany(9, gem, gems)
		},
		Flow: game.Steps{
			&game.Loop{Max: 5, Do: &game.Together{Name: "choice", Secret: true, Actions: []*game.Action{give, take}}},
			game.Run(func(t *game.Tx) { t.Tie() }),
		},
	}
}

// A playout makes the same moves as Random one by one, which counts all moves for each: also if the rules read
// what changes when another seat chooses.
func TestPlayoutOfSecretChoices(t *testing.T) {
	latest := game.NewDerived("latest", func(s *game.State, _ game.ID) bool { return s.Committed().Len() == 2 })
	for name, rules := range map[string]*game.Rules{
		"always":    secretRules(nil),
		"committed": secretRules(func(t *game.Tx) bool { return t.Committed().Len() == 1 }),
		"turn":      secretRules(func(t *game.Tx) bool { return t.Turn() != t.Seat }),
		"to act":    secretRules(func(t *game.Tx) bool { return t.ToAct().Len() > 2 }),
		"played":    secretRules(func(t *game.Tx) bool { return t.Played()%3 == 1 }),
		"derived":   secretRules(func(t *game.Tx) bool { return latest.Of(t, game.Root) }, latest),
	} {
		t.Run(name, func(t *testing.T) {
			s, err := rules.Start(4, game.SeedOf(1))
			if err != nil {
				t.Fatal(err)
			}
			gems := 0
			for seed := range uint64(40) {
				one, all := s.Fork(), s.Fork()
				for _, f := range []*game.Fork{one, all} {
					f.Seed(seed)
					f.Note(true)
				}
				for more := true; more; {
					if more, err = one.Random(); err != nil {
						t.Fatal(err)
					}
				}
				if n, err := all.Playout(1000); err != nil || n != 20 {
					t.Fatalf("the playout has %d moves (%v), want 20", n, err)
				}
				if a, b := fmt.Sprint(one.Noted()), fmt.Sprint(all.Noted()); a != b {
					t.Fatalf("seed %d: the playout makes\n%s\nand Random\n%s", seed, b, a)
				}
				next := s
				for _, m := range all.Noted() {
					if m.Action == "take" {
						gems++
					}
					if next, err = next.Play(m); err != nil {
						t.Fatalf("seed %d: %v", seed, err)
					}
				}
				if next.Hash() != all.Hash() {
					t.Fatalf("seed %d: the playout ends differently", seed)
				}
			}
			if gems == 0 {
				t.Error("no gem was taken in any game")
			}
		})
	}
}

// Rotate ends with the same state whether or not there are hooks that it must call.
func TestRotateWithAndWithoutHooks(t *testing.T) {
	play := func(enter func(*game.Tx, game.ID, game.ID)) (hash uint64, contents string) {
		card := &game.Kind{Name: "card"}
		hand := &game.Place{Name: "hand", Each: true, Seen: game.ByOwner, Enter: enter}
		rotate := &game.Action{Name: "rotate", Do: func(t *game.Tx) {
			t.Rotate(hand.Of(0), hand.Of(1), hand.Of(2))
		}}
		s, err := (&game.Rules{
			Name: "rotate", Version: "1", Seats: game.Exactly(4), Layout: []game.Layout{hand}, Kinds: []*game.Kind{card}, Actions: []*game.Action{rotate},
			Setup: func(t *game.Tx) {
				t.CreateMany(3, card, hand.Of(0))
				t.CreateMany(2, card, hand.Of(1))
				t.CreateMany(4, card, hand.Of(3))
			},
		}).Start(4, game.SeedOf(1))
		if err != nil {
			t.Fatal(err)
		}
		for i := range 4 {
			if s, err = s.Play(game.Move{Seat: game.Seat(i), Action: "rotate"}); err != nil {
				t.Fatal(err)
			}
			for x := range game.Seat(4) {
				contents += fmt.Sprint(slices.Collect(s.In(hand.Of(x))), s.Contents(hand.Of(x)).Len(), s.Filled().Has(hand.Of(x)), s.Held(x).Has(hand.Of(x)))
			}
		}
		return s.Hash(), contents
	}
	hash, contents := play(nil)
	hooked, same := play(func(*game.Tx, game.ID, game.ID) {})
	if hash != hooked || contents != same {
		t.Errorf("without hooks %x\n%s\nwith hooks %x\n%s", hash, contents, hooked, same)
	}
}
