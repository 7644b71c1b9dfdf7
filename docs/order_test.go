package docs_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// The order of evaluation in flow.md is the real one: all functions of a game write a line, and the lines, in order of
// their first appearance, are the list. The page explains all of them below.
func TestOrderOfEvaluation(t *testing.T) {
	page := read(t, "flow.md")
	lines := evaluated(t)
	var first []string
	for _, l := range lines {
		if !slices.Contains(first, l) {
			first = append(first, l)
		}
	}
	list := regexp.MustCompile(`(?s)## The order of evaluation\n.*?\n## `).FindString(page)
	var listed []string
	for _, m := range regexp.MustCompile("(?m)^ *[0-9]+\\. `([^`]+)`").FindAllStringSubmatch(list, -1) {
		listed = append(listed, m[1])
	}
	if !slices.Equal(listed, first) {
		t.Errorf("flow.md lists\n  %s\nand this happens:\n  %s", strings.Join(listed, "\n  "), strings.Join(first, "\n  "))
	}
	trace := regexp.MustCompile("(?s)<!-- trace -->\n```text\n(.*?)```")
	want := strings.Join(lines, "\n") + "\n"
	if m := trace.FindStringSubmatch(list); m == nil || m[1] != want {
		if !updating() {
			t.Errorf("flow.md shows another trace; run: go test ./docs -run TestOrderOfEvaluation -update\n%s", want)
			return
		}
		write(t, "flow.md", trace.ReplaceAllLiteralString(page, "<!-- trace -->\n```text\n"+want+"```"))
	}
}

// evaluated plays one move in which everything happens that the order of evaluation has, and returns
// what was called.
func evaluated(t *testing.T) (lines []string) {
	on := false
	note := func(line string) {
		if on && (len(lines) == 0 || lines[len(lines)-1] != line || line == "Rules.Settle") {
			lines = append(lines, line)
		}
	}
	// What is asked while a move is chosen is asked again for the next one: of that nothing is noted.
	asks := func(line string, t *game.Tx) bool {
		if t.Played() == 0 {
			note(line)
		}
		return true
	}
	count := game.NewPart[int]("count")
	does := func(line string) func(*game.Tx) {
		return func(t *game.Tx) { note(line); count.Add(t, game.Root, 1) }
	}
	effect := func(line, name string, then func(*game.Tx)) *game.Effect[int] {
		return &game.Effect[int]{Name: name, Do: func(t *game.Tx, _ int) { does(line)(t); then(t) }}
	}
	nothing := func(*game.Tx) {}

	stone := &game.Kind{Name: "stone"}
	grave := &game.Place{Name: "grave", Enter: func(t *game.Tx, id, _ game.ID) { note("Place.Enter") }}
	field := &game.Place{Name: "field", Leave: func(t *game.Tx, id, _ game.ID) { note("Place.Leave") }}
	var shield *game.Effect[int]
	hurt := effect("hurt", "hurt", nothing)
	shield = effect("Effect.Do", "shield", nothing)
	shield.Replaces, shield.If = hurt, func(t *game.Tx, _ int) bool { note("Effect.If"); return true }
	echo := effect("Occasion{}", "echo", nothing)
	after := effect("Occasion{}", "after", func(t *game.Tx) { t.Schedule(echo.With(1), game.Occasion{}) })
	dusk := effect("Occasion{End: step}", "dusk", nothing)
	dawn := effect("Occasion{Start: step}", "dawn", nothing)
	then := effect("Tx.Call", "then", nothing)

	which := &game.Pick[game.ID]{Name: "which",
		When: func(t *game.Tx) bool { return asks("Pick.When", t) },
		From: func(t *game.Tx) game.Set[game.ID] { asks("Pick.From", t); return field.Contents(t) },
		If:   func(t *game.Tx, _ game.ID) bool { return asks("Pick.If", t) },
		Then: func(t *game.Tx, _ game.ID) { asks("Pick.Then", t) }}
	hit := &game.Action{Name: "hit", Pick: []game.Choice{which},
		If:    func(t *game.Tx) bool { return asks("Action.If", t) },
		Check: func(t *game.Tx) bool { return asks("Action.Check", t) }}
	never := &game.Action{Name: "never", If: func(*game.Tx) bool { return false }, Do: nothing}

	answer := &game.Phase{Name: "answer", Begin: does("Phase.Begin"), Do: &game.Act{Name: "never", Actions: []*game.Action{never}, Min: 1, Max: 1}}
	inner := &game.Phase{Name: "inner", Do: &game.Loop{Do: &game.Act{Name: "hit", Actions: []*game.Action{hit}}}}
	inner.EndIf = func(t *game.Tx) bool { note("Phase.EndIf"); return t.Played() > 0 }
	inner.End = func(t *game.Tx) { does("Phase.End")(t); t.Call(answer, then.With(1)) }
	hit.Do = func(t *game.Tx) {
		note("Action.Do")
		t.Schedule(after.With(1), game.Occasion{})
		t.Schedule(dusk.With(1), game.Occasion{End: inner})
		t.Schedule(dawn.With(1), game.Occasion{Start: answer})
		t.Move(which.In(t), grave)
		t.Apply(hurt.With(1))
	}
	outer := &game.Phase{Name: "outer", EndIf: func(t *game.Tx) bool { note("Phase.EndIf"); return false },
		Do: game.Steps{inner, game.Run(does("Run")), &game.Act{Name: "wait", Actions: []*game.Action{{Name: "wait", Do: nothing}}}}}
	rules := &game.Rules{
		Name: "order", Seats: game.Exactly(1), Layout: []game.Layout{field, grave}, Kinds: []*game.Kind{stone}, Parts: []game.Column{count},
		Effects: []game.AnyEffect{hurt, shield, echo, after, dusk, dawn, then}, Calls: []game.Step{answer},
		Setup: func(t *game.Tx) { t.CreateMany(2, stone, field) },
		Flow:  &game.EachSeat{Do: outer},
		BeginPhase: func(t *game.Tx, p *game.Phase) {
			if p == answer {
				does("Rules.BeginPhase")(t)
			}
		},
		EndPhase: func(t *game.Tx, p *game.Phase) {
			if p == inner {
				does("Rules.EndPhase")(t)
			}
		},
		// It forgets what has happened, so the second round changes nothing.
		Settle: func(t *game.Tx) {
			note("Rules.Settle")
			count.Set(t, game.Root, 0)
		},
		End:   func(t *game.Tx) { note("Rules.End") },
		Stuck: does("Rules.Stuck"),
	}
	s, err := rules.Start(1, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	m, err := s.Parse(0, "hit #1")
	if err != nil {
		t.Fatal(err)
	}
	on = true
	if _, err := s.Play(m); err != nil {
		t.Fatal(err)
	}
	return lines
}
