package wire_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/games/tictactoe"
	"github.com/plygame/ply/wire"
)

// played starts a game and plays random moves; it calls seen before and after each.
func played(t *testing.T, r *game.Rules, seed uint64, seen func(before, after *game.State)) {
	t.Helper()
	s, err := r.Start(r.Seats.Max, game.Seed{byte(seed)})
	if err != nil {
		t.Fatal(err)
	}
	luck := rand.New(rand.NewPCG(seed, 1))
	for range 60 {
		all, err := s.MovesUpTo(2000)
		if err != nil {
			t.Fatal(err)
		}
		if len(all) == 0 {
			return
		}
		next, err := s.Play(all[luck.IntN(len(all))])
		if err != nil {
			t.Fatal(err)
		}
		seen(s, next)
		s = next
	}
}

// The changed labels turn the labels of one view into those of the next.
func TestLabelling(t *testing.T) {
	changed := 0
	for _, r := range games.All() {
		kept := map[game.Seat]wire.Labelling{}
		played(t, r, 7, func(before, after *game.State) {
			for _, who := range []game.Seat{0, 1, game.Nobody, game.Judge} {
				labels := wire.Labels(before.View(who))
				if kept[who] == nil {
					kept[who] = wire.Labels(before.View(who))
				}
				told := kept[who].Next(before.Changes(after, who)[0], after.LabelsFor(who), func() *game.State { return after.View(who) })
				if changed += len(told); len(told) > 0 && !wire.Labelled(r) {
					t.Fatalf("%s has labels: %v", r.Name, told)
				}
				for name, text := range told {
					if labels[name] == text {
						t.Fatalf("%s: %s receives the unchanged label %q", r.Name, name, text)
					}
					if labels[name] = text; text == "" {
						delete(labels, name)
					}
				}
				if want := wire.Labels(after.View(who)); !maps.Equal(labels, want) || !maps.Equal(kept[who], want) {
					t.Fatalf("%s: the labels of %s are %v and %v, not %v", r.Name, who, labels, kept[who], want)
				}
			}
		})
	}
	if changed < 100 {
		t.Errorf("only %d labels have changed", changed)
	}
}

// Moves returns the moves of the seat's view, or the first of them.
func TestMoves(t *testing.T) {
	cut := 0
	for _, r := range games.All() {
		played(t, r, 3, func(_, s *game.State) {
			for seat := range game.Seat(s.Seats()) {
				view := s.View(seat)
				got, more, err := wire.Moves(view, seat, 20)
				if err != nil {
					t.Fatal(err)
				}
				if !s.ToAct().Has(seat) {
					if len(got) > 0 || got == nil || more {
						t.Fatalf("%s: %s is not to act and has the moves %v", r.Name, seat, got)
					}
					continue
				}
				all, err := view.MovesUpTo(1 << 20)
				if err != nil {
					t.Fatal(err)
				}
				var want []string
				for _, m := range all {
					want = append(want, view.Text(m))
				}
				if more != (len(want) > 20) || !slices.Equal(got, want[:min(20, len(want))]) {
					t.Fatalf("%s: %s has the moves %v, %v of %v", r.Name, seat, got, more, want)
				}
				if more {
					cut++
				}
			}
		})
	}
	if cut == 0 {
		t.Error("there were never more than 20 moves")
	}
}

// A saved view has exactly the fields of View.
func TestView(t *testing.T) {
	for _, r := range games.All() {
		played(t, r, 5, func(_, s *game.State) {
			for _, who := range []game.Seat{0, game.Nobody} {
				var v wire.View
				d := json.NewDecoder(strings.NewReader(string(s.View(who).Save())))
				d.DisallowUnknownFields()
				if err := d.Decode(&v); err != nil || v.View != who || v.Game != r.Name || v.Moves == 0 {
					t.Fatalf("%s: %+v, %v", r.Name, v, err)
				}
			}
		})
	}
}

// A kind has its name and its label; the elements to highlight have the names of the view.
func TestOfferOfKinds(t *testing.T) {
	row := &game.Place{Name: "row"}
	man, king := &game.Kind{Name: "man"}, &game.Kind{Name: "king", Look: game.Look{Label: "the King"}}
	as := &game.Pick[*game.Kind]{Name: "as", List: func(*game.Tx) []*game.Kind { return []*game.Kind{man, king} }}
	as.Points = func(t *game.Tx, k *game.Kind) game.Set[game.ID] {
		return t.Contents(row).Where(func(id game.ID) bool { return t.Kind(id) == k })
	}
	s, err := (&game.Rules{
		Name: "crowns", Seats: game.Exactly(1), Layout: []game.Layout{row}, Kinds: []*game.Kind{man, king},
		Setup:   func(t *game.Tx) { t.CreateMany(2, man, row) },
		Actions: []*game.Action{{Name: "crown", Pick: []game.Choice{as}, Do: func(t *game.Tx) { t.Become(t.First(row), as.In(t)) }}},
	}).Start(1, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	offers, err := wire.Offers(s.View(0), game.Move{Seat: 0})
	if err != nil || len(offers) != 1 {
		t.Fatal(offers, err)
	}
	got, _ := json.Marshal(offers[0].Values)
	if want := `[{"value":"man","points":["#1","#2"]},{"value":"king","label":"the King"}]`; offers[0].Sort != "kind" || string(got) != want {
		t.Errorf("%s %s, want %s", offers[0].Sort, got, want)
	}
}

// WaitsOf returns the seats the game is waiting for with their steps, and none when it is over.
func TestWaitsOf(t *testing.T) {
	s, err := tictactoe.New().Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	if got := wire.WaitsOf(s); len(got) != 1 || got[0].Seat != 0 || got[0].Needs != 1 || got[0].Used != 0 {
		t.Errorf("at the start it waits for %+v", got)
	}
	for _, cell := range []string{"a1", "b1", "a2", "b2", "a3"} {
		if s, err = s.PlayText(s.Turn(), "place "+cell); err != nil {
			t.Fatal(err)
		}
	}
	if got := wire.WaitsOf(s); got == nil || len(got) > 0 {
		t.Errorf("at the end it waits for %#v", got)
	}
}

// Elements keep their labels when many of them change places.
func TestLabellingOfMany(t *testing.T) {
	heat := game.NewPart[int]("heat")
	stone := &game.Kind{Name: "stone", Label: func(s *game.State, id game.ID) string {
		if n := heat.Of(s, id); n > 0 {
			return fmt.Sprint("stone of ", n)
		}
		return ""
	}}
	heap := &game.Place{Name: "heap", Order: game.Stacked}
	hole := &game.Place{Name: "hole", Seen: game.ByNone} // in a game with secrets, a view numbers elements in their order on the table
	r := &game.Rules{Name: "stones", Seats: game.Between(1, 1), Layout: []game.Layout{heap, hole}, Kinds: []*game.Kind{stone}, Parts: []game.Column{heat},
		Setup: func(t *game.Tx) { t.CreateMany(200, stone, heap, heat.Nth(func(i int) int { return i % 7 })) },
		Actions: []*game.Action{{Name: "stir", Do: func(t *game.Tx) {
			for range 90 {
				t.Move(t.First(heap), heap)
			}
			heat.Set(t, t.Last(heap), heat.Of(t, t.Last(heap))+1)
			heat.Set(t, t.First(heap), 0)
		}}}}
	s, err := r.Start(1, game.Seed{1})
	if err != nil {
		t.Fatal(err)
	}
	kept, labels := wire.Labelling(wire.Labels(s.View(0))), wire.Labels(s.View(0))
	for range 20 {
		before := s
		if s, err = s.Play(game.Move{Seat: 0, Action: "stir"}); err != nil {
			t.Fatal(err)
		}
		told := kept.Next(before.Changes(s, 0)[0], s.LabelsFor(0), func() *game.State { return s.View(0) })
		if len(told) > 2 {
			t.Fatalf("%v are sent, but only two have changed", told)
		}
		maps.Copy(labels, told)
		maps.DeleteFunc(labels, func(_, text string) bool { return text == "" })
		if want := wire.Labels(s.View(0)); !maps.Equal(labels, want) {
			t.Fatalf("the labels are %v, not %v", labels, want)
		}
	}
}
