package game_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/plygame/ply/game"
)

// derivedCounted returns a derived value and a counter of its computations.
func derivedCounted[T any](name string, of func(*game.State, game.ID) T) (*game.Derived[T], *atomic.Int32) {
	n := new(atomic.Int32)
	return game.NewDerived(name, func(s *game.State, id game.ID) T {
		n.Add(1)
		return of(s, id)
	}), n
}

func stones(s *game.State, id game.ID) int { return s.Count(id) }

// A derived value is read like a Part, of the table, a seat, a place or an element, and is computed once.
func TestDerivedIsReadLikeAPart(t *testing.T) {
	x := newBox()
	worth, calls := derivedCounted("worth", func(s *game.State, id game.ID) int { return points.Of(s, id) * 2 })
	x.Derived = []game.AnyDerived{worth}
	s := x.setup(t, func(t *game.Tx) {
		points.Set(t, game.Root, 1)
		points.Set(t, game.Seat(1), 2)
		points.Set(t, x.row, 3)
		t.Create(x.stone, x.row, points.Is(4))
	})
	x.play(t, s, func(tx *game.Tx) {
		for range 3 {
			got := []int{worth.Of(tx, game.Root), worth.Of(tx, game.Seat(1)), worth.Of(tx, x.row), worth.Of(tx, tx.First(x.row))}
			if want := []int{2, 4, 6, 8}; !slices.Equal(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
		}
		if n := calls.Load(); n != 4 {
			t.Errorf("computed %d times", n)
		}
		stone := tx.First(x.row)
		points.Set(tx, stone, 5)
		if got := worth.Of(tx, stone); got != 10 {
			t.Errorf("after a write it is %d", got)
		}
		tx.Remove(stone)
		if got := worth.Of(tx, stone); got != 0 {
			t.Errorf("of a removed element it is %d", got)
		}
	})
	calls.Store(0)
	if a, b := worth.Of(s, game.Root), worth.Of(s, game.Root); a != 2 || b != 2 || calls.Load() != 1 {
		t.Errorf("of a State: %d, %d, computed %d times", a, b, calls.Load())
	}
	if worth.Of(s, game.ID(999)) != 0 || worth.String() != "worth" {
		t.Error("of what there never was")
	}
}

// everything is what a State reports besides rows and Parts, each as a derived value.
var everything = map[string]func(s *game.State) string{
	"turn":      func(s *game.State) string { return s.Turn().String() },
	"played":    func(s *game.State) string { return fmt.Sprint(s.Played()) },
	"passes":    func(s *game.State) string { return fmt.Sprint(s.Passes()) },
	"to-act":    func(s *game.State) string { return fmt.Sprint(s.ToAct().Words()) },
	"standing":  func(s *game.State) string { return fmt.Sprint(s.Standing().Words()) },
	"committed": func(s *game.State) string { return fmt.Sprint(s.Committed().Words()) },
	"where":     (*game.State).Where,
	"outcome":   func(s *game.State) string { return fmt.Sprint(s.Outcome()) },
	"repeats":   func(s *game.State) string { return fmt.Sprint(s.Repeats()) },
	"filled":    func(s *game.State) string { return fmt.Sprint(s.Filled().Words()) },
	"points":    func(s *game.State) string { return fmt.Sprint(points.BySeat(s), points.Of(s, game.Root)) },
	"order": func(s *game.State) (all string) {
		for id := range s.All() {
			all += fmt.Sprint(id, s.Parent(id), s.Owner(id), s.Kind(id).Name, points.Of(s, id), ";")
		}
		return all
	},
	"contents": func(s *game.State) (all string) {
		for id := range s.Places() {
			for in := range s.In(id) {
				all += fmt.Sprint(in, " ")
			}
			all += "/"
		}
		return all
	},
	"next": func(s *game.State) string {
		moves, err := s.Moves()
		return fmt.Sprint(len(moves), err)
	},
}

func watchEverything(r *game.Rules) (ask func(*game.State)) {
	var all []*game.Derived[string]
	for name, of := range everything {
		d := game.NewDerived("all-"+name, func(s *game.State, _ game.ID) string { return of(s) }).OnTable()
		all = append(all, d)
		r.Derived = append(r.Derived, d)
	}
	return func(s *game.State) {
		for _, d := range all {
			d.Of(s, game.Root)
		}
	}
}

// No change in a fork leaves an outdated value behind.
// PublicDerived has the values that are declared to be the same for everyone, on a state and on a view, and no others.
func TestPublicDerived(t *testing.T) {
	x := newBox()
	of := func(s *game.State, seat game.ID) int { return points.Of(s, seat) }
	x.Derived = []game.AnyDerived{
		game.NewDerived("open", of).OnSeats().Public(),
		game.NewDerived("own", of).OnSeats(),
	}
	s := x.setup(t, func(t *game.Tx) { points.Set(t, game.Seat(1), 7) })
	for _, s := range []*game.State{s, s.View(0)} {
		shown, err := s.PublicDerived()
		if err != nil || len(shown) != 1 || string(shown["open"]["seat/1"]) != "7" {
			t.Errorf("the public values are %s, %v", shown, err)
		}
	}
}

func TestDerivedFollowsEverything(t *testing.T) {
	for name, do := range map[string]func(*box, *game.Tx){
		"nothing":   func(*box, *game.Tx) {},
		"create":    func(x *box, t *game.Tx) { t.Create(x.card, x.row) },
		"move":      func(x *box, t *game.Tx) { t.Move(t.First(x.row), x.pile) },
		"reorder":   func(x *box, t *game.Tx) { t.Move(t.First(x.row), x.row) },
		"remove":    func(x *box, t *game.Tx) { t.Remove(t.First(x.row)) },
		"give":      func(x *box, t *game.Tx) { t.Give(t.First(x.row), 1-t.Owner(t.First(x.row))) },
		"become":    func(x *box, t *game.Tx) { t.Become(t.First(x.row), x.card) },
		"shuffle":   func(x *box, t *game.Tx) { t.Shuffle(x.row) },
		"part":      func(x *box, t *game.Tx) { points.Add(t, t.First(x.row), 1) },
		"seat part": func(x *box, t *game.Tx) { points.Add(t, t.Seat, 1) },
		"again":     func(x *box, t *game.Tx) { t.Again() },
		"next":      func(x *box, t *game.Tx) { t.Next(2) },
		"eliminate": func(x *box, t *game.Tx) { t.Eliminate(1) },
		"win":       func(x *box, t *game.Tx) { t.Win(1) },
		"score":     func(x *box, t *game.Tx) { t.Score(1, 2, 3) },
	} {
		t.Run(name, func(t *testing.T) {
			x := newBox()
			ask := watchEverything(x.Rules)
			x.Setup = func(t *game.Tx) {
				for range 6 {
					t.Create(x.stone, x.row)
				}
			}
			x.Position = game.Position{Places: []game.Layout{x.row}, Mover: true}
			x.do = func(tx *game.Tx) {
				check := func(when string) {
					ask(tx.Read())
					if err := tx.CheckDerived(); err != nil {
						t.Errorf("%s: %v", when, err)
					}
				}
				check("before")
				tx.Try(func() {
					do(x, tx)
					check("in a try")
				})
				check("after a try")
				do(x, tx)
				check("after it")
			}
			s := start(t, x.Rules, 3)
			f := s.Fork()
			ask(f.State())
			if err := f.Play(game.Move{Seat: 0, Action: "do"}); err != nil {
				t.Fatal(err)
			}
			if err := f.State().CheckDerived(); err != nil {
				t.Errorf("between moves: %v", err)
			}
			ask(f.State())
			f.Reset(s)
			if err := f.State().CheckDerived(); err != nil {
				t.Errorf("after Reset: %v", err)
			}
		})
	}
}

// The same for passes, the flow, called steps, scheduled effects, secret choices and re-deals: games that have them are
// played at random, and all values are read before each move and checked after it.
func TestDerivedFollowsFlows(t *testing.T) {
	for name, rules := range flowing() {
		t.Run(name, func(t *testing.T) {
			ask := watchEverything(rules)
			s := start(t, rules, 3)
			f := s.Fork()
			f.Seed(1)
			for range 60 {
				ask(f.State())
				more, err := f.Random()
				if err != nil {
					t.Fatal(err)
				}
				if err := f.State().CheckDerived(); err != nil {
					t.Fatalf("after move %d: %v", f.State().Played(), err)
				}
				if !more {
					if err := f.Restart(uint64(f.State().Played())); err != nil {
						t.Fatal(err)
					}
					if err := f.State().CheckDerived(); err != nil {
						t.Fatalf("after Restart: %v", err)
					}
				}
			}
		})
	}
}

// flowing are small games with flows.
func flowing() map[string]*game.Rules {
	heap := func() (*game.Place, *game.Kind, func(*game.Tx)) {
		p, k := &game.Place{Name: "heap"}, &game.Kind{Name: "pebble"}
		return p, k, func(t *game.Tx) { t.CreateMany(30, k, p) }
	}
	all := map[string]*game.Rules{}
	{
		p, k, setup := heap()
		n := &game.Pick[int]{Name: "n", Range: func(t *game.Tx) (int, int) { return 1, min(3, t.Count(p)) }}
		take := &game.Action{Name: "take", Pick: []game.Choice{n}, Do: func(t *game.Tx) {
			for range n.In(t) {
				t.Remove(t.Last(p))
			}
		}}
		wait := &game.Action{Name: "wait", Pass: true}
		all["passes"] = &game.Rules{Name: "passes", Version: "1", Seats: game.Exactly(3), Layout: []game.Layout{p}, Kinds: []*game.Kind{k},
			Parts: []game.Column{points}, Setup: setup, Position: game.Position{Places: []game.Layout{p}, Mover: true}, Actions: []*game.Action{take, wait}, End: func(t *game.Tx) {
				if t.Count(p) == 0 || t.Passes() > 2 {
					t.Win(t.Seat)
				}
			}}
	}
	{
		p, k, setup := heap()
		take := &game.Action{Name: "take", Do: func(t *game.Tx) { t.Remove(t.Last(p)) }}
		wait := &game.Action{Name: "wait", Pass: true}
		guess := &game.Pick[int]{Name: "guess", Range: func(*game.Tx) (int, int) { return 0, 2 }}
		bid := &game.Action{Name: "bid", Pick: []game.Choice{guess}, Secret: true, Do: func(t *game.Tx) { points.Add(t, t.Seat, guess.In(t)) }}
		all["steps"] = &game.Rules{Name: "steps", Version: "1", Seats: game.Exactly(3), Layout: []game.Layout{p}, Kinds: []*game.Kind{k},
			Parts: []game.Column{points}, Setup: setup, Position: game.Position{Places: []game.Layout{p}, Mover: true},
			Flow: &game.Loop{Do: game.Steps{
				&game.EachSeat{Do: &game.Act{Name: "turn", Actions: []*game.Action{take, wait}}},
				&game.Together{Name: "bids", Actions: []*game.Action{bid}, Secret: true},
			}},
			End: func(t *game.Tx) {
				if t.Count(p) == 0 || t.Passes() > 2 {
					t.Win(t.Seat)
				}
			}}
	}
	return all
}

// A value computed before a Try is valid again after it, even if it was recomputed in between; a value computed in the
// Try is not.
func TestDerivedAfterATry(t *testing.T) {
	x := newBox()
	size, calls := derivedCounted("size", stones)
	x.Derived = []game.AnyDerived{size}
	x.play(t, x.start(t), func(tx *game.Tx) {
		row := x.row.ID()
		size.Of(tx, row)
		for range 3 {
			tx.Try(func() {
				tx.Create(x.stone, row)
				tx.Try(func() {
					tx.Create(x.stone, row)
					if got := size.Of(tx, row); got != 2 {
						t.Errorf("in a try within a try it is %d", got)
					}
				})
				if got := size.Of(tx, row); got != 1 {
					t.Errorf("in the try it is %d", got)
				}
			})
			calls.Store(0)
			if got := size.Of(tx, row); got != 0 || calls.Load() != 0 {
				t.Errorf("after the try it is %d, computed %d times", got, calls.Load())
			}
		}
	})
}

// The same for a Mark of a fork, with moves in between.
func TestDerivedAfterAMark(t *testing.T) {
	x := newBox()
	size, calls := derivedCounted("size", stones)
	x.Derived = []game.AnyDerived{size}
	x.do = func(t *game.Tx) { t.Create(x.stone, x.row) }
	f := x.start(t).Fork()
	for depth := range 3 {
		size.Of(f.State(), x.row)
		m := f.Mark()
		for n := range 3 {
			if err := f.Play(game.Move{Seat: f.State().Turn(), Action: "do"}); err != nil {
				t.Fatal(err)
			}
			if got := size.Of(f.State(), x.row); got != depth+n+1 {
				t.Errorf("after %d moves it is %d", depth+n+1, got)
			}
		}
		f.Back(m)
		calls.Store(0)
		if got := size.Of(f.State(), x.row); got != depth || calls.Load() != 0 {
			t.Errorf("after going back it is %d, want %d; computed %d times", got, depth, calls.Load())
		}
		if err := f.Play(game.Move{Seat: f.State().Turn(), Action: "do"}); err != nil {
			t.Fatal(err)
		}
	}
}

// A refused move in a recording fork keeps the values that were there.
func TestDerivedInARecordedFork(t *testing.T) {
	x := newBox()
	size, _ := derivedCounted("size", stones)
	x.Derived = []game.AnyDerived{size}
	s := x.start(t)
	f := s.Fork()
	f.Record(true)
	for i := range 20 {
		x.do = func(tx *game.Tx) {
			tx.Create(x.stone, x.row)
			if got := size.Of(tx, x.row); got != i+1 {
				t.Errorf("in the move it is %d", got)
			}
			tx.Create(x.stone, x.row)
			panic("no")
		}
		move := game.Move{Seat: f.State().Turn(), Action: "do"}
		if err := f.Play(move); err == nil {
			t.Fatal("the move did not fail")
		}
		if got := size.Of(f.State(), x.row); got != i {
			t.Errorf("after a move that failed it is %d, want %d", got, i)
		}
		x.do = func(tx *game.Tx) { tx.Create(x.stone, x.row) }
		if err := f.Play(move); err != nil {
			t.Fatal(err)
		}
		if got := size.Of(f.State(), x.row); got != i+1 {
			t.Errorf("it is %d, want %d", got, i+1)
		}
	}
}

// A Set of more than 128 members does not outlive the memory it was allocated in.
func TestDerivedBigSets(t *testing.T) {
	type both struct{ Even, All game.Set[game.ID] }
	layout, cell := cells(200)
	var fresh *game.Derived[both]
	inner := game.NewDerived("inner", func(s *game.State, _ game.ID) game.Set[game.ID] {
		return s.Filled().Where(func(id game.ID) bool { return id >= cell(0) })
	})
	fresh = game.NewDerived("sets", func(s *game.State, _ game.ID) both {
		all := inner.Of(s, game.Root)
		return both{all.Where(func(id game.ID) bool { return id%2 == 0 }), all}
	})
	stone := &game.Kind{Name: "stone"}
	at := &game.Pick[game.ID]{Name: "at", From: func(t *game.Tx) game.Set[game.ID] {
		t.Filled().Where(func(game.ID) bool { return false }) // takes room
		var all []game.ID
		for i := range 200 {
			all = append(all, cell(i))
		}
		return t.Empty(game.SetOf(all...))
	}}
	r := &game.Rules{Name: "cells", Version: "1", Seats: game.Exactly(2), Layout: []game.Layout{layout}, Kinds: []*game.Kind{stone},
		Derived: []game.AnyDerived{inner, fresh},
		Actions: []*game.Action{{Name: "put", Pick: []game.Choice{at}, Do: func(t *game.Tx) { t.Create(stone, at.In(t)) }}}}
	f := start(t, r, 2).Fork()
	f.Seed(3)
	for range 50 {
		was := fresh.Of(f.State(), game.Root).All.Len()
		if _, err := f.Moves(); err != nil { // nothing changes, but all memory is reused
			t.Fatal(err)
		}
		if is := fresh.Of(f.State(), game.Root).All.Len(); is != was {
			t.Fatalf("%d cells are filled, and then %d", was, is)
		}
		if err := f.State().CheckDerived(); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Random(); err != nil {
			t.Fatal(err)
		}
		if got := fresh.Of(f.State(), game.Root).All.Len(); got != was+1 {
			t.Fatalf("%d cells are filled, want %d", got, was+1)
		}
	}
}

// Goroutines share the derived values of a State and of its views; run with -race.
func TestDerivedConcurrently(t *testing.T) {
	x := newBox()
	sum := game.NewDerived("sum", func(s *game.State, id game.ID) int { return points.Of(s, id) + points.Of(s, game.Root) })
	total := game.NewDerived("total", func(s *game.State, _ game.ID) (n int) {
		for id := range s.All() {
			n += sum.Of(s, id)
		}
		return n
	})
	swept := game.NewDerived[int]("swept", nil).Swept(func(s *game.State, set func(game.ID, int)) {
		for id := range s.All() {
			set(id, sum.Of(s, id))
		}
	})
	x.Derived = []game.AnyDerived{sum, total, swept}
	for range 20 {
		s := x.setup(t, func(t *game.Tx) {
			points.Set(t, game.Root, 1)
			t.CreateMany(100, x.stone, x.row, points.Nth(func(i int) int { return i }))
		})
		view := s.View(0)
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				for _, at := range []*game.State{s, view} {
					if got := total.Of(at, game.Root); got != 5050 {
						t.Errorf("got %d", got)
					}
					for id := range at.All() {
						if sum.Of(at, id) != swept.Of(at, id) {
							t.Error("the sweep differs")
						}
					}
				}
				if err := s.CheckDerived(); err != nil {
					t.Error(err)
				}
				f := s.Fork()
				if got := total.Of(f.State(), game.Root); got != 5050 {
					t.Errorf("a fork has %d", got)
				}
			})
		}
		wg.Wait()
	}
}

// A view has its own values, computed from what the observer sees; faceless elements have none.
func TestDerivedOfAView(t *testing.T) {
	x := newBox()
	x.hand.Seen = game.ByOwner
	worth := game.NewDerived("worth", func(s *game.State, id game.ID) int { return points.Of(s, id) }).On(x.card)
	total := game.NewDerived("total", func(s *game.State, _ game.ID) (n int) {
		for id := range s.All() {
			n += worth.Of(s, id)
		}
		return n
	}).OnTable().OnSeats()
	swept := game.NewDerived[int]("swept", nil).Swept(func(s *game.State, set func(game.ID, int)) {
		for id := range s.All() {
			set(id, 1)
		}
	})
	x.Derived = []game.AnyDerived{worth, total, swept}
	x.Guess = func(*game.Tx, game.Seat) {}
	s := x.setup(t, func(t *game.Tx) {
		for seat := range game.Seat(2) {
			t.Create(x.card, x.hand.Of(seat), points.Is(10*int(seat)+1))
		}
	})
	if got := total.Of(s, game.Root); got != 12 {
		t.Errorf("the state has %d", got)
	}
	for seat, want := range map[game.Seat]int{0: 1, 1: 11, game.Nobody: 0, game.Judge: 12} {
		v := s.View(seat)
		if got := total.Of(v, game.Root); got != want {
			t.Errorf("%s sees %d, want %d", seat, got, want)
		}
		for id := range v.All() {
			if hidden := v.Kind(id) == nil; hidden != (worth.Of(v, id) == 0) || hidden != (swept.Of(v, id) == 0) {
				t.Errorf("%s: %d and %d on %s", seat, worth.Of(v, id), swept.Of(v, id), v.Name(id))
			}
		}
		shown, err := v.Derived()
		if err != nil {
			t.Fatal(err)
		}
		if n := len(shown["worth"]); n != v.Count(x.hand.Of(0))+v.Count(x.hand.Of(1)) && seat == game.Judge || n > 1 && seat != game.Judge {
			t.Errorf("%s is shown the worth of %d cards", seat, n)
		}
		if got := string(shown["total"]["table"]); want > 0 && got != fmt.Sprint(want) {
			t.Errorf("%s is shown a total of %s", seat, got)
		}
		if err := v.CheckDerived(); err != nil {
			t.Error(err)
		}
		f := v.Fork()
		if got := total.Of(f.State(), game.Root); got != want {
			t.Errorf("a fork of the view of %s has %d, want %d", seat, got, want)
		}
		loaded := reload(t, v)
		if got := total.Of(loaded, game.Root); got != want {
			t.Errorf("the view of %s, loaded, has %d", seat, got)
		}
	}
	if got, want := string(s.Save()), string(s.Save()); got != want || strings.Contains(got, "total") {
		t.Error("a save has derived values in it")
	}
	for _, other := range []*game.State{s.Reseed(game.SeedOf(2)), s.Rig(game.Chance{Number: 1})} {
		if got := total.Of(other, game.Root); got != 12 {
			t.Errorf("with a different seed it has %d", got)
		}
	}
}

// A re-deal in a fork, and applying the changes of a move, update the values.
func TestDerivedAfterRedealAndApply(t *testing.T) {
	x := newBox()
	x.hand.Seen = game.ByOwner
	x.pile.Seen = game.ByNone
	hand := game.NewDerived("hand", func(s *game.State, seat game.ID) (n int) {
		for id := range s.In(x.hand.Of(s.Owner(seat))) {
			n = n*100 + points.Of(s, id)
		}
		return n
	}).OnSeats()
	x.Derived = []game.AnyDerived{hand}
	s := x.setup(t, func(t *game.Tx) {
		t.CreateMany(20, x.card, x.pile, points.Nth(func(i int) int { return i + 1 }))
		t.Shuffle(x.pile)
		t.Draw(x.pile, x.hand.Of(0), 3)
		t.Draw(x.pile, x.hand.Of(1), 3)
	})
	f := s.Fork()
	f.Seed(1)
	seen := map[int]bool{}
	for n := range uint64(10) {
		if err := f.Redeal(s, 0, n); err != nil {
			t.Fatal(err)
		}
		if a, b := hand.Of(f.State(), game.Seat(0)), hand.Of(s, game.Seat(0)); a != b {
			t.Errorf("the hand of player 1 is %d, want %d", a, b)
		}
		seen[hand.Of(f.State(), game.Seat(1))] = true
		if err := f.State().CheckDerived(); err != nil {
			t.Error(err)
		}
		re, err := s.Redeal(0, game.SeedOf(n))
		if err != nil {
			t.Fatal(err)
		}
		if err := re.CheckDerived(); err != nil {
			t.Error(err)
		}
	}
	if len(seen) < 5 {
		t.Errorf("player 2 has only %d different hands in ten re-deals", len(seen))
	}
	next := x.play(t, s, func(t *game.Tx) { t.Draw(x.pile, x.hand.Of(0), 1) })
	hand.Of(s, game.Seat(0))
	applied, err := s.Apply(s.Diff(next))
	if err != nil {
		t.Fatal(err)
	}
	if a, b := hand.Of(applied, game.Seat(0)), hand.Of(next, game.Seat(0)); a != b {
		t.Errorf("applied it is %d, played %d", a, b)
	}
	if s.Diff(next)[0].Field == "hand" {
		t.Error("a change names a derived value")
	}
}
