package server_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/plygame/ply/server"
	"github.com/plygame/ply/wire"
)

// However many people want a seat at the same moment, one gets it.
func TestOneSeatForOne(t *testing.T) {
	h := start(t, func(c *server.Config) { c.CreateRate = 1000 })
	m := h.create("hex", map[string]any{})
	var mu sync.Mutex
	var all sync.WaitGroup
	got := map[int]int{}
	for i := range 30 {
		all.Go(func() {
			status := h.ask("POST", "/api/games/hex/"+m.Match+"/join", "", map[string]any{"name": fmt.Sprint("player", i), "seat": 0}, nil)
			mu.Lock()
			defer mu.Unlock()
			got[status]++
		})
	}
	all.Wait()
	if got[200] != 1 || got[409] != 29 {
		t.Errorf("30 people who want one seat get %v, want one 200 and 29 times 409", got)
	}
	var about wire.Match
	if h.ask("GET", "/api/games/hex/"+m.Match, "", nil, &about); about.Match.Entries != 1 {
		t.Errorf("the match has %d entries, want 1", about.Match.Entries)
	}
}

// A request that is sent again, whoever sends it, changes nothing.
func TestReplayedRequests(t *testing.T) {
	h := start(t)
	tb := h.table("hex", 2, nil)
	p, q := tb.players[0], tb.players[1]
	seq := p.seq
	move := wire.Request{Do: "play", Seq: &seq, Move: json.RawMessage(`"place a1"`)}
	if m := p.ask(move); m.Type != "answer" {
		t.Fatal(asText(m))
	}
	for range 3 {
		if m := p.ask(move); refusalCode(m) != "stale" {
			t.Errorf("a move sent again: %s", asText(m))
		}
	}
	q.upTo(p.seq)
	if m := q.ask(wire.Request{Do: "play", Seq: &q.seq, Move: json.RawMessage(`"place b2"`)}); m.Type != "answer" {
		t.Error(asText(m))
	}
	p.upTo(q.seq)
	if m := p.ask(move); refusalCode(m) != "stale" {
		t.Errorf("an old move when it is the player's turn again: %s", asText(m))
	}
	// The tokens of a match open no other one, whatever its game.
	other := h.table("hex", 2, nil)
	for _, token := range append(tb.tokens, strings.ToUpper(other.tokens[0]), other.tokens[0]+" ", other.tokens[0][1:]) {
		if m := h.dial().ask(wire.Request{Do: "watch", Match: other.id, Token: token}); refusalCode(m) != "no-right" {
			t.Errorf("the token %q: %s", token, asText(m))
		}
	}
}

// Messages are counted for all connections of an address together.
func TestMessagesOfAnAddress(t *testing.T) {
	h := start(t, func(c *server.Config) { c.Rate, c.AddressRate = 0.001, 0.001 })
	answered := 0
	for range 3 {
		p := h.dial()
		p.send(`{"id":1,"do":"ping"}`)
		if strings.Contains(p.raw(), `"answer"`) {
			answered++
		}
	}
	if answered != 1 {
		t.Errorf("%d of 3 connections may send a message, want 1: the address has sent as many as it may", answered)
	}
}

// A client cannot invent an address: without a trusted proxy, no header counts.
func TestInventedAddresses(t *testing.T) {
	s := bare(t, server.Config{RequestRate: 0.001})
	names := []string{"X-Forwarded-For", "Forwarded", "X-Real-Ip", "True-Client-Ip", "Cf-Connecting-Ip", "X-Client-Ip"}
	for i, name := range names {
		w := from(s, "192.0.2.1", "GET", "/api/games", "", name, fmt.Sprintf("198.51.100.%d", i))
		if want := map[bool]int{true: 200, false: 429}[i == 0]; w.Code != want {
			t.Errorf("%s: %d, want %d", name, w.Code, want)
		}
	}
}

// No path leads out of what is served, or to another host.
func TestPaths(t *testing.T) {
	s := bare(t, server.Config{})
	for _, path := range []string{"/../etc/passwd", "/api/games/../../etc/passwd", "//evil.example/", "/art/tictactoe/x/../../../go.mod", "/art/tictactoe/%2e%2e/%2e%2e/x",
		"/assets/..%2f..%2fgo.mod", "/%00", "/api/games/%00", "/api/games/tictactoe/%ff%fe", "/assets/", "/api/games/tictactoe/..%2f..%2fmatches"} {
		w := from(s, "192.0.2.1", "GET", path, "")
		to := w.Header().Get("Location")
		if w.Code == http.StatusOK && !strings.Contains(w.Body.String(), "<html") || w.Code >= 500 || strings.HasPrefix(to, "//") || strings.Contains(to, "://") {
			t.Errorf("%s: %d, to %q: %.200s", path, w.Code, to, w.Body)
		}
	}
}
