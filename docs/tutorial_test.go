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
	"slices"
	"strings"
	"testing"
)

// tutorial.md works word for word: its blocks make a game and its test, which pass before and after the change of the
// last step, and the commands answer as shown. The files exist only in an overlay. The blocks are between ~~~, because
// they are not code of this package: see TestBlocks.
func TestTutorial(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: builds a program and two tests")
	}
	page := read(t, "tutorial.md")
	dir := t.TempDir()
	rules, test := written(t, page)
	if !strings.Contains(page, "\ngo test -short ./magpie ") {
		t.Error("the page does not say how to run the test")
	}
	magpie := filepath.Join(dir, "magpie")
	overlay := laid(t, dir, map[string]string{"magpie/main.go": rules, "magpie/main_test.go": test})
	run(t, "..", "", "go", "build", quickLink, "-overlay", overlay, "-o", magpie, "./magpie")
	t.Run("test", func(t *testing.T) { passes(t, rules, test, "TestLaws", "TestBids") })
	t.Run("commands", func(t *testing.T) {
		ran := consoles(t, "tutorial.md", dir, "go run ./magpie", magpie)
		for _, name := range []string{"check", "play", "simulate"} {
			if !slices.Contains(ran, name) {
				t.Errorf("the page does not show %s", name)
			}
		}
	})

	t.Run("changed", func(t *testing.T) {
		diffs := diffBlock.FindAllStringSubmatch(page, -1)
		if len(diffs) != 2 || !strings.Contains(page, "Add `\"#12\"` to the end of `order`") {
			t.Fatalf("the page changes the game in %d blocks", len(diffs))
		}
		test := patched(t, test, diffs[1][1])
		passes(t, patched(t, rules, diffs[0][1]), strings.Replace(test, `"#16"}`, `"#16", "#12"}`, 1), "TestBids")
	})
}

// passes runs these tests of the game.
func passes(t *testing.T, rules, test string, names ...string) {
	dir := t.TempDir()
	overlay, tests := laid(t, dir, map[string]string{"magpie/main.go": rules, "magpie/main_test.go": test}), filepath.Join(dir, "magpie.test")
	run(t, "..", "", "go", "test", quickLink, "-overlay", overlay, "-vet=off", "-c", "-o", tests, "./magpie")
	out := run(t, dir, "", tests, "-test.short", "-test.v", "-test.run", strings.Join(names, "|"))
	for _, name := range names {
		if !strings.Contains(out, "--- PASS: "+name) {
			t.Errorf("%s did not run:\n%s", name, out)
		}
	}
}

// patched returns the code with a diff applied; @@ lines separate its parts.
func patched(t *testing.T, code, diff string) string {
	for part := range strings.SplitSeq(diff, "@@\n") {
		var old, changed strings.Builder
		for line := range strings.Lines(part) {
			if line[0] != '+' {
				old.WriteString(line[1:])
			}
			if line[0] != '-' {
				changed.WriteString(line[1:])
			}
		}
		if strings.Count(code, old.String()) != 1 {
			t.Fatalf("the code does not have exactly once:\n%s", old.String())
		}
		code = strings.Replace(code, old.String(), changed.String(), 1)
	}
	return code
}

// written returns the rules, made of all Go blocks except the last, and the test.
func written(t *testing.T, page string) (rules, test string) {
	var blocks []string
	for _, m := range goBlock.FindAllStringSubmatch(page, -1) {
		blocks = append(blocks, m[1])
	}
	last := len(blocks) - 1
	if last < 5 || !strings.Contains(blocks[last], "func TestLaws") {
		t.Fatalf("the last of %d blocks is not a test", len(blocks))
	}
	rules, test = strings.Join(blocks[:last], "\n"), blocks[last]
	for _, code := range []string{rules, test} {
		if tidy, err := format.Source([]byte(code)); err != nil || string(tidy) != code {
			t.Errorf("%v, or not formatted by gofmt:\n%s", err, code)
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
	goBlock   = regexp.MustCompile("(?m)^~~~go\n((?s:.*?))^~~~\n")
	diffBlock = regexp.MustCompile("(?m)^~~~diff\n((?s:.*?))^~~~\n")
)

// laid writes the files to a temporary directory and returns the overlay that puts them into the module.
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
