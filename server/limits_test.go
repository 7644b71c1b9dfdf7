package server_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/hex"
	"github.com/plygame/ply/games/tictactoe"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/server"
	"github.com/plygame/ply/store"
	"github.com/plygame/ply/wire"
)

// bare returns a server without a network.
func bare(t *testing.T, c server.Config) *server.Server {
	t.Helper()
	if c.Games == nil {
		c.Games = []*game.Rules{tictactoe.New()}
	}
	c.Log = quiet()
	s, err := server.New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close(context.Background()) })
	return s
}

// from sends a request that comes from an address.
func from(s *server.Server, address, method, path, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.RemoteAddr = net.JoinHostPort(address, "1234")
	if body == "" {
		r.ContentLength = 0
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// All requests of an address are limited, those of an IPv6 network together; /healthz and /readyz are not.
func TestRequestsAreLimited(t *testing.T) {
	s := bare(t, server.Config{RequestRate: 0.001})
	for _, c := range []struct {
		address string
		want    int
	}{
		{"192.0.2.1", 200}, {"192.0.2.1", 429}, {"192.0.2.2", 200}, {"::ffff:192.0.2.2", 429},
		{"2001:db8::1", 200}, {"2001:db8::2", 429}, {"2001:db8:0:1::1", 200}, {"fe80::1%eth0", 200}, {"fe80::2%eth0", 429},
	} {
		if got := from(s, c.address, "GET", "/api/games", "").Code; got != c.want {
			t.Errorf("GET from %s: %d, want %d", c.address, got, c.want)
		}
	}
	for range 5 {
		for _, path := range []string{"/healthz", "/readyz"} {
			if got := from(s, "192.0.2.1", "GET", path, "").Code; got != 200 {
				t.Errorf("%s: %d", path, got)
			}
		}
	}
}

// X-Forwarded-For is read from the right, and only as far as proxies are trusted.
func TestTrustedProxies(t *testing.T) {
	proxies := []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32"), netip.MustParsePrefix("10.0.0.0/8")}
	for _, c := range []struct {
		remote, said string
		same         string // counts as the same address as this
	}{
		{"192.0.2.7", "198.51.100.1", "192.0.2.7"},
		{"127.0.0.1", "198.51.100.1", "198.51.100.1"},
		{"127.0.0.1", "1.1.1.1, 198.51.100.1", "198.51.100.1"},
		{"127.0.0.1", "1.1.1.1, 198.51.100.1, 10.1.2.3", "198.51.100.1"},
		{"127.0.0.1", "", "127.0.0.1"},
		{"127.0.0.1", "198.51.100.1, nonsense", "127.0.0.1"},
	} {
		s := bare(t, server.Config{RequestRate: 0.001, TrustedProxies: proxies})
		from(s, c.remote, "GET", "/api/games", "", "X-Forwarded-For", c.said)
		again := from(s, c.same, "GET", "/api/games", "")
		if strings.HasPrefix(c.same, "198.") {
			again = from(s, "10.9.9.9", "GET", "/api/games", "", "X-Forwarded-For", c.same)
		}
		if again.Code != 429 {
			t.Errorf("%s says %q: it does not count as %s", c.remote, c.said, c.same)
		}
	}
}

// A body must be declared as JSON, which a foreign page cannot do. Browsers neither store answers nor guess their type.
func TestHeaders(t *testing.T) {
	s := bare(t, server.Config{})
	for kind, want := range map[string]int{"": 415, "text/plain": 415, "application/json": 200, "application/json; charset=utf-8": 200} {
		w := from(s, "192.0.2.1", "POST", "/api/games/tictactoe/create", "{}", "Content-Type", kind)
		if w.Code != want || w.Header().Get("X-Content-Type-Options") != "nosniff" || w.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("a body of %q: %d %v", kind, w.Code, w.Header())
		}
	}
	if w := from(s, "192.0.2.1", "POST", "/api/games/tictactoe/create", ""); w.Code == 200 {
		t.Error("a request without a body, which pages of others can send, makes a match")
	}
	if w := from(s, "192.0.2.1", "OPTIONS", "/api/games/tictactoe/create", ""); w.Code != 405 || w.Header().Get("Allow") != "POST" {
		t.Errorf("OPTIONS: %d, Allow %s", w.Code, w.Header().Get("Allow"))
	}
}

// Plain connections are counted: one address cannot take them all.
func TestPlainConnectionsAreLimited(t *testing.T) {
	s := bare(t, server.Config{MaxPerAddress: 5})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	web := &http.Server{Handler: s, ConnState: s.ConnState}
	go web.Serve(listener)
	defer web.Close()
	var conns []net.Conn
	refused := 0
	for range 8 {
		c, err := net.Dial("tcp", listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		fmt.Fprintf(c, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
		c.SetReadDeadline(time.Now().Add(2 * time.Minute))
		if _, err := c.Read(make([]byte, 100)); err != nil {
			refused++
			continue
		}
		conns = append(conns, c)
	}
	if len(conns) != 5 || refused != 3 {
		t.Fatalf("%d connections were served and %d refused, want 5 and 3", len(conns), refused)
	}
	conns[0].Close()
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(10 * time.Millisecond) {
		res, err := http.Get("http://" + listener.Addr().String() + "/healthz")
		if err == nil {
			res.Body.Close()
			http.DefaultClient.CloseIdleConnections()
			break
		}
		if time.Now().After(end) {
			t.Fatal("a connection that ended still counts")
		}
	}
}

// Pings count as messages: a client that sends too many is disconnected.
func TestPingsAreLimited(t *testing.T) {
	h := start(t, func(c *server.Config) { c.Rate = 5 })
	raw, err := net.Dial("tcp", strings.TrimPrefix(h.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	fmt.Fprintf(raw, "GET /api/play HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n")
	buf := make([]byte, 4096)
	if n, err := raw.Read(buf); err != nil || !strings.Contains(string(buf[:n]), "101") {
		t.Fatalf("no WebSocket: %s, %v", buf[:n], err)
	}
	began := time.Now()
	raw.SetDeadline(began.Add(2 * time.Minute))
	go func() {
		ping := []byte{0x89, 0x80, 0, 0, 0, 0}
		for range 5000 {
			if _, err := raw.Write(ping); err != nil {
				return
			}
		}
	}()
	pongs, ended := 0, false
	for !ended {
		n, err := raw.Read(buf)
		pongs += strings.Count(string(buf[:n]), "\x8a\x00")
		ended = err != nil || strings.Contains(string(buf[:n]), "too many pings")
		if errors.Is(err, os.ErrDeadlineExceeded) {
			t.Fatal("the connection continues")
		}
	}
	if most := 200 + int(5*time.Since(began).Seconds()); pongs > most {
		t.Errorf("%d pings were answered at a rate of 5 a second, want at most %d", pongs, most)
	}
}

// Empty fragments count by their bytes: nobody can keep the server busy with them.
func TestEmptyFragmentsAreLimited(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: it waits")
	}
	t.Parallel()
	h := start(t, func(c *server.Config) { c.Rate, c.AddressRate, c.MaxMessage = 1, 1, 1024 })
	raw, err := net.Dial("tcp", strings.TrimPrefix(h.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	fmt.Fprintf(raw, "GET /api/play HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n")
	buf := make([]byte, 4096)
	if n, err := raw.Read(buf); err != nil || !strings.Contains(string(buf[:n]), "101") {
		t.Fatalf("no WebSocket: %s, %v", buf[:n], err)
	}
	text := []byte{0x01, 0x80, 0, 0, 0, 0} // the beginning of a message
	for range 50_000 {
		text = append(text, 0x00, 0x80, 0, 0, 0, 0) // an empty fragment follows
	}
	text = append(text, 0x80, 0x80, 0, 0, 0, 0) // ends
	go raw.Write(text)
	raw.SetDeadline(time.Now().Add(2 * time.Second))
	if n, err := raw.Read(buf); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("300 KB of fragments were read in 2 seconds at 1 KB a second: %q, %v", buf[:n], err)
	}
}

// Presence is told to all a few times a second, not whenever somebody comes.
func TestPresenceIsBounded(t *testing.T) {
	h := start(t)
	tb := h.table("tictactoe", 2, nil)
	p, began := tb.players[0], time.Now()
	const n = 60
	for range n {
		h.watch(tb.id, "")
	}
	p.until("all are counted", func(m wire.Message) bool { return m.Type == "presence" && m.Spectators != nil && *m.Spectators == n })
	told := 0
	for _, text := range p.all {
		if strings.Contains(string(text), `"type":"presence"`) {
			told++
		}
	}
	if most := 14 + int(time.Since(began)/(200*time.Millisecond)); told > most {
		t.Errorf("%d watchers made %d messages about presence, want at most %d", n, told, most)
	}
}

// slowLists is a store whose lists take long.
type slowLists struct {
	store.Store
	wait chan struct{}
}

func (s slowLists) List(ctx context.Context, q store.Query) ([]match.Listing, error) {
	select {
	case <-s.wait:
	case <-ctx.Done():
	}
	return nil, ctx.Err()
}

// /readyz does not wait behind lists.
func TestReadyWhileListing(t *testing.T) {
	wait := make(chan struct{})
	s := bare(t, server.Config{Store: slowLists{new(store.Memory), wait}})
	var listing sync.WaitGroup
	for range 20 {
		listing.Go(func() { from(s, "192.0.2.1", "GET", "/api/matches", "") })
	}
	if w := from(s, "192.0.2.1", "GET", "/readyz", ""); w.Code != 200 {
		t.Errorf("/readyz while 20 clients list: %d", w.Code)
	}
	close(wait)
	listing.Wait()
}

// A list for which the store has no time is refused as busy.
func TestListsTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, err := server.New(server.Config{Store: slowLists{new(store.Memory), nil}, Log: quiet(), Games: []*game.Rules{tictactoe.New()}})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close(context.Background())
		if w := from(s, "192.0.2.1", "GET", "/api/matches", ""); w.Code != 503 || !strings.Contains(w.Body.String(), `"busy"`) {
			t.Errorf("a list that takes too long: %d %s", w.Code, w.Body)
		}
	})
}

// A long list counts as several requests.
func TestLongListsCount(t *testing.T) {
	s := bare(t, server.Config{RequestRate: 3}) // 31 requests at once
	got := map[int]int{}
	began := time.Now()
	for range 10 {
		got[from(s, "192.0.2.1", "GET", "/api/matches?limit=1000", "").Code]++
	}
	if most := 3 + int(3*time.Since(began).Seconds())/10; got[200] < 3 || got[200] > most || got[429] != 10-got[200] {
		t.Errorf("10 lists of 1000 are answered with %v, want at most %d times 200", got, most)
	}
	if w := from(bare(t, server.Config{RequestRate: 0.001}), "192.0.2.1", "GET", "/api/matches?limit=300", ""); w.Code != 429 {
		t.Errorf("a list of 300 with one request: %d", w.Code)
	}
}

// full is a store on a full disk.
type full struct{ store.Store }

func (full) Create(context.Context, store.Kept, match.Listing) error { return store.ErrDisk }

// On a full disk, creating a match fails with not-kept, and the server is not ready.
func TestCreateOnFullDisk(t *testing.T) {
	s := bare(t, server.Config{Store: full{new(store.Memory)}})
	w := from(s, "192.0.2.1", "POST", "/api/games/tictactoe/create", "{}", "Content-Type", "application/json")
	if w.Code != 503 || !strings.Contains(w.Body.String(), "not-kept") {
		t.Errorf("create on a full disk: %d %s", w.Code, w.Body)
	}
	if w := from(s, "192.0.2.1", "GET", "/readyz", ""); w.Code != 503 {
		t.Errorf("/readyz after a failed write: %d", w.Code)
	}
}

// counted counts loads.
type counted struct {
	store.Store
	mu    sync.Mutex
	loads int
}

func (c *counted) Load(ctx context.Context, id string) (store.Kept, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.loads++
	return c.Store.Load(ctx, id)
}

// A match that is not in memory is described without loading it.
func TestGetWithoutLoading(t *testing.T) {
	kept := &counted{Store: new(store.Memory)}
	h := start(t, func(c *server.Config) { c.Store, c.Idle = kept, 20*time.Millisecond })
	m := h.create("tictactoe", map[string]any{})
	for end := time.Now().Add(2 * time.Minute); !strings.Contains(h.metrics(), "\nply_matches_in_memory 0\n"); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the match stays in memory")
		}
	}
	var got struct{ Match struct{ ID string } }
	if status := h.ask("GET", "/api/games/tictactoe/"+m.Match, "", nil, &got); status != 200 || got.Match.ID != m.Match {
		t.Errorf("get: %d %+v", status, got)
	}
	if status := h.ask("GET", "/api/games/hex/"+m.Match, "", nil, nil); status != 404 {
		t.Errorf("get of another game's match: %d", status)
	}
	if kept.loads > 0 || !strings.Contains(h.metrics(), "\nply_matches_in_memory 0\n") {
		t.Errorf("the match was loaded %d times", kept.loads)
	}
}

// raw returns the next message as it was sent.
func (p *player) raw() string {
	p.t.Helper()
	_, text, err := p.ws.Read(p.t.Context())
	if err != nil {
		p.t.Fatal(err)
	}
	return string(text)
}

// rawUntil returns the next message with a text in it.
func (p *player) rawUntil(text string) string {
	p.t.Helper()
	for {
		if got := p.raw(); strings.Contains(got, text) {
			return got
		}
	}
}

func (h *host) metrics() (text string) {
	h.ask("GET", "/metrics", "", nil, &text)
	return text
}

// Matches with the same options share their rules, so that a match costs little.
func TestRulesAreShared(t *testing.T) {
	s := bare(t, server.Config{Games: []*game.Rules{hex.New(11, false)}, CreateRate: 1e6, RequestRate: 1e6})
	used := func() uint64 {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	make := func() {
		if w := from(s, "192.0.2.1", "POST", "/api/games/hex/create", `{"options":{"size":26}}`, "Content-Type", "application/json"); w.Code != 200 {
			t.Fatal(w.Body)
		}
	}
	make()
	before := used()
	const n = 30
	for range n {
		make()
	}
	if each := int64(used()-before) / n; each > 100_000 {
		t.Errorf("a match of hex with size 26 costs %d bytes", each)
	}
}

// Above the limit of memory, no further matches are loaded.
func TestMemoryIsLimited(t *testing.T) {
	h := start(t, func(c *server.Config) { c.MaxMemory = 1 })
	m := h.create("tictactoe", map[string]any{})
	p := h.dial()
	p.send(asText(map[string]any{"do": "watch", "match": m.Match}))
	if text := p.raw(); !strings.Contains(text, `"busy"`) {
		t.Errorf("a match was loaded beyond the limit: %s", text)
	}
}

// A client that has missed much gets the whole view.
func TestWelcomeIsBounded(t *testing.T) {
	kept := new(store.Memory)
	r := tictactoe.New()
	m, err := match.New(r, match.Setup{ID: "long", Seats: 2, Seed: match.SeedText(game.SeedOf(1)), Created: time.Now()})
	if err != nil {
		t.Fatal(err)
	}
	for range 500 {
		batch, err := m.Sit(0, match.Player{Name: "Ada"})
		if err != nil {
			t.Fatal(err)
		}
		m.Commit(batch)
	}
	if err := kept.Create(t.Context(), store.Kept{Setup: m.Setup(), Log: m.Log(1)}, m.Listing()); err != nil {
		t.Fatal(err)
	}
	h := start(t, func(c *server.Config) { c.Store, c.MaxEntries = kept, 1000 })
	for since, whole := range map[int]bool{0: true, 299: true, 300: false, 500: false} {
		p := h.dial()
		p.send(asText(map[string]any{"do": "watch", "match": "long", "since": since}))
		if text := p.raw(); strings.Contains(text, `"view"`) != whole {
			t.Errorf("since %d: %.200s", since, text)
		}
		if since == 0 {
			p.send(asText(map[string]any{"do": "history", "id": 1}))
			if text := p.rawUntil(`"re":1`); strings.Count(text, `"kind"`) != 200 || !strings.Contains(text, `"more":true`) {
				t.Errorf("a history has %d events", strings.Count(text, `"kind"`))
			}
		}
	}
	var why string
	if status := h.ask("POST", "/api/games/tictactoe/long/join", "", map[string]any{"name": "Bob"}, &why); status != 409 || !strings.Contains(why, "long-match") {
		t.Errorf("joining a long match: %d %s", status, why)
	}
}

// Names can be seen, stay on their line, and are not those that the server gives.
func TestNames(t *testing.T) {
	h := start(t)
	for name, want := range map[string]int{"👨‍👩‍👧": 200, "\u3164": 400, "\u2800\u2800": 400, "Bot": 400, "\u200d": 400, "a\u202eb": 400, "Zoë": 200, "b\u200dot": 400, "[erased]": 400, "b\u043et": 400, "e" + strings.Repeat("\u0301", 5): 400, "Việt": 200} {
		m := h.create("tictactoe", map[string]any{})
		if got := h.ask("POST", "/api/games/tictactoe/"+m.Match+"/join", "", map[string]any{"name": name}, nil); got != want {
			t.Errorf("the name %q: %d, want %d", name, got, want)
		}
	}
	if got := h.ask("POST", "/api/games/tictactoe/create", "", map[string]any{"bots": []int{0, 1, 0}}, nil); got != 400 {
		t.Errorf("a bot in the same seat twice: %d", got)
	}
}

// Of players whose names look alike, all but the first have a number, also after they have changed seats.
func TestAlikeNames(t *testing.T) {
	h := start(t)
	m := h.create("gofish", map[string]any{"seats": 4})
	path, token := "/api/games/gofish/"+m.Match+"/join", ""
	for seat, name := range []string{"Ada", "\u0410da", "ad\u200da", "Eve"} {
		var j wire.Joined
		h.ask("POST", path, "", map[string]any{"name": name}, &j)
		if got, want := j.Match.Seats[seat].Name, []string{"Ada", "\u0410da 2", "ad\u200da 3", "Eve"}[seat]; got != want {
			t.Errorf("%q is called %q, want %q", name, got, want)
		}
		if token = j.Token; seat == 0 {
			h.ask("POST", "/api/games/gofish/"+m.Match+"/leave", token, nil, nil)
			h.ask("POST", path, "", map[string]any{"name": name}, nil)
		}
	}
	if status := h.ask("POST", "/api/games/gofish/"+m.Match+"/leave", token, nil, nil); status != 200 {
		t.Fatal(status)
	}
	var j wire.Joined
	if h.ask("POST", path, "", map[string]any{"name": "\U0001d400\uff44a"}, &j); j.Match.Seats[3].Name != "\U0001d400\uff44a 4" {
		t.Errorf("the last one is called %q", j.Match.Seats[3].Name)
	}
}

// Bots play by themselves in a few matches for spectators from one address, and in any number for people with seats.
func TestBotsForSpectatorsAreLimited(t *testing.T) {
	h := start(t, func(c *server.Config) { c.Bot = "random" })
	moves := 0
	var waiting string
	for range 5 {
		m := h.create("nim", map[string]any{"bots": []int{0, 1}})
		p := h.dial()
		p.send(asText(map[string]any{"do": "watch", "match": m.Match}))
		for {
			text := p.raw()
			if strings.Contains(text, `"update"`) {
				moves++
				break
			}
			if strings.Contains(text, `"stopped"`) {
				waiting = text
				break
			}
		}
	}
	if moves != 3 || !strings.Contains(waiting, "at most 3 matches") {
		t.Errorf("bots play in %d of 5 matches, want 3; %s", moves, waiting)
	}
}

// endless is a game whose moves may take forever.
func endless(stop <-chan struct{}) *game.Rules {
	r := tictactoe.New()
	for _, a := range r.Actions {
		do := a.Do
		a.Do = func(t *game.Tx) {
			<-stop
			do(t)
		}
	}
	return r
}

// The watchdog reports rules that run for too long, and closes their game until they return.
func TestWatchdog(t *testing.T) {
	stop := make(chan struct{})
	d := new(diary)
	h := start(t, func(c *server.Config) {
		c.Games, c.MaxRun, c.Log = []*game.Rules{endless(stop), hex.New(11, false)}, 100*time.Millisecond, slog.New(slog.NewTextHandler(d, nil))
	})
	m := h.create("tictactoe", map[string]any{})
	j := h.join("tictactoe", m.Match, "Ada")
	p := h.dial()
	p.send(asText(map[string]any{"do": "watch", "match": m.Match, "token": j.Token}))
	p.raw()
	p.send(asText(map[string]any{"do": "play", "seq": 1, "move": "place a1"}))
	for end := time.Now().Add(2 * time.Minute); !strings.Contains(d.String(), "run for too long"); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the watchdog says nothing")
		}
	}
	if !strings.Contains(h.metrics(), "\nply_stuck_matches 1\n") {
		t.Error("the metrics do not show the match")
	}
	if got := h.ask("POST", "/api/games/tictactoe/create", "", map[string]any{}, nil); got != 503 {
		t.Errorf("a match of a closed game: %d", got)
	}
	if got := h.ask("GET", "/api/games/tictactoe/"+m.Match+"/table", "", nil, nil); got != 503 {
		t.Errorf("a request to the match: %d", got)
	}
	h.create("hex", map[string]any{})
	close(stop)
	for end := time.Now().Add(2 * time.Minute); h.ask("POST", "/api/games/tictactoe/create", "", map[string]any{}, nil) != 200; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the game stays closed")
		}
	}
}

// A deleted match is gone, and says so.
func TestDeletedMatch(t *testing.T) {
	file, err := store.OpenSQLite(filepath.Join(t.TempDir(), "matches.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	h := start(t, func(c *server.Config) { c.Store = file })
	m := h.create("tictactoe", map[string]any{"bots": []int{0}})
	if err := file.Delete(t.Context(), m.Match, 1, "spam"); err != nil {
		t.Fatal(err)
	}
	var why string
	if status := h.ask("GET", "/api/games/tictactoe/"+m.Match, "", nil, &why); status != 410 || !strings.Contains(why, "spam") {
		t.Errorf("a deleted match: %d %s", status, why)
	}
}
