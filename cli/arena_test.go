package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Ctrl-C ends an arena with a report of the games so far.
func TestArenaInterrupted(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "games")
	p := &process{t: t, cmd: exec.Command("ply", "arena", "tictactoe", "--bots", "random,1", "-n", "100000000", "--records", folder), ended: make(chan error, 1)}
	p.cmd.Stdout, p.cmd.Stderr = &p.out, &p.err
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { p.ended <- p.cmd.Wait() }()
	t.Cleanup(func() { p.cmd.Process.Kill() })
	for range 6000 {
		if files, _ := os.ReadDir(folder); len(files) > 10 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	p.signal(os.Interrupt)
	if code := p.end(time.Minute); code != failed {
		t.Errorf("exit code %d:\n%s", code, &p.err)
	}
	for _, want := range []string{"1 - random", "moves on average", " of 100000000 games.\n"} {
		if !strings.Contains(p.out.String(), want) {
			t.Errorf("the report lacks %q:\n%s%s", want, &p.out, &p.err)
		}
	}
}
