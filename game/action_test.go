package game_test

import (
	"fmt"
	"testing"

	"github.com/plygame/ply/game"
)

// yes always holds. no never does, with these words as its reason.
var yes game.Test = func(*game.Tx) bool { return true }

func no(words string) game.Test {
	return func(t *game.Tx) bool { return t.Refuse(words) }
}

func TestTests(t *testing.T) {
	never := game.When("never", func(*game.Tx) bool { return false })
	always := game.When("always", func(*game.Tx) bool { return true })
	for _, c := range []struct {
		name string
		test game.Test
		want string // empty if it holds
	}{
		{"when", never, "never"},
		{"holds", always, ""},
		{"no reason", func(*game.Tx) bool { return false }, "it is not available now"},
		{"an empty reason", no(""), "it is not available now"},
		{"and", yes.And(always), ""},
		{"and of three", yes.And(no("a"), no("b")), "a, and b"}, // all give their reasons
		{"and of two", no("a").And(yes), "a"},
		{"and of one", yes.And(), ""},
		{"or", no("a").Or(yes, no("b")), ""},
		{"or, none holds", no("a").Or(no("b"), no("c")), "a, and b, and c"},
		{"or of one", no("a").Or(), "a"},
		{"not", yes.Not("not"), "not"},
		{"not not", no("a").Not("not"), ""},
		{"not of an or", no("a").Or(no("b")).Not("one of them"), ""},
		{"not, after a reason", no("a").Not("x").And(yes.Not("b")), "b"},
		{"reason of an or that holds", no("a").Or(yes).And(func(*game.Tx) bool { return false }), "it is not available now"},
		{"nested", no("a").Or(always).And(never.Not("x"), yes.And(never.Or(no("deep")))), "never, and deep"},
	} {
		x := newBox()
		x.Actions[0].If = c.test
		x.Actions = append(x.Actions, &game.Action{Name: "pass", Do: func(*game.Tx) {}})
		_, err := x.start(t).PlayText(0, "do")
		if c.want == "" && err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if c.want != "" {
			wantRefusal(t, err, game.Unavailable, "do: "+c.want)
		}
	}
}

// Or stops at the first test that holds, And at the first that fails, so a later test can rely on the earlier ones.
func TestTestsStopEarly(t *testing.T) {
	trap := func(*game.Tx) bool { panic("an unneeded test was called") }
	x := newBox()
	x.Actions[0].If = yes.Or(trap).And(no("a").And(trap).Not(""))
	play(t, x.start(t), "do")
}

// Reasons name elements by their labels.
func TestReasonNamesElements(t *testing.T) {
	x := newBox()
	x.Actions[0].If = func(tx *game.Tx) bool {
		return tx.Refuse("{0} in {1} is in the way of {2}", tx.Last(x.row), x.row.ID(), tx.Seat)
	}
	x.Actions = append(x.Actions, &game.Action{Name: "pass", Do: func(*game.Tx) {}})
	s := x.setup(t, func(tx *game.Tx) { tx.Create(x.stone, x.row) })
	_, err := s.PlayText(0, "do")
	wantRefusal(t, err, game.Unavailable, "do: #1 in row is in the way of player 1")
}

// A Test is a condition that explains why it fails. Tests combine with And, Or and Not.
func ExampleTest() {
	gold := game.NewPart[int]("gold")
	rich := game.When("you need 3 gold", func(t *game.Tx) bool { return gold.Of(t, t.Seat) >= 3 })
	late := game.When("only after the second move", func(t *game.Tx) bool { return t.Played() >= 2 })
	buy := &game.Action{Name: "buy", If: late.And(rich), Do: func(*game.Tx) {}}
	dig := &game.Action{Name: "dig", If: rich.Not("you are rich enough"), Do: func(t *game.Tx) {
		gold.Set(t, t.Seat, 3)
	}}
	wait := &game.Action{Name: "wait", Do: func(*game.Tx) {}}
	s, _ := (&game.Rules{Name: "shop", Seats: game.Exactly(1), Parts: []game.Column{gold}, Actions: []*game.Action{buy, dig, wait}}).Start(1, game.SeedOf(1))
	_, err := s.PlayText(0, "buy")
	fmt.Println(err)
	s, _ = s.PlayText(0, "dig")
	_, err = s.PlayText(0, "dig")
	fmt.Println(err)
	// Output:
	// buy: only after the second move, and you need 3 gold
	// dig: you are rich enough
}

// An Action declares when it is available, what is chosen for it, and what it does.
func ExampleAction() {
	lamp := game.NewPart[bool]("lamp")
	off := game.When("it is on already", func(t *game.Tx) bool { return !lamp.Of(t, game.Root) })
	s, _ := (&game.Rules{
		Name: "lamp", Seats: game.Exactly(2), Parts: []game.Column{lamp},
		Actions: []*game.Action{
			{Name: "switch", Label: "Switch it on", If: off, Do: func(t *game.Tx) { lamp.Set(t, game.Root, true) }},
			{Name: "wait", Do: func(*game.Tx) {}},
		},
	}).Start(2, game.SeedOf(1))
	s, _ = s.PlayText(0, "switch")
	_, err := s.PlayText(1, "switch")
	fmt.Println(lamp.Of(s, game.Root), err)
	// Output: true switch: it is on already
}

// One input can expand into several changes: Do is a function that makes them one by one.
func ExampleAction_expanded() {
	track, runner := &game.Place{Name: "track", Names: []string{"p0", "p1", "p2", "p3"}}, &game.Kind{Name: "runner"}
	step := func(t *game.Tx, id game.ID) {
		to := t.Parent(id) + 1
		t.Move(id, to)
		t.Say("{0} goes to {1}", id, to)
	}
	run := &game.Action{Name: "run", Do: func(t *game.Tx) {
		for id := range t.All(runner) {
			for range 3 {
				step(t, id)
			}
		}
	}}
	s, _ := (&game.Rules{
		Name: "run", Seats: game.Exactly(1), Layout: []game.Layout{track}, Kinds: []*game.Kind{runner},
		Setup:   func(t *game.Tx) { t.Create(runner, track.At(0)) },
		Actions: []*game.Action{run},
	}).Start(1, game.SeedOf(1))
	s, _ = s.PlayText(0, "run")
	for _, line := range s.Said() {
		fmt.Println(line)
	}
	fmt.Println(s.Played(), "move")
	// Output:
	// #1 goes to p1
	// #1 goes to p2
	// #1 goes to p3
	// 1 move
}

// deed is one of several rules for the same action.
type deed struct {
	name     string
	priority int
	holds    game.Test
}

// Several rules for one action are a list that Do searches: for the first that holds, the last, the one with the
// highest priority, all of them, or exactly one.
func ExampleAction_severalRules() {
	odd := func(t *game.Tx) bool { return t.Played()%2 == 1 }
	rules := []deed{{"toll", 1, odd}, {"trade", 5, yes}, {"tale", 3, yes}}

	resolve := map[string]func(t *game.Tx, open []deed) []deed{
		"first":     func(t *game.Tx, open []deed) []deed { return open[:1] },
		"last":      func(t *game.Tx, open []deed) []deed { return open[len(open)-1:] },
		"all":       func(t *game.Tx, open []deed) []deed { return open },
		"highest":   func(t *game.Tx, open []deed) []deed { return highest(open) },
		"exclusive": exclusive,
	}
	way := &game.Pick[string]{Name: "way", List: func(*game.Tx) []string {
		return []string{"first", "last", "highest", "all", "exclusive"}
	}}
	meet := &game.Action{Name: "meet", Pick: []game.Choice{way}, Do: func(t *game.Tx) {
		for _, d := range resolve[way.In(t)](t, holding(t, rules)) {
			t.Say("{0}: {1}", way.In(t), d.name)
		}
	}}
	meet.Check = game.When("several rules hold at once", func(t *game.Tx) bool {
		return way.In(t) != "exclusive" || len(holding(t, rules)) == 1
	})
	s, _ := (&game.Rules{Name: "meet", Seats: game.Exactly(1), Actions: []*game.Action{meet}}).Start(1, game.SeedOf(1))
	for _, way := range []string{"first", "last", "highest", "all", "exclusive"} {
		next, err := s.PlayText(0, "meet "+way)
		if err != nil {
			fmt.Println(err)
			continue
		}
		for _, line := range next.Said() {
			fmt.Println(line)
		}
	}
	// Output:
	// first: trade
	// last: tale
	// highest: trade
	// all: trade
	// all: tale
	// meet: several rules hold at once
}

func holding(t *game.Tx, all []deed) (open []deed) {
	for _, d := range all {
		if d.holds(t) {
			open = append(open, d)
		}
	}
	return open
}

func highest(open []deed) []deed {
	best := open[0]
	for _, d := range open {
		if d.priority > best.priority {
			best = d
		}
	}
	return []deed{best}
}

func exclusive(t *game.Tx, open []deed) []deed {
	if len(open) != 1 {
		panic("several rules hold at once") // Check has already refused this
	}
	return open
}

// Even an impossible move has a text.
func TestTextOfImpossibleMove(t *testing.T) {
	s := nim()
	for want, m := range map[string]game.Move{
		"dance ? -":  {Action: "dance", Picks: [][]game.Value{value(1), nil}},
		"take 1 ?+?": {Action: "take", Picks: [][]game.Value{value(1), value(2, 3)}},
		"take -7":    {Action: "take", Picks: [][]game.Value{value(-7)}},
	} {
		if got := s.Text(m); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	for _, text := range []string{`take 1"2"`, `take "1"2`, "take 1+", "+", `"`, "take\t\t"} {
		if _, err := s.PlayText(0, text); err == nil || game.CodeOf(err) == "" {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := s.PlayText(0, " \t take \t 1  "); err != nil {
		t.Error(err)
	}
}
