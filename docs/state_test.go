package docs_test

import "testing"

// Every example of package game about states is on the page.
func TestStateShowsItsExamples(t *testing.T) {
	showsExamples(t, "state.md", stateExamples, 15)
}
