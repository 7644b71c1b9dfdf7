package docs_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/wire"
)

// TestEveryBlock checks every block of every document, or knows which test does: what its language says, and the line
// above it, such as <!-- View -->.
func TestEveryBlock(t *testing.T) {
	n := 0
	for _, page := range documents(t) {
		for _, b := range blocksOf(t, page) {
			n++
			b.check(t)
		}
	}
	if n < 200 {
		t.Errorf("found only %d blocks", n)
	}
}

// documents are all pages with words for people, here and elsewhere in the repository.
func documents(t *testing.T) []string {
	return filesOf(t, "*.md", "../*.md", "../web/client/*.md", "../.github/*.md", "../.github/*/*.md", "../llms.txt")
}

// codeBlock is a block of a page, and the comment above it.
type codeBlock struct{ page, place, language, mark, text string }

// blocksOf returns the blocks of a page. Code that is only indented has no language, so there is none.
func blocksOf(t *testing.T, page string) (all []codeBlock) {
	t.Helper()
	text := read(t, page)
	for _, m := range anyFence.FindAllStringSubmatch(text, -1) {
		first, _, _ := strings.Cut(m[4], "\n")
		all = append(all, codeBlock{page: page, place: page + ", block " + first, mark: m[1], language: m[3], text: m[4]})
	}
	rest := anyFence.ReplaceAllString(text, "\n")
	if found := regexp.MustCompile("(?m)^ *(```|~~~).*").FindString(rest); found != "" {
		t.Errorf("%s: a block without an end or inside a list: %s", page, found)
	}
	if found := regexp.MustCompile(`\n\n(    \S.*)`).FindStringSubmatch(rest); found != nil {
		t.Errorf("%s: a block without a language: %s", page, found[1])
	}
	return all
}

var anyFence = regexp.MustCompile("(?m)^(?:<!-- (.*) -->\n)?(```|~~~)(\\w*)\n((?s:.*?))^(?:```|~~~)\n")

// checkedElsewhere are marks of blocks that another test compares, or that show what no program can check.
var checkedElsewhere = map[string]string{
	"dialogue":      "TestProtocolDialogue and TestDriveDialogue",
	"mistakes":      "TestAgentsMistakes",
	"trace":         "TestOrderOfEvaluation",
	"failure":       "TestFailureReads",
	"leak":          "TestFailureReads",
	"board.js":      "browser.TestDocumentedBoard",
	"state.json":    "browser.TestDocumentedBoard",
	"tsconfig.json": "web/src/documents.test.ts",
	"settings":      "cli.TestDocumentedSettings",
	"unit":          ".ci/unit",
	"formula":       "for people",
	"diagram":       "for people",
	"proxy":         "the programs are not here",
}

func (b codeBlock) check(t *testing.T) {
	t.Helper()
	switch b.language {
	case "go": // the tests named compile and run it
		whole := map[string]string{"../README.md": "TestReadme", "tutorial.md": "TestTutorial"}
		if b.mark == "" && whole[b.page] == "" {
			t.Errorf("%s: the line above does not say which code it is", b.place)
		}
	case "js", "ts": // compiled by web/src/documents.test.ts
	case "diff", "console":
		// TestTutorial applies the diffs, and TestConsoles runs the commands.
	case "sh": // cli.TestDocumentedCommands looks at the commands
		sh := exec.Command("sh", "-n")
		sh.Stdin = strings.NewReader(b.text)
		if out, err := sh.CombinedOutput(); err != nil {
			t.Errorf("%s: %v: %s", b.place, err, out)
		}
	case "json":
		b.checkJSON(t)
	case "text", "ini", "caddy", "nginx":
		b.checkText(t)
	default:
		t.Errorf("%s: no test knows blocks of the language %q", b.place, b.language)
	}
}

func (b codeBlock) checkJSON(t *testing.T) {
	t.Helper()
	var each []json.RawMessage
	switch b.mark {
	case "View", "Message", "Request":
		each = append(each, json.RawMessage(b.text))
	case "Change":
		if err := json.Unmarshal([]byte(b.text), &each); err != nil {
			t.Errorf("%s: %v", b.place, err)
		}
	case "Table":
		d := json.NewDecoder(strings.NewReader(b.text))
		d.DisallowUnknownFields()
		var x wire.Table
		if err := d.Decode(&x); err != nil || len(x.Places) != 3 || x.Places[1].In != x.Places[0].Spots[0].Name {
			t.Errorf("%s: %+v, %v", b.place, x, err)
		}
	default:
		if !json.Valid([]byte(b.text)) || checkedElsewhere[b.mark] == "" {
			t.Errorf("%s: it is not JSON, or the line above does not name its type", b.place)
		}
	}
	for _, x := range each {
		if errs := invalid(messageSchema(), b.mark, string(x)); errs != nil {
			t.Errorf("%s: %v", b.place, errs)
		}
	}
}

// checkText compares with a file or the output of a command, if the mark names one.
func (b codeBlock) checkText(t *testing.T) {
	t.Helper()
	if args, is := strings.CutPrefix(b.mark, "like: ply "); is {
		if testing.Short() {
			return // it builds the command
		}
		words := func(text string) []string { // without numbers and the units of times
			all := regexp.MustCompile(`[a-zA-Z]+`).FindAllString(text, -1)
			return slices.DeleteFunc(all, func(w string) bool { return w == "s" || w == "ms" })
		}
		if got := run(t, t.TempDir(), "", plyProgram(t), strings.Fields(args)...); !slices.Equal(words(got), words(b.text)) {
			t.Errorf("%s: ply %s prints other words:\n%s", b.place, args, got)
		}
		return
	}
	if checkedElsewhere[b.mark] != "" {
		return
	}
	data, err := os.ReadFile(filepath.Join("..", b.mark))
	if err != nil {
		t.Errorf("%s: the line above does not say where the text is from: %q", b.place, b.mark)
	}
	rest := string(data)
	for line := range strings.Lines(b.text) {
		_, after, found := strings.Cut(rest, line)
		if !found {
			t.Errorf("%s: %s does not have, in this place: %s", b.place, b.mark, line)
			break
		}
		rest = after
	}
}

// TestConsoles runs the commands of the pages, types the lines after >, and compares the output.
func TestConsoles(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: builds the command")
	}
	for _, page := range pages(t) {
		if text := read(t, page); strings.Contains(text, "console\n$ ply ") {
			consoles(t, page, t.TempDir(), "ply", plyProgram(t))
		}
	}
}

// consoles runs those commands of a page that begin with a name. What varies from run to run is shown as ….
func consoles(t *testing.T, page, dir, name, program string) (ran []string) {
	t.Helper()
	text := read(t, page)
	block := regexp.MustCompile("(?m)^((?:```|~~~)console\n\\$ " + regexp.QuoteMeta(name) + " (.*)\n)((?s:.*?))^(?:```|~~~)\n")
	want := block.ReplaceAllStringFunc(text, func(found string) string {
		m := block.FindStringSubmatch(found)
		args := strings.Fields(m[2])
		ran = append(ran, args[0])
		var typed strings.Builder
		for line := range strings.Lines(m[3]) {
			if in, ok := strings.CutPrefix(line, "> "); ok {
				typed.WriteString(in)
			}
		}
		out := varies.ReplaceAllString(run(t, dir, typed.String(), program, args...), "$1$3…$2$4")
		if out != m[3] && !updating() {
			t.Errorf("%s: %s %s answers\n%s\nbut the page shows\n%s\nrun: go test ./docs -update", page, name, m[2], out, m[3])
		}
		return m[1] + out + m[1][:3] + "\n"
	})
	if updating() && want != text {
		write(t, page, want)
	}
	return ran
}
