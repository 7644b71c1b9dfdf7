package cli

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/plygame/ply/games"
	"github.com/plygame/ply/internal/console"
)

// typist is a running ply join with a simulated user.
type typist struct {
	*process
	in io.WriteCloser
}

// joining starts ply join.
func joining(t *testing.T, state string, args ...string) *typist {
	t.Helper()
	p := &process{t: t, cmd: exec.Command("ply", append([]string{"join", "--plain"}, args...)...), ended: make(chan error, 1)}
	p.cmd.Stdout, p.cmd.Stderr = &p.out, &p.err
	p.cmd.Env = append(os.Environ(), "XDG_STATE_HOME="+state, "GORACE=atexit_sleep_ms=0")
	in, err := p.cmd.StdinPipe()
	if err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	go func() { p.ended <- p.cmd.Wait() }()
	t.Cleanup(func() { p.cmd.Process.Kill() })
	return &typist{p, in}
}

// says waits until the output contains a text this many times.
func (p *typist) says(text string, times int) {
	p.t.Helper()
	for range 6000 {
		if strings.Count(p.out.String()+p.err.String(), text) >= times {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	p.t.Fatalf("the output does not have %q %d times:\n%s%s", text, times, &p.out, &p.err)
}

func (p *typist) types(line string) {
	p.t.Helper()
	if _, err := io.WriteString(p.in, line+"\n"); err != nil {
		p.t.Fatal(err)
	}
}

// The texts of a hostile server cannot move the cursor: neither its reasons nor its names.
func TestJoinHostile(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/create") {
			io.WriteString(w, `{"match":"x\u001b[2J","host":"h","commitment":"c\u001b[2J","about":{"id":"x"}}`)
			return
		}
		w.WriteHeader(http.StatusNotFound)
		io.WriteString(w, `{"refusal":{"code":"no-match","why":"gone\u001b[2J\u202e"}}`)
	}))
	defer srv.Close()
	for _, args := range [][]string{
		{"join", srv.URL}, {"join", srv.URL + "/api/games/tictactoe/x"}, {"join", srv.URL, "--create", "tictactoe"},
		{"verify", srv.URL + "/api/games/tictactoe/x"},
	} {
		var out, problems bytes.Buffer
		code := run(args, games.All(), &console.Console{In: strings.NewReader(""), Out: &out, Err: &problems})
		if text := out.String() + problems.String(); code != failed || !strings.Contains(text, "gone [2J") || strings.ContainsAny(text, "\x1b\u202e") {
			t.Errorf("%s: exit code %d, %q", args, code, text)
		}
	}
}

var invited = regexp.MustCompile(`ply join (\S+/tictactoe/\S+)`)

// Two people play a match to its end in two processes. The server and one of the two are killed in between.
func TestJoinKilled(t *testing.T) {
	dir := t.TempDir()
	data := filepath.Join(dir, "matches.db")
	srv := serving(t, dir, "serve", "--address", "127.0.0.1:0", "--data", data)
	ann := joining(t, filepath.Join(dir, "ann"), srv.url, "--create", "tictactoe", "--name", "Ann")
	ann.says("Others join with:\n  ply join ", 1)
	place := invited.FindStringSubmatch(ann.err.String())[1]
	bob := joining(t, filepath.Join(dir, "bob"), place, "--name", "Bob")
	bob.says("You are Bob (O).", 1)
	ann.says("Bob joins as O.", 1)
	ann.types("a1")
	bob.says("Ann plays a1", 1)
	bob.types("b1")
	ann.says("Bob plays b1", 1)

	srv.signal(syscall.SIGKILL)
	srv.end(time.Minute)
	bob.says("The connection is lost", 1)
	ann.says("The connection is lost", 1)
	ann.signal(syscall.SIGKILL)
	ann.end(time.Minute)

	again := serving(t, dir, "serve", "--address", strings.TrimPrefix(srv.url, "http://"), "--data", data)
	bob.says("Reconnected.", 1)
	if first, second := srv.out.String(), again.out.String(); !strings.Contains(first, data+" (new file)\n") || strings.Contains(second, "new file") {
		t.Errorf("the file of matches is reported as new more than once:\n%s\n%s", first, second)
	}
	ann = joining(t, filepath.Join(dir, "ann"), place)
	ann.says("You are Ann (X).", 1)
	ann.says("Move 3", 1)
	ann.types("a2")
	bob.says("Ann plays a2", 1)
	bob.types("b1") // the name is taken
	bob.says("b1 cannot be chosen", 1)
	bob.types("undo")
	ann.says("Bob asks to undo (others have moved since). Type yes or no.", 1)
	ann.types("no")
	bob.says("The moves were not undone.", 1)
	bob.types("b2")
	ann.says("Bob plays b2", 1)
	ann.types("a3")
	for _, p := range []*typist{ann, bob} {
		p.says("Game over: Ann wins.", 1)
		p.says("ply verify "+again.url+"/api/games/tictactoe/", 1)
		if code := p.end(time.Minute); code != ok {
			t.Errorf("the exit code is %d:\n%s", code, &p.err)
		}
	}
	if out, err := exec.Command("ply", "verify", invitedURL(again.url, place)).CombinedOutput(); err != nil {
		t.Errorf("verification fails: %v\n%s", err, out)
	}
	if out, err := exec.Command("ply", "verify", place).CombinedOutput(); err != nil {
		t.Errorf("verification by the short address fails: %v\n%s", err, out)
	}
	if files, _ := filepath.Glob(filepath.Join(dir, "*/ply/seats/*")); len(files) != 2 {
		t.Errorf("a server restored from a copy would find these seats: %v", files)
	}
}

func invitedURL(url, place string) string {
	_, rest, _ := strings.Cut(place, "/")
	return url + "/api/games/" + rest
}

// A script does not have to know when it is its turn; it watches to the end when it has no more moves.
func TestJoinScript(t *testing.T) {
	dir := t.TempDir()
	srv := serving(t, dir, "serve", "--address", "127.0.0.1:0", "--memory")
	ann := joining(t, filepath.Join(dir, "ann"), srv.url, "--create", "tictactoe", "--name", "Ann")
	ann.types("a1\na2\na3")
	ann.in.Close()
	ann.says("Others join with:\n  ply join ", 1)
	place := invited.FindStringSubmatch(ann.err.String())[1]
	eve := joining(t, dir, place, "--watch")
	eve.in.Close()
	eve.says("You are watching.", 1)
	bob := joining(t, filepath.Join(dir, "bob"), place, "--name", "Bob")
	bob.types("b1\nb2")
	bob.in.Close()
	for _, p := range []*typist{ann, bob, eve} {
		p.says("Game over: Ann wins.", 1)
		p.end(time.Minute)
	}
}

// Without a match, the list shows the player's own matches first, and those that are open in another terminal.
func TestJoinMine(t *testing.T) {
	dir := t.TempDir()
	srv := serving(t, dir, "serve", "--address", "127.0.0.1:0", "--memory")
	ann := joining(t, dir, srv.url, "--create", "tictactoe", "--name", "Ann")
	ann.says("Others join with:\n  ply join ", 1)
	ann.says("Only this machine can reach 127.0.0.1.", 1)
	place := invited.FindStringSubmatch(ann.err.String())[1]
	ann.types("players")
	ann.says("To join: ply join "+place, 1)
	bob := joining(t, filepath.Join(dir, "bob"), place, "--name", "Bob")
	bob.says("You are Bob (O).", 1)
	bob.says("The commitment to the seed is ", 1)
	ann.says("Bob joins as O.", 1)
	bob.types("players")
	bob.says("The commitment to the seed is ", 2)
	if said := bob.out.String(); strings.Contains(said, "To join") {
		t.Errorf("nobody can join, but the output is\n%s", said)
	}
	bob.types("help")
	bob.says("resign                resign from the match", 1)
	if said := bob.out.String(); strings.Contains(said, "redo") || strings.Contains(said, "save") {
		t.Errorf("refused words are reported:\n%s", said)
	}
	second := joining(t, dir, place, "--name", "Ann")
	second.says("you are playing as Ann in another terminal", 1)
	second.end(time.Minute)

	ann.types("quit")
	ann.end(time.Minute)
	ann.says("To return:\n  ply join "+place, 1)
	ann = joining(t, dir, srv.url)
	ann.says("Your matches\n   1  tictactoe    Ann, Bob; you are Ann (X)\n", 1)
	ann.says("Matches waiting for players\n  none\n", 1)
	ann.types("1")
	ann.says("You are Ann (X).", 1)
	ann.types("quit")
	ann.end(time.Minute)
	bob.types("quit")
	bob.end(time.Minute)
}

// After the end, both join the same rematch, and the other player begins.
func TestJoinAgain(t *testing.T) {
	dir := t.TempDir()
	srv := serving(t, dir, "serve", "--address", "127.0.0.1:0", "--memory")
	ann := joining(t, dir, srv.url, "--create", "tictactoe", "--name", "Ann")
	ann.says("Others join with:\n  ply join ", 1)
	place := invited.FindStringSubmatch(ann.err.String())[1]
	bob := joining(t, dir, place, "--name", "Bob")
	bob.says("You are Bob (O).", 1)
	early := joining(t, dir, place, "--again", "--name", "Zoe")
	early.says("there is none", 1)
	early.end(time.Minute)
	bob.types("resign\nresign")
	for i, p := range []*typist{ann, bob} {
		p.says(fmt.Sprintf("To play a rematch:\n  ply join %s --again --seat %d", place, i+1), 1)
		p.end(time.Minute)
	}
	bob = joining(t, dir, place, "--again", "--seat", "O")
	bob.says("You are Bob (X).", 1)
	ann = joining(t, dir, place, "--again", "--seat", "1")
	ann.says("You are Ann (O).", 1)
	bob.types("a1")
	ann.says("Bob plays a1", 1)
	bob.types("quit")
	bob.end(time.Minute)
	bob = joining(t, dir, place, "--again", "--seat", "2") // it already has a seat there
	bob.says("You are Bob (X).", 1)
	ann.types("quit")
	ann.end(time.Minute)
	bob.types("quit")
	bob.end(time.Minute)
}
