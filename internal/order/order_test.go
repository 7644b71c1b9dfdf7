package order

import (
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

func TestNames(t *testing.T) {
	for _, c := range []struct {
		a, b string
		less bool
	}{{"2♠", "10♣", true}, {"10", "2", false}, {"10", "J", true}, {"A", "B", true}, {"2♠", "2♣", true}, {"", "1", true}} {
		if got := namesInOrder(c.a, c.b) < 0; got != c.less {
			t.Errorf("%s is before %s: %v", c.a, c.b, got)
		}
	}
}

// TestCandidates checks that candidates are in the order of the table: place by place, in a hand by kind and Parts, in a
// row from first to last. A list of the rules keeps its order.
func TestCandidates(t *testing.T) {
	rank := game.NewPart[int]("rank")
	name := func(s *game.State, id game.ID) string { return s.Kind(id).Name + strings.Repeat("!", rank.Of(s, id)) }
	ape, bee := &game.Kind{Name: "ape", Label: name}, &game.Kind{Name: "bee", Label: name}
	row := &game.Place{Name: "row"}
	hand := &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner}
	both := func(t *game.Tx) game.Set[game.ID] { return t.Contents(row).Or(hand.Contents(t)) }
	from := &game.Pick[game.ID]{Name: "from", From: both}
	list := &game.Pick[game.ID]{Name: "list", List: func(t *game.Tx) []game.ID { return slices.Collect(both(t).All()) }}
	s, err := (&game.Rules{
		Name: "zoo", Seats: game.Exactly(1), Layout: []game.Layout{row, hand}, Kinds: []*game.Kind{bee, ape}, Parts: []game.Column{rank},
		Setup: func(t *game.Tx) {
			t.Create(ape, hand.Of(0), rank.Is(2))
			t.Create(bee, hand.Of(0), rank.Is(4))
			t.Create(ape, hand.Of(0), rank.Is(1))
			t.Create(bee, hand.Of(0), rank.Is(3))
			first := t.Create(bee, row)
			t.Create(ape, row)
			t.Move(first, row) // to the end
		},
		Actions: []*game.Action{{Name: "from", Pick: []game.Choice{from}, Do: func(*game.Tx) {}}, {Name: "list", Pick: []game.Choice{list}, Do: func(*game.Tx) {}}},
	}).Start(1, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	view := s.View(0)
	offers, err := view.Offers(game.Move{})
	if err != nil {
		t.Fatal(err)
	}
	names := func(o *game.Offer) (all []string) {
		for _, c := range o.Options {
			id := game.ID(c.Value.N)
			all = append(all, name(view, id))
		}
		return all
	}
	for i := range offers {
		was := names(&offers[i])
		Candidates(view, &offers[i])
		want := []string{"ape", "bee", "bee!!!", "bee!!!!", "ape!", "ape!!"}
		if offers[i].Action == "list" {
			want = was
		}
		if got := names(&offers[i]); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", offers[i].Action, got, want)
		}
	}
}
