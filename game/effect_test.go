package game_test

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// hit is effect data with a field of every sort.
type hit struct {
	On    game.ID
	By    game.Seat
	Force int
	How   string
}

// lab is a game for trying out effects: each turn has two phases.
type lab struct {
	*box
	turn         *game.EachSeat
	first, later *game.Phase
	note         *game.Effect[string] // says its data
}

func newLab(effects ...game.AnyEffect) *lab {
	x := &lab{box: newBox()}
	x.note = &game.Effect[string]{Name: "note", Do: func(tx *game.Tx, text string) { sayAs(tx, text) }}
	x.first = &game.Phase{Name: "first", Begin: saying("+first"), End: saying("-first"), Do: &game.Act{Name: "one"}}
	x.later = &game.Phase{Name: "later", Begin: saying("+later"), End: saying("-later"), Do: &game.Act{Name: "two"}}
	x.turn = &game.EachSeat{Name: "turn", Do: game.Steps{x.first, x.later}}
	x.Flow = &game.Loop{Do: x.turn}
	x.Effects = append(effects, game.AnyEffect(x.note))
	return x
}

// waiting returns how many elements hold scheduled effects.
func (x *lab) waiting(s *game.State) int { return s.Count(s.Find("@effects")) }

func TestApply(t *testing.T) {
	var hits *game.Effect[hit]
	x := newLab()
	hits = &game.Effect[hit]{Name: "hit", Do: func(tx *game.Tx, h hit) {
		tx.Say("{0} hits {1} with {2}, {3}", h.By, tx.Name(h.On), h.Force, h.How)
	}}
	x.Effects = append(x.Effects, hits)
	s := x.start(t)
	s = x.play(t, s, func(tx *game.Tx) {
		id := tx.Create(x.stone, x.row)
		tx.Apply(hits.With(hit{id, 1, 3, "by hand"}))
		tx.Apply(x.note.With("and"))
		tx.Apply(hits.With(hit{}))
	})
	wantSaid(t, s, "player 2 hits #1 with 3, by hand; and0; player 1 hits ? with 0, ; -first0; +later0")
	if x.waiting(s) != 0 {
		t.Errorf("%d effects wait", x.waiting(s))
	}
}

// armour takes damage for others in several ways.
func TestReplace(t *testing.T) {
	on := func(name string) func(*game.Tx, int) bool {
		return func(tx *game.Tx, n int) bool { return strings.Contains(label.Of(tx, game.Root), name) }
	}
	heard := func(tx *game.Tx, what string, n int) { tx.Say("{0}", fmt.Sprint(what, n)) }
	damage := &game.Effect[int]{Name: "damage", Do: func(tx *game.Tx, n int) { heard(tx, "damage", n) }}
	shield := &game.Effect[int]{Name: "shield", Replaces: damage, If: on("s"), Do: func(tx *game.Tx, n int) {
		heard(tx, "shield", n)
		if n > 1 {
			tx.Apply(damage.With(n - 1))
		}
	}}
	twice := &game.Effect[int]{Name: "twice", Replaces: damage, If: on("t"), Do: func(tx *game.Tx, n int) {
		heard(tx, "twice", n)
		tx.Apply(damage.With(n))
		tx.Apply(damage.With(n))
	}}
	big := &game.Effect[int]{Name: "big", Replaces: damage, If: func(tx *game.Tx, n int) bool { return on("b")(tx, n) && n > 4 }, Do: func(tx *game.Tx, n int) {
		heard(tx, "big", n)
		tx.Apply(damage.With(4))
	}}
	none := &game.Effect[int]{Name: "none", Replaces: shield, If: on("n"), Do: func(tx *game.Tx, n int) { heard(tx, "none", n) }}
	always := &game.Effect[int]{Name: "always", Replaces: none, Do: func(tx *game.Tx, n int) {
		heard(tx, "always", n)
		if on("a")(tx, n) {
			tx.Apply(none.With(n * 10))
		}
	}}
	x := newLab(damage, shield, twice, big, none, always)
	s := x.start(t)
	for _, c := range []struct {
		on   string
		n    int
		want string
	}{
		{"", 3, "damage3"},
		{"s", 3, "shield3 damage2"},
		{"s", 1, "shield1"}, // prevented
		{"t", 3, "twice3 damage3 damage3"},
		{"st", 3, "shield3 twice2 damage2 damage2"}, // in order of declaration, each once
		{"b", 4, "damage4"},
		{"b", 9, "big9 damage4"},
		{"bt", 9, "twice9 big9 damage4 big9 damage4"},
		{"bst", 9, "shield9 twice8 big8 damage4 big8 damage4"},
		{"bs", 5, "shield5 damage4"},
		{"sn", 3, "always3"},          // a replacement can be replaced
		{"sna", 3, "always3 none30"},  // and may apply that effect itself
		{"snat", 2, "always2 none20"}, // which does no damage
		{"n", 3, "damage3"},           // it replaces the shield only
		{"tn", 3, "twice3 damage3 damage3"},
	} {
		next := x.play(t, s, func(tx *game.Tx) {
			label.Set(tx, game.Root, c.on)
			tx.Apply(damage.With(c.n))
		})
		got := strings.ReplaceAll(strings.TrimSuffix(saidIn(next), "; -first0; +later0"), "; ", " ")
		if got != c.want {
			t.Errorf("%s, %d: %s\nwant %s", c.on, c.n, got, c.want)
		}
	}
	// Once the replacement is over, the effect can be replaced again.
	next := x.play(t, s, func(tx *game.Tx) {
		label.Set(tx, game.Root, "s")
		tx.Apply(damage.With(1))
		tx.Apply(damage.With(1))
	})
	if got := saidIn(next); !strings.HasPrefix(got, "shield1; shield1;") {
		t.Errorf("heard %s", got)
	}
}

// Two effects that replace each other do not loop forever.
func TestReplaceEachOther(t *testing.T) {
	var a, b *game.Effect[int]
	a = &game.Effect[int]{Name: "a", Do: func(tx *game.Tx, n int) { sayAs(tx, "a") }}
	b = &game.Effect[int]{Name: "b", Replaces: a, Do: func(tx *game.Tx, n int) { sayAs(tx, "b"); tx.Apply(a.With(n)) }}
	a.Replaces = b
	x := newLab(a, b)
	s := x.play(t, x.start(t), func(tx *game.Tx) { tx.Apply(a.With(1)) })
	if got := saidIn(s); !strings.HasPrefix(got, "a0; -first") && !strings.HasPrefix(got, "b0; a0; -first") {
		t.Errorf("heard %s", got)
	}
}

// The If of a replacement is read-only, and an effect that applies itself endlessly is a Fault.
func TestEffectFaults(t *testing.T) {
	bad := &game.Effect[int]{Name: "bad", Do: func(tx *game.Tx, n int) {}}
	nosy := &game.Effect[int]{Name: "nosy", Replaces: bad, Do: func(tx *game.Tx, n int) {}, If: func(tx *game.Tx, n int) bool {
		points.Set(tx, game.Root, n)
		return true
	}}
	var self *game.Effect[int]
	self = &game.Effect[int]{Name: "self", Do: func(tx *game.Tx, n int) { tx.Apply(self.With(n)) }}
	undeclared := &game.Effect[int]{Name: "undeclared", Do: func(tx *game.Tx, n int) {}}
	x := newLab(bad, nosy, self)
	other := newLab()
	owned(other.box)
	s := x.start(t)
	var none *game.Effect[int]
	in := func(f func(tx *game.Tx)) func(*game.Tx) { return f }
	id := func(tx *game.Tx) game.ID { return tx.Create(x.stone, x.row) }
	for _, c := range []struct {
		do   func(*game.Tx)
		want string
	}{
		{in(func(tx *game.Tx) { tx.Apply(bad.With(1)) }), "a read-only function (If of effect nosy) changed the state"},
		{in(func(tx *game.Tx) { tx.Apply(self.With(1)) }), "are nested more than 64 deep"},
		{in(func(tx *game.Tx) { tx.Apply(undeclared.With(1)) }), "effect undeclared is not declared: add it to Rules.Effects of box"},
		{in(func(tx *game.Tx) { tx.Apply(other.note.With("")) }), "effect note is not declared: add it to Rules.Effects of box"},
		{in(func(tx *game.Tx) { tx.Apply(nil) }), "a nil effect is applied or scheduled"},
		{in(func(tx *game.Tx) { tx.Apply(none.With(1)) }), "effect nil is not declared"},
		{in(func(tx *game.Tx) { tx.Schedule(undeclared.With(1), game.Occasion{}) }), "effect undeclared is not declared"},
		{in(func(tx *game.Tx) { tx.Schedule(nil, game.Occasion{}) }), "a nil effect is applied or scheduled"},
		{in(func(tx *game.Tx) { tx.Schedule(x.note.With(""), game.Occasion{Start: x.first, End: x.first}) }), `effect "note" is scheduled with both Start and End: set only one`},
		{in(func(tx *game.Tx) { tx.Schedule(x.note.With(""), game.Occasion{}.Times(0)) }), "Times is called with 0"},
		{in(func(tx *game.Tx) { tx.Schedule(x.note.With(""), game.Occasion{Start: x.first}.Times(-2)) }), "Times is called with -2"},
		{in(func(tx *game.Tx) { tx.Schedule(x.note.With(""), game.Occasion{Start: x.Flow}) }), `effect "note" is scheduled for a step that cannot be used: a Loop cannot have a Name: use a Phase, EachSeat, ForEach, Act or Together`},
		{in(func(tx *game.Tx) { tx.Schedule(x.note.With(""), game.Occasion{Start: x.turn.Do}) }), `effect "note" is scheduled for a step that cannot be used: a Steps cannot have a Name: use a Phase, EachSeat, ForEach, Act or Together`},
		{in(func(tx *game.Tx) { tx.Schedule(x.note.With(""), game.Occasion{Start: (*game.EachSeat)(nil)}) }), `effect "note" is scheduled for a step that cannot be used: it is nil`},
		{in(func(tx *game.Tx) { tx.Schedule(x.note.With(""), game.Occasion{End: other.first}) }), `effect "note" is scheduled for a step that cannot be used: Phase "first" is neither in Rules.Flow nor in Rules.Calls`},
		{in(func(tx *game.Tx) { tx.Schedule(x.note.With(""), game.Occasion{End: (*game.Phase)(nil)}) }), `effect "note" is scheduled for a step that cannot be used: it is nil`},
		{in(func(tx *game.Tx) { tx.Schedule(x.note.With(""), game.Occasion{Start: x.first.Do}) }), `effect "note" is scheduled for step "one", which is neither a Phase nor an EachSeat`},
		{in(func(tx *game.Tx) { tx.Schedule(x.note.With(""), game.Occasion{}.For(9)) }), "there is no seat 9"},
		{in(func(tx *game.Tx) { tx.Schedule(x.note.With(""), game.Occasion{}.For(game.Nobody)) }), "there is no nobody"},
		{in(func(tx *game.Tx) {
			gone := id(tx)
			tx.Remove(gone)
			tx.Schedule(x.note.With(""), game.Occasion{}.With(gone))
		}), `effect "note" is bound (With) to element `},
		{in(func(tx *game.Tx) { tx.Schedule(x.note.With(""), game.Occasion{}.With(99999)) }), `effect "note" is bound (With) to element `},
		{in(func(tx *game.Tx) { tx.Call(x.turn, undeclared.With(1)) }), "effect undeclared is not declared"},
		{in(func(tx *game.Tx) { tx.Call(x.Flow, nil) }), "Call got a step that cannot be called: a Loop cannot have a Name: use a Phase, EachSeat, ForEach, Act or Together"},
		{in(func(tx *game.Tx) { tx.Call(nil, nil) }), `Call got a step that cannot be called: it is nil`},
		{in(func(tx *game.Tx) { tx.Call(&game.Act{}, nil) }), "Call got a step that cannot be called: the Act has no Name: give it one"},
		{in(func(tx *game.Tx) { tx.Call(other.first, nil) }), `Call got a step that cannot be called: Phase "first" is neither in Rules.Flow nor in Rules.Calls`},
		{in(func(tx *game.Tx) { x.note.In(tx) }), `effect "note" is not waiting for a call`},
		{in(func(tx *game.Tx) { undeclared.In(tx) }), `effect "undeclared" is not declared: add it to Rules.Effects of box`},
	} {
		_, err := x.try(s, c.do)
		f, ok := err.(*game.Fault)
		if !ok || !strings.Contains(f.Why, c.want) {
			t.Errorf("got %v\nwant a Fault: %s", err, c.want)
		} else if f.Action != "do" || f.Seat != 0 {
			t.Errorf("%s: of action %q, %s", c.want, f.Action, f.Seat)
		}
	}
	// Read-only functions cannot apply, schedule, call or launch.
	for name, f := range map[string]func(*game.Tx){
		"apply":    func(tx *game.Tx) { tx.Apply(x.note.With("")) },
		"schedule": func(tx *game.Tx) { tx.Schedule(x.note.With(""), game.Occasion{}) },
		"call":     func(tx *game.Tx) { tx.Call(x.first, nil) },
		"launch":   func(tx *game.Tx) { _ = tx.Launch(0, x.Actions[0]) },
	} {
		y := newLab()
		*x = *y
		x.first.EndIf = func(tx *game.Tx) bool { f(tx); return false }
		_, err := x.try(x.start(t), doesNothing)
		if g, ok := err.(*game.Fault); !ok || !strings.Contains(g.Why, "a read-only function") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// wantTurns plays moves that do nothing and fails unless they say these lines.
func (x *lab) wantTurns(t testing.TB, s *game.State, want ...string) *game.State {
	t.Helper()
	for i, w := range want {
		s = x.play(t, s, doesNothing)
		if got := saidIn(s); got != w {
			t.Errorf("move %d: heard %q\nwant %q", i+1, got, w)
		}
		if l, err := x.Rules.Load(s.Save()); err != nil || l.Hash() != s.Hash() {
			t.Errorf("move %d: Load fails: %v", i+1, err)
		}
	}
	return s
}

func TestScheduleForSteps(t *testing.T) {
	const over, next = "-first0; +later0", "-later0; +first1"
	for name, c := range map[string]struct {
		when  func(x *lab) game.Occasion
		first string // lines of the scheduling move itself, besides the usual ones
		want  []string
	}{
		"start of a phase":          {func(x *lab) game.Occasion { return game.Occasion{Start: x.later} }, "-first0; +later0; N0", []string{next, "-first1; +later1"}},
		"end of a phase":            {func(x *lab) game.Occasion { return game.Occasion{End: x.first} }, "N0; -first0; +later0", []string{next, "-first1; +later1"}},
		"start, later":              {func(x *lab) game.Occasion { return game.Occasion{Start: x.first} }, over, []string{"-later0; +first1; N1", "-first1; +later1"}},
		"end, later":                {func(x *lab) game.Occasion { return game.Occasion{End: x.later} }, over, []string{"N0; -later0; +first1", "-first1; +later1", "-later1; +first0"}},
		"twice":                     {func(x *lab) game.Occasion { return game.Occasion{Start: x.later}.Times(2) }, "-first0; +later0; N0", []string{next, "-first1; +later1; N1", "-later1; +first0", over}},
		"always":                    {func(x *lab) game.Occasion { return game.Occasion{Start: x.later}.Always() }, "-first0; +later0; N0", []string{next, "-first1; +later1; N1", "-later1; +first0", "-first0; +later0; N0"}},
		"of a turn":                 {func(x *lab) game.Occasion { return game.Occasion{Start: x.turn} }, over, []string{"-later0; N1; +first1", "-first1; +later1", "-later1; +first0"}},
		"end of a turn":             {func(x *lab) game.Occasion { return game.Occasion{End: x.turn} }, over, []string{"-later0; N0; +first1", "-first1; +later1", "-later1; +first0"}},
		"end of every turn":         {func(x *lab) game.Occasion { return game.Occasion{End: x.turn}.Always() }, over, []string{"-later0; N0; +first1", "-first1; +later1", "-later1; N1; +first0"}},
		"for a seat":                {func(x *lab) game.Occasion { return game.Occasion{Start: x.later}.For(1) }, over, []string{next, "-first1; +later1; N1", "-later1; +first0", over}},
		"for a seat, always":        {func(x *lab) game.Occasion { return game.Occasion{End: x.first}.For(0).Always() }, "N0; -first0; +later0", []string{next, "-first1; +later1", "-later1; +first0", "N0; -first0; +later0"}},
		"for its turns, twice":      {func(x *lab) game.Occasion { return game.Occasion{Start: x.turn}.For(0).Times(2) }, over, []string{next, "-first1; +later1", "-later1; N0; +first0", over, next}},
		"once":                      {func(x *lab) game.Occasion { return game.Occasion{Start: x.later}.Times(1) }, "-first0; +later0; N0", []string{next, "-first1; +later1"}},
		"after the action":          {func(x *lab) game.Occasion { return game.Occasion{} }, "N0; -first0; +later0", []string{next}},
		"after three actions":       {func(x *lab) game.Occasion { return game.Occasion{}.Times(3) }, "N0; -first0; +later0", []string{"N0; -later0; +first1", "N1; -first1; +later1", "-later1; +first0"}},
		"after every action":        {func(x *lab) game.Occasion { return game.Occasion{}.Always() }, "N0; -first0; +later0", []string{"N0; -later0; +first1", "N1; -first1; +later1", "N1; -later1; +first0"}},
		"after actions of player 2": {func(x *lab) game.Occasion { return game.Occasion{}.Always().For(1) }, over, []string{next, "N1; -first1; +later1", "N1; -later1; +first0", over}},
	} {
		x := newLab()
		s := x.start(t)
		s = x.play(t, s, func(tx *game.Tx) { tx.Schedule(x.note.With("N"), c.when(x)) })
		if got := saidIn(s); got != c.first {
			t.Errorf("%s: at once heard %q\nwant %q", name, got, c.first)
		}
		if n := x.waiting(s); n != 1 && strings.Contains(name, "always") {
			t.Errorf("%s: %d effects wait", name, n)
		}
		x.wantTurns(t, s, c.want...)
		if t.Failed() {
			t.Fatalf("in case %s", name)
		}
	}
}

// Effects happen in the order they were scheduled, and leave their place when done.
func TestScheduledInOrder(t *testing.T) {
	x := newLab()
	s := x.start(t)
	s = x.play(t, s, func(tx *game.Tx) {
		tx.Schedule(x.note.With("a"), game.Occasion{Start: x.later})
		tx.Schedule(x.note.With("b"), game.Occasion{Start: x.later}.Times(2))
		tx.Schedule(x.note.With("c"), game.Occasion{Start: x.later})
		tx.Schedule(x.note.With("d"), game.Occasion{End: x.later})
		if x.waiting(tx.State) != 4 {
			t.Errorf("%d effects wait", x.waiting(tx.State))
		}
	})
	wantSaid(t, s, "-first0; +later0; a0; b0; c0")
	if x.waiting(s) != 2 {
		t.Errorf("%d effects wait", x.waiting(s))
	}
	s = x.wantTurns(t, s, "d0; -later0; +first1", "-first1; +later1; b1")
	if x.waiting(s) != 0 {
		t.Errorf("%d effects wait", x.waiting(s))
	}
}

// A waiting effect can be cancelled, and disappears with the element it is bound to.
func TestScheduledIsCancelled(t *testing.T) {
	for name, c := range map[string]func(tx *game.Tx, x *lab, effect, bound, chest game.ID){
		"removed":                func(tx *game.Tx, x *lab, effect, bound, chest game.ID) { tx.Remove(effect) },
		"bound, removed":         func(tx *game.Tx, x *lab, effect, bound, chest game.ID) { tx.Remove(bound) },
		"bound, within":          func(tx *game.Tx, x *lab, effect, bound, chest game.ID) { tx.Remove(chest) },
		"nothing":                func(tx *game.Tx, x *lab, effect, bound, chest game.ID) {},
		"moved":                  func(tx *game.Tx, x *lab, effect, bound, chest game.ID) { tx.Move(bound, x.pile); tx.Remove(chest) },
		"tried":                  func(tx *game.Tx, x *lab, effect, bound, chest game.ID) { tx.Try(func() { tx.Remove(chest) }) },
		"tried, the effect":      func(tx *game.Tx, x *lab, effect, bound, chest game.ID) { tx.Try(func() { tx.Remove(effect) }) },
		"another one is removed": func(tx *game.Tx, x *lab, effect, bound, chest game.ID) { tx.Remove(tx.Create(x.stone, x.row)) },
	} {
		x := newLab()
		s := x.start(t)
		var effect, bound, chest game.ID
		s = x.play(t, s, func(tx *game.Tx) {
			chest = tx.Create(x.card, x.row)
			bound = tx.Create(x.stone, chest)
			effect = tx.Schedule(x.note.With("N"), game.Occasion{Start: x.first}.With(bound).Always())
		})
		if s.Owner(effect) != game.Nobody || !s.Alive(effect) {
			t.Errorf("%s: the effect belongs to %s", name, s.Owner(effect))
		}
		s = reload(t, s)
		s = x.play(t, s, func(tx *game.Tx) { c(tx, x, effect, bound, chest) })
		stays := name == "nothing" || name == "moved" || strings.HasPrefix(name, "tried") || strings.HasPrefix(name, "another")
		if got := strings.Contains(saidIn(s), "N1"); got != stays || s.Alive(effect) != stays {
			t.Errorf("%s: heard %s; still waiting: %v", name, saidIn(s), s.Alive(effect))
		}
		if want := map[bool]int{true: 1}[stays]; x.waiting(s) != want {
			t.Errorf("%s: %d effects wait", name, x.waiting(s))
		}
		same(t, reload(t, s), s)
	}
}

// An effect bound to an element can be cancelled while the element stays.
func TestCancel(t *testing.T) {
	x := newLab()
	s := x.start(t)
	var a, b game.ID
	s = x.play(t, s, func(tx *game.Tx) {
		a, b = tx.Create(x.stone, x.row), tx.Create(x.stone, x.row)
		tx.Schedule(x.note.With("a"), game.Occasion{Start: x.first}.With(a))
		tx.Schedule(x.note.With("A"), game.Occasion{Start: x.first}.With(a).Always())
		tx.Schedule(x.note.With("b"), game.Occasion{Start: x.first}.With(b))
		tx.Schedule(x.note.With("c"), game.Occasion{Start: x.first})
	})
	s = x.play(t, s, func(tx *game.Tx) { tx.Cancel(a) })
	wantSaid(t, s, "-later0; +first1; b1; c1")
	if !s.Alive(a) || !s.Alive(b) || x.waiting(s) != 0 {
		t.Errorf("%d effects wait", x.waiting(s))
	}
	y := newBox() // without scheduled effects there is nothing to cancel
	y.play(t, y.setup(t, func(tx *game.Tx) { tx.Create(y.stone, y.row) }), func(tx *game.Tx) { tx.Cancel(tx.Find("#1")) })
}

// An effect bound to another effect disappears with it, even when that one is performed.
func TestEffectBoundToAnEffect(t *testing.T) {
	x := newLab()
	s := x.start(t)
	s = x.play(t, s, func(tx *game.Tx) {
		once := tx.Schedule(x.note.With("once"), game.Occasion{Start: x.first})
		tx.Schedule(x.note.With("tail"), game.Occasion{Start: x.later}.Always().With(once))
	})
	wantSaid(t, s, "-first0; +later0; tail0")
	x.wantTurns(t, s, "-later0; +first1; once1", "-first1; +later1")
}

// While it is performed, an effect may schedule, cancel and repeat effects, including itself.
func TestScheduledWhileDone(t *testing.T) {
	var again, kill *game.Effect[int]
	x := newLab()
	again = &game.Effect[int]{Name: "again", Do: func(tx *game.Tx, n int) {
		tx.Say("{0}", fmt.Sprint("again", n))
		if n > 0 {
			tx.Schedule(again.With(n-1), game.Occasion{Start: x.first})
		}
	}}
	kill = &game.Effect[int]{Name: "kill", Do: func(tx *game.Tx, n int) {
		sayAs(tx, "kill")
		for id := range tx.In(tx.Find("@effects")) {
			tx.Remove(id)
		}
	}}
	x.Effects = append(x.Effects, again, kill)
	s := x.start(t)
	a := x.play(t, s, func(tx *game.Tx) { tx.Schedule(again.With(2), game.Occasion{Start: x.later}) })
	wantSaid(t, a, "-first0; +later0; again2")
	a = x.wantTurns(t, a, "-later0; +first1; again1", "-first1; +later1", "-later1; +first0; again0", "-first0; +later0", "-later0; +first1")
	if x.waiting(a) != 0 {
		t.Errorf("%d effects wait", x.waiting(a))
	}
	for _, times := range []func(game.Occasion) game.Occasion{
		func(o game.Occasion) game.Occasion { return o },
		func(o game.Occasion) game.Occasion { return o.Times(3) },
		game.Occasion.Always,
	} {
		b := x.play(t, s, func(tx *game.Tx) {
			tx.Schedule(x.note.With("before"), game.Occasion{Start: x.later})
			tx.Schedule(kill.With(1), times(game.Occasion{Start: x.later}))
			tx.Schedule(x.note.With("never"), game.Occasion{Start: x.later})
			tx.Schedule(x.note.With("nor"), game.Occasion{End: x.later})
		})
		wantSaid(t, b, "-first0; +later0; before0; kill0")
		b = x.wantTurns(t, b, "-later0; +first1", "-first1; +later1")
		if x.waiting(b) != 0 {
			t.Errorf("%d effects wait", x.waiting(b))
		}
	}
}

// When an effect ends the game, later effects and hooks are skipped.
func TestEffectEndsTheGame(t *testing.T) {
	newWin := func() *game.Effect[game.Seat] {
		return &game.Effect[game.Seat]{Name: "win", Do: func(tx *game.Tx, seat game.Seat) { tx.Win(seat) }}
	}
	for name, c := range map[string]struct {
		when func(x *lab) game.Occasion
		want string
	}{
		"start":  {func(x *lab) game.Occasion { return game.Occasion{Start: x.later} }, "-first0; +later0"},
		"end":    {func(x *lab) game.Occasion { return game.Occasion{End: x.first} }, ""},
		"action": {func(x *lab) game.Occasion { return game.Occasion{} }, ""},
	} {
		win := newWin()
		x := newLab(win)
		s := x.play(t, x.start(t), func(tx *game.Tx) {
			tx.Schedule(win.With(1), c.when(x))
			tx.Schedule(win.With(0), c.when(x))
			tx.Schedule(x.note.With("never"), c.when(x))
		})
		if got := saidIn(s); got != c.want || !s.Won(1) || s.Won(0) {
			t.Errorf("%s: heard %q, %s", name, got, s.Outcome())
		}
		same(t, reload(t, s), s)
	}
	// If Begin ends the game, effects at the start of the phase are skipped.
	win := newWin()
	x := newLab(win)
	x.later.Begin = func(tx *game.Tx) { tx.Win(0) }
	s := x.play(t, x.start(t), func(tx *game.Tx) { tx.Schedule(win.With(1), game.Occasion{Start: x.later}) })
	if !s.Won(0) {
		t.Errorf("the game is %s", s.Outcome())
	}
	// The same if the action ends it.
	s = x.play(t, x.start(t), func(tx *game.Tx) {
		tx.Schedule(win.With(1), game.Occasion{})
		tx.Win(0)
	})
	if !s.Won(0) {
		t.Errorf("the game is %s", s.Outcome())
	}
}

// Effect data is plain and holds whatever a Part can hold; elements in it are stored by name.
func TestEffectData(t *testing.T) {
	hits := &game.Effect[hit]{Name: "hit", Do: func(tx *game.Tx, h hit) {
		tx.Say("{0}", fmt.Sprintf("%s %s %d %s", tx.Name(h.On), h.By, h.Force, cmp.Or(h.How, "-")))
	}}
	x := newLab(hits)
	s := x.play(t, x.start(t), func(tx *game.Tx) {
		id := tx.Create(x.stone, x.row)
		tx.Schedule(hits.With(hit{id, 1, -7, "é \"q\""}), game.Occasion{Start: x.first})
		tx.Schedule(hits.With(hit{}), game.Occasion{Start: x.first})
	})
	l := reload(t, s)
	same(t, l, s)
	for _, s := range []*game.State{s, l} {
		s = x.play(t, s, doesNothing)
		wantSaid(t, s, "-later0; +first1; #1 seat 1 -7 é \"q\"; ? seat 0 0 -")
	}
}

// Effects also work without a Flow, where there are no steps to schedule for.
func TestEffectsWithoutAFlow(t *testing.T) {
	x := newBox()
	note := &game.Effect[string]{Name: "note", Do: func(tx *game.Tx, text string) { sayAs(tx, text) }}
	x.Effects = []game.AnyEffect{note}
	s := x.play(t, x.start(t), func(tx *game.Tx) {
		tx.Apply(note.With("now"))
		tx.Schedule(note.With("then"), game.Occasion{}.Times(2))
		sayAs(tx, "do")
	})
	wantSaid(t, s, "now0; do0; then0")
	s = x.play(t, reload(t, s), saying("do"))
	wantSaid(t, s, "do1; then1")
	s = x.play(t, s, doesNothing)
	wantSaid(t, s, "")
	_, err := x.try(s, func(tx *game.Tx) { tx.Schedule(note.With(""), game.Occasion{Start: &game.Phase{Name: "p"}}) })
	wantFault(t, err, `effect "note" is scheduled for a step that cannot be used: Phase "p" is neither in Rules.Flow nor in Rules.Calls`)
	_, err = x.try(s, func(tx *game.Tx) { tx.Call(&game.Phase{Name: "p"}, nil) })
	wantFault(t, err, `Call got a step that cannot be called: Phase "p" is neither in Rules.Flow nor in Rules.Calls`)
}

// Nobody sees a hidden effect, but it still happens.
func TestHiddenEffect(t *testing.T) {
	x := newLab()
	x.Kinds = append(x.Kinds, &game.Kind{Name: "secret", Seen: game.ByOwner})
	x.Guess = func(tx *game.Tx, seat game.Seat) {}
	s := x.play(t, x.start(t), func(tx *game.Tx) {
		id := tx.Schedule(x.note.With("trap"), game.Occasion{Start: x.first})
		tx.Hide(id, 1)
	})
	if text := string(s.View(1).Save()); strings.Contains(text, "trap") {
		t.Errorf("player 2 sees it: %s", text)
	}
	if text := string(s.View(0).Save()); !strings.Contains(text, "trap") {
		t.Errorf("player 1 does not see it: %s", text)
	}
	for _, seat := range []game.Seat{0, 1, game.Nobody} {
		v := s.View(seat)
		l, err := x.Rules.Load(v.Save())
		if err != nil || l.Hash() != v.Hash() {
			t.Errorf("the view of %s: %v", seat, err)
		}
	}
	next := x.play(t, s, doesNothing)
	wantSaid(t, next, "-later0; +first1; trap1")
	for _, seat := range []game.Seat{0, 1, game.Nobody} {
		got, err := s.View(seat).Apply(s.Changes(next, seat)[0])
		if err != nil || got.Hash() != next.View(seat).Hash() {
			t.Errorf("the changes of %s: %v", seat, err)
		}
	}
}

// A replacement may ask a seat before it lets the other effect happen. It is not asked again for that effect, neither
// in a call nor later, even if the game was saved in between.
func TestReplacementAsksFirst(t *testing.T) {
	var damage, ward *game.Effect[int]
	asked := 0
	x := newLab()
	damage = &game.Effect[int]{Name: "damage", Do: func(tx *game.Tx, n int) { tx.Say("damage {0}", n) }}
	answer := &game.Act{Name: "answer", Who: func(*game.Tx) game.Seat { return 1 }}
	later := false
	ward = &game.Effect[int]{Name: "ward", Replaces: damage, Do: func(tx *game.Tx, n int) {
		asked++
		if later {
			tx.Schedule(damage.With(n), game.Occasion{End: x.first})
		} else {
			tx.Call(answer, damage.With(n))
		}
	}}
	x.Effects, x.Calls = append(x.Effects, damage, ward), []game.Step{answer}
	s := x.play(t, x.start(t), func(tx *game.Tx) { tx.Apply(damage.With(3)) })
	wantAt(t, s, 1, "answer")
	s = x.play(t, reload(t, s), doesNothing)
	wantSaid(t, s, "damage 3; -first0; +later0")
	later = true
	s = x.play(t, x.start(t), func(tx *game.Tx) { tx.Apply(damage.With(4)) })
	wantSaid(t, s, "damage 4; -first0; +later0")
	if asked != 2 {
		t.Errorf("the ward is asked %d times", asked)
	}
}

// An effect that a hook or continuation schedules for after the action happens before the flow continues.
func TestAfterActionInTheFlow(t *testing.T) {
	x := newLab()
	then := &game.Effect[int]{Name: "then", Do: func(tx *game.Tx, _ int) {
		sayAs(tx, "then")
		tx.Schedule(x.note.With("N"), game.Occasion{})
	}}
	answer := &game.Act{Name: "answer"}
	x.Effects, x.Calls = append(x.Effects, then), []game.Step{answer}
	x.later.Begin = func(tx *game.Tx) {
		sayAs(tx, "+later")
		tx.Schedule(x.note.With("H"), game.Occasion{})
	}
	s := x.play(t, x.start(t), func(tx *game.Tx) { tx.Call(answer, then.With(1)) })
	wantAt(t, s, 0, "answer")
	s = x.play(t, s, doesNothing)
	wantSaid(t, s, "then0; N0; -first0; +later0; H0")
	if x.waiting(s) != 0 {
		t.Errorf("%d effects wait", x.waiting(s))
	}
}

// A move does not count if its continuation lets the seat act once more.
func TestAgainInAContinuation(t *testing.T) {
	refused := &game.Effect[int]{Name: "refused", Do: func(tx *game.Tx, n int) {
		if n > 0 {
			tx.Again()
		}
	}}
	answer := &game.Act{Name: "answer", Who: func(*game.Tx) game.Seat { return 1 }}
	x := staged(&game.Loop{Do: &game.EachSeat{Name: "turn", Do: &game.Act{Name: "act", Min: 2, Max: 2}}})
	x.Effects, x.Calls = []game.AnyEffect{refused}, []game.Step{answer}
	s := start(t, x.Rules, 2)
	for n, want := range []int{1, 0} {
		next := x.play(t, x.play(t, s, func(tx *game.Tx) { tx.Call(answer, refused.With(n)) }), doesNothing)
		if p, ok := next.Progress(0); !ok || p.Used != want {
			t.Errorf("answered by %d, %d moves count (%t); want %d", n, p.Used, ok, want)
		}
	}
}
