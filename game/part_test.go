package game_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

func TestPartOnEverything(t *testing.T) {
	x := newBox()
	var stone game.ID
	s := x.play(t, x.start(t), func(tx *game.Tx) {
		stone = tx.Create(x.stone, x.row)
		for i, id := range []game.ID{game.Root, game.Seat(0).ID(), game.Seat(1).ID(), x.row.ID(), x.hand.Of(1), stone} {
			points.Set(tx, id, i+1)
			label.Set(tx, id, "on "+tx.Name(id))
		}
	})
	for _, s := range []*game.State{s, reload(t, s)} {
		for i, name := range []string{"table", "seat/0", "seat/1", "row", "hand/1", "#1"} {
			id := s.Find(name)
			if points.Of(s, id) != i+1 || label.Of(s, id) != "on "+name {
				t.Errorf("%s: %d, %q", name, points.Of(s, id), label.Of(s, id))
			}
		}
		if points.Of(s, x.pile) != 0 || points.Of(s, game.ID(0)) != 0 || points.Of(s, game.ID(1<<30)) != 0 {
			t.Error("an unset value is not zero")
		}
	}
}

func TestPartOfEverySort(t *testing.T) {
	x := newBox()
	s := x.play(t, x.start(t), func(tx *game.Tx) {
		stone := tx.Create(x.stone, x.row)
		body.Set(tx, stone, limbs{Left: -128, Right: 127, Up: true, Name: "<\"é\n&>", Holds: stone, By: 1, Grip: [3]uint16{0, 65535, 1}})
		body.Set(tx, game.Root, limbs{By: game.Nobody, Holds: x.row.ID()})
	})
	for _, s := range []*game.State{s, reload(t, s)} {
		stone := s.Find("#1")
		if got, want := body.Of(s, stone), (limbs{-128, 127, true, "<\"é\n&>", stone, 1, [3]uint16{0, 65535, 1}}); got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
		if got, want := body.Of(s, game.Root), (limbs{By: game.Nobody, Holds: x.row.ID()}); got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
}

func TestPartFaults(t *testing.T) {
	x := newBox()
	lost := game.NewPart[int]("lost")
	s := x.setup(t, func(tx *game.Tx) { tx.Create(x.stone, x.row) })
	for _, c := range []struct {
		do   func(*game.Tx)
		want string
	}{
		{func(tx *game.Tx) { lost.Set(tx, game.Root, 1) }, `part "lost" is not declared: add it to Rules.Parts of box`},
		{func(tx *game.Tx) { lost.Of(tx, game.Root) }, `part "lost" is not declared: add it to Rules.Parts of box`},
		{func(tx *game.Tx) { tx.Create(x.stone, x.row, lost.Is(1)) }, `part "lost" is not declared: add it to Rules.Parts of box`},
		{func(tx *game.Tx) { points.Set(tx, game.ID(0), 1) }, `part "points" is set on element 0, but 0 means that no element was found`},
		{func(tx *game.Tx) { points.Set(tx, game.ID(9999), 1) }, `part "points" is set on element 9999, but this game never had such an element`},
		{func(tx *game.Tx) { points.Set(tx, game.Seat(2), 1) }, `part "points" is set on element seat/2, but it is not in a game of 2 seats`}, // there are two seats
		{func(tx *game.Tx) {
			stone := tx.First(x.row)
			tx.Remove(stone)
			points.Set(tx, stone, 1)
		}, `part "points" is set on element #1, but it has left the game`},
	} {
		before := s.Hash()
		_, err := x.try(s, c.do)
		wantFault(t, err, c.want)
		if s.Hash() != before {
			t.Errorf("%s: the state has changed", c.want)
		}
	}
}

func TestPartEdit(t *testing.T) {
	x := newBox()
	s := x.play(t, x.start(t), func(tx *game.Tx) {
		body.Edit(tx, game.Root, func(b *limbs) { b.Left = 3 })
		body.Edit(tx, game.Root, func(b *limbs) { b.Grip[1] = 9 })
	})
	if got := body.Of(s, game.Root); got != (limbs{Left: 3, Grip: [3]uint16{1: 9}}) {
		t.Errorf("got %+v", got)
	}
}

// Removed elements lose their data, and elements created later start with none.
func TestPartOfRemovedElements(t *testing.T) {
	x := newBox()
	s := x.play(t, x.start(t), func(tx *game.Tx) {
		points.Set(tx, tx.Create(x.stone, x.row), 7)
	})
	old := s
	stone := s.Find("#1")
	s = x.play(t, s, func(tx *game.Tx) { tx.Remove(stone) })
	if points.Of(s, stone) != 0 || points.Of(old, stone) != 7 {
		t.Errorf("now %d, before %d", points.Of(s, stone), points.Of(old, stone))
	}
	s = x.play(t, s, func(tx *game.Tx) { tx.Create(x.stone, x.row) })
	if id := s.First(x.row); s.Name(id) != "#2" || points.Of(s, id) != 0 {
		t.Errorf("%s has %d points", s.Name(id), points.Of(s, id))
	}
}

// Create can override the starting values of a Kind.
func TestStartValues(t *testing.T) {
	x := newBox()
	x.stone.With = []game.With{points.Is(3), label.Is("pebble")}
	s := x.play(t, x.start(t), func(tx *game.Tx) {
		tx.Create(x.stone, x.row)
		tx.Create(x.stone, x.row, points.Is(5))
		tx.CreateMany(2, x.stone, x.row, label.Is("rock"), points.Is(0))
		tx.Create(x.card, x.row)
	})
	var got []string
	for id := range s.In(x.row) {
		got = append(got, fmt.Sprint(points.Of(s, id), label.Of(s, id)))
	}
	if want := []string{"3pebble", "5pebble", "0rock", "0rock", "0"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Parts are shared between games; their values are not.
func TestPartsAreShared(t *testing.T) {
	x, y := newBox(), newBox()
	y.Parts = []game.Column{body, points} // in another order, and fewer
	a := x.play(t, x.start(t), func(tx *game.Tx) { points.Set(tx, game.Root, 1) })
	b := y.play(t, y.start(t), func(tx *game.Tx) { points.Set(tx, game.Root, 2) })
	if points.Of(a, game.Root) != 1 || points.Of(b, game.Root) != 2 {
		t.Errorf("%d and %d", points.Of(a, game.Root), points.Of(b, game.Root))
	}
}

func TestTraits(t *testing.T) {
	type deed func(n int) int
	cost, effect := game.NewTrait[int]("cost"), game.NewTrait[deed]("effect")
	x := newBox()
	x.stone.With = []game.With{cost.Is(2), effect.Is(func(n int) int { return 2 * n })}
	x.card.With = []game.With{effect.Is(func(n int) int { return n + 1 })}
	s := x.setup(t, func(tx *game.Tx) {
		tx.Create(x.stone, x.row)
		tx.Create(x.card, x.row)
	})
	stone, card := s.Find("#1"), s.Find("#2")
	if cost.Of(s, stone) != 2 || cost.Of(s, card) != 0 || cost.On(x.stone) != 2 || cost.On(nil) != 0 || cost.Of(s, x.row.ID()) != 0 {
		t.Error("the costs are wrong")
	}
	if effect.Of(s, stone)(5) != 10 || effect.Of(s, card)(5) != 6 || effect.Of(s, game.Root) != nil {
		t.Error("the effects are wrong")
	}
	// Two Traits of the same name and type are distinct.
	if game.NewTrait[int]("cost").On(x.stone) != 0 {
		t.Error("Traits with the same name are mixed up")
	}
}

// A Part is plain data that changes, on an element, on a seat or on the table.
func ExamplePart() {
	gold := game.NewPart[int]("gold")
	rules := &game.Rules{
		Name: "mine", Seats: game.Exactly(2), Parts: []game.Column{gold},
		Actions: []*game.Action{{Name: "dig", Do: func(t *game.Tx) {
			gold.Edit(t, t.Seat, func(n *int) { *n += 3 })
			gold.Set(t, game.Root, gold.Of(t, game.Root)+1)
		}}},
	}
	s, _ := rules.Start(2, game.SeedOf(1))
	for range 3 {
		s, _ = s.PlayText(s.Turn(), "dig")
	}
	fmt.Println(gold.Of(s, game.Seat(0)), gold.Of(s, game.Seat(1)), gold.Of(s, game.Root))
	// Output: 6 3 3
}

// A Trait is printed on a Kind and never changes. It may be a function.
func ExampleTrait() {
	speed := game.NewTrait[int]("speed")
	cry := game.NewTrait[func() string]("cry")
	horse := &game.Kind{Name: "horse", With: []game.With{speed.Is(8), cry.Is(func() string { return "neigh" })}}
	snail := &game.Kind{Name: "snail", With: []game.With{speed.Is(1)}}
	fmt.Println(speed.On(horse), speed.On(snail), cry.On(horse)(), cry.On(snail) == nil)
	// Output: 8 1 neigh true
}

// A Kind declares what its elements are and their starting values; Create may override them.
func ExampleKind() {
	health := game.NewPart[int]("health")
	field := &game.Place{Name: "field"}
	knight := &game.Kind{Name: "knight", With: []game.With{health.Is(10)}}
	rules := &game.Rules{
		Name: "joust", Seats: game.Exactly(2),
		Layout: []game.Layout{field}, Kinds: []*game.Kind{knight}, Parts: []game.Column{health},
		Setup: func(t *game.Tx) {
			t.Create(knight, field)
			t.Create(knight, field, health.Is(4)) // a tired one
		},
		Actions: []*game.Action{{Name: "wait", Do: func(*game.Tx) {}}},
	}
	s, _ := rules.Start(2, game.SeedOf(1))
	for id := range s.In(field) {
		fmt.Println(s.Kind(id).Name, s.Name(id), health.Of(s, id))
	}
	// Output:
	// knight #1 10
	// knight #2 4
}

// A Part has a look, and a game can override it; neither affects who sees it, or any rule.
func TestPartLooks(t *testing.T) {
	gold := game.NewPart[int]("gold").Looks(game.Look{Label: "Gold"})
	bid := game.NewPart[int]("bid")
	plan := game.NewPrivate[int]("plan").Looks(game.Look{Hidden: true})
	secret := bid.Seen(game.ByOwner).Looks(game.Look{Label: "Sealed bid"})
	rules := func(parts ...game.Column) *game.Rules {
		return &game.Rules{Name: "looks", Seats: game.Exactly(2), Parts: parts, Actions: wait(), Guess: func(*game.Tx, game.Seat) {}}
	}
	r := rules(gold, secret, plan)
	r.Setup = func(tx *game.Tx) { bid.Set(tx, game.Seat(0), 7) }
	var got []string
	for _, p := range r.Parts {
		got = append(got, fmt.Sprintf("%s %q %v", p, p.Look().Label, p.Look().Hidden))
	}
	if want := `gold "Gold" false, bid "Sealed bid" false, plan "" true`; strings.Join(got, ", ") != want {
		t.Errorf("the parts are %s, want %s", strings.Join(got, ", "), want)
	}
	if bid.Look().Label != "" || bid.Seen(game.ByOwner).Look().Label != "" || gold.Seen(game.ByOwner).Look().Label != "Gold" {
		t.Error("the look of one game applies in another")
	}
	if plain := rules(gold, bid.Seen(game.ByOwner), plan); plain.Digest() != r.Digest() {
		t.Error("the look changes the digest")
	}
	if s := start(t, r, 2); bid.Of(s.View(0), game.Seat(0)) != 7 || bid.Of(s.View(1), game.Seat(0)) != 0 {
		t.Error("a look reveals the secret")
	}
}
