package cli

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestHostingSteps repeats the steps of docs/hosting.md on real processes: run, back up, upgrade, ban, delete, stop, restore
// and erase. Certificates are renewed in internal/host.
func TestHostingSteps(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: takes long")
	}
	state := t.TempDir()
	data, copied := filepath.Join(state, "matches.db"), filepath.Join(state, "monday.db")
	t.Setenv("PLY_ADMIN_SECRET", "the secret of the operator")
	start := func() (*process, string) {
		p := serving(t, state, "serve", "--address", "127.0.0.1:0", "--data", data, "--admin-address", "127.0.0.1:0")
		return p, regexp.MustCompile(`http://\S+:\d+; its password`).FindString(p.out.String())
	}
	step := func(code int, want string, args ...string) {
		t.Helper()
		if got, said := ran(t, args...); got != code || !strings.Contains(said, want) {
			t.Errorf("ply %s: %d: %s; want %d and %q", strings.Join(args, " "), got, said, code, want)
		}
	}
	p, operator := start()
	operator = strings.TrimSuffix(operator, "; its password")
	var made struct{ Match string }
	p.ask(200, "POST", "/api/games/hex/create", map[string]any{}, &made)
	p.ask(200, "POST", "/api/games/hex/"+made.Match+"/join", map[string]any{"name": "Wilhelmina"}, nil)
	step(0, "checked the copy", "backup", "--data", data, copied)
	step(0, "1 match with unchanged rules", "migrate", "--dry-run", "--data", data)
	step(1, "Stop", "serve", "--address", "127.0.0.1:0", "--data", data)
	step(1, "Stop the server", "forget", "Wilhelmina", "--data", data)
	admin := func(code int, want string, args ...string) {
		t.Helper()
		step(code, want, append([]string{"admin", "--url", operator}, args...)...)
	}
	admin(0, made.Match, "list")
	admin(0, "Wilhelmina", "inspect", made.Match)
	admin(0, "draining", "drain")
	p.ask(503, "POST", "/api/games/hex/create", map[string]any{}, nil)
	admin(0, "until", "ban", "127.0.0.0/8", "--for", "1h")
	if res, err := http.Get(p.url + "/api/games"); err != nil || res.StatusCode != 403 {
		t.Errorf("from a banned address: %v, %v", res, err)
	}
	admin(0, "network", "unban", "127.0.0.0/8")
	admin(0, "deleted", "delete", made.Match, "--why", "spam")
	p.ask(410, "GET", "/api/games/hex/"+made.Match, nil, nil)
	p.signal(os.Interrupt)
	if code := p.end(time.Minute); code != 0 {
		t.Errorf("exit code %d:\n%s", code, &p.err)
	}
	step(0, "Fresh random numbers in 1 match", "restore", "--data", data, copied)
	step(0, "in 1 match", "forget", "Wilhelmina", "--data", data)
	p, _ = start()
	var got struct {
		Match struct{ Seats []struct{ Name string } }
	}
	p.ask(200, "GET", "/api/games/hex/"+made.Match, nil, &got)
	if name := got.Match.Seats[0].Name; name != "[erased]" {
		t.Errorf("after restoring and erasing, the player is %q", name)
	}
	if audit, err := os.ReadFile(data + "-audit.log"); err != nil || strings.Count(string(audit), "\n") != 4 {
		t.Errorf("the audit log: %s, %v", audit, err)
	}
}
