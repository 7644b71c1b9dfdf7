package ply_test

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// searching lists ways to parse a seat from a text for people. Lines have seats as arguments instead.
var searching = []*regexp.Regexp{
	regexp.MustCompile(`(?i)(s|\[ss\])eat[^a-z]{0,4}(\\d|\[0-9\])`),
	regexp.MustCompile(`(?i)(Cut|CutPrefix|TrimPrefix|HasPrefix|Contains|Index|Split|Sscanf?|Replace|ReplaceAll|replaceAll|startsWith|includes|split)\(.*["'` + "`" + `]seat `),
	regexp.MustCompile(`\w\[.*\] == "seat"`),
	regexp.MustCompile("= *[\"'`][Ss]eat [\"'`];?$"),
}

// searches lists the files that may do this.
var searches = map[string]bool{
	"match/outcome.go": true, // results of records that stores kept before protocol 2
}

// Nothing parses "seat 1" from a text for people.
func TestNobodySearchesTextForSeats(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: takes long")
	}
	files := search(t, searching, "looks for a seat in a text", func(path, _ string) bool {
		source := strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, ".ts") || strings.HasSuffix(path, ".svelte")
		return source && !searches[path] && filepath.Base(path) != "words.ts"
	})
	if files < 300 {
		t.Errorf("only %d files were read", files)
	}
	finds(t, searching,
		"regexp.MustCompile(`\\bseat (\\d+)\\b`)", `text.replace(/\b([Ss]eat )(\d+)\b/g, name)`, `text.replace(/\bseat (\d+)/g, name)`,
		`strings.TrimPrefix(word, "seat ")`, `text.startsWith("seat ")`, `case words[i-1] == "seat":`, `const s = "seat "`)
}
