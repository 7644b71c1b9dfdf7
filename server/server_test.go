package server_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"go.uber.org/goleak"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/server"
	"github.com/plygame/ply/server/servertest"
	"github.com/plygame/ply/store"
	"github.com/plygame/ply/wire"
)

func TestMain(m *testing.M) {
	if err := flag.Set("test.parallel", "8"); err != nil { // what runs in parallel mostly waits
		panic(err)
	}
	goleak.VerifyTestMain(patient{m})
}

// patient gives goroutines time to end before goleak looks for them.
type patient struct{ *testing.M }

func (p patient) Run() int {
	code := p.M.Run()
	for end := time.Now().Add(time.Minute); goleak.Find() != nil && time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
	}
	return code
}

// host is a server under test.
type host struct {
	*servertest.Host
	t *testing.T
}

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

// start starts a server; change may change its configuration.
func start(t *testing.T, change ...func(*server.Config)) *host {
	t.Helper()
	c := server.Config{Games: games.All(), Judge: "the judge's secret"}
	for _, f := range change {
		f(&c)
	}
	t.Cleanup(http.DefaultClient.CloseIdleConnections)
	return &host{servertest.Start(t, c), t}
}

// ask sends a request and reads the answer.
func (h *host) ask(method, path, token string, in, out any) int {
	h.t.Helper()
	var body io.Reader
	if in != nil {
		text, err := json.Marshal(in)
		if err != nil {
			h.t.Fatal(err)
		}
		body = bytes.NewReader(text)
	}
	req, err := http.NewRequest(method, h.URL+path, body)
	if err != nil {
		h.t.Fatal(err)
	}
	if in != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		h.t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		h.t.Fatal(err)
	}
	if raw, is := out.(*string); is {
		*raw = string(text)
	} else if out != nil {
		if err := json.Unmarshal(text, out); err != nil {
			h.t.Fatalf("%s %s: %v in %s", method, path, err, text)
		}
	}
	return res.StatusCode
}

type created struct{ Match, Host, Commitment string }

// create creates a match.
func (h *host) create(name string, body any) created {
	h.t.Helper()
	var c created
	if status := h.ask("POST", "/api/games/"+name+"/create", "", body, &c); status != 200 || c.Match == "" {
		h.t.Fatalf("creating %s: %d", name, status)
	}
	return c
}

type joined struct {
	Seat  int
	Token string
}

// join takes a seat.
func (h *host) join(name, id, as string) joined {
	h.t.Helper()
	var j joined
	if status := h.ask("POST", "/api/games/"+name+"/"+id+"/join", "", map[string]any{"name": as}, &j); status != 200 || j.Token == "" {
		h.t.Fatalf("joining %s: %d", id, status)
	}
	return j
}

// player is a client in a match.
type player struct {
	t    *testing.T
	ws   *websocket.Conn
	view *game.State
	seq  int
	over bool
	role string
	all  [][]byte // everything it has received
	next int
}

func (h *host) dial() *player {
	h.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	ws, _, err := websocket.Dial(ctx, "ws"+strings.TrimPrefix(h.URL, "http")+"/api/play", nil)
	if err != nil {
		h.t.Fatal(err)
	}
	ws.SetReadLimit(1 << 24)
	p := &player{t: h.t, ws: ws}
	h.t.Cleanup(func() { ws.CloseNow() })
	return p
}

// watch starts watching a match.
func (h *host) watch(id, token string) *player {
	h.t.Helper()
	p := h.dial()
	m := p.ask(wire.Request{Do: "watch", Match: id, Token: token})
	if m.Type != "welcome" {
		h.t.Fatalf("no welcome: %s", asText(m))
	}
	return p
}

// eventually waits until a condition holds.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("timeout waiting for: %s", what)
		}
	}
}

func asText(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

func (p *player) send(text string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := p.ws.Write(ctx, websocket.MessageText, []byte(text)); err != nil {
		p.t.Fatal(err)
	}
}

// read returns the next message and applies it to the player's view.
func (p *player) read() (wire.Message, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	_, text, err := p.ws.Read(ctx)
	if err != nil {
		return wire.Message{}, err
	}
	p.all = append(p.all, text)
	var m wire.Message
	if err := json.Unmarshal(text, &m); err != nil {
		p.t.Fatalf("%v in %s", err, text)
	}
	p.take(&m)
	return m, nil
}

func (p *player) take(m *wire.Message) {
	p.t.Helper()
	if m.Listing != nil && (p.view == nil || m.View != nil) {
		p.view = loadView(p.t, m.Listing.Game, m.Listing.Options, m.View)
		p.role = m.Role
	} else if len(m.Stages) > 0 {
		next, err := p.view.Apply(m.Changes()...)
		if err != nil {
			p.t.Fatalf("changes do not apply: %v", err)
		}
		p.view = next
	}
	if m.Type == "update" || m.Type == "welcome" {
		p.seq, p.over = *m.Seq, *m.Over
	}
}

func loadView(t *testing.T, name string, options game.Values, save []byte) *game.State {
	t.Helper()
	r, err := games.Find(name)
	if err == nil {
		r, err = r.With(options)
	}
	var s *game.State
	if err == nil {
		s, err = r.Load(save)
	}
	if err != nil {
		t.Fatalf("the view cannot be read: %v in %s", err, save)
	}
	return s
}

// ask sends a request and returns its answer, after handling the messages before it.
func (p *player) ask(q wire.Request) wire.Message {
	p.t.Helper()
	p.next++
	q.ID = json.RawMessage(fmt.Sprint(p.next))
	p.send(asText(q))
	for {
		m, err := p.read()
		if err != nil {
			p.t.Fatalf("%s: %v", asText(q), err)
		}
		if string(m.Re) == string(q.ID) {
			return m
		}
	}
}

// until reads until a condition holds.
func (p *player) until(what string, holds func(wire.Message) bool) {
	p.t.Helper()
	for {
		m, err := p.read()
		if err != nil {
			p.t.Fatalf("waiting until %s: %v", what, err)
		}
		if holds(m) {
			return
		}
	}
}

// upTo reads until the player knows an entry.
func (p *player) upTo(seq int) {
	p.t.Helper()
	for p.seq < seq {
		if _, err := p.read(); err != nil {
			p.t.Fatalf("waiting for entry %d at %d: %v", seq, p.seq, err)
		}
	}
}

func (p *player) play(move string) wire.Message {
	p.t.Helper()
	return p.ask(wire.Request{Do: "play", Seq: &p.seq, Move: json.RawMessage(asText(move))})
}

func refusalCode(m wire.Message) string {
	if m.Refusal == nil {
		return ""
	}
	return m.Refusal.Code
}

// table is a match with all its players.
type table struct {
	h       *host
	game    string
	id      string
	players []*player
	tokens  []string
}

func (h *host) table(name string, seats int, options map[string]any) *table {
	h.t.Helper()
	c := h.create(name, map[string]any{"seats": seats, "options": options})
	t := &table{h: h, game: name, id: c.Match}
	for i := range seats {
		j := h.join(name, c.Match, fmt.Sprint("player ", i))
		t.tokens = append(t.tokens, j.Token)
		t.players = append(t.players, h.watch(c.Match, j.Token))
	}
	for _, p := range t.players {
		p.upTo(seats)
	}
	return t
}

// random plays a random move of a seat that must act, chosen on its view. It reports whether the match continues.
func (t *table) random(luck *rand.Rand) bool {
	t.h.t.Helper()
	p := t.players[0]
	if p.over {
		return false
	}
	var seats []game.Seat
	for x := range p.view.ToAct().All() {
		seats = append(seats, x)
	}
	seat := seats[luck.IntN(len(seats))]
	me := t.players[seat]
	moves, err := me.view.Moves()
	if err != nil {
		t.h.t.Fatal(err)
	}
	moves = slices.DeleteFunc(moves, func(m game.Move) bool { return m.Seat != seat })
	if len(moves) == 0 {
		t.h.t.Fatalf("seat %d has no moves: %s", seat, me.view.Where())
	}
	text := me.view.Text(moves[luck.IntN(len(moves))])
	m := me.play(text)
	if m.Type != "answer" {
		t.h.t.Fatalf("%s of seat %d: %s", text, seat, asText(m))
	}
	for _, p := range t.players {
		p.upTo(*m.Seq)
	}
	return !p.over
}

// Every game can be played to its end over the network, and everyone sees what they should according to the judge.
func TestWholeGames(t *testing.T) {
	h := start(t)
	for i, r := range games.All() {
		if testing.Short() && i%4 > 0 {
			continue
		}
		seats := r.Seats.Max
		tb := h.table(r.Name, seats, nil)
		luck := rand.New(rand.NewPCG(1, uint64(seats)))
		for tb.random(luck) {
		}
		var info struct {
			Match struct {
				Over    bool
				Outcome *match.Outcome
			}
			Seed, Commitment string
		}
		h.ask("GET", "/api/games/"+r.Name+"/"+tb.id, "", nil, &info)
		if !info.Match.Over || info.Match.Outcome == nil || info.Seed == "" {
			t.Errorf("%s: %+v", r.Name, info)
		}
		var rec string
		if status := h.ask("GET", "/api/games/"+r.Name+"/"+tb.id+"/record", "", nil, &rec); status != 200 {
			t.Errorf("%s: no record: %d %s", r.Name, status, rec)
		}
		parsed, err := match.ReadRecord([]byte(rec))
		if err != nil {
			t.Fatal(err)
		}
		again, err := match.Replay(r, parsed, -1)
		if err != nil {
			t.Fatalf("%s: %v", r.Name, err)
		}
		s := again.State()
		for seat, p := range tb.players {
			if !bytes.Equal(s.View(game.Seat(seat)).Save(), p.view.Save()) {
				t.Errorf("%s: seat %d sees\n%s\nwant\n%s", r.Name, seat, p.view.Save(), s.View(game.Seat(seat)).Save())
			}
		}
	}
}

// A restarted server continues all matches; players who reconnect get what they missed.
func TestRestart(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "ply.db")
	open := func() *store.SQLite {
		s, err := store.OpenSQLite(path)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	db := open()
	h := start(t, func(c *server.Config) { c.Store = db })
	tb := h.table("gofish", 3, nil)
	luck := rand.New(rand.NewPCG(2, 2))
	for range 5 {
		tb.random(luck)
	}
	h.Stop()
	db.Close()

	db = open()
	defer db.Close()
	h = start(t, func(c *server.Config) { c.Store = db })
	defer h.Stop()
	for i, old := range tb.players {
		p := h.dial()
		p.view, p.seq = old.view, old.seq
		if m := p.ask(wire.Request{Do: "watch", Match: tb.id, Token: tb.tokens[i], Since: &old.seq}); m.Type != "welcome" || m.View != nil || *m.Seq != old.seq {
			t.Fatalf("no welcome back: %s", asText(m))
		}
		tb.players[i] = p
	}
	tb.h = h
	for range 5 {
		tb.random(luck)
	}
}

func newLuck(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, seed)) }
