package game_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/plygame/ply/game"
)

// One sweep sets the values of all elements, and allocates nothing once warm.
func TestDerivedSweep(t *testing.T) {
	x := newBox()
	sweeps := 0
	rank := game.NewDerived[int]("rank", nil).Swept(func(s *game.State, set func(game.ID, int)) {
		sweeps++
		n := 0
		for id := range s.In(x.row) {
			n++
			set(id, n)
		}
	})
	x.Derived = []game.AnyDerived{rank}
	s := x.setup(t, func(t *game.Tx) { t.CreateMany(30, x.stone, x.row) })
	f := s.Fork()
	x.do = func(tx *game.Tx) {
		sweeps = 0
		for range 20 {
			tx.Move(tx.First(x.row), x.row)
			n := 0
			for id := range tx.In(x.row) {
				if n++; rank.Of(tx, id) != n {
					t.Errorf("the rank of %s is %d, want %d", tx.Name(id), rank.Of(tx, id), n)
				}
			}
		}
		if sweeps != 20 {
			t.Errorf("%d sweeps for 20 moves", sweeps)
		}
		if rank.Of(tx, game.Root) != 0 || rank.Of(tx, game.ID(5000)) != 0 {
			t.Error("a value that the sweep did not set is not zero")
		}
	}
	play := func() {
		if err := f.Play(game.Move{Seat: f.State().Turn(), Action: "do"}); err != nil {
			t.Fatal(err)
		}
	}
	play()
	if n := testing.AllocsPerRun(10, play); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// A derived value that depends on itself is a Fault that names the cycle, on a State, in a view and in a move.
func TestDerivedCycle(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: takes long")
	}
	for _, c := range []struct {
		name  string
		words string
		make  func() (ask func(*game.State) int, all []game.AnyDerived)
	}{
		{"itself", `derived value "a": it depends on itself: a of table reads a of table`, func() (func(*game.State) int, []game.AnyDerived) {
			var a *game.Derived[int]
			a = game.NewDerived("a", func(s *game.State, id game.ID) int { return a.Of(s, id) + 1 })
			return func(s *game.State) int { return a.Of(s, game.Root) }, []game.AnyDerived{a}
		}},
		{"in a circle", `a of table reads b of seat/0 reads a of table`, func() (func(*game.State) int, []game.AnyDerived) {
			var a, b *game.Derived[int]
			a = game.NewDerived("a", func(s *game.State, id game.ID) int { return b.Of(s, game.Seat(0)) })
			b = game.NewDerived("b", func(s *game.State, id game.ID) int { return a.Of(s, game.Root) })
			return func(s *game.State) int { return a.Of(s, game.Root) }, []game.AnyDerived{a, b}
		}},
		{"a sweep", `it depends on itself: a reads a`, func() (func(*game.State) int, []game.AnyDerived) {
			var a *game.Derived[int]
			a = game.NewDerived[int]("a", nil).Swept(func(s *game.State, set func(game.ID, int)) { set(game.Root, a.Of(s, game.Seat(1))) })
			return func(s *game.State) int { return a.Of(s, game.Root) }, []game.AnyDerived{a}
		}},
		{"a chain", `derived values depend on each other more than 1000 levels deep`, func() (func(*game.State) int, []game.AnyDerived) {
			var a *game.Derived[int]
			a = game.NewDerived("a", func(s *game.State, id game.ID) int { return a.Of(s, id+1) + 1 })
			return func(s *game.State) int { return a.Of(s, s.First(s.Rules().Layout[0].(*game.Place))) }, []game.AnyDerived{a}
		}},
		{"a panic", `derived value "a": oh no (derived_sweep_test.go:`, func() (func(*game.State) int, []game.AnyDerived) {
			a := game.NewDerived("a", func(s *game.State, id game.ID) int { panic("oh no") })
			return func(s *game.State) int { return a.Of(s, game.Root) }, []game.AnyDerived{a}
		}},
		{"a panic below", `derived value "b": oh no (derived_sweep_test.go:`, func() (func(*game.State) int, []game.AnyDerived) {
			b := game.NewDerived("b", func(s *game.State, id game.ID) int { panic("oh no") })
			a := game.NewDerived("a", func(s *game.State, id game.ID) int { return b.Of(s, id) })
			return func(s *game.State) int { return a.Of(s, game.Root) }, []game.AnyDerived{a, b}
		}},
		{"not declared", `derived value "b" is not declared: add it to Rules.Derived of box`, func() (func(*game.State) int, []game.AnyDerived) {
			b := game.NewDerived("b", func(s *game.State, id game.ID) int { return 1 })
			return func(s *game.State) int { return b.Of(s, game.Root) }, nil
		}},
		{"set elsewhere", `derived value "a" is set on element 99999, which is not in the game`, func() (func(*game.State) int, []game.AnyDerived) {
			a := game.NewDerived[int]("a", nil).Swept(func(s *game.State, set func(game.ID, int)) { set(99999, 1) })
			return func(s *game.State) int { return a.Of(s, game.Root) }, []game.AnyDerived{a}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := newBox()
			ask, all := c.make()
			x.Derived = all
			s := x.setup(t, func(t *game.Tx) { t.CreateMany(2000, x.stone, x.row) })
			for range 2 { // and again after a failure
				_, err := x.try(s, func(t *game.Tx) { ask(t.Read()) })
				wantFault(t, err, c.words)
				for _, at := range []*game.State{s, s.View(0)} {
					wantFault(t, caught(func() { ask(at) }), c.words)
				}
			}
			f := s.Fork()
			for range 2 {
				wantFault(t, caught(func() { ask(f.State()) }), c.words)
			}
		})
	}
}

// A derived value may read those of other elements, as long as the chain ends.
func TestDerivedChain(t *testing.T) {
	x := newBox()
	var depth *game.Derived[int]
	depth = game.NewDerived("depth", func(s *game.State, id game.ID) int {
		if s.Parent(id) == 0 {
			return 0
		}
		return depth.Of(s, s.Parent(id)) + 1
	})
	x.Derived = []game.AnyDerived{depth}
	var top game.ID
	s := x.setup(t, func(t *game.Tx) {
		top = t.Create(x.stone, x.row)
		for range 500 {
			top = t.Create(x.stone, top)
		}
	})
	if got := depth.Of(s, top); got != 502 {
		t.Errorf("the depth is %d", got)
	}
	if got := depth.Of(s.Fork().State(), top); got != 502 {
		t.Errorf("in a fork the depth is %d", got)
	}
}

// A sweep cannot be resumed after it has returned.
func TestDerivedSweepCannotBeResumed(t *testing.T) {
	x := newBox()
	var later func(game.ID, int)
	a := game.NewDerived[int]("a", nil).Swept(func(s *game.State, set func(game.ID, int)) { later = set })
	x.Derived = []game.AnyDerived{a}
	s := x.start(t)
	a.Of(s, game.Root)
	wantFault(t, caught(func() { later(game.Root, 1) }), `derived value "a" is set after its sweep has ended`)
}

// CheckDerived finds functions that do not depend on the state alone.
func TestCheckDerived(t *testing.T) {
	x := newBox()
	n := 0
	odd := game.NewDerived("odd", func(*game.State, game.ID) int { n++; return n })
	x.Derived = []game.AnyDerived{odd}
	s := x.start(t)
	if err := s.CheckDerived(); err != nil {
		t.Errorf("nothing is cached or shown: %v", err)
	}
	odd.Of(s, game.Seat(1))
	if err := s.CheckDerived(); err == nil || err.Error() != `derived value "odd" of seat/1 is kept as 1, but computes to 2` {
		t.Errorf("got %v", err)
	}
}

// caught returns what a function panics with.
func caught(f func()) (err error) {
	defer func() {
		if p := recover(); p != nil {
			if fault, ok := p.(error); ok {
				err = fault
			} else {
				err = errors.New(fmt.Sprint(p))
			}
		}
	}()
	f()
	return nil
}

// A derived value can be shown on places; in a view it is the observer's own.
func TestDerivedOnPlaces(t *testing.T) {
	x := newBox()
	x.hand.Seen = game.ByOwner.Else(game.Unseen)
	held := game.NewDerived("held", func(s *game.State, id game.ID) int { return s.Count(id) }).OnPlaces(x.hand, x.row)
	x.Derived = []game.AnyDerived{held}
	x.Guess = func(*game.Tx, game.Seat) {}
	s := x.setup(t, func(t *game.Tx) {
		t.CreateMany(2, x.card, x.hand.Of(0))
		t.CreateMany(3, x.card, x.hand.Of(1))
		t.Create(x.stone, x.row)
	})
	for seat, want := range map[game.Seat]string{0: "map[hand/0:2 row:1]", 1: "map[hand/1:3 row:1]"} {
		shown, err := s.View(seat).Derived()
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		for name, value := range shown["held"] {
			got[name] = string(value)
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%s sees %v, want %s", seat, got, want)
		}
	}
	if !held.Shown() {
		t.Error("it is not shown")
	}
}
