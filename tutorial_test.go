package ply_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// What the README tells a newcomer to do works, word for word.
func TestTutorial(t *testing.T) {
	if testing.Short() {
		t.Skip("it copies the repository and builds the command")
	}
	if strings.Contains(read(t, "games/games.go"), "noughts") {
		t.Skip("somebody follows the tutorial here")
	}
	dir := t.TempDir()
	if err := copyCode(dir); err != nil {
		t.Fatal(err)
	}
	readme := read(t, "README.md")
	write(t, dir, "games/noughts/noughts.go", block(t, readme, "// Package noughts"))
	write(t, dir, "games/noughts/noughts_test.go", block(t, readme, "package noughts_test"))
	write(t, dir, "games/games.go", withNoughts(t))
	shell(t, dir, "go test ./games/noughts")
	inOwnModule(t, dir, readme)
	commands := 0
	for line := range strings.Lines(readme) {
		line, _, _ = strings.Cut(line, " #")
		if words := strings.Fields(line); len(words) > 3 && words[2] == "./cmd/ply" && words[3] != "serve" && words[3] != "join" {
			shell(t, dir, line) // a server would not end, and without one nobody can join
			commands++
		}
	}
	if commands < 8 {
		t.Errorf("only %d commands were found in the README", commands)
	}
}

// inOwnModule plays the game from a module of the reader's. What go mod tidy would look up is
// copied, so that nothing is fetched.
func inOwnModule(t *testing.T, dir, readme string) {
	own := filepath.Join(dir, "mygames")
	write(t, own, "main.go", block(t, readme, "package main"))
	write(t, own, "noughts/noughts.go", block(t, readme, "// Package noughts"))
	_, needs, _ := strings.Cut(read(t, "go.mod"), "\nrequire")
	write(t, own, "go.mod", "module example.com/mygames\n\ngo 1.26\n\nrequire "+module+" v0.0.0\n\nreplace "+module+" => ../\n\nrequire"+needs)
	write(t, own, "go.sum", read(t, "go.sum"))
	shell(t, own, "go run -mod=mod . explain noughts")
}

// copyCode copies what go needs to build the repository.
func copyCode(dir string) error {
	return fs.WalkDir(os.DirFS("."), ".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules"):
			return fs.SkipDir
		case d.IsDir():
			return os.MkdirAll(filepath.Join(dir, path), 0o755)
		}
		code, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(dir, path), code, 0o644)
	})
}

// withNoughts is the list of games with the reader's own.
func withNoughts(t *testing.T) string {
	code := read(t, "games/games.go")
	for _, c := range []struct{ at, add string }{
		{"\t\ttictactoe.New(),\n", "\t\tnoughts.New(),\n"},
		{"\t\"" + module + "/games/tictactoe\"\n", "\t\"" + module + "/games/noughts\"\n"},
	} {
		if !strings.Contains(code, c.at) {
			t.Fatalf("games/games.go does not have %q", c.at)
		}
		code = strings.Replace(code, c.at, c.add+c.at, 1)
	}
	return code
}

// block returns the code block that begins like this.
func block(t *testing.T, readme, begin string) string {
	_, rest, found := strings.Cut(readme, "```go\n"+begin)
	code, _, ended := strings.Cut(rest, "```\n")
	if !found || !ended {
		t.Fatalf("the README has no code block that begins with: %s", begin)
	}
	return begin + code
}

func shell(t *testing.T, dir, line string) {
	t.Helper()
	words := strings.Fields(line)
	c := exec.Command(words[0], words[1:]...)
	c.Dir = dir
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", line, err, out)
	}
}

func read(t *testing.T, path string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func write(t *testing.T, dir, name, text string) {
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
