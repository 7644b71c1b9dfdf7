package game_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// mayDo lists the actions that a seat can perform now.
func mayDo(t testing.TB, s *game.State, seat game.Seat) string {
	t.Helper()
	offers, err := s.Offers(game.Move{Seat: seat})
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, o := range offers {
		if o.Why == nil {
			all = append(all, o.Action)
		}
	}
	return strings.Join(all, " ")
}

func TestActLimits(t *testing.T) {
	for _, c := range []struct {
		min, max int
		moves    string // the moves so far: d for do, x for done
		before   string // available actions before each of them and at the end
		progress string // used, needs, left
	}{
		{0, 0, "d", "do", "0 1 1"},
		{1, 1, "d", "do", "0 1 1"},
		{2, 2, "dd", "do,do", "0 2 2,1 1 1"},
		{0, 1, "d", "do done", "0 0 1"},
		{0, 1, "x", "do done", "0 0 1"},
		{1, 2, "dd", "do,do done", "0 1 2,1 0 1"},
		{1, 2, "dx", "do,do done", "0 1 2,1 0 1"},
		{0, 2, "dx", "do done,do done", "0 0 2,1 0 1"},
		{0, -1, "dddx", "do done,do done,do done,do done", "0 0 -1,1 0 -1,2 0 -1,3 0 -1"},
		{2, -5, "dddx", "do,do,do done,do done", "0 2 -1,1 1 -1,2 0 -1,3 0 -1"},
	} {
		x := staged(&game.Loop{Do: game.Steps{
			&game.Act{Name: "act", Label: "The act", Who: seat0, Min: c.min, Max: c.max}, &game.Act{Name: "out", Who: seat1}}})
		s := x.start(t)
		var before, progress []string
		for _, m := range c.moves {
			wantAt(t, s, 0, "act")
			before = append(before, mayDo(t, s, 0))
			p, ok := s.Progress(0)
			if !ok || p.Label != "The act" {
				t.Errorf("%d to %d: progress %+v", c.min, c.max, p)
			}
			progress = append(progress, fmt.Sprint(p.Used, p.Needs, p.Left))
			if _, ok := s.Progress(1); ok {
				t.Error("a seat that is not to act has progress")
			}
			s = play(t, s, map[rune]string{'d': "do", 'x': "done"}[m])
		}
		wantAt(t, s, 1, "out")
		if got := strings.Join(before, ","); got != c.before {
			t.Errorf("%d to %d, %s: may do %s, want %s", c.min, c.max, c.moves, got, c.before)
		}
		if got := strings.Join(progress, ","); got != c.progress {
			t.Errorf("%d to %d, %s: progress %s, want %s", c.min, c.max, c.moves, got, c.progress)
		}
	}
}

// Done is refused before the minimum, and in steps without it.
func TestDoneTooEarly(t *testing.T) {
	x := staged(&game.Loop{Do: &game.EachSeat{Do: game.Steps{&game.Act{Name: "act", Min: 2, Max: 3}, &game.Act{Name: "one"}}}})
	s := x.start(t)
	_, err := s.PlayText(0, "done")
	wantRefusal(t, err, game.Unavailable, "done: 2 more moves must be made first")
	s = play(t, s, "do")
	_, err = s.PlayText(0, "done")
	wantRefusal(t, err, game.Unavailable, "done: one more move must be made first")
	_, err = s.PlayText(1, "done")
	wantRefusal(t, err, game.NotYourTurn, "done: it is the turn of player 1")
	s = play(t, s, "do", "done")
	_, err = s.PlayText(0, "done")
	wantRefusal(t, err, game.Unavailable, "done: it is not available in one")
	if s.Played() != 3 {
		t.Errorf("%d moves were played", s.Played())
	}
}

// In a step only its own actions are available; an action that only a step lists still belongs to the rules.
func TestActionsOfAStep(t *testing.T) {
	a := &game.Action{Name: "a", Do: doesNothing}
	b := &game.Action{Name: "b", Do: doesNothing}
	x := staged(&game.Loop{Do: &game.EachSeat{Do: game.Steps{&game.Act{Name: "one", Label: "Step one", Actions: []*game.Action{a}}, &game.Act{Name: "two", Actions: []*game.Action{b, a}}, &game.Act{Name: "all"}}}})
	s := x.start(t)
	if got := mayDo(t, s, 0); got != "a" {
		t.Errorf("may do %s", got)
	}
	_, err := s.PlayText(0, "b")
	wantRefusal(t, err, game.Unavailable, "b: it is not available in Step one")
	s = play(t, s, "a")
	if got := mayDo(t, s, 0); got != "b a" {
		t.Errorf("may do %s", got)
	}
	s = play(t, s, "a")
	if got := mayDo(t, s, 0); got != "do" { // those that Rules.Actions lists
		t.Errorf("may do %s", got)
	}
	if len(x.Actions) != 3 {
		t.Errorf("the rules have %d actions", len(x.Actions))
	}
	moves, err := s.Moves()
	if err != nil || len(moves) != 1 {
		t.Errorf("moves %v (%v)", moves, err)
	}
}

func TestActIfWhoUntil(t *testing.T) {
	x := staged(&game.Loop{Do: game.Steps{
		&game.EachSeat{Do: &game.Act{Name: "own", If: func(tx *game.Tx) bool { return tx.Seat != 1 }}},
		&game.EachSeat{Do: &game.Act{Name: "right", Who: func(tx *game.Tx) game.Seat { return (tx.Seat + 2) % 3 }}},
		&game.Act{Name: "many", Who: seat1, Max: -1, Until: func(tx *game.Tx) bool { return tx.Played()%10 == 9 }},
	}})
	s := start(t, x.Rules, 3)
	if got, _ := x.turns(t, s, 11); got != "0 2 2 0 1 1 1 1 1 0 2" {
		t.Errorf("turns of %s", got)
	}
}

// Until is evaluated for the acting seat, after its moves.
func TestUntilIsEvaluatedAfterMoves(t *testing.T) {
	x := staged(&game.Loop{Do: &game.EachSeat{Do: &game.Act{Name: "act", Max: 5, Until: func(tx *game.Tx) bool { return points.Of(tx, tx.Seat) > 0 }}}})
	s := x.start(t)
	set := func(tx *game.Tx) { points.Set(tx, tx.Seat, 1) }
	s = x.play(t, s, doesNothing)
	s = x.play(t, s, set)
	wantAt(t, s, 1, "act")
	s = x.play(t, s, set)
	wantAt(t, s, 0, "act") // it holds, but is not evaluated yet
	s = x.play(t, s, doesNothing)
	wantAt(t, s, 1, "act")
}

func TestActForNobody(t *testing.T) {
	for name, act := range map[string]*game.Act{
		"outside of a seat's turn": {Name: "act"},
		"Who returns Nobody":       {Name: "act", Who: func(*game.Tx) game.Seat { return game.Nobody }},
	} {
		_, err := staged(&game.Phase{Name: "p", Do: act}).Rules.Start(2, game.SeedOf(1))
		f := wantFault(t, err, `step "act" has no seat to act: put it into an EachSeat, or let Who return a seat`)
		if !strings.Contains(f.Why, "\n  phase p\n  act act") {
			t.Errorf("%s: the stack is missing: %s", name, f.Why)
		}
	}
	_, err := staged(&game.Act{Name: "act", Who: seat2}).Rules.Start(2, game.SeedOf(1))
	wantFault(t, err, "there is no seat 2: there are 2 seats")
	// An eliminated seat does not act.
	x := staged(&game.Loop{Do: game.Steps{&game.Act{Name: "a", Who: seat0}, &game.Act{Name: "b", Who: seat1}}})
	s := x.play(t, x.start(t), func(tx *game.Tx) { tx.Eliminate(1) })
	wantAt(t, s, 0, "a")
}

// starved is a game whose action is possible only while there are stones.
func starved(flow func(*game.Action) game.Step) *box {
	x := newBox()
	what := &game.Pick[game.ID]{Name: "what", From: x.row.Contents}
	take := &game.Action{Name: "take", Pick: []game.Choice{what}, Do: func(tx *game.Tx) { tx.Remove(what.In(tx)) }}
	x.Actions = append(x.Actions, take)
	x.Setup = func(tx *game.Tx) { tx.CreateMany(3, x.stone, x.row) }
	x.Flow = flow(take)
	return x
}

// A seat that cannot do anything more is skipped if it has made its minimum of moves.
func TestNothingMoreToDo(t *testing.T) {
	var fed *game.Act
	x := starved(func(take *game.Action) game.Step {
		fed = &game.Act{Name: "take", Actions: []*game.Action{take}, Max: -1}
		return &game.Loop{Do: &game.EachSeat{Do: game.Steps{fed, &game.Act{Name: "rest"}}}}
	})
	s := x.start(t)
	s = play(t, s, "take #1", "done")
	wantAt(t, s, 0, "rest")
	s = play(t, s, "do", "take #2", "take #3")
	wantAt(t, s, 1, "rest") // no stones left; done is implied
	s = play(t, s, "do")
	wantAt(t, s, 0, "rest")
	same(t, reload(t, s), s)

	// Min and Max 0: one move or none.
	x = starved(func(take *game.Action) game.Step {
		return &game.Loop{Do: &game.EachSeat{Do: game.Steps{&game.Act{Name: "take", Actions: []*game.Action{take}}, &game.Act{Name: "rest"}}}}
	})
	s = play(t, x.start(t), "take #1", "do", "take #2", "do", "take #3", "do")
	wantAt(t, s, 1, "rest")
}

// A seat that must act but cannot is a Fault that names the step, unless there is a Stuck.
func TestSeatThatMustActButCannot(t *testing.T) {
	flow := func(take *game.Action) game.Step {
		return &game.Loop{Do: &game.EachSeat{Name: "turn", Do: game.Steps{&game.Act{Name: "take", Actions: []*game.Action{take}, Min: 2, Max: 2}, &game.Act{Name: "rest"}}}}
	}
	x := starved(flow)
	s := play(t, x.start(t), "take #1", "take #2", "do")
	_, err := s.PlayText(1, "take #3")
	f := wantFault(t, err, `in step "take", seat 1 can do nothing but must make 2 moves: lower Min, or add Rules.Stuck`)
	if !strings.Contains(f.Why, "each seat turn, seat 1\n") || f.Seat != 1 {
		t.Errorf("the fault is %+v", f)
	}

	x = starved(flow)
	x.Stuck = saying("stuck")
	s = play(t, x.start(t), "take #1", "take #2", "do", "take #3")
	wantSaid(t, s, "stuck1")
	wantAt(t, s, 1, "rest")

	x = starved(flow)
	x.Stuck = func(tx *game.Tx) { tx.Win(1 - tx.Seat) }
	if s = play(t, x.start(t), "take #1", "take #2", "do", "take #3"); !s.Won(0) {
		t.Errorf("the game is %s", s.Outcome())
	}
	same(t, reload(t, s), s)
}

// Stuck is not called for a seat that has made its minimum of moves.
func TestStuckOnlyIfRequired(t *testing.T) {
	x := starved(func(take *game.Action) game.Step {
		return &game.Loop{Do: &game.EachSeat{Do: game.Steps{&game.Act{Name: "take", Actions: []*game.Action{take}, Min: 1, Max: 3}, &game.Act{Name: "rest"}}}}
	})
	x.Stuck = (*game.Tx).Tie
	s := play(t, x.start(t), "take #1", "done", "do", "take #2", "take #3")
	wantAt(t, s, 1, "rest")
	if s = play(t, s, "do"); !s.Tied() {
		t.Errorf("the game is %s", s.Outcome())
	}
}

// A step that Stuck calls runs before the seat is skipped, or right after.
func TestStuckCalls(t *testing.T) {
	help := &game.Act{Name: "help", Who: seat0}
	x := starved(func(take *game.Action) game.Step {
		return &game.Loop{Do: &game.EachSeat{Do: game.Steps{&game.Act{Name: "take", Actions: []*game.Action{take}}, &game.Act{Name: "rest"}}}}
	})
	x.Calls = []game.Step{help}
	x.Stuck = func(tx *game.Tx) { tx.Call(help, nil) }
	s := play(t, x.start(t), "take #1", "do", "take #2", "do", "take #3", "do")
	wantAt(t, s, 0, "help")
	same(t, reload(t, s), s)
	s = play(t, s, "do")
	wantAt(t, s, 1, "rest")
}

// No seat can act, however often the flow goes round.
func TestDeadlockInAFlow(t *testing.T) {
	flow := func(take *game.Action) game.Step {
		return &game.Loop{Do: &game.EachSeat{Name: "turn", Do: &game.Act{Name: "take", Actions: []*game.Action{take}}}}
	}
	x := starved(flow)
	x.Actions = x.Actions[1:]
	s := play(t, x.start(t), "take #1", "take #2")
	_, err := s.PlayText(s.Turn(), "take #3")
	f := wantFault(t, err, "no seat can do anything, in any round of the flow: add a Rules.Deadlock that ends the game")
	if !strings.Contains(f.Why, "each seat turn") || !strings.Contains(f.Why, "act take") {
		t.Errorf("the stack is missing: %s", f.Why)
	}

	x = starved(flow)
	x.Actions = x.Actions[1:]
	x.Deadlock = (*game.Tx).Tie
	s = play(t, x.start(t), "take #1", "take #2", "take #3")
	if !s.Tied() || s.Turn() != game.Nobody {
		t.Errorf("the game is %s, turn of %s", s.Outcome(), s.Turn())
	}
	same(t, reload(t, s), s)

	x = starved(flow)
	x.Actions = x.Actions[1:]
	x.Stuck = func(tx *game.Tx) {
		if tx.Count(x.row) == 0 && tx.Count(x.pile) < 2 {
			tx.Create(x.stone, x.row)
			tx.Create(x.stone, x.pile)
		}
	}
	x.Deadlock = (*game.Tx).Tie
	s = play(t, x.start(t), "take #1", "take #2", "take #3")
	if s.Over() || s.Count(x.row) != 1 {
		t.Errorf("Stuck changed the state, and the game is %s", s.Outcome())
	}
}

// A loop that never waits is a Fault that shows the step and the path to it.
func TestLoopThatNeverWaits(t *testing.T) {
	for name, flow := range map[string]game.Step{
		"run":           &game.Loop{Do: game.Run(doesNothing)},
		"closed phases": &game.Loop{Do: &game.Phase{Name: "shut", If: no("shut"), Do: &game.Act{Name: "act", Who: seat0}}},
		"no seats":      &game.Loop{Do: &game.EachSeat{Only: func(*game.Tx, game.Seat) bool { return false }, Do: &game.Act{Name: "act"}}},
		"while":         &game.Loop{While: func(*game.Tx) bool { return true }, Do: game.Steps{}},
		"together":      &game.Loop{Do: &game.Together{Name: "act", Who: func(*game.Tx) game.Set[game.Seat] { return game.SetOf[game.Seat]() }}},
		"act if":        &game.Loop{Do: &game.EachSeat{Do: &game.Act{Name: "act", If: func(*game.Tx) bool { return false }}}},
		"for each":      &game.Loop{Do: &game.ForEach[game.ID]{Name: "each", From: func(*game.Tx) game.Set[game.ID] { return game.SetOf[game.ID]() }, Do: &game.Act{Name: "act", Who: seat0}}},
	} {
		x := staged(game.Steps{&game.Act{Name: "first", Who: seat0}, &game.Phase{Name: "endless", Do: flow}})
		s := x.start(t)
		_, err := x.try(s, doesNothing)
		f, ok := err.(*game.Fault)
		if !ok || !strings.Contains(f.Why, "the flow runs more than 100000 steps without waiting for a move\n") || !strings.Contains(f.Why, "\n  phase endless\n  loop") {
			t.Errorf("%s: %v", name, err)
		}
		wantAt(t, s, 0, "first")
	}
}

// An unlimited Act counts any number of moves.
func TestVeryManyMovesInOneAct(t *testing.T) {
	for name, flow := range map[string]game.Step{
		"act":      &game.Act{Name: "act", Who: seat0, Max: -1},
		"together": &game.Together{Name: "act", Max: -1, Who: func(*game.Tx) game.Set[game.Seat] { return game.SetOf[game.Seat](0) }},
	} {
		x := staged(flow)
		f := x.start(t).Fork()
		const many = 1<<16 + 10
		for i := range many {
			if err := f.Play(game.Move{Action: "do"}); err != nil {
				t.Fatalf("%s: move %d: %v", name, i, err)
			}
		}
		s, err := f.Freeze()
		if err != nil {
			t.Fatal(err)
		}
		if p, ok := s.Progress(0); !ok || p.Used < 1<<14 || p.Needs != 0 || p.Left != -1 {
			t.Errorf("%s: after %d moves: %+v", name, many, p)
		}
		if got := mayDo(t, s, 0); got != "do done" {
			t.Errorf("%s: may do %s", name, got)
		}
		if l, err := x.Rules.Load(s.Save()); err != nil || l.Hash() != s.Hash() {
			t.Errorf("%s: Load fails: %v", name, err)
		}
	}
}

// A Fault in a hook leaves the state as if the move had not been made.
func TestFaultInAHook(t *testing.T) {
	x := staged(&game.Loop{Do: &game.EachSeat{Do: &game.Phase{Name: "p", Do: &game.Act{Name: "act"}, End: func(tx *game.Tx) {
		tx.Create(firstKind(tx), tx.Find("row"))
		panic("oh")
	}}}})
	s := x.start(t)
	save := string(s.Save())
	for range 3 {
		_, err := x.try(s, doesNothing)
		wantFault(t, err, "oh")
	}
	if string(s.Save()) != save {
		t.Error("the state has changed")
	}
}

// firstKind is the first kind of the rules.
func firstKind(tx *game.Tx) *game.Kind { return tx.Rules().Kinds[0] }

// A move does not count yet while it is being made, with and without a flow, played or random.
func TestPlayedWhileAMoveIsMade(t *testing.T) {
	make := func(flow game.Step) (*box, *game.State) {
		x := newBox()
		what := &game.Pick[game.ID]{Name: "what", From: x.row.Contents}
		x.picking(func(tx *game.Tx) { points.Set(tx, game.Root, 10*points.Of(tx, game.Root)+1+tx.Played()) }, what)
		x.Setup = func(tx *game.Tx) { tx.Create(x.stone, x.row) }
		x.Flow = flow
		return x, x.start(t)
	}
	for name, flow := range map[string]game.Step{
		"no flow": nil,
		"quick":   &game.Loop{Do: &game.EachSeat{Do: &game.Act{Name: "act"}}},
		"slow":    &game.Loop{Do: &game.EachSeat{Do: &game.Act{Name: "act", Min: 2, Max: 2}}},
		"all":     &game.Loop{Do: &game.Together{Name: "act"}},
	} {
		_, s := make(flow)
		f := s.Fork()
		f.Seed(1)
		if n, err := f.Playout(3); err != nil || n != 3 {
			t.Fatal(n, err)
		}
		if got := points.Of(play(t, s, "pick #1", "pick #1", "pick #1"), game.Root); got != 123 {
			t.Errorf("%s: played, the moves are %d", name, got)
		}
		if got := points.Of(f.State(), game.Root); got != 123 {
			t.Errorf("%s: at random, the moves are %d", name, got)
		}
	}
}

// A pass ends an Act that may end, and counts as a pass.
func TestPassEndsAnAct(t *testing.T) {
	for _, c := range []struct {
		min, max int
		before   string // may be done at first
		moves    string
	}{
		{0, -1, "do pass", "pass"},
		{0, -1, "do pass", "do do pass"},
		{0, 3, "do pass", "do pass"},
		{0, 0, "do pass", "pass"},
	} {
		x := newBox()
		pass := &game.Action{Name: "pass", Pass: true}
		acts := []*game.Action{x.Actions[0], pass}
		x.Flow = &game.Loop{Do: game.Steps{&game.Act{Name: "act", Who: seat0, Min: c.min, Max: c.max, Actions: acts}, &game.Act{Name: "out", Who: seat1, Actions: acts[:1]}}}
		s := x.start(t)
		if got := strings.TrimSuffix(mayDo(t, s, 0), " done"); got != c.before {
			t.Errorf("%d to %d: may do %q", c.min, c.max, got)
		}
		for _, m := range strings.Fields(c.moves) {
			wantAt(t, s, 0, "act")
			s = play(t, s, m)
		}
		wantAt(t, s, 1, "out")
		if s.Passes() != 1 {
			t.Errorf("%d to %d: %d passes in a row", c.min, c.max, s.Passes())
		}
		same(t, reload(t, s), s)
	}
}

// Positions repeat in a flow as they do without one, whatever is skipped on the way.
func TestRepeatsInAFlow(t *testing.T) {
	repeats := func(x *box, seats int) (all []int) {
		x.Position = game.Position{Places: []game.Layout{x.row}, Parts: []game.Column{points}, Mover: true}
		s := start(t, x.Rules, seats)
		for range 8 {
			s = play(t, s, "do")
			all = append(all, s.Repeats())
			if l := reload(t, s); l.Repeats() != s.Repeats() {
				t.Errorf("after Load it repeats %d times, not %d", l.Repeats(), s.Repeats())
			}
		}
		return all
	}
	turns := func() game.Step { return &game.Loop{Do: &game.EachSeat{Do: &game.Act{Name: "act"}}} }
	if a, b := repeats(newBox(), 2), repeats(staged(turns()), 2); !slices.Equal(a, b) || a[7] != 4 {
		t.Errorf("without a flow %v, with one %v", a, b)
	}
	// A step in which no seat can act, between hooks that change the table.
	toggle := func(n int) game.Step {
		return game.Run(func(tx *game.Tx) { points.Set(tx, game.Root, n) })
	}
	plain := repeats(staged(&game.Loop{Do: game.Steps{toggle(1), &game.Act{Name: "a", Who: seat0}, toggle(2), &game.Act{Name: "b", Who: seat0}, toggle(3)}}), 1)
	never := func(name string) *game.Act {
		return &game.Act{Name: name, Who: seat0, Actions: []*game.Action{{Name: name, If: no("never"), Do: doesNothing}}}
	}
	passing := repeats(staged(&game.Loop{Do: game.Steps{toggle(5), never("n"), toggle(1), &game.Act{Name: "a", Who: seat0}, toggle(6), never("m"), toggle(2), &game.Act{Name: "b", Who: seat0}, toggle(3)}}), 1)
	if !slices.Equal(plain, passing) || plain[7] != 4 {
		t.Errorf("plain %v, with skipped steps %v", plain, passing)
	}
}

// A seat below its minimum of moves cannot pass.
func TestPassTooEarly(t *testing.T) {
	for name, step := range map[string]func([]*game.Action) game.Step{
		"act": func(a []*game.Action) game.Step {
			return &game.Act{Name: "act", Who: seat0, Min: 1, Max: 3, Actions: a}
		},
		"together": func(a []*game.Action) game.Step { return &game.Together{Name: "act", Min: 1, Max: 3, Actions: a} },
	} {
		x := newBox()
		acts := []*game.Action{x.Actions[0], {Name: "pass", Pass: true}}
		x.Flow = &game.Loop{Do: game.Steps{step(acts), &game.Act{Name: "out", Who: seat1, Actions: acts[:1]}}}
		s := x.start(t)
		_, err := s.PlayText(0, "pass")
		wantRefusal(t, err, game.Unavailable, "pass: one more move must be made first")
		s = must(t, must(t, s, 0, "do"), 0, "pass")
		if _, ok := s.Progress(0); ok {
			t.Errorf("%s: it is still to act after a pass", name)
		}
	}
}
