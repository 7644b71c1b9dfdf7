package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/frames"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/wire"
)

// conn is one WebSocket. One goroutine reads; another writes while messages are queued.
type conn struct {
	server     *Server
	ws         *websocket.Conn
	raw        *frames.Conn // the connection below ws
	client     netip.Addr
	address    string // what limits count it as
	usage      *usage // of its address
	limit      *rate.Limiter
	strikes    int
	cut        context.CancelFunc // ends the connection immediately
	watchTimer *time.Timer        // ends the connection if it watches no match

	mu      sync.Mutex
	out     [][]byte
	rest    []byte // the rest of a frame that was partly written, to be written before out
	behind  int    // bytes in out
	writing bool
	held    bool // queued messages wait for the answer to a request
	ended   bool // no more messages are queued

	progress chan struct{} // closed when messages were taken from out; nil if nobody waits

	match *liveMatch            // the match it watches, set by the request watch
	relay atomic.Pointer[relay] // or its way to a match of an isolated game
	role  role
	token string // the hash of its token

	seen int // the last entry it was sent; used only in the queue of the match
}

// play opens a WebSocket. The connection is served by its own goroutine, so that the request can be garbage collected.
func (s *Server) play(w http.ResponseWriter, r *http.Request) {
	client, address := s.clientOf(r)
	var use *usage
	if !s.closing.Load() {
		use = s.limits.enter(address)
	}
	if use == nil {
		s.metrics.turnedAway.Inc()
		s.answerError(w, s.toAPIError(refusal("busy", "the server has too many connections; try again later")))
		return
	}
	raw := &frames.Writer{ResponseWriter: w}
	c := &conn{server: s, client: client, address: address, usage: use,
		limit: rate.NewLimiter(rate.Limit(s.config.Rate), int(2*s.config.Rate)+1)}
	var err error
	c.ws, err = websocket.Accept(raw, r,
		&websocket.AcceptOptions{OriginPatterns: s.config.Origins, OnPingReceived: c.pinged})
	if err != nil {
		s.limits.leave(use)
		return // Accept has answered
	}
	c.raw = raw.Conn
	c.raw.Slow = []*rate.Limiter{input(s.config.Rate, s.config.MaxMessage), use.input}
	go s.serveConn(c)
}

// pinged counts a ping like a message, and reports whether it is answered.
func (c *conn) pinged(context.Context, []byte) bool {
	if c.allowed() {
		return true
	}
	if c.strikes++; c.strikes > maxStrikes {
		go c.farewell("misuse", "too many pings")
	}
	return false
}

// allowed reports whether the connection and its address may send another message.
func (c *conn) allowed() bool { return c.limit.Allow() && c.usage.messages.Allow() }

// maxStrikes is how many messages beyond its rate a client may send.
const maxStrikes = 1000

// serveConn serves a connection until it ends.
func (s *Server) serveConn(c *conn) {
	ws, raw := c.ws, c.raw
	defer s.limits.leave(c.usage)
	defer func() {
		if p := recover(); p != nil {
			s.config.Log.Error("panic in a connection", "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			s.metrics.panics.Inc()
		}
	}()
	defer ws.CloseNow()
	ws.SetReadLimit(int64(s.config.MaxMessage))
	ctx, cancel := context.WithCancel(context.Background())
	cut := func() {
		cancel()
		raw.Close()
	}
	defer cut()
	c.cut = cut
	if !s.register(c) {
		c.end("restart", "the server is shutting down", time.Second)
		return
	}
	defer s.unregister(c)
	c.watchTimer = time.AfterFunc(watchTimeout, func() {
		c.farewell("misuse", "the connection watched no match for too long")
	})
	defer c.watchTimer.Stop()
	defer c.leave()
	defer c.endRelay()
	c.read(ctx)
}

// watchTimeout is how long a connection may stay without watching a match.
const watchTimeout = time.Minute

// leave stops watching the match.
func (c *conn) leave() {
	if l := c.match; l != nil {
		l.enqueue(func() {
			defer c.server.release(l)
			l.removeWatcher(c)
		})
	}
}

func (s *Server) register(c *conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closing.Load() {
		return false
	}
	s.conns[c] = true
	s.tasks.Add(1)
	s.metrics.connections.Set(float64(len(s.conns)))
	return true
}

func (s *Server) unregister(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.conns, c)
	s.metrics.connections.Set(float64(len(s.conns)))
	s.tasks.Done()
}

// read serves the requests of the client, one after another, until the connection ends.
func (c *conn) read(ctx context.Context) {
	for {
		kind, r, err := c.ws.Reader(context.Background()) // ended by cut
		if err != nil {
			return
		}
		buf := frames.Buffer()
		if _, err := buf.ReadFrom(r); err != nil || !c.receive(ctx, kind, buf.Bytes()) {
			return
		}
		frames.PutBuffer(buf)
	}
}

// receive handles a message, which it does not keep, and reports whether the connection may continue.
func (c *conn) receive(ctx context.Context, kind websocket.MessageType, text []byte) bool {
	c.flush(c.server.config.Queue/2, 10*time.Second)
	if c.allowed() {
		c.handle(ctx, kind, text)
		return true
	}
	if c.strikes++; c.strikes > maxStrikes {
		c.queueFarewell("misuse", "too many messages")
		c.end("misuse", "too many messages", time.Second)
		return false
	}
	c.refuse(idOf(text), refusal("too-fast", "too many messages; at most %g a second", c.server.config.Rate))
	return true
}

// handle serves one request.
func (c *conn) handle(ctx context.Context, kind websocket.MessageType, text []byte) {
	c.server.metrics.requests.Inc()
	var q wire.Request
	var err error
	valid := kind == websocket.MessageText && utf8.Valid(text)
	if valid && !q.Scan(text) {
		err = decode(text, &q)
	}
	switch {
	case !valid:
		c.refuse(nil, refusal(string(game.Malformed), "a message must be JSON in a text frame"))
	case err != nil:
		c.refuse(nil, refusal(string(game.Malformed), "the message cannot be read: %v", err))
	case c.relay.Load() != nil:
		c.passOn(ctx, text)
	case q.Do == "watch":
		if game, is := c.server.isolatedGame(ctx, q.Match); is {
			c.relayTo(ctx, game, &q, text)
			return
		}
		c.watch(ctx, &q)
	case q.Do == "ping":
		c.answer(&wire.Message{Type: "answer", Re: q.ID})
	case !slices.Contains(matchRequests, q.Do):
		c.refuse(q.ID, refusal("no-request", "unknown request %q; the requests are watch, ping, %s", words.Clip(q.Do),
			strings.Join(matchRequests, ", ")).About("do"))
	case c.match == nil:
		c.refuse(q.ID, refusal("no-match", "no match is being watched; send watch first"))
	default:
		if _, err := call(context.WithoutCancel(ctx), c.match, func() (any, error) {
			c.match.serve(ctx, c, &q)
			return nil, nil
		}); err != nil {
			c.fail(q.ID, err)
		}
		c.unhold()
	}
}

// idOf returns the id of a request that is refused unread.
func idOf(text []byte) json.RawMessage {
	var q struct{ ID json.RawMessage }
	if len(text) > 4096 || json.Unmarshal(text, &q) != nil || len(q.ID) > 200 {
		return nil
	}
	return q.ID
}

// decode reads a message and refuses unknown fields.
func decode(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return errors.New(unreadable(err))
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("unexpected data after the message")
	}
	return nil
}
