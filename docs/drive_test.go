package docs_test

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// The dialogue of drive.md is exactly what the command answers.
func TestDriveDialogue(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: builds the command")
	}
	page := read(t, "drive.md")
	shown := regexp.MustCompile("(?s)<!-- dialogue -->\n```text\n(.*?)```\n").FindStringSubmatchIndex(page)
	if shown == nil {
		t.Fatal("drive.md has no dialogue")
	}
	dialogue := page[shown[2]:shown[3]]
	var requests []string
	for line := range strings.Lines(dialogue) {
		if request, is := strings.CutPrefix(line, "> "); is {
			requests = append(requests, request)
		} else if !strings.HasPrefix(line, "< ") {
			t.Errorf("neither a request nor an answer: %s", line)
		}
	}
	drive := exec.Command(plyProgram(t), "drive")
	drive.Stdin = strings.NewReader(strings.Join(requests, ""))
	out, err := drive.Output()
	if err != nil {
		t.Fatal(err)
	}
	answers := strings.SplitAfter(string(out), "\n")
	answers = answers[:len(answers)-1] // the text after the last line
	if len(requests) < 10 || len(answers) != len(requests) {
		t.Fatalf("%d answers to %d requests", len(answers), len(requests))
	}
	var want strings.Builder
	for i := range requests {
		want.WriteString("> " + requests[i] + "< " + answers[i])
	}
	switch {
	case want.String() == dialogue:
	case updating():
		write(t, "drive.md", page[:shown[2]]+want.String()+page[shown[3]:])
	default:
		t.Errorf("drive.md shows another dialogue; run: go test ./docs -update\n%s", want.String())
	}
}
