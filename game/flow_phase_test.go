package game_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// An unnamed phase has everything a named one has, except that players are not told about it and nothing can be
// scheduled for it.
func TestPhaseWithoutAName(t *testing.T) {
	shut := false
	phase := &game.Phase{
		If: func(*game.Tx) bool { return !shut }, Begin: saying("begin"), End: saying("end"),
		EndIf: func(tx *game.Tx) bool { return points.Of(tx, game.Root) == 1 },
		Do:    &game.Act{Name: "in", Min: 3, Max: 3},
	}
	note := &game.Effect[int]{Name: "note", Do: func(*game.Tx, int) {}}
	x := staged(&game.Loop{Do: &game.EachSeat{Do: game.Steps{phase, &game.Act{Name: "out"}}}}, &game.Act{Name: "called"})
	x.Effects = []game.AnyEffect{note}
	s := x.start(t)
	wantSaid(t, s, "begin0")
	if got := s.Where(); got != "waiting for player 1 to choose do (0 done, 3 more needed, 3 left)" {
		t.Errorf("the game is %s", got)
	}
	s = reload(t, x.play(t, s, doesNothing))
	s = x.play(t, s, func(tx *game.Tx) { points.Set(tx, game.Root, 1) })
	wantSaid(t, s, "end0")
	wantAt(t, s, 0, "out")
	shut = true
	s = x.play(t, s, doesNothing)
	wantAt(t, s, 1, "out")
	wantSaid(t, s, "")
	_, err := x.try(s, func(tx *game.Tx) { tx.Schedule(note.With(1), game.Occasion{Start: phase}) })
	wantFault(t, err, `effect "note" is scheduled for a step that cannot be used: the Phase has no Name: give it one`)
	_, err = x.try(s, func(tx *game.Tx) { tx.Call(phase, nil) })
	wantFault(t, err, "Call got a step that cannot be called: the Phase has no Name: give it one")
}

// Saves distinguish unnamed phases by their position in the flow.
func TestPhasesWithoutNamesAreSaved(t *testing.T) {
	in := func(name string) *game.Phase {
		return &game.Phase{End: saying(name), Do: &game.Phase{End: saying("inner-" + name), Do: &game.Act{Name: name, Who: seat0, Min: 2, Max: 2}}}
	}
	x := staged(&game.Loop{Do: game.Steps{in("a"), in("b"), game.Switch{{If: no("")}, in("c")}}})
	s := x.start(t)
	for _, name := range []string{"a", "b", "c", "a"} {
		s = reload(t, x.play(t, s, doesNothing))
		wantAt(t, s, 0, name)
		s = x.play(t, s, doesNothing)
		wantSaid(t, s, "inner-"+name+"; "+name)
	}
}

// BeginPhase and EndPhase are called for every phase, around its own hooks and the effects scheduled for it.
func TestHooksOfAllPhases(t *testing.T) {
	inner := &game.Phase{Name: "inner", Begin: saying("Begin"), End: saying("End"), Do: &game.Act{Name: "act"}}
	plain := &game.Phase{Do: game.Run(saying("run"))}
	outer := &game.Phase{Name: "outer", Do: game.Steps{inner, plain}}
	note := &game.Effect[string]{Name: "note", Do: func(tx *game.Tx, what string) { sayAs(tx, what) }}
	x := staged(&game.Loop{Do: &game.EachSeat{Do: outer}})
	x.Effects = []game.AnyEffect{note}
	x.Setup = func(tx *game.Tx) {
		tx.Schedule(note.With("start"), game.Occasion{Start: inner}.Always())
		tx.Schedule(note.With("ending"), game.Occasion{End: inner}.Always())
	}
	hook := func(when string) func(*game.Tx, *game.Phase) {
		return func(tx *game.Tx, p *game.Phase) {
			points.Add(tx, game.Root, 1) // it may write
			sayAs(tx, strings.TrimSpace(when+p.Name))
		}
	}
	x.BeginPhase, x.EndPhase = hook("+"), hook("-")
	s := x.start(t)
	wantSaid(t, s, "+outer0; +inner0; Begin0; start0")
	const turn = "ending%[1]d; End%[1]d; -inner%[1]d; +%[1]d; run%[1]d; -%[1]d; -outer%[1]d; +outer%[2]d; +inner%[2]d; Begin%[2]d; start%[2]d"
	for i := range 4 {
		s = reload(t, s) // the hooks are not called again
		if got := points.Of(s, game.Root); got != 2+6*i {
			t.Errorf("the hooks were called %d times", got)
		}
		s = x.play(t, s, doesNothing)
		wantSaid(t, s, fmt.Sprintf(turn, i%2, (i+1)%2))
	}
}

// The hooks of all phases are also called for a phase that EndIf ends early, but not for a skipped one.
func TestHooksOfAllPhasesThatEndEarly(t *testing.T) {
	x := staged(&game.Loop{Do: game.Steps{
		&game.Phase{Name: "shut", If: no("never")},
		game.Switch{{Name: "closed", If: no("never")}, {Name: "open", If: yes}, {Name: "late"}},
		&game.Phase{Name: "outer", EndIf: yes, Do: &game.Phase{Name: "inner", End: saying("End"), Do: &game.Act{Name: "act", Who: seat0, Min: 3, Max: 3}}},
	}})
	x.BeginPhase = func(tx *game.Tx, p *game.Phase) { tx.Say("+" + p.Name) }
	x.EndPhase = func(tx *game.Tx, p *game.Phase) { tx.Say("-" + p.Name) }
	s := x.start(t)
	wantSaid(t, s, "+open; -open; +outer; +inner")
	wantSaid(t, x.play(t, s, doesNothing), "End; -inner; -outer; +open; -open; +outer; +inner")
}

// A hook of all phases may end the game; nothing follows then. A hook that fails is named.
func TestHooksOfAllPhasesEndTheGame(t *testing.T) {
	for name, c := range map[string]struct {
		begin, end func(*game.Tx, *game.Phase)
		want       string
	}{
		"begin": {func(tx *game.Tx, p *game.Phase) { sayAs(tx, "+"); tx.Tie() }, nil, "a; +"},
		"end":   {nil, func(tx *game.Tx, p *game.Phase) { sayAs(tx, "-"); tx.Tie() }, "a; Begin; run; End; -"},
	} {
		x := staged(&game.Loop{Do: game.Steps{
			&game.Act{Name: "act", Who: seat0},
			game.Run(saying("a")),
			&game.Phase{Name: "p", Begin: saying("Begin"), End: saying("End"), Do: game.Run(saying("run"))},
			game.Run(saying("b")),
		}})
		x.BeginPhase, x.EndPhase = c.begin, c.end
		s := x.play(t, x.start(t), doesNothing)
		if wantSaid(t, s, c.want); !s.Over() {
			t.Errorf("%s: the game continues", name)
		}
	}
	for want, spoil := range map[string]func(*game.Rules){
		"BeginPhase of the rules": func(r *game.Rules) { r.BeginPhase = func(*game.Tx, *game.Phase) { panic("oh") } },
		"EndPhase of the rules":   func(r *game.Rules) { r.EndPhase = func(*game.Tx, *game.Phase) { panic("oh") } },
	} {
		x := staged(&game.Loop{Do: game.Steps{&game.Act{Name: "act", Who: seat0}, &game.Phase{Name: "p"}}})
		spoil(x.Rules)
		_, err := x.try(x.start(t), doesNothing)
		if f, ok := err.(*game.Fault); !ok || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		} else if f.Action != "" {
			t.Errorf("%s: action %q is blamed", want, f.Action)
		}
	}
}

// A loop in which only a hook of all phases can end the game is not a fault.
func TestHooksOfAllPhasesEndALoop(t *testing.T) {
	x := staged(game.Steps{&game.Act{Name: "act", Who: seat0}, &game.Loop{Do: &game.Phase{Name: "p"}}})
	x.EndPhase = func(tx *game.Tx, _ *game.Phase) {
		if points.Add(tx, game.Root, 1) == 3 {
			tx.Tie()
		}
	}
	if s := x.play(t, x.start(t), doesNothing); !s.Over() || points.Of(s, game.Root) != 3 {
		t.Errorf("the game is %s", s.Outcome())
	}
}

// Hooks of all phases may call steps, which run before the contents of the phase or before what follows it.
func TestHooksOfAllPhasesCall(t *testing.T) {
	ask := &game.Act{Name: "ask", Who: seat1}
	x := staged(&game.Loop{Do: game.Steps{&game.Phase{Name: "p", Do: &game.Act{Name: "in", Who: seat0}}, &game.Act{Name: "after", Who: seat0}}}, ask)
	call := func(tx *game.Tx, _ *game.Phase) { tx.Call(ask, nil) }
	x.BeginPhase, x.EndPhase = call, call
	s := x.start(t)
	for _, step := range []string{"ask", "in", "ask", "after", "ask", "in"} {
		if p, _ := s.Progress(s.Turn()); p.Step != step {
			t.Errorf("in step %s, want %s", p.Step, step)
		}
		s = reload(t, x.play(t, s, doesNothing))
	}
}

// Within returns the parts of a step, so that kits can search a whole flow.
func TestStepsWithin(t *testing.T) {
	act, together, run := &game.Act{Name: "act"}, &game.Together{Name: "all"}, game.Run(doesNothing)
	first, second := &game.Phase{Do: act}, &game.Phase{}
	for name, c := range map[string]struct {
		step game.Step
		want []game.Step
	}{
		"steps":         {game.Steps{act, together}, []game.Step{act, together}},
		"no steps":      {game.Steps{}, nil},
		"phase":         {first, []game.Step{act}},
		"an empty one":  {second, nil},
		"loop":          {&game.Loop{Do: act}, []game.Step{act}},
		"each seat":     {&game.EachSeat{Do: act}, []game.Step{act}},
		"for each":      {&game.ForEach[string]{Do: together}, []game.Step{together}},
		"switch":        {game.Switch{first, second}, []game.Step{first, second}},
		"act":           {act, nil},
		"together":      {together, nil},
		"run":           {run, nil},
		"a nil pointer": {&game.Loop{Do: (*game.Act)(nil)}, nil},
	} {
		got := c.step.Within()
		ok := len(got) == len(c.want)
		for i := range got {
			ok = ok && got[i] == c.want[i]
		}
		if !ok {
			t.Errorf("in %s there is %v, want %v", name, got, c.want)
		}
	}
}

// Within lets programs walk a flow, here to find the named steps.
func ExampleStep_within() {
	var list func(depth string, s game.Step)
	list = func(depth string, s game.Step) {
		switch s := s.(type) {
		case *game.Phase:
			fmt.Println(depth+"phase", s.Name)
		case *game.Act:
			fmt.Println(depth+"act", s.Name)
		}
		for _, inner := range s.Within() {
			list(depth+"  ", inner)
		}
	}
	list("", &game.Phase{Name: "day", Do: game.Steps{
		&game.Phase{Name: "morning", Do: &game.Act{Name: "work"}},
		&game.Act{Name: "rest"},
	}})
	// Output:
	// phase day
	//     phase morning
	//       act work
	//     act rest
}

// BeginPhase and EndPhase are called for every phase of the game: they define once what all phases have in common.
func ExampleRules_beginPhase() {
	s := begun(&game.Rules{
		Name: "days", Seats: game.Exactly(1),
		BeginPhase: func(t *game.Tx, p *game.Phase) { t.Say("{0} begins", p.Name) },
		EndPhase:   func(t *game.Tx, p *game.Phase) { t.Say("{0} is over", p.Name) },
		Flow: &game.Loop{Do: &game.EachSeat{Do: game.Steps{
			&game.Phase{Name: "morning", Do: act(simple("work"))},
			&game.Phase{Name: "evening", Do: act(simple("rest"))},
		}}},
	})
	watch(s, "work", "rest")
	// Output:
	// player 1: work; morning is over; evening begins
	// player 1: rest; evening is over; morning begins
}
