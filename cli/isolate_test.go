package cli

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
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
		{Name: "slow", Do: func(*game.Tx) { time.Sleep(2 * time.Second) }},
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

// isolatedOperator inspects, looks at and deletes a match of an isolated game.
func isolatedOperator(t *testing.T, p *process, state string, m *client.Match) {
	t.Helper()
	operator := regexp.MustCompile(`(http://\S+:\d+); its password`).FindStringSubmatch(p.out.String())[1]
	admin := func(want string, args ...string) {
		t.Helper()
		c := exec.Command("ply", append([]string{"admin", "--url", operator}, args...)...)
		c.Env = append(os.Environ(), "PLY_ADMIN_SECRET=the secret of the operator", "GORACE=atexit_sleep_ms=0")
		if said, err := c.CombinedOutput(); err != nil || !strings.Contains(string(said), want) {
			t.Errorf("ply admin %v: %v: %s; want %s", args, err, said, want)
		}
	}
	id := m.Now().Match.ID
	admin(`"live": true`, "inspect", id)
	admin(`"watchers": 1`, "inspect", id)
	admin(`"game": "unsafe"`, "look", id, "--seat", "1")
	admin(`"kind": "looked"`, "inspect", id)
	admin("deleted", "delete", id, "--why", "spam")
	var err error
	for err == nil {
		_, err = m.Next(t.Context())
	}
	if !strings.Contains(err.Error(), "deleted") {
		t.Errorf("the player of a deleted match reads %v", err)
	}
	p.ask(410, "GET", "/api/games/unsafe/"+id, nil, nil)
	p.ask(410, "GET", "/api/games/unsafe/"+id+"/record", nil, nil)
	audit, err := os.ReadFile(filepath.Join(state, "ply", "matches.db-audit.log"))
	if err != nil || strings.Count(string(audit), id) != 2 {
		t.Errorf("the audit log has %s, %v", audit, err)
	}
}

// The server and all other games survive whatever the rules of an isolated game do, and its matches continue.
func TestIsolatedGame(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: waits for a game that never ends")
	}
	t.Parallel()
	state := t.TempDir()
	p := servingWith(t, []string{"PLY_ADMIN_SECRET=the secret of the operator"}, "plybad", state, "serve", "--address", "127.0.0.1:0",
		"--admin-address", "127.0.0.1:0", "--isolate", "unsafe", "--max-run", "8s", "--base-path", "/ply")
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
	// dying calls end, which ends the process, while another match waits for its rules.
	dying := func(end func(context.Context), m *client.Match) {
		t.Helper()
		once, stop := context.WithCancel(ctx)
		var wait sync.WaitGroup
		wait.Go(func() { _ = good.Play(once, good.Now().Seq, "slow") })
		time.Sleep(200 * time.Millisecond)
		wait.Go(func() { end(once) })
		news(m, client.Lost)
		stop()
		wait.Wait()
	}
	for i, move := range []string{"recurse", "goroutine", "loop"} {
		dying(func(once context.Context) { _ = bad.Play(once, bad.Now().Seq, move) }, bad)
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
	dying(func(context.Context) {
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
			t.Error(err)
		}
	}, good)
	news(good, client.Back)
	play(good, "fine")
	if seq := good.Now().Seq; seq < 6 {
		t.Errorf("the other match of the game has %d entries, want 6 or more", seq)
	}
	isolatedOperator(t, p, state, good)
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
	if text := p.err.String(); strings.Contains(text, "match="+good.Now().Match.ID+" reason") {
		t.Errorf("the match that only waited is blamed:\n%s", text)
	}
	for _, want := range []string{"stack overflow", "exceeds 67108864-byte limit", "in a goroutine of the rules", "the rules do not return", "exit status 3", "signal: killed", "match=" + bad.Now().Match.ID} {
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
