package docs_test

import "testing"

// Every example of package game about bots is on the page.
func TestBotsShowsItsExamples(t *testing.T) {
	showsExamples(t, "bots.md", botExamples, 3)
}
