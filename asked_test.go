package ply_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// spying lists ways to bypass the exported API of package game: fields and methods by name, reflection on its types, unsafe
// memory, and parsing saves for their values.
var spying = []*regexp.Regexp{
	regexp.MustCompile(`\.(FieldByName|MethodByName|FieldByIndex|NewAt)\(`),
	regexp.MustCompile(`reflect\.Type(For\[\*?game\.|Of\(game\.)`),
	regexp.MustCompile(`^\s*(\w+ )?"unsafe"$`),
	regexp.MustCompile(`Unmarshal\(.*\bSave\(`),
}

// Other packages use only the exported API of package game.
func TestOnlyTheExportedAPIIsUsed(t *testing.T) {
	files := search(t, spying, "looks into package game", func(path, text string) bool {
		source := strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") && !strings.HasPrefix(path, "game/")
		return source && strings.Contains(text, module+"/game\"") // otherwise the test cache would not notice it
	})
	if files < 100 {
		t.Errorf("read only %d files", files)
	}
	finds(t, spying, `v := x.FieldByName("name")`, "reflect.TypeFor[game.ID]()", "\t\"unsafe\"", "json.Unmarshal(view.Save(), &save)")
}

// search reports the lines of the repository that match a pattern, and returns the number of files read.
func search(t *testing.T, ways []*regexp.Regexp, what string, wanted func(path, text string) bool) (files int) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if path == filepath.Join("web", "dist") || d.Name() == "node_modules" || path != "." && strings.HasPrefix(d.Name(), ".") {
				return fs.SkipDir
			}
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || !wanted(filepath.ToSlash(path), string(text)) {
			return err
		}
		files++
		for i, line := range strings.Split(string(text), "\n") {
			if matches(ways, line) {
				t.Errorf("%s:%d %s: %s", path, i+1, what, strings.TrimSpace(line))
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	return files
}

// finds checks that the patterns match each of these lines.
func finds(t *testing.T, ways []*regexp.Regexp, lines ...string) {
	t.Helper()
	for _, line := range lines {
		if !matches(ways, line) {
			t.Errorf("the patterns miss: %s", line)
		}
	}
}

func matches(ways []*regexp.Regexp, line string) bool {
	return slices.ContainsFunc(ways, func(way *regexp.Regexp) bool { return way.MatchString(line) })
}
