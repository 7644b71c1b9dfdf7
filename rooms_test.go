package ply_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// roomy lists the packages that may have more lines: splitting them would force them to export their internals.
var roomy = map[string]bool{"game": true, "gametest": true}

// TestRooms keeps packages small: a package that is too large has two reasons to exist.
func TestRooms(t *testing.T) {
	design, err := os.ReadFile("docs/design.md")
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", "list", "-json=Name,ImportPath,Dir,GoFiles,IgnoredGoFiles", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var p struct {
			Name, ImportPath, Dir   string
			GoFiles, IgnoredGoFiles []string
		}
		if err := d.Decode(&p); err != nil {
			t.Fatal(err)
		}
		name, lines, most := nameOf(p.ImportPath), 0, 5000
		if name == "cli" {
			most = 2000
		}
		for _, f := range append(p.GoFiles, p.IgnoredGoFiles...) {
			text, err := os.ReadFile(filepath.Join(p.Dir, f))
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(f, "_test.go") {
				lines += bytes.Count(text, []byte("\n"))
			}
		}
		if lines > most && !roomy[name] {
			t.Errorf("package %s has %d lines; the limit is %d", name, lines, most)
		}
		if row := "`" + strings.Replace(name, "/*", "/...", 1) + "`"; name != "" && p.GoFiles != nil && !isAuthors(p.Name, p.ImportPath) && !strings.Contains(string(design), row) {
			t.Errorf("docs/design.md does not name %s", row)
		}
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
