package console

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/plygame/ply/internal/words"
)

// Command returns what a user types to run this program.
func Command() string { return commandName(os.Args[0], mainFolder()) }

// mainFolder returns the folder of the main package, relative to its module, if the working directory has it.
func mainFolder() string {
	built, known := debug.ReadBuildInfo()
	if !known {
		return ""
	}
	folder, inside := strings.CutPrefix(built.Path, built.Main.Path+"/")
	if at, err := os.Stat(filepath.FromSlash(folder)); !inside || err != nil || !at.IsDir() {
		return ""
	}
	return folder
}

// commandName returns what a user types to run a program: ply for the command of Ply itself and for its tests,
// go run for a program that go run has built. folder is where its main package is.
func commandName(path, folder string) string {
	name := strings.TrimSuffix(filepath.Base(path), ".exe")
	switch {
	case name == "ply" && strings.Contains(filepath.ToSlash(path), "/go-build"):
		return "go run ./cmd/ply"
	case name == "ply", strings.HasSuffix(name, ".test"):
		return "ply"
	case strings.Contains(filepath.ToSlash(path), "/go-build"):
		return strings.TrimSuffix("go run ./"+folder, "/")
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
