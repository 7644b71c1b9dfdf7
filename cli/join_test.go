package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/plygame/ply/client"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/server"
	"github.com/plygame/ply/wire"
)

// typist is a ply that plays at a server, with somebody who types.
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

// says waits until something was said so many times.
func (p *typist) says(text string, times int) {
	p.t.Helper()
	for range 6000 {
		if strings.Count(p.out.String()+p.err.String(), text) >= times {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	p.t.Fatalf("it does not say %q %d times:\n%s%s", text, times, &p.out, &p.err)
}

func (p *typist) types(line string) {
	p.t.Helper()
	if _, err := io.WriteString(p.in, line+"\n"); err != nil {
		p.t.Fatal(err)
	}
}

var invited = regexp.MustCompile(`ply join (\S+/tictactoe/\S+)`)

// Two people play a match to its end, each at a process of their own, with the server killed in between,
// and one of the two as well.
func TestJoinKilled(t *testing.T) {
	dir := t.TempDir()
	data := filepath.Join(dir, "matches.db")
	srv := serving(t, dir, "serve", "--address", "127.0.0.1:0", "--data", data)
	ann := joining(t, filepath.Join(dir, "ann"), srv.url, "--create", "tictactoe", "--name", "Ann")
	ann.says("Others join with:\n  ply join ", 1)
	place := invited.FindStringSubmatch(ann.err.String())[1]
	bob := joining(t, filepath.Join(dir, "bob"), place, "--name", "Bob")
	bob.says("You are Bob, seat 1.", 1)
	ann.says("Bob plays seat 1.", 1)
	ann.types("a1")
	bob.says("Ann: place a1", 1)
	bob.types("b1")
	ann.says("Bob: place b1", 1)

	srv.signal(syscall.SIGKILL)
	srv.end(time.Minute)
	bob.says("The connection is lost", 1)
	ann.says("The connection is lost", 1)
	ann.signal(syscall.SIGKILL)
	ann.end(time.Minute)

	again := serving(t, dir, "serve", "--address", strings.TrimPrefix(srv.url, "http://"), "--data", data)
	bob.says("The connection is back.", 1)
	if first, second := srv.out.String(), again.out.String(); !strings.Contains(first, data+" (new file)\n") || strings.Contains(second, "new file") {
		t.Errorf("the file of matches is new the first time only:\n%s\n%s", first, second)
	}
	ann = joining(t, filepath.Join(dir, "ann"), place)
	ann.says("You are Ann, seat 0.", 1)
	ann.says("Move 3", 1)
	ann.types("a2")
	bob.says("Ann: place a2", 1)
	bob.types("b1") // it is taken
	bob.says("b1 cannot be chosen", 1)
	bob.types("undo")
	ann.says("Bob asks to take back what was played (others have moved since). Type yes or no.", 1)
	ann.types("no")
	bob.says("The moves are not taken back.", 1)
	bob.types("b2")
	ann.says("Bob: place b2", 1)
	ann.types("a3")
	for _, p := range []*typist{ann, bob} {
		p.says("After 5 moves: won by seat 0 (Ann).", 1)
		p.says("ply verify "+again.url+"/api/games/tictactoe/", 1)
		if code := p.end(time.Minute); code != ok {
			t.Errorf("it ends with exit code %d:\n%s", code, &p.err)
		}
	}
	if out, err := exec.Command("ply", "verify", invitedURL(again.url, place)).CombinedOutput(); err != nil {
		t.Errorf("it is not verified: %v\n%s", err, out)
	}
	if out, err := exec.Command("ply", "verify", place).CombinedOutput(); err != nil {
		t.Errorf("by its short address it is not verified: %v\n%s", err, out)
	}
	if files, _ := filepath.Glob(filepath.Join(dir, "*/ply/seats/*")); len(files) != 2 {
		t.Errorf("a server that goes back to a copy would find these seats: %v", files)
	}
}

func invitedURL(url, place string) string {
	_, rest, _ := strings.Cut(place, "/")
	return url + "/api/games/" + rest
}

// A script needs not know when it is its turn, and looks on to the end when it has no more moves.
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
	eve.says("You look on.", 1)
	bob := joining(t, filepath.Join(dir, "bob"), place, "--name", "Bob")
	bob.types("b1\nb2")
	bob.in.Close()
	for _, p := range []*typist{ann, bob, eve} {
		p.says("After 5 moves: won by seat 0 (Ann).", 1)
		p.end(time.Minute)
	}
}

func TestAddressed(t *testing.T) {
	for text, want := range map[string]place{
		"http://localhost:8080":                     {"http://localhost:8080", "", ""},
		"http://localhost:8080/":                    {"http://localhost:8080", "", ""},
		"localhost:8080":                            {"http://localhost:8080", "", ""},
		"example.com/hex/abc":                       {"http://example.com", "hex", "abc"},
		"https://example.com/hex":                   {"https://example.com", "hex", ""},
		"http://h/api/games/hex/abc":                {"http://h", "hex", "abc"},
		"https://h/ply/api/games/hex/abc":           {"https://h/ply", "hex", "abc"},
		"ws://h:1/hex/abc/":                         {"http://h:1", "hex", "abc"},
		"http://[::1]:8080/api/games/tictactoe/abc": {"http://[::1]:8080", "tictactoe", "abc"},
	} {
		got, err := addressed(text)
		if err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
		if again, err := addressed(got.String()); err != nil || again != got {
			t.Errorf("%s is written as %s, which is %+v, %v", text, got, again, err)
		}
	}
	for _, text := range []string{"", "ftp://h/hex/abc", "http://", "h/hex/abc/more", "http://h:port"} {
		if p, err := addressed(text); err == nil {
			t.Errorf("%q is %+v", text, p)
		}
	}
}

// Secrets are for their owner alone, and a seat that is played is not taken twice.
func TestKeptSeats(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	p := place{"http://h:1", "hex", "abc"}
	k, err := keepSeat(p, keptSeat{Seat: 1, Name: "Ann", Token: "secret"})
	if err != nil {
		t.Fatal(err)
	}
	about, err := os.Stat(k.file.Name())
	if err != nil || about.Mode().Perm() != 0o600 {
		t.Errorf("the file is %v, %v", about.Mode(), err)
	}
	if free, busy := findSeat(p, "", nil); free != nil || busy == nil || busy.Seat != 1 {
		t.Errorf("a seat that is played is found as %+v, %+v", free, busy)
	}
	k.release()
	two := 2
	for _, c := range []struct {
		place place
		name  string
		seat  *int
	}{{p, "Bob", nil}, {p, "", &two}, {place{"http://h:1", "hex", "ab"}, "", nil}} {
		if free, busy := findSeat(c.place, c.name, c.seat); free != nil || busy != nil {
			t.Errorf("a seat of somebody else is found: %+v", c)
		}
	}
	if k, _ = findSeat(p, "Ann", nil); k == nil || k.Token != "secret" {
		t.Fatalf("the seat is lost: %+v", k)
	}
	k.remove()
	if free, busy := findSeat(p, "", nil); free != nil || busy != nil {
		t.Error("a seat that was removed is found")
	}
}

// The seat of a match that is over is kept for a while, that of one that goes on for good.
func TestKeptLong(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	for _, over := range []bool{true, false} {
		p := place{"http://h:1", "hex", map[bool]string{true: "over", false: "on"}[over]}
		k, err := keepSeat(p, keptSeat{Seat: 1, Name: "Ann", Token: "secret", Host: "host"})
		if err != nil {
			t.Fatal(err)
		}
		k.leave(!over) // a longer text, and then a shorter one, or the other way round
		k, _ = findSeat(p, "", nil)
		if k == nil || k.Host != "host" || k.Over == over {
			t.Fatalf("it is kept as %+v", k)
		}
		k.leave(over)
	}
	kept := func() (ids string) {
		for _, k := range allSeats("http://h:1") {
			ids += k.Match + " "
			k.release()
		}
		return ids
	}
	sweepSeats(time.Now().Add(29 * 24 * time.Hour))
	if len(kept()) != len("on over ") {
		t.Errorf("after 29 days there is %s", kept())
	}
	sweepSeats(time.Now().Add(31 * 24 * time.Hour))
	if kept() != "on " {
		t.Errorf("after 31 days there is %s", kept())
	}
}

// Who comes to a server without naming a match is offered its own first. One that is played in another
// terminal says so.
func TestJoinMine(t *testing.T) {
	dir := t.TempDir()
	srv := serving(t, dir, "serve", "--address", "127.0.0.1:0", "--memory")
	ann := joining(t, dir, srv.url, "--create", "tictactoe", "--name", "Ann")
	ann.says("Others join with:\n  ply join ", 1)
	ann.says("127.0.0.1 is this machine alone.", 1)
	place := invited.FindStringSubmatch(ann.err.String())[1]
	ann.types("players")
	ann.says("To join: ply join "+place, 1)
	bob := joining(t, filepath.Join(dir, "bob"), place, "--name", "Bob")
	bob.says("You are Bob, seat 1.", 1)
	bob.says("The commitment to the seed is ", 1)
	ann.says("Bob plays seat 1.", 1)
	bob.types("players")
	bob.says("The commitment to the seed is ", 2)
	if said := bob.out.String(); strings.Contains(said, "To join") {
		t.Errorf("nobody can join, and it says\n%s", said)
	}
	bob.types("help")
	bob.says("resign                give up", 1)
	if said := bob.out.String(); strings.Contains(said, "redo") || strings.Contains(said, "save") {
		t.Errorf("words that are refused are told:\n%s", said)
	}
	second := joining(t, dir, place, "--name", "Ann")
	second.says("you play seat 0 in another terminal, as Ann", 1)
	second.end(time.Minute)

	ann.types("quit")
	ann.end(time.Minute)
	ann.says("Go on with:\n  ply join "+place, 1)
	ann = joining(t, dir, srv.url)
	ann.says("Matches you play in\n   1  tictactoe    Ann, Bob; you are Ann, seat 0\n", 1)
	ann.says("Matches that wait for players\n  none\n", 1)
	ann.types("1")
	ann.says("You are Ann, seat 0.", 1)
	ann.types("quit")
	ann.end(time.Minute)
	bob.types("quit")
	bob.end(time.Minute)
}

// Who is told that others can join at an address of this machine learns what that means.
func TestLoopback(t *testing.T) {
	for base, want := range map[string]string{
		"http://127.0.0.1:8080": "127.0.0.1 8080 true",
		"http://localhost":      "localhost 80 true",
		"http://[::1]:1":        "::1 1 true",
		"http://192.168.1.2:80": "192.168.1.2 80 false",
		"https://example.com":   "example.com 80 false",
	} {
		host, port, is := place{base: base}.loopback()
		if got := fmt.Sprint(host, " ", port, " ", is); got != want {
			t.Errorf("%s: %s, want %s", base, got, want)
		}
	}
}

// farTable is a match at a server, with screens for its seats.
func farTable(t *testing.T, name string, seats int) (screens []*screen, web *httptest.Server) {
	t.Helper()
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	srv, err := server.New(server.Config{Games: games.All(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	web = httptest.NewServer(srv)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		srv.Close(ctx)
		web.Close()
	})
	ctx := context.Background()
	c := &client.Client{URL: web.URL, Wait: time.Millisecond, MaxWait: 10 * time.Millisecond}
	made, err := c.Create(ctx, name, wire.Create{Seats: seats})
	if err != nil {
		t.Fatal(err)
	}
	var tokens []string
	for x := range seats {
		j, err := c.Join(ctx, name, made.Match, wire.Join{Name: []string{"Ann", "Bob", "Cid"}[x]})
		if err != nil {
			t.Fatal(err)
		}
		tokens = append(tokens, j.Token)
	}
	for _, token := range tokens {
		table, err := c.Watch(ctx, made.Match, token, games.Find)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(table.Close)
		g, err := newFar(&far{client: c, table: table, place: place{web.URL, name, made.Match}, host: made.Host})
		if err != nil {
			t.Fatal(err)
		}
		screens = append(screens, onScreen(g, 80, 24))
	}
	return screens, web
}

// until lets a screen hear what happens until it shows something.
func until(t *testing.T, m *screen, text string) {
	t.Helper()
	end := time.Now().Add(time.Minute)
	for !strings.Contains(seen(m), text) {
		ctx, cancel := context.WithDeadline(context.Background(), end)
		err := m.far.table.Wait(ctx)
		cancel()
		if err != nil {
			t.Fatalf("it does not show %q:\n%s", text, seen(m))
		}
		m.Update(newsMsg{})
	}
}

// The screen shows what others do, and lets moves be taken back by right, by consent, or not.
func TestJoinScreen(t *testing.T) {
	m, _ := farTable(t, "tictactoe", 2)
	ann, bob := m[0], m[1]
	wants(t, ann, "you are seat 0 (X)", "Choose an empty cell", "Ann plays seat 0.")
	wants(t, bob, "Ann is to move.")
	press(bob, "players", "enter")
	wants(t, bob, "Seat 0: Ann", "Seat 1: Bob, you")
	press(bob, "enter")
	press(bob, "b2", "enter")
	wants(t, bob, "it is not your turn")
	press(ann, "a1", "enter")
	wants(t, ann, "Bob is to move.", "Ann: place a1")
	until(t, bob, "Ann: place a1")
	wants(t, bob, "Choose an empty cell")
	if strings.Contains(seen(bob), "it is not your turn") {
		t.Errorf("what holds no more is shown:\n%s", seen(bob))
	}
	press(ann, "ctrl+z")
	wants(t, ann, "this is move 1 again", "Ann takes 1 move back.")
	until(t, bob, "Ann takes 1 move back.")
	press(ann, "b2", "enter")
	until(t, bob, "Ann: place b2")
	press(bob, "b2", "enter")
	wants(t, bob, "b2 cannot be chosen")
	press(bob, "a", "backspace", "a1", "enter")
	until(t, ann, "Bob: place a1")
	press(ann, "undo", "enter")
	until(t, ann, "To take it back, Bob must agree: others have moved since.")
	until(t, bob, "Ann asks to take back what was played")
	press(bob, "yes", "enter")
	until(t, ann, "Ann takes 2 moves back.")
	wants(t, ann, "Move 1, you are seat 0")
	press(bob, "resign", "enter")
	wants(t, bob, "Type resign once more to give up.")
	press(bob, "resign", "enter")
	wants(t, bob, "The game is over: Bob has given up, won by seat 0 (Ann).")
	until(t, ann, "The game is over: Bob has given up, won by seat 0 (Ann).")
}

// What is being chosen stays when something happens that does not matter for it.
func TestJoinDraft(t *testing.T) {
	m, _ := farTable(t, "gofish", 3)
	x := m[m[0].far.now.ToAct[0]]
	whom := []string{"1", "2", "0"}[x.seat]
	press(x, whom, "enter")
	wants(t, x, "ask "+whom+"… For which rank?")
	was := x.ask
	x.settle()
	wants(t, x, "Whom do you ask?")
	x.keepDraft(was)
	wants(t, x, "ask "+whom+"… For which rank?")
}

// Who looks at a match that is over is told of the next one.
func TestJoinToldOfNext(t *testing.T) {
	m, _ := farTable(t, "tictactoe", 2)
	press(m[1], "resign", "enter", "resign", "enter")
	until(t, m[0], "has given up")
	f := m[1].far
	if _, err := f.client.Again(context.Background(), "tictactoe", f.place.id, f.host); err != nil {
		t.Fatal(err)
	}
	until(t, m[0], "There is a next match.")
}

// What cannot go on ends the screen, with the reason.
func TestJoinEnds(t *testing.T) {
	m, _ := farTable(t, "tictactoe", 2)
	m[0].far.table.Close()
	if _, cmd := m[0].Update(newsMsg{}); cmd == nil || m[0].fault == nil {
		t.Error("a table that is closed is shown")
	}
}

// A seat that gives up among three is played on by a bot; its screen ends.
func TestJoinGivenUp(t *testing.T) {
	m, _ := farTable(t, "gofish", 3)
	press(m[2], "resign", "enter", "resign", "enter")
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for m[2].far.ended == nil && m[2].far.table.Wait(ctx) == nil {
		m[2].Update(newsMsg{})
	}
	if !errors.Is(m[2].far.ended, errGivenUp) || m[2].fault != nil {
		t.Errorf("it goes on: %v, %v", m[2].far.ended, m[2].fault)
	}
	until(t, m[0], "A bot plays seat 2.")
}

// After the end both go on with the same next match, and another one begins.
func TestJoinAgain(t *testing.T) {
	dir := t.TempDir()
	srv := serving(t, dir, "serve", "--address", "127.0.0.1:0", "--memory")
	ann := joining(t, dir, srv.url, "--create", "tictactoe", "--name", "Ann")
	ann.says("Others join with:\n  ply join ", 1)
	place := invited.FindStringSubmatch(ann.err.String())[1]
	bob := joining(t, dir, place, "--name", "Bob")
	bob.says("You are Bob, seat 1.", 1)
	early := joining(t, dir, place, "--again", "--name", "Zoe")
	early.says("there is none", 1)
	early.end(time.Minute)
	bob.types("resign\nresign")
	for i, p := range []*typist{ann, bob} {
		p.says(fmt.Sprintf("To play once more:\n  ply join %s --again --seat %d", place, i), 1)
		p.end(time.Minute)
	}
	bob = joining(t, dir, place, "--again", "--seat", "1")
	bob.says("You are Bob, seat 0.", 1)
	ann = joining(t, dir, place, "--again", "--seat", "0")
	ann.says("You are Ann, seat 1.", 1)
	bob.types("a1")
	ann.says("Bob: place a1", 1)
	bob.types("quit")
	bob.end(time.Minute)
	bob = joining(t, dir, place, "--again", "--seat", "1") // it has a seat there already
	bob.says("You are Bob, seat 0.", 1)
	ann.types("quit")
	ann.end(time.Minute)
	bob.types("quit")
	bob.end(time.Minute)
}

// knows waits until the connection of a screen has learnt something that the screen has not heard yet.
func knows(t *testing.T, m *screen, what string, holds func(client.Moment) bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !holds(m.far.table.Now()); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("the connection does not learn that %s", what)
		}
	}
}

// lineByLine plays what a screen shows line by line instead, with the lines that are typed.
func lineByLine(m *screen, lines ...string) (p *byLine, out *bytes.Buffer) {
	out = &bytes.Buffer{}
	p = &byLine{sitting: m.sitting, con: &console.Console{Out: out, Err: io.Discard}, typed: make(chan string, len(lines))}
	for _, line := range lines {
		p.typed <- line
	}
	close(p.typed)
	return p, out
}

// What happens while a move is on its way is told when the move is answered.
func TestJoinNotesKept(t *testing.T) {
	t.Run("consent", func(t *testing.T) {
		m, _ := farTable(t, "tictactoe", 2)
		ann, bob := m[0], m[1]
		press(ann, "a1", "enter")
		until(t, bob, "Ann: place a1")
		press(bob, "b1", "enter")
		until(t, ann, "Bob: place b1")
		// Ann's move is answered, Bob asks, and only then does Ann's screen hear of both.
		if err := ann.far.table.Play(context.Background(), ann.far.now.Seq, "place a2"); err != nil {
			t.Fatal(err)
		}
		until(t, bob, "Ann: place a2")
		press(bob, "undo", "enter")
		knows(t, ann, "Bob asks", func(now client.Moment) bool { return now.MustAgree() })
		ann.hear()
		p, out := lineByLine(ann)
		if err := p.run(); err != nil {
			t.Fatal(err)
		}
		if want := "Bob asks to take back what was played (others have moved since). Type yes or no.\n"; strings.Count(out.String(), want) != 1 {
			t.Errorf("Ann is not told once that Bob asks:\n%s", out)
		}
	})
	for _, typed := range []string{"a1", "undo"} {
		t.Run("lost before "+typed, func(t *testing.T) {
			m, web := farTable(t, "tictactoe", 2)
			ann := m[0]
			web.Listener.Close()
			if err := web.Config.Handler.(*server.Server).Close(context.Background()); err != nil {
				t.Fatal(err)
			}
			knows(t, ann, "it is lost", func(now client.Moment) bool { return !now.Connected })
			p, out := lineByLine(ann, typed)
			if err := p.run(); err != nil {
				t.Fatal(err)
			}
			if strings.Count(out.String(), "The connection is lost: ") != 1 {
				t.Errorf("Ann is not told once that the connection is lost:\n%s", out)
			}
		})
	}
	t.Run("screen", func(t *testing.T) {
		m, _ := farTable(t, "tictactoe", 2)
		ann, bob := m[0], m[1]
		knows(t, ann, "Bob is here", func(now client.Moment) bool { return len(now.Here) == 2 && now.Here[1] })
		ann.Update(newsMsg{})
		bob.far.table.Close()
		knows(t, ann, "Bob is gone", func(now client.Moment) bool { return !now.Here[1] })
		press(ann, "a1", "enter")
		wants(t, ann, "Ann: place a1", "Bob is not connected.")
	})
	t.Run("screen after a refusal", func(t *testing.T) {
		m, _ := farTable(t, "tictactoe", 2)
		ann, bob := m[0], m[1]
		knows(t, ann, "Bob is here", func(now client.Moment) bool { return len(now.Here) == 2 && now.Here[1] })
		ann.Update(newsMsg{})
		bob.far.table.Close()
		knows(t, ann, "Bob is gone", func(now client.Moment) bool { return !now.Here[1] })
		press(ann, "ctrl+z")
		wants(t, ann, "seat 0 has no move to take back")
		press(ann, "down")
		wants(t, ann, "Bob is not connected.")
	})
}
