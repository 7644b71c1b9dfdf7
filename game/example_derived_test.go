package game_test

import (
	"fmt"

	"github.com/plygame/ply/game"
)

// Banners strengthen the units around them without writing to the units.
func ExampleDerived() {
	unit, banner := &game.Kind{Name: "unit"}, &game.Kind{Name: "banner"}
	field := &game.Place{Name: "field"}
	power := game.NewPart[int]("power")
	attack := game.NewDerived("attack", func(s *game.State, id game.ID) int {
		n := power.Of(s, id)
		for b := range s.In(s.Parent(id)) {
			if s.Kind(b) == banner && s.Owner(b) == s.Owner(id) {
				n++
			}
		}
		return n
	}).On(unit)
	s := begun(&game.Rules{
		Name: "skirmish", Version: "1", Seats: game.Exactly(2),
		Layout: []game.Layout{field}, Kinds: []*game.Kind{unit, banner},
		Parts: []game.Column{power}, Derived: []game.AnyDerived{attack},
		Setup:   func(t *game.Tx) { t.Give(t.Create(unit, field, power.Is(3)), 0) },
		Actions: []*game.Action{{Name: "raise", Do: func(t *game.Tx) { t.Create(banner, field) }}},
	})
	next := after(s, "raise")
	fmt.Println(attack.Of(s, s.Find("#1")), attack.Of(next, next.Find("#1")))
	// Output:
	// 3 4
}

// Rules list derived values of any type.
func ExampleAnyDerived() {
	reach := game.NewDerived[int]("reach", nil).Swept(func(s *game.State, set func(game.ID, int)) {
		for id := range s.All() {
			set(id, 1+s.Count(id))
		}
	})
	for _, d := range []game.AnyDerived{reach.Looks(game.Look{Label: "reach"}).On()} {
		fmt.Println(d, d.Look().Label, d.Shown())
	}
	// Output:
	// reach reach true
}
