package games_test

import (
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the copy of hex in the README")

// The first example of the README is a file that is compiled and tested.
func TestReadmeShowsHex(t *testing.T) {
	code, readme := read(t, "hex/hex.go"), read(t, "../README.md")
	from := strings.Index(readme, "```go\n// Package hex ")
	if from < 0 {
		t.Fatal("the README has no code block that begins with: // Package hex")
	}
	from += len("```go\n")
	size := strings.Index(readme[from:], "```\n")
	if size < 0 {
		t.Fatal("the code block of hex in the README has no end")
	}
	if readme[from:from+size] == code {
		return
	}
	if !*update {
		t.Fatal("the README shows another hex than games/hex/hex.go; run: go test ./games -update")
	}
	readme = readme[:from] + code + readme[from+size:]
	if err := os.WriteFile("../README.md", []byte(readme), 0o644); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
