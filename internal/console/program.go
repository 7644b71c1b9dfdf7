package console

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/plygame/ply/internal/words"
)

// Command returns what a user types to run this program.
func Command() string { return commandName(os.Args[0]) }

// commandName returns what a user types to run the program at a path: ply for Ply itself and its tests, go run
// for a program built by go run.
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
	return words.ShellQuoted(path)
}

// StateDir returns the folder for games and databases without a file name.
func StateDir() (string, error) {
	if dir := os.Getenv("XDG_STATE_HOME"); dir != "" {
		return filepath.Join(dir, "ply"), nil
	}
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		dir, err := os.UserConfigDir()
		return filepath.Join(dir, "ply"), err
	}
	dir, err := os.UserHomeDir()
	return filepath.Join(dir, ".local", "state", "ply"), err
}
