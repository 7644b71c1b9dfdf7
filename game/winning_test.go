package game_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// The winning elements are in the outcome, the hash, saves and differences; there are none while the game runs.
func TestWinBy(t *testing.T) {
	x := newBox()
	s := x.play(t, x.start(t), func(tx *game.Tx) {
		for range 130 { // more than fit two words
			tx.Create(x.stone, x.row)
		}
	})
	if s.Outcome().By != nil {
		t.Error(s.Outcome().By)
	}
	for name, pick := range map[string]func(all []game.ID) []game.ID{
		"few":     func(all []game.ID) []game.ID { return []game.ID{x.row.ID(), all[2], all[1]} },
		"many":    func(all []game.ID) []game.ID { return all[100:] },
		"a place": func([]game.ID) []game.ID { return []game.ID{x.hand.Of(1)} },
	} {
		all := pick(slices.Collect(s.In(x.row)))
		slices.Sort(all)
		won := x.play(t, s, func(tx *game.Tx) { tx.WinBy(game.SetOf(all...), 1) })
		plain := x.play(t, s, func(tx *game.Tx) { tx.Win(1) })
		if o := won.Outcome(); !slices.Equal(o.By, all) || !slices.Equal(o.Winners, []game.Seat{1}) || o.String() != "won by seat 1" {
			t.Errorf("%s: %v by %v, want %v", name, o, o.By, all)
		}
		if won.Hash() == plain.Hash() {
			t.Errorf("%s: the hash does not depend on the winning elements", name)
		}
		same(t, reload(t, won), won)
		for _, to := range []*game.State{s, plain} {
			for _, pair := range [][2]*game.State{{won, to}, {to, won}} {
				got, err := pair[0].Apply(pair[0].Diff(pair[1]))
				if err != nil {
					t.Fatal(name, err)
				}
				same(t, got, pair[1])
			}
		}
		f := s.Fork()
		m := f.Mark()
		x.do = func(tx *game.Tx) { tx.WinBy(game.SetOf(all...), 1) }
		if err := f.Play(game.Move{Seat: s.Turn(), Action: "do"}); err != nil {
			t.Fatal(err)
		}
		if f.State().Hash() != won.Hash() {
			t.Errorf("%s: a fork has a different hash", name)
		}
		if f.Back(m); f.State().Hash() != s.Hash() || f.State().Outcome().By != nil {
			t.Errorf("%s: Back does not restore the fork", name)
		}
	}
	_, err := x.try(s, func(tx *game.Tx) { tx.WinBy(game.SetOf(game.ID(9999)), 1) })
	wantFault(t, err, "won by element 9999, which is not in it")
}

// An element that leaves the game after the win is no longer a winning element.
func TestWinByRemovedElement(t *testing.T) {
	x := newBox()
	s := x.play(t, x.start(t), func(tx *game.Tx) {
		a, b := tx.Create(x.stone, x.row), tx.Create(x.stone, x.row)
		tx.WinBy(game.SetOf(a, b), 0)
		tx.Remove(a)
	})
	if got := names(s, slices.Values(s.Outcome().By)); got != "#2" {
		t.Error(got)
	}
	same(t, reload(t, s), s)
	text := string(s.Save())
	i := strings.Index(text, `,"hash"`)
	for _, by := range []string{"#1", "#2 #2", "#2 row x", "row #2", " #2", "#02"} {
		_, err := x.Rules.Load([]byte(strings.Replace(text[:i], `"by":"#2"`, `"by":"`+by+`"`, 1) + "}"))
		wantDamaged(t, err, "a game cannot be won by")
	}
}

// A view shows the winning elements that the observer sees, under the names of the view.
func TestWinByInViews(t *testing.T) {
	x := den()
	before := x.setup(t, func(tx *game.Tx) {
		x.deal(tx, x.hand.Of(0), 8, 9)
		x.deal(tx, x.hand.Of(1), 10, 11)
	})
	s := x.play(t, before, func(tx *game.Tx) {
		tx.WinBy(game.SetOf(tx.First(x.hand.Of(0)), tx.Last(x.hand.Of(1)), x.row.ID()), 1)
	})
	for seat, want := range map[game.Seat]int{0: 2, 1: 2, game.Nobody: 1, game.Judge: 3} {
		v := s.View(seat)
		by := v.Outcome().By
		if len(by) != want || !slices.Contains(by, x.row.ID()) {
			t.Errorf("%v sees it was won by %s", seat, names(v, slices.Values(by)))
		}
		for _, id := range by {
			if at := v.Parent(id); id != x.row.ID() && seat != game.Judge && at != x.hand.Of(seat) {
				t.Errorf("%v sees it was won by something in %s", seat, v.Name(at))
			}
		}
		same(t, reload(t, v), v)
		told := before.Changes(s, seat)[0]
		got, err := before.View(seat).Apply(told)
		if err != nil {
			t.Fatal(err)
		}
		same(t, got, v)
		if back, err := v.Apply(v.Diff(before.View(seat))); err != nil {
			t.Error(err)
		} else {
			same(t, back, before.View(seat))
		}
	}
}

// Naming the winning elements allocates nothing on a fork.
func TestWinByAllocatesNothing(t *testing.T) {
	x := newBox()
	s := x.play(t, x.start(t), func(tx *game.Tx) { tx.Create(x.stone, x.row) })
	x.do = func(tx *game.Tx) { tx.WinBy(tx.Contents(x.row), 0) }
	f := s.Fork()
	m := game.Move{Seat: s.Turn(), Action: "do"}
	if n := testing.AllocsPerRun(50, func() {
		f.Reset(s)
		if err := f.Play(m); err != nil {
			t.Fatal(err)
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
