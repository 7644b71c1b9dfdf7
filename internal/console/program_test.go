package console

import (
	"testing"
)

// Help texts name a program as the user types it: by its name, or by how it was run.
func TestCommandName(t *testing.T) {
	for path, want := range map[string]string{
		"ply":                           "ply",
		"/usr/local/bin/ply":            "ply",
		`ply.exe`:                       "ply",
		"/tmp/go-build12/b001/exe/ply":  "go run ./cmd/ply",
		"/tmp/go-build12/b001/exe/nim":  "go run .",
		"/tmp/go-build12/b001/cli.test": "ply",
		"./nim":                         "./nim",
		"/home/me/my games/nim":         "'/home/me/my games/nim'",
		"nim":                           "nim",
		"sh":                            "sh",
	} {
		if got := commandName(path, ""); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
	if got, want := commandName("/tmp/go-build1/b001/exe/gomoku", "gomoku"), "go run ./gomoku"; got != want {
		t.Errorf("in a folder of the module: %s, want %s", got, want)
	}
}
