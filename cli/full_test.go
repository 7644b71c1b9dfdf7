//go:build linux

package cli

import (
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// fullAt is the size of a file at which the disk of plyfull is full.
const fullAt = 400 << 10

// fillDisk makes every write beyond fullAt fail for this process, as on a full disk.
func fillDisk() {
	signal.Ignore(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: fullAt, Max: fullAt}); err != nil {
		panic(err)
	}
}

// On a full disk, a server keeps running: it refuses what it cannot store, reports that it is not ready, lists matches,
// and stops cleanly. Everything it has acknowledged is there when it is started with room again.
func TestServeOnFullDisk(t *testing.T) {
	state := t.TempDir()
	serve := []string{"serve", "--address", "127.0.0.1:0", "--data", filepath.Join(state, "matches.db"), "--create-rate", "1000"}
	p := servingAs(t, "plyfull", state, serve...)
	var made []string
	refused := ""
	for range 2000 {
		status, text := p.post("/api/games/hex/create", `{}`)
		if status != http.StatusOK {
			refused = text
			break
		}
		id, _, _ := strings.Cut(strings.TrimPrefix(text, `{"match":"`), `"`)
		made = append(made, id)
	}
	if len(made) < 10 || !strings.Contains(refused, "not-kept") {
		t.Fatalf("after %d matches on a small disk: %q", len(made), refused)
	}
	p.ask(503, "GET", "/readyz", nil, nil)
	p.ask(200, "GET", "/healthz", nil, nil)
	p.ask(200, "GET", "/api/games/hex/"+made[0], nil, nil)
	p.ask(200, "GET", "/api/matches", nil, nil)
	p.signal(os.Interrupt)
	p.end(time.Minute)
	p = serving(t, state, serve...)
	for _, id := range made {
		p.ask(200, "GET", "/api/games/hex/"+id, nil, nil)
	}
	p.ask(200, "POST", "/api/games/hex/create", map[string]any{}, nil)
}

// post sends a request, and returns the answer.
func (p *process) post(path, body string) (int, string) {
	p.t.Helper()
	res, err := http.Post(p.url+path, "application/json", strings.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	defer res.Body.Close()
	text := new(strings.Builder)
	if err := res.Write(text); err != nil {
		p.t.Fatal(err)
	}
	_, said, _ := strings.Cut(text.String(), "\r\n\r\n")
	return res.StatusCode, said
}
