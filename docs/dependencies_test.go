package docs_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The page has a row for each direct requirement of go.mod, and no other, and names each package of the web client.
func TestDependencies(t *testing.T) {
	var required []string
	for _, m := range regexp.MustCompile(`(?m)^(?:require )?\t?(\S+\.\S+/\S+) v\S+( // indirect)?$`).FindAllStringSubmatch(read(t, "../go.mod"), -1) {
		if m[2] == "" {
			required = append(required, m[1])
		}
	}
	var rows []string
	page, _, _ := strings.Cut(read(t, "dependencies.md"), "| tool |")
	for _, m := range regexp.MustCompile("(?m)^\\| `(\\S+)` \\|").FindAllStringSubmatch(page, -1) {
		rows = append(rows, m[1])
	}
	slices.Sort(required)
	slices.Sort(rows)
	if len(required) == 0 || !slices.Equal(required, rows) {
		t.Errorf("go.mod requires %v, the page explains %v", required, rows)
	}
	var client struct{ DevDependencies map[string]string }
	if err := json.Unmarshal([]byte(read(t, "../web/package.json")), &client); err != nil || len(client.DevDependencies) == 0 {
		t.Fatalf("cannot read the dependencies of web/package.json: %v", err)
	}
	_, page, _ = strings.Cut(read(t, "dependencies.md"), "| package |")
	for name := range client.DevDependencies {
		if !regexp.MustCompile("(?im)^\\|[^|]*(^|[ ,`])" + regexp.QuoteMeta(name) + "[ ,`]").MatchString(page) {
			t.Errorf("the page does not explain %s of web/package.json", name)
		}
	}
	ci := read(t, "../.ci/run")
	for _, m := range regexp.MustCompile("`go run (\\S+@\\S+) ").FindAllStringSubmatch(read(t, "dependencies.md"), -1) {
		if !strings.Contains(ci, m[1]) {
			t.Errorf("%s is not what .ci/run runs", m[1])
		}
	}
}
