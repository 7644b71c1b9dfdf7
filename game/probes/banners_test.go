package probes

import (
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/gametest"
)

// banners is a small battle of cards. A seat lays a card from its hand on its field, or strikes with a unit, which
// removes a weaker unit of the other seat. Every banner on a field makes all units there stronger by 1. When no seat
// can act, the stronger field wins.
type banners struct {
	*game.Rules
	deck, hand, field *game.Place
	unit, banner      *game.Kind

	attack, strength *game.Derived[int]
	prey             *game.Derived[game.Set[game.ID]]
}

var brawn = game.NewPart[int]("brawn")

func newBanners() *banners {
	x := &banners{
		deck:   &game.Place{Name: "deck", Order: game.Stacked, Seen: game.ByNone},
		hand:   &game.Place{Name: "hand", Each: true, Seen: game.ByOwner},
		field:  &game.Place{Name: "field", Each: true},
		unit:   &game.Kind{Name: "unit"},
		banner: &game.Kind{Name: "banner"},
	}
	// The attack of a unit is its brawn, plus 1 for each banner beside it.
	x.attack = game.NewDerived("attack", func(s *game.State, id game.ID) int {
		n := brawn.Of(s, id)
		if s.Owner(id) == game.Nobody || s.Parent(id) != x.field.Of(s.Owner(id)) {
			return n
		}
		for other := range s.In(s.Parent(id)) {
			if s.Kind(other) == x.banner {
				n++
			}
		}
		return n
	}).On(x.unit).Looks(game.Look{Label: "Attack"})
	// The strength of a field is that of all units on it.
	x.strength = game.NewDerived("strength", func(s *game.State, seat game.ID) (n int) {
		for id := range s.In(x.field.Of(s.Owner(seat))) {
			if s.Kind(id) == x.unit {
				n += x.attack.Of(s, id)
			}
		}
		return n
	}).OnSeats().Looks(game.Look{Label: "Strength"})
	// The prey of a unit are the weaker ones across the table.
	x.prey = game.NewDerived("prey", func(s *game.State, id game.ID) game.Set[game.ID] {
		return s.Contents(x.field.Of(1 - s.Owner(id))).Where(func(other game.ID) bool {
			return s.Kind(other) == x.unit && x.attack.Of(s, other) < x.attack.Of(s, id)
		})
	})
	card := &game.Pick[game.ID]{Name: "card", From: func(t *game.Tx) game.Set[game.ID] { return t.Contents(x.hand.Of(t.Seat)) }}
	striker := &game.Pick[game.ID]{Name: "striker", From: func(t *game.Tx) game.Set[game.ID] {
		return t.Contents(x.field.Of(t.Seat)).Where(func(id game.ID) bool { return t.Kind(id) == x.unit && !x.prey.Of(t, id).Empty() })
	}}
	target := &game.Pick[game.ID]{Name: "target", From: func(t *game.Tx) game.Set[game.ID] { return x.prey.Of(t, striker.In(t)) }}
	x.Rules = &game.Rules{
		Name: "banners", Version: "1", Seats: game.Exactly(2),
		Layout: []game.Layout{x.deck, x.hand, x.field}, Kinds: []*game.Kind{x.unit, x.banner},
		Parts: []game.Column{brawn}, Derived: []game.AnyDerived{x.attack, x.strength, x.prey},
		Setup: func(t *game.Tx) {
			t.CreateMany(10, x.unit, x.deck, brawn.Nth(func(i int) int { return 1 + i%4 }))
			t.CreateMany(6, x.banner, x.deck)
			t.Shuffle(x.deck)
			for seat := range t.Standing().All() {
				for range 4 {
					drawn := t.Last(x.deck)
					t.Move(drawn, x.hand.Of(seat))
					t.Give(drawn, seat)
				}
			}
		},
		Actions: []*game.Action{
			{Name: "lay", Pick: []game.Choice{card}, Do: func(t *game.Tx) { t.Move(card.In(t), x.field.Of(t.Seat)) }},
			{Name: "strike", Pick: []game.Choice{striker, target}, Do: func(t *game.Tx) { t.Remove(target.In(t)) }},
		},
		Deadlock: func(t *game.Tx) { t.Score(x.strength.Of(t, game.Seat(0)), x.strength.Of(t, game.Seat(1))) },
	}
	return x
}

// A banner strengthens units without writing to them. Everyone is shown the attack of the units they see; for those in
// a hand, only the owner is.
func TestBannersAttack(t *testing.T) {
	x := newBanners()
	s := start(t, x.Rules, game.Chance{Order: []string{"#1", "#11", "#2", "#12", "#3", "#13", "#4", "#14"}})
	s = play(t, s, "lay #1", "lay #3", "lay #11", "lay #4")
	of := func(s *game.State, name string) int { return x.attack.Of(s, s.Find(name)) }
	if of(s, "#1") != 2 || of(s, "#3") != 3 || x.strength.Of(s, game.Seat(0)) != 2 || x.strength.Of(s, game.Seat(1)) != 7 {
		t.Errorf("attack %d and %d, strength %d and %d", of(s, "#1"), of(s, "#3"), x.strength.Of(s, game.Seat(0)), x.strength.Of(s, game.Seat(1)))
	}
	if got := x.prey.Of(s, s.Find("#3")); got.Len() != 1 || !got.Has(s.Find("#1")) {
		t.Errorf("the prey of #3 has %d members", got.Len())
	}
	next := play(t, s, "lay #12")
	if of(next, "#1") != 3 || !x.prey.Of(next, next.Find("#3")).Empty() {
		t.Errorf("with two banners the attack is %d", of(next, "#1"))
	}
	for seat, want := range map[game.Seat]int{0: 4, 1: 3, game.Nobody: 3, game.Judge: 10} {
		shown, err := next.View(seat).Derived()
		if err != nil || len(shown["attack"]) != want || string(shown["strength"]["seat/1"]) != "7" {
			t.Errorf("%s is shown %v (%v), want the attack of %d units", seat, shown, err, want)
		}
	}
}

func TestBannersLaws(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: takes long")
	}
	gametest.Config{Games: few(3)}.Check(t, newBanners().Rules)
}
