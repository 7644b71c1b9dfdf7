package server_test

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/server"
	"github.com/plygame/ply/store"
	"github.com/plygame/ply/wire"
)

// flaky is a store that can be made to fail.
type flaky struct {
	store.Store
	full     atomic.Bool // every append fails
	fullFor1 atomic.Bool // appends of seat 1 fail
	lost     atomic.Bool // appends succeed, but report a failure
	unread   atomic.Bool // reads fail
	attempts atomic.Int32
}

func (s *flaky) Append(ctx context.Context, id string, after int, entries []match.Entry, about *match.Listing) error {
	s.attempts.Add(1)
	if s.full.Load() || s.fullFor1.Load() && entries[0].Seat == 1 {
		return errors.New("the disk is full")
	}
	err := s.Store.Append(ctx, id, after, entries, about)
	if s.lost.Load() {
		return errors.New("the disk does not answer")
	}
	return err
}

func (s *flaky) Load(ctx context.Context, id string) (store.Kept, error) {
	if s.unread.Load() {
		return store.Kept{}, fmt.Errorf("match %s: %w", id, store.ErrDamaged)
	}
	return s.Store.Load(ctx, id)
}

// A move that cannot be saved is not played or sent to anyone. When there is space again, the match continues.
func TestFullStore(t *testing.T) {
	s := &flaky{Store: new(store.Memory)}
	h := start(t, func(c *server.Config) { c.Store = s })
	tb := h.table("hex", 2, nil)
	a, b := tb.players[0], tb.players[1]
	s.full.Store(true)
	for range 3 {
		before := string(a.view.Save())
		if m := a.play("place a1"); refusalCode(m) != "not-kept" || string(a.view.Save()) != before || a.seq != 2 {
			t.Fatalf("the answer is %s", asText(m))
		}
	}
	var text string
	if status := h.ask("POST", "/api/games/hex/"+tb.id+"/leave", tb.tokens[0], nil, &text); status != 503 {
		t.Errorf("leaving a seat succeeds: %d %s", status, text)
	}
	if m := b.ask(wire.Request{Do: "view"}); *m.Seq != 2 {
		t.Error(asText(m))
	}
	s.full.Store(false)
	if m := a.play("place a1"); m.Type != "answer" {
		t.Fatalf("the match does not continue: %s", asText(m))
	}
	b.upTo(3)

	s.lost.Store(true) // stored, but not acknowledged
	if m := b.play("place b2"); refusalCode(m) != "not-kept" || b.seq != 4 {
		t.Errorf("at entry %d after %s", b.seq, asText(m))
	}
	s.lost.Store(false)
	a.upTo(4)
	if m := a.play("place c3"); m.Type != "answer" {
		t.Fatalf("the match does not continue: %s", asText(m))
	}
	b.upTo(5)

	s.full.Store(true)
	s.unread.Store(true) // nothing works: everyone is disconnected, and can reconnect
	b.send(asText(wire.Request{Do: "play", Seq: &b.seq, Move: json.RawMessage(`"place d4"`)}))
	for _, p := range tb.players {
		p.until("it is sent away", func(m wire.Message) bool { return m.Type == "farewell" && m.Code == "gone" })
	}
	if m := h.dial().ask(wire.Request{Do: "watch", Match: tb.id}); refusalCode(m) != "damaged" {
		t.Error(asText(m))
	}
	s.full.Store(false)
	s.unread.Store(false)
	if p := h.watch(tb.id, tb.tokens[1]); p.seq != 5 || p.play("place d4").Type != "answer" {
		t.Error("the match does not continue")
	}
}

// A bot whose moves cannot be saved does not retry in a loop, and continues when there is space.
func TestFullStoreWithBots(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: it waits")
	}
	t.Parallel()
	d := new(diary)
	s := &flaky{Store: new(store.Memory)}
	h := start(t, func(c *server.Config) { c.Store, c.Log = s, slog.New(slog.NewTextHandler(d, nil)) })
	c := h.create("hex", map[string]any{"bots": []int{1}})
	p := h.watch(c.Match, h.join("hex", c.Match, "Ada").Token)
	s.fullFor1.Store(true)
	s.attempts.Store(0)
	began := time.Now()
	if m := p.play("place a1"); m.Type != "answer" {
		t.Fatal(asText(m))
	}
	eventually(t, "the bot has tried", func() bool { return s.attempts.Load() >= 2 })
	time.Sleep(200 * time.Millisecond)
	n, most := int(s.attempts.Load()), 2+int(time.Since(began)/time.Second) // it waits for a second or longer
	if n > most {
		t.Errorf("%d attempts, want at most %d", n, most)
	}
	s.fullFor1.Store(false)
	p.upTo(4)
}

// A full disk together with changed rules does not cause an endless loop.
func TestFullStoreWithOtherRules(t *testing.T) {
	t.Parallel()
	s := &flaky{Store: new(store.Memory)}
	h := start(t, func(c *server.Config) { c.Store, c.Games = s, []*game.Rules{faulty("1")} })
	c := h.create("faulty", map[string]any{"seats": 2})
	h.Stop()
	s.full.Store(true)
	h = start(t, func(c *server.Config) { c.Store, c.Games = s, []*game.Rules{faulty("2")} })
	if m := h.dial().ask(wire.Request{Do: "watch", Match: c.Match}); refusalCode(m) != "not-kept" {
		t.Error(asText(m))
	}
	s.full.Store(false)
	if status := h.ask("GET", "/api/games/faulty/"+c.Match, "", nil, nil); status != 200 {
		t.Error(status)
	}
}

// Two servers with one database cannot both continue a match. Their players end up with the same match.
func TestTwoServers(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "ply.db")
	var hosts []*host
	for range 2 {
		db, err := store.OpenSQLite(path)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		h := start(t, func(c *server.Config) { c.Store = db })
		defer h.Stop()
		hosts = append(hosts, h)
	}
	for _, name := range []string{"hex", "gofish"} {
		here := hosts[0].table(name, 2, nil)
		there := &table{h: hosts[1], game: name, id: here.id, tokens: here.tokens}
		for _, token := range here.tokens {
			there.players = append(there.players, hosts[1].watch(here.id, token))
		}
		luck := newLuck(11)
		for round := range 8 {
			mine, yours := here, there
			if round%2 == 1 {
				mine, yours = there, here
			}
			if !mine.random(luck) {
				break
			}
			// A player at the second server tries a change, is refused, and everyone there gets the new view.
			if m := yours.players[0].ask(wire.Request{Do: "resign"}); refusalCode(m) != "stale" {
				t.Fatalf("%s: both servers have appended: %s", name, asText(m))
			}
			for seat, p := range yours.players {
				p.upTo(mine.players[seat].seq)
				if string(p.view.Save()) != string(mine.players[seat].view.Save()) {
					t.Fatalf("%s: seat %d sees on one server\n%s\nand on the other\n%s", name, seat, p.view.Save(), mine.players[seat].view.Save())
				}
			}
		}
	}
}

// A player whose seat was given away on another server loses it here, too.
func TestTwoServersOneSeat(t *testing.T) {
	t.Parallel()
	mem := new(store.Memory)
	a, b := start(t, func(c *server.Config) { c.Store = mem }), start(t, func(c *server.Config) { c.Store = mem })
	tb := a.table("gofish", 2, nil)
	if status := b.ask("POST", "/api/games/gofish/"+tb.id+"/leave", tb.tokens[1], nil, nil); status != 200 {
		t.Fatal(status)
	}
	if m := tb.players[0].ask(wire.Request{Do: "resign"}); refusalCode(m) != "stale" {
		t.Fatal(asText(m))
	}
	tb.players[1].until("it has to go", func(m wire.Message) bool {
		if m.Type == "welcome" {
			t.Errorf("it is told about a seat it does not have: %s", asText(m))
		}
		return m.Type == "farewell" && m.Code == "left"
	})
}

// The log contains no secrets.
func TestLogsHaveNoSecrets(t *testing.T) {
	d := new(diary)
	s := &flaky{Store: new(store.Memory)}
	h := start(t, func(c *server.Config) {
		c.Store, c.Log = s, slog.New(slog.NewTextHandler(d, &slog.HandlerOptions{Level: slog.LevelDebug}))
	})
	tb := h.table("gofish", 2, nil)
	s.full.Store(true)
	tb.players[0].play("ask 1 7")
	tb.players[0].ask(wire.Request{Do: "leave"})
	kept, err := s.Load(context.Background(), tb.id)
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range append(tb.tokens, kept.Setup.Seed, kept.Setup.Host, kept.Log[0].Hash, kept.Log[0].Player.Token) {
		if strings.Contains(d.String(), secret) {
			t.Errorf("%s is in the log: %s", secret, d)
		}
	}
	if !strings.Contains(d.String(), "cannot save a change") {
		t.Errorf("the log is empty: %s", d)
	}
}

// A listing that cannot be read is missing from lists and reported in the log; everything else works.
func TestDamagedListing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "matches.db")
	s, err := store.OpenSQLite(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var log bytes.Buffer
	h := start(t, func(c *server.Config) {
		c.Store, c.Log = s, slog.New(slog.NewTextHandler(&log, nil))
	})
	sound, bad := h.create("hex", map[string]any{}), h.create("hex", map[string]any{})
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("UPDATE matches SET about = '{' WHERE id = ?", bad.Match); err != nil {
		t.Fatal(err)
	}
	db.Close()
	for _, path := range []string{"/api/matches", "/api/games/hex"} {
		var x wire.Matches
		if status := h.ask("GET", path, "", nil, &x); status != 200 || len(x.Matches) != 1 || x.Matches[0].ID != sound.Match {
			t.Errorf("%s: %d, %+v", path, status, x.Matches)
		}
	}
	var text string
	if status := h.ask("GET", "/readyz", "", nil, &text); status != 200 {
		t.Errorf("the server is not ready: %d %s", status, text)
	}
	h.Stop()
	if n := strings.Count(log.String(), "cannot list all matches"); n != 1 || !strings.Contains(log.String(), bad.Match) {
		t.Errorf("the log reports it %d times:\n%s", n, &log)
	}
}
