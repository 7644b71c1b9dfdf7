package game_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/plygame/ply/game"
)

// track is a small game with mate: each seat moves its stone to an adjacent empty cell, and a seat that cannot move has
// lost. After a number of moves without mate the game is a draw.
type track struct {
	*game.Rules
	cell     *game.Place
	from, to *game.Pick[game.ID]
	step     *game.Action
}

func newTrack(limit int, flow func(*game.Action) game.Step) *track {
	x := &track{cell: &game.Place{Name: "cell", Names: []string{"a", "b", "c", "d", "e"}}}
	stone := &game.Kind{Name: "stone"}
	x.from = &game.Pick[game.ID]{Name: "from", From: func(t *game.Tx) game.Set[game.ID] {
		return x.cell.All(t).And(t.Held(t.Seat))
	}}
	x.to = &game.Pick[game.ID]{Name: "to", From: func(t *game.Tx) game.Set[game.ID] {
		from := x.from.In(t)
		return t.Empty(x.cell.All(t)).Where(func(id game.ID) bool { return id == from+1 || id+1 == from })
	}}
	x.step = &game.Action{Name: "step", Pick: []game.Choice{x.from, x.to}, Do: func(t *game.Tx) { t.Move(t.First(x.from.In(t)), x.to.In(t)) }}
	x.Rules = &game.Rules{
		Name: "track", Seats: game.Exactly(2), Layout: []game.Layout{x.cell}, Kinds: []*game.Kind{stone}, Actions: []*game.Action{x.step},
		Setup: func(t *game.Tx) {
			for i, owner := range []game.Seat{1, game.Nobody, 0, game.Nobody, 0} {
				if owner != game.Nobody {
					t.Give(t.Create(stone, x.cell.At(i)), owner)
				}
			}
		},
		End: func(t *game.Tx) {
			switch next := t.After(t.Seat); {
			case !t.CanAct(next):
				t.Win(t.Seat)
			case t.Played() >= limit:
				t.Tie()
			}
		},
		Stuck: func(t *game.Tx) { t.Win(1 - t.Seat) },
	}
	if flow != nil {
		x.Rules.Flow = flow(x.step)
		x.Rules.Actions = nil
	}
	return x
}

// trackFlows are ways to write the same order of play.
var trackFlows = map[string]func(*game.Action) game.Step{
	"no flow": nil,
	"turns": func(a *game.Action) game.Step {
		return &game.Loop{Do: &game.EachSeat{Name: "turn", Do: &game.Act{Name: "act", Actions: []*game.Action{a}}}}
	},
	"one move": func(a *game.Action) game.Step {
		return &game.Loop{Do: &game.EachSeat{Name: "turn", Do: &game.Phase{Name: "main", Do: &game.Act{Name: "act", Actions: []*game.Action{a}, Min: 1, Max: 1}}}}
	},
}

// Mate on the last move before a draw is mate.
func TestMateBeforeDraw(t *testing.T) {
	for name, flow := range trackFlows {
		x := newTrack(3, flow)
		s := start(t, x.Rules, 2)
		s = play(t, s, "step e d", "step a b")
		if s = play(t, s, "step d e"); !s.Tied() {
			t.Errorf("%s: after three quiet moves: %s", name, s.Outcome())
		}
		x = newTrack(1, flow)
		if s := play(t, start(t, x.Rules, 2), "step c b"); !s.Won(0) {
			t.Errorf("%s: mate with the last move is %s", name, s.Outcome())
		}
	}
}

// CanAct changes nothing: neither the seat, the turn, the current choice nor a listing in progress.
func TestCanActIsReadOnly(t *testing.T) {
	for name, flow := range trackFlows {
		x := newTrack(9, flow)
		end := x.End
		x.End = func(tx *game.Tx) {
			seat, turn, from, to := tx.Seat, tx.Turn(), x.from.In(tx), x.to.In(tx)
			for seat := range game.Seat(2) {
				tx.CanAct(seat)
				if tx.Try(func() { tx.Remove(tx.First(x.cell.At(1))); tx.CanAct(seat) }); !tx.CanAct(0) {
					t.Errorf("%s: player 1 cannot act", name)
				}
			}
			if tx.Seat != seat || tx.Turn() != turn || x.from.In(tx) != from || x.to.In(tx) != to {
				t.Errorf("%s: %s, turn of %s, %s to %s", name, tx.Seat, tx.Turn(), tx.Name(x.from.In(tx)), tx.Name(x.to.In(tx)))
			}
			end(tx)
		}
		if s := play(t, start(t, x.Rules, 2), "step c b"); !s.Won(0) {
			t.Errorf("%s: %s", name, s.Outcome())
		}
	}
}

// CanAct can be called while moves are listed, here by a pick after each of its values.
func TestCanActWhileMovesAreListed(t *testing.T) {
	x := newTrack(9, nil)
	mates := 0
	x.to.If = func(tx *game.Tx, to game.ID) bool {
		if tx.Seat == 1 {
			return true
		}
		var can bool
		tx.Try(func() { tx.Move(tx.First(x.from.In(tx)), to); can = tx.CanAct(1) })
		if !can {
			mates++
		}
		return true
	}
	s := start(t, x.Rules, 2)
	all, err := s.Moves()
	var texts []string
	for _, m := range all {
		texts = append(texts, s.Text(m))
	}
	if fmt.Sprint(texts) != "[step c b step c d step e d]" || err != nil || mates == 0 {
		t.Errorf("%v, %v, %d mates", texts, err, mates)
	}
	if s = play(t, s, "step c b"); !s.Won(0) {
		t.Error(s.Outcome())
	}
}

// In a step, a seat can do only the actions of that step. An eliminated seat cannot act; a seat that has made all its
// moves still can.
func TestCanActInTheStep(t *testing.T) {
	dig := &game.Action{Name: "dig", Do: doesNothing, If: func(tx *game.Tx) bool { return tx.Seat == 0 }}
	sell := &game.Action{Name: "sell", Do: doesNothing}
	pass := &game.Action{Name: "pass", Pass: true, Do: doesNothing}
	var seen []string
	x := staged(&game.Loop{Do: game.Steps{
		&game.Act{Name: "digging", Who: seat0, Actions: []*game.Action{dig, pass}, Min: 1, Max: 2},
		game.Run(func(tx *game.Tx) { points.Add(tx, game.Root, 1) }),
		&game.Act{Name: "selling", Who: seat1, Actions: []*game.Action{sell}},
		&game.Together{Name: "all", Secret: true, Actions: []*game.Action{dig}},
	}})
	x.Actions = nil
	x.End = func(tx *game.Tx) {
		seen = append(seen, fmt.Sprint(tx.CanAct(0), tx.CanAct(1)))
		tx.Try(func() {
			tx.Eliminate(1)
			if tx.CanAct(1) {
				t.Error("an eliminated seat can act")
			}
		})
	}
	s := start(t, x.Rules, 2)
	play(t, s, "dig", "dig", "sell", "dig")
	want := []string{"true false", "true false", "true true", "true true", "true false"} // dig, dig, the Run, sell, all
	if !slices.Equal(seen, want) {
		t.Errorf("%q\nwant %q", seen, want)
	}
}

// A condition that calls itself is a Fault with a clear message.
func TestCanActRecursion(t *testing.T) {
	x := newTrack(9, nil)
	x.step.If = func(tx *game.Tx) bool { return tx.Played() == 0 || tx.CanAct(tx.Seat) }
	_, err := start(t, x.Rules, 2).PlayText(0, "step e d")
	wantFault(t, err, "CanAct of seat 1 calls itself")
	x = newTrack(9, nil)
	x.step.If = func(tx *game.Tx) bool { return tx.Played() == 0 || tx.CanAct(1-tx.Seat) }
	s := start(t, x.Rules, 2)
	_, err = s.PlayText(0, "step e d")
	wantFault(t, err, "calls itself")
	f := s.Fork()
	if err := f.Play(game.Move{Seat: 0, Action: "step", Picks: [][]game.Value{{{N: int64(x.cell.At(4))}}, {{N: int64(x.cell.At(3))}}}}); err == nil {
		t.Error("a fork recurses without a Fault")
	}
	f.Reset(s)
	if got, err := f.Moves(); err != nil || len(got) != 3 {
		t.Errorf("after a Fault: %d moves, %v", len(got), err)
	}
}

// In simulation CanAct allocates nothing.
func TestCanActAllocatesNothing(t *testing.T) {
	x := newTrack(1000, nil)
	x.End = func(tx *game.Tx) {
		if !tx.CanAct(0) || !tx.CanAct(1) {
			tx.Tie()
		}
	}
	f := start(t, x.Rules, 2).Fork()
	play := func() {
		if err := f.Restart(1); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Playout(50); err != nil {
			t.Fatal(err)
		}
	}
	if n := testing.AllocsPerRun(20, play); n > 0 {
		t.Errorf("%.0f allocations in a game", n)
	}
}
