package game_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// toAct lists the seats that the game waits for.
func toAct(s *game.State) string {
	var all []string
	for seat := range s.ToAct().All() {
		all = append(all, fmt.Sprint(int(seat)))
	}
	return strings.Join(all, " ")
}

// wantWaits fails unless the game waits for these seats in this step, and Turn is the first.
func wantWaits(t testing.TB, s *game.State, seats, step string) {
	t.Helper()
	p, _ := s.Progress(s.Turn())
	if got := toAct(s); got != seats || p.Step != step || fmt.Sprint(int(s.Turn())) != strings.SplitN(seats, " ", 2)[0] {
		t.Errorf("the game waits for %q in step %q, turn of %s; want %q in %q", got, p.Step, s.Turn(), seats, step)
	}
}

// must plays a move of this seat.
func must(t testing.TB, s *game.State, seat game.Seat, text string) *game.State {
	t.Helper()
	next, err := s.PlayText(seat, text)
	if err != nil {
		t.Fatalf("%s, %s: %v", seat, text, err)
	}
	return next
}

func TestTogetherInAnyOrder(t *testing.T) {
	x := staged(&game.Loop{Do: game.Steps{&game.Together{Name: "all", Label: "All at once"}, &game.Act{Name: "one", Who: seat1}}})
	for _, order := range []string{"0 1 2", "2 1 0", "1 0 2", "2 0 1"} {
		s := start(t, x.Rules, 3)
		wantWaits(t, s, "0 1 2", "all")
		for _, seat := range strings.Fields(order) {
			s = must(t, s, game.Seat(seat[0]-'0'), "do")
		}
		wantWaits(t, s, "1", "one")
	}
	s := start(t, x.Rules, 3)
	s = x.by(t, s, 1, saying("do"))
	wantSaid(t, s, "do1") // performed at once
	wantWaits(t, s, "0 2", "all")
	if p, ok := s.Progress(2); !ok || p != (game.Progress{Step: "all", Label: "All at once", Needs: 1, Left: 1}) {
		t.Errorf("progress %+v", p)
	}
	if _, ok := s.Progress(1); ok {
		t.Error("a seat that has finished has progress")
	}
	_, err := s.PlayText(1, "do")
	wantRefusal(t, err, game.NotYourTurn, "do: it is the turn of player 1, player 3")
	s = must(t, s, 0, "do")
	wantWaits(t, s, "2", "all")
	same(t, reload(t, s), s)
}

// The order in which seats act does not matter for the resulting state.
func TestTogetherOrderOfArrival(t *testing.T) {
	x := staged(&game.Loop{Do: game.Steps{&game.Together{Name: "all", Min: 2, Max: 2}, &game.EachSeat{Continue: true, Do: &game.Act{Name: "one"}}}})
	s := start(t, x.Rules, 3)
	a, b := s, s
	for _, seat := range []game.Seat{0, 0, 1, 1, 2, 2} {
		a, b = must(t, a, seat, "do"), must(t, b, 2-seat, "do")
	}
	same(t, a, b)
	wantAt(t, a, 0, "one")
}

func TestTogetherLimits(t *testing.T) {
	x := staged(&game.Loop{Do: game.Steps{&game.Together{Name: "all", Min: 1, Max: 3}, &game.Act{Name: "one", Who: seat0}}})
	s := start(t, x.Rules, 3)
	_, err := s.PlayText(2, "done")
	wantRefusal(t, err, game.Unavailable, "done: one more move must be made first")
	s = must(t, s, 2, "do")
	if p, _ := s.Progress(2); p.Used != 1 || p.Needs != 0 || p.Left != 2 {
		t.Errorf("progress %+v", p)
	}
	s = must(t, s, 2, "done")
	wantWaits(t, s, "0 1", "all")
	s = must(t, must(t, must(t, s, 0, "do"), 0, "do"), 0, "do") // its maximum
	wantWaits(t, s, "1", "all")
	same(t, reload(t, s), s)
	s = x.by(t, s, 1, (*game.Tx).Again)
	if p, _ := s.Progress(1); p.Used != 0 || p.Needs != 1 {
		t.Errorf("after a move that does not count: %+v", p)
	}
	s = must(t, must(t, s, 1, "do"), 1, "done")
	wantWaits(t, s, "0", "one")
}

func TestTogetherUntil(t *testing.T) {
	x := staged(&game.Loop{Do: game.Steps{&game.Together{Name: "race", Max: -1, Until: func(tx *game.Tx) bool { return points.Of(tx, game.Root) > 0 }},
		game.Run(func(tx *game.Tx) { points.Set(tx, game.Root, 0) }), &game.Act{Name: "one", Who: seat0}}})
	s := start(t, x.Rules, 3)
	s = must(t, must(t, s, 1, "do"), 2, "done")
	wantWaits(t, s, "0 1", "race")
	s = x.by(t, s, 1, func(tx *game.Tx) { points.Set(tx, game.Root, 1) })
	wantWaits(t, s, "0", "one") // it ends for all
}

// Who is evaluated when the step begins; if it returns no seat, the step is skipped.
func TestTogetherWho(t *testing.T) {
	who := func(tx *game.Tx) game.Set[game.Seat] {
		if points.Of(tx, game.Root) == 1 {
			return game.SetOf[game.Seat]()
		}
		return tx.Standing().Where(func(seat game.Seat) bool { return seat != 0 })
	}
	x := staged(&game.Loop{Do: game.Steps{&game.Together{Name: "some", Who: who}, &game.Act{Name: "one", Who: seat0}}})
	s := start(t, x.Rules, 4)
	wantWaits(t, s, "1 2 3", "some")
	_, err := s.PlayText(0, "do")
	wantRefusal(t, err, game.NotYourTurn, "do: it is the turn of player 2, player 3, player 4")
	s = x.by(t, s, 3, func(tx *game.Tx) { points.Set(tx, game.Root, 1); tx.Eliminate(2) })
	wantWaits(t, s, "1", "some")
	same(t, reload(t, s), s)
	s = must(t, s, 1, "do")
	wantWaits(t, s, "0", "one")
	s = must(t, s, 0, "do")
	wantWaits(t, s, "0", "one") // nobody
	s = x.by(t, s, 0, func(tx *game.Tx) { points.Set(tx, game.Root, 0) })
	wantWaits(t, s, "1 3", "some") // an eliminated seat does not play
	_, err = (staged(&game.Together{Name: "all", Who: func(*game.Tx) game.Set[game.Seat] { return game.SetOf[game.Seat](5) }}).Rules).Start(2, game.SeedOf(1))
	wantFault(t, err, "there is no seat 5: there are 2 seats")
}

// A seat that cannot do anything is skipped, also if another seat's move is the cause.
func TestTogetherNothingToDo(t *testing.T) {
	x := starved(func(take *game.Action) game.Step {
		return &game.Loop{Do: game.Steps{&game.Together{Name: "grab", Actions: []*game.Action{take}, Max: 2}, &game.Act{Name: "one", Who: seat0}}}
	})
	s := start(t, x.Rules, 4)
	s = must(t, must(t, must(t, s, 3, "take #1"), 3, "take #2"), 1, "take #3")
	wantWaits(t, s, "0", "one")
	x = starved(func(take *game.Action) game.Step {
		return &game.Loop{Do: game.Steps{&game.Together{Name: "grab", Actions: []*game.Action{take}, Min: 1, Max: 1}, &game.Act{Name: "one", Who: seat0}}}
	})
	s = start(t, x.Rules, 4)
	s = must(t, must(t, s, 3, "take #1"), 2, "take #3")
	_, err := s.PlayText(0, "take #2")
	wantFault(t, err, `in step "grab", seat 1 can do nothing but must make 1 moves`)
}

// rps is rock, paper, scissors: a secret choice of a List, a number and an element.
type rps struct {
	*box
	hand *game.Pick[string]
	many *game.Pick[int]
	what *game.Pick[game.ID]
	step *game.Together
}

func newRPS(edit func(*rps)) *rps {
	x := &rps{box: newBox()}
	x.hand = &game.Pick[string]{Name: "hand", List: func(tx *game.Tx) []string { return []string{"rock", "paper", "scissors"} }}
	x.many = &game.Pick[int]{Name: "many", Range: fixed(1, 3), Several: fixed(1, 3)}
	x.what = &game.Pick[game.ID]{Name: "what", From: x.row.Contents, Optional: true}
	show := &game.Action{Name: "show", Pick: []game.Choice{x.hand, x.many, x.what}, Do: func(tx *game.Tx) {
		tx.Say("{0} shows {1}, {2} and {3}", tx.Seat, x.hand.In(tx), fmt.Sprint(slices.Collect(x.many.All(tx))), tx.Name(x.what.In(tx)))
		points.Set(tx, tx.Seat, points.Of(tx, tx.Seat)+1)
	}}
	x.step = &game.Together{Name: "choose", Actions: []*game.Action{show, x.Actions[0]}, Secret: true}
	x.Setup = func(tx *game.Tx) { tx.CreateMany(2, x.stone, x.row) }
	x.Flow = &game.Loop{Do: game.Steps{&game.Phase{Name: "round", Do: x.step}, &game.Act{Name: "then", Who: seat0, Actions: []*game.Action{x.Actions[0]}}}}
	if edit != nil {
		edit(x)
	}
	return x
}

func TestSecretChoice(t *testing.T) {
	x := newRPS(nil)
	s := start(t, x.Rules, 3)
	wantWaits(t, s, "0 1 2", "choose")
	s = must(t, s, 2, "show rock 1+2 #2")
	wantSaid(t, s, "")
	if points.Of(s, game.Seat(2)) != 0 {
		t.Error("the choice is performed too early")
	}
	wantWaits(t, s, "0 1", "choose")
	if s.Played() != 1 {
		t.Errorf("%d moves are played", s.Played())
	}
	if got := mayDo(t, s, 2); got != "withdraw" {
		t.Errorf("a seat that has chosen may do %q", got)
	}
	if got := mayDo(t, s, 1); got != "show do" {
		t.Errorf("a seat that has not chosen may do %q", got)
	}
	_, err := s.PlayText(2, "do")
	wantRefusal(t, err, game.Unavailable, "do: you have already chosen")
	_, err = s.PlayText(0, "withdraw")
	wantRefusal(t, err, game.Unavailable, "withdraw: there is no choice to take back")
	s = must(t, s, 0, "show paper 3 -")
	s = must(t, s, 1, "do")
	wantSaid(t, s, "player 1 shows paper, [3] and ?; player 3 shows rock, [1 2] and #2")
	wantWaits(t, s, "0", "then")
	if s.Played() != 3 {
		t.Errorf("%d moves are played", s.Played())
	}
}

// Choices are performed in the order of the seats, in whatever order they were made.
func TestSecretOrder(t *testing.T) {
	x := newRPS(nil)
	want := ""
	for _, order := range []string{"012", "210", "102", "201"} {
		s := start(t, x.Rules, 3)
		for _, c := range order {
			s = must(t, s, game.Seat(c-'0'), "show rock "+fmt.Sprint(c-'0'+1)+" -")
		}
		wantSaid(t, s, "player 1 shows rock, [1] and ?; player 2 shows rock, [2] and ?; player 3 shows rock, [3] and ?")
		if want == "" {
			want = s.HashText()
		}
		if s.HashText() != want {
			t.Errorf("order %s leads to a different state", order)
		}
	}
}

func TestWithdraw(t *testing.T) {
	x := newRPS(nil)
	s := start(t, x.Rules, 3)
	fresh := s
	s = must(t, s, 1, "show rock 1 -")
	s = must(t, s, 1, "withdraw")
	wantWaits(t, s, "0 1 2", "choose")
	if got := mayDo(t, s, 1); got != "show do" {
		t.Errorf("may do %q", got)
	}
	if a, b := flowOf(t, s), flowOf(t, fresh); a != b {
		t.Errorf("after withdrawing the flow is\n%s\nwant\n%s", a, b)
	}
	same(t, reload(t, s), s)
	_, err := s.PlayText(1, "withdraw")
	wantRefusal(t, err, game.Unavailable, "withdraw: there is no choice to take back")
	s = must(t, s, 1, "show paper 2 -")
	s = must(t, s, 0, "show rock 1 -")
	s = must(t, s, 0, "withdraw")
	wantWaits(t, s, "0 2", "choose")
	s = must(t, must(t, s, 2, "do"), 0, "do")
	wantSaid(t, s, "player 2 shows paper, [2] and ?")
	// In an open step there is no choice to withdraw.
	_, err = s.PlayText(0, "withdraw")
	wantRefusal(t, err, game.Unavailable, "withdraw: it is not available in then")
}

// flowOf is the flow in a save.
func flowOf(t testing.TB, s *game.State) string {
	t.Helper()
	var in struct{ Flow json.RawMessage }
	if err := json.Unmarshal(s.Save(), &in); err != nil {
		t.Fatal(err)
	}
	return string(in.Flow)
}

// Secret choices are in the save and in the hash, and a loaded game continues with them.
func TestSecretIsSaved(t *testing.T) {
	x := newRPS(nil)
	s := start(t, x.Rules, 3)
	a, b, c := must(t, s, 2, "show rock 1+3 #1"), must(t, s, 2, "show paper 1+3 #1"), must(t, s, 1, "show rock 1+3 #1")
	if a.Hash() == b.Hash() || a.Hash() == c.Hash() {
		t.Error("the hash does not depend on the choices or on who made them")
	}
	l := reload(t, a)
	same(t, l, a)
	for _, s := range []*game.State{a, l} {
		s = must(t, must(t, s, 1, "do"), 0, "do")
		wantSaid(t, s, "player 3 shows rock, [1 3] and #1")
	}
	if got := mayDo(t, l, 2); got != "withdraw" {
		t.Errorf("after Load: may do %q", got)
	}
	// By changes, and back.
	d := s.Diff(a)
	got, err := s.Apply(d)
	if err != nil {
		t.Fatal(err)
	}
	same(t, got, a)
	if got, err = a.Apply(a.Diff(s)); err != nil {
		t.Fatal(err)
	}
	same(t, got, s)
}

// Only the seat itself and the judge see its choice; everyone sees that it has chosen.
func TestSecretInViews(t *testing.T) {
	x := newRPS(nil)
	s := start(t, x.Rules, 3)
	a, b := must(t, s, 2, "show rock 1 #1"), must(t, s, 2, "show paper 2 -")
	for _, seat := range []game.Seat{game.Nobody, 0, 1} {
		v, w := a.View(seat), b.View(seat)
		if v.Hash() != w.Hash() || string(v.Save()) != string(w.Save()) {
			t.Errorf("the view of %s shows the choice of player 3", seat)
		}
		if toAct(v) != "0 1" {
			t.Errorf("in the view of %s the game waits for %s", seat, toAct(v))
		}
		if text := string(v.Save()); strings.Contains(text, "rock") {
			t.Errorf("the view of %s contains the choice: %s", seat, text)
		}
		for i, m := range []string{"show rock 1 #1", "show paper 2 -"} {
			p, err := s.Parse(2, m)
			if err != nil {
				t.Fatal(err)
			}
			if got := s.TextFor(seat, p, []*game.State{a, b}[i]); got != "?" {
				t.Errorf("%s reads of the move: %s", seat, got)
			}
		}
		if _, err := v.PlayText(2, "withdraw"); err == nil {
			t.Errorf("%s can withdraw a choice it does not see", seat)
		}
	}
	for _, seat := range []game.Seat{2, game.Judge} {
		if v, w := a.View(seat), b.View(seat); v.Hash() == w.Hash() || !strings.Contains(string(v.Save()), "show rock 1 #1") {
			t.Errorf("the view of %s does not show the choice of player 3", seat)
		}
	}
	m, _ := s.Parse(2, "show rock 1 #1")
	if got := s.TextFor(2, m, a); got != "show rock 1 #1" {
		t.Errorf("the seat itself reads %s", got)
	}
	// Views are saved and loaded, and updated by changes, like states.
	for _, seat := range []game.Seat{game.Nobody, 0, 2, game.Judge} {
		v := a.View(seat)
		l, err := x.Rules.Load(v.Save())
		if err != nil {
			t.Errorf("the view of %s cannot be loaded: %v", seat, err)
			continue
		}
		if l.Hash() != v.Hash() {
			t.Errorf("the loaded view of %s differs", seat)
		}
		before := s
		for _, after := range []*game.State{a, must(t, a, 0, "do"), must(t, must(t, a, 0, "do"), 1, "show paper 2 #2")} {
			d := before.Changes(after, seat)[0]
			got, err := before.View(seat).Apply(d)
			if err != nil {
				t.Errorf("view of %s: %v", seat, err)
			} else if got.Hash() != after.View(seat).Hash() {
				t.Errorf("view of %s: the changes lead to a different view: %v", seat, d)
			}
			before = after
		}
	}
}

// A re-deal makes new choices for the others and keeps the seat's own.
func TestSecretRedeal(t *testing.T) {
	x := newRPS(nil)
	s := start(t, x.Rules, 3)
	s = must(t, must(t, s, 2, "show rock 1 #1"), 1, "show rock 1 #1")
	others := map[string]bool{}
	for seed := range uint64(60) {
		r, err := s.Redeal(1, game.SeedOf(seed))
		if err != nil {
			t.Fatal(err)
		}
		if a, b := r.View(1), s.View(1); a.Hash() != b.Hash() {
			t.Fatalf("the view of player 2 differs:\n%s\n%s", a.Save(), b.Save())
		}
		flow := flowOf(t, r)
		if !strings.Contains(flow, `{"seat":1,"move":"show rock 1 #1"}`) {
			t.Fatalf("its own choice has changed: %s", flow)
		}
		others[flow] = true
		if end := must(t, r, 0, "do"); toAct(end) != "0" {
			t.Errorf("the re-deal cannot be played")
		}
	}
	if len(others) < 20 {
		t.Errorf("only %d different choices of the other", len(others))
	}
}

// The game does not wait for a seat that is eliminated or cannot do anything.
func TestSecretWithoutSomeSeats(t *testing.T) {
	x := newRPS(func(x *rps) {
		x.step.Actions = x.step.Actions[:1]
		x.step.Actions[0].If = game.When("too rich", func(tx *game.Tx) bool { return points.Of(tx, tx.Seat) < 1 })
	})
	s := start(t, x.Rules, 4)
	for seat := range game.Seat(4) {
		s = must(t, s, seat, "show rock 1 -")
	}
	s = x.by(t, s, 0, func(tx *game.Tx) {
		points.Set(tx, game.Seat(1), 0)
		points.Set(tx, game.Seat(2), 0)
		points.Set(tx, game.Seat(3), 0)
		tx.Eliminate(2)
	})
	wantWaits(t, s, "1 3", "choose")
	s = must(t, must(t, s, 3, "show paper 1 -"), 1, "show rock 2 -")
	wantSaid(t, s, "player 2 shows rock, [2] and ?; player 4 shows paper, [1] and ?")
	wantWaits(t, s, "0", "then")
}

// Until ends the step for all seats: the choices made so far are performed.
func TestSecretUntil(t *testing.T) {
	x := newRPS(func(x *rps) { x.step.Until = func(tx *game.Tx) bool { return tx.Played() == 2 } })
	s := start(t, x.Rules, 3)
	s = must(t, must(t, s, 2, "show rock 1 -"), 0, "show paper 1 -")
	wantSaid(t, s, "player 1 shows paper, [1] and ?; player 3 shows rock, [1] and ?")
	wantWaits(t, s, "0", "then")
}

// A phase that ends during secret choices, because a seat is stuck, discards them.
func TestSecretInAPhaseThatEnds(t *testing.T) {
	x := newRPS(func(x *rps) {
		x.Flow.(*game.Loop).Do.(game.Steps)[0].(*game.Phase).EndIf = func(tx *game.Tx) bool { return tx.Played() == 2 }
		for _, a := range x.step.Actions {
			a.If = func(tx *game.Tx) bool { return tx.Seat != 1 || tx.Played() != 2 }
		}
		x.Stuck = doesNothing
	})
	s := start(t, x.Rules, 3)
	s = must(t, must(t, s, 2, "show rock 1 -"), 0, "show paper 1 -")
	wantWaits(t, s, "0", "then")
	same(t, reload(t, s), s)
	s = must(t, s, 0, "do")
	wantWaits(t, s, "0 1 2", "choose")
	if got := mayDo(t, s, 2); got != "show do" {
		t.Errorf("may do %q", got)
	}
}

// If a choice ends the game, the remaining choices are not performed.
func TestSecretEndsTheGame(t *testing.T) {
	x := newRPS(func(x *rps) {
		show := x.step.Actions[0]
		do := show.Do
		show.Do = func(tx *game.Tx) {
			do(tx)
			if x.hand.In(tx) == "scissors" {
				tx.Win(tx.Seat)
			}
		}
	})
	s := start(t, x.Rules, 3)
	s = must(t, must(t, must(t, s, 2, "show rock 1 -"), 1, "show scissors 1 -"), 0, "show paper 1 -")
	wantSaid(t, s, "player 1 shows paper, [1] and ?; player 2 shows scissors, [1] and ?")
	if !s.Won(1) {
		t.Errorf("the game is %s", s.Outcome())
	}
	same(t, reload(t, s), s)

	// Nor are effects scheduled for after the action.
	late := &game.Effect[int]{Name: "late", Do: func(tx *game.Tx, n int) { sayAs(tx, "late"); tx.Tie() }}
	x = newRPS(func(x *rps) {
		x.Effects = []game.AnyEffect{late}
		x.step.Actions[0].Do = func(tx *game.Tx) {
			tx.Schedule(late.With(1), game.Occasion{})
			tx.Win(tx.Seat)
		}
	})
	s = start(t, x.Rules, 2)
	s = must(t, must(t, s, 1, "show rock 1 -"), 0, "show paper 1 -")
	if !s.Won(0) {
		t.Errorf("the game is %s", s.Outcome())
	}
	wantSaid(t, s, "")
}

// A choice that has not been performed is not an action: effects scheduled for after an action wait for it.
func TestSecretAndAfterAction(t *testing.T) {
	tick := &game.Effect[int]{Name: "tick", Do: func(tx *game.Tx, n int) { sayAs(tx, "tick") }}
	x := newRPS(func(x *rps) { x.Effects = []game.AnyEffect{tick} })
	s := start(t, x.Rules, 2)
	s = must(t, must(t, s, 0, "do"), 1, "do")
	s = x.by(t, s, 0, func(tx *game.Tx) { tx.Schedule(tick.With(1), game.Occasion{}.Always()) })
	wantSaid(t, s, "tick0")
	s = must(t, s, 1, "show rock 1 -")
	wantSaid(t, s, "")
	s = must(t, s, 0, "show paper 1 -")
	wantSaid(t, s, "player 1 shows paper, [1] and ?; tick0; player 2 shows rock, [1] and ?; tick1")
}

// A call during secret choices: they wait, and are saved with the rest.
func TestSecretAndACall(t *testing.T) {
	ask := &game.Act{Name: "ask", Who: seat1}
	interrupt := &game.Effect[int]{Name: "interrupt", Do: func(tx *game.Tx, n int) { tx.Call(ask, nil) }}
	x := newRPS(func(x *rps) {
		x.Effects, x.Calls = []game.AnyEffect{interrupt}, []game.Step{ask}
		ask.Actions = []*game.Action{x.Actions[0]}
	})
	s := start(t, x.Rules, 2)
	s = must(t, must(t, s, 0, "do"), 1, "do")
	s = x.by(t, s, 0, func(tx *game.Tx) {
		tx.Schedule(interrupt.With(1), game.Occasion{Start: x.Flow.(*game.Loop).Do.(game.Steps)[0]})
	})
	wantAt(t, s, 1, "ask")
	s = x.by(t, s, 1, func(tx *game.Tx) { tx.Schedule(interrupt.With(1), game.Occasion{}.Always()) })
	for range 6 {
		l, err := x.Rules.Load(s.Save())
		if err != nil {
			t.Fatalf("%v\n%s", err, s.Save())
		}
		same(t, l, s)
		s = must(t, s, s.Turn(), mayDoFirst(t, s))
	}
}

// mayDoFirst returns a move that the seat to act can make.
func mayDoFirst(t testing.TB, s *game.State) string {
	t.Helper()
	moves, err := s.Moves()
	if err != nil || len(moves) == 0 {
		t.Fatalf("moves %v: %v", moves, err)
	}
	for _, m := range moves {
		if m.Seat == s.Turn() {
			return s.Text(m)
		}
	}
	t.Fatalf("the seat to act has no move")
	return ""
}

// Moves of all seats are listed and counted, whatever has been chosen in whatever order.
func TestTogetherMoves(t *testing.T) {
	x := newRPS(nil)
	s := start(t, x.Rules, 2)
	moves, err := s.Moves()
	if err != nil {
		t.Fatal(err)
	}
	one := 3*7*3 + 1
	if len(moves) != 2*one {
		t.Errorf("%d moves, want %d", len(moves), 2*one)
	}
	n, err := s.Fork().Perft(2)
	if err != nil || n != uint64(2*one*one) {
		t.Errorf("perft 2 is %d (%v), want %d", n, err, 2*one*one)
	}
	if n, err = s.Fork().Perft(3); err != nil || n != uint64(2*one*one) { // then one move
		t.Errorf("perft 3 is %d (%v), want %d", n, err, 2*one*one)
	}
	for _, m := range moves {
		if _, err := s.Play(m); err != nil {
			t.Errorf("%s: %v", s.Text(m), err)
		}
	}
}

// Everyone knows which seats have chosen in secret; nobody knows what.
func TestCommitted(t *testing.T) {
	x := newRPS(nil)
	s := start(t, x.Rules, 3)
	want := func(s *game.State, seats ...game.Seat) {
		t.Helper()
		for _, s := range []*game.State{s, s.View(0), s.View(game.Nobody), reload(t, s)} {
			if got := slices.Collect(s.Committed().All()); !slices.Equal(got, seats) {
				t.Errorf("%v have chosen, want %v", got, seats)
			}
		}
	}
	want(s)
	s = must(t, s, 2, "show rock 1 -")
	want(s, 2)
	s = must(t, s, 0, "do")
	want(s, 0, 2)
	want(must(t, s, 2, "withdraw"), 0)
	s = must(t, s, 1, "do")
	want(s) // all choices are performed, and the game is in another step
	want(start(t, staged(&game.Together{Name: "open"}).Rules, 2))
}

// Where several seats act, Turn is the lowest of them.
func TestTurnOfATogether(t *testing.T) {
	for _, secret := range []bool{false, true} {
		x := staged(&game.Loop{Do: &game.Together{Name: "all", Secret: secret}})
		s := x.start(t)
		for _, s := range []*game.State{s, s.View(1)} {
			if _, err := s.Apply([]game.Change{{Field: "@turn", Was: "0", Is: "1"}}); game.CodeOf(err) != game.Damaged {
				t.Errorf("secret %t: %v", secret, err)
			}
		}
		next, err := s.PlayText(0, "do")
		if err != nil || next.Turn() != 1 {
			t.Fatal(err, next.Turn())
		}
		if again, err := s.Apply(s.Diff(next)); err != nil || again.Turn() != 1 {
			t.Errorf("secret %t: %v", secret, err)
		}
	}
}
