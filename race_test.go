package ply_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// notRaced are the packages with goroutines that .ci/race does not run whole, and why.
var notRaced = map[string]string{
	"cli":               "it waits for other processes",
	"drive":             "only a benchmark has one",
	"game":              "only tests with certain names",
	"gametest":          "only some games",
	"internal/console":  "it draws progress while a program waits",
	"internal/host":     "it waits for a server to end",
	"internal/load":     "the clients of ply soak",
	"server/servertest": "the tests of server run it",
	"store/storetest":   "the tests of store run it",
	"browser":           "its tests wait for a browser",
}

// .ci/race runs every package with goroutines, and leaves out only tests without them.
func TestRace(t *testing.T) {
	script := read(t, ".ci/race")
	list := func(name string) []string {
		found := regexp.MustCompile(`(?m)^` + name + `=\(([^)]*)\)`).FindStringSubmatch(script)
		if found == nil {
			t.Fatalf(".ci/race has no %s", name)
		}
		return strings.Fields(found[1])
	}
	packages, alone := list("packages"), list("alone")
	inGame := regexp.MustCompile(`-run '(\S+)' \./game`).FindStringSubmatch(script)
	if inGame == nil {
		t.Fatal(".ci/race runs no tests of package game")
	}
	meet, left := map[string]bool{}, map[string]bool{}
	for file, tree := range sources(t) {
		dir := path.Dir(file)
		for _, d := range tree.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			starts := startsGoroutine(f)
			meet[dir] = meet[dir] || starts
			isTest := strings.HasPrefix(f.Name.Name, "Test")
			if isTest && slices.Contains(alone, f.Name.Name) && slices.Contains(packages, "./"+dir) {
				left[f.Name.Name] = true
				if starts {
					t.Errorf("%s in %s starts goroutines, but .ci/race leaves it out", f.Name.Name, file)
				}
			}
			if dir == "game" && isTest && starts && !regexp.MustCompile(inGame[1]).MatchString(f.Name.Name) {
				t.Errorf("%s in %s starts goroutines, but .ci/race does not run it", f.Name.Name, file)
			}
		}
	}
	for dir, yes := range meet {
		if yes && !slices.Contains(packages, "./"+dir) && notRaced[dir] == "" {
			t.Errorf("package %s starts goroutines, but .ci/race does not run it", dir)
		}
	}
	for dir := range notRaced {
		if !meet[dir] {
			t.Errorf("package %s starts no goroutines any more", dir)
		}
	}
	for _, name := range alone {
		if !left[name] {
			t.Errorf(".ci/race leaves out %s, which does not exist", name)
		}
	}
}

// sources returns the syntax trees of all Go files of the module.
func sources(t *testing.T) map[string]*ast.File {
	t.Helper()
	trees, files := map[string]*ast.File{}, token.NewFileSet()
	err := fs.WalkDir(os.DirFS("."), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "node_modules" || d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && name != "."):
			return fs.SkipDir
		case path.Ext(name) == ".go":
			trees[name], err = parser.ParseFile(files, name, nil, parser.SkipObjectResolution)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return trees
}

// startsGoroutine reports whether a function has a go statement, or calls Go with a function, as of a sync.WaitGroup.
func startsGoroutine(f *ast.FuncDecl) (found bool) {
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			found = true
		case *ast.CallExpr:
			if s, ok := n.Fun.(*ast.SelectorExpr); ok && s.Sel.Name == "Go" && len(n.Args) == 1 {
				found = true
			}
		}
		return !found
	})
	return found
}
