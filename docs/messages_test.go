package docs_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/gametest"
)

// The page has the messages that need advice, word for word.
func TestMessages(t *testing.T) {
	page := read(t, "messages.md")
	intro, _, found := strings.Cut(page, firstSection)
	if !found {
		t.Fatalf("messages.md has no %q", strings.TrimSpace(firstSection))
	}
	want := intro + firstSection + strings.TrimPrefix(listOfMessages(t), strings.TrimLeft(firstSection, "\n"))
	switch {
	case page == want:
	case updating():
		write(t, "messages.md", want)
	default:
		t.Errorf("messages.md differs from the sources; read what has changed, then run: go test ./docs -run TestMessages -update\n%s", firstChange(page, want))
	}
}

// A message of the kernel says what to do, or at least what it is about: "invalid move" helps nobody.
func TestMessagesSayEnough(t *testing.T) {
	empty := regexp.MustCompile(`(?i)\b(invalid|illegal|error|failed|oops|sorry)\b`)
	fragments := []string{"it is nil", "it has left the game", "a name consists of letters, digits, - and _, and begins with a letter",
		"0 means that no element was found", "this game never had such an element", "a pick that no action uses"}
	for _, pkg := range append([]string{"game", "match", "board", "gametest"}, commandPackages...) {
		for _, m := range sorted(messagesOf(t, pkg)) {
			if empty.MatchString(m.text) && !strings.Contains(m.text, "…") {
				t.Errorf("%s: %s: it does not say what is wrong", m.file, m.text)
			}
			about := strings.ContainsAny(m.text, "…:;")
			if (m.kind == "fault" || m.kind == "finding") && !about && !slices.Contains(fragments, m.text) {
				t.Errorf("%s: %s: it names nothing and does not say what to do", m.file, m.text)
			}
			if (pkg == "game" || pkg == "board") && strings.HasSuffix(m.text, ".") {
				t.Errorf("%s: %s: a message has no full stop, because it can be part of a sentence", m.file, m.text)
			}
		}
	}
}

const firstSection = "\n## Refusals\n"

// firstChange shows the first difference of two pages.
func firstChange(page, want string) string {
	a, b := strings.Split(page, "\n"), strings.Split(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d of the page:    %s\nby the sources: %s", i+1, a[i], b[i])
		}
	}
	return "one is longer"
}

// section is a part of the page: messages of some kinds.
type section struct {
	title, intro string
	of           func(message) bool
}

func from(pkg string, kinds ...string) func(message) bool {
	return func(m message) bool { return path.Dir(m.file) == pkg && slices.Contains(kinds, m.kind) }
}

// commandPackages are the packages of the command.
var commandPackages = []string{"cli", "drive", "lab", "terminal", "internal/catalogue", "internal/console", "internal/explain", "internal/host",
	"internal/load", "internal/random", "internal/replay", "internal/tableau", "internal/words"}

func fromCommand(kinds ...string) func(message) bool {
	return func(m message) bool {
		return slices.Contains(commandPackages, path.Dir(m.file)) && slices.Contains(kinds, m.kind)
	}
}

var sections = []section{
	{"Reasons", "Why a move, an action or a value cannot be chosen now. Most reasons come from the rules (`Refuse`, `When`); these are Ply's own.",
		func(m message) bool { return m.kind == "reason" || m.file == "game/reason" }},
	{"Faults", "A bug in the rules that came up during play: `game.Fault`. The message begins with the game, the action, the seat and the number of the move. " +
		"The state does not change. `Fault.Stack` has the stack, if the rules panicked.",
		from("game", "fault", "panic", "text")},
	{"Mistakes in rules", "The error of `Rules.Check` lists everything that is wrong with a definition. `ply check` and `Rules.Start` report it, too.",
		from("game", "finding")},
	{"Saves, records and changes", "These follow \"the save cannot be loaded\", \"the record cannot be read\" or \"the changes do not fit\". " +
		"The data was edited or cut off, or belongs to another game or version. The state does not change.",
		func(m message) bool { return from("game", "error")(m) || from("match", "error")(m) }},
	{"Broken laws", "`gametest` prints these after the name of the law, with a test that reproduces the failure. [testing.md](testing.md) explains each law.",
		from("gametest", "breach", "error", "text")},
	{"Commands", "The exit code is 2 for a mistake in the command line, and 1 for everything else.",
		fromCommand("misuse", "error", "panic", "text")},
}

// listOfMessages writes the page from the first section on.
func listOfMessages(t *testing.T) string {
	var all []message
	for _, pkg := range append([]string{"game", "match", "board", "gametest"}, commandPackages...) {
		all = append(all, messagesOf(t, pkg)...)
	}
	all = sorted(all)
	if len(all) < 400 {
		t.Errorf("found only %d messages", len(all))
	}
	all = slices.DeleteFunc(all, func(m message) bool { return whatNow[m.shown()] == "" })
	w := &messagePage{left: maps.Clone(whatNow), codes: codes(t)}
	w.refusals(all)
	for _, s := range sections {
		w.section(s, all)
	}
	for text := range w.left {
		t.Errorf("there is advice on a message that does not exist: %s", text)
	}
	return w.String()
}

// sorted assigns the remaining texts to the kind of their file, and drops those that are not messages.
func sorted(all []message) (out []message) {
	laws := append(gametest.Laws(), "replay in place")
	for _, m := range all {
		if m.kind != "text" {
			out = append(out, m)
			continue
		}
		if slices.Contains(laws, m.text) || slices.ContainsFunc(prose, func(p string) bool { ok, _ := path.Match(p, m.file); return ok }) {
			continue
		}
		if kind, ok := kindOfTexts[m.file]; ok {
			m.kind = kind
		}
		out = append(out, m)
	}
	return out
}

// kindOfTexts are files of package game whose functions return messages as strings.
var kindOfTexts = map[string]string{
	"game/call": "fault", "game/tx": "fault", "game/effect": "fault", "game/launch": "fault",
	"game/check": "finding", "game/codec": "finding",
	"match/recordtext": "error", "game/option": "error",
}

// prose are files whose texts describe a game, make up a screen, or are Go code.
var prose = []string{"game/flow_*", "game/offer", "game/outcome", "game/redeal", "game/refusal", "game/sight",
	"gametest/report", "gametest/input", "gametest/spoil", "gametest/golden", "gametest/process", "gametest/renumber", "gametest/answers", "gametest/pair", "gametest/offered", "gametest/fuzz", "gametest/world",
	"internal/explain/*", "internal/tableau/*", "terminal/*", "cli/welcome", "cli/main", "lab/printed", "cli/simulate", "cli/leaks", "internal/replay/replay", "drive/request"}

// code is a game.Code.
type code struct{ name, text, means string }

// codes returns the codes of refusals in the order of their declaration.
func codes(t *testing.T) (all []code) {
	file, err := parser.ParseFile(token.NewFileSet(), "../game/refusal.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	about := ""
	ast.Inspect(file, func(n ast.Node) bool {
		if d, ok := n.(*ast.GenDecl); ok && d.Tok == token.TYPE && strings.HasPrefix(d.Doc.Text(), "Code ") {
			about = d.Doc.Text()
		}
		s, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if typ, ok := s.Type.(*ast.Ident); ok && typ.Name == "Code" {
			text, _ := literal(s.Values[0])
			all = append(all, code{s.Names[0].Name, text, strings.TrimSpace(s.Comment.Text())})
		}
		return true
	})
	if len(all) < 10 {
		t.Fatalf("found only %d codes", len(all))
	}
	for _, c := range all {
		if !regexp.MustCompile(`\b` + c.name + `\b`).MatchString(about) {
			t.Errorf("go doc game.Code does not name %s", c.name)
		}
	}
	return all
}

// messagePage is the page being written.
type messagePage struct {
	strings.Builder
	codes []code
	left  map[string]string // advice on messages that have not been written yet
}

// refusals lists the codes, with the messages of packages game and match for each.
func (w *messagePage) refusals(all []message) {
	w.WriteString(strings.TrimLeft(firstSection, "\n"))
	fmt.Fprintf(w, "\n%s\n\n| code | in Go | when |\n|---|---|---|\n", wrapped("A `game.Refusal` means that the input was not accepted. The state does not change. "+
		"`game.CodeOf(err)` returns the code, which stays the same between versions. The text names the action and the pick first, then the reason.", ""))
	for _, c := range w.codes {
		fmt.Fprintf(w, "| `%s` | `game.%s` | %s |\n", c.text, c.name, c.means)
	}
	w.WriteByte('\n')
	for _, c := range w.codes {
		w.list(slices.DeleteFunc(slices.Clone(all), func(m message) bool {
			return !strings.HasPrefix(m.file, "game/") && !strings.HasPrefix(m.file, "match/") || m.kind != "refusal" || m.code != c.name
		}))
	}
}

// section lists the messages of a section that no earlier one has.
func (w *messagePage) section(s section, all []message) {
	of := slices.DeleteFunc(slices.Clone(all), func(m message) bool { return !s.of(m) || w.left[m.shown()] == "" })
	if len(of) == 0 {
		return
	}
	fmt.Fprintf(w, "\n## %s\n\n%s\n\n", s.title, wrapped(s.intro, ""))
	w.list(of)
}

// codeOf returns the code of a refusal as programs read it.
func (w *messagePage) codeOf(m message) string {
	for _, c := range w.codes {
		if c.name == m.code {
			return c.text
		}
	}
	return m.code
}

// shown returns the message on one line.
func (m message) shown() string {
	return strings.TrimSuffix(strings.Join(strings.Split(strings.TrimRight(m.text, "\n"), "\n"), " ⏎ "), " ⏎ …")
}

// list writes messages with their advice, each once.
func (w *messagePage) list(of []message) {
	for _, m := range of {
		text := m.shown()
		advice := w.left[text]
		if advice == "" {
			continue
		}
		delete(w.left, text)
		quote := "`"
		if strings.Contains(text, "`") {
			quote = "``"
		}
		fmt.Fprintf(w, "- %s%s%s", quote, strings.TrimSpace(text), quote)
		if m.kind == "refusal" {
			fmt.Fprintf(w, " (`%s`)", w.codeOf(m))
		}
		fmt.Fprintf(w, "\n%s\n", wrapped("  <br>"+advice, "  "))
	}
}

// wrapped breaks a text into lines of at most 120 letters, and indents all but the first.
func wrapped(text, indent string) string {
	var lines []string
	for len(text) > 120 && strings.LastIndex(text[:120], " ") > len(indent) {
		at := strings.LastIndex(text[:120], " ")
		lines, text = append(lines, text[:at]), indent+text[at+1:]
	}
	return strings.Join(append(lines, text), "\n")
}
