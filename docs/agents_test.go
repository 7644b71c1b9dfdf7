package docs_test

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"regexp"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

const agents = "../AGENTS.md"

// The games and tests in AGENTS.md are the files it names, which are compiled and tested.
func TestAgentsFiles(t *testing.T) {
	files := regexp.MustCompile("<!-- (docs/examples/\\S+) -->\n```go\n(?s:(.*?))```\n")
	page := read(t, agents)
	if n := len(files.FindAllString(page, -1)); n != 3 {
		t.Errorf("AGENTS.md shows %d files", n)
	}
	want := files.ReplaceAllStringFunc(page, func(found string) string {
		name := files.FindStringSubmatch(found)[1]
		return "<!-- " + name + " -->\n```go\n" + read(t, "../"+name) + "```\n"
	})
	upToDate(t, agents, page, want)
	if words := len(strings.Fields(want)); words > 2800 {
		t.Errorf("AGENTS.md has %d words", words)
	}
}

// The API in AGENTS.md is the real one: each listed function has this signature, and each struct has these fields.
func TestAgentsAPI(t *testing.T) {
	blocks := regexp.MustCompile("<!-- api (\\w+) -->\n```go\n((?s:.*?))```\n").FindAllStringSubmatch(read(t, agents), -1)
	if len(blocks) != 2 {
		t.Fatalf("AGENTS.md has %d blocks of the API", len(blocks))
	}
	for _, b := range blocks {
		has := map[string]bool{}
		for _, file := range parse(t, "../"+b[1], false) {
			for _, x := range outlined(file) {
				has[x] = true
			}
		}
		listed, err := parser.ParseFile(token.NewFileSet(), b[1], b[2], 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range outlined(listed) {
			if !has[x] {
				t.Errorf("package %s has no %s", b[1], x)
			}
		}
	}
}

// outlined returns the functions and struct fields that a file declares, without parameter names.
func outlined(file *ast.File) (all []string) {
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			text := d.Name.Name + types(d.Type.Params) + types(d.Type.Results)
			if d.Recv != nil {
				text = types(d.Recv) + " " + text
			}
			all = append(all, text)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				s, ok := s.(*ast.TypeSpec)
				if !ok {
					continue
				}
				if fields, ok := s.Type.(*ast.StructType); ok {
					for _, f := range fields.Fields.List {
						for _, name := range f.Names {
							all = append(all, s.Name.Name+"."+name.Name+" "+printed(f.Type))
						}
					}
				}
			}
		}
	}
	return all
}

// types are the types of a parameter list, one per parameter.
func types(fields *ast.FieldList) string {
	var all []string
	if fields != nil {
		for _, f := range fields.List {
			for range max(1, len(f.Names)) {
				all = append(all, printed(f.Type))
			}
		}
	}
	return "(" + strings.Join(all, ", ") + ")"
}

// printed returns a type as Go code, without the parameter names of functions.
func printed(x ast.Expr) string {
	if f, ok := x.(*ast.FuncType); ok {
		return "func" + types(f.Params) + types(f.Results)
	}
	var b strings.Builder
	if err := printer.Fprint(&b, token.NewFileSet(), x); err != nil {
		return err.Error()
	}
	return b.String()
}

// mistakes are broken rules, and a move that shows the mistake if Start does not.
var mistakes = []struct {
	what  string
	rules func() *game.Rules
	move  string
}{
	{"A Place is not in Rules.Layout", func() *game.Rules {
		deck, card := &game.Place{Name: "deck"}, &game.Kind{Name: "card"}
		return &game.Rules{Name: "mygame", Seats: game.Exactly(2), Kinds: []*game.Kind{card}, Actions: []*game.Action{simply("pass")},
			Setup: func(t *game.Tx) { t.Create(card, deck) }}
	}, ""},
	{"A Part is not in Rules.Parts", func() *game.Rules {
		return &game.Rules{Name: "mygame", Seats: game.Exactly(2), Actions: []*game.Action{
			{Name: "dig", Do: func(t *game.Tx) { gold.Add(t, t.Seat, 1) }},
		}}
	}, "dig"},
	{"A condition changes something", func() *game.Rules {
		return &game.Rules{Name: "mygame", Seats: game.Exactly(2), Parts: []game.Column{gold}, Actions: []*game.Action{
			{Name: "dig", If: func(t *game.Tx) bool { return gold.Add(t, t.Seat, 1) > 0 }, Do: func(*game.Tx) {}},
		}}
	}, "dig"},
	{"A pick is read before it is chosen", func() *game.Rules {
		n := &game.Pick[int]{Name: "n", Range: func(*game.Tx) (int, int) { return 1, 3 }}
		return &game.Rules{Name: "mygame", Seats: game.Exactly(2), Actions: []*game.Action{
			{Name: "take", If: func(t *game.Tx) bool { return n.In(t) > 1 }, Pick: []game.Choice{n}, Do: func(*game.Tx) {}},
		}}
	}, "take 1"},
	{"The board is full, and nothing ends the game", func() *game.Rules {
		never := game.When("it is too late", func(t *game.Tx) bool { return t.Played() == 0 })
		return &game.Rules{Name: "mygame", Seats: game.Exactly(2), Actions: []*game.Action{{Name: "dig", If: never, Do: func(*game.Tx) {}}}}
	}, "dig"},
	{"The last step of the flow does not end the game", func() *game.Rules {
		return &game.Rules{Name: "mygame", Seats: game.Exactly(2), Flow: game.Steps{
			&game.EachSeat{Name: "turn", Do: &game.Act{Name: "main", Max: 1, Actions: []*game.Action{simply("dig")}}},
		}}
	}, "dig\ndig"},
	{"An Act has no Name, and a Part holds a float", func() *game.Rules {
		return &game.Rules{Name: "mygame", Seats: game.Exactly(2), Parts: []game.Column{game.NewPart[float64]("speed")}, Flow: &game.Loop{
			Do: &game.EachSeat{Name: "turn", Do: &game.Act{Actions: []*game.Action{simply("dig")}}},
		}}
	}, ""},
	{"Two Rules share an action that is a package variable", func() *game.Rules {
		dig := simply("dig")
		first := &game.Rules{Name: "mygame", Seats: game.Exactly(2), Actions: []*game.Action{dig}}
		if err := first.Check(); err != nil {
			panic(err)
		}
		return &game.Rules{Name: "mygame", Seats: game.Exactly(2), Actions: []*game.Action{dig}}
	}, ""},
	{"A secret value has no source to re-deal it from", func() *game.Rules {
		return &game.Rules{Name: "mygame", Seats: game.Exactly(2), Parts: []game.Column{gold.Seen(game.ByOwner)}, Actions: []*game.Action{simply("dig")}}
	}, ""},
}

func simply(name string) *game.Action { return &game.Action{Name: name, Do: func(*game.Tx) {}} }

// The mistakes in AGENTS.md lead to the messages shown there.
func TestAgentsMistakes(t *testing.T) {
	var text strings.Builder
	for _, m := range mistakes {
		s, err := m.rules().Start(2, game.SeedOf(1))
		for move := range strings.SplitSeq(m.move, "\n") {
			if err == nil && move != "" {
				s, err = s.PlayText(s.Turn(), move)
			}
		}
		var fault *game.Fault
		if err == nil || game.CodeOf(err) != "" {
			t.Errorf("%s: the rules are accepted: %v", m.what, err)
			continue
		}
		words := err.Error()
		if errors.As(err, &fault) {
			words = fault.Why // without the positions in the code
		}
		text.WriteString(m.what + ":\n")
		for line := range strings.Lines(strings.TrimRight(words, "\n") + "\n") {
			text.WriteString("  " + line)
		}
	}
	block := regexp.MustCompile("<!-- mistakes -->\n```text\n(?s:(.*?))```\n")
	page := read(t, agents)
	upToDate(t, agents, page, block.ReplaceAllLiteralString(page, "<!-- mistakes -->\n```text\n"+text.String()+"```\n"))
}

// upToDate compares a page with its expected text, or writes it.
func upToDate(t *testing.T, path, page, want string) {
	t.Helper()
	switch {
	case page == want:
	case updating():
		write(t, path, want)
	default:
		t.Errorf("%s is out of date; run: go test ./docs -update", path)
	}
}
