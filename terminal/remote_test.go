package terminal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/plygame/ply/client"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/place"
	"github.com/plygame/ply/server"
	"github.com/plygame/ply/server/servertest"
	"github.com/plygame/ply/wire"
)

func TestAddressed(t *testing.T) {
	for text, want := range map[string]place.Place{
		"http://h:1/games/hex/abc":                  {Server: "http://h:1", Game: "hex", Match: "abc"}, // as a browser shows it
		"https://h/a/ply/games/hex/abc":             {Server: "https://h/a/ply", Game: "hex", Match: "abc"},
		"https://h/ply/games":                       {Server: "https://h/ply"},
		"http://localhost:8080":                     {Server: "http://localhost:8080", Game: "", Match: ""},
		"http://localhost:8080/":                    {Server: "http://localhost:8080", Game: "", Match: ""},
		"localhost:8080":                            {Server: "http://localhost:8080", Game: "", Match: ""},
		"example.com/hex/abc":                       {Server: "http://example.com", Game: "hex", Match: "abc"},
		"https://example.com/hex":                   {Server: "https://example.com", Game: "hex", Match: ""},
		"http://h/api/games/hex/abc":                {Server: "http://h", Game: "hex", Match: "abc"},
		"https://h/ply/api/games/hex/abc":           {Server: "https://h/ply", Game: "hex", Match: "abc"},
		"ws://h:1/hex/abc/":                         {Server: "http://h:1", Game: "hex", Match: "abc"},
		"http://[::1]:8080/api/games/tictactoe/abc": {Server: "http://[::1]:8080", Game: "tictactoe", Match: "abc"},
	} {
		got, err := place.Parse(text)
		if err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
		if again, err := place.Parse(got.String()); err != nil || again != got {
			t.Errorf("%s is written as %s, which is %+v, %v", text, got, again, err)
		}
	}
	for _, text := range []string{"", "ftp://h/hex/abc", "http://", "h/hex/abc/more", "http://h:port"} {
		if p, err := place.Parse(text); err == nil {
			t.Errorf("%q is %+v", text, p)
		}
	}
}

// Only the owner can read a token, and a seat in use is not taken twice.
func TestKeptSeats(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	p := place.Place{Server: "http://h:1", Game: "hex", Match: "abc"}
	k, err := keepSeat(p, keptSeat{Seat: 1, Name: "Ann", Token: "secret"})
	if err != nil {
		t.Fatal(err)
	}
	about, err := os.Stat(k.file.Name())
	if err != nil || about.Mode().Perm() != 0o600 {
		t.Errorf("the file is %v, %v", about.Mode(), err)
	}
	if free, busy := findSeat(p, "", nil); free != nil || busy == nil || busy.Seat != 1 {
		t.Errorf("a seat in use is found as %+v, %+v", free, busy)
	}
	k.release()
	two := 2
	for _, c := range []struct {
		place place.Place
		name  string
		seat  *int
	}{{p, "Bob", nil}, {p, "", &two}, {place.Place{Server: "http://h:1", Game: "hex", Match: "ab"}, "", nil}} {
		if free, busy := findSeat(c.place, c.name, c.seat); free != nil || busy != nil {
			t.Errorf("a seat of another player is found: %+v", c)
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

// Seats of finished matches are kept for a while, those of unfinished ones forever.
func TestKeptSeatsExpire(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	for _, over := range []bool{true, false} {
		p := place.Place{Server: "http://h:1", Game: "hex", Match: map[bool]string{true: "over", false: "on"}[over]}
		k, err := keepSeat(p, keptSeat{Seat: 1, Name: "Ann", Token: "secret", Host: "host"})
		if err != nil {
			t.Fatal(err)
		}
		k.leave(!over) // a longer text, then a shorter one, or the reverse
		k, _ = findSeat(p, "", nil)
		if k == nil || k.Host != "host" || k.Over == over {
			t.Fatalf("it is stored as %+v", k)
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
		t.Errorf("after 29 days the seats are %s", kept())
	}
	sweepSeats(time.Now().Add(31 * 24 * time.Hour))
	if kept() != "on " {
		t.Errorf("after 31 days the seats are %s", kept())
	}
}

// A loopback address comes with a hint that other machines cannot reach it.
func TestLoopback(t *testing.T) {
	for base, want := range map[string]string{
		"http://127.0.0.1:8080": "127.0.0.1 8080 true",
		"http://localhost":      "localhost 80 true",
		"http://[::1]:1":        "::1 1 true",
		"http://192.168.1.2:80": "192.168.1.2 80 false",
		"https://example.com":   "example.com 80 false",
	} {
		host, port, is := place.Place{Server: base}.Loopback()
		if got := fmt.Sprint(host, " ", port, " ", is); got != want {
			t.Errorf("%s: %s, want %s", base, got, want)
		}
	}
}

// remoteTable is a match on a server, with screens for its seats.
func remoteTable(t *testing.T, name string, seats int) (screens []*screen, web *servertest.Host) {
	t.Helper()
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	web = servertest.Start(t, server.Config{Games: games.All()})
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
		program, err := c.Watch(ctx, made.Match, token, games.Find)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(program.Close)
		g, err := newRemote(&remote{client: c, match: program, place: place.Place{Server: web.URL, Game: name, Match: made.Match}, host: made.Host})
		if err != nil {
			t.Fatal(err)
		}
		screens = append(screens, onScreen(g, 80, 24))
	}
	return screens, web
}

// until updates a screen with events until it shows a text.
func until(t *testing.T, m *screen, text string) {
	t.Helper()
	end := time.Now().Add(time.Minute)
	for !strings.Contains(seen(m), text) {
		ctx, cancel := context.WithDeadline(context.Background(), end)
		err := m.backend.(*remote).match.Wait(ctx)
		cancel()
		if err != nil {
			t.Fatalf("the screen does not show %q:\n%s", text, seen(m))
		}
		m.Update(newsMsg{})
	}
}

// The screen shows moves of others, and undoes moves with and without consent.
func TestJoinScreen(t *testing.T) {
	m, _ := remoteTable(t, "tictactoe", 2)
	ann, bob := m[0], m[1]
	wants(t, ann, "your turn (X)", "Choose an empty cell", "Ann joins as X.")
	wants(t, bob, "Ann's turn.")
	press(bob, "players", "enter")
	wants(t, bob, "X: Ann", "O: Bob, you")
	press(bob, "enter")
	press(bob, "b2", "enter")
	wants(t, bob, "it is not your turn")
	press(ann, "a1", "enter")
	wants(t, ann, "Bob's turn.", "Ann plays a1")
	until(t, bob, "Ann plays a1")
	wants(t, bob, "Choose an empty cell")
	if strings.Contains(seen(bob), "it is not your turn") {
		t.Errorf("outdated text is shown:\n%s", seen(bob))
	}
	press(ann, "ctrl+z")
	wants(t, ann, "Undone: this is move 1 again.", "Ann undoes 1 move.")
	until(t, bob, "Ann undoes 1 move.")
	press(ann, "b2", "enter")
	until(t, bob, "Ann plays b2")
	press(bob, "b2", "enter")
	wants(t, bob, "b2 cannot be chosen")
	press(bob, "a", "backspace", "a1", "enter")
	until(t, ann, "Bob plays a1")
	press(ann, "undo", "enter")
	until(t, ann, "To undo, Bob must agree: others have moved since.")
	until(t, bob, "Ann asks to undo")
	press(bob, "yes", "enter")
	until(t, ann, "Ann undoes 2 moves.")
	wants(t, ann, "Move 1, your turn (X)")
	press(bob, "resign", "enter")
	wants(t, bob, "Type resign again to confirm.")
	press(bob, "resign", "enter")
	wants(t, bob, "Game over: Bob resigned, Ann wins.")
	until(t, ann, "Game over: Bob resigned, Ann wins.")
}

// An unfinished choice survives unrelated events.
func TestJoinDraft(t *testing.T) {
	m, _ := remoteTable(t, "gofish", 3)
	x := m[m[0].backend.(*remote).now.ToAct[0]]
	whom := []string{"2", "3", "1"}[x.seat]
	called := []string{"Bob", "Cid", "Ann"}[x.seat]
	press(x, whom, "enter")
	wants(t, x, "ask "+called+"… For which rank?")
	was := x.ask
	x.settle()
	wants(t, x, "Whom do you ask?")
	x.keepDraft(was)
	wants(t, x, "ask "+called+"… For which rank?")
}

// A finished match announces its rematch.
func TestJoinAnnouncesRematch(t *testing.T) {
	m, _ := remoteTable(t, "tictactoe", 2)
	press(m[1], "resign", "enter", "resign", "enter")
	until(t, m[0], "resigned")
	f := m[1].backend.(*remote)
	if _, err := f.client.Again(context.Background(), "tictactoe", f.place.Match, f.host); err != nil {
		t.Fatal(err)
	}
	until(t, m[0], "There is a rematch.")
}

// A session that cannot continue ends with the reason.
func TestJoinEnds(t *testing.T) {
	m, _ := remoteTable(t, "tictactoe", 2)
	m[0].backend.(*remote).match.Close()
	if _, cmd := m[0].Update(newsMsg{}); cmd == nil || m[0].fault == nil {
		t.Error("a closed table is shown")
	}
}

// With three players, a bot takes over for one who resigns, and that player's screen ends.
func TestJoinResigned(t *testing.T) {
	m, _ := remoteTable(t, "gofish", 3)
	press(m[2], "resign", "enter", "resign", "enter")
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for m[2].backend.(*remote).why == nil && m[2].backend.(*remote).match.Wait(ctx) == nil {
		m[2].Update(newsMsg{})
	}
	if !errors.Is(m[2].backend.(*remote).why, errGivenUp) || m[2].fault != nil {
		t.Errorf("the session continues: %v, %v", m[2].backend.(*remote).why, m[2].fault)
	}
	until(t, m[0], "A bot plays player 3.")
}

// knows waits until the connection of a screen has received something that the screen has not shown yet.
func knows(t *testing.T, m *screen, what string, holds func(client.Moment) bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !holds(m.backend.(*remote).match.Now()); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("the connection does not receive: %s", what)
		}
	}
}

// lineByLine plays the session of a screen line by line instead, with these typed lines.
func lineByLine(m *screen, lines ...string) (p *byLine, out *bytes.Buffer) {
	out = &bytes.Buffer{}
	p = &byLine{Session: m.Session, con: &console.Console{Out: out, Err: io.Discard}, typed: make(chan string, len(lines))}
	for _, line := range lines {
		p.typed <- line
	}
	close(p.typed)
	return p, out
}

// Events that arrive while a move is pending are shown after its answer.
func TestJoinNotesKept(t *testing.T) {
	t.Run("consent", func(t *testing.T) {
		m, _ := remoteTable(t, "tictactoe", 2)
		ann, bob := m[0], m[1]
		press(ann, "a1", "enter")
		until(t, bob, "Ann plays a1")
		press(bob, "b1", "enter")
		until(t, ann, "Bob plays b1")
		// Ann's move is answered and Bob asks to undo; only then does Ann's screen receive both.
		if err := ann.backend.(*remote).match.Play(context.Background(), ann.backend.(*remote).now.Seq, "place a2"); err != nil {
			t.Fatal(err)
		}
		until(t, bob, "Ann plays a2")
		press(bob, "undo", "enter")
		knows(t, ann, "Bob asks", func(now client.Moment) bool { return now.MustAgree() })
		ann.receive(ann.Session)
		p, out := lineByLine(ann)
		if err := p.run(); err != nil {
			t.Fatal(err)
		}
		if want := "Bob asks to undo (others have moved since). Type yes or no.\n"; strings.Count(out.String(), want) != 1 {
			t.Errorf("Ann does not see exactly once that Bob asks:\n%s", out)
		}
	})
	for _, typed := range []string{"a1", "undo"} {
		t.Run("lost before "+typed, func(t *testing.T) {
			m, web := remoteTable(t, "tictactoe", 2)
			ann := m[0]
			web.Stop()
			knows(t, ann, "it is lost", func(now client.Moment) bool { return !now.Connected })
			p, out := lineByLine(ann, typed)
			if err := p.run(); err != nil {
				t.Fatal(err)
			}
			if strings.Count(out.String(), "The connection is lost: ") != 1 {
				t.Errorf("Ann does not see exactly once that the connection is lost:\n%s", out)
			}
		})
	}
	t.Run("screen", func(t *testing.T) {
		m, _ := remoteTable(t, "tictactoe", 2)
		ann, bob := m[0], m[1]
		knows(t, ann, "Bob is here", func(now client.Moment) bool { return len(now.Here) == 2 && now.Here[1] })
		ann.Update(newsMsg{})
		bob.backend.(*remote).match.Close()
		knows(t, ann, "Bob is gone", func(now client.Moment) bool { return !now.Here[1] })
		press(ann, "a1", "enter")
		wants(t, ann, "Ann plays a1", "Bob is not connected.")
	})
	t.Run("screen after a refusal", func(t *testing.T) {
		m, _ := remoteTable(t, "tictactoe", 2)
		ann, bob := m[0], m[1]
		knows(t, ann, "Bob is here", func(now client.Moment) bool { return len(now.Here) == 2 && now.Here[1] })
		ann.Update(newsMsg{})
		bob.backend.(*remote).match.Close()
		knows(t, ann, "Bob is gone", func(now client.Moment) bool { return !now.Here[1] })
		press(ann, "ctrl+z")
		wants(t, ann, "Ann has no move to undo")
		press(ann, "down")
		wants(t, ann, "Bob is not connected.")
	})
}
