package tableau

import (
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/words"
)

// choosing is a question about some elements.
type choosing map[game.ID]bool

func (c choosing) AsksFor(id game.ID) bool { return c[id] }
func (c choosing) Stands(id, _ game.ID) Stand {
	if c[id] {
		return CanChoose
	}
	return NotAsked
}

// A place with the layout "count" shows each sort of thing once, unless a player chooses among the things.
func TestCount(t *testing.T) {
	wood, clay := &game.Kind{Name: "wood"}, &game.Kind{Name: "clay"}
	store := &game.Place{Name: "store", Look: game.Look{Layout: "count"}}
	s, err := (&game.Rules{
		Name: "stock", Seats: game.Exactly(1), Layout: []game.Layout{store}, Kinds: []*game.Kind{wood, clay},
		Setup: func(t *game.Tx) {
			for range 3 {
				t.CreateMany(4, wood, store)
			}
			t.Create(clay, store)
		},
		Actions: []*game.Action{{Name: "pass", Do: func(*game.Tx) {}}},
	}).Start(1, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	v := s.View(0)
	sc := SceneOf(v, words.Names{Rules: s.Rules()})
	if got := sc.Plain(); !slices.Contains(got, "store: wood ×12 clay") {
		t.Errorf("plain text is %q", got)
	}
	all := choosing{v.Find("#1"): true}
	for want, asked := range map[string]Asked{"wood ×12  clay": nothing{}, "wood  wood  wood": all} {
		a := Artist{Asked: asked, Scene: sc, W: 120, H: 40}
		if got := a.Draw().String(Theme{}); !strings.Contains(strings.ReplaceAll(strings.ReplaceAll(got, "+", " "), "\x1b[m", ""), want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
}

// A line says what the viewer knows of things that they do not see, in a place or in a row of backs.
func TestKnown(t *testing.T) {
	card := &game.Kind{Name: "card", Label: func(s *game.State, id game.ID) string { return "7♥" }}
	hand := &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner, Look: game.Look{Label: "Hand"}}
	row := &game.Place{Name: "row", Seen: game.ByNone}
	s, err := (&game.Rules{
		Name: "gift", Seats: game.Exactly(2), Layout: []game.Layout{hand, row}, Kinds: []*game.Kind{card},
		Setup: func(t *game.Tx) { t.CreateMany(2, card, hand.Of(0)); t.CreateMany(2, card, hand.Of(1)) },
		Actions: []*game.Action{{Name: "give", Do: func(t *game.Tx) {
			t.Move(t.First(hand.Of(0)), hand.Of(1))
			t.Move(t.First(hand.Of(0)), row)
		}}},
	}).Start(2, game.SeedOf(1))
	if err == nil {
		s, err = s.PlayText(0, "give")
	}
	if err != nil {
		t.Fatal(err)
	}
	for seat, want := range []bool{true, false} {
		text := strings.Join(SceneOf(s.View(game.Seat(seat)), words.Names{Rules: s.Rules()}).Plain(), "\n")
		if n := strings.Count(text, "you know: 7♥"); want && n != 2 || !want && n != 0 {
			t.Errorf("seat %d reads %d times what it knows:\n%s", seat, n, text)
		}
	}
}
