package gametest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// faulty is a long game that fails when three pebbles are taken after one was taken four times, so five moves are
// needed.
func faulty() *game.Rules {
	p := newPebbles()
	p.Setup = func(t *game.Tx) { heap.Set(t, game.Root, 100) }
	return p.after(func(t *game.Tx) {
		switch n := p.many.In(t); {
		case n == 1:
			taken.Edit(t, game.Root, func(n *int) { *n++ })
		case n == 3 && taken.Of(t, game.Root) >= 4:
			panic("too many")
		}
	})
}

func TestShrinkFindsAShortGame(t *testing.T) {
	r := watch(t, func(t testing.TB) { Config{Games: 5}.Check(t, faulty()) })
	r.wants("what is offered is accepted", "too many")
	for _, f := range r.failures {
		if n := strings.Count(f, "g.Play("); strings.Contains(f, "what is offered is accepted") && n != 4 {
			t.Errorf("%d moves were left:\n%s", n, f)
		}
	}
}

// One fault is reported once, with the names of the other laws that met it.
func TestFaultIsReportedOnce(t *testing.T) {
	r := watch(t, func(t testing.TB) { Config{Games: 5}.Check(t, faulty()) })
	if all := strings.Join(r.failures, "\n"); strings.Count(all, "too many") != 1 || len(r.failures) != 1 {
		t.Errorf("%d failures:\n%s", len(r.failures), all)
	}
	if logs := strings.Join(r.logs, "\n"); !strings.Contains(logs, `the fault that breaks law "what is offered is accepted" also breaks: `) {
		t.Errorf("the log is %q", r.logs)
	}
}

func TestShorten(t *testing.T) {
	steps := func(texts string) (all []textMove) {
		for text := range strings.FieldsSeq(texts) {
			all = append(all, textMove{0, text})
		}
		return all
	}
	for _, c := range []struct{ all, need string }{
		{"a b c d e f g", "c f"},
		{"a", ""},
		{"a b c", "a b c"},
		{"a b c d e f g h i j k l m", "m"},
		{"", ""},
	} {
		got := shorten(steps(c.all), func(left []textMove) bool {
			text := ""
			for _, st := range left {
				text += st.text
			}
			for need := range strings.FieldsSeq(c.need) {
				if !strings.Contains(text, need) {
					return false
				}
			}
			return true
		})
		if len(got) != len(steps(c.need)) {
			t.Errorf("of %q, with %q needed, %v is left", c.all, c.need, got)
		}
	}
}

// Without Config.Make, the printed test shows what to fill in, and how to have it printed.
func TestPrintedTestNamesMake(t *testing.T) {
	r := watch(t, func(t testing.TB) { Config{Games: 5, MaxMoves: 50}.Check(t, faulty()) })
	want := "\trules := ... // make the rules of pebbles here; with Config.Make set to that Go expression, it is printed\n"
	if len(r.failures) == 0 || !strings.Contains(r.failures[0], want) {
		t.Errorf("%q does not have %q", r.failures, want)
	}
}

// The test that a failure prints is valid Go.
func TestPrintedTestIsGo(t *testing.T) {
	for _, c := range []struct {
		name  string
		rules func() *game.Rules
		has   []string
	}{
		{"a fault", faulty, []string{"gametest.New(t, rules, gametest.Setup{Seats: 2, Seed: ", `g.Play(0, "take `, `g.Try(`, "g.Check()"}},
		{"no end", brokenRules[len(brokenRules)-1].rules, []string{"gametest.Config{Games: 1, Seats: []int{2}, Seed: 1, MaxMoves: 50}.Check(t, rules)"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := watch(t, func(t testing.TB) { Config{Games: 5, MaxMoves: 50, Make: "pebbles.New()"}.Check(t, c.rules()) })
			if len(r.failures) == 0 {
				t.Fatal("nothing was found")
			}
			_, source, _ := strings.Cut(r.failures[0], "\n\n")
			file, err := parser.ParseFile(token.NewFileSet(), "x_test.go", source, 0)
			if err != nil {
				t.Fatalf("%v\n%s", err, source)
			}
			if f, ok := file.Decls[len(file.Decls)-1].(*ast.FuncDecl); !ok || !strings.HasPrefix(f.Name.Name, "TestPebbles") {
				t.Errorf("it is not a test:\n%s", source)
			}
			for _, line := range append(c.has, "rules := pebbles.New()") {
				if !strings.Contains(source, line) {
					t.Errorf("it has no %s:\n%s", line, source)
				}
			}
		})
	}
}

// The test printed for a faulty game fails when it is run.
func TestPrintedTestFails(t *testing.T) {
	r := watch(t, func(t testing.TB) { Config{Games: 5}.Check(t, faulty()) })
	r.wants("too many")
	again := watch(t, func(t testing.TB) {
		m := New(t, faulty(), Setup{Seats: 2})
		for line := range strings.Lines(r.failures[0]) {
			if _, call, ok := strings.Cut(line, "g.Play("); ok {
				seat, text, _ := strings.Cut(strings.TrimSuffix(strings.TrimSpace(call), `")`), `, "`)
				m.Play(game.Seat(seat[0]-'0'), text)
			} else if _, call, ok := strings.Cut(line, "g.Try("); ok {
				seat, text, _ := strings.Cut(strings.TrimSuffix(strings.TrimSpace(call), `")`), `, "`)
				m.Try(game.Seat(seat[0]-'0'), text)
			}
		}
	})
	again.wants("too many")
}

// The test printed for a leaky game breaks the law when it is run.
func TestPrintedLeakFails(t *testing.T) {
	leaky := func() *game.Rules {
		return newSnap().drawn(func(t *game.Tx, card game.ID) { t.Emit("flash", suit.Of(t, card)) })
	}
	r := watch(t, func(t testing.TB) { Config{Games: 5, Laws: []string{"leaks"}}.Check(t, leaky()) })
	r.wants("leaks", "notice: ", "seed 1, 2 seats")
	if n := strings.Count(r.failures[0], "g.Play("); n > 2 {
		t.Errorf("%d moves were left:\n%s", n, r.failures[0])
	}
	again := watch(t, func(t testing.TB) {
		m := New(t, leaky(), Setup{Seats: 2, Seed: 1})
		for line := range strings.Lines(r.failures[0]) {
			if _, call, ok := strings.Cut(line, "g.Play("); ok {
				seat, text, _ := strings.Cut(strings.TrimSuffix(strings.TrimSpace(call), `")`), `, "`)
				m.Play(game.Seat(seat[0]-'0'), text)
			}
		}
		m.Check()
	})
	again.wants("leaks", "notice: ")
}
