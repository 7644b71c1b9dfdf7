package game_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// burial is a box whose row loses every stone with no points, one in each round of Settle.
func burial(flow game.Step, calls ...game.Step) *box {
	x := staged(flow, calls...)
	x.Settle = func(tx *game.Tx) {
		for id := range tx.In(x.row) {
			if points.Of(tx, id) <= 0 {
				sayAs(tx, "dies")
				tx.Remove(id)
				return
			}
		}
	}
	x.Setup = func(tx *game.Tx) { tx.CreateMany(5, x.stone, x.row, points.Is(1)) }
	return x
}

// hits sets the points of the first n stones to 0.
func (x *box) hits(n int) func(*game.Tx) {
	return func(tx *game.Tx) {
		sayAs(tx, "hit")
		left := n
		for id := range tx.In(x.row) {
			if left--; left >= 0 {
				points.Set(tx, id, 0)
			}
		}
	}
}

// Settle is called until it changes nothing, for Nobody, before End and before the flow continues; with and without a
// flow.
func TestSettle(t *testing.T) {
	for name, flow := range map[string]game.Step{
		"no flow": nil,
		"flow":    &game.Loop{Do: &game.EachSeat{Name: "turn", Do: &game.Act{Name: "act"}}},
	} {
		x := burial(flow)
		x.End = func(tx *game.Tx) { sayAs(tx, "end") }
		s := x.start(t)
		s = x.play(t, s, x.hits(2))
		wantSaid(t, s, "hit0; dies; dies; end0")
		if ok, err := s.Settled(); !ok || err != nil || s.Count(x.row) != 3 {
			t.Errorf("%s: settled %t, %v", name, ok, err)
		}
		s = x.play(t, s, x.hits(1))
		wantSaid(t, s, "hit1; dies; end1")
	}
}

// The result of Setup is settled before any seat acts.
func TestSettleAfterSetup(t *testing.T) {
	for _, flow := range []game.Step{nil, &game.Loop{Do: &game.EachSeat{Do: &game.Act{Name: "act"}}}} {
		x := burial(flow)
		x.End = func(tx *game.Tx) { t.Error("End is called before the first move") }
		s := x.setup(t, func(tx *game.Tx) { tx.CreateMany(2, x.stone, x.row) })
		if s.Count(x.row) != 0 || s.Played() != 0 {
			t.Errorf("the row has %d stones", s.Count(x.row))
		}
	}
}

// If Settle ends the game, no other hook is called.
func TestSettleEndsTheGame(t *testing.T) {
	for _, flow := range []game.Step{nil, &game.Loop{Do: &game.EachSeat{Do: &game.Act{Name: "act"}}}} {
		x := staged(flow)
		x.Settle = func(tx *game.Tx) {
			if tx.Played() > 0 {
				tx.Win(1)
			}
		}
		x.End = func(tx *game.Tx) { t.Error("End is called of a game that is over") }
		if s := x.play(t, x.start(t), doesNothing); !s.Won(1) || s.Turn() != game.Nobody {
			t.Errorf("%s, turn of %s", s.Outcome(), s.Turn())
		}
	}
}

// Setting an equal value, or moving an element and moving it back, changes nothing. Eliminating, calling and creating
// do.
func TestSettleCountsRealChanges(t *testing.T) {
	for name, settle := range map[string]func(x *box, tx *game.Tx){
		"sets an equal value":     func(x *box, tx *game.Tx) { points.Set(tx, game.Root, 0) },
		"moves to the same spot":  func(x *box, tx *game.Tx) { tx.Move(tx.Last(x.row), x.row) },
		"moves there and back":    func(x *box, tx *game.Tx) { id := tx.Last(x.row); tx.Move(id, x.pile); tx.Move(id, x.row) },
		"gives it to its owner":   func(x *box, tx *game.Tx) { tx.Give(tx.First(x.row), tx.Owner(tx.First(x.row))) },
		"tries something":         func(x *box, tx *game.Tx) { tx.Try(func() { tx.Remove(tx.First(x.row)) }) },
		"eliminates one that is ": func(x *box, tx *game.Tx) { tx.Eliminate(1) },
	} {
		rounds := 0
		x := newBox()
		x.Setup = func(tx *game.Tx) { tx.CreateMany(3, x.stone, x.row) }
		x.Settle = func(tx *game.Tx) { rounds++; settle(x, tx) }
		s := start(t, x.Rules, 3)
		if strings.HasPrefix(name, "eliminates") != (rounds == 2) {
			t.Errorf("%s: %d rounds after Setup", name, rounds)
		}
		rounds = 0
		if x.play(t, s, doesNothing); rounds != 1 {
			t.Errorf("%s: %d rounds", name, rounds)
		}
	}
}

func TestSettleWithoutEnd(t *testing.T) {
	for name, settle := range map[string]func(x *box, tx *game.Tx){
		"counts":  func(x *box, tx *game.Tx) { points.Add(tx, game.Root, 1) },
		"swaps":   func(x *box, tx *game.Tx) { tx.Move(tx.First(x.row), x.row) },
		"creates": func(x *box, tx *game.Tx) { tx.Remove(tx.Create(x.stone, x.row)) },
	} {
		x := newBox()
		x.Settle = func(tx *game.Tx) {
			if tx.Played() > 0 {
				settle(x, tx)
			}
		}
		s := x.setup(t, func(tx *game.Tx) { tx.CreateMany(2, x.stone, x.row) })
		_, err := x.try(s, doesNothing)
		wantFault(t, err, "Rules.Settle still changes the state after 1000 rounds")
		if next, _ := x.try(s, doesNothing); next != s {
			t.Errorf("%s: the state has changed", name)
		}
	}
}

// Effects that a round of Settle schedules are done before the next round, for Nobody.
func TestSettleSchedules(t *testing.T) {
	x := newBox()
	wail := &game.Effect[int]{Name: "wail", Do: func(tx *game.Tx, n int) {
		sayAs(tx, fmt.Sprint("wail ", n, " "))
		if n > 1 {
			tx.Schedule(x.Effects[0].(*game.Effect[int]).With(n-1), game.Occasion{})
		}
	}}
	x.Effects = []game.AnyEffect{wail}
	x.Settle = func(tx *game.Tx) {
		sayAs(tx, "settle")
		if n := points.Of(tx, game.Root); n > 0 {
			points.Set(tx, game.Root, 0)
			tx.Schedule(wail.With(n), game.Occasion{})
		}
	}
	x.End = saying("end")
	s := x.play(t, x.start(t), func(tx *game.Tx) { points.Set(tx, game.Root, 2) })
	wantSaid(t, s, "settle; wail 2 ; wail 1 ; settle; end0")
}

// A checkpoint follows every step that has written, before the next step begins. Steps that have not written have none.
func TestCheckpointAfterSteps(t *testing.T) {
	x := burial(nil)
	step := func(name string, do func(*game.Tx)) game.Run {
		return func(tx *game.Tx) {
			tx.Say(name)
			if tx.Played() > 0 {
				do(tx)
			}
		}
	}
	turn := &game.EachSeat{Name: "turn"}
	x.Flow = &game.Loop{Do: turn}
	phase := &game.Phase{Name: "phase", Begin: step("begin", x.hits(1)), End: step("-end-", x.hits(1))}
	turn.Do = game.Steps{&game.Act{Name: "act"}, step("run", x.hits(1)), step("idle", doesNothing), phase}
	x.End = saying("end")
	s := x.play(t, x.start(t), doesNothing)
	wantSaid(t, s, "end0; run; hit0; dies; end0; idle; begin; hit0; dies; end0; -end-; hit0; dies; end0")
}

// A phase also ends at once if a step in it, rather than a move, makes its EndIf hold.
func TestEndIfAfterRun(t *testing.T) {
	x := newBox()
	empty := func(tx *game.Tx) bool { return tx.Count(x.row) == 0 }
	draw := game.Run(func(tx *game.Tx) { tx.Draw(x.row, x.pile, 1); sayAs(tx, "draw") })
	x.Flow = &game.Loop{Do: game.Steps{
		&game.Act{Name: "first", Who: seat0},
		&game.Phase{Name: "day", EndIf: empty, End: saying("night"), Do: game.Steps{draw, draw, draw, &game.Act{Name: "never", Who: seat0}}},
		&game.Act{Name: "last", Who: seat1},
	}}
	s := x.setup(t, func(tx *game.Tx) { tx.CreateMany(2, x.stone, x.row) })
	s = x.play(t, s, doesNothing)
	wantSaid(t, s, "draw; draw; night")
	wantAt(t, s, 1, "last")
}

// Inner phases end first, each followed by a checkpoint. An outer phase whose EndIf no longer holds then stays.
func TestEndIfInsideOut(t *testing.T) {
	x := newBox()
	rich := func(tx *game.Tx) bool { return points.Of(tx, game.Root) > 0 }
	pay := func(tx *game.Tx) { sayAs(tx, "-inner"); points.Set(tx, game.Root, 0) }
	inner := &game.Phase{Name: "inner", EndIf: rich, End: pay, Do: &game.Loop{Do: &game.Act{Name: "a", Who: seat0}}}
	outer := &game.Phase{Name: "outer", EndIf: rich, End: saying("-outer"), Do: game.Steps{inner, &game.Act{Name: "b", Who: seat1}}}
	x.Flow = &game.Loop{Do: outer}
	x.Settle = func(tx *game.Tx) {
		if points.Of(tx, game.Root) == 2 {
			sayAs(tx, "tax")
			points.Set(tx, game.Root, 1)
		}
	}
	s := x.play(t, x.start(t), func(tx *game.Tx) { points.Set(tx, game.Root, 2) })
	wantSaid(t, s, "tax; -inner")
	wantAt(t, s, 1, "b")
}

// Secret choices are settled once, after all their moves: units that die still strike.
func TestCheckpointAfterSecretMoves(t *testing.T) {
	x := burial(&game.Loop{Do: &game.Together{Name: "strike", Secret: true}})
	cheer := &game.Effect[int]{Name: "cheer", Do: func(tx *game.Tx, _ int) { sayAs(tx, "cheer") }}
	x.Effects = []game.AnyEffect{cheer}
	x.End = saying("end")
	x.do = func(tx *game.Tx) {
		x.hits(1 + int(tx.Seat))(tx)
		tx.Schedule(cheer.With(1), game.Occasion{})
	}
	s := must(t, x.start(t), 1, "do")
	wantSaid(t, s, "")
	s = must(t, s, 0, "do")
	wantSaid(t, s, "hit0; cheer0; hit1; cheer1; dies; dies; end0")
}

// A called step and its effect are followed by a checkpoint before the flow continues.
func TestCheckpointAfterACall(t *testing.T) {
	answer := &game.Act{Name: "answer", Who: seat1}
	x := burial(&game.Loop{Do: &game.EachSeat{Name: "turn", Do: game.Steps{&game.Act{Name: "act"}, game.Run(saying("run"))}}}, answer)
	land := &game.Effect[int]{Name: "land", Do: func(tx *game.Tx, n int) { x.hits(n)(tx) }}
	x.Effects, x.End = []game.AnyEffect{land}, saying("end")
	s := x.play(t, x.start(t), func(tx *game.Tx) { tx.Call(answer, land.With(2)); tx.Call(answer, land.With(1)) })
	wantSaid(t, s, "end0")
	s = x.play(t, s, doesNothing)
	wantSaid(t, s, "end1; hit0; dies; dies; end1") // the first call first
	s = x.play(t, s, doesNothing)
	wantSaid(t, s, "end1; hit0; dies; end1; run0")
}

// Stuck is followed by a checkpoint: Settle and End see its changes.
func TestCheckpointAfterStuck(t *testing.T) {
	for name, flow := range map[string]game.Step{
		"no flow": nil,
		"flow":    &game.Loop{Do: &game.EachSeat{Name: "turn", Do: &game.Act{Name: "act"}}},
	} {
		x := burial(flow)
		x.Actions[0].If = func(tx *game.Tx) bool { return tx.Seat == 0 }
		x.Stuck = x.hits(1)
		x.End = func(tx *game.Tx) {
			sayAs(tx, "end")
			if tx.Count(x.row) < 4 {
				tx.Win(0)
			}
		}
		s := x.play(t, x.start(t), doesNothing)
		wantSaid(t, s, "end0; hit1; dies; end1")
		if s = x.play(t, s, doesNothing); !s.Won(0) {
			t.Errorf("%s: End is not called after Stuck: %s", name, saidIn(s))
		}
	}
}

// A Stuck that writes without changing anything does not keep the game going.
func TestStuckThatChangesNothing(t *testing.T) {
	x := newBox()
	x.Actions[0].If = func(tx *game.Tx) bool { return tx.Played() == 0 }
	stuck := 0
	x.Stuck = func(tx *game.Tx) { stuck++; points.Set(tx, game.Root, 0) }
	x.Deadlock = (*game.Tx).Tie
	if s := x.play(t, x.start(t), doesNothing); !s.Tied() || stuck != 2 {
		t.Errorf("%s after %d times", s.Outcome(), stuck)
	}
}

// There is no checkpoint between the picks of a move, in a Try, or in a launched action.
func TestNoCheckpointWithinAMove(t *testing.T) {
	x := newBox()
	x.Settle = func(tx *game.Tx) { points.Set(tx, game.Root, 0) }
	var seen []int
	look := func(tx *game.Tx) { seen = append(seen, points.Of(tx, game.Root)) }
	add := &game.Action{Name: "add", Do: func(tx *game.Tx) { points.Add(tx, game.Root, 1) }}
	pick := &game.Pick[int]{Name: "n", Range: fixed(0, 1), Then: func(tx *game.Tx, _ int) { points.Add(tx, game.Root, 1) }}
	after := &game.Pick[int]{Name: "m", List: func(tx *game.Tx) []int { return []int{points.Of(tx, game.Root)} }}
	a := x.picking(func(tx *game.Tx) {
		look(tx)
		tx.Try(func() { points.Add(tx, game.Root, 5); look(tx) })
		if err := tx.Launch(tx.Seat, add); err != nil {
			t.Error(err)
		}
		look(tx)
	}, pick, after)
	x.Actions = []*game.Action{a, add}
	s := play(t, x.start(t), "pick 1 1")
	if fmt.Sprint(seen) != "[1 6 2]" || points.Of(s, game.Root) != 0 {
		t.Errorf("seen %v, then %d", seen, points.Of(s, game.Root))
	}
}

// Changes by End are settled; End is called once per checkpoint.
func TestEndIsSettled(t *testing.T) {
	x := burial(nil)
	asked := 0
	x.End = func(tx *game.Tx) { asked++; x.hits(2)(tx) }
	s := x.play(t, x.start(t), doesNothing)
	if wantSaid(t, s, "hit0; dies; dies"); asked != 1 || s.Count(x.row) != 3 {
		t.Errorf("asked %d times", asked)
	}
}

// A fork settles as a state does.
func TestSettleOnForks(t *testing.T) {
	x := burial(&game.Loop{Do: &game.EachSeat{Name: "turn", Do: &game.Act{Name: "act"}}})
	x.do = x.hits(1)
	s := x.start(t)
	for _, record := range []bool{false, true} {
		f := s.Fork()
		f.Record(record)
		want := s
		for range 4 {
			m := game.Move{Seat: want.Turn(), Action: "do"}
			want = must(t, want, want.Turn(), "do")
			if err := f.Play(m); err != nil || f.Hash() != want.Hash() {
				t.Fatalf("recorded %t: %v", record, err)
			}
		}
	}
}
