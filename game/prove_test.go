package game_test

import (
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// lottery is a box in which players choose several numbers, with a Check.
func lottery(many, of int, check game.Test) (*box, *game.Pick[int]) {
	x := newBox()
	p := &game.Pick[int]{Name: "p", Range: fixed(1, of), Several: fixed(many, many)}
	a := x.picking(func(tx *game.Tx) { tx.Say("played") }, p)
	a.Check = check
	return x, p
}

// sum adds up the chosen numbers.
func sum(tx *game.Tx, p *game.Pick[int]) (n int) {
	for v := range p.All(tx) {
		n += v
	}
	return n
}

// Six of 49 can be chosen and played, both without a Check and with one that most combinations pass.
func TestLotto(t *testing.T) {
	for _, odd := range []bool{false, true} {
		x, p := lottery(6, 49, nil)
		if odd {
			x.Actions[0].Check = game.When("it must be odd", func(tx *game.Tx) bool { return sum(tx, p)%2 == 1 })
		}
		s := x.start(t)
		o := offer(t, s)
		if o.Unproved || o.Why != nil || len(o.Options) != 49 || o.Options[48].Why != nil || o.Options[48].Unproved {
			t.Errorf("%+v", o)
		}
		play(t, s, "pick 1+2+3+4+5+6")
		play(t, s, "pick 49+2+31+4+5+6")
		if f := s.Fork(); !odd {
			if _, err := f.Random(); err != nil {
				t.Error(err)
			}
		}
	}
}

// If finding a move takes too long, values are offered as unproved, and Play decides.
func TestUnproved(t *testing.T) {
	x, p := lottery(6, 49, nil)
	checks := 0
	x.Actions[0].Check = game.When("it must be 279", func(tx *game.Tx) bool { checks++; return sum(tx, p) == 279 })
	s := x.start(t) // the seat may be able to act
	if s.Turn() != 0 || checks > 30_000 {
		t.Errorf("%d checks to start", checks)
	}
	checks = 0
	o := offer(t, s)
	if !o.Unproved || o.Why != nil || o.Complete || o.Last || checks > 5000 {
		t.Errorf("%d checks: %+v", checks, o)
	}
	for _, c := range o.Options {
		if !c.Unproved || c.Why != nil || c.Last {
			t.Fatalf("%+v", c)
		}
	}
	again := checks
	if checks = 0; offer(t, s).Unproved != o.Unproved || checks != again {
		t.Errorf("asked again it takes %d checks, not %d", checks, again)
	}
	wantSaid(t, play(t, s, "pick 44+45+46+47+48+49"), "played")
	_, err := s.PlayText(0, "pick 43+45+46+47+48+49")
	wantRefusal(t, err, game.Rejected, "pick: it must be 279")

	// The less is left to choose, the more is known.
	if o = offer(t, s, value(45, 46, 47, 48, 49)); o.Unproved || o.Options[43].Why != nil || !o.Options[43].Last || o.Options[42].Why.String() != "it must be 279" {
		t.Errorf("%+v", o)
	}
	if o = offer(t, s, value(1, 46, 47, 48, 49)); o.Why == nil {
		t.Errorf("%+v", o)
	}
}

// A Chooser accepts unproved values, and reports when they lead nowhere.
func TestChooserUnproved(t *testing.T) {
	x, p := lottery(4, 40, nil)
	x.Actions[0].Check = game.When("it must be 154", func(tx *game.Tx) bool { return sum(tx, p) == 154 })
	s := x.start(t)
	c, err := s.Chooser(game.Move{Action: "pick"})
	for _, n := range []int64{40, 39, 38, 37} {
		if err != nil {
			break
		}
		c, err = c.Take(game.Value{N: n})
	}
	if err != nil {
		t.Fatal(err)
	}
	if m, whole := c.Move(); !whole || s.Text(m) != "pick 40+39+38+37" {
		t.Error(s.Text(m), whole)
	}
	c, _ = s.Chooser(game.Move{Action: "pick"})
	for _, n := range []int64{1, 2} {
		c, _ = c.Take(game.Value{N: n})
	}
	if _, err = c.Take(game.Value{N: 3}); game.CodeOf(err) == "" {
		t.Error("1, 2 and 3 lead on")
	}
	// Random choices continue as long as something can be chosen.
	c, _ = s.Chooser(game.Move{Action: "pick", Picks: [][]game.Value{value(40, 39)}})
	for err = nil; err == nil; {
		if _, whole := c.Move(); whole {
			break
		}
		c, err = c.Random(func(int) int { return 0 }, nil)
	}
	if m, _ := c.Move(); err != nil || !strings.Contains(s.Text(m), "37") {
		t.Error(s.Text(m), err)
	}
}

// A long later pick is not searched to its end, and the effects of a pick are undone.
func TestUnprovedLaterPick(t *testing.T) {
	x := newBox()
	first := &game.Pick[int]{Name: "first", Range: fixed(1, 3), Then: func(tx *game.Tx, n int) { tx.CreateMany(n, x.stone, x.row) }}
	rest := &game.Pick[int]{Name: "rest", Range: fixed(1, 30), Several: fixed(5, 5)}
	a := x.picking(func(*game.Tx) {}, first, rest)
	a.Check = func(tx *game.Tx) bool { return first.In(tx) == 2 || sum(tx, rest) == 140 && first.In(tx) == 3 }
	s := x.start(t)
	hash := s.Hash()
	o := offer(t, s)
	if o.Unproved || !o.Options[0].Unproved || o.Options[1].Unproved || !o.Options[2].Unproved {
		t.Errorf("%+v", o.Options)
	}
	if s.Hash() != hash || s.Count(x.row) != 0 {
		t.Error("the offer has changed the state")
	}
	play(t, s, "pick 3 26+27+28+29+30")
}
