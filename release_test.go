package ply_test

import (
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// .goreleaser.yaml can be built: the package is a command, and Go knows every target.
func TestReleaseTargets(t *testing.T) {
	release := read(t, ".goreleaser.yaml")
	known, err := exec.Command("go", "tool", "dist", "list").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, system := range yamlList(t, release, "goos") {
		for _, processor := range yamlList(t, release, "goarch") {
			if target := system + "/" + processor; !slices.Contains(strings.Fields(string(known)), target) {
				t.Errorf("Go does not build for %s", target)
			}
		}
	}
	isCommand(t, regexp.MustCompile(`(?m)^  - main: (\S+)$`).FindStringSubmatch(release))
	for _, file := range yamlList(t, release, "    files") {
		read(t, file)
	}
}

// The Dockerfile builds a command with the module's version of Go, and includes everything it needs.
func TestDockerfile(t *testing.T) {
	file := read(t, "Dockerfile")
	isCommand(t, regexp.MustCompile(`(?m)^RUN .*go build .* (\S+)$`).FindStringSubmatch(file))
	needed := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(read(t, "go.mod"))
	if needed == nil || !strings.Contains(file, "\nFROM golang:"+needed[1]+" ") {
		t.Errorf("the Dockerfile should build with golang:%s", needed)
	}
	ignored := strings.Fields(read(t, ".gitignore"))
	for line := range strings.Lines(read(t, ".dockerignore")) {
		if line = strings.TrimSpace(line); !strings.HasPrefix(line, "#") && !slices.Contains(ignored, line) {
			t.Errorf(".dockerignore has %s, but .gitignore does not", line)
		}
	}
}

// yamlList returns a list written on one line.
func yamlList(t *testing.T, text, name string) []string {
	t.Helper()
	m := regexp.MustCompile(`(?m)^ *` + name + `: \[(.+)\]$`).FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("there is no list %s", strings.TrimSpace(name))
	}
	return strings.Split(m[1], ", ")
}

// isCommand checks that a pattern matches a package that can be run.
func isCommand(t *testing.T, found []string) {
	t.Helper()
	if found == nil {
		t.Fatal("no package is built")
	}
	if name, err := exec.Command("go", "list", "-f", "{{.Name}}", found[1]).Output(); strings.TrimSpace(string(name)) != "main" {
		t.Errorf("%s is not a command: %s %v", found[1], name, err)
	}
}
