package game_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// cargo is a den of chests: labelled stones that contain cards.
func cargo(inside game.Sight) *box {
	x := den()
	x.stone.Seen = inside
	return x
}

// chest creates a chest with cards in it.
func (x *box) chest(tx *game.Tx, in game.Holder, name string, faces ...int) game.ID {
	id := tx.Create(x.stone, in, label.Is(name))
	x.deal(tx, id, faces...)
	return id
}

// loads writes the chests in a place and their contents.
func loads(s *game.State, in game.Holder) string {
	var all []string
	for id := range s.In(in) {
		text := label.Of(s, id)
		if text == "" {
			text = fmt.Sprint(face.Of(s, id))
		}
		if s.Count(id) > 0 {
			text += "(" + loads(s, id) + ")"
		}
		all = append(all, text)
	}
	return strings.Join(all, " ")
}

// Hidden elements trade places as long as the seat cannot tell them apart, whatever it sees of their contents, and
// unknown contents move with them. Contents that the seat sees or knows stay where they are.
func TestRedealInside(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: takes long")
	}
	var inherited game.Sight
	unseen, counted := game.ByNone.Else(game.Unseen), game.ByNone.Else(game.Counted)
	for _, c := range []struct {
		name   string
		inside game.Sight
		setup  func(x *box, tx *game.Tx)
		then   func(x *box, tx *game.Tx) // in the first move, by seat 0
		in     func(x *box) game.Holder
		want   []string
	}{
		{name: "one back each", inside: inherited, setup: func(x *box, tx *game.Tx) {
			x.chest(tx, x.pile, "a", 1)
			x.chest(tx, x.pile, "b", 2)
			tx.Shuffle(x.pile)
		}, want: []string{"a(1) b(2)", "b(2) a(1)"}},
		{name: "two look-alikes, one with more backs", inside: inherited, setup: func(x *box, tx *game.Tx) {
			x.chest(tx, x.pile, "a", 1)
			x.chest(tx, x.pile, "b", 2, 3)
			x.chest(tx, x.pile, "c", 4)
			tx.Shuffle(x.pile)
			tx.MoveFirst(tx.Parent(card(tx.State, 2)), x.pile)
		}, want: []string{"b(2 3) a(1) c(4)", "b(2 3) c(4) a(1)"}},
		{name: "a number each", inside: counted, setup: func(x *box, tx *game.Tx) {
			x.chest(tx, x.pile, "a", 1, 2)
			x.chest(tx, x.pile, "b", 3, 4)
			tx.Shuffle(x.pile)
		}, want: []string{"a(1 2) b(3 4)", "a(1 2) b(4 3)", "a(2 1) b(3 4)", "a(2 1) b(4 3)", "b(3 4) a(1 2)", "b(3 4) a(2 1)", "b(4 3) a(1 2)", "b(4 3) a(2 1)"}},
		{name: "nothing is seen, different counts", inside: unseen, setup: func(x *box, tx *game.Tx) {
			x.chest(tx, x.pile, "a", 1)
			x.chest(tx, x.pile, "b")
			tx.Shuffle(x.pile)
		}, want: []string{"a(1) b", "b a(1)"}},
		{name: "in a heap the number of backs is hidden", inside: inherited, setup: func(x *box, tx *game.Tx) {
			x.chest(tx, x.bag, "a", 1)
			x.chest(tx, x.bag, "b", 2, 3)
			tx.Shuffle(x.bag)
		}, in: func(x *box) game.Holder { return x.bag }, want: []string{"a(1) b(2 3)", "b(2 3) a(1)"}},
		{name: "out of a heap, where the backs are seen", inside: inherited, setup: func(x *box, tx *game.Tx) {
			x.chest(tx, x.bag, "a", 1)
			x.chest(tx, x.bag, "b", 2, 3)
			x.chest(tx, x.bag, "c", 4)
			tx.Shuffle(x.bag)
			tx.Move(tx.Parent(card(tx.State, 4)), x.pile)
		}, want: []string{"a(1)", "c(4)"}},
		{name: "owners of the backs", inside: inherited, setup: func(x *box, tx *game.Tx) {
			for i, name := range []string{"a", "b", "c"} {
				x.chest(tx, x.pile, name, i+1)
				tx.Give(card(tx.State, i+1), game.Seat(min(i, 1)))
			}
			tx.Shuffle(x.pile)
			tx.MoveFirst(tx.Parent(card(tx.State, 1)), x.pile)
		}, want: []string{"a(1) b(2) c(3)", "a(1) c(3) b(2)"}},
		{name: "nested", inside: inherited, setup: func(x *box, tx *game.Tx) {
			for i, name := range []string{"a", "b"} {
				x.chest(tx, x.chest(tx, x.pile, name), strings.ToUpper(name), i+1)
			}
			tx.Shuffle(x.pile)
		}, want: []string{"a(A(1)) b(B(2))", "b(B(2)) a(A(1))"}},
		{name: "nested, different", inside: inherited, setup: func(x *box, tx *game.Tx) {
			x.chest(tx, x.chest(tx, x.pile, "a"), "A", 1)
			x.chest(tx, x.chest(tx, x.pile, "b"), "B", 2, 3)
			x.chest(tx, x.chest(tx, x.pile, "c"), "C", 4)
			tx.Shuffle(x.pile)
			tx.MoveFirst(tx.Parent(tx.Parent(card(tx.State, 2))), x.pile)
		}, want: []string{"b(B(2 3)) a(A(1)) c(C(4))", "b(B(2 3)) c(C(4)) a(A(1))"}},
		{name: "a token added later stays", inside: game.ByAll, setup: func(x *box, tx *game.Tx) {
			x.chest(tx, x.pile, "a")
			x.chest(tx, x.pile, "b")
			tx.Shuffle(x.pile)
		}, then: func(x *box, tx *game.Tx) { x.deal(tx, tx.First(x.pile), 7) }, want: []string{"a(7) b", "b(7) a"}},
		{name: "a token that left and came back", inside: game.ByAll, setup: func(x *box, tx *game.Tx) {
			x.chest(tx, x.pile, "a", 7)
			x.chest(tx, x.pile, "b")
			tx.Shuffle(x.pile)
			tx.Move(card(tx.State, 7), x.row)
		}, then: func(x *box, tx *game.Tx) { tx.Move(card(tx.State, 7), tx.First(x.pile)) }, want: []string{"a(7) b", "b(7) a"}},
		{name: "known contents stay", inside: unseen, setup: func(x *box, tx *game.Tx) {
			x.chest(tx, x.pile, "a", 1)
			x.chest(tx, x.pile, "b", 2)
			tx.Shuffle(x.pile)
			x.deal(tx, x.row.ID(), 7)
		}, then: func(x *box, tx *game.Tx) { tx.Move(card(tx.State, 7), tx.First(x.pile)) }, want: []string{"a(1 7) b(2)", "a(7 1) b(2)", "b(2 7) a(1)", "b(7 2) a(1)"}},
		{name: "a card of the deck in it", inside: inherited, setup: func(x *box, tx *game.Tx) {
			x.deal(tx, x.bag.ID(), 1, 2)
			tx.Shuffle(x.bag)
			a, b := x.chest(tx, x.pile, "a"), x.chest(tx, x.pile, "b")
			tx.Move(card(tx.State, 1), a)
			x.deal(tx, b, 3)
			tx.Shuffle(x.pile)
		}, want: []string{"a(1) b(3)", "a(2) b(3)", "b(3) a(1)", "b(3) a(2)"}},
	} {
		x := cargo(c.inside)
		s := x.setup(t, func(tx *game.Tx) { c.setup(x, tx) })
		if c.then != nil {
			s = x.play(t, s, func(tx *game.Tx) { c.then(x, tx) })
		}
		in := game.Holder(x.pile)
		if c.in != nil {
			in = c.in(x)
		}
		knows := knowing(s, 0)
		got := redeals(t, s, 0, 100*len(c.want), func(r *game.State) string {
			sound(t, c.name, r)
			if is := knowing(r, 0); is != knows {
				t.Errorf("%s: the seat knows %s, but knew %s", c.name, is, knows)
			}
			return loads(r, in)
		})
		wantEven(t, c.name, got, c.want...)
		f, inFork := s.Fork(), map[string]int{}
		for seed := range uint64(100 * len(c.want)) {
			if err := f.Redeal(s, 0, seed); err != nil {
				t.Fatal(err)
			}
			inFork[loads(f.State(), in)]++
			if seed < 5 && f.State().View(0).Hash() != s.View(0).Hash() {
				t.Errorf("%s: the view of the fork differs", c.name)
			}
		}
		wantEven(t, c.name+", in a fork", inFork, c.want...)
	}
}

// A value that names the contents of a hidden element names the contents there after a re-deal: the seat may see that
// it points there.
func TestRedealOfPointersInside(t *testing.T) {
	x := cargo(game.Sight{})
	crew := game.NewPart[[2]game.ID]("crew")
	x.Parts = append(x.Parts, crew)
	s := x.setup(t, func(tx *game.Tx) {
		x.chest(tx, x.chest(tx, x.pile, "a"), "A", 1, 2)
		x.chest(tx, x.chest(tx, x.pile, "b"), "B", 3, 4)
		tx.Shuffle(x.pile)
		by := x.deal(tx, x.row.ID(), 9)[0]
		inner := tx.First(tx.First(x.pile))
		target.Set(tx, by, tx.Last(inner))
		body.Set(tx, by, limbs{Holds: inner})
		crew.Set(tx, by, [2]game.ID{tx.First(inner), tx.Last(inner)})
	})
	by := card(s, 9)
	got := redeals(t, s, 0, 200, func(r *game.State) string {
		var all []string
		for _, id := range crew.Of(r, by) {
			all = append(all, fmt.Sprint(face.Of(r, id)))
		}
		return fmt.Sprint(label.Of(r, r.First(x.pile)), " ", label.Of(r, body.Of(r, by).Holds), face.Of(r, target.Of(r, by)), " ", all)
	})
	wantEven(t, "what is named", got, "a A2 [1 2]", "b B4 [3 4]")
}
