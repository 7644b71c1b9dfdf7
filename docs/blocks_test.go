package docs_test

import (
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every Go block of the documents is code of this package, or an example of package game in hidden.md, flow.md,
// state.md and bots.md, so it is compiled and run. The line above a block names its declarations: <!-- Spot
// Example_positions -->. Of an example only the body is shown.
func TestBlocks(t *testing.T) {
	code := declarations(t)

	for _, page := range pages(t) {
		text := read(t, page)
		want := block.ReplaceAllStringFunc(text, func(found string) string {
			var parts []string
			for name := range strings.FieldsSeq(block.FindStringSubmatch(found)[1]) {
				if code[name] == "" {
					t.Errorf("%s: there is no %s in the tests of docs, nor in %s", page, name, strings.Join(gameExamples, ", "))
				}
				parts = append(parts, code[name])
			}
			return strings.SplitAfter(found, "```go\n")[0] + strings.Join(parts, "\n") + "```\n"
		})
		if fences, named := strings.Count(text, "```go\n"), len(block.FindAllString(text, -1)); fences != named {
			t.Errorf("%s: %d Go blocks, and the line above %d of them names code", page, fences, named)
		}
		switch {
		case want == text:
		case updating():
			write(t, page, want)
		default:
			t.Errorf("%s shows other code than the tests of docs; run: go test ./docs -update", page)
		}
	}
}

var block = regexp.MustCompile("<!-- ([\\w ]+) -->\n```go\n(?s:(.*?))```\n")

func pages(t *testing.T) []string {
	all, err := filepath.Glob("*.md")
	if err != nil || len(all) < 5 {
		t.Fatalf("the pages are %v, %v", all, err)
	}
	return all
}

// hiddenExamples and so on are the examples that hidden.md, flow.md, state.md and bots.md are made of.
const (
	hiddenExamples = "../game/example_hidden*_test.go"
	flowExamples   = "../game/example_flow*_test.go"
	stateExamples  = "../game/example_state*_test.go"
	botExamples    = "../game/example_bots*_test.go"
)

var gameExamples = []string{hiddenExamples, flowExamples, stateExamples, botExamples}

// declarations returns the code of everything declared in the tests of this package and in the
// examples: a type with its methods, an example without its frame.
func declarations(t *testing.T) map[string]string {
	code := map[string]string{}
	for _, name := range filesOf(t, append([]string{"*_test.go"}, gameExamples...)...) {
		text, set := read(t, name), token.NewFileSet()
		file, err := parser.ParseFile(set, name, text, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		cut := func(from, to token.Pos) string { return text[set.Position(from).Offset:set.Position(to).Offset] }
		for _, d := range file.Decls {
			whole := cut(d.Pos(), d.End()) + "\n"
			switch d := d.(type) {
			case *ast.FuncDecl:
				switch {
				case d.Recv != nil:
					owner := strings.TrimLeft(cut(d.Recv.List[0].Type.Pos(), d.Recv.List[0].Type.End()), "*")
					code[owner] += "\n" + whole
				case strings.HasPrefix(d.Name.Name, "Example"):
					code[d.Name.Name] = dedent(cut(d.Body.Lbrace+2, d.Body.Rbrace))
				default:
					code[d.Name.Name] = whole
				}
			case *ast.GenDecl:
				switch s := d.Specs[0].(type) {
				case *ast.TypeSpec:
					code[s.Name.Name] = whole
				case *ast.ValueSpec:
					code[s.Names[0].Name] = whole
				}
			}
		}
	}
	return code
}

func filesOf(t *testing.T, patterns ...string) (files []string) {
	t.Helper()
	for _, pattern := range patterns {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("there are no files %s: %v", pattern, err)
		}
		files = append(files, found...)
	}
	return files
}

// showsExamples checks that a page shows every example of some files, or names it for those who want to see more.
func showsExamples(t *testing.T, page, files string, least int) {
	t.Helper()
	text := read(t, page)
	var examples [][]string
	for _, file := range filesOf(t, files) {
		examples = append(examples, regexp.MustCompile(`(?m)^func (Example\w+)`).FindAllStringSubmatch(read(t, file), -1)...)
	}
	if len(examples) < least {
		t.Errorf("there are only %d examples", len(examples))
	}
	for _, m := range examples {
		if !regexp.MustCompile(`(?m)^<!-- (\w+ )*`+m[1]+` -->$`).MatchString(text) && !strings.Contains(text, "`"+m[1]+"`") {
			t.Errorf("%s neither shows nor names %s", page, m[1])
		}
	}
}

// dedent takes one tab away from every line.
func dedent(code string) string {
	var b strings.Builder
	for line := range strings.Lines(code) {
		b.WriteString(strings.TrimPrefix(line, "\t"))
	}
	return b.String()
}

// updating reports whether the pages should be updated: package gametest declares the flag.
func updating() bool { return flag.Lookup("update").Value.String() == "true" }
