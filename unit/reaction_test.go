package unit_test

import (
	"fmt"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/unit"
)

// strike is an attack that waits: for the attacker, who may roll again, then for the defender, who may dodge.
type strike struct {
	Target game.ID
	Roll   int
}

func duelling() *game.Rules {
	arena := &game.Place{Name: "arena"}
	man := &game.Kind{Name: "man", With: []game.With{unit.MaxHealth.Is(4), unit.MaxPoints.Is(2)}}
	mine := func(t *game.Tx) game.ID {
		return unit.Select(t.State, func(id game.ID) bool { return t.Owner(id) == t.Seat }, man).First()
	}
	wound := &game.Effect[strike]{Name: "wound", Do: func(t *game.Tx, x strike) { unit.Hurt(t, x.Target, x.Roll-2) }}
	hit := &game.Effect[strike]{Name: "hit"}
	pay := func(t *game.Tx) bool { return unit.Affords(t, mine(t), 1) }
	again := &game.Action{Name: "again", If: pay, Do: func(t *game.Tx) {
		unit.Pay(t, mine(t), 1)
		hit.Edit(t, func(x *strike) { x.Roll = t.Roll(6) })
	}}
	keep := &game.Action{Name: "keep", Do: func(*game.Tx) {}}
	dodge := &game.Action{Name: "dodge", If: pay, Do: func(t *game.Tx) {
		unit.Pay(t, mine(t), 1)
		if t.Roll(6) > wound.In(t).Roll {
			wound.Edit(t, func(x *strike) { x.Roll = 2 })
		}
	}}
	attacked := func(t *game.Tx) game.Seat { return 1 - t.Turn() }
	reroll := &game.Act{Name: "reroll", Actions: []*game.Action{again, keep}, Min: 1, Max: 1}
	reaction := &game.Act{Name: "reaction", Actions: []*game.Action{dodge, keep}, Min: 1, Max: 1, Who: attacked}
	hit.Do = func(t *game.Tx, x strike) {
		if x.Roll > 2 {
			t.Call(reaction, wound.With(x))
		}
	}
	attack := &game.Action{Name: "attack", Do: func(t *game.Tx) {
		t.Call(reroll, hit.With(strike{unit.Select(t.State, func(id game.ID) bool { return t.Owner(id) != t.Seat }, man).First(), t.Roll(6)}))
	}}
	return &game.Rules{
		Name: "duelling", Seats: game.Exactly(2), Layout: []game.Layout{arena}, Kinds: []*game.Kind{man}, Parts: unit.Parts(),
		Setup: func(t *game.Tx) {
			var spawner unit.Spawner
			for seat := range game.Seat(2) {
				spawner.Spawn(t, unit.Spawn(man).For(seat).In(arena.ID()))
			}
		},
		Flow:    &game.Loop{Do: &game.EachSeat{Name: "turn", Do: &game.Act{Name: "fight", Actions: []*game.Action{attack}, Min: 1, Max: 1}}},
		Calls:   []game.Step{reroll, reaction},
		Effects: []game.AnyEffect{hit, wound},
		Settle:  unit.Bury(func(t *game.Tx, id game.ID) { t.Win(1 - t.Owner(id)) }, man),
	}
}

// A game with rerolls and reactions is saved and loaded at every step, even in the middle of attacks, and continues.
func TestReactionsSavedAtEveryStep(t *testing.T) {
	asked := map[string]int{}
	for seed := range uint64(20) {
		s, err := duelling().Start(2, game.SeedOf(seed))
		if err != nil {
			t.Fatal(err)
		}
		for n := 0; !s.Over(); n++ {
			loaded, err := duelling().Load(s.Save())
			if err != nil {
				t.Fatal(err)
			}
			if s.Where() != loaded.Where() || s.Hash() != loaded.Hash() {
				t.Fatalf("seed %d, move %d: %s, and when loaded %s", seed, n, s.Where(), loaded.Where())
			}
			all, err := s.Moves()
			if err != nil {
				t.Fatal(err)
			}
			m := all[(n*5+int(seed))%len(all)]
			text := s.Text(m)
			asked[m.Action]++
			next, err := loaded.PlayText(m.Seat, text)
			if err != nil {
				t.Fatal(err)
			}
			if s, err = s.Play(m); err != nil {
				t.Fatal(err)
			}
			if s.Hash() != next.Hash() || fmt.Sprint(s.Outcome()) != fmt.Sprint(next.Outcome()) {
				t.Fatalf("seed %d: after %s the loaded game differs by %v", seed, text, s.Diff(next))
			}
		}
	}
	for _, action := range []string{"attack", "again", "dodge", "keep"} {
		if asked[action] == 0 {
			t.Errorf("%s was never chosen", action)
		}
	}
}
