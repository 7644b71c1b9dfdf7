package browser_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// built compiles the TypeScript package with its own settings, which know no DOM and nothing outside of it, and returns the copy of it.
func built(t *testing.T) string {
	t.Helper()
	tsc, err := filepath.Abs("../web/node_modules/typescript/bin/tsc")
	if err == nil {
		_, err = os.Stat(tsc)
	}
	if _, missing := exec.LookPath("node"); missing != nil || err != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("no Node, or no packages of npm: %v, %v", missing, err)
		}
		t.Skip("needs Node, and npm ci in web")
	}
	dir := t.TempDir()
	for _, name := range []string{"package.json", "example.js"} {
		text, err := os.ReadFile(filepath.Join("../web/client", name))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), text, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.CommandContext(t.Context(), "node", tsc, "-p", "../web/client", "--outDir", filepath.Join(dir, "dist")).CombinedOutput(); err != nil {
		t.Fatalf("tsc: %v\n%s", err, out)
	}
	return dir
}

// TestPackage plays matches with the example of the TypeScript package, in Node, to the end.
func TestPackage(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles TypeScript")
	}
	t.Parallel()
	dir := built(t)
	h := newServer(t)
	for _, name := range []string{"tictactoe", "gofish"} {
		run := exec.CommandContext(t.Context(), "node", "--no-warnings", "--experimental-websocket", "example.js", h.URL, name)
		run.Dir = dir
		out, err := run.CombinedOutput()
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		result := regexp.MustCompile(`^(You win|Bot.* wins|A draw)\.$`)
		if err != nil || len(lines) < 7 || !result.MatchString(lines[len(lines)-1]) || !strings.HasPrefix(lines[0], "A bot joins") || !strings.Contains(string(out), "\nAda ") {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
	// The program on the page docs/typescript.md plays a match, too.
	page, err := os.ReadFile("../docs/typescript.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```ts\n(.*?)```").FindAllStringSubmatch(string(page), -1)
	program := "const draw = () => {}, alert = console.error;\n" + blocks[0][1] + blocks[1][1]
	program = strings.ReplaceAll(program, "http://localhost:8080", h.URL)
	program = regexp.MustCompile(`!([.,)])`).ReplaceAllString(program, "$1") // what only TypeScript knows
	if err := os.WriteFile(filepath.Join(dir, "page.mjs"), []byte(program), 0o644); err != nil {
		t.Fatal(err)
	}
	run := exec.CommandContext(t.Context(), "node", "--no-warnings", "--experimental-websocket", "page.mjs")
	run.Dir = dir
	if out, err := run.CombinedOutput(); err != nil || !regexp.MustCompile(`^(You win|Bot.* wins|A draw)\n$`).Match(out) {
		t.Errorf("the program of the page: %v\n%s", err, out)
	}
	if types, err := os.ReadFile(filepath.Join(dir, "dist", "index.d.ts")); err != nil || !strings.Contains(string(types), "MatchLogic") {
		t.Errorf("the types: %v", err)
	}
}
