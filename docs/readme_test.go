package docs_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/plygame/ply/gametest"
)

// The README works word for word: its game builds, passes its test and plays, in this repository and in its own module,
// and its commands succeed.
func TestReadme(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: builds two programs")
	}
	page, dir := read(t, "../README.md"), t.TempDir()
	if laws := fmt.Sprintf(" %d laws", len(gametest.Laws())); !strings.Contains(page, laws) {
		t.Errorf("the README does not mention%s", laws)
	}
	code, test := goCode(t, page, "// Gomoku"), goCode(t, page, "package main\n\nimport (\n\t\"testing\"")
	overlay := laid(t, dir, map[string]string{"gomoku/main.go": code, "gomoku/main_test.go": test})
	programs := map[string]string{"./gomoku": filepath.Join(dir, "gomoku"), "./cmd/ply": plyProgram(t)}
	tests := filepath.Join(dir, "gomoku.test")
	run(t, "..", "", "go", "build", quickLink, "-overlay", overlay, "-o", programs["./gomoku"], "./gomoku")
	run(t, "..", "", "go", "test", quickLink, "-overlay", overlay, "-vet=off", "-c", "-o", tests, "./gomoku")
	if out := run(t, dir, "", tests, "-test.v", "-test.short"); !strings.Contains(out, "--- PASS: TestLaws") {
		t.Errorf("the laws were not checked:\n%s", out)
	}

	ran := 0
	for line := range strings.Lines(page) {
		line, _, _ = strings.Cut(line, " #")
		words := strings.Fields(line)
		if len(words) < 4 || words[0] != "go" || words[1] != "run" || words[3] == "serve" || words[3] == "join" {
			continue // a server does not end, and joining needs one
		}
		run(t, dir, "", programs[words[2]], words[3:]...)
		ran++
	}
	if ran < 5 {
		t.Errorf("found only %d commands", ran)
	}
	inOwnModule(t, code)
}

// inOwnModule builds the game in a module outside of the repository. It copies the requirements instead of running go
// mod tidy, which would use the network.
func inOwnModule(t *testing.T, code string) {
	dir := t.TempDir()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	const ply = "github.com/plygame/ply"
	_, needs, _ := strings.Cut(read(t, "../go.mod"), "\nrequire")
	write(t, filepath.Join(dir, "main.go"), code)
	write(t, filepath.Join(dir, "go.sum"), read(t, "../go.sum"))
	write(t, filepath.Join(dir, "go.mod"),
		"module example.com/gomoku\n\ngo 1.26\n\nrequire "+ply+" v0.0.0\n\nreplace "+ply+" => "+root+"\n\nrequire"+needs)
	run(t, dir, "", "go", "build", quickLink, "-mod=mod", "-o", "gomoku", ".")
	if out := run(t, dir, "", filepath.Join(dir, "gomoku"), "games"); !strings.Contains(out, "gomoku") {
		t.Errorf("the program does not have the game:\n%s", out)
	}
}

// goCode returns the code block with this beginning.
func goCode(t *testing.T, page, begin string) string {
	t.Helper()
	_, rest, found := strings.Cut(page, "```go\n"+begin)
	code, _, ended := strings.Cut(rest, "```\n")
	if !found || !ended {
		t.Fatalf("there is no code block that begins with: %s", begin)
	}
	return begin + code
}

// quickLink leaves out what only debuggers read: linking takes half as long.
const quickLink = "-ldflags=-s -w"

func TestMain(m *testing.M) {
	code := m.Run()
	if plyFolder != "" {
		os.RemoveAll(plyFolder)
	}
	os.Exit(code)
}

var plyFolder string // where the command was built, if it was

// plyProgram returns the path of the command, built once for all tests.
func plyProgram(t *testing.T) string {
	t.Helper()
	ply, err := builtPly()
	if err != nil {
		t.Fatal(err)
	}
	return ply
}

var builtPly = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "ply")
	if err != nil {
		return "", err
	}
	plyFolder = dir
	ply := filepath.Join(dir, "ply")
	if out, err := exec.Command("go", "build", quickLink, "-o", ply, "../cmd/ply").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return ply, nil
})
