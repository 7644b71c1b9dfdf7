package docs_test

import (
	"go/ast"
	"regexp"
	"testing"
)

// The glossary has every type that packages game, board, card and gametest export, once.
func TestGlossaryIsComplete(t *testing.T) {
	text := read(t, "glossary.md")
	for _, pkg := range []string{"game", "board", "card", "gametest"} {
		names := exportedTypes(t, "../"+pkg)
		if len(names) < 3 {
			t.Errorf("package %s exports only %v", pkg, names)
		}
		for _, name := range names {
			entry := regexp.MustCompile("(?m)^- \\*\\*.*`" + pkg + `\.` + name + "(\\[T\\])?`")
			if n := len(entry.FindAllString(text, -1)); n != 1 {
				t.Errorf("%s.%s has %d entries in the glossary", pkg, name, n)
			}
		}
	}
}

func exportedTypes(t *testing.T, dir string) (names []string) {
	for _, file := range parse(t, dir, false) {
		ast.Inspect(file, func(n ast.Node) bool {
			if s, ok := n.(*ast.TypeSpec); ok && s.Name.IsExported() {
				names = append(names, s.Name.Name)
			}
			return true
		})
	}
	return names
}
