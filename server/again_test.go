package server_test

import (
	"crypto/sha256"
	"encoding/base32"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/plygame/ply/match"
	"github.com/plygame/ply/server"
	"github.com/plygame/ply/store"
	"github.com/plygame/ply/wire"
)

// end makes seat 1 resign.
func (t *table) end() {
	t.h.t.Helper()
	if m := t.players[1].ask(wire.Request{Do: "resign"}); m.Type != "answer" {
		t.h.t.Fatal(asText(m))
	}
}

// again requests the rematch.
func (t *table) again(token string) (c wire.Created, code string) {
	t.h.t.Helper()
	var text string
	if t.h.ask("POST", "/api/games/"+t.game+"/"+t.id+"/again", token, nil, &text) != 200 {
		var e struct{ Refusal wire.Refusal }
		if err := json.Unmarshal([]byte(text), &e); err != nil {
			t.h.t.Fatalf("%v in %s", err, text)
		}
		return c, e.Refusal.Code
	}
	if err := json.Unmarshal([]byte(text), &c); err != nil {
		t.h.t.Fatalf("%v in %s", err, text)
	}
	return c, ""
}

// After the end, everyone who asks gets the same rematch, and all watchers are told about it.
func TestAgain(t *testing.T) {
	h := start(t)
	tb := h.table("hex", 2, map[string]any{"size": 5})
	zoe := h.watch(tb.id, "")
	if _, code := tb.again(tb.tokens[0]); code != "not-over" {
		t.Errorf("again before the end: %q", code)
	}
	tb.end()
	for token, want := range map[string]string{"": "no-token", "wrong": "no-right"} {
		if _, code := tb.again(token); code != want {
			t.Errorf("again with %q: %q", token, code)
		}
	}
	first, code := tb.again(tb.tokens[1])
	if code != "" || first.Host == "" || first.Commitment == "" || first.About.Options["size"] != "5" || len(first.About.Seats) != 2 {
		t.Fatalf("%q, %+v", code, first)
	}
	for _, p := range append(tb.players, zoe) {
		p.until("it is told of the next match", func(m wire.Message) bool { return m.Type == "next" && m.Next == first.Match })
	}
	for _, token := range []string{tb.tokens[0], tb.tokens[1], "the judge's secret"} {
		if c, code := tb.again(token); code != "" || c.Match != first.Match || c.Commitment != first.Commitment || c.Host != "" || c.About.ID != first.Match {
			t.Errorf("%q, %+v", code, c)
		}
	}
	if m := h.dial().ask(wire.Request{Do: "watch", Match: tb.id}); m.Next != first.Match {
		t.Errorf("a later client is not told: %s", asText(m))
	}
	if m := h.dial().ask(wire.Request{Do: "watch", Match: first.Match, Token: first.Host}); m.Role != "host" || m.Next != "" {
		t.Errorf("the next match: %s", asText(m))
	}
	if m := h.dial().ask(wire.Request{Do: "watch", Match: first.Match, Token: tb.tokens[0]}); refusalCode(m) != "no-right" {
		t.Errorf("the old token gives %s", asText(m))
	}
}

// Concurrent requests create one rematch with one host.
func TestConcurrentRematchRequests(t *testing.T) {
	h := start(t)
	tb := h.table("tictactoe", 2, nil)
	tb.end()
	var mu sync.Mutex
	var wg sync.WaitGroup
	ids, hosts := map[string]bool{}, 0
	for i := range 20 {
		wg.Go(func() {
			c, code := tb.again(tb.tokens[i%2])
			mu.Lock()
			defer mu.Unlock()
			if ids[c.Match] = true; c.Host != "" {
				hosts++
			}
			if code != "" {
				t.Errorf("refused: %s", code)
			}
		})
	}
	wg.Wait()
	if len(ids) != 1 || hosts != 1 {
		t.Errorf("the next matches are %v, with %d hosts", ids, hosts)
	}
}

// In a rematch, bots sit one seat further on; the rematch of an unlisted match is unlisted.
func TestRematchWithBots(t *testing.T) {
	h := start(t)
	for seat, want := range []string{"false true", "true false"} {
		c := h.create("hex", map[string]any{"bots": []int{seat}, "unlisted": true})
		tb := &table{h: h, game: "hex", id: c.Match}
		ada := h.watch(c.Match, h.join("hex", c.Match, "Ada").Token)
		if m := ada.ask(wire.Request{Do: "resign"}); m.Type != "answer" {
			t.Fatal(asText(m))
		}
		next, code := tb.again(c.Host)
		if code != "" || !next.About.Unlisted {
			t.Fatalf("%q, %+v", code, next)
		}
		if got := fmt.Sprint(next.About.Seats[0].Bot != "", " ", next.About.Seats[1].Bot != ""); got != want {
			t.Errorf("a bot in seat %d: then %s, want %s", seat, got, want)
		}
	}
}

// In a rematch the seats are reserved for the players of the previous match, and nobody else gets them.
func TestRematchReservesSeats(t *testing.T) {
	h := start(t)
	tb := h.table("hex", 2, nil)
	tb.end()
	next, code := tb.again(tb.tokens[0])
	if code != "" {
		t.Fatal(code)
	}
	if got := asText(next.About.Seats); got != `[{"name":"player 1","reserved":true},{"name":"player 0","reserved":true}]` {
		t.Errorf("the seats are %s", got)
	}
	var open wire.Matches
	if h.ask("GET", "/api/matches?open=true", "", nil, &open); len(open.Matches) != 0 {
		t.Errorf("strangers are offered %+v", open.Matches)
	}
	join := func(last string, seat *int) (j joined, code string) {
		var out struct {
			joined
			Refusal wire.Refusal
		}
		h.ask("POST", "/api/games/hex/"+next.Match+"/join", "", wire.Join{Name: "Zoe", Seat: seat, Last: last}, &out)
		return out.joined, out.Refusal.Code
	}
	for _, last := range []string{"", "wrong", next.Host} {
		for _, seat := range []*int{nil, new(0), new(1)} {
			if _, code := join(last, seat); code != "taken" {
				t.Errorf("a stranger with %q: %q", last, code)
			}
		}
	}
	if _, code := join(tb.tokens[0], new(0)); code != "taken" {
		t.Errorf("a seat reserved for somebody else: %q", code)
	}
	for _, want := range []int{1, 0} { // everyone moves one seat further
		if j, code := join(tb.tokens[1-want], nil); code != "" || j.Seat != want {
			t.Errorf("%q, seat %d, want %d", code, j.Seat, want)
		}
	}
	if _, code := join(tb.tokens[0], nil); code != "taken" {
		t.Errorf("a reserved seat is taken twice: %q", code)
	}
}

// A reserved seat is freed by its player, by the host, or after some time.
func TestReservedSeatsAreFreed(t *testing.T) {
	free := func(h *host, id string) bool {
		var x wire.Matches
		h.ask("GET", "/api/matches?open=true", "", nil, &x)
		return len(x.Matches) == 1 && x.Matches[0].ID == id
	}
	for what, give := range map[string]func(h *host, tb *table, next wire.Created) int{
		"given up": func(h *host, tb *table, next wire.Created) int {
			return h.ask("POST", "/api/games/hex/"+next.Match+"/leave", tb.tokens[1], nil, nil)
		},
		"freed by the host": func(h *host, tb *table, next wire.Created) int {
			return h.ask("POST", "/api/games/hex/"+next.Match+"/bot", next.Host, wire.Bot{Seat: 0, Off: true}, nil)
		},
	} {
		h := start(t)
		tb := h.table("hex", 2, nil)
		tb.end()
		next, _ := tb.again(tb.tokens[0])
		ada := h.watch(next.Match, "")
		if status := give(h, tb, next); status != 200 {
			t.Fatalf("%s: %d", what, status)
		}
		ada.upTo(3)
		if j := h.join("hex", next.Match, "Zoe"); j.Seat != 0 {
			t.Errorf("%s: %+v", what, j)
		}
	}
	h := start(t, func(c *server.Config) { c.KeepSeat = 50 * time.Millisecond })
	tb := h.table("hex", 2, nil)
	tb.end()
	next, _ := tb.again(tb.tokens[0])
	h.watch(next.Match, "").upTo(4)
	if !free(h, next.Match) {
		t.Error("seats reserved for long are not free")
	}
}

// A restarted server knows the rematch, even if another server has created it.
func TestAgainAfterRestart(t *testing.T) {
	t.Parallel()
	mem := new(store.Memory)
	with := func(c *server.Config) { c.Store = mem }
	h := start(t, with)
	tb := h.table("tictactoe", 2, nil)
	tb.end()
	other := start(t, with)
	if m := other.dial().ask(wire.Request{Do: "watch", Match: tb.id}); m.Next != "" || !*m.Over {
		t.Errorf("there is no next match yet: %s", asText(m))
	}
	c, _ := tb.again(tb.tokens[0])
	h.Stop()
	elsewhere := &table{h: other, game: tb.game, id: tb.id}
	if d, code := elsewhere.again(tb.tokens[1]); code != "" || d.Match != c.Match || d.Host != "" {
		t.Errorf("%q, %+v", code, d)
	}
	third := start(t, with)
	if m := third.dial().ask(wire.Request{Do: "watch", Match: tb.id, Token: tb.tokens[1]}); m.Next != c.Match {
		t.Errorf("the next match is forgotten: %s", asText(m))
	}
}

// Nobody can know the id of the rematch before the end: it depends on the seed, and does not reveal it.
func TestNextIsSecret(t *testing.T) {
	mem := new(store.Memory)
	h := start(t, func(c *server.Config) { c.Store = mem })
	tb := h.table("gofish", 2, nil)
	zoe := h.watch(tb.id, "")
	x := newSearch(t, mem, tb.id)
	seed := x.m.Setup().Seed
	tb.end()
	c, _ := tb.again(tb.tokens[0])
	for _, p := range append(tb.players, zoe) {
		p.until("it is told of the next match", func(m wire.Message) bool { return m.Type == "next" })
		last := string(p.all[len(p.all)-1])
		if want := `{"type":"next","next":"` + c.Match + `"}`; last != want {
			t.Errorf("the answer is %s, want %s", last, want)
		}
		for _, text := range p.all[:len(p.all)-1] {
			if strings.Contains(string(text), c.Match) || strings.Contains(string(text), seed) {
				t.Errorf("too early: %s", text)
			}
		}
	}
	if strings.Contains(asText(c), seed) || strings.Contains(asText(c), match.TokenHash(tb.tokens[0])) {
		t.Errorf("the answer reveals a secret: %s", asText(c))
	}
	sum := sha256.Sum256([]byte("ply again 1 " + tb.id + " " + seed))
	if id := strings.ToLower(base32.StdEncoding.EncodeToString(sum[:10])); id != c.Match {
		t.Errorf("the id is %s, and docs/protocol.md says %s", c.Match, id)
	}
	kept := newSearch(t, mem, c.Match).m.Setup()
	if kept.Seed == seed || kept.Commitment() != c.Commitment {
		t.Errorf("the next match has the setup %+v", kept)
	}
}
