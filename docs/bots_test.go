package docs_test

import (
	"regexp"
	"testing"
)

// Every example of package game about bots is on the page.
func TestBotsShowsItsExamples(t *testing.T) {
	page := read(t, "bots.md")
	examples := regexp.MustCompile(`(?m)^func (Example\w+)`).FindAllStringSubmatch(read(t, botExamples), -1)
	if len(examples) < 3 {
		t.Errorf("there are only %d examples", len(examples))
	}
	for _, m := range examples {
		if !regexp.MustCompile(`(?m)^<!-- (\w+ )*` + m[1] + ` -->$`).MatchString(page) {
			t.Errorf("bots.md does not show %s", m[1])
		}
	}
}
