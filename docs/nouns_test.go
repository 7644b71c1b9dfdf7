package docs_test

import (
	"go/ast"
	"go/doc"
	"path/filepath"
	"strings"
	"testing"
)

// withoutExample are the exported types that have no example of their own: none. A type belongs
// here if it cannot be shown without another one, and that one's example is the right place.
var withoutExample = map[string]string{}

// Every type that packages game, board and gametest export has an example that is run: it is
// called like the type, and says what it prints.
func TestEveryNounHasAnExample(t *testing.T) {
	for _, pkg := range []string{"game", "board", "gametest"} {
		dir := filepath.Join("..", pkg)
		run := examplesOf(t, dir)
		for _, name := range exportedTypes(t, dir) {
			why, exempt := withoutExample[pkg+"."+name]
			if !run[name] && !exempt {
				t.Errorf("%s.%s has no Example%s with an Output", pkg, name, name)
			}
			if exempt && (run[name] || why == "") {
				t.Errorf("%s.%s need not be exempt: %q", pkg, name, why)
			}
		}
	}
}

// examplesOf returns what the examples of a package that are run are called, less a suffix in
// lower case: they are shown with the type of that name.
func examplesOf(t *testing.T, dir string) map[string]bool {
	run := map[string]bool{}
	for _, x := range doc.Examples(parse(t, dir, true)...) {
		if x.Output == "" && !x.EmptyOutput {
			continue
		}
		name, suffix, _ := strings.Cut(x.Name, "_")
		if suffix == "" || !ast.IsExported(suffix) {
			run[name] = true
		}
	}
	return run
}
