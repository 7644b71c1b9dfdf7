package game_test

import (
	"fmt"
	"testing"

	"github.com/plygame/ply/game"
)

// theft is a box in which a seat takes a card from the other hand, which it does not see, or plays one of its own. The
// hands are ordered or unordered.
func theft(order game.Order) *box {
	x := den()
	x.hand.Order = order
	theirs := &game.Pick[game.ID]{Name: "theirs", From: func(t *game.Tx) game.Set[game.ID] { return t.Contents(x.hand.Of(1 - t.Seat)) }}
	mine := &game.Pick[game.ID]{Name: "mine", From: x.hand.Contents, Several: func(*game.Tx) (int, int) { return 1, 2 }}
	x.Actions = append(x.Actions,
		&game.Action{Name: "steal", Pick: []game.Choice{theirs}, Do: func(t *game.Tx) { t.Move(theirs.In(t), x.hand.Of(t.Seat)) }},
		&game.Action{Name: "lay", Pick: []game.Choice{mine}, Do: func(t *game.Tx) {
			for id := range mine.All(t) {
				t.Move(id, x.row)
			}
		}})
	return x
}

// moveKeys returns the keys of the moves of a seat, with the number of moves for each.
func moveKeys(t testing.TB, s *game.State, seat game.Seat, action string) map[uint64]int {
	t.Helper()
	moves, err := s.Moves()
	if err != nil {
		t.Fatal(err)
	}
	keys := map[uint64]int{}
	for _, m := range moves {
		if m.Seat == seat && m.Action == action {
			keys[s.MoveKey(m)]++
		}
	}
	return keys
}

func TestMoveKeyInRedeals(t *testing.T) {
	for _, test := range []struct {
		order      game.Order
		steal, lay int // number of different choices
	}{
		{game.Unordered, 1, 4}, // any of three; 7, 8, 7+7 and 7+8
		{game.Ordered, 3, 6},
	} {
		x := theft(test.order)
		s := x.setup(t, func(tx *game.Tx) {
			x.deal(tx, x.pile.ID(), 1, 2, 3, 4, 5, 6)
			tx.Shuffle(x.pile)
			for range 3 {
				tx.Move(tx.Last(x.pile), x.hand.Of(1))
			}
			x.deal(tx, x.hand.Of(0), 7, 7, 8)
		})
		steal, lay := moveKeys(t, s, 0, "steal"), moveKeys(t, s, 0, "lay")
		if len(steal) != test.steal || len(lay) != test.lay {
			t.Errorf("order %v: %d ways to steal and %d to lay, want %d and %d", test.order, len(steal), len(lay), test.steal, test.lay)
		}
		f := s.Fork()
		ids := map[string]bool{}
		for seed := range uint64(20) {
			r, err := s.Redeal(0, game.SeedOf(seed))
			if err != nil {
				t.Fatal(err)
			}
			if err := f.Redeal(s, 0, seed); err != nil {
				t.Fatal(err)
			}
			for name, other := range map[string]*game.State{"view": s.View(0), "re-deal": r, "fork": f.State()} {
				if got := moveKeys(t, other, 0, "steal"); fmt.Sprint(got) != fmt.Sprint(steal) {
					t.Fatalf("order %v: the keys to steal in the %s are %v, want %v", test.order, name, got, steal)
				}
				if got := moveKeys(t, other, 0, "lay"); fmt.Sprint(got) != fmt.Sprint(lay) {
					t.Fatalf("order %v: the keys to lay in the %s are %v, want %v", test.order, name, got, lay)
				}
			}
			ids[fmt.Sprint(r.Contents(x.hand.Of(1)))] = true
		}
		if len(ids) < 3 {
			t.Errorf("order %v: the other hand is always %v", test.order, ids)
		}
	}
}

// Equal elements are different choices if others name them or if they are in an element chosen before.
func TestMoveKeyOfNamedElements(t *testing.T) {
	x := theft(game.Unordered)
	s := x.setup(t, func(tx *game.Tx) {
		ids := x.deal(tx, x.hand.Of(0), 7, 7)
		tx.Create(x.stone, x.row, target.Is(ids[0]))
	})
	if got := moveKeys(t, s, 0, "lay"); len(got) != 3 { // the named element, the other one, both
		t.Errorf("there are %d keys, want 3", len(got))
	}
	if got, want := moveKeys(t, s.View(0), 0, "lay"), moveKeys(t, s, 0, "lay"); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("on the view the keys are %v, want %v", got, want)
	}
}

func TestMoveKeyAllocatesNothing(t *testing.T) {
	x := theft(game.Unordered)
	s := x.setup(t, func(tx *game.Tx) { x.deal(tx, x.hand.Of(0), 1, 2, 3); x.deal(tx, x.hand.Of(1), 4, 5) })
	moves, err := s.Moves()
	if err != nil {
		t.Fatal(err)
	}
	n := testing.AllocsPerRun(20, func() {
		for _, m := range moves {
			s.MoveKey(m)
		}
	})
	if n != 0 {
		t.Errorf("it allocates %.1f times", n)
	}
}

func ExampleState_MoveKey() {
	x := newAlphabet()
	card := &game.Pick[game.ID]{Name: "card", From: func(t *game.Tx) game.Set[game.ID] { return t.Contents(x.hand.Of(1 - t.Seat)) }}
	s := x.open(2, x.draw(), &game.Action{Name: "take", Pick: []game.Choice{card}, Do: func(t *game.Tx) {
		t.Move(card.In(t), x.hand.Of(t.Seat))
	}})
	s = after(s, "draw", "draw")
	take, _ := s.Parse(0, "take #2")
	fork, same := s.Fork(), 0
	for seed := range uint64(10) {
		_ = fork.Redeal(s, 0, seed)
		moves, _ := fork.Moves() // each re-deal has a different card in the other hand
		for _, m := range moves {
			if fork.State().MoveKey(m) == s.MoveKey(take) {
				same++
			}
		}
	}
	fmt.Println(same, "of 10 re-deals have the move")
	// Output: 10 of 10 re-deals have the move
}
