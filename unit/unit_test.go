package unit_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/unit"
)

var (
	morale = game.NewPart[int]("morale")
	speed  = game.NewTrait[int]("speed")
	man    = &game.Kind{Name: "man", With: []game.With{unit.MaxHealth.Is(3), unit.MaxPoints.Is(2), unit.Slots.Is([]string{"hand", "hand", "body"})}}
	crate  = &game.Kind{Name: "crate", With: []game.With{unit.Prop.Is(true)}}
	knife  = &game.Kind{Name: "knife", With: []game.With{unit.Fits.Is("hand")}}
	coat   = &game.Kind{Name: "coat", With: []game.With{unit.Fits.Is("body")}}
	coin   = &game.Kind{Name: "coin"}
)

// yard is a table to try things on: a board of 4x3 with room for two on each cell, and a reserve.
type yard struct {
	*board.Grid
	reserve *game.Place
	do      func(*game.Tx)
	rules   *game.Rules
}

func newYard() *yard {
	y := &yard{Grid: board.Square("yard", 4, 3), reserve: &game.Place{Name: "reserve"}}
	y.Cell.Max = 2
	y.rules = &game.Rules{
		Name: "yard", Seats: game.Exactly(2), Layout: []game.Layout{y.Grid, y.reserve}, Kinds: []*game.Kind{man, crate, knife, coat, coin},
		Parts: append(unit.Parts(), morale), Actions: []*game.Action{{Name: "do", Do: func(t *game.Tx) { y.do(t) }}},
	}
	return y
}

func (y *yard) start(t testing.TB) *game.State {
	t.Helper()
	s, err := y.rules.Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (y *yard) play(t testing.TB, do func(*game.Tx)) *game.State {
	t.Helper()
	y.do = do
	s, err := y.start(t).PlayText(0, "do")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// where lists where elements are.
func where(s *game.State, ids []game.ID) string {
	var names []string
	for _, id := range ids {
		names = append(names, s.Name(s.Parent(id)))
	}
	return strings.Join(names, " ")
}

func TestSpawn(t *testing.T) {
	y := newYard()
	y.start(t)
	a1, b1, c2 := y.Find("a1"), y.Find("b1"), y.Find("c2")
	nearest := unit.Nearest(&y.Board, func(s *game.State, cell game.ID) bool { return cell != y.Find("b2") })
	refuse := func(*game.Tx, unit.Order, int) (game.ID, *game.Line) { return 0, game.NewLine("the gate is shut") }
	inRow := func(t *game.Tx, o unit.Order) (at []game.ID, _ *game.Line) {
		for i := range o.Count {
			at = append(at, y.At(i, 2))
		}
		return at, nil
	}
	for _, c := range []struct {
		name    string
		spawner unit.Spawner
		order   unit.Order
		want    string
		why     string
	}{
		{"one", unit.Spawner{}, unit.Spawn(man).In(c2), "c2", ""},
		{"none", unit.Spawner{}, unit.Spawn(man).Times(0).In(c2), "", ""},
		{"in turn", unit.Spawner{}, unit.Spawn(man).Times(3).In(a1, b1), "a1 b1 a1", ""},
		{"full", unit.Spawner{}, unit.Spawn(man).Times(5).In(a1, b1), "a1 b1 a1 b1", "there is no room for man"},
		{"nowhere", unit.Spawner{}, unit.Spawn(man), "", "there is no room for man"},
		{"nearest free", unit.Spawner{Default: nearest}, unit.Spawn(man).Times(4).In(a1), "a1 b1 a2 c1", ""},
		{"nearest of nothing", unit.Spawner{Default: nearest}, unit.Spawn(man), "", "there is no room for man"},
		{"the board is full", unit.Spawner{Default: nearest}, unit.Spawn(man).Times(12).In(a1), "a1 b1 a2 c1 c2 a3 b3 c3 d1 d2 d3", "there is no room for man"},
		{"one kind", unit.Spawner{One: map[*game.Kind]unit.Place{man: refuse}}, unit.Spawn(man).In(a1), "", "the gate is shut"},
		{"another kind", unit.Spawner{One: map[*game.Kind]unit.Place{coin: refuse}}, unit.Spawn(man).In(a1), "a1", ""},
		{"a batch comes first", unit.Spawner{
			Batch: map[*game.Kind]func(*game.Tx, unit.Order) ([]game.ID, *game.Line){man: inRow},
			One:   map[*game.Kind]unit.Place{man: refuse},
		}, unit.Spawn(man).Times(3).In(a1), "a3 b3 c3", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var made []game.ID
			var why *game.Line
			s := y.play(t, func(t *game.Tx) { made, why = c.spawner.Spawn(t, c.order.For(1)) })
			if got := where(s, made); got != c.want {
				t.Errorf("they are in %q, want %q", got, c.want)
			}
			if got := fmt.Sprint(why); why == nil && c.why != "" || why != nil && why.String() != c.why {
				t.Errorf("the reason is %s, want %q", got, c.why)
			}
			for _, id := range made {
				if s.Owner(id) != 1 || unit.Health.Of(s, id) != 3 || unit.Points.Of(s, id) != 2 {
					t.Errorf("%s belongs to %s, health %d, points %d", s.Name(id), s.Owner(id), unit.Health.Of(s, id), unit.Points.Of(s, id))
				}
			}
		})
	}
}

func TestSpawnOverrides(t *testing.T) {
	y := newYard()
	y.start(t)
	base := unit.Spawn(man).In(y.Find("a1")).With(unit.Health.Is(1))
	more := base.With(morale.Is(7)) // an order is a value: this changes no other
	s := y.play(t, func(t *game.Tx) {
		var spawner unit.Spawner
		spawner.Spawn(t, more)
		spawner.Spawn(t, base)
	})
	first, last := s.First(y.Find("a1")), s.Last(y.Find("a1"))
	if unit.Health.Of(s, first) != 1 || morale.Of(s, first) != 7 || unit.Health.Of(s, last) != 1 || morale.Of(s, last) != 0 || s.Owner(first) != game.Nobody {
		t.Errorf("health %d, morale %d; health %d, morale %d", unit.Health.Of(s, first), morale.Of(s, first), unit.Health.Of(s, last), morale.Of(s, last))
	}
}

// An order can leave a unit without points.
func TestSpawnWithNothing(t *testing.T) {
	y := newYard()
	y.start(t)
	s := y.play(t, func(t *game.Tx) {
		var spawner unit.Spawner
		spawner.Spawn(t, unit.Spawn(man).In(y.Find("a1")).With(unit.Points.Is(0)))
	})
	if id := s.First(y.Find("a1")); unit.Points.Of(s, id) != 0 || unit.Health.Of(s, id) != 3 {
		t.Errorf("it has %d points, health %d", unit.Points.Of(s, id), unit.Health.Of(s, id))
	}
}

// Units that wait in a reserve are not dead; they get their health and points when they enter.
func TestReserveIsNotBuried(t *testing.T) {
	y := newYard()
	y.rules.Settle = unit.Bury(nil, man)
	y.rules.Setup = func(t *game.Tx) { t.Create(man, y.reserve, unit.Arrives.Is(2)) }
	var spawner unit.Spawner
	s := y.play(t, func(t *game.Tx) { spawner.Enter(t, y.reserve, 2, y.Find("a1")) })
	if id := s.First(y.Find("a1")); id == 0 || unit.Health.Of(s, id) != 3 || unit.Points.Of(s, id) != 2 {
		t.Errorf("it is %d", id)
	}
}

// A pick belongs to one action with a cost: another action that shares it would have the cost of both.
func TestSharedPicksAreRefused(t *testing.T) {
	for name, second := range map[string]func(a *game.Action, who *game.Pick[game.ID]) *game.Action{
		"two costs": func(a *game.Action, who *game.Pick[game.ID]) *game.Action { return unit.Costs(a, who, unit.Cost(2)) },
		"one cost":  func(a *game.Action, _ *game.Pick[game.ID]) *game.Action { return a },
	} {
		y := newYard()
		who := unit.Mine("who", man)
		act := func(name string) *game.Action {
			return &game.Action{Name: name, Pick: []game.Choice{who}, Do: func(*game.Tx) {}}
		}
		y.rules.Actions = append(y.rules.Actions, unit.Costs(act("shout"), who, unit.Cost(1)), second(act("sing"), who))
		if got, want := fmt.Sprint(y.rules.Check()), `action "sing": its pick "who" is only for the action "shout"`; !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// Reinforcements wait in a reserve for their round, and for room.
func TestReinforcements(t *testing.T) {
	y := newYard()
	y.rules.Setup = func(t *game.Tx) {
		for _, round := range []int{2, 1, 3, 1} {
			t.Create(man, y.reserve, unit.Arrives.Is(round))
		}
	}
	var spawner unit.Spawner
	for round, want := range map[int]string{0: "", 1: "a1 a1", 2: "a1 a1", 3: "a1 a1"} { // there is room for two
		var came []game.ID
		s := y.play(t, func(t *game.Tx) { came = spawner.Enter(t, y.reserve, round, y.Find("a1")) })
		if got := where(s, came); got != want {
			t.Errorf("in round %d they come to %q, want %q", round, got, want)
		}
		if got := s.Count(y.reserve); got != 4-len(came) {
			t.Errorf("in round %d, %d wait", round, got)
		}
	}
}

// Setting up the table out of order is a Fault.
func TestStages(t *testing.T) {
	var spawner unit.Spawner
	y := newYard()
	put := func(k *game.Kind) func(*game.Tx) {
		return func(t *game.Tx) { spawner.Spawn(t, unit.Spawn(k).In(y.At(0, 0))) }
	}
	for _, c := range []struct {
		name   string
		stages unit.Stages
		want   string
	}{
		{"in order", unit.Stages{Board: func(*game.Tx) {}, Props: put(crate), Agents: put(man)}, ""},
		{"no stages but one", unit.Stages{Agents: put(man)}, ""},
		{"a prop on the board", unit.Stages{Board: put(crate)}, "a crate is spawned while the board is set up"},
		{"an agent on the board", unit.Stages{Board: put(man)}, "a man is spawned while the board is set up"},
		{"an agent among the props", unit.Stages{Props: put(man)}, "it belongs to the agents"},
		{"a prop among the agents", unit.Stages{Agents: put(crate)}, "props come before them"},
	} {
		y = newYard()
		y.rules.Setup = c.stages.Setup
		_, err := y.rules.Start(2, game.SeedOf(1))
		var f *game.Fault
		switch {
		case c.want == "" && err != nil, c.want != "" && (!errors.As(err, &f) || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v", c.name, err)
		}
	}
	y = newYard()
	y.rules.Setup = unit.Stages{}.Setup
	y.play(t, func(t *game.Tx) { put(man)(t); put(crate)(t) }) // during the game, anything goes
}

func TestCosts(t *testing.T) {
	y := newYard()
	who := unit.Mine("who", man)
	shout := unit.Costs(&game.Action{Name: "shout", Pick: []game.Choice{who}, Do: func(t *game.Tx) { morale.Add(t, who.In(t), 1); t.Again() }}, who,
		func(s *game.State, id game.ID) int { return 1 + morale.Of(s, id) }) // each time it costs more
	y.rules.Actions = append(y.rules.Actions, shout)
	y.rules.Setup = func(t *game.Tx) {
		var spawner unit.Spawner
		spawner.Spawn(t, unit.Spawn(man).For(0).In(y.At(0, 0)).With(unit.Points.Is(4)))
	}
	s := y.start(t)
	for _, want := range []string{"", "", "shout, who: this takes 3 action points, and 1 are left"} {
		var err error
		next, err := s.PlayText(0, "shout #1")
		if got := fmt.Sprint(err); err == nil && want != "" || err != nil && got != want {
			t.Fatalf("got %v, want %q", err, want)
		}
		s = next
	}
	if got := unit.Points.Of(s, s.Find("#1")); got != 1 {
		t.Errorf("%d points are left", got)
	}
	s = y.play(t, func(t *game.Tx) { unit.Pay(t, t.Find("#1"), 9) })
	if _, err := s.PlayText(1, "shout #1"); err == nil {
		t.Error("another seat's man shouts")
	}
	y.do = func(t *game.Tx) {
		unit.Refresh(t, 0, man)
		t.Again()
	}
	s, _ = s.PlayText(1, "do")
	if got := unit.Points.Of(s, s.Find("#1")); got != 2 {
		t.Errorf("refreshed to %d", got)
	}
}

func TestHealthAndItems(t *testing.T) {
	y := newYard()
	y.Cell.Max = 0 // room for what they drop
	var fallen []string
	y.rules.Settle = unit.Bury(func(t *game.Tx, id game.ID) { fallen = append(fallen, t.Name(id)) }, man)
	y.rules.Setup = func(t *game.Tx) {
		var spawner unit.Spawner
		spawner.Spawn(t, unit.Spawn(man).Times(2).For(0).In(y.At(0, 0), y.At(1, 0)))
		for _, k := range []*game.Kind{knife, knife, knife, coat, coin} {
			unit.Carry(t, t.Create(k, y.reserve), t.Find("#1"))
		}
	}
	s := y.play(t, func(tx *game.Tx) {
		id := tx.Find("#1")
		var took []bool
		for item := range tx.In(id) {
			took = append(took, unit.Equip(tx, item))
		}
		if want := []bool{true, true, false, true, false}; !slices.Equal(took, want) { // two hands, and a coin is not held
			t.Errorf("held: %v, want %v", took, want)
		}
		if got := len(unit.Holding(tx, id, "hand")); got != 2 {
			t.Errorf("it holds %d things in its hands", got)
		}
		unit.Stow(tx, unit.Holding(tx, id, "hand")[0])
		if got := len(unit.Holding(tx, id, "hand")); got != 1 {
			t.Errorf("then it holds %d", got)
		}
		unit.Hurt(tx, id, 2)
		unit.Heal(tx, id, 9)
		if got := unit.Health.Of(tx, id); got != 3 {
			t.Errorf("healed to %d", got)
		}
		unit.Hurt(tx, id, 5)
	})
	if s.Alive(s.Find("#1")) || !s.Alive(s.Find("#2")) || len(fallen) == 0 || fallen[0] != "#1" {
		t.Errorf("the dead are still there: fallen %v", fallen)
	}
	if got := s.Count(y.At(0, 0)); got != 5 {
		t.Errorf("it drops %d things", got)
	}
	for item := range s.In(y.At(0, 0)) {
		if unit.Held.Of(s, item) || s.Owner(item) != game.Nobody {
			t.Errorf("%s is still held", s.Kind(item).Name)
		}
	}
}

func TestCatalogue(t *testing.T) {
	c := &unit.Catalogue{Fields: append(unit.Fields(), unit.NewField(morale), unit.NewField(speed).As("pace")), Look: game.Look{Shape: "disc"}}
	kinds, err := c.Read("men.json", []byte(`{
		"guard": {"label": "Guard", "health": 4, "pace": 2, "morale": 5, "slots": ["hand"]},
		"dog": {"health": 1, "color": "brown", "shape": "square"}
	}`))
	if err != nil || len(kinds) != 2 {
		t.Fatal(kinds, err)
	}
	guard, dog := kinds[0], unit.Named(kinds, "dog")
	if guard.Look.Label != "Guard" || unit.MaxHealth.On(guard) != 4 || speed.On(guard) != 2 || !slices.Equal(unit.Slots.On(guard), []string{"hand"}) {
		t.Errorf("the guard is %+v", guard)
	}
	if dog.Look.Color != "brown" || dog.Look.Shape != "square" || guard.Look.Shape != "disc" || speed.On(dog) != 0 {
		t.Errorf("the dog is %+v", dog)
	}
	y := newYard()
	y.rules.Kinds = append(y.rules.Kinds, kinds...)
	s := y.play(t, func(t *game.Tx) { t.Create(guard, y.At(0, 0)) })
	if got := morale.Of(s, s.First(y.At(0, 0))); got != 5 {
		t.Errorf("its morale is %d", got)
	}
}

// Every fault of a file is reported with its place.
func TestCatalogueFaults(t *testing.T) {
	bite := game.NewTrait[struct{ Dice, Hits int }]("bite")
	c := &unit.Catalogue{Fields: append(unit.Fields("hand", "body"), unit.NewField(morale), unit.NewField(speed).As("pace"), unit.NewField(bite),
		unit.NewField(game.NewTrait[[]string]("brings")).OfKinds())}
	for _, x := range []struct{ text, want string }{
		{`{"dog": {"healht": 1}}`, `men.json:1:10: dog: there is no field "healht"; the fields are bite, brings, fits, health, morale, pace, points, prop, slots`},
		{"{\n \"dog\": {\"health\": \"much\"}\n}", `men.json:2:20: dog: health: "much" is not a whole number that fits`},
		{`{"dog": {"morale": 1.5}}`, `men.json:1:20: dog: morale: 1.5 is not a whole number that fits`},
		{`{"dog": {"slots": "hand"}}`, `men.json:1:19: dog: slots: "hand" is not a list`},
		{`{"dog": {"prop": 1}}`, `men.json:1:18: dog: prop: 1 is not true or false`},
		{`{"dog": {"label": 1}}`, `men.json:1:19: dog: label: 1 is not a text`},
		{`{"dog": 3}`, `men.json:1:9: dog must be an object`},
		{`[]`, `men.json:1:1: the file must be an object`},
		{`{"dog": {}, "dog": {}}`, `men.json:1:13: there are two "dog"`},
		{`{"dog": {"health": 1, "health": 2}}`, `men.json:1:23: there are two "health"`},
		{`{"dog": {"health": -1}}`, `men.json:1:20: dog: health: -1 is less than 0`},
		{`{"dog": {"health": null}}`, `men.json:1:20: null is not allowed: leave it out`},
		{`{"dog": null}`, "men.json:1:9: null is not allowed: leave it out\nmen.json:1:9: dog must be an object"},
		{`{"": {}}`, `men.json:1:2: "" is not a name: use letters, digits, - and _, beginning with a letter`},
		{`{"dog": {"fits": "hnad"}}`, `men.json:1:18: dog: fits: "hnad" is not one of hand, body`},
		{`{"dog": {"slots": ["hand", "boddy"]}}`, `men.json:1:19: dog: slots: "boddy" is not one of hand, body`},
		{`{"dog": {"brings": ["dog", "dog cat"]}}`, `men.json:1:20: dog: brings: there is no kind "cat"`},
		{`{"dog": {"bite": {"dice": 1, "hist": 2}}}`, `men.json:1:30: dog: bite: there is no "hist"; the fields are dice, hits`},
		{`{"dog": {"speed": 1, "hp": 2}}`, "men.json:1:10: dog: there is no field \"speed\"; the fields are bite, brings, fits, health, morale, pace, points, prop, slots\n" +
			"men.json:1:22: dog: there is no field \"hp\"; the fields are bite, brings, fits, health, morale, pace, points, prop, slots"},
		{`{"dog": {`, `men.json:1:10: the text ends too early`},
		{`{} x`, `men.json:1:4: there is more text after the end`},
		{"{\n\t\"dog\": }", `men.json:2:9: invalid character '}' looking for beginning of value`},
	} {
		_, err := c.Read("men.json", []byte(x.text))
		if got := fmt.Sprint(err); got != x.want {
			t.Errorf("%s gives\n%s\nwant\n%s", x.text, got, x.want)
		}
	}
}

func FuzzCatalogue(f *testing.F) {
	f.Add(`{"dog": {"health": 1, "slots": ["hand"]}}`)
	f.Add(`{"dog": {"health": [1, {}]}} x`)
	c := &unit.Catalogue{Fields: unit.Fields()}
	f.Fuzz(func(t *testing.T, text string) {
		if kinds, err := c.Read("x.json", []byte(text)); err == nil && kinds == nil && strings.Contains(text, ":") {
			t.Error("nothing was read")
		}
	})
}

// The units that seats lead are found as long as they are in the game.
func TestLed(t *testing.T) {
	y := newYard()
	y.rules.Setup = func(t *game.Tx) {
		var spawner unit.Spawner
		for seat := range game.Seat(2) {
			made, _ := spawner.Spawn(t, unit.Spawn(man).For(seat).In(y.At(int(seat), 0)))
			unit.Leads.Set(t, seat, made[0])
		}
		spawner.Spawn(t, unit.Spawn(man).For(1).In(y.At(3, 2)))
	}
	first, second := unit.Leads.Of(y.start(t), game.Seat(0)), unit.Leads.Of(y.start(t), game.Seat(1))
	if led := unit.Led(y.start(t)); led != game.SetOf(first, second) {
		t.Errorf("led are %v", led)
	}
	s := y.play(t, func(tx *game.Tx) { tx.Remove(first) })
	if led := unit.Led(s); led != game.SetOf(second) {
		t.Errorf("after one is gone, led are %v", led)
	}
}

// Rules that cannot be read from a file report its mistakes, and nothing else.
func TestFaulty(t *testing.T) {
	_, err := (&unit.Catalogue{Fields: unit.Fields()}).Read("men.json", []byte(`{"dog": {"health": -1, "prop": 1}}`))
	want := "the rules cannot be played:\n  men.json:1:20: dog: health: -1 is less than 0\n  men.json:1:32: dog: prop: 1 is not true or false"
	if got := fmt.Sprint(unit.Faulty("dogs", err).Check()); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
