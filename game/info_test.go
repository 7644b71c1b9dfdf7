package game_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// Sight.Info agrees with how the kernel applies the Sight.
func TestSightInfo(t *testing.T) {
	sights := []game.Sight{game.ByAll, game.ByOwner, game.ByNone, {}, game.By(func(*game.State, game.Seat, game.ID) game.Level { return game.Back })}
	for _, x := range sights[:4] {
		sights = append(sights, x.And(1), x.But(0), x.And(game.Nobody).But(2), x.Else(game.Unseen), x.And(2).Else(game.Counted))
	}
	for i, x := range sights {
		place := &game.Place{Name: "place", Each: true, Seen: x}
		kind := &game.Kind{Name: "kind"}
		s, err := (&game.Rules{
			Name: "sights", Seats: game.Exactly(3), Layout: []game.Layout{place}, Kinds: []*game.Kind{kind},
			Actions: []*game.Action{{Name: "pass", Do: func(*game.Tx) {}}},
			Setup:   func(t *game.Tx) { t.Create(kind, place.Of(0)) },
		}).Start(3, game.SeedOf(1))
		if err != nil {
			t.Fatal(err)
		}
		by, and, but, others := x.Info()
		for _, seat := range []game.Seat{0, 1, 2, game.Nobody} {
			want := others
			sees := by == "" || by == "all" || by == "owner" && seat == 0 || slices.Contains(and, seat)
			if sees && !slices.Contains(but, seat) {
				want = game.Face
			}
			if got := s.Sees(seat, s.First(place.Of(0))); got != want {
				t.Errorf("sight %d (%s): %s gets a %s, and Info says %s", i, by, seat, got, want)
			}
		}
		if (by == "rule") != (i == 4) || x.Open() != (i == 0 || i == 3 || by != "owner" && by != "none" && by != "rule" && but == nil) {
			t.Errorf("sight %d: by %q and %v but %v else %v", i, by, and, but, others)
		}
	}
}

type tide int8

func (tide) String() string { return "a tide" }

// Declarations can be read as plain data.
func TestInfo(t *testing.T) {
	type reach struct {
		From game.ID
		Far  [2]uint8
	}
	gold := game.NewPart[int]("gold").Looks(game.Look{Label: "coins"})
	plan := game.NewPrivate[tide]("plan")
	cost := game.NewTrait[reach]("cost")
	bid := &game.Pick[int]{Name: "bid", Prompt: "How much?", Range: func(*game.Tx) (int, int) { return 1, 3 }, Optional: true, If: func(*game.Tx, int) bool { return true }}
	word := &game.Pick[string]{Name: "word", Text: &game.Text{Min: 2}, Repeat: true, Then: func(*game.Tx, string) {}}
	ownersAndSpectators := game.ByOwner.And(game.Nobody)
	price := game.NewPart[int]("price").Seen(ownersAndSpectators).Chosen(bid)
	die := game.NewPart[bool]("die").Rolled(func(*game.Tx, game.ID) bool { return true })
	sum := game.NewDerived("sum", func(*game.State, game.ID) []string { return nil })
	steal := &game.Effect[game.Seat]{Name: "steal", Do: func(*game.Tx, game.Seat) {}}
	guard := &game.Effect[game.Seat]{Name: "guard", Replaces: steal, If: func(*game.Tx, game.Seat) bool { return true }, Do: func(*game.Tx, game.Seat) {}}
	for _, x := range []struct {
		name      string
		got, want any
	}{
		{"a part", gold.Info(), game.ValueInfo{Name: "gold", Label: "coins", Look: game.Look{Label: "coins"}, Type: game.TypeInfo{Name: "int", Sort: "number"}}},
		{"a private part", plan.Info(), game.ValueInfo{Name: "plan", Private: true, Type: game.TypeInfo{Name: "game_test.tide", Sort: "number", Named: true}}},
		{"a chosen part", price.Info(), game.ValueInfo{Name: "price", Chosen: "bid", Type: game.TypeInfo{Name: "int", Sort: "number"},
			Seen: &ownersAndSpectators}},
		{"a rolled part", die.Info(), game.ValueInfo{Name: "die", Rolled: true, Type: game.TypeInfo{Name: "bool", Sort: "yes-no"}}},
		{"a derived value", sum.Info(), game.ValueInfo{Name: "sum", Derived: true, Type: game.TypeInfo{Name: "[]string", Sort: "list", Fields: []game.TypeInfo{{Name: "string", Sort: "text"}}}}},
		{"a start", gold.Is(3).Info(), game.ValueInfo{Name: "gold", Label: "coins", Look: game.Look{Label: "coins"}, Value: "3", Type: game.TypeInfo{Name: "int", Sort: "number"}}},
		{"starts", gold.Nth(func(i int) int { return i }).Info().Value, ""},
		{"a trait", cost.Is(reach{Far: [2]uint8{1, 2}}).Info(), game.ValueInfo{Name: "cost", Trait: true, Value: "far 1, 2", Type: game.TypeInfo{Name: "game_test.reach", Sort: "record", Fields: []game.TypeInfo{
			{Name: "game.ID", Field: "From", Sort: "element"}, {Name: "[2]uint8", Field: "Far", Sort: "list", Len: 2, Fields: []game.TypeInfo{{Name: "uint8", Sort: "number", Bits: true}}}}}}},
		{"a trait that is a function", game.NewTrait[func()]("does").Is(func() {}).Info().Value, ""},
		{"an effect", guard.Info(), game.ValueInfo{Name: "guard", Replaces: "steal", If: true, Type: game.TypeInfo{Name: "game.Seat", Sort: "seat", Named: true}}},
		{"a pick", bid.Info(), game.PickInfo{Name: "bid", Prompt: "How much?", By: "range", Optional: true, If: true, Type: game.TypeInfo{Name: "int", Sort: "number"}}},
		{"a pick of texts", word.Info(), game.PickInfo{Name: "word", By: "text", Text: &game.Text{Min: 2, Max: 200}, Repeat: true, Then: true, Type: game.TypeInfo{Name: "string", Sort: "text"}}},
		{"a pick that asks", (&game.Pick[int]{Name: "x", Ask: func(*game.Tx) *game.Line { return nil }}).Info().Asks, true},
		{"a pick of kinds", (&game.Pick[*game.Kind]{Name: "kind", When: func(*game.Tx) bool { return true }}).Info(), game.PickInfo{Name: "kind", When: true, Type: game.TypeInfo{Name: "*game.Kind", Sort: "kind"}}},
	} {
		if fmt.Sprintf("%+v", flat(x.got)) != fmt.Sprintf("%+v", flat(x.want)) {
			t.Errorf("%s:\n%+v\nwant\n%+v", x.name, flat(x.got), flat(x.want))
		}
	}
}

// flat replaces pointers by what they point to.
func flat(x any) any {
	switch x := x.(type) {
	case game.ValueInfo:
		if x.Seen != nil {
			return []any{game.ValueInfo{Name: x.Name, Chosen: x.Chosen, Type: x.Type}, *x.Seen}
		}
	case game.PickInfo:
		if x.Text != nil {
			text := *x.Text
			x.Text = nil
			return []any{x, text}
		}
	}
	return x
}

// Values can be read without knowing the types of Parts.
func TestValues(t *testing.T) {
	x := newBox()
	gold, plan := game.NewPart[int]("gold"), game.NewPrivate[int]("plan")
	x.Parts = append(x.Parts, gold, plan)
	x.Guess = func(*game.Tx, game.Seat) {}
	s := x.play(t, x.start(t), func(tx *game.Tx) {
		gold.Set(tx, game.Seat(1), 7)
		gold.Set(tx, game.Root, 1)
		plan.Set(tx, 0, game.Root, 5)
	})
	read := func(s *game.State, of ...game.Element) map[string]string {
		all := map[string]string{}
		for v := range s.Values(of...) {
			all[v.Of+" "+v.Field+" was "+v.Was] = v.Is
		}
		return all
	}
	if got, want := read(s), map[string]string{"seat/1 gold was 0": "7", "table gold was 0": "1", "table plan/0 was 0": "5"}; !maps.Equal(got, want) {
		t.Errorf("all values are %v", got)
	}
	if got, want := read(s.View(1), game.Root, game.Seat(0)), map[string]string{"table gold was 0": "1"}; !maps.Equal(got, want) {
		t.Errorf("player 2 sees %v on the table and on the other seat", got)
	}
	if a, b, c := gold.Value(s, game.Seat(1)), plan.Value(s, game.Root), plan.Value(s.View(0), game.Root); a != 7 || b != nil || c != 5 {
		t.Errorf("values %v, %v, %v", a, b, c)
	}
	for range s.Values() {
		break // it can be stopped
	}
}

// Actions can be found by name, including those that the kernel adds.
func TestActionByName(t *testing.T) {
	x := staged(&game.Loop{Do: &game.EachSeat{Name: "turn", Do: &game.Act{Name: "act", Max: -1}}})
	if x.Rules.Action("do") != nil {
		t.Error("rules that were not checked have an action")
	}
	r := start(t, x.Rules, 2).Rules()
	if r.Action("do") == nil || r.Action("do").Name != "do" || r.Action("done") == nil || r.Action("withdraw") != nil || r.Action("fly") != nil {
		t.Errorf("actions: %v, %v, %v, %v", r.Action("do"), r.Action("done"), r.Action("withdraw"), r.Action("fly"))
	}
}

// Drawn reports whether random numbers were drawn.
func TestDrawn(t *testing.T) {
	x := newBox()
	s := x.start(t)
	rolled := x.play(t, s, func(tx *game.Tx) { tx.Roll(6) })
	if still := x.play(t, s, func(*game.Tx) {}); still.DrawnSince(s) || !rolled.DrawnSince(s) || !s.Reseed(game.SeedOf(9)).DrawnSince(s) {
		t.Error("Drawn misses a draw")
	}
}

// The declaration of a Part can be read without knowing its type.
func ExampleValueInfo() {
	bid := &game.Pick[int]{Name: "bid"}
	rules := &game.Rules{Parts: []game.Column{
		game.NewPart[int]("gold"),
		game.NewPart[int]("price").Seen(game.ByOwner).Chosen(bid),
		game.NewPrivate[string]("notes"),
	}}
	for _, part := range rules.Parts {
		x := part.Info()
		fmt.Printf("%s is a %s; private: %t", x.Name, x.Type.Sort, x.Private)
		if x.Seen != nil {
			by, _, _, _ := x.Seen.Info()
			fmt.Printf("; seen by: %s; chosen with: %s", by, x.Chosen)
		}
		fmt.Println()
	}
	// Output:
	// gold is a number; private: false
	// price is a number; private: false; seen by: owner; chosen with: bid
	// notes is a text; private: true
}

// A TypeInfo describes values as players see them, field by field.
func ExampleTypeInfo() {
	type wound struct {
		Who  game.ID
		Deep [2]int
	}
	of := game.NewPart[wound]("wound").Info().Type
	fmt.Println(of.Sort)
	for _, f := range of.Fields {
		fmt.Println(f.Field+":", f.Sort, f.Len)
	}
	// Output:
	// record
	// Who: element 0
	// Deep: list 2
}

// A PickInfo describes how a Pick gets its values and what it asks.
func ExamplePickInfo() {
	word := &game.Pick[string]{Name: "word", Prompt: "Which word?", Text: &game.Text{Min: 2}, Optional: true}
	for _, c := range []game.Choice{word} {
		x := c.Info()
		fmt.Println(x.Name, "by", x.By, "of", x.Text.Min, "to", x.Text.Max, "letters; optional:", x.Optional)
	}
	// Output:
	// word by text of 2 to 200 letters; optional: true
}

// A Sight declares who sees the faces, and what the others see.
func ExampleSight_Info() {
	hand := &game.Place{Name: "hand", Each: true, Seen: game.ByOwner.And(game.Nobody).Else(game.Counted)}
	by, and, _, others := hand.Seen.Info()
	fmt.Println("by", by, "and", and, "else", others, "open:", hand.Seen.Open())
	// Output:
	// by owner and [nobody] else counted open: false
}

// Lines for an observer use the names of their view and contain nothing they do not see.
func TestLinesForObservers(t *testing.T) {
	x := newBox()
	hand := &game.Place{Name: "purse", Each: true, Seen: game.ByOwner}
	card := &game.Kind{Name: "trump", Label: func(*game.State, game.ID) string { return "ace" }}
	x.Layout, x.Kinds = append(x.Layout, hand), append(x.Kinds, card)
	s := x.play(t, x.start(t), func(tx *game.Tx) {
		id := tx.Create(card, hand.Of(0))
		tx.Say("{0} holds {1}, {2} of {3}", game.Seat(0), id, 1, hand.Of(0))
		tx.Emit("flash", id, game.Seat(1), "loud")
	})
	for who, want := range map[game.Seat]string{
		0: "player 1 holds ace, 1 of purse/0: [seat 0, element #1 ace, 1, element purse/0]; flash [element #1 ace, seat 1, loud]",
		1: "player 1 holds purse/0:1, 1 of purse/0: [seat 0, element purse/0:1, 1, element purse/0]; flash [element purse/0:1, seat 1, loud]",
	} {
		lines, notices := s.Told(who)
		got := lines[0].String() + ": " + args(4, lines[0].Arg) + "; " + notices[0].Name + " " + args(3, notices[0].Arg)
		if got != want {
			t.Errorf("%v reads\n%s\nwant\n%s", who, got, want)
		}
		v := s.View(who)
		if said := v.Said()[0].String(); said != lines[0].String() {
			t.Errorf("the view of %v says %q", who, said)
		}
	}
}

func args(n int, arg func(int) (any, string, string)) string {
	var list []string
	for i := range n {
		value, name, label := arg(i)
		if _, is := value.(game.ID); is {
			value = "element"
		}
		list = append(list, strings.TrimSpace(fmt.Sprint(value)+" "+name+" "+label))
	}
	return "[" + strings.Join(list, ", ") + "]"
}
