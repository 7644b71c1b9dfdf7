package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every link from a document to a file of the repository has a target, and an existing heading if it names one.
func TestLinks(t *testing.T) {
	found := 0
	for _, page := range documents(t) {
		for _, m := range link.FindAllStringSubmatch(span.ReplaceAllString(fenced.ReplaceAllString(read(t, page), ""), ""), -1) {
			path, heading := m[1], m[2]
			if strings.Contains(path, "://") {
				continue
			}
			found++
			to := page
			if path != "" {
				to = filepath.Join(filepath.Dir(page), filepath.FromSlash(path))
			}
			if _, err := os.Stat(to); err != nil {
				t.Errorf("%s links to %s: %v", page, path, err)
				continue
			}
			if heading != "" && !headings(read(t, to))[heading] {
				t.Errorf("%s links to %s#%s, but there is no such heading", page, path, heading)
			}
		}
	}
	if found < 100 {
		t.Errorf("found only %d links", found)
	}
}

var (
	link    = regexp.MustCompile(`\]\(([^)#\s]*)(?:#([^)\s]+))?\)`)
	fenced  = regexp.MustCompile("(?ms)^(```|~~~).*?^(```|~~~)\n")
	span    = regexp.MustCompile("`[^`\n]*`")
	title   = regexp.MustCompile(`(?m)^#+ (.*)$`)
	unnamed = regexp.MustCompile(`[^\p{L}\p{N}\s_-]`)
)

// headings returns what the headings of a page are called in links.
func headings(page string) map[string]bool {
	names := map[string]bool{}
	for _, m := range title.FindAllStringSubmatch(fenced.ReplaceAllString(page, ""), -1) {
		name := unnamed.ReplaceAllString(strings.ToLower(m[1]), "")
		names[strings.ReplaceAll(name, " ", "-")] = true
	}
	return names
}
