package cli

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/tictactoe"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/store"
	"github.com/plygame/ply/wire"
)

// journal is a buffer that is safe for concurrent use.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (p *journal) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.text.Write(b)
}

func (p *journal) String() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.text.String()
}

// process is a running ply serve.
type process struct {
	t        *testing.T
	cmd      *exec.Cmd
	url      string
	out, err journal
	ended    chan error
	client   *http.Client // for ask; nil for the usual one
	header   http.Header  // of what is asked
}

var addressLine = regexp.MustCompile(`(?m)^  (https?://\S+)$[^~]*^Press Ctrl-C`)

// serving starts ply and waits until it prints its address.
func serving(t *testing.T, state string, args ...string) *process {
	t.Helper()
	return servingAs(t, "ply", state, args...)
}

// servingAs is serving with another program.
func servingAs(t *testing.T, program, state string, args ...string) *process {
	t.Helper()
	return servingWith(t, nil, program, state, args...)
}

// servingWith is servingAs with an environment.
func servingWith(t *testing.T, env []string, program, state string, args ...string) *process {
	t.Helper()
	p := &process{t: t, cmd: exec.Command(program, args...), ended: make(chan error, 1)}
	p.cmd.Stdout, p.cmd.Stderr = &p.out, &p.err
	p.cmd.Env = append(os.Environ(), "XDG_STATE_HOME="+state, "GORACE=atexit_sleep_ms=0")
	p.cmd.Env = append(p.cmd.Env, env...)
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { p.ended <- p.cmd.Wait() }()
	t.Cleanup(func() { p.cmd.Process.Kill() })
	for range 6000 {
		if m := addressLine.FindStringSubmatch(p.out.String()); m != nil {
			p.url = m[1]
			return p
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("the server does not print its address:\n%s%s", &p.out, &p.err)
	return nil
}

// signal sends a signal.
func (p *process) signal(s os.Signal) {
	p.t.Helper()
	if err := p.cmd.Process.Signal(s); err != nil {
		p.t.Fatal(err)
	}
}

// end waits for its end, and returns the exit code.
func (p *process) end(within time.Duration) int {
	p.t.Helper()
	select {
	case <-p.ended:
		return p.cmd.ProcessState.ExitCode()
	case <-time.After(within):
		p.t.Fatalf("the process does not end:\n%s%s", &p.out, &p.err)
		return -1
	}
}

// ask makes a request, which must be answered with this status.
func (p *process) ask(status int, method, path string, in, out any) {
	p.t.Helper()
	text, _ := json.Marshal(in)
	req, err := http.NewRequest(method, p.url+path, bytes.NewReader(text))
	if err != nil {
		p.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	for name, values := range p.header {
		req.Header[name] = values
	}
	client := p.client
	if client == nil {
		client = http.DefaultClient
	}
	res, err := client.Do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	defer res.Body.Close()
	text, err = io.ReadAll(res.Body)
	if err != nil || res.StatusCode != status {
		p.t.Fatalf("%s %s: %s, %v: %s", method, path, res.Status, err, text)
	}
	if raw, is := out.(*string); is {
		*raw = string(text)
	} else if out != nil {
		if err := json.Unmarshal(text, out); err != nil {
			p.t.Fatalf("%v in %s", err, text)
		}
	}
}

// guest is a client of a match.
type guest struct {
	t  *testing.T
	ws *websocket.Conn
}

// watch begins to watch a match.
func (p *process) watch(id, token string) *guest {
	p.t.Helper()
	ws, _, err := websocket.Dial(context.Background(), "ws"+strings.TrimPrefix(p.url, "http")+"/api/play", nil)
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { ws.CloseNow() })
	g := &guest{p.t, ws}
	g.send(wire.Request{Do: "watch", Match: id, Token: token})
	return g
}

func (g *guest) send(q wire.Request) {
	g.t.Helper()
	text, err := json.Marshal(q)
	if err == nil {
		err = g.ws.Write(context.Background(), websocket.MessageText, text)
	}
	if err != nil {
		g.t.Fatal(err)
	}
}

// until reads up to a message of this type.
func (g *guest) until(kind string) wire.Message {
	g.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for {
		_, text, err := g.ws.Read(ctx)
		if err != nil {
			g.t.Fatalf("no %s: %v", kind, err)
		}
		var m wire.Message
		if err := json.Unmarshal(text, &m); err != nil {
			g.t.Fatal(err)
		}
		if m.Type == "refusal" && kind != "refusal" {
			g.t.Fatalf("refused: %s", text)
		}
		if m.Type == kind {
			return m
		}
	}
}

// play plays a move and waits until it is stored.
func (g *guest) play(move string) {
	g.t.Helper()
	g.send(wire.Request{Do: "history"})
	seq := *g.until("answer").Seq
	text, _ := json.Marshal(move)
	g.send(wire.Request{Do: "play", Seq: &seq, Move: text})
	g.until("answer")
}

// ran runs ply and returns its exit code and output.
func ran(t *testing.T, args ...string) (int, string) {
	t.Helper()
	cmd := exec.Command("ply", args...)
	cmd.Env = append(os.Environ(), "GORACE=atexit_sleep_ms=0")
	out, _ := cmd.CombinedOutput()
	return cmd.ProcessState.ExitCode(), string(out)
}

// A match survives a restart of the server, is played to its end and verified. The log has no secrets.
func TestServeSurvivesRestart(t *testing.T) {
	state := t.TempDir()
	p := serving(t, state, "serve", "--address", "127.0.0.1:0", "--log", "json", "--log-level", "debug")
	if want := filepath.Join(state, "ply", "matches.db"); !strings.Contains(p.out.String(), want) || !strings.Contains(p.out.String(), "Ctrl-C") {
		t.Errorf("the output does not say where the matches are, or how to stop:\n%s", &p.out)
	}
	p.ask(404, "GET", "/metricsx", nil, nil)
	var made wire.Created
	p.ask(200, "POST", "/api/games/tictactoe/create", wire.Create{}, &made)
	path := "/api/games/tictactoe/" + made.Match
	var ann, bob wire.Joined
	p.ask(200, "POST", path+"/join", wire.Join{Name: "Annabella"}, &ann)
	p.ask(200, "POST", path+"/join", wire.Join{Name: "Bobadil"}, &bob)
	g := p.watch(made.Match, ann.Token)
	g.until("welcome")
	g.play("place a1")
	p.signal(syscall.SIGTERM)
	if m := g.until("farewell"); m.Code != "restart" {
		t.Errorf("the farewell is %+v", m)
	}
	g.ws.CloseNow()
	if code := p.end(time.Minute); code != 0 || !strings.Contains(p.err.String(), "Stopping") || !strings.Contains(p.err.String(), "The server has stopped.") {
		t.Errorf("exit code %d:\n%s", code, &p.err)
	}

	q := serving(t, state, "serve", "--address", "127.0.0.1:0", "--log-level", "debug")
	for i, move := range []string{"place b1", "place a2", "place b2", "place a3"} {
		g := q.watch(made.Match, []string{bob.Token, ann.Token}[i%2])
		if m := g.until("welcome"); i == 0 && (*m.Seq != 3 || len(m.Listing.Seats) != 2 || m.Listing.Seats[0].Name != "Annabella") {
			t.Errorf("after the restart: %+v", m)
		}
		g.play(move)
		g.ws.Close(websocket.StatusNormalClosure, "")
	}
	checkVerify(t, q, path, made)

	target := filepath.Join(t.TempDir(), "copy.db")
	data := filepath.Join(state, "ply", "matches.db")
	if code, said := ran(t, "backup", "--data", data, target); code != 0 || !strings.Contains(said, "checked the copy") {
		t.Errorf("backup: %d: %s", code, said)
	}
	if code, said := ran(t, "backup", "--data", data, target); code != 1 || !strings.Contains(said, "overwrites nothing") {
		t.Errorf("second backup: %d: %s", code, said)
	}
	if x, err := os.Stat(target); err != nil || x.Mode().Perm() != 0o600 {
		t.Errorf("the copy: %v, %v", x, err)
	}
	q.signal(os.Interrupt)
	if code := q.end(time.Minute); code != 0 {
		t.Errorf("exit code %d:\n%s", code, &q.err)
	}

	// A server can continue with the copy.
	r := serving(t, state, "serve", "--address", "127.0.0.1:0", "--data", target)
	var m wire.Match
	r.ask(200, "GET", path, nil, &m)
	if !m.Match.Over || m.Match.Outcome.Result() != "won by seat 0" {
		t.Errorf("the copy has %+v", m)
	}
	r.signal(syscall.SIGTERM)
	r.end(time.Minute)

	log := p.err.String() + q.err.String() + r.err.String()
	for what, secret := range map[string]string{"a token": ann.Token, "another": bob.Token, "the host's": made.Host, "its hash": match.TokenHash(ann.Token),
		"the seed": m.Seed, "the commitment": made.Commitment, "a name": "Annabella", "another name": "Bobadil"} {
		if secret == "" || strings.Contains(log, secret) {
			t.Errorf("%s is in the log:\n%s", what, log)
		}
	}
	if !strings.Contains(log, made.Match) {
		t.Errorf("the match is not in the log:\n%s", log)
	}
}

// checkVerify verifies a match that is over, from its address and from files.
func checkVerify(t *testing.T, p *process, path string, made wire.Created) {
	t.Helper()
	code, said := ran(t, "verify", p.url+path, "--commitment", strings.ToUpper(made.Commitment))
	for _, want := range []string{"Tic-tac-toe, match " + made.Match + ", Annabella, Bobadil", "The seed matches the commitment", "the one you noted",
		"All 5 moves are legal", " wins.", "The record is genuine"} {
		if code != 0 || !strings.Contains(said, want) {
			t.Errorf("verify: %d, without %q:\n%s", code, want, said)
		}
	}
	if code, said := ran(t, "verify", p.url+path+"/record", "--json"); code != 0 || !strings.Contains(said, `"true": true`) || !strings.Contains(said, `"noted": false`) {
		t.Errorf("verify --json: %d:\n%s", code, said)
	}
	if code, said := ran(t, "verify", p.url+path, "--commitment", strings.Repeat("0", 64)); code != 1 || !strings.Contains(said, "you noted") {
		t.Errorf("another commitment: %d:\n%s", code, said)
	}
	if code, said := ran(t, "verify", p.url+"/api/games/tictactoe/nothere"); code != 1 || !strings.Contains(said, "there is no such match") {
		t.Errorf("no match: %d:\n%s", code, said)
	}
	var open wire.Created
	p.ask(200, "POST", "/api/games/tictactoe/create", wire.Create{}, &open)
	if code, said := ran(t, "verify", p.url+"/api/games/tictactoe/"+open.Match); code != 1 || !strings.Contains(said, "when the match is over") {
		t.Errorf("a match that is not over: %d:\n%s", code, said)
	}
}

// The log never contains the hash of a state, not even if a match is damaged.
func TestServeLogsNoHashes(t *testing.T) {
	data := filepath.Join(t.TempDir(), "matches.db")
	m, err := match.New(tictactoe.New(), match.Setup{ID: "damaged1", Seats: 2, Seed: match.SeedText(game.SeedOf(7)), Created: time.Now()})
	if err != nil {
		t.Fatal(err)
	}
	batch, err := m.Sit(0, match.Player{Name: "Annabella", Token: match.TokenHash("x")})
	if err != nil {
		t.Fatal(err)
	}
	m.Commit(batch)
	kept := store.Kept{Setup: m.Setup(), Log: m.Log(1)}
	kept.Log[0].Hash = "fedcba9876543210"
	s, err := store.OpenSQLite(data)
	if err == nil {
		err = s.Create(context.Background(), kept, m.Listing())
	}
	if err == nil {
		err = s.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	p := serving(t, t.TempDir(), "serve", "--address", "127.0.0.1:0", "--data", data)
	p.ask(409, "POST", "/api/games/tictactoe/damaged1/join", wire.Join{Name: "Bobadil"}, nil)
	p.signal(syscall.SIGTERM)
	p.end(time.Minute)
	log := p.err.String()
	if !strings.Contains(log, "cannot open a match") {
		t.Errorf("the log does not mention it:\n%s", log)
	}
	for _, secret := range []string{"fedcba9876543210", m.State().HashText(), m.Setup().Seed, "Annabella"} {
		if strings.Contains(log, secret) {
			t.Errorf("%s is in the log:\n%s", secret, log)
		}
	}
}

// halfRequest sends half a request and returns when the server has begun to read it.
func (p *process) halfRequest() {
	p.t.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(p.url, "http://"))
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { c.Close() })
	fmt.Fprintf(c, "POST /api/games/hex/create HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n")
	if line, err := bufio.NewReader(c).ReadString('\n'); !strings.Contains(line, "100 Continue") {
		p.t.Fatalf("the server answers %q, %v", line, err)
	}
	fmt.Fprint(c, "{")
}

// says waits until the process has written a text to its standard error.
func (p *process) says(text string) {
	p.t.Helper()
	for range 6000 {
		if strings.Contains(p.err.String(), text) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	p.t.Fatalf("the output lacks %q:\n%s%s", text, &p.out, &p.err)
}

// A second signal stops the server at once, even with open connections.
func TestServeSecondSignal(t *testing.T) {
	p := serving(t, t.TempDir(), "serve", "--address", "127.0.0.1:0", "--memory", "--grace", "1m")
	if !strings.Contains(p.out.String(), "in memory only") {
		t.Errorf("the output does not say that nothing is stored:\n%s", &p.out)
	}
	p.halfRequest()
	p.signal(os.Interrupt)
	p.says("Stopping")
	select {
	case <-p.ended:
		t.Fatalf("the server has not waited:\n%s", &p.err)
	case <-time.After(300 * time.Millisecond):
	}
	p.signal(os.Interrupt)
	if code := p.end(time.Minute); code != 1 || !strings.Contains(p.err.String(), "Stopped at once") {
		t.Errorf("exit code %d:\n%s", code, &p.err)
	}
}

// The server waits for open requests only for the grace period.
func TestServeGrace(t *testing.T) {
	p := serving(t, t.TempDir(), "serve", "--address", "127.0.0.1:0", "--memory", "--grace", "200ms")
	p.halfRequest()
	p.signal(syscall.SIGTERM)
	if code := p.end(time.Minute); code != 0 || !strings.Contains(p.err.String(), "before all requests were finished") {
		t.Errorf("exit code %d:\n%s", code, &p.err)
	}
}

// Without a command, ply serves; if the default port is in use, on another one. A port that was asked for is never changed.
func TestServePortInUse(t *testing.T) {
	if l, err := net.Listen("tcp", "127.0.0.1:8080"); err == nil {
		defer l.Close()
	}
	p := serving(t, t.TempDir())
	if strings.HasSuffix(p.url, ":8080") || !strings.Contains(p.err.String(), "127.0.0.1:8080 is in use, so the server uses a free port") {
		t.Errorf("it is at %s:\n%s", p.url, &p.err)
	}
	res, err := http.Get(p.url)
	if err != nil {
		t.Fatal(err)
	}
	text, _ := io.ReadAll(res.Body)
	res.Body.Close()
	if !strings.Contains(string(text), "<title>Ply</title>") {
		t.Errorf("the front page is %s", text)
	}
	address := strings.TrimPrefix(p.url, "http://")
	code, said := ran(t, "serve", "--memory", "--address", address)
	if code != 1 || !strings.Contains(said, address+" is in use") || !strings.Contains(said, "--address 127.0.0.1:0") {
		t.Errorf("exit code %d:\n%s", code, said)
	}
	p.signal(os.Interrupt)
	if code := p.end(time.Minute); code != 0 {
		t.Errorf("exit code %d:\n%s", code, &p.err)
	}
}

// A database that cannot be used is refused with advice, and is not changed.
func TestServeRefusesFiles(t *testing.T) {
	made := func(t *testing.T, change string) string {
		path := filepath.Join(t.TempDir(), "matches.db")
		db, err := sql.Open("sqlite", path)
		if err == nil {
			_, err = db.Exec(change)
		}
		if err == nil {
			err = db.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		return path
	}
	for name, c := range map[string]struct {
		file func(*testing.T) string
		want string
	}{
		"newer": {func(t *testing.T) string {
			return made(t, "PRAGMA application_id = 0x706c7931; PRAGMA user_version = 99; CREATE TABLE x (y)")
		}, "written by a newer Ply"},
		"foreign": {func(t *testing.T) string { return made(t, "CREATE TABLE x (y)") }, "not one of Ply"},
		"damaged": {func(t *testing.T) string {
			path := made(t, "CREATE TABLE x (y)")
			if err := os.WriteFile(path, bytes.Repeat([]byte("ruin"), 2000), 0o600); err != nil {
				t.Fatal(err)
			}
			return path
		}, "Restore a backup"},
		"read-only": {func(t *testing.T) string {
			if os.Geteuid() == 0 {
				t.Skip("root may write everywhere")
			}
			dir := t.TempDir()
			if err := os.Chmod(dir, 0o500); err != nil {
				t.Fatal(err)
			}
			return filepath.Join(dir, "matches.db")
		}, "you need permission to write"},
	} {
		t.Run(name, func(t *testing.T) {
			path := c.file(t)
			before, _ := os.ReadFile(path)
			code, said := ran(t, "serve", "--address", "127.0.0.1:0", "--data", path)
			if code != 1 || !strings.Contains(said, path) || !strings.Contains(said, c.want) {
				t.Errorf("exit code %d: %s", code, said)
			}
			if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
				t.Error("the file has changed")
			}
		})
	}
}

// Metrics can be switched off; the health check cannot.
func TestServeMetrics(t *testing.T) {
	for _, flag := range []string{"--metrics", "--no-metrics"} {
		p := serving(t, t.TempDir(), "serve", "--address", "127.0.0.1:0", "--memory", flag)
		for path, want := range map[string]int{"/healthz": 200, "/readyz": 200, "/metrics": map[string]int{"--metrics": 200, "--no-metrics": 404}[flag]} {
			p.ask(want, "GET", path, nil, nil)
		}
		p.signal(os.Interrupt)
		p.end(time.Minute)
	}
}
