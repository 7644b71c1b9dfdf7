package server_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/server"
	"github.com/plygame/ply/wire"
)

// However often a match leaves memory and is loaded again, all watchers watch the same one.
func TestOneTable(t *testing.T) {
	h := start(t, func(c *server.Config) { c.Idle = time.Millisecond })
	tb := h.table("hex", 2, nil)
	rounds := 40
	if testing.Short() {
		rounds = 10
	}
	for range rounds {
		for _, p := range tb.players {
			p.ws.CloseNow()
		}
		time.Sleep(time.Duration(newLuck(uint64(rounds)).IntN(20)) * time.Millisecond)
		var wg sync.WaitGroup
		for range 3 { // others come and go
			p := h.dial()
			wg.Go(func() {
				for range 5 {
					p.ask(wire.Request{Do: "watch", Match: tb.id, Token: "wrong"})
				}
				p.ws.CloseNow()
			})
		}
		for seat, token := range tb.tokens {
			wg.Go(func() { tb.players[seat] = h.watch(tb.id, token) })
		}
		wg.Wait()
		if m := tb.players[0].play("place a1"); m.Type != "answer" {
			t.Fatal(asText(m))
		}
		tb.players[1].upTo(tb.players[0].seq)
		if m := tb.players[0].ask(wire.Request{Do: "undo"}); m.Type != "answer" {
			t.Fatal(asText(m))
		}
		tb.players[1].upTo(tb.players[0].seq)
	}
}

// A match that is over leaves memory long before Idle has passed, once nobody watches it. It can be loaded again.
func TestEndedMatchLeavesMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: it waits")
	}
	t.Parallel()
	h := start(t) // Idle is a minute
	ended, running := h.table("hex", 2, nil), h.table("hex", 2, nil)
	ended.end()
	for _, p := range append(ended.players, running.players...) {
		p.ws.CloseNow()
	}
	one := func() (metrics string, ok bool) {
		h.ask("GET", "/metrics", "", nil, &metrics)
		return metrics, strings.Contains(metrics, "\nply_matches_in_memory 1\n")
	}
	for until := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		metrics, ok := one()
		if ok {
			break
		}
		if time.Now().After(until) {
			t.Fatalf("the match stays in memory:\n%s", metrics)
		}
	}
	if m := h.watch(ended.id, ended.tokens[0]).ask(wire.Request{Do: "history"}); m.Type != "answer" {
		t.Error(asText(m))
	}
}

// An unexpected panic in the code of a game ends the connection with a farewell, and harms no other match.
func TestPanic(t *testing.T) {
	bad := faulty("1")
	stone := &game.Kind{Name: "stone", Label: func(*game.State, game.ID) string { panic("no label") }}
	spot := &game.Place{Name: "spot"}
	bad.Name, bad.Layout, bad.Kinds = "bad", []game.Layout{spot}, []*game.Kind{stone}
	bad.Setup = func(t *game.Tx) { t.Create(stone, spot) }
	good := faulty("1")
	h := start(t, func(c *server.Config) { c.Games = []*game.Rules{bad, good} })
	c := h.create("bad", map[string]any{})
	for range 3 {
		p := h.dial()
		p.send(asText(wire.Request{Do: "watch", Match: c.Match}))
		m, err := p.read()
		if err != nil || m.Type != "refusal" && m.Type != "farewell" {
			t.Errorf("the answer is %s, %v", asText(m), err)
		}
	}
	if status := h.ask("GET", "/api/games/bad/"+c.Match, "", nil, nil); status != 200 {
		t.Errorf("the list fails: %d", status)
	}
	h.join("faulty", h.create("faulty", map[string]any{}).Match, "Ada")
}
