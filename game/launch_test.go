package game_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// robot is a game whose actions launch each other.
type robot struct {
	*box
	what, only *game.Pick[game.ID]
	step       *game.Pick[int]
	take, walk *game.Action
	then       *game.Effect[string]
}

func newRobot() *robot {
	x := &robot{box: newBox()}
	x.what = &game.Pick[game.ID]{Name: "what", From: x.row.Contents, Several: fixed(1, 2)}
	x.only = &game.Pick[game.ID]{Name: "only", From: x.row.Contents}
	x.take = &game.Action{Name: "take", Pick: []game.Choice{x.what},
		If:    game.When("not now", func(tx *game.Tx) bool { return label.Of(tx, game.Root) != "shut" }),
		Check: game.When("both or the first", func(tx *game.Tx) bool { return x.what.Chosen(tx) == 2 || x.what.In(tx) == tx.Find("#1") }),
		Do: func(tx *game.Tx) {
			for id := range x.what.All(tx) {
				tx.Move(id, x.hand.Of(tx.Seat))
			}
			sayAs(tx, "take")
		}}
	// walk goes step by step, and each step acts at once.
	x.step = &game.Pick[int]{Name: "step", Range: fixed(1, 6), Repeat: true, Several: fixed(1, 4),
		Then: func(tx *game.Tx, n int) {
			points.Set(tx, game.Root, points.Of(tx, game.Root)+n)
			tx.Create(x.card, x.pile)
			sayAs(tx, "step")
		},
		If: func(tx *game.Tx, n int) bool { return points.Of(tx, game.Root)+n != 7 }}
	x.walk = &game.Action{Name: "walk", Pick: []game.Choice{x.step}, Do: saying("walked"), Check: game.When("not to 9", func(tx *game.Tx) bool { return points.Of(tx, game.Root) != 9 })}
	x.then = &game.Effect[string]{Name: "then", Do: func(tx *game.Tx, text string) { sayAs(tx, text) }}
	x.Actions = append(x.Actions, x.take, x.walk, &game.Action{Name: "other", Pick: []game.Choice{x.only}, Do: func(tx *game.Tx) { x.do(tx) }})
	x.Effects = []game.AnyEffect{x.then}
	x.Setup = func(tx *game.Tx) { tx.CreateMany(4, x.stone, x.row) }
	x.Flow = &game.Loop{Do: &game.EachSeat{Do: &game.Act{Name: "act"}}}
	return x
}

func TestLaunch(t *testing.T) {
	x := newRobot()
	s := x.start(t)
	s = x.play(t, s, func(tx *game.Tx) {
		if err := tx.Launch(1, x.take, x.what.Is(tx.Find("#2"), tx.Find("#3"))); err != nil {
			t.Error(err)
		}
		if tx.Seat != 0 {
			t.Errorf("then %s acts", tx.Seat)
		}
		sayAs(tx, "do")
	})
	wantSaid(t, s, "take1; do0")
	if got := in(s, x.hand.Of(1)); got != "#2 #3" {
		t.Errorf("player 2 has %s", got)
	}
	if s.Played() != 1 || s.Turn() != 1 || s.Passes() != 0 {
		t.Errorf("%d moves, turn of %s", s.Played(), s.Turn())
	}
}

// The action's conditions apply; a refusal changes nothing.
func TestLaunchRefused(t *testing.T) {
	x := newRobot()
	s := x.start(t)
	for _, c := range []struct {
		launch func(tx *game.Tx) error
		code   game.Code
		want   string
	}{
		{func(tx *game.Tx) error {
			label.Set(tx, game.Root, "shut")
			return tx.Launch(1, x.take, x.what.Is(tx.Find("#1")))
		}, game.Unavailable, "take: not now"},
		{func(tx *game.Tx) error { return tx.Launch(1, x.take) }, game.Missing, "take, what: at least 1 must be chosen, got 0"},
		{func(tx *game.Tx) error { return tx.Launch(1, x.take, x.what.Is()) }, game.Missing, "take, what: at least 1 must be chosen, got 0"},
		{func(tx *game.Tx) error { return tx.Launch(1, x.take, x.what.Is(tx.Find("#2"))) }, game.Rejected, "take: both or the first"},
		{func(tx *game.Tx) error { return tx.Launch(1, x.take, x.what.Is(tx.Find("#2"), tx.Find("#2"))) }, game.NotOffered, "take, what: #2 is chosen twice"},
		{func(tx *game.Tx) error { return tx.Launch(1, x.take, x.what.Is(x.row.ID())) }, game.NotOffered, "take, what: row cannot be chosen"},
		{func(tx *game.Tx) error {
			return tx.Launch(1, x.take, x.what.Is(tx.Find("#1"), tx.Find("#2"), tx.Find("#3")))
		}, game.Surplus, "take, what: at most 2 can be chosen, got 3"},
		{func(tx *game.Tx) error { return tx.Launch(1, x.walk, x.step.Is(1, 2, 4)) }, game.NotOffered, "walk, step: it cannot be chosen"},
		{func(tx *game.Tx) error { return tx.Launch(1, x.walk, x.step.Is(1, 2, 9)) }, game.NotOffered, "walk, step: 9 cannot be chosen, only 1 to 6"},
		{func(tx *game.Tx) error { return tx.Launch(1, x.walk, x.step.Is(3, 3, 3)) }, game.Rejected, "walk: not to 9"},
		{func(tx *game.Tx) error { return tx.Launch(1, x.walk, x.step.Is(1, 1, 1, 1, 1)) }, game.Surplus, "walk, step: it can be chosen at most 4 times, got 5"},
	} {
		play := func(launch bool) *game.State {
			return x.play(t, s, func(tx *game.Tx) {
				sayAs(tx, "before")
				if strings.HasSuffix(c.want, "not now") && strings.HasPrefix(c.want, "take") {
					label.Set(tx, game.Root, "shut")
				}
				if launch {
					err := c.launch(tx)
					wantRefusal(t, err, c.code, c.want)
					if tx.Seat != 0 {
						t.Errorf("then %s acts", tx.Seat)
					}
				}
				tx.Create(x.stone, x.bag)
				sayAs(tx, "after")
			})
		}
		got, want := play(true), play(false)
		same(t, got, want)
		wantSaid(t, got, "before0; after0")
	}
}

// Wrong uses are faults of the rules.
func TestLaunchFaults(t *testing.T) {
	x, other := newRobot(), newRobot()
	owned(other.box)
	s := x.start(t)
	for _, c := range []struct {
		do   func(*game.Tx)
		want string
	}{
		{func(tx *game.Tx) { _ = tx.Launch(2, x.take) }, "there is no seat 2: there are 2 seats"},
		{func(tx *game.Tx) { _ = tx.Launch(game.Nobody, x.take) }, "there is no nobody"},
		{func(tx *game.Tx) { _ = tx.Launch(1, other.take) }, `action "take" is launched but not declared: add it to Rules.Actions of box`},
		{func(tx *game.Tx) { _ = tx.Launch(1, &game.Action{Name: "dance", Do: doesNothing}) }, `action "dance" is launched but not declared: add it to Rules.Actions of box`},
		{func(tx *game.Tx) { _ = tx.Launch(1, nil) }, "a nil action is launched"},
		{func(tx *game.Tx) { _ = tx.Launch(1, x.take, x.step.Is(1)) }, `action "take" is launched with "step", which is not one of its picks: it takes what`},
		{func(tx *game.Tx) { _ = tx.Launch(1, x.take, other.what.Is(1)) }, `action "take" is launched with "what", which is not one of its picks: it takes what`},
		{func(tx *game.Tx) { _ = tx.Launch(1, x.take, (&game.Pick[int]{Name: "new"}).Is(1)) }, `action "take" is launched with a pick that no action uses, which is not one of its picks: it takes what`},
	} {
		_, err := x.try(s, c.do)
		if f, ok := err.(*game.Fault); !ok || !strings.Contains(f.Why, c.want) {
			t.Errorf("got %v\nwant a Fault: %s", err, c.want)
		}
	}
	// An action that launches itself without end.
	x.do = func(tx *game.Tx) { _ = tx.Launch(tx.Seat, x.Actions[0]) }
	_, err := s.PlayText(0, "do")
	wantFault(t, err, "are nested more than 64 deep")
}

// The outer action keeps its own picks, even if it launches the same action.
func TestLaunchKeepsPicks(t *testing.T) {
	x := newRobot()
	depth := 0
	x.take.Do = func(tx *game.Tx) {
		before := slices.Collect(x.what.All(tx))
		if depth++; depth == 1 {
			for _, ids := range [][]game.ID{{tx.Find("#3"), tx.Find("#4")}, {tx.Find("#2")}, {tx.Find("#1")}} {
				err := tx.Launch(1, x.take, x.what.Is(ids...))
				tx.Say("{0}", fmt.Sprint(err == nil))
			}
		}
		if now := slices.Collect(x.what.All(tx)); !slices.Equal(now, before) || x.what.In(tx) != before[len(before)-1] || x.what.Chosen(tx) != len(before) {
			t.Errorf("%v was chosen, now %v", before, now)
		}
		for id := range x.what.All(tx) {
			tx.Say("{0}", fmt.Sprintf("%d %s", tx.Seat, tx.Name(id)))
		}
	}
	s := play(t, x.start(t), "take #2+#1")
	wantSaid(t, s, "1 #3; 1 #4; true; false; 1 #1; true; 0 #2; 0 #1")
	// A pick shared by both actions.
	x = newRobot()
	shared := &game.Action{Name: "shared", Pick: []game.Choice{x.only}, Do: func(tx *game.Tx) { tx.Say("{0}", tx.Name(x.only.In(tx))) }}
	x.Actions = append(x.Actions, shared)
	s = x.start(t)
	x.do = func(tx *game.Tx) {
		if err := tx.Launch(1, shared, x.only.Is(tx.Find("#4"))); err != nil {
			t.Error(err)
		}
		tx.Say("{0}", "own "+tx.Name(x.only.In(tx)))
	}
	wantSaid(t, play(t, s, "other #2"), "#4; own #2")
}

// Picks that act do so in a launch, and a surrounding Try undoes it all.
func TestLaunchActsAndIsTried(t *testing.T) {
	x := newRobot()
	s := x.start(t)
	s = x.play(t, s, func(tx *game.Tx) {
		if !tx.Try(func() { _ = tx.Launch(1, x.walk, x.step.Is(1, 2)) }) {
			t.Error("Try reports no change")
		}
		if tx.Try(func() { _ = tx.Launch(1, x.walk, x.step.Is(1, 6)) }) {
			t.Error("a refused launch has changed something")
		}
		if tx.Count(x.pile) != 0 {
			t.Error("the Try left something behind")
		}
		if err := tx.Launch(1, x.walk, x.step.Is(1, 2, 3)); err != nil {
			t.Error(err)
		}
	})
	wantSaid(t, s, "step1; step1; step1; walked1")
	if points.Of(s, game.Root) != 6 || s.Count(x.pile) != 3 || s.Owner(s.First(x.pile)) != 1 {
		t.Errorf("it went to %d, %d cards", points.Of(s, game.Root), s.Count(x.pile))
	}
}

// Hooks, effects and launched actions can launch actions. Effects after an action also follow a launched one; steps it
// calls begin when the outer action has ended.
func TestLaunchFromAnywhere(t *testing.T) {
	x := newRobot()
	deal := &game.Act{Name: "deal"}
	calls := &game.Action{Name: "calls", Do: func(tx *game.Tx) { sayAs(tx, "calls"); tx.Call(deal, nil) }}
	x.Calls, x.Actions = []game.Step{deal}, append(x.Actions, calls)
	x.Setup = func(tx *game.Tx) { tx.CreateMany(8, x.stone, x.row) }
	launch := func(tx *game.Tx) {
		if err := tx.Launch(1, x.take, x.what.Is(tx.First(x.row), tx.Last(x.row))); err != nil {
			t.Error(err)
		}
	}
	x.then.Do = func(tx *game.Tx, text string) { sayAs(tx, text); launch(tx) }
	x.Flow = &game.Loop{Do: &game.EachSeat{Do: &game.Phase{Name: "p", Begin: launch, Do: &game.Act{Name: "act"}}}}
	s := x.start(t)
	wantSaid(t, s, "take1")
	s = x.play(t, s, func(tx *game.Tx) {
		tx.Schedule(x.then.With("late"), game.Occasion{})
		if err := tx.Launch(1, calls); err != nil { // after which the effect is done
			t.Error(err)
		}
		sayAs(tx, "do")
	})
	wantSaid(t, s, "calls1; late1; take1; do0")
	wantAt(t, s, 1, "deal")
	s = x.play(t, s, doesNothing)
	wantSaid(t, s, "take1")
	wantAt(t, s, 1, "act")
	same(t, reload(t, s), s)
}

// A launched action may end the game or launch another.
func TestLaunchWithinALaunch(t *testing.T) {
	x := newRobot()
	win := &game.Action{Name: "win", Do: func(tx *game.Tx) { tx.Win(tx.Seat) }}
	via := &game.Action{Name: "via", Do: func(tx *game.Tx) {
		_ = tx.Launch(1-tx.Seat, win)
		sayAs(tx, "via")
	}}
	x.Actions = append(x.Actions, win, via)
	s := x.play(t, x.start(t), func(tx *game.Tx) { _ = tx.Launch(1, via) })
	wantSaid(t, s, "via1")
	if !s.Won(0) || s.Won(1) {
		t.Errorf("the game is %s", s.Outcome())
	}
}

// A fork launches as a state does, recording or not, and can go back.
func TestLaunchInAFork(t *testing.T) {
	x := newRobot()
	x.do = func(tx *game.Tx) {
		_ = tx.Launch(1-tx.Seat, x.walk, x.step.Is(1, 6))
		_ = tx.Launch(1-tx.Seat, x.walk, x.step.Is(2, 2))
		_ = tx.Launch(1-tx.Seat, x.take, x.what.Is(tx.First(x.row), tx.Last(x.row)))
	}
	s := x.start(t)
	want := play(t, play(t, s, "do"), "do")
	for _, recorded := range []bool{false, true} {
		f := s.Fork()
		f.Record(recorded)
		for seat := range game.Seat(2) {
			if err := f.Play(game.Move{Seat: seat, Action: "do"}); err != nil {
				t.Fatal(err)
			}
		}
		if f.Hash() != want.Hash() {
			t.Errorf("recorded %v: the fork differs", recorded)
		}
		n, err := f.Perft(1)
		if err != nil || n == 0 || f.Hash() != want.Hash() {
			t.Errorf("recorded %v: after Perft it differs (%d, %v)", recorded, n, err)
		}
	}
}
