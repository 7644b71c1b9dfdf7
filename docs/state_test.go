package docs_test

import (
	"regexp"
	"testing"
)

// Every example of package game about states is on the page.
func TestStateShowsItsExamples(t *testing.T) {
	page := read(t, "state.md")
	examples := regexp.MustCompile(`(?m)^func (Example\w+)`).FindAllStringSubmatch(read(t, stateExamples), -1)
	if len(examples) < 15 {
		t.Errorf("there are only %d examples", len(examples))
	}
	for _, m := range examples {
		if !regexp.MustCompile(`(?m)^<!-- (\w+ )*` + m[1] + ` -->$`).MatchString(page) {
			t.Errorf("state.md does not show %s", m[1])
		}
	}
}
