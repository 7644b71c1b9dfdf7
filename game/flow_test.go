package game_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// staged is a box with a flow and callable steps. Its one action does what the test decides.
func staged(flow game.Step, calls ...game.Step) *box {
	x := newBox()
	x.Flow, x.Calls = flow, calls
	return x
}

// saying makes a hook that says its name and its seat.
func saying(what string) func(*game.Tx) {
	return func(tx *game.Tx) { sayAs(tx, what) }
}

func sayAs(tx *game.Tx, what string) {
	if tx.Seat != game.Nobody {
		what += fmt.Sprint(int(tx.Seat))
	}
	tx.Say("{0}", what)
}

// doesNothing does nothing.
func doesNothing(*game.Tx) {}

// Functions for Who, From and LeftOf.
func seat0(*game.Tx) game.Seat { return 0 }
func seat1(*game.Tx) game.Seat { return 1 }
func seat2(*game.Tx) game.Seat { return 2 }

// by makes this seat do something.
func (x *box) by(t testing.TB, s *game.State, seat game.Seat, do func(*game.Tx)) *game.State {
	t.Helper()
	was := x.do
	x.do = do
	defer func() { x.do = was }()
	next, err := s.Play(game.Move{Seat: seat, Action: "do"})
	if err != nil {
		t.Fatal(err)
	}
	return next
}

// turns plays n moves that do nothing and lists the seats that made them.
func (x *box) turns(t testing.TB, s *game.State, n int) (string, *game.State) {
	t.Helper()
	var all []string
	for range n {
		all = append(all, fmt.Sprint(int(s.Turn())))
		s = x.play(t, s, doesNothing)
	}
	return strings.Join(all, " "), s
}

// wantSaid fails unless the last move has said this.
func wantSaid(t testing.TB, s *game.State, want string) {
	t.Helper()
	if got := saidIn(s); got != want {
		t.Errorf("heard %q\nwant  %q", got, want)
	}
}

// wantAt fails unless the game waits for this seat in this step.
func wantAt(t testing.TB, s *game.State, seat game.Seat, step string) {
	t.Helper()
	p, ok := s.Progress(seat)
	if s.Turn() != seat || !ok || p.Step != step {
		t.Errorf("%s is to act, in step %q; want %s, in step %q\n%s", s.Turn(), p.Step, seat, step, s.FlowText())
	}
}

func TestStepsRunInOrder(t *testing.T) {
	x := staged(game.Steps{
		game.Run(saying("one")),
		&game.Act{Name: "a", Who: seat1},
		game.Steps{},
		game.Steps{game.Run(saying("two")), game.Run(saying("three"))},
		&game.Act{Name: "b", Who: seat0},
		game.Run(func(tx *game.Tx) { tx.Win(1) }),
	})
	s := x.start(t)
	wantSaid(t, s, "one")
	wantAt(t, s, 1, "a")
	s = x.play(t, s, saying("do"))
	wantSaid(t, s, "do1; two; three")
	wantAt(t, s, 0, "b")
	s = x.play(t, s, doesNothing)
	if !s.Over() || !s.Won(1) || s.Turn() != game.Nobody || !s.ToAct().Empty() {
		t.Errorf("after the last step: %s, turn of %s", s.Outcome(), s.Turn())
	}
	if s.Played() != 2 {
		t.Errorf("%d moves were played", s.Played())
	}
}

// A flow that ends without an outcome is a fault: the game would be neither over nor able to continue.
func TestFlowWithoutOutcome(t *testing.T) {
	x := staged(&game.Act{Name: "a", Who: seat0})
	s := x.start(t)
	_, err := x.try(s, doesNothing)
	wantFault(t, err, "the flow has ended, but the game has no outcome")
	s = x.play(t, s, func(tx *game.Tx) { tx.Tie() }) // the state is unchanged
	if !s.Tied() {
		t.Errorf("the game ends as %s", s.Outcome())
	}
	_, err = staged(game.Steps{}, &game.Act{Name: "never"}).Rules.Start(2, game.SeedOf(1))
	wantFault(t, err, "the flow has ended")
}

func TestPhasesBeginAndEnd(t *testing.T) {
	phase := func(name string, do game.Step) *game.Phase {
		return &game.Phase{Name: name, Begin: saying("+" + name), End: saying("-" + name), Do: do}
	}
	x := staged(&game.Loop{Do: &game.EachSeat{Do: game.Steps{
		phase("a", phase("b", phase("c", &game.Act{Name: "act"}))),
		phase("d", game.Steps{game.Run(saying("run")), phase("e", game.Steps{})}),
	}}})
	s := x.start(t)
	wantSaid(t, s, "+a0; +b0; +c0")
	s = x.play(t, s, saying("do"))
	wantSaid(t, s, "do0; -c0; -b0; -a0; +d0; run0; +e0; -e0; -d0; +a1; +b1; +c1")
	s = x.play(t, s, saying("do"))
	wantSaid(t, s, "do1; -c1; -b1; -a1; +d1; run1; +e1; -e1; -d1; +a0; +b0; +c0")
}

// A phase is skipped, with its hooks, unless its If holds when it would begin.
func TestPhaseIf(t *testing.T) {
	odd := game.When("only odd seats", func(tx *game.Tx) bool { return tx.Seat%2 == 1 })
	x := staged(&game.Loop{Do: &game.EachSeat{Do: game.Steps{
		&game.Phase{Name: "odd", If: odd, Begin: saying("begin"), End: saying("end"), Do: &game.Act{Name: "first"}},
		&game.Phase{Name: "all", Do: &game.Act{Name: "second"}},
	}}})
	s := start(t, x.Rules, 3)
	wantAt(t, s, 0, "second")
	s = x.play(t, s, doesNothing)
	wantSaid(t, s, "begin1")
	wantAt(t, s, 1, "first")
	s = x.play(t, s, doesNothing)
	wantSaid(t, s, "end1")
	wantAt(t, s, 1, "second")
	s = x.play(t, s, doesNothing)
	wantAt(t, s, 2, "second")
}

// After every move the phases are asked whether they end, the innermost first. A phase that ends also ends those within
// it, whose End is called first.
func TestEndIfInnermostFirst(t *testing.T) {
	var asked []string
	phase := func(name string, do game.Step) *game.Phase {
		return &game.Phase{Name: name, End: saying("-" + name), Do: do, EndIf: func(tx *game.Tx) bool {
			asked = append(asked, name+fmt.Sprint(int(tx.Seat)))
			return strings.Contains(label.Of(tx, game.Root), name)
		}}
	}
	x := staged(&game.Loop{Do: &game.EachSeat{Do: game.Steps{
		phase("a", game.Steps{
			phase("b", game.Steps{phase("c", &game.Loop{Do: &game.Act{Name: "in"}}), &game.Act{Name: "after-c"}}),
			&game.Act{Name: "after-b"},
		}),
		&game.Act{Name: "after-a"},
	}}})
	for _, c := range []struct{ ends, asked, heard, step string }{
		{"", "c0 b0 a0", "", "in"},
		{"c", "c0 b0 a0", "-c0", "after-c"},
		{"b", "c0 b0 a0", "-c0; -b0", "after-b"},
		{"a", "c0 b0 a0", "-c0; -b0; -a0", "after-a"},
		{"bc", "c0 b0 a0", "-c0; -b0", "after-b"},
		{"abc", "c0 b0 a0", "-c0; -b0; -a0", "after-a"},
	} {
		s := x.start(t)
		asked = nil
		s = x.play(t, s, func(tx *game.Tx) { label.Set(tx, game.Root, c.ends) })
		if got := strings.Join(asked, " "); got != c.asked {
			t.Errorf("ends %q: asked %s, want %s", c.ends, got, c.asked)
		}
		wantSaid(t, s, c.heard)
		wantAt(t, s, 0, c.step)
	}
}

// A phase that has not begun is not asked whether it ends.
func TestEndIfBeforeThePhaseBegins(t *testing.T) {
	asked := 0
	react := &game.Act{Name: "react"}
	x := staged(&game.Loop{Do: &game.EachSeat{Do: &game.Phase{Name: "outer", Begin: func(tx *game.Tx) { tx.Call(react, nil) },
		Do: &game.Phase{Name: "inner", Begin: saying("begin"), End: saying("end"), EndIf: func(*game.Tx) bool { asked++; return true },
			Do: &game.Act{Name: "act", Min: 2, Max: 2}}}}}, react)
	s := x.start(t)
	wantAt(t, s, 0, "react")
	s = x.play(t, s, doesNothing)
	if asked != 0 {
		t.Errorf("EndIf was asked %d times before the phase began", asked)
	}
	wantSaid(t, s, "begin0")
	wantAt(t, s, 0, "act")
	s = x.play(t, s, doesNothing)
	wantSaid(t, s, "end0")
	wantAt(t, s, 1, "react")
}

// Hooks may do whatever an action may: write, call, launch, eliminate, and end the game.
func TestHooksAct(t *testing.T) {
	x := staged(nil)
	hook := map[string]func(*game.Tx){}
	at := func(name string) func(*game.Tx) {
		return func(tx *game.Tx) {
			sayAs(tx, name)
			if f := hook[name]; f != nil {
				f(tx)
			}
		}
	}
	x.Flow = &game.Loop{Do: &game.EachSeat{Do: game.Steps{
		&game.Phase{Name: "p", Begin: at("begin"), End: at("end"), Do: game.Steps{game.Run(at("run")), &game.Act{Name: "a"}}},
		&game.Act{Name: "b"},
	}}}
	begins := func(name string, f func(*game.Tx)) (*game.State, error) {
		hook = map[string]func(*game.Tx){name: f}
		return x.Rules.Start(3, game.SeedOf(1))
	}
	for _, name := range []string{"begin", "run"} {
		s, err := begins(name, func(tx *game.Tx) { tx.Create(x.stone, x.row) })
		if err != nil || s.Count(x.row) != 1 || s.Owner(s.First(x.row)) != 0 {
			t.Errorf("%s writes: %v, %d in the row", name, err, s.Count(x.row))
		}
		s, err = begins(name, func(tx *game.Tx) { tx.Win(tx.Seat) })
		if err != nil || !s.Won(0) {
			t.Errorf("%s ends the game: %v, %v", name, err, s)
		}
		if got := saidIn(s); strings.Contains(got, "end0") || strings.Contains(got, "run0") != (name == "run") {
			t.Errorf("%s ends the game, and then: %s", name, got)
		}
		// An eliminated seat no longer acts; the turn passes on.
		s, err = begins(name, func(tx *game.Tx) {
			if tx.Seat == 0 {
				tx.Eliminate(tx.Seat)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		wantAt(t, s, 1, "a")
	}
	s, err := begins("end", func(tx *game.Tx) { tx.Eliminate(tx.Seat) })
	if err != nil {
		t.Fatal(err)
	}
	s = x.play(t, s, doesNothing)
	wantSaid(t, s, "end0; begin1; run1") // b is skipped
	wantAt(t, s, 1, "a")
	hook["end"] = func(tx *game.Tx) { tx.Win(2) }
	if s = x.play(t, s, doesNothing); !s.Won(2) || saidIn(s) != "end1" {
		t.Errorf("the end of a phase ends the game: %s, %s", s.Outcome(), saidIn(s))
	}
}

// If a hook ends the game while an EndIf holds, nothing more is called.
func TestEndHookEndsTheGameInAnEndIf(t *testing.T) {
	held := func(*game.Tx) bool { return true }
	x := staged(&game.Phase{Name: "a", EndIf: held, End: saying("-a"), Do: &game.Phase{Name: "b", EndIf: held, End: func(tx *game.Tx) {
		sayAs(tx, "-b")
		tx.Tie()
	}, Do: &game.Act{Name: "act", Who: seat0, Max: -1}}})
	s := x.play(t, x.start(t), doesNothing)
	wantSaid(t, s, "-b")
	if !s.Tied() {
		t.Errorf("the game is %s", s.Outcome())
	}
}

func TestLoops(t *testing.T) {
	asked := 0
	for name, c := range map[string]struct {
		loop *game.Loop
		want int
	}{
		"while":           {&game.Loop{While: func(tx *game.Tx) bool { return tx.Played() < 3 }}, 3},
		"while not once":  {&game.Loop{While: func(*game.Tx) bool { return false }}, 0},
		"times":           {&game.Loop{Times: func(*game.Tx) int { asked++; return 4 }}, 4},
		"times none":      {&game.Loop{Times: func(*game.Tx) int { return 0 }}, 0},
		"times below 0":   {&game.Loop{Times: func(*game.Tx) int { return -7 }}, 0},
		"times and max":   {&game.Loop{Times: func(*game.Tx) int { return 4 }, Max: 2}, 2},
		"max":             {&game.Loop{Max: 3}, 3},
		"while and times": {&game.Loop{While: func(tx *game.Tx) bool { return tx.Played() < 2 }, Times: func(*game.Tx) int { return 5 }}, 2},
		"times changes":   {&game.Loop{Times: func(tx *game.Tx) int { return 2 + tx.Played() }}, 2},
	} {
		asked = 0
		c.loop.Do = &game.Act{Name: "in", Who: seat0}
		x := staged(game.Steps{c.loop, &game.Act{Name: "out", Who: seat1}})
		s := x.start(t)
		n := 0
		for ; s.Turn() == 0 && n < 20; n++ {
			if got := c.loop.Round(s); got != n+1 {
				t.Errorf("%s: round %d, want %d", name, got, n+1)
			}
			s = x.play(t, s, doesNothing)
		}
		if n != c.want || c.loop.Round(s) != 0 {
			t.Errorf("%s: %d times, want %d; then it is round %d", name, n, c.want, c.loop.Round(s))
		}
		if name == "times" && asked != 1 {
			t.Errorf("Times was asked %d times", asked)
		}
	}
}

func TestNestedLoops(t *testing.T) {
	inner := &game.Loop{Max: 2, Do: &game.Act{Name: "act"}}
	seats := &game.EachSeat{Name: "turn", Do: inner}
	middle := &game.Loop{Max: 2, Do: seats}
	outer := &game.Loop{Do: game.Steps{middle, &game.EachSeat{Reverse: true, Do: &game.Loop{Max: 1, Do: &game.Act{Name: "back"}}}}}
	x := staged(outer)
	s := x.start(t)
	var got []string
	for range 13 {
		got = append(got, fmt.Sprintf("%d%d%d-%d", outer.Round(s), middle.Round(s), inner.Round(s), s.Turn()))
		s = x.play(t, s, doesNothing)
	}
	want := "111-0 112-0 111-1 112-1 121-0 122-0 121-1 122-1 100-1 100-0 211-0 212-0 211-1"
	if text := strings.Join(got, " "); text != want {
		t.Errorf("got  %s\nwant %s", text, want)
	}
}

func TestSwitchOfTwoBranches(t *testing.T) {
	even := func(tx *game.Tx) bool { return tx.Seat%2 == 0 }
	x := staged(&game.Loop{Do: &game.EachSeat{Do: game.Steps{
		game.Switch{{If: even, Do: &game.Act{Name: "even"}}, {Do: game.Steps{game.Run(saying("else")), &game.Act{Name: "odd"}}}},
		&game.Phase{If: even, Do: game.Run(saying("then"))},
	}}})
	s := start(t, x.Rules, 3)
	wantAt(t, s, 0, "even")
	s = x.play(t, s, doesNothing)
	wantSaid(t, s, "then0; else1")
	wantAt(t, s, 1, "odd")
	s = x.play(t, s, doesNothing)
	wantAt(t, s, 2, "even")
	wantSaid(t, s, "")
}

// A condition is evaluated once, when its step begins; later changes do not matter.
func TestConditionsAreEvaluatedOnce(t *testing.T) {
	var asked []int
	when := func(played int) game.Test {
		return func(tx *game.Tx) bool {
			asked = append(asked, tx.Played())
			return tx.Played() == played
		}
	}
	x := staged(game.Steps{
		game.Switch{{If: when(0), Do: game.Steps{&game.Act{Name: "a", Who: seat0}, &game.Act{Name: "b", Who: seat0}}}, {Do: &game.Act{Name: "c", Who: seat0}}},
		&game.Phase{If: when(2), Do: game.Steps{&game.Act{Name: "d", Who: seat0}, &game.Act{Name: "e", Who: seat0}}},
		&game.Act{Name: "f", Who: seat0},
	})
	s := x.start(t)
	for _, step := range []string{"a", "b", "d", "e", "f"} {
		wantAt(t, s, 0, step)
		if step != "f" {
			s = x.play(t, s, doesNothing)
		}
	}
	if !slices.Equal(asked, []int{0, 2}) {
		t.Errorf("the conditions were evaluated after %d moves", asked)
	}
}

func TestSwitch(t *testing.T) {
	is := func(name string) game.Test {
		return func(tx *game.Tx) bool { return label.Of(tx, game.Root) == name }
	}
	x := staged(nil)
	x.Flow = &game.Loop{Do: game.Steps{&game.Act{Name: "set", Who: seat0}, &game.Phase{Name: "choice", Do: game.Switch{
		{If: is("a"), Do: &game.Act{Name: "in-a", Who: seat1}},
		{If: is(""), Do: &game.Act{Name: "in-none", Who: seat1}},
		{If: is("nothing")},
		{If: is("a"), Do: &game.Act{Name: "too-late", Who: seat1}},
		{Do: &game.Act{Name: "otherwise", Who: seat1}},
	}}}}
	s := x.start(t)
	for name, want := range map[string]string{"a": "in-a", "": "in-none", "zzz": "otherwise"} {
		wantAt(t, x.play(t, s, func(tx *game.Tx) { label.Set(tx, game.Root, name) }), 1, want)
	}
	wantAt(t, x.play(t, s, func(tx *game.Tx) { label.Set(tx, game.Root, "nothing") }), 0, "set")
}

// A Switch without an open phase is skipped.
func TestSwitchOfNothing(t *testing.T) {
	x := staged(&game.Loop{Do: game.Steps{
		game.Switch{{If: no("never"), Begin: saying("begin"), Do: &game.Act{Name: "in", Who: seat0}}},
		game.Switch{},
		&game.Act{Name: "out", Who: seat1},
	}})
	s := x.start(t)
	wantAt(t, s, 1, "out")
	wantSaid(t, s, "")
	wantAt(t, x.play(t, s, doesNothing), 1, "out")
}

// A Switch runs the first phase that is open. A phase that consists only of phases is open if one of those is, at any
// depth.
func TestSwitchOfSwitches(t *testing.T) {
	open := func(name string) game.Test {
		return game.When("shut", func(tx *game.Tx) bool { return strings.Contains(label.Of(tx, game.Root), name) })
	}
	leaf := func(name string) *game.Phase {
		return &game.Phase{Name: name, If: open(name), Begin: saying(name), Do: &game.Act{Name: "act-" + name, Who: seat1}}
	}
	x := staged(&game.Loop{Do: game.Steps{&game.Act{Name: "set", Who: seat0}, game.Switch{
		{Name: "x", If: open("x"), Begin: saying("x"), Do: game.Switch{{Name: "y", If: open("y"), Begin: saying("y"), Do: game.Switch{leaf("a"), leaf("b")}}, leaf("c")}},
		{Name: "z", If: open("z"), Begin: saying("z"), Do: game.Steps{game.Switch{leaf("d")}}}, // contains a step besides phases
		leaf("e"),
	}}})
	s := x.start(t)
	for opened, want := range map[string]string{
		"xyzabcde": "x; y; a", "xyzbcde": "x; y; b", "xyzcde": "x; c", "xzabcde": "x; c", "xyzde": "z; d", "xyze": "z", "xye": "e", "yzabcd": "z; d", "yabcde": "e", "xy": "", "": "", "xc": "x; c", "c": "",
	} {
		next := x.play(t, s, func(tx *game.Tx) { label.Set(tx, game.Root, opened) })
		if got := saidIn(next); got != want {
			t.Errorf("open %s: goes through %q, want %q", opened, got, want)
		}
	}
}

// ForEach visits the elements that were there when it began, except those that have left the game.
func TestForEach(t *testing.T) {
	x := newBox()
	each := &game.ForEach[game.ID]{Name: "stones", From: func(tx *game.Tx) game.Set[game.ID] { return x.row.Contents(tx) }}
	each.Do = &game.Act{Name: "act"}
	x.Setup = func(tx *game.Tx) { tx.CreateMany(4, x.stone, x.row) }
	x.Flow = &game.Loop{Do: &game.EachSeat{Do: each}}
	s := x.start(t)
	if each.In(s) != s.Find("#1") {
		t.Errorf("it visits %s", s.Name(each.In(s)))
	}
	s = x.play(t, s, func(tx *game.Tx) {
		tx.Remove(tx.Find("#2"))
		tx.Create(x.stone, x.row)          // #5 comes too late
		tx.Move(tx.Find("#3"), x.pile)     // still in the game
		tx.MoveFirst(tx.Find("#4"), x.row) // the order does not change
	})
	if each.In(s) != s.Find("#3") {
		t.Errorf("second: %s", s.Name(each.In(s)))
	}
	s = x.play(t, s, func(tx *game.Tx) { tx.Remove(tx.Find("#3")) }) // the current element
	if each.In(s) != s.Find("#4") {
		t.Errorf("third: %s", s.Name(each.In(s)))
	}
	wantAt(t, s, 0, "act")
	s = x.play(t, s, doesNothing)
	wantAt(t, s, 1, "act")
	if each.In(s) != s.Find("#4") { // in their current order
		t.Errorf("for the next seat it begins with %s", s.Name(each.In(s)))
	}
	for _, want := range []string{"#1", "#5"} {
		s = x.play(t, s, doesNothing)
		if each.In(s) != s.Find(want) {
			t.Errorf("for the next seat: %s, want %s", s.Name(each.In(s)), want)
		}
	}
	s = x.play(t, s, func(tx *game.Tx) {
		for id := range tx.In(x.row) {
			tx.Remove(id)
		}
		tx.Create(x.card, x.row)
	})
	if each.In(s) != s.Find("#6") {
		t.Errorf("the next time it visits %s", s.Name(each.In(s)))
	}
}

// An empty ForEach is not a fault; places and seats are elements too.
func TestForEachNothing(t *testing.T) {
	var over func(tx *game.Tx) game.Set[game.ID]
	each := &game.ForEach[game.ID]{Name: "each", From: func(tx *game.Tx) game.Set[game.ID] { return over(tx) }, Do: &game.Act{Name: "in", Who: seat0}}
	x := staged(&game.Loop{Do: game.Steps{each, &game.Act{Name: "out", Who: seat1}}})
	over = func(tx *game.Tx) game.Set[game.ID] { return game.SetOf[game.ID]() }
	s := x.start(t)
	wantAt(t, s, 1, "out")
	over = func(tx *game.Tx) game.Set[game.ID] { return game.SetOf(x.row.ID(), x.hand.Of(1)) }
	s = x.play(t, s, doesNothing)
	if each.In(s) != x.row.ID() {
		t.Errorf("in %s", s.Name(each.In(s)))
	}
	s = x.play(t, s, doesNothing)
	if each.In(s) != x.hand.Of(1) {
		t.Errorf("in %s", s.Name(each.In(s)))
	}
	s = x.play(t, s, doesNothing)
	wantAt(t, s, 1, "out")
	if each.In(s) != 0 {
		t.Errorf("after it: %s", s.Name(each.In(s)))
	}
}

// TurnByTurn repeats until there is an outcome.
func TestTurnByTurn(t *testing.T) {
	x := staged(&game.Loop{Do: &game.EachSeat{Name: "turn", Do: game.Steps{
		&game.Phase{Name: "draw", Begin: saying("draw"), Do: game.Steps{}},
		&game.Phase{Name: "play", Do: &game.Act{Name: "act"}, End: func(tx *game.Tx) {
			if tx.Played() == 7 {
				tx.Win(tx.Seat)
			}
		}},
	}}})
	s := start(t, x.Rules, 3)
	got, s := x.turns(t, s, 6)
	if got != "0 1 2 0 1 2" {
		t.Errorf("the turns are of %s", got)
	}
	if s = x.play(t, s, doesNothing); !s.Won(0) {
		t.Errorf("the game is %s", s.Outcome())
	}
}

// End is evaluated after every move, and again when the game next waits if the flow has changed something on the way.
func TestEndIsCalled(t *testing.T) {
	var asked []string
	x := staged(&game.Loop{Do: &game.EachSeat{Do: &game.Phase{Name: "p", Begin: func(tx *game.Tx) { points.Set(tx, tx.Seat, points.Of(tx, tx.Seat)-1) }, Do: &game.Act{Name: "act", Min: 2, Max: 2}}}})
	x.Setup = func(tx *game.Tx) {
		for seat := range game.Seat(tx.Seats()) {
			points.Set(tx, seat, 2)
		}
	}
	x.End = func(tx *game.Tx) {
		asked = append(asked, fmt.Sprint(tx.Played(), points.Of(tx, game.Seat(0))))
		for seat := range game.Seat(tx.Seats()) {
			if points.Of(tx, seat) == 0 {
				tx.Win(1 - seat)
				return
			}
		}
	}
	s := x.start(t)
	if len(asked) != 0 {
		t.Errorf("asked at the start: %v", asked)
	}
	s = x.play(t, s, doesNothing)
	s = x.play(t, s, doesNothing)
	if got := strings.Join(asked, ", "); got != "1 1, 2 1, 2 1" {
		t.Errorf("asked %s", got)
	}
	s = x.play(t, s, doesNothing)
	s = x.play(t, s, doesNothing) // the Begin of the phase takes the last point
	if !s.Won(1) || s.Played() != 4 {
		t.Errorf("after %d moves the game is %s", s.Played(), s.Outcome())
	}
}

// A seat that End eliminates while the game waits for it no longer acts.
func TestEndEliminatesTheSeatToAct(t *testing.T) {
	x := staged(&game.Loop{Do: &game.EachSeat{Do: &game.Phase{Name: "p", Begin: func(tx *game.Tx) { points.Set(tx, tx.Seat, 1) }, Do: &game.Act{Name: "act"}}}})
	x.End = func(tx *game.Tx) {
		if points.Of(tx, game.Seat(1)) == 1 {
			tx.Eliminate(1)
		}
	}
	s := start(t, x.Rules, 3)
	s = x.play(t, s, doesNothing)
	wantAt(t, s, 2, "act")
	same(t, reload(t, s), s)
	for range 4 {
		s = x.play(t, s, doesNothing)
		if s.Turn() == 1 {
			t.Fatal("an eliminated seat is to act")
		}
	}
}

// A read-only hook cannot write.
func TestConditionsAreReadOnly(t *testing.T) {
	write := func(tx *game.Tx) { points.Set(tx, game.Root, 1) }
	act := func() *game.Act { return &game.Act{Name: "act", Who: seat0} }
	const words = "a read-only function ("
	for name, flow := range map[string]game.Step{
		"If of phase p":           &game.Phase{Name: "p", If: func(tx *game.Tx) bool { write(tx); return true }, Do: act()},
		"While of loop flow":      &game.Loop{While: func(tx *game.Tx) bool { write(tx); return true }, Do: act()},
		"Times of loop flow":      &game.Loop{Times: func(tx *game.Tx) int { write(tx); return 1 }, Do: act()},
		"Order of each seat flow": &game.EachSeat{Order: func(tx *game.Tx, seats []game.Seat) []game.Seat { write(tx); return seats }, Do: act()},
		"From of for each e":      &game.ForEach[game.ID]{Name: "e", From: func(tx *game.Tx) game.Set[game.ID] { write(tx); return game.Set[game.ID]{} }, Do: act()},
		"Who of act act":          &game.Act{Name: "act", Who: func(tx *game.Tx) game.Seat { write(tx); return 0 }},
		"If of act act":           &game.Act{Name: "act", Who: seat0, If: func(tx *game.Tx) bool { write(tx); return true }},
		"Who of together act":     &game.Together{Name: "act", Who: func(tx *game.Tx) game.Set[game.Seat] { write(tx); return game.Set[game.Seat]{} }},
		"List of for each e":      &game.ForEach[int]{Name: "e", List: func(tx *game.Tx) []int { write(tx); return nil }, Do: act()},
		"From of each seat flow":  &game.EachSeat{From: func(tx *game.Tx) game.Seat { write(tx); return 0 }, Do: act()},
		"LeftOf of each seat f":   &game.EachSeat{Name: "f", LeftOf: func(tx *game.Tx) game.Seat { write(tx); return 0 }, Do: act()},
		"Only of each seat flow":  &game.EachSeat{Only: func(tx *game.Tx, _ game.Seat) bool { write(tx); return true }, Do: act()},
		"Skip of each seat flow":  &game.EachSeat{Skip: func(tx *game.Tx, _ game.Seat) bool { write(tx); return true }, Do: act()},
		"If of phase p ":          game.Switch{{Name: "p", If: func(tx *game.Tx) bool { write(tx); return true }, Do: act()}},
	} {
		_, err := staged(flow).Rules.Start(2, game.SeedOf(1))
		if f, ok := err.(*game.Fault); !ok || !strings.Contains(f.Why, words+strings.TrimSpace(name)+")") {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, flow := range map[string]game.Step{
		"EndIf of phase p":      &game.Phase{Name: "p", EndIf: func(tx *game.Tx) bool { write(tx); return true }, Do: act()},
		"Until of act act":      &game.Act{Name: "act", Who: seat0, Max: -1, Until: func(tx *game.Tx) bool { write(tx); return true }},
		"Until of together act": &game.Together{Name: "act", Max: -1, Until: func(tx *game.Tx) bool { write(tx); return true }},
	} {
		x := staged(flow)
		_, err := x.try(x.start(t), doesNothing)
		if f, ok := err.(*game.Fault); !ok || !strings.Contains(f.Why, words+strings.TrimSpace(name)+")") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
