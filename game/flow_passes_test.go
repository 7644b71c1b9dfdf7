package game_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// bidding has two rounds in which everyone acts until all have passed.
func bidding(order game.EachSeat) *box {
	x := newBox()
	pass := &game.Action{Name: "pass", Pass: true, Do: doesNothing}
	x.Actions = append(x.Actions, pass)
	first, second := order, order
	first.UntilAllPass, first.Do = true, &game.Act{Name: "first"}
	second.UntilAllPass, second.Do = true, &game.Act{Name: "second"}
	x.Flow = game.Steps{&first, &second, game.Run((*game.Tx).Tie)}
	return x
}

// bids plays moves, p for a pass, and returns which seats made them and in which step.
func bids(t testing.TB, s *game.State, moves string) (string, *game.State) {
	t.Helper()
	var all []string
	for _, m := range moves {
		p, _ := s.Progress(s.Turn())
		all = append(all, fmt.Sprintf("%d%.1s", s.Turn(), p.Step))
		s = play(t, s, map[rune]string{'p': "pass", 'b': "do"}[m])
	}
	return strings.Join(all, " "), s
}

func TestUntilAllPass(t *testing.T) {
	for moves, want := range map[string]string{
		"ppp":      "0f 1f 2f",
		"bppp":     "0f 1f 2f 0f",
		"ppbppp":   "0f 1f 2f 0f 1f 2f",
		"pbppbppp": "0f 1f 2f 0f 1f 2f 0f 1f",
		"bbbbppp":  "0f 1f 2f 0f 1f 2f 0f",
	} {
		s := start(t, bidding(game.EachSeat{}).Rules, 3)
		for i := range moves {
			_, s := bids(t, s, moves[:i])
			passes := len(strings.TrimLeft(moves[strings.LastIndex(moves[:i], "b")+1:i], "b"))
			if p, ok := s.Progress(s.Turn()); !ok || p.Step != "first" || s.Passes() != passes {
				t.Errorf("%s: in step %q, %d passes in a row", moves[:i], p.Step, s.Passes())
			}
		}
		got, s := bids(t, s, moves)
		if got != want {
			t.Errorf("%s: %s, want %s", moves, got, want)
		}
		if p, ok := s.Progress(s.Turn()); ok && p.Step == "first" {
			t.Errorf("%s: all have passed, but the round continues", moves)
		}
	}
}

// Each round of bidding counts its own passes.
func TestRoundsOfPassing(t *testing.T) {
	s := start(t, bidding(game.EachSeat{}).Rules, 3)
	_, s = bids(t, s, "ppp")
	if s.Over() {
		t.Fatal("the second round was skipped")
	}
	wantAt(t, s, 0, "second")
	_, s = bids(t, s, "bpp")
	if s.Over() {
		t.Fatal("the round is over, though not all have passed")
	}
	if _, s = bids(t, s, "p"); !s.Tied() {
		t.Errorf("all have passed, and the game is %s", s.Outcome())
	}
}

// The seats that have to pass are those in the order.
func TestUntilAllInTheOrderPass(t *testing.T) {
	s := start(t, bidding(game.EachSeat{Skip: func(_ *game.Tx, seat game.Seat) bool { return seat == 1 }}).Rules, 3)
	got, s := bids(t, s, "bpp")
	if got != "0f 2f 0f" {
		t.Errorf("bids by %s", got)
	}
	wantAt(t, s, s.Turn(), "second")
}

// A call in between does not count as a pass, nor does anything in it.
func TestPassesAndCalls(t *testing.T) {
	react := &game.Act{Name: "react", Who: seat2}
	x := bidding(game.EachSeat{})
	x.Calls = []game.Step{react}
	s := start(t, x.Rules, 3)
	_, s = bids(t, s, "p")
	s = x.play(t, s, func(tx *game.Tx) { tx.Call(react, nil) })
	if s.Passes() != 0 {
		t.Errorf("%d passes in a row", s.Passes())
	}
	wantAt(t, s, 2, "react")
	s = play(t, s, "pass")
	if s.Passes() != 0 {
		t.Errorf("after the call: %d passes in a row", s.Passes())
	}
	wantAt(t, s, 2, "first")
	_, s = bids(t, s, "pp")
	wantAt(t, s, 1, "first")
	_, s = bids(t, s, "p")
	wantAt(t, s, s.Turn(), "second")
}

// The order is computed again for each round of bidding.
func TestUntilAllPassComputesItsOrderEachRound(t *testing.T) {
	x := bidding(game.EachSeat{From: func(tx *game.Tx) game.Seat { return game.Seat(points.Of(tx, game.Root)) }})
	s := start(t, x.Rules, 3)
	got, s := bids(t, s, "bb")
	s = x.play(t, s, func(tx *game.Tx) { points.Set(tx, game.Root, 1) })
	more, s := bids(t, s, "ppp")
	if got+" "+more != "0f 1f 1f 2f 0f" {
		t.Errorf("bids by %s, then %s", got, more)
	}
	wantAt(t, s, 1, "second")
}

// An eliminated seat does not have to pass; the others must all pass in a row.
func TestUntilAllPassWithElimination(t *testing.T) {
	out := func(seats ...game.Seat) func(*game.Tx) {
		return func(tx *game.Tx) {
			for _, seat := range seats {
				tx.Eliminate(seat)
			}
		}
	}
	for name, c := range map[string]struct {
		before string
		do     func(*game.Tx)
		after  string
		want   string
	}{
		"another":         {"p", out(3), "ppp", "2f 0f 1f"},
		"itself":          {"p", out(1), "ppp", "2f 3f 0f"},
		"all but one":     {"", out(1, 2, 3), "p", "0f"},
		"one that passed": {"pp", out(0), "ppp", "3f 1f 2f"},
		"the next to act": {"b", out(2), "bppp", "3f 0f 1f 3f"},
	} {
		x := bidding(game.EachSeat{})
		s := start(t, x.Rules, 4)
		_, s = bids(t, s, c.before)
		s = x.play(t, s, c.do)
		got, s := bids(t, reload(t, s), c.after)
		if got != c.want {
			t.Errorf("%s: bids by %s, want %s", name, got, c.want)
		}
		if p, _ := s.Progress(s.Turn()); p.Step != "second" {
			t.Errorf("%s: it continues in %s", name, s.Where())
		}
	}
}

// The seats that have to pass are those in the order, however the others are left out and whatever else happens in a
// turn.
func TestUntilAllPassInOrders(t *testing.T) {
	not1 := func(_ *game.Tx, seat game.Seat) bool { return seat != 1 }
	for name, c := range map[string]struct {
		order game.EachSeat
		moves string
		want  string
	}{
		"reverse":           {game.EachSeat{Reverse: true}, "bpppp", "3f 2f 1f 0f 3f"},
		"from":              {game.EachSeat{From: seat2}, "pbpppp", "2f 3f 0f 1f 2f 3f"},
		"left of, only":     {game.EachSeat{LeftOf: seat0, Only: not1}, "bpbppp", "2f 3f 0f 2f 3f 0f"},
		"continue":          {game.EachSeat{Continue: true}, "bpppp", "0f 1f 2f 3f 0f"},
		"in pairs":          {game.EachSeat{Order: func(_ *game.Tx, s []game.Seat) []game.Seat { return []game.Seat{s[0], s[2]} }}, "bpbpp", "0f 2f 0f 2f 0f"},
		"nobody takes part": {game.EachSeat{Only: func(*game.Tx, game.Seat) bool { return false }}, "", ""},
	} {
		s := start(t, bidding(c.order).Rules, 4)
		got := ""
		for _, m := range c.moves { // saved and loaded at every move
			same(t, reload(t, s), s)
			var one string
			one, s = bids(t, reload(t, s), string(m))
			got += " " + one
		}
		if got = strings.TrimSpace(got); got != c.want {
			t.Errorf("%s: bids by %s, want %s", name, got, c.want)
		}
		if p, ok := s.Progress(s.Turn()); ok && p.Step == "first" {
			t.Errorf("%s: all have passed, but the round continues", name)
		}
	}
}

// A game saved in the middle of a call, within a round of bidding, continues as if it had not been saved.
func TestUntilAllPassSavedInACall(t *testing.T) {
	react := &game.Act{Name: "react", Who: seat2}
	x := bidding(game.EachSeat{})
	x.Calls = []game.Step{react}
	s := start(t, x.Rules, 3)
	_, s = bids(t, s, "pp")
	s = x.play(t, s, func(tx *game.Tx) { tx.Call(react, nil) }) // the last seat: the round would be over
	l := reload(t, s)
	same(t, l, s)
	wantAt(t, l, 2, "react")
	got, l := bids(t, l, "pppp")
	if got != "2r 0f 1f 2f" {
		t.Errorf("bids by %s", got)
	}
	wantAt(t, l, 0, "second")
}

// A round of bidding in which nobody can ever pass is a Fault; the game does not hang.
func TestUntilAllPassWithoutAPass(t *testing.T) {
	x := staged(game.Steps{&game.Act{Name: "act", Who: seat0}, &game.EachSeat{UntilAllPass: true, Do: game.Run(doesNothing)}})
	_, err := x.try(x.start(t), doesNothing)
	wantFault(t, err, "the flow runs more than 100000 steps without waiting for a move")
}

// Passes are also counted without a Flow; they survive a save and are part of the hash.
func TestPassesWithoutAFlow(t *testing.T) {
	x := newBox()
	x.Actions = append(x.Actions, &game.Action{Name: "pass", Pass: true, Do: doesNothing}, &game.Action{Name: "no-pass", Do: doesNothing})
	s := x.start(t)
	a, b := play(t, s, "pass"), play(t, s, "no-pass")
	if a.Passes() != 1 || b.Passes() != 0 {
		t.Errorf("%d and %d passes", a.Passes(), b.Passes())
	}
	if a.Hash() == b.Hash() {
		t.Error("the hash does not depend on passes")
	}
	a = play(t, a, "pass", "pass")
	if a.Passes() != 3 || reload(t, a).Passes() != 3 {
		t.Errorf("%d passes, after Load %d", a.Passes(), reload(t, a).Passes())
	}
	if a = play(t, a, "do"); a.Passes() != 0 {
		t.Errorf("after a move: %d passes", a.Passes())
	}
	same(t, reload(t, a), a)
}
