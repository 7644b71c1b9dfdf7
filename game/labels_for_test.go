package game_test

import (
	"fmt"
	"testing"

	"github.com/plygame/ply/game"
)

// LabelsFor gives the labels of the observers' views, or says that it cannot.
func TestLabelsFor(t *testing.T) {
	suit, mark := game.NewPart[int]("suit"), game.NewPart[int]("mark")
	card := &game.Kind{Name: "card", Label: func(s *game.State, id game.ID) string {
		return fmt.Sprint(s.Name(id), " of ", suit.Of(s, id), " with ", mark.Of(s, id))
	}}
	hand := &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner}
	pile := &game.Place{Name: "pile", Order: game.Stacked}
	r := &game.Rules{Name: "labelled", Seats: game.Between(2, 2), Layout: []game.Layout{hand, pile}, Kinds: []*game.Kind{card}, Parts: []game.Column{suit, mark.Seen(game.ByNone).Rolled(func(*game.Tx, game.ID) int { return 7 })},
		Setup: func(t *game.Tx) {
			for x := range game.Seat(2) {
				for i := range 4 {
					id := t.Create(card, hand.Of(x))
					suit.Set(t, id, 10*int(x)+i+1)
				}
			}
		},
		Actions: []*game.Action{{Name: "lay", Do: func(t *game.Tx) {
			id := t.First(hand.Of(t.Seat))
			if t.Played()%3 == 2 {
				mark.Set(t, id, 7) // which nobody sees, so that only a view has the label
			}
			t.Move(id, pile)
		}}}}
	s, err := r.Start(2, game.Seed{1})
	if err != nil {
		t.Fatal(err)
	}
	known, unknown := 0, 0
	for range 8 {
		for _, who := range []game.Seat{0, 1, game.Nobody, game.Judge} {
			view, labelOf := s.View(who), s.LabelsFor(who)
			for id := range view.All() {
				if view.Kind(id) == nil {
					continue
				}
				name := view.Name(id)
				label, ok := labelOf(name)
				if !ok {
					unknown++
				} else if known++; label != card.Label(view, id) {
					t.Fatalf("%s: the label of %s is %q instead of %q", who, name, label, card.Label(view, id))
				}
			}
			if label, ok := labelOf("#1000"); label != "" || !ok {
				t.Errorf("%s: something out of sight is labelled %q", who, label)
			}
			if _, ok := labelOf("pile"); ok {
				t.Error("a place has a label")
			}
			if _, ok := view.LabelsFor(who)("#1"); ok {
				t.Error("a view asks itself")
			}
		}
		if s, err = s.Play(game.Move{Seat: s.Turn(), Action: "lay"}); err != nil {
			t.Fatal(err)
		}
	}
	if known < 50 || unknown < 5 {
		t.Errorf("%d labels are known without a view, %d are not", known, unknown)
	}
}

// A label that reads a derived value is left to the view, where the value is the observer's.
func TestLabelsForWithDerivedValues(t *testing.T) {
	hand := &game.Place{Name: "hand", Each: true, Seen: game.ByOwner}
	suit := game.NewPart[int]("suit")
	sum := game.NewDerived("sum", func(s *game.State, _ game.ID) (n int) {
		for id := range s.All() {
			n += suit.Of(s, id)
		}
		return n
	})
	swept := game.NewDerived[int]("swept", nil).Swept(func(s *game.State, set func(game.ID, int)) { set(game.Root, s.Count(hand.Of(0))) })
	lasting := game.NewDerived("lasting", func(s *game.State, seat game.ID) int { return sum.Of(s, seat) }).From(suit)
	reads := []*game.Derived[int]{nil, sum, swept, lasting}
	card := &game.Kind{Name: "card", Label: func(s *game.State, id game.ID) string {
		if d := reads[suit.Of(s, id)]; d != nil {
			return fmt.Sprint("one of ", d.Of(s, game.Root))
		}
		return "plain"
	}}
	r := &game.Rules{Name: "sums", Seats: game.Exactly(2), Layout: []game.Layout{hand}, Kinds: []*game.Kind{card}, Parts: []game.Column{suit}, Derived: []game.AnyDerived{sum, swept, lasting},
		Setup: func(t *game.Tx) {
			for x := range game.Seat(2) {
				t.CreateMany(4, card, hand.Of(x), suit.Nth(func(i int) int { return i }))
			}
		},
		Actions: []*game.Action{{Name: "wait", Pass: true}}}
	s, err := r.Start(2, game.Seed{1})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		sum.Of(s, game.Root) // which the state keeps now
		lasting.Of(s, game.Root)
		for x := range game.Seat(2) {
			view, labelOf := s.View(x), s.LabelsFor(x)
			for id := range view.All() {
				if view.Kind(id) == nil {
					continue
				}
				if label, ok := labelOf(view.Name(id)); ok != (suit.Of(view, id) == 0) || ok && label != "plain" {
					t.Errorf("%s: the label of suit %d is %q without a view (%v)", x, suit.Of(view, id), label, ok)
				}
			}
		}
	}
}
