package game_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// visitedBy plays a ForEach with two moves for each value and returns the values. It saves and loads the game at every
// step.
func visitedBy[T comparable](t *testing.T, each *game.ForEach[T]) string {
	t.Helper()
	each.Name, each.Do = "each", &game.Act{Name: "act", Who: seat1, Min: 2, Max: 2}
	x := staged(game.Steps{each, &game.Act{Name: "end", Who: seat0}})
	s := x.setup(t, func(tx *game.Tx) { tx.CreateMany(3, x.stone, x.row) })
	var all []string
	for s.Turn() == 1 {
		if !strings.Contains(s.FlowText(), fmt.Sprintf("> for each each (%s)", wordFor(s, each.In(s)))) {
			t.Errorf("for %v the flow is\n%s", each.In(s), s.FlowText())
		}
		all = append(all, wordFor(s, each.In(s)))
		if v := s.View(0); wordFor(v, each.In(v)) != wordFor(s, each.In(s)) {
			t.Errorf("in a view the value is %v, in the state %v", each.In(v), each.In(s))
		}
		s = play(t, s, "do")
		l := reload(t, s)
		same(t, l, s)
		if each.In(l) != each.In(s) {
			t.Errorf("after Load the value is %v, before it %v", each.In(l), each.In(s))
		}
		s = play(t, l, "do")
	}
	wantAt(t, s, 0, "end")
	var zero T
	if each.In(s) != zero {
		t.Errorf("after the ForEach: %v", each.In(s))
	}
	return strings.Join(all, ", ")
}

// wordFor writes a value as text.
func wordFor(s *game.State, v any) string {
	switch v := v.(type) {
	case game.ID:
		return s.Name(v)
	case game.Seat:
		return s.Rules().SeatName(v)
	}
	return fmt.Sprint(v)
}

type season string

// A ForEach iterates over anything plain: the members of a Set, or a List in its order.
func TestForEachOfEveryType(t *testing.T) {
	set := func(n ...int) func(*game.Tx) game.Set[int] {
		return func(*game.Tx) game.Set[int] { return game.SetOf(n...) }
	}
	for want, got := range map[string]string{
		"1, 2, 7":            visitedBy(t, &game.ForEach[int]{From: set(7, 1, 2)}),
		"0, 300":             visitedBy(t, &game.ForEach[int]{From: set(300, 0)}),
		"":                   visitedBy(t, &game.ForEach[int]{From: set()}),
		"-5, 3, 3, 0":        visitedBy(t, &game.ForEach[int64]{List: list[int64](-5, 3, 3, 0)}),
		"200, 0, 255":        visitedBy(t, &game.ForEach[uint8]{List: list[uint8](200, 0, 255)}),
		"b, a, b":            visitedBy(t, &game.ForEach[string]{List: list("b", "a", "b")}),
		", \" x\n, é":        visitedBy(t, &game.ForEach[string]{List: list("", "\" x\n", "é")}),
		"fall, spring":       visitedBy(t, &game.ForEach[season]{List: list[season]("fall", "spring")}),
		"player 1, player 2": visitedBy(t, &game.ForEach[game.Seat]{From: (*game.Tx).Standing}),
		"player 2, player 1": visitedBy(t, &game.ForEach[game.Seat]{List: list[game.Seat](1, 0)}),
		"#1, #2, #3": visitedBy(t, &game.ForEach[game.ID]{From: func(tx *game.Tx) game.Set[game.ID] {
			return tx.Contents(tx.Find("row"))
		}}),
		"#3, row, #1": visitedBy(t, &game.ForEach[game.ID]{List: func(tx *game.Tx) []game.ID {
			return []game.ID{tx.Find("#3"), tx.Find("row"), tx.Find("#1")}
		}}),
	} {
		if got != want {
			t.Errorf("it visits %s, want %s", got, want)
		}
	}
}

// A List is evaluated when the step begins; elements that leave the game meanwhile are skipped.
func TestForEachOfAListIsKept(t *testing.T) {
	asked := 0
	x := newBox()
	each := &game.ForEach[game.ID]{Name: "each", Do: &game.Act{Name: "act", Who: seat0}, List: func(tx *game.Tx) []game.ID {
		asked++
		return []game.ID{tx.Last(x.row), tx.First(x.row), tx.Last(x.row)}
	}}
	x.Flow = &game.Loop{Do: each}
	s := x.setup(t, func(tx *game.Tx) { tx.CreateMany(3, x.stone, x.row) })
	if s.Name(each.In(s)) != "#3" {
		t.Errorf("it begins with %s", s.Name(each.In(s)))
	}
	s = x.play(t, s, func(tx *game.Tx) { tx.Remove(tx.Find("#1")); tx.MoveFirst(tx.Find("#3"), x.row) })
	if s.Name(each.In(s)) != "#3" || asked != 1 {
		t.Errorf("it continues with %s, after %d calls of List", s.Name(each.In(s)), asked)
	}
	s = x.play(t, s, doesNothing)
	if s.Name(each.In(s)) != "#2" || asked != 2 {
		t.Errorf("the next time it begins with %s, after %d calls of List", s.Name(each.In(s)), asked)
	}
}

// Nested ForEach steps each have their own value.
func TestForEachInForEach(t *testing.T) {
	row := &game.ForEach[string]{Name: "row", List: list("a", "b")}
	col := &game.ForEach[int]{Name: "col", From: func(*game.Tx) game.Set[int] { return game.SetOf(1, 2) }, Do: &game.Act{Name: "act", Who: seat0}}
	row.Do = col
	x := staged(game.Steps{row, game.Run((*game.Tx).Tie)})
	got := ""
	for s := x.start(t); !s.Over(); s = play(t, s, "do") {
		got += fmt.Sprint(row.In(s), col.In(s), " ")
	}
	if got != "a1 a2 b1 b2 " {
		t.Errorf("it visits %s", got)
	}
}

// A text in a ForEach cannot contain a zero byte, which ends texts in saves.
func TestForEachOfAZeroByte(t *testing.T) {
	x := staged(&game.ForEach[string]{Name: "each", List: list("a\x00b"), Do: &game.Act{Name: "act", Who: seat0}})
	_, err := x.Rules.Start(2, game.SeedOf(1))
	wantFault(t, err, `a ForEach lists the text "a\x00b", which contains a zero byte`)
}

// damagedValues saves a game in a ForEach and tries to load it with other values.
func damagedValues[T comparable](t *testing.T, each *game.ForEach[T], wrong map[string]func(f map[string]any)) {
	t.Helper()
	each.Name, each.Do = "each", &game.Act{Name: "act", Who: seat1}
	x := staged(&game.Loop{Do: each})
	s := play(t, x.start(t), "do")
	wrong["beyond the end"] = func(f map[string]any) { f["at"] = 3 }
	wrong["before the beginning"] = func(f map[string]any) { f["at"] = 0 }
	wrong["no values"] = func(f map[string]any) { delete(f, "values") }
	wrong["elements"] = func(f map[string]any) { f["elements"] = []any{"row", "pile"} }
	wrong["elements instead"] = func(f map[string]any) { f["elements"] = f["values"]; delete(f, "values") }
	wrong["something else"] = func(f map[string]any) { f["values"] = []any{1, 2} }
	for what, edit := range wrong {
		text := flowEdit(t, s, func(flow map[string]any) { edit(frameOf(flow, -2)) })
		if l, err := x.Rules.Load(text); game.CodeOf(err) != game.Damaged || l != nil {
			t.Errorf("%T, %s: %v", each, what, err)
		}
	}
	same(t, reload(t, s), s)
}

func TestDamagedValues(t *testing.T) {
	values := func(all ...any) func(map[string]any) {
		return func(f map[string]any) { f["values"] = all }
	}
	damagedValues(t, &game.ForEach[int]{List: list(5, 6)}, map[string]func(map[string]any){
		"a text": values("5", "x"), "no number": values("5", ""), "a fraction": values("5", "1.5"), "too large": values("5", "99999999999999999999"),
	})
	damagedValues(t, &game.ForEach[int8]{List: list[int8](5, 6)}, map[string]func(map[string]any){
		"too large": values("5", "128"), "too small": values("5", "-129"),
	})
	damagedValues(t, &game.ForEach[uint8]{List: list[uint8](5, 6)}, map[string]func(map[string]any){
		"too large": values("5", "256"), "below 0": values("5", "-1"),
	})
	damagedValues(t, &game.ForEach[game.Seat]{From: (*game.Tx).Standing}, map[string]func(map[string]any){
		"one that does not play": values("0", "2"), "out of bounds": values("0", "300"),
	})
	damagedValues(t, &game.ForEach[string]{List: list("a", "b")}, map[string]func(map[string]any){
		"a zero byte": values("a", "b\x00c"),
	})
}
