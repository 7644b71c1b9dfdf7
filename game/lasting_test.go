package game_test

import (
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/plygame/ply/game"
)

var height = game.NewPart[int]("height")

// hill is a row of cells with heights; the derived value counts how often it is computed.
func hill(seen bool) (r *game.Rules, cell *game.Place, higher *game.Derived[int], calls *atomic.Int32) {
	calls = new(atomic.Int32)
	cell = &game.Place{Name: "cell", Names: []string{"a", "b", "c"}}
	stone := &game.Kind{Name: "stone"}
	higher = game.NewDerived("higher", func(s *game.State, id game.ID) (n int) {
		calls.Add(1)
		for i := range 3 {
			if height.Of(s, cell.At(i)) > height.Of(s, id) {
				n++
			}
		}
		return n
	}).From(height)
	at := &game.Pick[game.ID]{Name: "cell", From: cell.All}
	var column game.Column = height
	if seen {
		column = height.Seen(game.ByNone).Rolled(func(t *game.Tx, _ game.ID) int { return t.Roll(3) })
	}
	return &game.Rules{
		Name: "hill", Version: "1", Seats: game.Exactly(2), Layout: []game.Layout{cell}, Kinds: []*game.Kind{stone},
		Parts: []game.Column{column, points}, Derived: []game.AnyDerived{higher},
		Setup: func(t *game.Tx) {
			for i := range 3 {
				height.Set(t, cell.At(i), i)
			}
		},
		Actions: []*game.Action{
			{Name: "place", Pick: []game.Choice{at}, Do: func(t *game.Tx) { t.Create(stone, at.In(t)); points.Add(t, t.Seat, 1) }},
			{Name: "raise", Pick: []game.Choice{at}, Do: func(t *game.Tx) { height.Add(t, at.In(t), 5) }},
		},
	}, cell, higher, calls
}

func TestLastingIsKeptUntilItsPartsChange(t *testing.T) {
	r, cell, higher, calls := hill(false)
	s := start(t, r, 2)
	all := func(r game.Reader) []int {
		return []int{higher.Of(r, cell.At(0)), higher.Of(r, cell.At(1)), higher.Of(r, cell.At(2))}
	}
	expect := func(what string, r game.Reader, want []int, computed int32) {
		t.Helper()
		calls.Store(0)
		if got := all(r); !slices.Equal(got, want) || calls.Load() != computed {
			t.Errorf("%s: %v, computed %d times; want %v, %d", what, got, calls.Load(), want, computed)
		}
	}
	expect("at the start", s, []int{2, 1, 0}, 3)
	next, _ := s.PlayText(0, "place a")
	expect("after a move that does not touch the heights", next, []int{2, 1, 0}, 0)
	expect("in a view", next.View(1), []int{2, 1, 0}, 0)
	raised, _ := next.PlayText(1, "raise a")
	expect("after one that does", raised, []int{0, 2, 1}, 3)
	expect("the state before is as it was", next, []int{2, 1, 0}, 0)
	f := next.Fork()
	expect("in a fork", f.State(), []int{2, 1, 0}, 0)
	m := f.Mark()
	move, _ := next.Parse(1, "raise a")
	if err := f.Play(move); err != nil {
		t.Fatal(err)
	}
	expect("in a fork, after a move", f.State(), []int{0, 2, 1}, 3)
	f.Back(m)
	expect("in a fork, back at a mark", f.State(), []int{2, 1, 0}, 3)
	f.Reset(raised)
	expect("in a fork, after Reset", f.State(), []int{0, 2, 1}, 0)
	for _, s := range []*game.State{s, next, raised, f.State(), next.View(0)} {
		if err := s.CheckDerived(); err != nil {
			t.Error(err)
		}
	}
	if got := higher.Info().From; !slices.Equal(got, []string{"height"}) {
		t.Errorf("it depends on %v", got)
	}
}

// A view computes for itself what depends on hidden Parts.
func TestLastingInAViewWithSecrets(t *testing.T) {
	r, cell, higher, _ := hill(true)
	s := start(t, r, 2)
	if got, seen := higher.Of(s, cell.At(0)), higher.Of(s.View(0), cell.At(0)); got != 2 || seen != 0 {
		t.Errorf("it is %d, and %d in a view that does not show the heights", got, seen)
	}
}

// Many goroutines may ask states that share values.
func TestLastingConcurrent(t *testing.T) {
	r, cell, higher, _ := hill(false)
	s := start(t, r, 2)
	next, _ := s.PlayText(0, "place a")
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			f := next.Fork()
			for i := range 3 {
				if got := higher.Of(f.State(), cell.At(i)) + higher.Of(s, cell.At(i)) + higher.Of(next.View(0), cell.At(i)); got != 3*(2-i) {
					t.Errorf("got %d", got)
				}
			}
		})
	}
	all.Wait()
}

// Naming the wrong Parts is found by computing the value again.
func TestLastingFromTheWrongPart(t *testing.T) {
	r, cell, higher, _ := hill(false)
	higher.From(points)
	s := start(t, r, 2)
	higher.Of(s, cell.At(0))
	next, err := s.PlayText(0, "raise a")
	if err != nil {
		t.Fatal(err)
	}
	if next.CheckDerived() == nil {
		t.Error("nobody noticed")
	}
}

func TestLastingThatReadsItself(t *testing.T) {
	var self *game.Derived[int]
	self = game.NewDerived("self", func(s *game.State, id game.ID) int { return self.Of(s, id) }).From(height)
	r, cell, _, _ := hill(false)
	r.Derived = []game.AnyDerived{self}
	r.Actions[0].Do = func(t *game.Tx) { self.Of(t, cell.At(0)) }
	_, err := start(t, r, 2).PlayText(0, "place a")
	var f *game.Fault
	if !errors.As(err, &f) {
		t.Fatalf("got %v", err)
	}
}

// A value that depends on no Part is computed once for all games.
func TestLastingConstant(t *testing.T) {
	r, cell, higher, calls := hill(false)
	higher.From()
	start(t, r, 2)
	calls.Store(0)
	for range 3 {
		s := start(t, r, 2)
		f := s.Fork()
		higher.Of(s, cell.At(0))
		higher.Of(f.State(), cell.At(0))
		higher.Of(s.View(0), cell.At(0))
	}
	if n := calls.Load(); n != 1 {
		t.Errorf("computed %d times", n)
	}
}

func TestTraitTellsItsName(t *testing.T) {
	if got := game.NewTrait[int]("speed").String(); got != "speed" {
		t.Errorf("its name is %q", got)
	}
}

// The texts that rules were built from are part of the digest, so a save is not loaded with others.
func TestDigestCoversData(t *testing.T) {
	with := func(data ...string) *game.Rules {
		x := newBox()
		x.Data = data
		return x.Rules
	}
	a, b := with("..#"), with("...")
	if a.Digest() == b.Digest() || a.Digest() == newBox().Digest() || a.Digest() != with("..#").Digest() {
		t.Errorf("digests %s, %s", a.Digest(), b.Digest())
	}
	if _, err := b.Load(start(t, a, 2).Save()); game.CodeOf(err) != game.Damaged {
		t.Errorf("loaded with other data: %v", err)
	}
}

// A team wins or loses with a score.
func TestWinWith(t *testing.T) {
	for _, c := range []struct {
		points []int
		seats  []game.Seat
		text   string
		line   string
	}{
		{[]int{4, 4}, nil, "lost by all (4 : 4)", "everyone has lost (4)"},
		{[]int{7, 7}, []game.Seat{0, 1}, "won by seat 0, seat 1 (7 : 7)", "player 1 and player 2 win (7)"},
		{[]int{9, 2}, []game.Seat{1}, "won by seat 1 (9 : 2)", "player 2 wins (9 : 2)"},
	} {
		x := newBox()
		s := x.play(t, x.start(t), func(tx *game.Tx) { tx.WinWith(c.points, c.seats...) })
		o := s.Outcome()
		if o.String() != c.text || o.Line().String() != c.line || !slices.Equal(o.Scores, c.points) || !slices.Equal(o.Winners, c.seats) {
			t.Errorf("got %s, %s, %+v; want %s, %s", o, o.Line(), o, c.text, c.line)
		}
		again, err := x.Load(s.Save())
		if err != nil || again.Outcome().String() != c.text || again.Hash() != s.Hash() {
			t.Errorf("loaded: %v, %v", again.Outcome(), err)
		}
	}
	x := newBox()
	if _, err := x.try(x.start(t), func(tx *game.Tx) { tx.WinWith([]int{1}) }); err == nil {
		t.Error("one number for two seats is accepted")
	}
}

// What is chosen after a unit is read by those who see the unit where it ends.
func TestGoalsOutOfSight(t *testing.T) {
	cell := &game.Place{Name: "cell", Names: []string{"a", "b", "c"}}
	unit := &game.Kind{Name: "unit"}
	cell.Seen = game.By(func(s *game.State, seat game.Seat, id game.ID) game.Level {
		if seat != s.Owner(id) && s.Parent(id) == cell.At(2) { // c is in the dark
			return game.Unseen
		}
		return game.Face
	})
	who := &game.Pick[game.ID]{Name: "who", From: cell.Everything}
	to := &game.Pick[game.ID]{Name: "to", From: cell.All}
	pace := &game.Pick[int]{Name: "pace", Range: func(*game.Tx) (int, int) { return 1, 2 }}
	r := &game.Rules{
		Name: "dark", Version: "1", Seats: game.Exactly(2), Layout: []game.Layout{cell}, Kinds: []*game.Kind{unit},
		Setup: func(t *game.Tx) {
			for i := range 2 {
				t.Give(t.Create(unit, cell.At(i)), 0)
			}
		},
		Guess: func(*game.Tx, game.Seat) {},
		Actions: []*game.Action{{Name: "go", Reads: "{seat} sends {who} to {to}", Pick: []game.Choice{who, to, pace}, Do: func(t *game.Tx) {
			if t.Move(who.In(t), to.In(t)); pace.In(t) == 2 {
				t.Remove(who.In(t)) // it is lost there
			}
			t.Again()
		}}},
	}
	for _, c := range []struct{ from, move, own, other, reads string }{
		{"a", "go #1 b 1", "go #1 b 1", "go #1 b 1", "player 1 sends unit to b"},         // in sight all the time
		{"a", "go #1 c 1", "go #1 c 1", "go #1 ? ?", "player 1 sends unit to something"}, // out of sight
		{"c", "go #1 b 1", "go #1 b 1", "go #3 b 1", "player 1 sends unit to b"},         // into sight
		{"c", "go #1 c 1", "go #1 c 1", "go ? ? ?", "player 1 sends something to something"},
		{"a", "go #1 b 2", "go #1 b 2", "go #1 ? ?", "player 1 sends unit to something"}, // nobody knows where it was lost
	} {
		s := start(t, r, 2)
		if c.from != "a" {
			s, _ = s.PlayText(0, "go #1 "+c.from+" 1")
		}
		m, err := s.Parse(0, c.move)
		if err != nil {
			t.Fatal(err)
		}
		next, err := s.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.TextFor(0, m, next); got != c.own {
			t.Errorf("%s from %s: its seat reads %q, want %q", c.move, c.from, got, c.own)
		}
		if got := s.TextFor(1, m, next); got != c.other {
			t.Errorf("%s from %s: the other seat reads %q, want %q", c.move, c.from, got, c.other)
		}
		if got := s.MoveLine((*game.State).View, 1, m, next).String(); got != c.reads {
			t.Errorf("%s from %s: the other seat reads %q, want %q", c.move, c.from, got, c.reads)
		}
	}
}
