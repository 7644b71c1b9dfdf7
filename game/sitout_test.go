package game_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/plygame/ply/game"
)

// Seats that sit out are skipped until they return, with and without a flow.
func TestSitOut(t *testing.T) {
	for name, flow := range map[string]game.Step{
		"no flow": nil,
		"a flow":  &game.Loop{Do: &game.EachSeat{Name: "turn", Do: &game.Act{Name: "act"}}},
	} {
		x := staged(flow)
		s := start(t, x.Rules, 4)
		s = x.play(t, s, func(tx *game.Tx) { tx.SitOut(1); tx.SitOut(2) })
		if got := fmt.Sprint(s.Turn(), s.Playing().Has(1), s.Playing().Len(), s.Standing().Len(), s.After(0)); got != "seat 3 false 2 4 seat 3" {
			t.Errorf("%s: %s", name, got)
		}
		same(t, reload(t, s), s)
		v := s.View(0)
		same(t, reload(t, v), v)
		if v.Playing().Len() != 2 {
			t.Errorf("%s: a view has %d seats playing", name, v.Playing().Len())
		}
		s = x.play(t, s, func(tx *game.Tx) {
			if tx.CanAct(1) {
				t.Error("a seat that sits out can act")
			}
		})
		if s.Turn() != 0 {
			t.Errorf("%s: %v", name, s.Turn())
		}
		some := x.play(t, s, func(tx *game.Tx) { tx.Return(2) })
		all := x.play(t, s, func(tx *game.Tx) { tx.Return() })
		if some.Turn() != 2 || all.Turn() != 1 || some.Hash() == all.Hash() || all.Playing().Len() != 4 {
			t.Errorf("%s: %v and %v return", name, some.Turn(), all.Turn())
		}
		for _, seat := range []game.Seat{0, game.Nobody} {
			got, err := s.View(seat).Apply(s.Changes(some, seat)[0])
			if err != nil {
				t.Fatal(err)
			}
			same(t, got, some.View(seat))
		}
		back, err := all.Apply(all.Diff(s))
		if err != nil {
			t.Fatal(err)
		}
		same(t, back, s)
		out := x.play(t, s, func(tx *game.Tx) { tx.SitOut(0) })
		if out.Turn() != 3 || out.Playing().Len() != 1 {
			t.Errorf("%s: after one sits out in its turn: %v", name, out.Turn())
		}
	}
}

// Positions that differ only in who sits out have different keys.
func TestSitOutInKeys(t *testing.T) {
	x := staged(nil)
	s := start(t, x.Rules, 4)
	a := x.play(t, s, func(tx *game.Tx) { tx.SitOut(2) })
	b := x.play(t, s, func(tx *game.Tx) { tx.SitOut(3) })
	if a.Turn() != b.Turn() || a.PositionKey() == b.PositionKey() {
		t.Error("the key does not depend on who sits out")
	}
}

// A round with no seat left is a Fault.
func TestEverybodySitsOut(t *testing.T) {
	x := newBox()
	_, err := x.try(x.start(t), func(tx *game.Tx) { tx.SitOut(0); tx.SitOut(1) })
	wantFault(t, err, "every seat still in the game is sitting out")
}

// A Together does not wait for a seat that sits out, even if it leaves while others still have to act.
func TestSitOutTogether(t *testing.T) {
	x := staged(&game.Loop{Do: &game.Together{Name: "all", Max: 1}})
	s := start(t, x.Rules, 4)
	s = x.by(t, s, 1, func(tx *game.Tx) { tx.SitOut(0); tx.SitOut(1) })
	if got := fmt.Sprint(slices.Collect(s.ToAct().All())); got != "[seat 2 seat 3]" {
		t.Errorf("waiting for %s", got)
	}
	_, err := s.Play(game.Move{Seat: 0, Action: "do"})
	wantRefusal(t, err, game.NotYourTurn, "do: player 1 is sitting out this round")
	s = x.by(t, s, 2, func(*game.Tx) {})
	s = x.by(t, s, 3, func(tx *game.Tx) { tx.Return(0) })
	if got := fmt.Sprint(slices.Collect(s.ToAct().All())); got != "[seat 0]" { // it has not acted in this one
		t.Errorf("once one is back: waiting for %s", got)
	}
	s = x.by(t, s, 0, func(*game.Tx) {})
	if got := fmt.Sprint(slices.Collect(s.ToAct().All())); got != "[seat 0 seat 2 seat 3]" {
		t.Errorf("in the next round: waiting for %s", got)
	}
}
