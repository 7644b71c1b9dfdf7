package docs_test

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// The Python client plays games on a server, and the changes it receives lead to the view it receives.
func TestOnlinePython(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: starts other programs")
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed, so docs/examples/online.py is not run")
	}
	if code := read(t, "examples/online.py"); strings.Count(code, "\n") > 220 { // read here as well, so that a change to it invalidates the test cache
		t.Error("examples/online.py is too long for an example")
	}
	h := serve(t)
	play := func(args ...string) (string, error) {
		c := exec.Command(python, append([]string{"examples/online.py", h.URL}, args...)...)
		c.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1")
		out, err := c.CombinedOutput()
		return string(out), err
	}
	ended := regexp.MustCompile(`^\w+: (a draw.*|\S.* wins?.*) after \d+ entries\n$`)
	// One game of each sort: a choice of cells, of several things in turn, of numbers, in secret, and all seats at once.
	for _, args := range [][]string{{"hex", "size=3"}, {"checkers", "seats=2"}, {"nim", "seats=2"}, {"mastermind", "seats=2"}, {"gofish", "seats=4"}, {"liarsdice", "seats=3"}, {"market", "seats=3"}} {
		if out, err := play(args...); err != nil || !ended.MatchString(out) {
			t.Errorf("%v: %v: %s", args, err, out)
		}
	}
	if out, err := play("hexx"); err == nil || !strings.Contains(out, `refused: there is no game "hexx"`) {
		t.Errorf("hexx: %v: %s", err, out)
	}
}
