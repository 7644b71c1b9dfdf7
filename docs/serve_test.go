package docs_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/server"
	"github.com/plygame/ply/server/servertest"
	"github.com/plygame/ply/wire"
)

// host is a server for the pages about it.
type host struct {
	*servertest.Host
	t     *testing.T
	ahead *atomic.Int64 // of the clock of the server, in nanoseconds
}

// serve starts a server with some additional games.
func serve(t *testing.T, more ...*game.Rules) *host {
	t.Helper()
	ponders := bot.Bot{Name: "ponders", New: func(string) (bot.Player, error) {
		return bot.Func(func(ctx context.Context, t bot.Turn) (game.Move, error) {
			<-ctx.Done()
			return game.Move{}, ctx.Err()
		}), nil
	}}
	ahead := new(atomic.Int64)
	c := server.Config{Now: func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }, TokenLife: 1000 * time.Hour, Games: append(games.All(), more...), Judge: "the judge's secret", Bots: append(bot.Standard(), ponders), MaxThinking: 2, MaxBotMoves: 10}
	return &host{servertest.Start(t, c), t, ahead}
}

// ask makes a REST request and returns the status and the answer.
func (h *host) ask(method, path, token, body string) (int, string) {
	h.t.Helper()
	req, err := http.NewRequest(method, h.URL+path, strings.NewReader(body))
	if err != nil {
		h.t.Fatal(err)
	}
	if body != "" {
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
	return res.StatusCode, strings.TrimSuffix(string(text), "\n")
}

// socket is a client's connection with everything sent over it.
type socket struct {
	t        *testing.T
	ws       *websocket.Conn
	sent     []string
	received []string
	n        int
}

func (h *host) dial() *socket {
	h.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	ws, _, err := websocket.Dial(ctx, strings.Replace(h.URL, "http", "ws", 1)+"/api/play", nil)
	if err != nil {
		h.t.Fatal(err)
	}
	ws.SetReadLimit(1 << 24)
	h.t.Cleanup(func() { ws.CloseNow() })
	return &socket{t: h.t, ws: ws}
}

func (s *socket) send(text string) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	s.sent = append(s.sent, text)
	if err := s.ws.Write(ctx, websocket.MessageText, []byte(text)); err != nil {
		s.t.Fatal(err)
	}
}

// read returns the next message and its text.
func (s *socket) read() (m wire.Message, text string, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	_, raw, err := s.ws.Read(ctx)
	if err != nil {
		return m, "", err
	}
	s.received = append(s.received, string(raw))
	if err := json.Unmarshal(raw, &m); err != nil {
		s.t.Fatalf("%v in %s", err, raw)
	}
	return m, string(raw), nil
}

// until returns the texts of all messages up to the expected one.
func (s *socket) until(meant func(wire.Message) bool) (texts []string) {
	s.t.Helper()
	for {
		m, text, err := s.read()
		if err != nil {
			s.t.Fatal(err)
		}
		texts = append(texts, text)
		if meant(m) {
			return texts
		}
	}
}

// ask sends a request and returns its answer, and the texts of all messages up to it.
func (s *socket) ask(q wire.Request) (answer wire.Message, texts []string) {
	s.t.Helper()
	s.n++
	q.ID = json.RawMessage(fmt.Sprintf(`"test %d"`, s.n))
	text, err := json.Marshal(q)
	if err != nil {
		s.t.Fatal(err)
	}
	s.send(string(text))
	texts = s.until(func(m wire.Message) bool {
		answer = m
		return string(m.Re) == string(q.ID)
	})
	return answer, texts
}

// told returns the messages received in the meantime.
func (s *socket) told() []string {
	s.t.Helper()
	_, texts := s.ask(wire.Request{Do: "ping"})
	return texts[:len(texts)-1]
}
