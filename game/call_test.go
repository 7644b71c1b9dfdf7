package game_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// duel is a game in which every action can be answered: an action proposes a deed, and the other seats may respond
// before it is performed.
type duel struct {
	*box
	turn   *game.EachSeat
	phase  *game.Phase
	answer *game.Phase // can be called; each other seat acts once
	deal   *game.Act   // can be called; one seat acts
	strike *game.Effect[hit]
}

func newDuel() *duel {
	x := &duel{box: newBox()}
	x.strike = &game.Effect[hit]{Name: "strike", Do: func(tx *game.Tx, h hit) {
		tx.Say("{0}", fmt.Sprintf("strike%d%s", h.Force, h.How))
	}}
	x.answer = &game.Phase{Name: "answer", Begin: saying("+answer"), End: saying("-answer"), Do: &game.EachSeat{
		LeftOf: func(tx *game.Tx) game.Seat { return tx.Seat }, Skip: func(tx *game.Tx, seat game.Seat) bool { return seat == tx.Seat },
		Do: &game.Act{Name: "reply"},
	}}
	x.deal = &game.Act{Name: "deal"}
	x.phase = &game.Phase{Name: "main", Begin: saying("+main"), End: saying("-main"), Do: game.Steps{&game.Act{Name: "act"}, game.Run(saying("run"))}}
	x.turn = &game.EachSeat{Name: "turn", Do: x.phase}
	x.Flow, x.Calls = &game.Loop{Do: x.turn}, []game.Step{x.answer, x.deal}
	x.Effects = []game.AnyEffect{x.strike}
	return x
}

// strikes proposes a deed with this force.
func (x *duel) strikes(n int) func(*game.Tx) {
	return func(tx *game.Tx) {
		sayAs(tx, fmt.Sprint("put", n, "by"))
		tx.Call(x.answer, x.strike.With(hit{Force: n, By: tx.Seat}))
	}
}

// A called step begins when its caller has ended; then the deed is performed; then play continues where it was
// interrupted.
func TestCall(t *testing.T) {
	x := newDuel()
	s := start(t, x.Rules, 3)
	s = x.play(t, s, func(tx *game.Tx) {
		x.strikes(5)(tx)
		sayAs(tx, "end of do")
	})
	wantSaid(t, s, "put5by0; end of do0; +answer0")
	wantAt(t, s, 1, "reply")
	if h := x.strike.In(s); h.Force != 5 || h.By != 0 {
		t.Errorf("the reply is about %+v", h)
	}
	same(t, reload(t, s), s)
	s = x.play(t, s, func(tx *game.Tx) { tx.Say("{0}", fmt.Sprint("about", x.strike.In(tx).Force)) })
	wantSaid(t, s, "about5")
	wantAt(t, s, 2, "reply")
	s = x.play(t, s, doesNothing)
	wantSaid(t, s, "-answer0; strike5; run0; -main0; +main1")
	wantAt(t, s, 1, "act")
	if n := s.Count(s.Find("@effects")); n != 0 {
		t.Errorf("%d effects remain", n)
	}
	_, err := x.try(s, func(tx *game.Tx) { x.strike.In(tx) })
	wantFault(t, err, `effect "strike" is not waiting for a call`)
}

// Responses can have responses: the innermost is performed first, and In returns the deed it responds to.
func TestCallsNest(t *testing.T) {
	x := newDuel()
	s := x.play(t, x.start(t), x.strikes(1))
	wantAt(t, s, 1, "reply")
	s = x.play(t, s, x.strikes(2))
	wantAt(t, s, 0, "reply")
	s = x.play(t, s, x.strikes(3))
	wantAt(t, s, 1, "reply")
	if h := x.strike.In(s); h.Force != 3 || h.By != 0 {
		t.Errorf("the reply is about %+v", h)
	}
	l := reload(t, s)
	same(t, l, s)
	s, l = x.play(t, s, doesNothing), x.play(t, l, doesNothing)
	wantSaid(t, s, "-answer0; strike3; -answer1; strike2; -answer0; strike1; run0; -main0; +main1")
	same(t, l, s)
}

// Steps run in the order they were called, each with its deed before the next begins.
func TestCallsInOrder(t *testing.T) {
	x := newDuel()
	s := x.play(t, x.start(t), func(tx *game.Tx) {
		for n := range 3 {
			tx.Call(x.deal, x.strike.With(hit{Force: n}))
		}
		tx.Call(x.deal, nil)
	})
	for n := range 3 {
		wantAt(t, s, 0, "deal")
		if h := x.strike.In(s); h.Force != n {
			t.Errorf("call %d is about %+v", n, h)
		}
		same(t, reload(t, s), s)
		s = x.play(t, s, saying("do"))
		wantSaid(t, s, fmt.Sprintf("do0; strike%d", n))
	}
	wantAt(t, s, 0, "deal")
	s = x.play(t, s, doesNothing)
	wantSaid(t, s, "run0; -main0; +main1")
}

// In also finds the deeds of outer calls: for each effect, the innermost one.
func TestCallDataOfSeveralEffects(t *testing.T) {
	x := newDuel()
	other := &game.Effect[int]{Name: "other", Do: func(tx *game.Tx, n int) { tx.Say("{0}", fmt.Sprint("other", n)) }}
	x.Effects = append(x.Effects, other)
	s := x.play(t, x.start(t), x.strikes(7))
	s = x.play(t, s, func(tx *game.Tx) { tx.Call(x.deal, other.With(8)) })
	wantAt(t, s, 1, "deal")
	if x.strike.In(s).Force != 7 || other.In(s) != 8 {
		t.Errorf("the data are %+v and %d", x.strike.In(s), other.In(s))
	}
	v := s.View(0)
	if x.strike.In(v).Force != 7 || other.In(v) != 8 {
		t.Errorf("in a view the data are %+v and %d", x.strike.In(v), other.In(v))
	}
	s = x.play(t, s, func(tx *game.Tx) { tx.Call(x.deal, nil) }) // without a deed
	if other.In(s) != 8 {
		t.Errorf("the data are %d", other.In(s))
	}
	s = x.play(t, s, doesNothing)
	wantSaid(t, s, "other8; -answer0; strike7; run0; -main0; +main1")
}

// A pending deed is an element. If it is removed, play simply continues.
func TestCallCancelled(t *testing.T) {
	x := newDuel()
	s := x.play(t, x.start(t), x.strikes(1))
	s = x.play(t, s, func(tx *game.Tx) {
		for id := range tx.In(tx.Find("@effects")) {
			tx.Remove(id)
		}
	})
	wantSaid(t, s, "-answer0; run0; -main0; +main1")
	// It is already gone while the answer is still running.
	y := start(t, x.Rules, 3)
	y = x.play(t, y, x.strikes(1))
	y = x.play(t, y, func(tx *game.Tx) { tx.Remove(tx.First(tx.Find("@effects"))) })
	wantAt(t, y, 2, "reply")
	same(t, reload(t, y), y)
	for _, seat := range []game.Seat{0, 1, game.Nobody} {
		v := y.View(seat)
		if l, err := x.Rules.Load(v.Save()); err != nil || l.Hash() != v.Hash() {
			t.Errorf("view of %s: %v", seat, err)
		}
	}
	_, err := x.try(y, func(tx *game.Tx) { x.strike.In(tx) })
	wantFault(t, err, "is not waiting for a call")
}

// Every hook, effect and deed after a call can make calls.
func TestCallFromAnywhere(t *testing.T) {
	call := func(x *duel) func(*game.Tx) {
		return func(tx *game.Tx) {
			if tx.Played() < 2 {
				sayAs(tx, "call")
				tx.Call(x.deal, x.strike.With(hit{Force: 9}))
			}
		}
	}
	for name, c := range map[string]struct {
		edit func(x *duel)
		want string // up to the first move after the call
	}{
		"begin":  {func(x *duel) { x.phase.Begin = call(x) }, "call0 | deal | strike9"},
		"end":    {func(x *duel) { x.phase.End = call(x) }, "+main0 | act | run0; call0 | deal | strike9; +main1"},
		"run":    {func(x *duel) { x.phase.Do.(game.Steps)[1] = game.Run(call(x)) }, "+main0 | act | call0 | deal | strike9; -main0; +main1"},
		"end of": {func(x *duel) { x.End = call(x) }, "+main0 | act | call0 | deal | strike9; run0; -main0; +main1"},
		"effect": {func(x *duel) {
			e := &game.Effect[int]{Name: "e", Do: func(tx *game.Tx, _ int) { call(x)(tx) }}
			x.Effects = append(x.Effects, e)
			x.phase.Do.(game.Steps)[1] = game.Run(func(tx *game.Tx) { tx.Apply(e.With(1)) })
		}, "+main0 | act | call0 | deal | strike9; -main0; +main1"},
		"start": {func(x *duel) { scheduled(x, func() game.Occasion { return game.Occasion{Start: x.phase} }, call(x)) }, "+main0; call0 | deal | strike9"},
		"turn":  {func(x *duel) { scheduled(x, func() game.Occasion { return game.Occasion{Start: x.turn} }, call(x)) }, "call0 | deal | strike9; +main0"},
		"over":  {func(x *duel) { scheduled(x, func() game.Occasion { return game.Occasion{End: x.turn} }, call(x)) }, "+main0 | act | run0; -main0; call0 | deal | strike9; +main1"},
		"ended": {func(x *duel) { scheduled(x, func() game.Occasion { return game.Occasion{End: x.phase} }, call(x)) }, "+main0 | act | run0; call0; -main0 | deal | strike9; +main1"},
		"after": {func(x *duel) { scheduled(x, func() game.Occasion { return game.Occasion{} }, call(x)) }, "+main0 | act | call0 | deal | strike9; run0; -main0; +main1"},
		"enter": {func(x *duel) {
			x.row.Enter = func(tx *game.Tx, _, _ game.ID) { call(x)(tx) }
			x.phase.Begin = func(tx *game.Tx) { tx.Create(x.stone, x.row) }
		}, "call0 | deal | strike9"},
		"setup": {func(x *duel) { x.Setup = func(tx *game.Tx) { tx.Seat = 0; call(x)(tx); tx.Seat = game.Nobody } }, "call0 | deal | strike9; +main0"},
	} {
		x := newDuel()
		c.edit(x)
		s, err := x.Rules.Start(2, game.SeedOf(1))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got := saidIn(s)
		for range 3 {
			p, _ := s.Progress(s.Turn())
			s = x.play(t, s, doesNothing)
			got += " | " + p.Step + " | " + saidIn(s)
			if l, err := x.Rules.Load(s.Save()); err != nil || l.Hash() != s.Hash() {
				t.Errorf("%s: Load fails: %v", name, err)
			}
			if strings.Contains(saidIn(s), "strike9") {
				break
			}
		}
		if got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", name, got, c.want)
		}
		if n := s.Count(s.Find("@effects")); n != 0 {
			t.Errorf("%s: %d effects remain", name, n)
		}
	}
}

// scheduled adds an effect that Setup schedules.
func scheduled(x *duel, when func() game.Occasion, do func(*game.Tx)) {
	e := &game.Effect[int]{Name: "e", Do: func(tx *game.Tx, _ int) { do(tx) }}
	x.Effects = append(x.Effects, e)
	x.Setup = func(tx *game.Tx) { tx.Schedule(e.With(1), when()) }
}

// A deed performed after a call may call again, for the next round of responses.
func TestCallFromADeed(t *testing.T) {
	x := newDuel()
	var rounds *game.Effect[int]
	rounds = &game.Effect[int]{Name: "rounds", Do: func(tx *game.Tx, n int) {
		tx.Say("{0}", fmt.Sprint("round", n))
		if n > 0 {
			tx.Call(x.deal, rounds.With(n-1))
			tx.Say("called")
		}
	}}
	x.Effects = append(x.Effects, rounds)
	s := x.play(t, x.start(t), func(tx *game.Tx) { tx.Call(x.deal, rounds.With(2)) })
	for n := 2; n > 0; n-- {
		if rounds.In(s) != n {
			t.Errorf("the data are %d, want %d", rounds.In(s), n)
		}
		same(t, reload(t, s), s)
		s = x.play(t, s, doesNothing)
		wantSaid(t, s, fmt.Sprintf("round%d; called", n))
		wantAt(t, s, 0, "deal")
	}
	s = x.play(t, s, doesNothing)
	wantSaid(t, s, "round0; run0; -main0; +main1")
}

// The seat within a call is the caller; the seat that scheduled or called an effect is also the seat of its deed.
func TestSeatOfACall(t *testing.T) {
	x := newDuel()
	who := &game.Effect[int]{Name: "who", Do: func(tx *game.Tx, n int) { sayAs(tx, "who") }}
	x.Effects = append(x.Effects, who)
	s := x.play(t, x.start(t), doesNothing)
	s = x.play(t, s, func(tx *game.Tx) { tx.Call(x.answer, who.With(1)) })
	wantSaid(t, s, "+answer1")
	wantAt(t, s, 0, "reply")
	s = x.play(t, s, doesNothing)
	wantSaid(t, s, "-answer1; who1; run1; -main1; +main0")
}

// During a call, the phases around it are not asked whether they end. After the call and its deed, they are.
func TestCallAndEndIf(t *testing.T) {
	x := newDuel()
	var asked []string
	x.phase.EndIf = func(tx *game.Tx) bool {
		asked = append(asked, "main"+fmt.Sprint(tx.Played()))
		return points.Of(tx, game.Root) > 0
	}
	x.answer.EndIf = func(tx *game.Tx) bool {
		asked = append(asked, "answer"+fmt.Sprint(tx.Played()))
		return points.Of(tx, game.Root) == 2
	}
	s := start(t, x.Rules, 4)
	s = x.play(t, s, func(tx *game.Tx) {
		points.Set(tx, game.Root, 1)
		x.strikes(1)(tx)
	})
	wantAt(t, s, 1, "reply") // main would end
	if len(asked) > 0 {
		t.Errorf("asked %v", asked)
	}
	s = x.play(t, s, doesNothing)
	wantAt(t, s, 2, "reply")
	s = x.play(t, s, func(tx *game.Tx) { points.Set(tx, game.Root, 2) }) // the answer ends, before seat 3
	wantSaid(t, s, "-answer0; strike1; -main0; +main1")
	if got := strings.Join(asked, " "); got != "answer2 answer3 main3" {
		t.Errorf("asked %s", got)
	}
	wantAt(t, s, 1, "act")
}

// If the End of a phase calls a step, the phases around it wait until that step is over.
func TestEndHookCallsInAnEndIf(t *testing.T) {
	x := newDuel()
	outer := &game.Phase{Name: "outer", End: saying("-outer"), EndIf: func(tx *game.Tx) bool { return points.Of(tx, game.Root) == 1 }, Do: game.Steps{x.phase, &game.Act{Name: "then"}}}
	x.turn.Do = outer
	x.phase.EndIf = func(tx *game.Tx) bool { return true }
	x.phase.End = func(tx *game.Tx) {
		sayAs(tx, "-main")
		tx.Call(x.deal, nil)
	}
	s := x.play(t, x.start(t), func(tx *game.Tx) { points.Set(tx, game.Root, 1) })
	wantAt(t, s, 0, "deal")
	wantSaid(t, s, "-main0")
	// The called step changes the condition, so outer does not end.
	kept := x.play(t, s, func(tx *game.Tx) { points.Set(tx, game.Root, 0) })
	wantAt(t, kept, 0, "then")
	s = x.play(t, s, doesNothing)
	wantSaid(t, s, "-outer0; +main1")
}

// Any named step can be called for the calling seat, including steps of the flow.
func TestCallAnyStep(t *testing.T) {
	x := newDuel()
	own := &game.Act{Name: "own", Max: 2}
	both := &game.Together{Name: "both", Min: 1, Max: 1}
	each := &game.ForEach[game.ID]{Name: "each", From: func(tx *game.Tx) game.Set[game.ID] { return x.row.Contents(tx) }, Do: &game.Act{Name: "one"}}
	x.Calls = append(x.Calls, own, both, each)
	x.Setup = func(tx *game.Tx) { tx.CreateMany(2, x.stone, x.row) }
	s := x.start(t)
	a := x.play(t, s, func(tx *game.Tx) { tx.Call(own, nil) })
	wantAt(t, a, 0, "own")
	a = play(t, a, "done")
	wantAt(t, a, 1, "act")
	a = x.play(t, s, func(tx *game.Tx) { tx.Call(both, x.strike.With(hit{Force: 3})) })
	wantWaits(t, a, "0 1", "both")
	same(t, reload(t, a), a)
	a = must(t, must(t, a, 1, "do"), 0, "do")
	wantSaid(t, a, "strike3; run0; -main0; +main1")
	a = x.play(t, s, func(tx *game.Tx) { tx.Call(each, nil) })
	if each.In(a) != a.Find("#1") {
		t.Errorf("for %s", a.Name(each.In(a)))
	}
	a = x.play(t, a, doesNothing)
	if each.In(a) != a.Find("#2") {
		t.Errorf("for %s", a.Name(each.In(a)))
	}
	a = x.play(t, a, doesNothing)
	wantAt(t, a, 1, "act")
	// A turn within a turn.
	a = x.play(t, s, func(tx *game.Tx) { tx.Call(x.turn, nil) })
	wantSaid(t, a, "+main0")
	got, a := x.turns(t, a, 2)
	if got != "0 1" {
		t.Errorf("turns of %s", got)
	}
	wantSaid(t, a, "run1; -main1; run0; -main0; +main1")
	wantAt(t, a, 1, "act")
}

// Endless recursion of calls is a Fault that shows the step and the path to it.
func TestEndlessCalls(t *testing.T) {
	x := newDuel()
	x.answer.Begin = func(tx *game.Tx) { tx.Call(x.answer, nil) }
	s := x.start(t)
	_, err := x.try(s, x.strikes(1))
	f := wantFault(t, err, "the flow is more than 256 steps deep: maybe a called step keeps calling itself\n")
	for _, line := range []string{"\n  each seat turn, seat 0", "\n  phase main, seat 0", "\n  phase answer, seat 0", "\n  call, seat 0", "\n  ..."} {
		if !strings.Contains(f.Why, line) {
			t.Errorf("the stack lacks %q:\n%s", line, f.Why)
		}
	}
	if n := strings.Count(f.Why, "\n"); n > 25 {
		t.Errorf("the stack has %d lines", n)
	}
	// A deed that calls a step without waiting loops at the same depth.
	x = newDuel()
	empty := &game.Phase{Name: "empty", Do: game.Steps{}}
	x.Calls = append(x.Calls, empty)
	x.strike.Do = func(tx *game.Tx, h hit) { tx.Call(empty, x.strike.With(h)) }
	_, err = x.try(x.start(t), func(tx *game.Tx) { tx.Apply(x.strike.With(hit{})) })
	wantFault(t, err, "the flow runs more than 100000 steps without waiting for a move\n")
	wantAt(t, s, 0, "act")
}

// Nested responses as deep as people play them are not a Fault.
func TestDeepCalls(t *testing.T) {
	x := newDuel()
	s := x.start(t)
	for n := range 40 {
		s = x.play(t, s, x.strikes(n))
	}
	same(t, reload(t, s), s)
	s = x.play(t, s, doesNothing)
	said := saidIn(s)
	if strings.Count(said, "strike") != 40 || !strings.Contains(said, "strike39; ") || strings.Index(said, "strike39") > strings.Index(said, "strike0;") {
		t.Errorf("heard %s", said)
	}
}

// A game that ends within a call leaves nothing pending.
func TestGameEndsInACall(t *testing.T) {
	x := newDuel()
	s := x.play(t, x.start(t), x.strikes(1))
	s = x.play(t, s, func(tx *game.Tx) { tx.Win(1) })
	wantSaid(t, s, "")
	if !s.Won(1) || s.Turn() != game.Nobody {
		t.Errorf("the game is %s, turn of %s", s.Outcome(), s.Turn())
	}
	same(t, reload(t, s), s)
	if got := s.Where(); got != "the game is over: player 2 wins" {
		t.Errorf("where: %s", got)
	}
}

// If the caller is eliminated during its call, the deed is still performed, and the turn passes on.
func TestCallerIsEliminated(t *testing.T) {
	x := newDuel()
	s := start(t, x.Rules, 3)
	s = x.play(t, s, x.strikes(1))
	s = x.play(t, s, func(tx *game.Tx) { tx.Eliminate(0) })
	wantAt(t, s, 2, "reply")
	same(t, reload(t, s), s)
	s = x.play(t, s, doesNothing)
	wantSaid(t, s, "-answer0; strike1; run0; -main0; +main1")
	wantAt(t, s, 1, "act")
}

// Without a Flow the seats take turns, and calls can interrupt them.
func TestCallWithoutAFlow(t *testing.T) {
	x := newDuel()
	x.Flow = nil
	s := start(t, x.Rules, 3)
	got, s := x.turns(t, s, 4)
	if got != "0 1 2 0" {
		t.Errorf("turns of %s", got)
	}
	s = x.play(t, s, x.strikes(1))
	wantAt(t, s, 2, "reply")
	got, s = x.turns(t, s, 4)
	if got != "2 0 2 0" {
		t.Errorf("turns of %s", got)
	}
	s = x.play(t, s, func(tx *game.Tx) { tx.Eliminate(2) })
	if got, _ = x.turns(t, s, 3); got != "0 1 0" {
		t.Errorf("turns of %s", got)
	}
}
