package game_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// sealed is a game with all that the kernel adds: actions of the flow, and a place for effects that wait.
func sealed(deadlock func(*game.Tx)) (r *game.Rules, bid *game.Together, act *game.Act) {
	pot := &game.Place{Name: "pot"}
	chip := &game.Kind{Name: "chip"}
	show := &game.Pick[int]{Name: "amount", Range: func(*game.Tx) (int, int) { return 1, 3 }}
	offer := &game.Action{Name: "offer", Pick: []game.Choice{show}, Do: func(*game.Tx) {}}
	pay := &game.Action{Name: "pay", Do: func(t *game.Tx) {
		t.Create(chip, pot)
		t.Moment()
		t.Create(chip, pot)
	}}
	bid = &game.Together{Name: "bid", Secret: true, Actions: []*game.Action{offer}}
	act = &game.Act{Name: "act", Max: 2, Actions: []*game.Action{pay}}
	return &game.Rules{Name: "sealed", Seats: game.Exactly(2), Layout: []game.Layout{pot}, Kinds: []*game.Kind{chip},
		Effects: []game.AnyEffect{&game.Effect[int]{Name: "tax", Do: func(*game.Tx, int) {}}}, Deadlock: deadlock,
		Flow: &game.Loop{Do: game.Steps{bid, &game.EachSeat{Name: "round", Do: act}}}}, bid, act
}

func TestActionsOf(t *testing.T) {
	r, bid, act := sealed((*game.Tx).Tie)
	describe := func(step game.Step) (text string) {
		for _, a := range r.ActionsOf(step) {
			text += fmt.Sprintf("%s %t %t, ", a.Name, a.Stops(), a.Withdraws())
		}
		return text
	}
	for step, want := range map[game.Step]string{
		bid: "offer false false, withdraw false true, ", act: "pay false false, done true false, ",
		r.Flow: "", &game.Act{Name: "act"}: "",
	} {
		if got := describe(step); got != want {
			t.Errorf("%T has the actions %s, not %s", step, got, want)
		}
	}
	if got := describe(game.Steps{bid}); got != "" {
		t.Errorf("steps have the actions %s", got)
	}
}

func TestTies(t *testing.T) {
	tie, _, _ := sealed((*game.Tx).Tie)
	win, _, _ := sealed(func(t *game.Tx) { t.Win(0) })
	for r, want := range map[*game.Rules]bool{tie: true, win: false} {
		if stuck, deadlock := r.Ties(); stuck || deadlock != want {
			t.Errorf("a tie is declared: %t, %t; not false, %t", stuck, deadlock, want)
		}
	}
	if tie.Stuck = (*game.Tx).Tie; true {
		if stuck, _ := tie.Ties(); !stuck {
			t.Error("a tie of a stuck seat is not noticed")
		}
	}
}

func TestPositionInTheFlow(t *testing.T) {
	r, _, _ := sealed(nil)
	s := start(t, r, 2)
	if _, ok := s.Chosen(0); ok {
		t.Error("a seat has chosen at the start")
	}
	s = must(t, s, 0, "offer 2")
	if m, ok := s.Chosen(0); !ok || s.Text(m) != "offer 2" {
		t.Errorf("seat 0 has chosen %q, %t", s.Text(m), ok)
	}
	if _, ok := s.View(1).Chosen(0); ok {
		t.Error("another seat sees the choice")
	}
	var all []string
	for v := range s.FlowValues() {
		all = append(all, v.Of+" "+v.Field+" "+v.Is)
	}
	want := []string{` loop {"step":"","at":1}`, `/0 steps {"step":"/0","at":1}`, `bid together {"step":"bid","at":1,"moves":[1,0]}`}
	if !slices.Equal(all, want) {
		t.Errorf("the position in the flow is\n%s\nnot\n%s", strings.Join(all, "\n"), strings.Join(want, "\n"))
	}
	before := must(t, s, 1, "offer 1")
	s = must(t, before, 0, "pay")
	if s.AtMoment() != 0 || len(s.Moments()) != 1 || s.Moments()[0].AtMoment() != 1 {
		t.Errorf("the state is moment %d; its moments are %d", s.AtMoment(), len(s.Moments()))
	}
	if in := s.Scheduled(); in == 0 || s.Count(in) != 0 {
		t.Errorf("effects wait in %s", s.Name(in))
	}
	for _, c := range before.Diff(s) {
		thing := strings.HasPrefix(c.Of, "#")
		if c.Advances() && thing || c.Moves() && (!thing || c.Advances()) || c.Random() {
			t.Errorf("%v: Advances %t, Moves %t, Random %t", c, c.Advances(), c.Moves(), c.Random())
		}
	}
	kinds := map[string]bool{}
	for _, c := range before.Changes(s, 0)[0] {
		switch {
		case c.Advances():
			kinds["advances"] = true
		case c.Moves():
			kinds["moves"] = c.Of == "pot"
		}
	}
	if !kinds["advances"] || !kinds["moves"] {
		t.Errorf("the changes are of %v", kinds)
	}
}

func TestStaleDerivedValuesAreFound(t *testing.T) {
	heap := &game.Place{Name: "heap"}
	chip := &game.Kind{Name: "chip"}
	left := game.NewDerived("left", func(s *game.State, _ game.ID) int { return s.Count(heap) }).OnTable()
	turn := game.NewDerived("turn", func(s *game.State, _ game.ID) game.Seat { return s.Turn() }).OnTable()
	r := &game.Rules{Name: "reckon", Seats: game.Exactly(2), Layout: []game.Layout{heap}, Kinds: []*game.Kind{chip},
		Derived: []game.AnyDerived{left, turn}, Actions: []*game.Action{
			{Name: "put", Do: func(t *game.Tx) { t.Create(chip, heap) }}, {Name: "wait", Do: func(*game.Tx) {}}}}
	for _, c := range []struct {
		move, want string
		turn       bool
	}{
		{"put", `derived value "left" of table is kept as 0, but computes to 1`, false},
		{"wait", `derived value "turn" of table is kept as seat 0, but computes to seat 1`, true},
	} {
		f := start(t, r, 2).Fork()
		f.StaleAfter(c.turn, func() {
			if err := f.Play(game.Move{Seat: 0, Action: c.move}); err != nil {
				t.Fatal(err)
			}
		})
		if err := f.State().CheckDerived(); err == nil || err.Error() != c.want {
			t.Errorf("after %s: %v; want %s", c.move, err, c.want)
		}
	}
}
