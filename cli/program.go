package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/alecthomas/kong"
)

// self is what is typed for the command that runs.
func self() string { return commandName(os.Args[0]) }

// commandName is what is typed for a command, from the path it was started by: ply for the command
// of Ply itself, and for its tests; go run for what go run has built.
func commandName(path string) string {
	name := strings.TrimSuffix(filepath.Base(path), ".exe")
	switch {
	case name == "ply" && strings.Contains(filepath.ToSlash(path), "/go-build"):
		return "go run ./cmd/ply"
	case name == "ply", strings.HasSuffix(name, ".test"):
		return "ply"
	case strings.Contains(filepath.ToSlash(path), "/go-build"):
		return "go run ."
	}
	if found, err := exec.LookPath(name); err == nil && (path == name || found == path) {
		return name
	}
	return shellQuoted(path)
}

// typed is ply and one of its commands, where a text tells the reader to type it.
var typed = regexp.MustCompile(`\bply (games|explain|play|simulate|check|leaks|flow|perft|record|replay|drive|serve|join|backup|verify|version|help|COMMAND)\b`)

// spoken makes a text that speaks of ply one that speaks of the program.
func spoken(text string) string { return typed.ReplaceAllString(text, self()+" $1") }

// speak makes all help speak of the program.
func speak(n *kong.Node) {
	n.Help, n.Detail = spoken(n.Help), spoken(n.Detail)
	for _, p := range n.Positional {
		p.Help = spoken(p.Help)
	}
	for _, f := range n.Flags {
		f.Help = spoken(f.Help)
	}
	for _, c := range n.Children {
		speak(c)
	}
}
