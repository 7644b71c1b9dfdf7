package ply_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// spying are ways of looking into package game that go round what it says of itself: fields and methods by name, types of game
// by reflection, memory, and saves that are read again for their values.
var spying = []*regexp.Regexp{
	regexp.MustCompile(`\.(FieldByName|MethodByName|FieldByIndex|NewAt)\(`),
	regexp.MustCompile(`reflect\.Type(For\[\*?game\.|Of\(game\.)`),
	regexp.MustCompile(`^\s*(\w+ )?"unsafe"$`),
	regexp.MustCompile(`Unmarshal\(.*\bSave\(`),
}

// Nothing outside of package game looks into it but by what it exports.
func TestRulesAreAskedNotSpiedOn(t *testing.T) {
	files := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if path == "game" || d.Name() == "node_modules" || path != "." && strings.HasPrefix(d.Name(), ".") {
				return fs.SkipDir
			}
			return err
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if !strings.Contains(string(text), module+"/game\"") {
			return nil // it cannot know of it
		}
		files++
		for i, line := range strings.Split(string(text), "\n") {
			for _, way := range spying {
				if way.MatchString(line) {
					t.Errorf("%s:%d looks into package game: %s", path, i+1, strings.TrimSpace(line))
				}
			}
		}
		return nil
	})
	if err != nil || files < 100 {
		t.Errorf("%d files were read: %v", files, err)
	}
	for _, line := range []string{`v := x.FieldByName("name")`, "reflect.TypeFor[game.ID]()", "\t\"unsafe\"", "json.Unmarshal(view.Save(), &save)"} {
		found := false
		for _, way := range spying {
			found = found || way.MatchString(line)
		}
		if !found {
			t.Errorf("this would not be found: %s", line)
		}
	}
}
