package ply_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// searching are ways of finding a seat in a text that was meant for people. Lines carry their seats as arguments instead.
var searching = []*regexp.Regexp{
	regexp.MustCompile(`(?i)(s|\[ss\])eat[^a-z]{0,4}(\\d|\[0-9\])`),
	regexp.MustCompile(`(?i)(Cut|CutPrefix|TrimPrefix|HasPrefix|Contains|Index|Split|Sscanf?|Replace|ReplaceAll|replaceAll|startsWith|includes|split)\([^"'` + "`" + `]*["'` + "`" + `]seat `),
	regexp.MustCompile(`\w\[.*\] == "seat"`),
}

// reads are the places that may: what is typed, and what old stores have.
var reads = map[string]bool{
	"match/outcome.go": true, // results of records that stores kept before protocol 2
}

// Nothing outside of the catalogue of words looks for "seat 1" in a text.
func TestNobodySearchesTextForSeats(t *testing.T) {
	files := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if path == "web/dist" || d.Name() == "node_modules" || path != "." && strings.HasPrefix(d.Name(), ".") {
				return fs.SkipDir
			}
			return err
		}
		source := strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, ".ts") || strings.HasSuffix(path, ".svelte")
		if !source || reads[filepath.ToSlash(path)] || filepath.Base(path) == "words.ts" {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files++
		for i, line := range strings.Split(string(text), "\n") {
			for _, way := range searching {
				if way.MatchString(line) {
					t.Errorf("%s:%d looks for a seat in a text: %s", path, i+1, strings.TrimSpace(line))
				}
			}
		}
		return nil
	})
	if err != nil || files < 300 {
		t.Errorf("%d files were read: %v", files, err)
	}
	for _, line := range []string{
		"regexp.MustCompile(`\\bseat (\\d+)\\b`)", `text.replace(/\b([Ss]eat )(\d+)\b/g, name)`, `text.replace(/\bseat (\d+)/g, name)`,
		`strings.TrimPrefix(word, "seat ")`, `text.startsWith("seat ")`, `case words[i-1] == "seat":`,
	} {
		found := false
		for _, way := range searching {
			found = found || way.MatchString(line)
		}
		if !found {
			t.Errorf("this would not be found: %s", line)
		}
	}
}
