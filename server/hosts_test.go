package server_test

import (
	"encoding/json"
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/server"
	"github.com/plygame/ply/wire"
)

// A server answers to its addresses and its names only, unless a trusted proxy asks.
func TestHosts(t *testing.T) {
	names := func(c *server.Config) { c.Hosts = []string{"games.example.com", "*.home.arpa"} }
	h := start(t, names)
	ask := func(h *host, host, path string) (int, string) {
		req, err := http.NewRequest("GET", h.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Host = host
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		var said struct{ Refusal wire.Refusal }
		_ = json.NewDecoder(res.Body).Decode(&said)
		return res.StatusCode, said.Refusal.Why
	}
	for _, host := range []string{"127.0.0.1:8080", "192.168.1.20:8080", "[2001:db8::1]:8080", "[fe80::1]", "localhost", "a.localhost:1", "GAMES.example.com:8080", "games.example.com.", "ply.home.arpa"} {
		if status, why := ask(h, host, "/api/games"); status != 200 {
			t.Errorf("%s: %d %s", host, status, why)
		}
	}
	for _, host := range []string{"evil.example", "games.example.com.evil.example", "example.com", "home.arpa.evil", "1.2.3.4.evil.example:80"} {
		for _, path := range []string{"/", "/api/games", "/api/play"} {
			if status, why := ask(h, host, path); status != 421 || !strings.Contains(why, "--host "+strings.TrimSuffix(host, ":80")) {
				t.Errorf("%s%s: %d %s", host, path, status, why)
			}
		}
		if status, _ := ask(h, host, "/readyz"); status != 200 {
			t.Errorf("a supervisor that calls it %s: %d", host, status)
		}
	}
	behind := start(t, names, func(c *server.Config) { c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} })
	if status, why := ask(behind, "evil.example", "/api/games"); status != 200 {
		t.Errorf("from a trusted proxy: %d %s", status, why)
	}
	if status, why := ask(start(t), "any.example", "/api/games"); status != 200 {
		t.Errorf("without Hosts: %d %s", status, why)
	}
}

// The paths of a server below a path.
func TestBasePath(t *testing.T) {
	h := start(t, func(c *server.Config) { c.BasePath = "/ply" })
	for path, want := range map[string]int{"/ply/": 200, "/ply/games/hex": 200, "/ply/api/games": 200, "/ply/healthz": 200, "/ply/metrics": 200, "/healthz": 200, "/readyz": 200, "/metrics": 200,
		"/api/games": 404, "/games/hex": 404, "/plywood/": 404, "/ply/api/nothing": 404} {
		if status := h.ask("GET", path, "", nil, new(string)); status != want {
			t.Errorf("%s: %d, want %d", path, status, want)
		}
	}
	var page string
	if h.ask("GET", "/ply", "", nil, &page); !strings.Contains(page, `src="/ply/assets/`) || strings.Contains(page, `"./`) {
		t.Errorf("the page: %s", page)
	}
	var games struct{ Games []wire.Game }
	h.ask("GET", "/ply/api/games", "", nil, &games)
	pictures := 0
	for _, g := range games.Games {
		if g.Art != "" && !strings.HasPrefix(g.Art, "/ply/art/"+g.Name+"/") {
			t.Errorf("the pictures of %s are at %s", g.Name, g.Art)
		} else if g.Art != "" {
			pictures++
		}
	}
	if pictures == 0 {
		t.Error("no game has pictures")
	}
}

// wordy is a game in which players can say anything.
func wordy() *game.Rules {
	word := &game.Pick[string]{Name: "word", Text: &game.Text{Max: 100}}
	return &game.Rules{Name: "wordy", Seats: game.Exactly(1), Actions: []*game.Action{
		{Name: "say", Pick: []game.Choice{word}, Do: func(t *game.Tx) { t.Say("{0}", word.In(t)) }},
	}}
}

// Texts of players have no characters that change how others see them, whatever form the move has.
func TestFreeTexts(t *testing.T) {
	h := start(t, func(c *server.Config) { c.Games = append(c.Games, wordy()) })
	made := h.create("wordy", map[string]any{})
	p, seq := h.dial(), 1
	ask := func(q wire.Request) (m wire.Message) { // without looking at the view
		p.send(asText(q))
		for {
			_, text, err := p.ws.Read(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if m = (wire.Message{}); json.Unmarshal(text, &m) == nil && m.Type != "update" && m.Type != "presence" {
				return m
			}
		}
	}
	ask(wire.Request{Do: "watch", Match: made.Match, Token: h.join("wordy", made.Match, "Ann").Token})
	for _, text := range []string{"a\x00b", "\x1b[2J", "abc\u202edef", "\u2066x", "\u200f", "a\nb", "\u0085"} {
		for _, move := range []any{map[string]any{"action": "say", "picks": [][]string{{text}}}, "say " + asText(text)} {
			m := ask(wire.Request{Do: "play", Seq: &seq, Move: json.RawMessage(asText(move))})
			if refusalCode(m) != "malformed" {
				t.Errorf("%q as %s: %s", text, asText(move), asText(m))
			}
		}
		if status := h.ask("POST", "/api/games/wordy/"+h.create("wordy", map[string]any{}).Match+"/join", "", map[string]any{"name": "a" + text}, new(string)); status != 400 && !strings.ContainsAny(text, "\n\u0085") { // these are unusual spaces, which become plain ones
			t.Errorf("the name %q: %d", text, status)
		}
	}
	for _, text := range []string{"plain", "Grüße", "日本語", "👨‍👩‍👧", "a\"b\\c", "שלום"} {
		m := ask(wire.Request{Do: "play", Seq: &seq, Move: json.RawMessage(asText(map[string]any{"action": "say", "picks": [][]string{{text}}}))})
		if m.Type != "answer" {
			t.Fatalf("%q: %s", text, asText(m))
		}
		seq = *m.Seq
	}
}
