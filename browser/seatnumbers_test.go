package browser_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// readable are all texts on the page that people can read or hear, including those in collapsed elements.
const readable = `(() => {
	const texts = [document.title], nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (nodes.nextNode()) texts.push(nodes.currentNode.data);
	for (const e of document.querySelectorAll("*")) for (const name of ["aria-label", "title", "alt", "placeholder", "data-tip"]) if (e.hasAttribute(name)) texts.push(e.getAttribute(name));
	return texts.filter((text) => text.trim());
})()`

// numbered matches a raw seat number.
var numbered = regexp.MustCompile(`(?i)\bseat[ /]\d`)

// checkSeatNumbers fails the test if the page shows a raw seat number: players have names and roles, or are called Player 1.
func (p *player) checkSeatNumbers(where string) {
	p.t.Helper()
	texts := eval[[]string](p, readable)
	if len(texts) < 5 {
		p.t.Errorf("%s: the page has no text except %q", where, texts)
	}
	for _, text := range texts {
		if numbered.MatchString(text) {
			p.t.Errorf("%s: the page shows %q", where, text)
		}
	}
}

// TestNoSeatNumbersInSources checks that only words.ts says how to name a seat by its number, and that no source parses such a name.
func TestNoSeatNumbersInSources(t *testing.T) {
	parsed := regexp.MustCompile("(?i)eat[\\\\ /()\\[\\]s]{0,6}(\\\\d|\\[0-9)|[\"'`]seats? (\\$\\{|\\d)")
	for text, bad := range map[string]bool{`/\bseat (\d+)/g`: true, `/\b([Ss]eat )(\d+)\b/g`: true, "`Seat ${n + 1}`": true, `/seat\/[0-9]/`: true, "`seat/${seat}`": false, `"seat"`: false} {
		if parsed.MatchString(text) != bad {
			t.Errorf("%s: %v", text, !bad)
		}
	}
	files := 0
	err := filepath.WalkDir("../web/src", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, "words.ts") || strings.HasSuffix(path, "wire.ts") {
			return err
		}
		files++
		source, err := os.ReadFile(path)
		for i, line := range strings.Split(string(source), "\n") {
			if parsed.MatchString(line) {
				t.Errorf("%s:%d: %s", path, i+1, strings.TrimSpace(line))
			}
		}
		return err
	})
	if err != nil || files < 50 {
		t.Errorf("only %d files read, %v", files, err)
	}
}
