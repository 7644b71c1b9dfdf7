package server_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/plygame/ply/server"
	"github.com/plygame/ply/wire"
)

// diary records the log of a server.
type diary struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (d *diary) Write(p []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.text.Write(p)
}

func (d *diary) String() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.text.String()
}

// unharmed checks that the server had no panics or internal errors.
func (h *host) unharmed(d *diary) {
	h.t.Helper()
	var metrics string
	h.ask("GET", "/metrics", "", nil, &metrics)
	if !strings.Contains(metrics, "\nply_failures_total 0\n") {
		h.t.Errorf("the server has recovered from a panic: %s", d)
	}
	for _, word := range []string{"panic", "internal error", "goroutine "} {
		if strings.Contains(d.String(), word) {
			h.t.Errorf("the log says %q: %.3000s", word, d)
		}
	}
}

// mutant returns a random variation of a text.
func mutant(luck *rand.Rand, all []string) string {
	b := []byte(all[luck.IntN(len(all))])
	for range 1 + luck.IntN(3) {
		at := luck.IntN(len(b) + 1)
		switch luck.IntN(10) {
		case 0: // a byte
			if at < len(b) {
				b[at] = byte(luck.IntN(256))
			}
		case 1: // remove a piece
			b = append(b[:at:at], b[min(len(b), at+1+luck.IntN(8)):]...)
		case 2: // repeat a piece
			b = append(b[:at:at], b[max(0, at-luck.IntN(20)):]...)
		case 3: // insert a piece of another message
			other := all[luck.IntN(len(all))]
			k := luck.IntN(len(other) + 1)
			b = append(b[:at:at], other[k:min(len(other), k+20)]+string(b[at:])...)
		case 4: // another number
			n := []string{"-1", "99999999999999999999999", "1e999", "-0", "0.5", "9223372036854775807", "1e3"}[luck.IntN(7)]
			if i := bytes.IndexAny(b, "0123456789"); i >= 0 {
				b = []byte(string(b[:i]) + n + string(b[i+1:]))
			}
		case 5: // another type
			v := []string{"null", "{}", "[]", "true", `"x"`, "7", "[[[[]]]]"}[luck.IntN(7)]
			if i := bytes.IndexByte(b[at:], ':'); i >= 0 {
				b = []byte(string(b[:at+i+1]) + v + "," + string(b[at+i+1:]))
			}
		case 6: // very deep
			b = []byte(string(b[:at]) + strings.Repeat([]string{"[", `{"a":`}[luck.IntN(2)], 1+luck.IntN(12000)) + string(b[at:]))
		case 7: // not text
			b = []byte(string(b[:at]) + []string{"\xff\xfe", "\x00", "\xed\xa0\x80", "\u202e", `\ud800`}[luck.IntN(5)] + string(b[at:]))
		case 8: // very long
			if luck.IntN(10) == 0 {
				b = append(b, bytes.Repeat([]byte("a"), luck.IntN(80_000))...)
			}
		case 9: // unchanged
		}
	}
	return string(b)
}

// mutants is the number of inputs of each kind.
func mutants() int {
	if testing.Short() {
		return 1000
	}
	return 5000
}

// Any message over a WebSocket gets an answer that explains what is wrong, and the match continues.
func TestMutantMessages(t *testing.T) {
	d := new(diary)
	h := start(t, func(c *server.Config) { c.Log = slog.New(slog.NewTextHandler(d, nil)) })
	tb := h.table("gofish", 3, nil)
	c := h.create("hex", map[string]any{})
	seeds := []string{
		`{"id":1,"do":"watch","match":"` + tb.id + `"}`,
		`{"id":2,"do":"watch","match":"` + tb.id + `","token":"` + tb.tokens[2] + `","since":2}`,
		`{"id":3,"do":"watch","match":"` + c.Match + `","token":"` + c.Host + `"}`,
		`{"id":"a","do":"offers","draft":{"action":"ask","picks":[["1"]]}}`,
		`{"id":4,"do":"offers","draft":"ask 1 K"}`,
		`{"id":4,"do":"moves"}`,
		`{"id":[5],"do":"play","seq":3,"move":"ask 1 7"}`,
		`{"id":{"n":6},"do":"play","seq":3,"move":{"action":"ask","picks":[[1],["7"]]}}`,
		`{"do":"renew","token":"` + tb.tokens[2] + `"}`, `{"do":"renew"}`,
		`{"do":"undo"}`, `{"do":"agree","yes":true}`, `{"do":"history","since":0}`, `{"do":"view"}`, `{"do":"ping"}`,
		`{"do":"offers","draft":{"action":"ask","picks":[[],["7"]]}}`,
	}
	luck := rand.New(rand.NewPCG(9, 9))
	codes := map[string]int{}
	var p *player
	for range mutants() {
		if p == nil {
			p = h.dial()
			if luck.IntN(4) > 0 {
				p.ask(wire.Request{Do: "watch", Match: tb.id, Token: tb.tokens[luck.IntN(2)]})
			}
		}
		kind := websocket.MessageText
		if luck.IntN(20) == 0 {
			kind = websocket.MessageBinary
		}
		if code := p.provoke(kind, mutant(luck, seeds)); code == "" {
			p = nil // the connection has ended
		} else {
			codes[code]++
		}
		if p != nil && luck.IntN(50) == 0 {
			p.ws.CloseNow()
			p = nil
		}
	}
	for _, code := range []string{"malformed", "no-request", "no-match", "answered"} {
		if codes[code] == 0 {
			t.Errorf("nothing was %s: %v", code, codes)
		}
	}
	seq := tb.players[0].seq
	tb.players[0].ask(wire.Request{Do: "ping"})
	if tb.players[0].seq < seq {
		t.Error("the match has lost entries")
	}
	h.unharmed(d)
}

// provoke sends a message and returns the code of the refusal, "answered" if it was accepted, or "" if the connection
// ended.
func (p *player) provoke(kind websocket.MessageType, text string) string {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if p.ws.Write(ctx, kind, []byte(text)) != nil || p.ws.Write(ctx, websocket.MessageText, []byte(`{"id":"mark","do":"ping"}`)) != nil {
		return ""
	}
	code, answers := "answered", 0
	for {
		_, got, err := p.ws.Read(ctx)
		if err != nil {
			if ctx.Err() != nil {
				p.t.Fatalf("no answer to %.300q", text)
			}
			return ""
		}
		var m wire.Message
		if err := json.Unmarshal(got, &m); err != nil {
			p.t.Fatalf("%v in the answer to %.300q: %s", err, text, got)
		}
		switch {
		case string(m.Re) == `"mark"`:
			if answers == 0 {
				p.t.Fatalf("no answer to %.300q", text)
			}
			return code
		case m.Type == "refusal":
			if answers++; m.Refusal == nil || m.Refusal.Code == "" || m.Refusal.Why == "" || len(m.Refusal.Why) > 1000 || m.Refusal.Code == "failed" {
				p.t.Fatalf("no proper answer to %.300q: %s", text, got)
			}
			code = m.Refusal.Code
		case m.Type == "answer" || m.Type == "welcome":
			answers++
		}
	}
}

// Any HTTP request gets an answer in the format of the API.
func TestMutantRequests(t *testing.T) {
	d := new(diary)
	h := start(t, func(c *server.Config) { c.RequestRate, c.Log = 1e6, slog.New(slog.NewTextHandler(d, nil)) })
	c := h.create("gofish", map[string]any{"seats": 3})
	j := h.join("gofish", c.Match, "Ada")
	paths := []string{
		"/api/games", "/api/games/hex", "/api/games/hex?open=true&limit=5&over=false&before=2026-01-02T12:00:00Z", "/api/games/hex/create",
		"/api/games/gofish/" + c.Match, "/api/games/gofish/" + c.Match + "/join", "/api/games/gofish/" + c.Match + "/leave",
		"/api/games/gofish/" + c.Match + "/bot", "/api/games/gofish/" + c.Match + "/again", "/api/games/gofish/" + c.Match + "/record", "/api/play", "/api/openapi.json",
		"/api/matches?open=true&limit=5", "/api/games/gofish/sample", "/api/games/gofish/" + c.Match + "/table",
	}
	bodies := []string{
		`{"seats":2,"options":{"size":11},"bots":[1],"unlisted":true}`, `{"preset":"small"}`, `{"name":"Ada","seat":0}`, `{"name":"Bo"}`, `{"seat":2,"off":true}`, `{"seat":1}`, ``, `{}`,
	}
	luck := rand.New(rand.NewPCG(8, 8))
	statuses := map[int]int{}
	for range mutants() {
		path, text := paths[luck.IntN(len(paths))], bodies[luck.IntN(len(bodies))]
		if luck.IntN(3) == 0 {
			path = "/api/" + strings.TrimPrefix(mutant(luck, paths), "/api/")
		}
		if luck.IntN(3) > 0 {
			text = mutant(luck, bodies)
		}
		statuses[h.provoke(luck, path, text, []string{"", c.Host, j.Token, "wrong"}[luck.IntN(4)])]++
	}
	for _, status := range []int{200, 400, 401, 403, 404, 405} {
		if statuses[status] == 0 {
			t.Errorf("nothing was answered with %d: %v", status, statuses)
		}
	}
	if statuses[500] > 0 {
		t.Errorf("the server has failed: %v", statuses)
	}
	h.unharmed(d)
}

// provoke sends a random request and returns the status of the answer, or 0 if the request could not be sent.
func (h *host) provoke(luck *rand.Rand, path, body, token string) int {
	h.t.Helper()
	method := []string{"GET", "POST", "POST", "PUT", "DELETE", "HEAD", "OPTIONS"}[luck.IntN(7)]
	if len(path) > 10_000 {
		path = path[:10_000]
	}
	req, err := http.NewRequest(method, h.URL+"/", strings.NewReader(body))
	if err != nil {
		h.t.Fatal(err)
	}
	req.URL.Path, req.URL.RawQuery, _ = strings.Cut(path, "?")
	req.URL.RawQuery = strings.Map(func(r rune) rune {
		if r <= ' ' || r > '~' {
			return '+'
		}
		return r
	}, req.URL.RawQuery)
	req.Header.Set("Content-Type", []string{"application/json", "application/json", "text/plain", "", "application/cbor", "x/\"y"}[luck.IntN(6)])
	req.Header.Set("Accept", []string{"", "*/*", "text/html", "application/cbor", ";;"}[luck.IntN(5)])
	if token != "" {
		req.Header.Set("Authorization", []string{"Bearer ", "bearer ", "Basic ", ""}[luck.IntN(4)]+token)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil || method == "HEAD" || res.StatusCode < 400 || req.URL.Path == "/api/play" || !strings.HasPrefix(res.Request.URL.Path, "/api/") {
		return res.StatusCode
	}
	var e struct {
		Refusal *wire.Refusal `json:"refusal"`
	}
	if json.Unmarshal(text, &e) != nil || e.Refusal == nil || e.Refusal.Code == "" || e.Refusal.Why == "" || len(e.Refusal.Why) > 2000 {
		h.t.Fatalf("%s %.200q with %.200q: %d in the wrong format: %.500s", method, path, body, res.StatusCode, text)
	}
	for _, word := range []string{"goroutine", ".go:", "sqlite", "huma", "json:", "Go value", "Go struct"} {
		if strings.Contains(e.Refusal.Why, word) {
			h.t.Fatalf("%s %.200q with %.200q reveals internals: %s", method, path, body, text)
		}
	}
	return res.StatusCode
}

// Invalid, fragmented, truncated and endless frames do no harm.
func TestMutantFrames(t *testing.T) {
	d := new(diary)
	h := start(t, func(c *server.Config) { c.Log = slog.New(slog.NewTextHandler(d, nil)) })
	tb := h.table("hex", 2, nil)
	luck := rand.New(rand.NewPCG(7, 7))
	var slow []net.Conn
	for i := range 300 {
		c := h.raw()
		var b []byte
		for range 1 + luck.IntN(4) {
			text := fmt.Sprintf(`{"id":%d,"do":"ping"}`, i)
			f := frame(byte(luck.IntN(16)), luck.IntN(4) > 0, luck.IntN(10) > 0, []byte(text)[:luck.IntN(len(text)+1)])
			if luck.IntN(5) == 0 {
				f[luck.IntN(len(f))] ^= byte(1 << luck.IntN(8))
			}
			b = append(b, f...)
		}
		c.Write(b[:luck.IntN(len(b)+1)])
		if i%10 == 0 {
			slow = append(slow, c) // it sends nothing more
		} else {
			c.Close()
		}
	}
	// A message may come in fragments, and a frame that claims to be huge is refused before it is read.
	c := h.raw()
	defer c.Close()
	c.Write(frame(1, false, true, []byte(`{"id":1,`)))
	c.Write(frame(9, true, true, []byte("ping")))
	c.Write(frame(0, true, true, []byte(`"do":"ping"}`)))
	c.SetReadDeadline(time.Now().Add(time.Minute))
	got := make([]byte, 200)
	n, _ := io.ReadAtLeast(c, got, 30)
	if !strings.Contains(string(got[:n]), `"re":1`) {
		t.Errorf("a fragmented message gets the answer %q", got[:n])
	}
	huge := h.raw()
	defer huge.Close()
	huge.Write([]byte{0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4, 5, 6})
	p := h.dial()
	if code := p.provoke(websocket.MessageText, strings.Repeat(" ", 1<<20)); code != "" {
		t.Errorf("a message of a megabyte is %s", code)
	}
	if m := tb.players[0].ask(wire.Request{Do: "ping"}); m.Type != "answer" {
		t.Error(asText(m))
	}
	for _, c := range slow {
		c.Close()
	}
	h.unharmed(d)
}

// raw is a WebSocket without a library.
func (h *host) raw() net.Conn {
	h.t.Helper()
	address := strings.TrimPrefix(h.URL, "http://")
	c, err := net.Dial("tcp", address)
	if err != nil {
		h.t.Fatal(err)
	}
	fmt.Fprintf(c, "GET /api/play HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", address)
	res, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil || res.StatusCode != http.StatusSwitchingProtocols {
		h.t.Fatalf("no WebSocket: %v %v", res, err)
	}
	return c
}

// frame returns a frame of a client.
func frame(op byte, fin, masked bool, text []byte) []byte {
	b := []byte{op & 15, 0}
	if fin {
		b[0] |= 0x80
	}
	switch n := len(text); {
	case n < 126:
		b[1] = byte(n)
	default:
		b[1] = 126
		b = binary.BigEndian.AppendUint16(b, uint16(n))
	}
	if masked {
		b[1] |= 0x80
		b = append(b, 0, 0, 0, 0)
	}
	return append(b, text...)
}
