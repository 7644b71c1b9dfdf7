package ply_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// roomy lists the packages that may have more lines: splitting them would force them to export their internals.
var roomy = map[string]bool{"game": true, "gametest": true}

// designRow matches a row of the packages in docs/design.md: the name, and all that it imports.
var designRow = regexp.MustCompile("(?m)^\\| `([^`]+)` \\|[^|]*\\| (nothing|`[^|]*`) \\|$")

// TestRooms keeps packages small, and docs/design.md true: a package that is too large has two reasons to exist.
func TestRooms(t *testing.T) {
	design, err := os.ReadFile("docs/design.md")
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", "list", "-json=Name,ImportPath,Dir,GoFiles,IgnoredGoFiles,Imports", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	rows := map[string]string{}
	for _, row := range designRow.FindAllStringSubmatch(string(design), -1) {
		rows[row[1]] = row[2]
	}
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var p struct {
			Name, ImportPath, Dir            string
			GoFiles, IgnoredGoFiles, Imports []string
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
		if is, row := imported(p.Imports), rows[name]; row != "" && is != row {
			t.Errorf("docs/design.md: %s imports %s, not %s", name, is, row)
		}
	}
}

// imported lists the packages of Ply among imports, as docs/design.md does: those under internal last.
func imported(imports []string) string {
	var own, internal []string
	for _, path := range imports {
		name := "`" + strings.Replace(nameOf(path), "/*", "/...", 1) + "`"
		switch {
		case !strings.HasPrefix(path, module+"/"):
		case strings.HasPrefix(name, "`internal/"):
			internal = append(internal, name)
		default:
			own = append(own, name)
		}
	}
	slices.Sort(own)
	slices.Sort(internal)
	return cmp.Or(strings.Join(slices.Compact(append(own, internal...)), ", "), "nothing")
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
