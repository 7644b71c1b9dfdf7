package game_test

import (
	"fmt"
	"testing"

	"github.com/plygame/ply/game"
)

// promoting is an action of two picks: where a pawn goes, and what it becomes in the last row.
func promoting(x *box) (to *game.Pick[int], as *game.Pick[string]) {
	to = &game.Pick[int]{Name: "to", Range: fixed(1, 3)}
	as = &game.Pick[string]{Name: "as",
		When: func(tx *game.Tx) bool { return to.In(tx) == 3 },
		List: func(*game.Tx) []string { return []string{"queen", "rook", "bishop", "knight"} },
	}
	x.picking(func(tx *game.Tx) { tx.Say("to {0} as {1}", to.In(tx), as.In(tx)) }, to, as)
	return to, as
}

// A pick is offered, listed and counted only where it applies.
func TestWhen(t *testing.T) {
	x := newBox()
	promoting(x)
	s := x.start(t)
	moves, err := s.Moves()
	if err != nil || len(moves) != 6 {
		t.Fatal(moves, err)
	}
	for text, said := range map[string]string{"pick 1": "to 1 as ", "pick 2 -": "to 2 as ", "pick 3 rook": "to 3 as rook"} {
		wantSaid(t, play(t, s, text), said)
	}
	for text, why := range map[string]struct {
		code  game.Code
		words string
	}{
		"pick 1 queen": {game.Surplus, "pick, as: no value can be chosen here"},
		"pick 3":       {game.Missing, "pick, as: it must be chosen"},
		"pick 3 pawn":  {game.NotOffered, "pick, as: pawn cannot be chosen"},
	} {
		if _, err := s.PlayText(0, text); game.CodeOf(err) != why.code || err.Error() != why.words {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// All complete moves are equally likely: a promotion counts as four.
func TestWhenIsDrawnUniformly(t *testing.T) {
	x := newBox()
	promoting(x)
	s := x.start(t)
	f := s.Fork()
	const games = 6000
	count := map[string]int{}
	for i := range games {
		f.Reset(s)
		f.Seed(uint64(i))
		f.Note(true)
		if _, err := f.Random(); err != nil {
			t.Fatal(err)
		}
		count[s.Text(f.Noted()[0])]++
	}
	chi := 0.0
	for _, n := range count {
		d := float64(n) - games/6.0
		chi += d * d / (games / 6.0)
	}
	if len(count) != 6 || chi > 25 {
		t.Errorf("chi-square %.1f: %v", chi, count)
	}
}

// A pick that does not apply is Nobody, nothing or the zero value, and later picks see that.
func TestWhenSkipped(t *testing.T) {
	x := newBox()
	n := &game.Pick[int]{Name: "n", Range: fixed(0, 1)}
	when := func(tx *game.Tx) bool { return n.In(tx) == 1 }
	whom := &game.Pick[game.Seat]{Name: "whom", When: when, From: func(tx *game.Tx) game.Set[game.Seat] { return tx.Standing() }}
	what := &game.Pick[game.ID]{Name: "what", When: when, From: x.row.Contents}
	last := &game.Pick[int]{Name: "last", Range: func(tx *game.Tx) (int, int) { return whom.Chosen(tx), whom.Chosen(tx) + what.Chosen(tx) }}
	x.picking(func(tx *game.Tx) { tx.Say("{0} {1} {2}", whom.In(tx), what.In(tx) == 0, last.In(tx)) }, n, whom, what, last)
	x.Setup = func(tx *game.Tx) { tx.Create(x.stone, x.row) }
	s := x.start(t)
	moves, err := s.Moves()
	if err != nil {
		t.Fatal(err)
	}
	if want := 1 + 2*s.Seats(); len(moves) != want {
		t.Errorf("%d moves, want %d", len(moves), want)
	}
	c, err := s.Chooser(game.Move{Action: "pick"})
	if err != nil {
		t.Fatal(err)
	}
	if c, err = c.Take(game.Value{N: 0}); err != nil || c.Next().Pick != "last" || !c.Next().Last {
		t.Fatal(c.Next(), err)
	}
}

// A When that reads a value that is not chosen yet is a Fault.
func TestWhenReadsTooEarly(t *testing.T) {
	x := newBox()
	later := &game.Pick[int]{Name: "later", Range: fixed(1, 2)}
	first := &game.Pick[int]{Name: "first", Range: fixed(1, 2), When: func(tx *game.Tx) bool { return later.In(tx) == 1 }}
	x.picking(func(*game.Tx) {}, first, later)
	_, err := x.Rules.Start(2, game.SeedOf(1))
	wantFault(t, err, `pick first: pick "later" is read before it is chosen`)
	x = newBox()
	writes := &game.Pick[int]{Name: "writes", Range: fixed(1, 2), When: func(tx *game.Tx) bool { tx.Create(x.stone, x.row); return true }}
	x.picking(func(*game.Tx) {}, writes)
	_, err = x.Rules.Start(2, game.SeedOf(1))
	wantFault(t, err, "a read-only function")
}

// A seat chooses no values, or as many as Several allows.
func TestNoneOrSeveral(t *testing.T) {
	x := newBox()
	p := &game.Pick[int]{Name: "p", Range: fixed(1, 4), Optional: true, Several: fixed(2, 3)}
	x.picking(func(*game.Tx) {}, p)
	s := x.start(t)
	moves, err := s.Moves()
	if err != nil || len(moves) != 1+6+4 {
		t.Fatal(len(moves), err)
	}
	if _, err := s.PlayText(0, "pick 3"); game.CodeOf(err) != game.Missing || err.Error() != "pick, p: choose none, or at least 2; got 1" {
		t.Error(err)
	}
	offers, err := s.Offers(game.Move{Action: "pick", Picks: [][]game.Value{{{N: 3}}}})
	if err != nil || offers[0].Stop || offers[0].Min != 2 {
		t.Error(fmt.Sprintf("%+v", offers), err)
	}
}

// With Several of exactly n, the choice is complete at the n-th value, without stopping.
func TestExactlySeveral(t *testing.T) {
	x := newBox()
	p := &game.Pick[int]{Name: "p", Range: fixed(1, 4), Several: fixed(2, 2)}
	x.picking(func(*game.Tx) {}, p)
	s := x.start(t)
	c, err := s.Chooser(game.Move{Action: "pick"})
	if err != nil || c.Next().Last || c.Next().Options[0].Last {
		t.Fatal(c.Next(), err)
	}
	if c, err = c.Take(game.Value{N: 1}); err != nil || !c.Next().Last || !c.Next().Options[3].Last || c.Next().Stop {
		t.Fatal(c.Next(), err)
	}
	if c, err = c.Take(game.Value{N: 4}); err != nil {
		t.Fatal(err)
	}
	if m, whole := c.Move(); !whole || s.Text(m) != "pick 1+4" {
		t.Error(s.Text(m), whole)
	}
}
