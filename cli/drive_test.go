package cli

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/plygame/ply/games"
)

// asPly returns a command that runs this test binary as ply; see TestMain.
func asPly(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return &exec.Cmd{Path: exe, Args: append([]string{"ply"}, args...), Env: append(os.Environ(), "GORACE=atexit_sleep_ms=0")}
}

// Each response arrives before the next request is sent, and a reader that stops early is not a failure.
func TestDriveClosedPipe(t *testing.T) {
	c := asPly(t, "drive")
	var problems bytes.Buffer
	c.Stderr = &problems
	to, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	from, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	buffer := make([]byte, 64<<10)
	for range 3 {
		if _, err := io.WriteString(to, `{"do":"help"}`+"\n"); err != nil {
			t.Fatal(err)
		}
		if n, err := from.Read(buffer); err != nil || !strings.HasPrefix(string(buffer[:n]), `{"ok":true`) {
			t.Fatalf("%s, %v", buffer[:n], err)
		}
	}
	from.Close()
	for range 1000 { // until it notices
		if _, err := io.WriteString(to, `{"do":"help"}`+"\n"); err != nil {
			break
		}
	}
	to.Close()
	if err := c.Wait(); err != nil || problems.Len() > 0 {
		t.Errorf("the command ended with %v: %s", err, &problems)
	}
}

// The Python example plays every game.
func TestDrivePython(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("-short: starts other programs")
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed, so docs/examples/random.py is not run")
	}
	dir := t.TempDir()
	if err := os.Symlink(asPly(t).Path, filepath.Join(dir, "ply")); err != nil {
		t.Skipf("cannot link to the command: %v", err)
	}
	play := func(args ...string) (string, error) {
		c := exec.Command(python, append([]string{"../docs/examples/random.py"}, args...)...)
		c.Env = append(os.Environ(), "PLY="+filepath.Join(dir, "ply"), "GORACE=atexit_sleep_ms=0", "PYTHONDONTWRITEBYTECODE=1")
		out, err := c.CombinedOutput()
		return string(out), err
	}
	ended := regexp.MustCompile(`^\w+: winners \[[0-9, ]*\] after \d+ moves\n$`)
	short := map[string]string{"hearts": "one-deal=true", "cribbage": "one-deal=true", "gin": "one-deal=true", "letters": "one-deal=true", "market": "rounds=1", "skirmish": "turns=2", "liarsdice": "dice=2"}
	for _, r := range games.All() {
		args := []string{r.Name}
		if option := short[r.Name]; option != "" {
			args = append(args, option) // a shorter match says as much
		}
		if out, err := play(args...); err != nil || !ended.MatchString(out) {
			t.Errorf("%s: %v: %s", r.Name, err, out)
		}
	}
	if out, err := play("hex", "size=3"); err != nil || !ended.MatchString(out) {
		t.Errorf("hex of size 3: %v: %s", err, out)
	}
	if out, err := play("hexx"); err == nil || !strings.Contains(out, `refused: there is no game "hexx"; did you mean hex?`) {
		t.Errorf("hexx: %v: %s", err, out)
	}
}
