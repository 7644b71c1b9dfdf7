package docs_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// What tutorial.md says works, word for word: its blocks make a game and its test, which pass,
// and the commands answer what is shown. The files exist in an overlay only. The blocks stand
// between ~~~, because they are no code of this package: see TestBlocks.
func TestTutorial(t *testing.T) {
	page := read(t, "tutorial.md")
	dir := t.TempDir()
	rules, test := written(t, page)
	overlay := laid(t, dir, map[string]string{
		"games/magpie/magpie.go":      rules,
		"games/magpie/magpie_test.go": test,
		"games/games.go":              listed(t, page),
	})
	if !strings.Contains(page, "\ngo test -short ./games/magpie ") {
		t.Error("the page does not say how the test is run")
	}
	ply, tests := filepath.Join(dir, "ply"), filepath.Join(dir, "magpie.test")
	run(t, "..", "", "go", "build", "-overlay", overlay, "-o", ply, "./cmd/ply")
	run(t, "..", "", "go", "test", "-overlay", overlay, "-vet=off", "-c", "-o", tests, "./games/magpie")

	t.Run("test", func(t *testing.T) {
		out := run(t, dir, "", tests, "-test.short", "-test.v")
		for _, name := range []string{"TestLaws", "TestBids"} {
			if !strings.Contains(out, "--- PASS: "+name) {
				t.Errorf("%s did not run:\n%s", name, out)
			}
		}
	})
	t.Run("commands", func(t *testing.T) { commands(t, page, dir, ply) })
}

// written returns the rules, which all Go blocks but the last make up, and the test.
func written(t *testing.T, page string) (rules, test string) {
	var blocks []string
	for _, m := range goBlock.FindAllStringSubmatch(page, -1) {
		blocks = append(blocks, m[1])
	}
	last := len(blocks) - 1
	if last < 5 || !strings.HasPrefix(blocks[last], "package magpie_test\n") {
		t.Fatalf("the last of %d blocks is no test", len(blocks))
	}
	rules, test = strings.Join(blocks[:last], "\n"), blocks[last]
	for _, code := range []string{rules, test} {
		if tidy, err := format.Source([]byte(code)); err != nil || string(tidy) != code {
			t.Errorf("%v, or not as gofmt writes it:\n%s", err, code)
		}
	}
	lines := 0
	for line := range strings.Lines(rules) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
			lines++
		}
	}
	if !strings.Contains(page, fmt.Sprintf(" %d lines of code", lines)) {
		t.Errorf("the page does not say that there are %d lines of code", lines)
	}
	return rules, test
}

var (
	goBlock      = regexp.MustCompile("(?m)^~~~go\n((?s:.*?))^~~~\n")
	diffBlock    = regexp.MustCompile("(?m)^~~~diff\n((?s:.*?))^~~~\n")
	consoleBlock = regexp.MustCompile("(?m)^~~~console\n\\$ go run ./cmd/ply (.*)\n((?s:.*?))^~~~\n")
)

// listed returns the list of games with the lines that the page adds, each before the first
// line of its sort that names tic-tac-toe.
func listed(t *testing.T, page string) string {
	diff := diffBlock.FindStringSubmatch(page)
	if diff == nil {
		t.Fatal("the page does not say what is added to the list")
	}
	list := read(t, "../games/games.go")
	for line := range strings.Lines(diff[1]) {
		add := strings.TrimPrefix(line, "+")
		at := strings.Replace(add, "magpie", "tictactoe", 1)
		if strings.Contains(list, add) {
			continue // somebody follows the tutorial here
		}
		if strings.Count(list, at) != 1 || add == line {
			t.Fatalf("games/games.go has no line %q", at)
		}
		list = strings.Replace(list, at, add+at, 1)
	}
	return list
}

// laid writes the files aside and returns the overlay that puts them into the module.
func laid(t *testing.T, dir string, files map[string]string) string {
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	replace := map[string]string{}
	for name, text := range files {
		aside := filepath.Join(dir, strings.ReplaceAll(name, "/", "_"))
		write(t, aside, text)
		replace[filepath.Join(root, filepath.FromSlash(name))] = aside
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "overlay.json")
	write(t, name, string(overlay))
	return name
}

// commands runs the commands of the page, types what is behind a >, and compares what is
// shown. What varies is shown as ….
func commands(t *testing.T, page, dir, ply string) {
	seen := map[string]bool{}
	want := consoleBlock.ReplaceAllStringFunc(page, func(found string) string {
		m := consoleBlock.FindStringSubmatch(found)
		args, shown := strings.Fields(m[1]), m[2]
		seen[args[0]] = true
		var typed strings.Builder
		for line := range strings.Lines(shown) {
			if in, ok := strings.CutPrefix(line, "> "); ok {
				typed.WriteString(in)
			}
		}
		out := varies.ReplaceAllString(run(t, dir, typed.String(), ply, args...), "$1$3…$2$4")
		if out == shown {
			return found
		}
		if !updating() {
			t.Errorf("ply %s answers\n%s\nand the page shows\n%s\nrun: go test ./docs -update", m[1], out, shown)
		}
		return "~~~console\n$ go run ./cmd/ply " + m[1] + "\n" + out + "~~~\n"
	})
	if updating() && want != page {
		write(t, "tutorial.md", want)
	}
	for _, name := range []string{"check", "leaks", "explain", "play", "simulate"} {
		if !seen[name] {
			t.Errorf("the page does not show ply %s", name)
		}
	}
}

// varies is what differs from run to run, or with every change of the kernel.
var varies = regexp.MustCompile(`(digest )[0-9a-f]+()|()[0-9]+( per second)`)

// run returns what the command prints; it must succeed.
func run(t *testing.T, dir, typed, name string, args ...string) string {
	t.Helper()
	c := exec.Command(name, args...)
	c.Dir, c.Stdin = dir, strings.NewReader(typed)
	c.Env = append(os.Environ(), "XDG_STATE_HOME="+t.TempDir(), "NO_COLOR=1", "COLUMNS=80")
	var out, complaints bytes.Buffer
	c.Stdout, c.Stderr = &out, &complaints
	if err := c.Run(); err != nil {
		t.Fatalf("%s %s: %v\n%s%s", name, strings.Join(args, " "), err, &out, &complaints)
	}
	return out.String()
}
