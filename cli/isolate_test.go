package cli

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/plygame/ply/client"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/wire"
)

// unsafeRules are those of a game whose moves can end the process, or keep it busy forever.
func unsafeRules() *game.Rules {
	var recurse func([512]int) int
	recurse = func(x [512]int) int {
		x[0]++
		return recurse(x) + x[1]
	}
	return &game.Rules{Name: "unsafe", Seats: game.Exactly(1), Actions: []*game.Action{
		{Name: "fine", Do: func(*game.Tx) {}},
		{Name: "recurse", Do: func(*game.Tx) { recurse([512]int{}) }},
		{Name: "goroutine", Do: func(*game.Tx) {
			go panic("in a goroutine of the rules")
			time.Sleep(time.Hour)
		}},
		{Name: "loop", Do: func(*game.Tx) {
			for n := 0; n >= 0; n &= 0xff {
				n++
			}
		}},
	}}
}

// The server and all other games survive whatever the rules of an isolated game do, and its matches continue.
func TestIsolatedGame(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: waits for a game that never ends")
	}
	t.Parallel()
	p := servingAs(t, "plybad", t.TempDir(), "serve", "--address", "127.0.0.1:0", "--isolate", "unsafe", "--max-run", "8s", "--base-path", "/ply")
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	defer cancel()
	c := &client.Client{URL: p.url, Wait: 10 * time.Millisecond}
	find := func(name string) (*game.Rules, error) {
		if name == "unsafe" {
			return unsafeRules(), nil
		}
		return games.Find(name)
	}
	sit := func(name string) *client.Match {
		t.Helper()
		made, err := c.Create(ctx, name, wire.Create{})
		if err != nil {
			t.Fatal(err)
		}
		seat, err := c.Join(ctx, name, made.Match, wire.Join{Name: "Ann"})
		if err != nil {
			t.Fatal(err)
		}
		m, err := c.Watch(ctx, made.Match, seat.Token, find)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(m.Close)
		return m
	}
	play := func(m *client.Match, move string) {
		t.Helper()
		if err := m.Play(ctx, m.Now().Seq, move); err != nil {
			t.Fatalf("%s: %v\n%s", move, err, &p.err)
		}
	}
	news := func(m *client.Match, kind client.Kind) {
		t.Helper()
		for {
			n, err := m.Next(ctx)
			if err != nil {
				t.Fatalf("%v\n%s", err, &p.err)
			}
			if n.Kind == kind {
				return
			}
		}
	}
	bad, good, other := sit("unsafe"), sit("unsafe"), sit("hex")
	play(good, "fine")
	for i, move := range []string{"recurse", "goroutine", "loop"} {
		once, stop := context.WithCancel(ctx)
		ended := make(chan error)
		go func() { ended <- bad.Play(once, bad.Now().Seq, move) }()
		news(bad, client.Lost)
		stop()
		<-ended
		if i == 0 {
			play(other, "place a1") // while the process is down
			if m := other.Now(); !m.Connected {
				t.Error("the other game lost its connection")
			}
		}
		news(good, client.Back)
		play(good, "fine")
		if i < 2 {
			news(bad, client.Back)
		}
	}
	for {
		if _, err := bad.Next(ctx); err != nil {
			if !strings.Contains(err.Error(), "have a fault in match") {
				t.Errorf("the match that has ended its process three times: %v", err)
			}
			break
		}
	}
	pids := regexp.MustCompile(`process=(\d+)`).FindAllStringSubmatch(p.err.String(), -1)
	pid, err := strconv.Atoi(pids[len(pids)-1][1])
	if err != nil || len(pids) != 4 {
		t.Fatalf("%v: %v", pids, err)
	}
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	news(good, client.Back)
	play(good, "fine")
	if seq := good.Now().Seq; seq != 6 {
		t.Errorf("the other match of the game has %d entries, want 6", seq)
	}
	for _, want := range []string{`ply_isolated_restarts_total{game="unsafe"} 4`, `ply_isolated_up{game="unsafe"} 1`} {
		for end := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
			res, err := http.Get(p.url + "/metrics")
			if err != nil {
				t.Fatal(err)
			}
			text, _ := io.ReadAll(res.Body)
			res.Body.Close()
			if strings.Contains(string(text), want) {
				break
			}
			if time.Now().After(end) {
				t.Fatalf("the metrics have no %s", want)
			}
		}
	}
	for _, want := range []string{"stack overflow", "exceeds 67108864-byte limit", "in a goroutine of the rules", "the rules do not return", "exit status 3", "signal: killed", "while it worked on a match"} {
		if !strings.Contains(p.err.String(), want) {
			t.Errorf("the log does not say %q:\n%s", want, &p.err)
		}
	}
	p.signal(os.Interrupt)
	if code := p.end(time.Minute); code != 0 {
		t.Errorf("exit code %d:\n%s", code, &p.err)
	}
	pids = regexp.MustCompile(`process=(\d+)`).FindAllStringSubmatch(p.err.String(), -1)
	for _, x := range pids {
		if _, err := os.Stat(fmt.Sprintf("/proc/%s/cmdline", x[1])); err == nil {
			t.Errorf("process %s still runs", x[1])
		}
	}
}
