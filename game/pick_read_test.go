package game_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// In before the pick is chosen is a Fault, so a filter cannot run too early (the trap BS-t2). Afterwards it returns the
// chosen value.
func TestReadTooEarly(t *testing.T) {
	a := &game.Pick[int]{Name: "a", Range: fixed(1, 2)}
	b := &game.Pick[int]{Name: "b"}
	for name, spoil := range map[string]func(x *box, act *game.Action){
		"from the first pick": func(x *box, act *game.Action) { a.Range = func(tx *game.Tx) (int, int) { return b.In(tx), 2 } },
		"in If of the action": func(x *box, act *game.Action) {
			act.If = game.When("no", func(tx *game.Tx) bool { return a.In(tx) > 0 })
		},
		"in its own If":      func(x *box, act *game.Action) { a.If = func(tx *game.Tx, n int) bool { a.In(tx); return true } },
		"in its own Several": func(x *box, act *game.Action) { a.Several = func(tx *game.Tx) (int, int) { return a.In(tx), 1 } },
		"of an action that is not": func(x *box, act *game.Action) {
			act.Do = func(tx *game.Tx) {}
			act.Pick = []game.Choice{a, b}
			x.Setup = func(tx *game.Tx) { a.In(tx) }
		},
	} {
		a = &game.Pick[int]{Name: "a", Range: fixed(1, 2)}
		b = &game.Pick[int]{Name: "b", Range: func(tx *game.Tx) (int, int) { return a.In(tx), 2 * a.In(tx) }}
		x := newBox()
		act := x.picking(func(*game.Tx) {}, a, b)
		spoil(x, act)
		_, err := x.Rules.Start(2, game.SeedOf(1))
		if f := wantFault(t, err, "is read before it is chosen"); !strings.Contains(f.Why, `pick "`) {
			t.Errorf("%s: %s", name, f.Why)
		}
	}
	a = &game.Pick[int]{Name: "a", Range: fixed(1, 2)}
	b = &game.Pick[int]{Name: "b", Range: func(tx *game.Tx) (int, int) { return a.In(tx), 2 * a.In(tx) }}
	x := newBox()
	x.picking(func(*game.Tx) {}, a, b)
	if got, want := texts(t, x.start(t)), []string{"pick 1 1", "pick 1 2", "pick 2 2", "pick 2 3", "pick 2 4"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A pick of another action has no value, whatever was played before.
func TestReadPickOfAnotherAction(t *testing.T) {
	x := newBox()
	p := &game.Pick[int]{Name: "p", Range: fixed(1, 9)}
	x.Actions = []*game.Action{
		{Name: "peek", Do: func(tx *game.Tx) { points.Set(tx, game.Root, p.In(tx)) }},
		{Name: "pick", Pick: []game.Choice{p}, Do: func(*game.Tx) {}},
	}
	s := x.start(t)
	for range 3 {
		_, err := s.PlayText(s.Turn(), "peek")
		wantFault(t, err, `pick "p" is read before it is chosen`)
		s = play(t, s, "pick 7")
	}
}

// Two actions may share a pick.
func TestSharedPick(t *testing.T) {
	x := newBox()
	p := &game.Pick[game.ID]{Name: "p", From: x.row.Contents}
	x.Actions = []*game.Action{
		{Name: "burn", Pick: []game.Choice{p}, Do: func(tx *game.Tx) { tx.Remove(p.In(tx)) }},
		{Name: "keep", Pick: []game.Choice{p}, Do: func(tx *game.Tx) { tx.Move(p.In(tx), x.bag) }},
	}
	s := play(t, x.setup(t, func(tx *game.Tx) { tx.CreateMany(3, x.stone, x.row) }), "burn #1", "keep #3")
	if in(s, x.row.ID()) != "#2" || in(s, x.bag.ID()) != "#3" {
		t.Errorf("row %s, bag %s", in(s, x.row.ID()), in(s, x.bag.ID()))
	}
}

// Writing in a read-only function is always a Fault (law 5).
func TestWritesInReadOnlyFunctions(t *testing.T) {
	x := newBox()
	write := map[string]func(*game.Tx){
		"create": func(tx *game.Tx) { tx.Create(x.stone, x.row) },
		"set":    func(tx *game.Tx) { points.Set(tx, game.Root, 1) },
		"draw":   func(tx *game.Tx) { tx.Roll(6) },
		"win":    func(tx *game.Tx) { tx.Win(0) },
		"again":  func(tx *game.Tx) { tx.Again() },
	}
	for how, w := range write {
		for where, spoil := range map[string]func(a *game.Action, p *game.Pick[int]){
			"From": func(a *game.Action, p *game.Pick[int]) {
				p.Range, p.From = nil, func(tx *game.Tx) game.Set[int] { w(tx); return game.SetOf(1) }
			},
			"List": func(a *game.Action, p *game.Pick[int]) {
				p.Range, p.List = nil, func(tx *game.Tx) []int { w(tx); return []int{1} }
			},
			"Range": func(a *game.Action, p *game.Pick[int]) { p.Range = func(tx *game.Tx) (int, int) { w(tx); return 1, 1 } },
			"Pick.If": func(a *game.Action, p *game.Pick[int]) {
				p.If = func(tx *game.Tx, n int) bool { w(tx); return true }
			},
			"Several": func(a *game.Action, p *game.Pick[int]) {
				p.Several = func(tx *game.Tx) (int, int) { w(tx); return 1, 1 }
			},
			"Action.If":    func(a *game.Action, p *game.Pick[int]) { a.If = func(tx *game.Tx) bool { w(tx); return true } },
			"Action.Check": func(a *game.Action, p *game.Pick[int]) { a.Check = func(tx *game.Tx) bool { w(tx); return true } },
		} {
			x = newBox()
			p := &game.Pick[int]{Name: "p", Range: fixed(1, 1)}
			spoil(x.picking(func(*game.Tx) {}, p), p)
			_, err := x.Rules.Start(2, game.SeedOf(1))
			if err == nil {
				t.Errorf("%s in %s is not a Fault", how, where)
				continue
			}
			of := "pick p"
			if field, ok := strings.CutPrefix(where, "Action."); ok {
				where, of = field, "action pick"
			}
			where = strings.TrimPrefix(where, "Pick.")
			wantFault(t, err, "a read-only function ("+where+" of "+of+") changed the state; use Try to try something out")
		}
		x = newBox()
		p := &game.Pick[int]{Name: "p", Range: fixed(1, 1), Ask: func(tx *game.Tx) *game.Line { w(tx); return nil }}
		x.picking(func(*game.Tx) {}, p)
		_, err := x.start(t).Offers(game.Move{})
		wantFault(t, err, "a read-only function (Ask of pick p)")
	}
}

// Read-only functions say nothing.
func TestReadOnlyFunctionsSayNothing(t *testing.T) {
	x := newBox()
	p := &game.Pick[int]{Name: "p", From: func(tx *game.Tx) game.Set[int] {
		tx.Say("looking")
		tx.Emit("looking")
		return game.SetOf(1)
	}}
	x.picking(func(tx *game.Tx) { tx.Say("done") }, p)
	s := x.start(t)
	if n := len(s.Said()) + len(s.Notices()); n != 0 {
		t.Errorf("%d lines and notices at the start", n)
	}
	if s = play(t, s, "pick 1"); fmt.Sprint(s.Said()) != "[done]" || len(s.Notices()) != 0 {
		t.Errorf("said: %v", s.Said())
	}
}

// Elements and seats can be listed in a custom order.
func TestListOfElements(t *testing.T) {
	x := newBox()
	id := &game.Pick[game.ID]{Name: "id", List: func(tx *game.Tx) []game.ID { return []game.ID{tx.Last(x.row), tx.First(x.row)} }}
	seat := &game.Pick[game.Seat]{Name: "seat", List: func(*game.Tx) []game.Seat { return []game.Seat{1, 0} }}
	x.picking(func(tx *game.Tx) {
		target.Set(tx, game.Root, id.In(tx))
		points.Set(tx, game.Root, int(seat.In(tx)))
	}, id, seat)
	s := x.setup(t, func(tx *game.Tx) { tx.CreateMany(3, x.stone, x.row) })
	if got, want := texts(t, s), []string{"pick #3 1", "pick #3 0", "pick #1 1", "pick #1 0"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if s = play(t, s, "pick #1 1"); s.Name(target.Of(s, game.Root)) != "#1" || points.Of(s, game.Root) != 1 {
		t.Errorf("%s, %d", s.Name(target.Of(s, game.Root)), points.Of(s, game.Root))
	}
	_, err := s.PlayText(s.Turn(), "pick #2 1")
	wantRefusal(t, err, game.NotOffered, "pick, id: #2 cannot be chosen")
}

// Two values with the same text would be indistinguishable in a record.
func TestListedValuesWithTheSameText(t *testing.T) {
	x := newBox()
	p := &game.Pick[twin]{Name: "p", List: func(*game.Tx) []twin { return []twin{1, 2} }}
	x.picking(func(*game.Tx) {}, p)
	s := x.start(t)
	for _, n := range []int{1, 2} {
		_, err := s.Play(game.Move{Action: "pick", Picks: [][]game.Value{value(n)}})
		wantFault(t, err, `pick "p" lists two values with the text "twin"`)
	}
	_, err := s.Play(game.Move{Action: "pick", Picks: [][]game.Value{value(3)}})
	wantRefusal(t, err, game.NotOffered, "pick, p: twin cannot be chosen")
}

// twin is a number whose text is always the same.
type twin int8

func (twin) String() string { return "twin" }

// Endless choices are refused; no program hangs (law 13).
func TestEndlessChoices(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: using up the budget takes a second")
	}
	x := newBox()
	p := &game.Pick[int]{Name: "p", Range: fixed(1, 3), Repeat: true} // nothing it does ever narrows the choice
	x.picking(func(*game.Tx) {}, p)
	s, err := x.Rules.Start(2, game.SeedOf(1))
	if err == nil {
		_, err = s.Moves()
	}
	wantRefusal(t, err, game.TooMany, "there are too many moves to list: at most 1048576 can be listed")

	x = newBox()
	q := &game.Pick[int]{Name: "q", Range: fixed(1, 60), Several: fixed(0, 60)}
	x.picking(func(*game.Tx) {}, q)
	s = x.start(t)
	if _, err = s.Moves(); err == nil {
		t.Error("2 to the power of 60 moves are listed")
	}
}

// An Offer lists no more values than a person can look at.
func TestTooManyCandidates(t *testing.T) {
	x := newBox()
	p := &game.Pick[int]{Name: "p", Range: fixed(1, 100_000), If: func(*game.Tx, int) bool { return true }}
	x.picking(func(*game.Tx) {}, p)
	_, err := x.start(t).Offers(game.Move{Action: "pick"})
	wantFault(t, err, `pick "p" offers 100000 values, but at most 65536 are possible`)
}

// A large range without conditions costs nothing.
func TestLargeRange(t *testing.T) {
	x := newBox()
	p := &game.Pick[int]{Name: "p", Range: fixed(0, math.MaxInt-1)}
	x.picking(func(tx *game.Tx) { points.Set(tx, game.Root, p.In(tx)) }, p)
	s := x.start(t)
	if o := offer(t, s); o.Hi != math.MaxInt-1 || o.Why != nil {
		t.Errorf("%d to %d", o.Lo, o.Hi)
	}
	s = play(t, s, fmt.Sprint("pick ", math.MaxInt-1))
	if points.Of(s, game.Root) != math.MaxInt-1 {
		t.Errorf("got %d", points.Of(s, game.Root))
	}
	f := s.Fork()
	f.Seed(1)
	if _, err := f.Random(); err != nil {
		t.Error(err)
	}
}

// A fork undoes the effects of a pick if a later one is refused.
func TestForkUndoesThen(t *testing.T) {
	x, _ := steps(1, 2)
	s := x.start(t)
	f := s.Fork()
	for _, picks := range [][][]game.Value{{element(s.Find("c1"), s.Find("c4"))}, {element(s.Find("c1"), s.Find("c2"), s.Find("c3"))}, {nil}} {
		if err := f.Play(game.Move{Action: "pick", Picks: picks}); game.CodeOf(err) == "" {
			t.Errorf("%v: %v", picks, err)
		}
		if f.Hash() != s.Hash() || target.Of(f.State(), game.Root) != s.Find("c0") {
			t.Fatalf("%v has changed the fork", picks)
		}
	}
	m := game.Move{Action: "pick", Picks: [][]game.Value{element(s.Find("c2"))}}
	next, err := s.Play(m)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Play(m); err != nil || f.Hash() != next.Hash() {
		t.Errorf("after that it plays differently: %v", err)
	}
}

// Loops over chosen values may stop early.
func TestLoopsMayStop(t *testing.T) {
	x := newBox()
	p := &game.Pick[int]{Name: "p", Range: fixed(1, 3), Several: fixed(3, 3)}
	x.picking(func(tx *game.Tx) {
		for n := range p.All(tx) {
			points.Set(tx, game.Root, n)
			break
		}
		for id := range tx.In(x.row) {
			target.Set(tx, game.Root, id)
			break
		}
		for id := range tx.All() {
			target.Set(tx, tx.Seat, id)
			break
		}
	}, p)
	s := play(t, x.setup(t, func(tx *game.Tx) { tx.CreateMany(3, x.stone, x.row) }), "pick 2+3+1")
	if points.Of(s, game.Root) != 2 || s.Name(target.Of(s, game.Root)) != "#1" || s.Name(target.Of(s, game.Seat(0))) != "#1" {
		t.Error("the loops did not stop at the first value")
	}
}
