package wire_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/wire"
)

// A banner changes the value of units without writing to them, so no Change contains it.
func TestDerivedChanges(t *testing.T) {
	unit, banner := &game.Kind{Name: "unit"}, &game.Kind{Name: "banner"}
	field := &game.Place{Name: "field"}
	attack := game.NewDerived("attack", func(s *game.State, id game.ID) int {
		n := 0
		for x := range s.In(field) {
			if s.Kind(x) == banner {
				n++
			}
		}
		return n
	}).On(unit).Looks(game.Look{Label: "Attack"})
	inner := game.NewDerived("inner", func(*game.State, game.ID) int { return 1 })
	s, err := (&game.Rules{Name: "units", Version: "1", Seats: game.Exactly(1), Layout: []game.Layout{field}, Kinds: []*game.Kind{unit, banner},
		Derived: []game.AnyDerived{attack, inner},
		Setup:   func(t *game.Tx) { t.CreateMany(2, unit, field) },
		Actions: []*game.Action{{Name: "raise", Do: func(t *game.Tx) { t.Create(banner, field) }},
			{Name: "lower", If: func(t *game.Tx) bool { return t.Count(field) > 2 }, Do: func(t *game.Tx) { t.Remove(t.Last(field)) }}}}).Start(1, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	next, err := s.PlayText(0, "raise")
	if err != nil {
		t.Fatal(err)
	}
	back, err := next.PlayText(0, "lower")
	if err != nil {
		t.Fatal(err)
	}
	text := func(a, b *game.State) string {
		all, _ := json.Marshal(wire.DerivedChanges(wire.DerivedOf(a.View(0)), wire.DerivedOf(b.View(0))))
		return string(all)
	}
	if got, want := text(s, next), `{"attack":{"#1":1,"#2":1}}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := text(next, back), `{"attack":{"#1":null,"#2":null}}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := text(s, back), `{}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if parts := wire.TableOf(s).Parts; !reflect.DeepEqual(parts, []wire.Part{{Name: "attack", Label: "Attack", Sort: "number", Derived: true}}) {
		t.Errorf("the table has %v", parts)
	}
}
