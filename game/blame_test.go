package game_test

import (
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// A Fault names the function of the rules that failed, not the preceding action.
func TestFaultNamesTheStep(t *testing.T) {
	lost := game.NewPart[int]("lost")
	fail := func(tx *game.Tx) { lost.Set(tx, game.Root, 1) } // one function for all
	act := func(name string) *game.Act { return &game.Act{Name: name, Who: seat0} }
	rest := &game.Loop{Do: act("rest")}
	for want, flow := range map[string]game.Step{
		"run flow/1, move 1":                    game.Steps{act("first"), game.Run(fail), rest},
		"run day/0/1, move 1":                   &game.Phase{Name: "day", Do: game.Steps{act("first"), game.Run(fail), rest}},
		"run flow/0/0/1, seat 0, move 1":        &game.Loop{Do: &game.EachSeat{Do: game.Steps{act("first"), game.Run(fail)}}},
		"Begin of phase night, move 1":          game.Steps{act("first"), &game.Phase{Name: "night", Begin: fail, Do: rest}},
		"End of phase day, move 1":              game.Steps{&game.Phase{Name: "day", End: fail, Do: act("first")}, &game.Phase{Name: "night", End: fail, Do: rest}},
		"EndIf of phase day, move 1":            &game.Phase{Name: "day", EndIf: func(tx *game.Tx) bool { panic("oh") }, Do: &game.Loop{Do: act("first")}},
		"From of each seat turn, move 1":        game.Steps{act("first"), &game.EachSeat{Name: "turn", From: func(tx *game.Tx) game.Seat { fail(tx); return 0 }, Do: act("last")}},
		"Who of act last, seat 1, move 1":       game.Steps{act("first"), &game.EachSeat{Reverse: true, Do: &game.Act{Name: "last", Who: func(tx *game.Tx) game.Seat { panic("oh") }}}},
		"Times of loop flow/1, move 1":          game.Steps{act("first"), &game.Loop{Times: func(*game.Tx) int { panic("oh") }, Do: act("last")}},
		"End of phase outer, move 1":            &game.Phase{Name: "outer", End: fail, Do: &game.Phase{Name: "inner", EndIf: func(tx *game.Tx) bool { return true }, Do: act("first")}},
		"Until of together first, move 1":       &game.Together{Name: "first", Max: -1, Until: func(*game.Tx) bool { panic("oh") }},
		"Order of each seat turn, move 1":       game.Steps{act("first"), &game.EachSeat{Name: "turn", Order: func(*game.Tx, []game.Seat) []game.Seat { panic("oh") }, Do: act("last")}},
		"Only of each seat turn, move 1":        game.Steps{act("first"), &game.EachSeat{Name: "turn", Only: func(*game.Tx, game.Seat) bool { panic("oh") }, Do: act("last")}},
		"If of phase flow/1, move 1":            game.Steps{act("first"), &game.Phase{If: func(*game.Tx) bool { panic("oh") }, Do: act("last")}},
		"If of phase flow/1/1, move 1":          game.Steps{act("first"), game.Switch{{If: no("")}, {If: func(*game.Tx) bool { panic("oh") }, Do: act("last")}}},
		"List of for each each, move 1":         game.Steps{act("first"), &game.ForEach[int]{Name: "each", List: func(*game.Tx) []int { panic("oh") }, Do: act("last")}},
		"From of for each each, seat 0, move 1": &game.EachSeat{Do: game.Steps{act("first"), &game.ForEach[game.ID]{Name: "each", From: func(*game.Tx) game.Set[game.ID] { panic("oh") }, Do: act("last")}}},
	} {
		x := staged(flow)
		_, err := x.try(x.start(t), doesNothing)
		f, ok := err.(*game.Fault)
		if !ok || f.Action != "" || !strings.HasPrefix(err.Error(), "fault in the rules: box: "+want+": ") {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// actor is a game whose hooks are methods.
type actor struct{ *box }

func (x actor) fail(*game.Tx)                    { panic("oh") }
func (x actor) enter(*game.Tx, game.ID, game.ID) { panic("oh") }
func (x actor) offer(*game.Tx) game.Set[game.ID] { panic("oh") }
func (x actor) create(tx *game.Tx)               { tx.Create(x.stone, x.row) }
func (x actor) once(tx *game.Tx) bool            { return tx.Played() == 0 }
func (x actor) breaks(tx *game.Tx) bool          { x.create(tx); return true }
func (x actor) wrong(*game.Tx, int)              { panic("oh") }
func (x actor) act(name string) game.Step        { return &game.Act{Name: name, Who: seat0} }

// A Fault also names methods and functions called by others.
func TestFaultNamesMethods(t *testing.T) {
	for want, spoil := range map[string]func(actor){
		"End of the rules, seat 0, move 1":                func(x actor) { x.End = x.fail },
		"action do of seat 0, move 1":                     func(x actor) { x.Actions[0].Do = x.fail },
		"Enter of place row in run flow/1, move 1":        func(x actor) { x.row.Enter = x.enter; x.Flow = game.Steps{x.act("a"), game.Run(x.create)} },
		"action do of seat 0, move 1: Enter of place row": func(x actor) { x.row.Enter = x.enter; x.Actions[0].Do = x.create },
		"Stuck of the rules, seat 1, move 1": func(x actor) {
			x.Actions[0].If = game.When("only once", x.once)
			x.Stuck, x.Flow = x.fail, &game.Loop{Do: &game.EachSeat{Do: &game.Act{Name: "a", Min: 1, Max: 1}}}
		},
	} {
		x := actor{newBox()}
		spoil(x)
		_, err := x.start(t).PlayText(0, "do")
		if wantFault(t, err, "oh"); !strings.HasPrefix(err.Error(), "fault in the rules: box: "+want+": ") {
			t.Errorf("%s: %v", want, err)
		}
	}
	x := actor{newBox()}
	x.picking(doesNothing, &game.Pick[game.ID]{Name: "p", From: x.offer})
	_, err := x.Rules.Start(2, game.SeedOf(1))
	wantFault(t, err, "pick p: oh")
}

//go:noinline
func asks(holds func(*game.Tx) bool) game.Test { return game.When("no", holds) }

// If the program uses one function for several fields, the Fault names all of them.
func TestFaultNamesAllFieldsOfOneFunction(t *testing.T) {
	x := actor{newBox()}
	x.Actions[0].If, x.Actions[0].Check = asks(x.once), asks(x.breaks)
	_, err := x.Rules.Start(2, game.SeedOf(1))
	wantFault(t, err, "a read-only function (If or Check of action do)")
}

// A scheduled effect is not blamed on the last action.
func TestFaultNamesScheduledEffects(t *testing.T) {
	for want, when := range map[string]func(*game.Phase) game.Occasion{
		"scheduled effect burn in step day, move 1":           func(p *game.Phase) game.Occasion { return game.Occasion{End: p} },
		"scheduled effect burn in step first, seat 0, move 1": func(*game.Phase) game.Occasion { return game.Occasion{} },
	} {
		x := actor{newBox()}
		burn := &game.Effect[int]{Name: "burn", Do: x.wrong}
		day := &game.Phase{Name: "day", Do: x.act("first")}
		x.Effects = []game.AnyEffect{burn}
		x.Flow = game.Steps{day, &game.Loop{Do: x.act("last")}}
		_, err := x.try(x.start(t), func(tx *game.Tx) { tx.Schedule(burn.With(1), when(day)) })
		if wantFault(t, err, "oh"); !strings.HasPrefix(err.Error(), "fault in the rules: box: "+want+": ") {
			t.Errorf("%s: %v", want, err)
		}
	}
}
