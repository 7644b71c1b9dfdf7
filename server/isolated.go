package server

import (
	"context"
	"errors"
	"net/http"
	"net/http/httputil"
	"strings"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"github.com/plygame/ply/wire"
)

// otherProcess is the host name in requests to the process of an isolated game; the transport knows where it is.
const otherProcess = "isolated.localhost"

// restarting is the reason for refusals while the process of a game is not running.
const restarting = "the rules of %s run in a separate process, which is being restarted; the match is safe"

// forwarded passes requests about matches of isolated games on to their processes.
func (s *Server) forwarded(h http.Handler) http.Handler {
	if len(s.config.Isolated) == 0 {
		return h
	}
	proxies := map[string]http.Handler{}
	for name, transport := range s.config.Isolated {
		proxies[name] = &httputil.ReverseProxy{
			Transport: transport,
			Rewrite:   s.forward,
			ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) {
				s.answerError(w, s.toAPIError(refusal("restart", restarting, name)))
			},
		}
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rest, _ := strings.CutPrefix(r.URL.Path, "/api/games/")
		name, what, below := strings.Cut(rest, "/")
		proxy := proxies[name]
		switch {
		case !below || proxy == nil:
			h.ServeHTTP(w, r)
		case (what == "create" || strings.HasSuffix(what, "/again")) && (s.draining.Load() || s.closing.Load()):
			s.answerError(w, s.toAPIError(refusal("restart", "the server accepts no new matches at the moment; try again later")))
		default:
			proxy.ServeHTTP(w, r)
		}
	})
}

// forward directs a request to the process of a game.
func (s *Server) forward(r *httputil.ProxyRequest) {
	r.Out.URL.Scheme, r.Out.URL.Host = "http", otherProcess
	r.Out.URL.Path, r.Out.URL.RawPath = s.config.BasePath+r.Out.URL.Path, ""
	r.Out.Host = otherProcess
	client, _ := s.clientOf(r.In)
	r.Out.Header.Set("X-Forwarded-For", client.String())
}

// isolatedGame returns the game of a match if it is isolated.
func (s *Server) isolatedGame(ctx context.Context, id string) (string, bool) {
	if len(s.config.Isolated) == 0 || id == "" || len(id) > 64 {
		return "", false
	}
	kept, err := s.config.Store.Describe(ctx, id)
	if err != nil {
		return "", false // watch says why
	}
	return kept.Setup.Game, s.config.Isolated[kept.Setup.Game] != nil
}

// relay is a connection to a match of an isolated game, which its process serves.
type relay struct {
	ws     *websocket.Conn
	closed atomic.Bool
}

// relayTo connects a client with the process of an isolated game, and passes its request to watch on.
func (c *conn) relayTo(ctx context.Context, game string, q *wire.Request, text []byte) {
	if c.server.watchdog.faulty(q.Match) {
		c.refuse(q.ID, refusal("fault",
			"the rules of %s have a fault in match %s, and have ended their process several times; it cannot be continued", game,
			q.Match))
		return
	}
	within, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	header := http.Header{"X-Forwarded-For": {c.client.String()}}
	ws, _, err := websocket.Dial(within, "ws://"+otherProcess+c.server.config.BasePath+"/api/play",
		&websocket.DialOptions{HTTPClient: &http.Client{Transport: c.server.config.Isolated[game]}, HTTPHeader: header,
			Host: otherProcess})
	if err != nil {
		c.refuse(q.ID, refusal("restart", restarting, game))
		return
	}
	ws.SetReadLimit(-1)
	c.watchTimer.Stop()
	r := &relay{ws: ws}
	c.relay.Store(r)
	c.server.tasks.Add(1)
	go c.receiveRelayed(r)
	c.passOn(ctx, text)
}

// passOn sends a message of the client to the process.
func (c *conn) passOn(ctx context.Context, text []byte) {
	if r := c.relay.Load(); r.ws.Write(ctx, websocket.MessageText, text) != nil {
		r.ws.CloseNow() // receiveRelayed ends the connection
	}
}

// receiveRelayed sends the client what the process says, until one of them ends the connection.
func (c *conn) receiveRelayed(r *relay) {
	defer c.server.tasks.Done()
	for {
		_, text, err := r.ws.Read(context.Background())
		if err != nil {
			c.endRelayed(r, err)
			return
		}
		c.send(text)
	}
}

// endRelayed ends a connection that the process has ended.
func (c *conn) endRelayed(r *relay, err error) {
	r.ws.CloseNow()
	if end, is := errors.AsType[websocket.CloseError](err); is {
		c.ws.Close(end.Code, end.Reason) // it has said farewell
		return
	}
	if r.closed.Load() || c.server.closing.Load() {
		return
	}
	c.farewell("restart", "the rules of the game have ended their process, which is being restarted; the match is safe")
}

// Blame notes that a match has ended the process of its isolated game. When that has happened a few times, requests
// about the match are refused.
func (s *Server) Blame(match string) { s.watchdog.fault(match) }

// endRelay ends the connection to the process when the client has gone.
func (c *conn) endRelay() {
	if r := c.relay.Load(); r != nil {
		r.closed.Store(true)
		r.ws.CloseNow()
	}
}
