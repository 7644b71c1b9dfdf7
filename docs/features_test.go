package docs_test

import (
	"fmt"
	"go/ast"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// featureIDs are all ids of the feature list.
func featureIDs() (ids []string) {
	for _, l := range []struct {
		name            string
		features, traps int
	}{{"TF", 16, 5}, {"VB", 15, 4}, {"BS", 45, 11}, {"TC", 20, 6}, {"NX", 20, 0}} {
		for n := range l.features {
			ids = append(ids, fmt.Sprint(l.name, n+1))
		}
		for n := range l.traps {
			ids = append(ids, fmt.Sprint(l.name, "-t", n+1))
		}
	}
	return ids
}

var featureRow = regexp.MustCompile(`(?m)^\| ([A-Z]{2}(?:-t)?\d+) \|(.*)\|$`)

// Every id has exactly one row, in one of the two sections.
func TestFeaturesAreComplete(t *testing.T) {
	rows := map[string]int{}
	for _, m := range featureRow.FindAllStringSubmatch(read(t, "features.md"), -1) {
		rows[m[1]]++
	}
	ids := featureIDs()
	for _, id := range ids {
		if rows[id] != 1 {
			t.Errorf("%s has %d rows", id, rows[id])
		}
	}
	for _, id := range slices.Sorted(maps.Keys(rows)) {
		if !slices.Contains(ids, id) {
			t.Errorf("there is no feature %s", id)
		}
	}
}

// A finished feature names tests that exist; a partly finished one says what is missing.
func TestFeaturesAreTested(t *testing.T) {
	done, later, found := strings.Cut(read(t, "features.md"), "\n## Later\n")
	if !found {
		t.Fatal("features.md has no section for later features")
	}
	named := regexp.MustCompile("`([\\w./]+)/((?:Test|Example|Fuzz|Benchmark)\\w*)`")
	known := map[string]map[string]bool{}
	for _, m := range featureRow.FindAllStringSubmatch(done, -1) {
		cells := strings.Split(m[2], " | ")
		if len(cells) != 2 {
			t.Errorf("%s has %d columns beside its id, not 2", m[1], len(cells))
			continue
		}
		tests := named.FindAllStringSubmatch(cells[1], -1)
		if rest := strings.Trim(named.ReplaceAllString(cells[1], ""), " ,"); len(tests) == 0 || rest != "" {
			t.Errorf("%s: the tests are not a list of `package/TestName`: %s", m[1], cells[1])
		}
		for _, test := range tests {
			if known[test[1]] == nil {
				known[test[1]] = testsOf(t, test[1])
			}
			if !known[test[1]][test[2]] {
				t.Errorf("%s: package %s has no %s", m[1], test[1], test[2])
			}
		}
	}
	if tests := named.FindString(later); tests != "" {
		t.Errorf("a later feature names a test: %s", tests)
	}
}

// testsOf returns the names of all tests, examples and benchmarks of a package.
func testsOf(t *testing.T, pkg string) map[string]bool {
	names := map[string]bool{}
	for _, file := range parse(t, filepath.Join("..", filepath.FromSlash(pkg)), true) {
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil {
				names[f.Name.Name] = true
			}
		}
	}
	return names
}
