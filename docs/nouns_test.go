package docs_test

import (
	"go/ast"
	"go/doc"
	"path/filepath"
	"strings"
	"testing"
)

// withoutExample are exported types without an example: none. A type belongs here if it cannot be shown without another
// one, whose example is the right place.
var withoutExample = map[string]string{}

// Every type exported by packages game, board, card and gametest has an example that is run: it is named after the type and
// has an Output.
func TestEveryNounHasAnExample(t *testing.T) {
	for _, pkg := range []string{"game", "board", "card", "gametest"} {
		dir := filepath.Join("..", pkg)
		run := examplesOf(t, dir)
		for _, name := range exportedTypes(t, dir) {
			why, exempt := withoutExample[pkg+"."+name]
			if !run[name] && !exempt {
				t.Errorf("%s.%s has no Example%s with an Output", pkg, name, name)
			}
			if exempt && (run[name] || why == "") {
				t.Errorf("%s.%s does not need an exemption: %q", pkg, name, why)
			}
		}
	}
}

// examplesOf returns the names of the examples of a package that are run, without a lower-case suffix: godoc shows them
// with the type of that name.
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
