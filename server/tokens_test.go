package server_test

import (
	"context"
	"encoding/json"
	"sync/atomic"
	"testing"
	"time"

	"github.com/plygame/ply/client"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/server"
	"github.com/plygame/ply/wire"
)

// clock is a clock that tests set.
type clock struct{ ahead atomic.Int64 }

func (c *clock) now() time.Time      { return time.Now().Add(time.Duration(c.ahead.Load())) }
func (c *clock) add(d time.Duration) { c.ahead.Add(int64(d)) }
func (c *clock) of(s *server.Config) { s.Now = c.now }

const aDay = 24 * time.Hour

// mustRefuse checks that a token gives no access.
func mustRefuse(t *testing.T, h *host, id, token, what string) {
	t.Helper()
	if m := h.dial().ask(wire.Request{Do: "watch", Match: id, Token: token}); refusalCode(m) != "no-right" {
		t.Errorf("%s: %s", what, asText(m))
	}
}

// offered returns the new token that a client gets when it watches with an old one, or "".
func offered(h *host, id, token string) (*player, string) {
	p := h.watch(id, token)
	p.ask(wire.Request{Do: "ping"}) // what belongs to the welcome has come by then
	for _, text := range p.all {
		var m wire.Message
		if err := json.Unmarshal(text, &m); err == nil && m.Type == "token" {
			return p, m.Token
		}
	}
	return p, ""
}

// A token is renewed by use after half of its life, both are valid until the new one is used, and then the old one ends.
func TestTokensAreRenewed(t *testing.T) {
	var c clock
	h := start(t, c.of, func(s *server.Config) { s.TokenLife = 100 * aDay })
	tb := h.table("tictactoe", 2, nil)
	old := tb.tokens[0]
	c.add(40 * aDay)
	if _, token := offered(h, tb.id, old); token != "" {
		t.Error("a fresh token is renewed")
	}
	c.add(20 * aDay)
	_, lost := offered(h, tb.id, old)
	p, next := offered(h, tb.id, old)
	if next == "" || next == old || next != lost {
		t.Fatalf("the new token is %q, and was %q before", next, lost)
	}
	other := h.watch(tb.id, old)
	if m := p.ask(wire.Request{Do: "renew", Token: next}); m.Token != next {
		t.Fatalf("using the new token: %s", asText(m))
	}
	other.until("it must come back with the new token", func(m wire.Message) bool { return m.Type == "farewell" && m.Code == "renewed" })
	mustRefuse(t, h, tb.id, old, "the old token is still valid")
	if m := p.ask(wire.Request{Do: "moves"}); m.Type != "answer" {
		t.Errorf("the connection that renewed its token: %s", asText(m))
	}
	c.add(90 * aDay)
	p, third := offered(h, tb.id, next)
	if third == "" {
		t.Fatal("the second token is not renewed")
	}
	if m := p.ask(wire.Request{Do: "renew", Token: tb.tokens[1]}); refusalCode(m) != "no-right" {
		t.Errorf("renewing the token of another seat: %s", asText(m))
	}
	c.add(11 * aDay)
	mustRefuse(t, h, tb.id, next, "an expired token is valid")
	h.watch(tb.id, third) // a new one that was never used has not begun to age
	mustRefuse(t, h, tb.id, tb.tokens[1], "a token that was never used again is valid")
	if m := h.dial().ask(wire.Request{Do: "renew", Token: third}); refusalCode(m) != "no-match" {
		t.Errorf("renewing without watching: %s", asText(m))
	}
}

// The token of the host is renewed by REST, and a match that is over keeps its tokens.
func TestHostTokenIsRenewed(t *testing.T) {
	var c clock
	h := start(t, c.of, func(x *server.Config) { x.TokenLife = 100 * aDay })
	made := h.create("tictactoe", map[string]any{"seats": 2})
	ann, bob := h.join("tictactoe", made.Match, "Ann"), h.join("tictactoe", made.Match, "Bob")
	path := "/api/games/tictactoe/" + made.Match
	renew := func(token string) (next string, status int) {
		var a struct{ Token string }
		status = h.ask("POST", path+"/renew", token, nil, &a)
		return a.Token, status
	}
	next, status := renew(made.Host)
	if status != 200 || next == made.Host {
		t.Fatal(next, status)
	}
	h.Stop()
	h.Start() // both tokens are valid after a restart
	if again, _ := renew(made.Host); again != next {
		t.Errorf("asked again, the new token is %q, not %q", again, next)
	}
	if same, status := renew(next); same != next || status != 200 {
		t.Errorf("the new token cannot be used: %q, %d", same, status)
	}
	if _, status := renew(made.Host); status != 403 {
		t.Errorf("the old token: %d", status)
	}
	for token, want := range map[string]int{"": 401, "wrong": 403, "the judge's secret": 403} {
		if _, status := renew(token); status != want {
			t.Errorf("renewing %q: %d, want %d", token, status, want)
		}
	}
	if m := h.watch(made.Match, ann.Token).ask(wire.Request{Do: "resign"}); m.Type != "answer" {
		t.Fatal(asText(m))
	}
	c.add(1000 * aDay)
	h.watch(made.Match, bob.Token)
	if status := h.ask("POST", path+"/again", next, nil, nil); status != 200 {
		t.Errorf("a rematch after years: %d", status)
	}
}

// The Go client follows a new token without its user noticing, if it can store it.
func TestClientRenewsTokens(t *testing.T) {
	var c clock
	h := start(t, c.of, func(s *server.Config) { s.TokenLife = 100 * aDay })
	tb := h.table("tictactoe", 2, nil)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	c.add(60 * aDay)
	stored := make(chan string, 1)
	go1 := &client.Client{URL: h.URL, Wait: time.Millisecond, Renewed: func(match, token string) error {
		stored <- token
		return nil
	}}
	m, err := go1.Watch(ctx, tb.id, tb.tokens[0], games.Find)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	token := <-stored
	if err := m.Play(ctx, m.Now().Seq, "place b2"); err != nil { // after the renewal, on the same connection
		t.Fatal(err)
	}
	mustRefuse(t, h, tb.id, tb.tokens[0], "the old token is still valid")
	h.watch(tb.id, token)
	plain, err := (&client.Client{URL: h.URL}).Watch(ctx, tb.id, tb.tokens[1], games.Find)
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Close()
	h.watch(tb.id, tb.tokens[1]) // a client that cannot store a token keeps the old one
}

// Whatever the clock does, players play on, the server stays ready, and no game is closed.
func TestClockJumps(t *testing.T) {
	var c clock
	h := start(t, c.of, func(s *server.Config) { s.TokenLife, s.MaxRun = 100*aDay, 50*time.Millisecond })
	tb := h.table("tictactoe", 2, nil)
	for i, move := range []string{"place a1", "place b1", "place c1", "place a2", "place b2"} {
		c.add([]time.Duration{-5000 * aDay, 5000 * aDay, time.Hour, -time.Hour, 40 * aDay}[i])
		time.Sleep(15 * time.Millisecond)
		p := tb.players[i%2]
		if p.upTo(2 + i); p.play(move).Type != "answer" {
			t.Fatalf("%s is refused", move)
		}
		var text string
		if status := h.ask("GET", "/readyz", "", nil, &text); status != 200 {
			t.Errorf("after %s: %d %s", move, status, text)
		}
	}
	h.watch(tb.id, tb.tokens[0])
	var list struct{ Matches []struct{ ID string } }
	if h.ask("GET", "/api/matches", "", nil, &list); len(list.Matches) != 1 {
		t.Errorf("the list has %d matches", len(list.Matches))
	}
}
