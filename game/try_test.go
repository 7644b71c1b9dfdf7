package game_test

import (
	"fmt"
	"testing"

	"github.com/plygame/ply/game"
)

// busy does some of everything.
func (x *box) busy(tx *game.Tx) {
	id := tx.Create(x.stone, x.row, points.Is(7), label.Is("new"))
	tx.Create(x.card, id)
	tx.Move(tx.First(x.row), x.pile)
	if last := tx.Last(x.row); last != 0 {
		tx.MoveFirst(last, x.row)
	}
	if card := tx.First(x.bag); card != 0 {
		tx.Remove(card)
	}
	tx.Give(tx.Last(x.pile), 1)
	tx.Shuffle(x.row)
	tx.Stream("other").Int(6)
	points.Set(tx, game.Root, points.Of(tx, game.Root)+1)
	body.Edit(tx, x.row, func(b *limbs) { b.Left, b.Holds = b.Left+1, x.hand.Of(0) })
	target.Set(tx, game.Root, id)
}

func (x *box) furnish(tx *game.Tx) {
	tx.CreateMany(12, x.stone, x.row, points.Is(2))
	tx.CreateMany(4, x.card, x.bag, label.Is("old"))
}

// A Try is undone completely: the move ends as if it had not been tried.
func TestTryLeavesNothing(t *testing.T) {
	x := newBox()
	s := x.setup(t, x.furnish)
	want := x.play(t, s, x.busy)
	for name, do := range map[string]func(*game.Tx){
		"before":  func(tx *game.Tx) { tx.Try(func() { x.busy(tx); x.busy(tx) }); x.busy(tx) },
		"after":   func(tx *game.Tx) { x.busy(tx); tx.Try(func() { x.busy(tx) }) },
		"between": func(tx *game.Tx) { tx.Try(func() {}); x.busy(tx); tx.Try(func() { x.busy(tx) }) },
		"nested": func(tx *game.Tx) {
			tx.Try(func() {
				x.busy(tx)
				tx.Try(func() { x.busy(tx); tx.Win(0) })
				x.busy(tx)
			})
			x.busy(tx)
		},
		"end of the game": func(tx *game.Tx) { tx.Try(func() { tx.Score(1, 2); tx.Eliminate(1); tx.Again() }); x.busy(tx) },
		"draws":           func(tx *game.Tx) { tx.Try(func() { tx.Int(6); tx.Stream("third").Coin() }); x.busy(tx) },
	} {
		t.Run(name, func(t *testing.T) { same(t, x.play(t, s, do), want) })
	}
}

func TestTryReportsChanges(t *testing.T) {
	x := newBox()
	s := x.setup(t, x.furnish)
	x.play(t, s, func(tx *game.Tx) {
		first, second := tx.First(x.row), tx.First(x.row)+1
		for _, c := range []struct {
			name string
			want bool
			do   func()
		}{
			{"nothing", false, func() {}},
			{"set to the same value", false, func() { points.Set(tx, first, 2) }},
			{"set", true, func() { points.Set(tx, first, 3) }},
			{"set and set back", false, func() { points.Set(tx, first, 3); points.Set(tx, first, 2) }},
			{"move", true, func() { tx.Move(first, x.bag) }},
			{"move to the end", true, func() { tx.Move(first, x.row) }},
			{"last element to the end", false, func() { tx.Move(tx.Last(x.row), x.row) }},
			{"first to the front", false, func() { tx.MoveFirst(first, x.row) }},
			{"behind the same neighbour", false, func() { tx.MoveAfter(second, first) }},
			{"there and back", false, func() { tx.Move(first, x.bag); tx.MoveFirst(first, x.row) }},
			{"give", true, func() { tx.Give(first, 1) }},
			{"give to its owner", false, func() { tx.Give(first, tx.Owner(first)) }},
			{"remove", true, func() { tx.Remove(first) }},
			{"create", true, func() { tx.Create(x.stone, x.row) }},
			{"draw", true, func() { tx.Int(2) }},
			{"win", true, func() { tx.Win(0) }},
			{"again", true, func() { tx.Again() }},
			{"eliminate", true, func() { tx.Eliminate(1) }},
			{"say", false, func() { tx.Say("hello") }},
		} {
			if got := tx.Try(c.do); got != c.want {
				t.Errorf("%s: changed is %v", c.name, got)
			}
		}
	})
}

// Try may be used in read-only functions, for example to find moves that would leave the king in check.
func TestTryInReadOnlyFunctions(t *testing.T) {
	x := newBox()
	p := &game.Pick[game.ID]{Name: "p", From: x.row.Contents, If: func(tx *game.Tx, id game.ID) (ok bool) {
		tx.Try(func() {
			tx.Remove(id)
			ok = tx.Count(x.row) >= 2 || tx.Refuse("too few would be left")
		})
		return ok
	}}
	x.picking(func(tx *game.Tx) { tx.Remove(p.In(tx)) }, p)
	x.Deadlock = (*game.Tx).Tie
	s := x.setup(t, func(tx *game.Tx) { tx.CreateMany(3, x.stone, x.row) })
	before := string(s.Save())
	if got := len(texts(t, s)); got != 3 || string(s.Save()) != before {
		t.Errorf("%d moves", got)
	}
	s = play(t, s, "pick #2")
	if s.Outcome().String() != "draw" {
		t.Errorf("the game is %s", s.Outcome())
	}
}

func TestTryWithinTryWithoutEnd(t *testing.T) {
	x := newBox()
	s := x.start(t)
	_, err := x.try(s, func(tx *game.Tx) {
		var deeper func()
		deeper = func() { tx.Try(deeper) }
		deeper()
	})
	wantFault(t, err, "hooks (Enter, Leave) and Try are nested more than 64 deep")
}

// A Fault in a Try is a Fault of the move.
func TestFaultInTry(t *testing.T) {
	x := newBox()
	s := x.setup(t, x.furnish)
	before := string(s.Save())
	_, err := x.try(s, func(tx *game.Tx) { tx.Try(func() { x.busy(tx); panic("tried too hard") }) })
	wantFault(t, err, "tried too hard")
	if string(s.Save()) != before {
		t.Error("the state has changed")
	}
	x.play(t, s, x.busy)
}

// A loop that only calls Try ends, too.
func TestEndlessTries(t *testing.T) {
	x := newBox()
	s := x.start(t)
	n := 0
	_, err := x.try(s, func(tx *game.Tx) {
		for ; n < 5_000_000; n++ { // far beyond the budget, but not endless
			tx.Try(func() { points.Set(tx, game.Root, 1) })
		}
	})
	if err == nil {
		t.Errorf("%d calls of Try in one move are not a Fault", n)
	}
}

// A legal move that would change nothing can be refused by a Check that uses Try.
func ExampleTx_Try() {
	n := &game.Pick[int]{Name: "n", Range: func(*game.Tx) (int, int) { return 0, 3 }}
	dial := game.NewPart[int]("dial")
	turn := func(t *game.Tx) { dial.Set(t, game.Root, n.In(t)) }
	s, _ := (&game.Rules{
		Name: "dial", Seats: game.Exactly(2), Parts: []game.Column{dial},
		Actions: []*game.Action{{Name: "turn", Pick: []game.Choice{n}, Do: turn,
			Check: game.When("nothing would change", func(t *game.Tx) bool { return t.Try(func() { turn(t) }) })}},
	}).Start(2, game.SeedOf(1))
	s, _ = s.PlayText(0, "turn 2")
	_, err := s.PlayText(1, "turn 2")
	fmt.Println(err, "/", game.CodeOf(err), "/", dial.Of(s, game.Root))
	// Output: turn: nothing would change / rejected / 2
}
