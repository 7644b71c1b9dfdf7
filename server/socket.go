package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/store"
	"github.com/plygame/ply/wire"
)

// conn is one WebSocket. A goroutine reads from it; another writes, while there is something to write.
type conn struct {
	server  *Server
	ws      *websocket.Conn
	address string
	limit   *rate.Limiter
	strikes int

	mu      sync.Mutex
	out     [][]byte
	writing bool
	ended   bool // nothing more is sent

	table *table // what it watches, nil at first; set when its first request is done
	role  role
	token string // the hash of the secret of its seat

	seen int // the last entry it was told of; for the table alone
}

// play is the WebSocket.
func (s *Server) play(w http.ResponseWriter, r *http.Request) {
	address := s.addressOf(r)
	if s.closing.Load() || !s.limits.enter(address) {
		s.metrics.turnedAway.Inc()
		http.Error(w, "the server has no room for another connection", http.StatusServiceUnavailable)
		return
	}
	defer s.limits.leave(address)
	ws, err := websocket.Accept(w, r, &websocket.AcceptOptions{OriginPatterns: s.config.Origins})
	if err != nil {
		return // it has been answered
	}
	ws.SetReadLimit(int64(s.config.MaxMessage))
	c := &conn{server: s, ws: ws, address: address, limit: rate.NewLimiter(rate.Limit(s.config.Rate), int(2*s.config.Rate)+1)}
	if !s.register(c) {
		ws.Close(websocket.StatusTryAgainLater, "the server is shut down")
		return
	}
	defer s.unregister(c)
	c.read()
	if c.table != nil {
		t := c.table
		t.do(func() { t.leave(c) })
	}
	ws.CloseNow()
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

// read does what the client asks for, one thing after the other, until it is gone.
func (c *conn) read() {
	ctx := context.Background()
	for {
		kind, text, err := c.ws.Read(ctx)
		if err != nil {
			if websocket.CloseStatus(err) == websocket.StatusMessageTooBig || errors.Is(err, websocket.ErrMessageTooBig) {
				c.farewell("misuse", "a message is too long")
			}
			return
		}
		if !c.limit.Allow() {
			if c.strikes++; c.strikes > 1000 {
				c.farewell("misuse", "too many messages")
				return
			}
			c.refuse(nil, no("too-fast", "too many messages; at most %g a second", c.server.config.Rate))
			continue
		}
		c.handle(ctx, kind, text)
	}
}

// handle does one thing that is asked for.
func (c *conn) handle(ctx context.Context, kind websocket.MessageType, text []byte) {
	c.server.metrics.requests.Inc()
	var q wire.Request
	switch err := decode(text, &q); {
	case kind != websocket.MessageText:
		c.refuse(nil, no(string(game.Malformed), "a message is text, in JSON"))
	case err != nil:
		c.refuse(nil, no(string(game.Malformed), "the message cannot be read: %v", err))
	case q.Do == "watch":
		c.watch(ctx, &q)
	case q.Do == "ping":
		c.answer(&wire.Message{Type: "answer", Re: q.ID})
	case !slices.Contains(deeds, q.Do):
		c.refuse(q.ID, no("no-request", "there is no request %q; there is watch, ping, %s", clip(q.Do), deedList).About("do"))
	case c.table == nil:
		c.refuse(q.ID, no("no-match", "no match is watched yet; begin with watch"))
	default:
		t := c.table
		done := make(chan struct{})
		t.do(func() {
			defer close(done)
			t.carryOut(ctx, c, &q)
		})
		<-done
	}
}

// deeds are the requests about the match that is watched.
var deeds = []string{"offers", "play", "undo", "agree", "resign", "history", "view", "leave"}

const deedList = "offers, play, undo, agree, resign, history, view, leave"

// decode reads a message that has these fields and nothing else.
func decode(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("something follows after the end")
	}
	return nil
}

func clip(text string) string {
	if r := []rune(text); len(r) > 60 {
		return string(r[:60]) + "…"
	}
	return text
}

// watch begins to tell the client of a match.
func (c *conn) watch(ctx context.Context, q *wire.Request) {
	if c.table != nil {
		c.refuse(q.ID, no("watching", "a match is watched already; open another connection"))
		return
	}
	t, err := c.server.table(q.Match)
	if err != nil {
		c.fail(q.ID, err)
		return
	}
	done := make(chan struct{})
	t.do(func() {
		defer close(done)
		err := t.open(ctx)
		var r role
		if err == nil {
			r, err = t.admit(q.Token)
		}
		if err != nil {
			c.fail(q.ID, err)
			return
		}
		c.table, c.role, c.token = t, r, match.TokenHash(q.Token)
		t.watchers = append(t.watchers, c)
		t.setWatched()
		t.welcome(c, q.ID, q.Since)
		t.tellPresence()
		if r.seat >= 0 {
			t.tellAsked(c)
		}
	})
	<-done
	if c.table == nil {
		c.server.release(t)
	}
}

// welcome tells a client where the match is: all that it sees, or what it has missed.
func (t *table) welcome(c *conn, re json.RawMessage, since *int) {
	msg := t.status("welcome")
	about := t.match.Listing()
	msg.Re, msg.Role, msg.Listing = re, c.role.name, &about
	if c.role.seat >= 0 {
		seat := c.role.seat
		msg.Seat = &seat
	}
	c.seen = t.match.Seq()
	if since != nil && *since >= 0 && *since <= t.match.Seq() {
		events, err := t.match.Events(*since, c.role.seat)
		var changes []game.Change
		if err == nil {
			changes, err = t.match.Changes(*since, c.role.seat)
		}
		if err == nil {
			msg.From, msg.Events, msg.Changes = since, events, changes
			c.answer(msg)
			return
		}
	}
	view := t.match.State().View(c.role.seat)
	msg.View, msg.Labels = view.Save(), wire.Labels(view)
	c.answer(msg)
}

// leave ends that a client watches.
func (t *table) leave(c *conn) {
	t.watchers = slices.DeleteFunc(t.watchers, func(x *conn) bool { return x == c })
	t.setWatched()
	if t.match != nil {
		t.tellPresence()
		if len(t.watchers) == 0 {
			t.match.Rest()
		}
	}
}

func (t *table) setWatched() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.watched = len(t.watchers)
}

// tellPresence tells everyone who is there.
func (t *table) tellPresence() {
	here, others := make([]bool, t.match.Setup().Seats), 0
	for _, c := range t.watchers {
		if c.role.seat >= 0 {
			here[c.role.seat] = true
		} else {
			others++
		}
	}
	t.all(&wire.Message{Type: "presence", Here: here, Spectators: &others})
}

// all tells everyone the same.
func (t *table) all(msg *wire.Message) {
	text, err := json.Marshal(msg)
	if err != nil {
		panic(err)
	}
	for _, c := range t.watchers {
		c.send(text)
	}
}

// tellAsked tells of a request to take moves back: a client, or everyone.
func (t *table) tellAsked(only *conn) {
	msg := &wire.Message{Type: "asked"}
	if a := t.match.Asked(); a != nil {
		msg.Asked = &wire.Asked{Seat: a.Seat, Back: a.Back, Why: a.Why.String(), Need: append([]game.Seat{}, a.Need...)}
	} else if only != nil {
		return
	}
	if only != nil {
		only.answer(msg)
		return
	}
	t.all(msg)
}

// carryOut does what a client asks for at the table.
func (t *table) carryOut(ctx context.Context, c *conn, q *wire.Request) {
	if err := t.open(ctx); err != nil {
		c.fail(q.ID, err)
		return
	}
	if err := t.stillHolds(c); err != nil {
		c.fail(q.ID, err)
		c.farewell("left", "the seat belongs to somebody else now")
		return
	}
	msg := &wire.Message{Type: "answer", Re: q.ID}
	var err error
	asked := t.match.Asked()
	switch q.Do {
	case "offers":
		msg.Offers, err = t.offers(c, q)
	case "history":
		msg.Events, err = t.history(c, q)
	case "view":
		view := t.match.State().View(c.role.seat)
		msg.View, msg.Labels = view.Save(), wire.Labels(view)
	default:
		err = t.act(ctx, c, q)
	}
	if t.match != nil && t.match.Asked() != asked || q.Do == "agree" && err == nil {
		t.tellAsked(nil)
	}
	if err != nil {
		c.fail(q.ID, err)
		return
	}
	if t.match != nil {
		seq := t.match.Seq()
		msg.Seq = &seq
	}
	c.answer(msg)
}

// stillHolds refuses who has had a seat that is somebody else's now.
func (t *table) stillHolds(c *conn) error {
	if c.role.name == "seat" && t.match.Player(c.role.seat).Token != c.token {
		return no("no-right", "the seat belongs to somebody else now")
	}
	return nil
}

func (t *table) offers(c *conn, q *wire.Request) ([]wire.Offer, error) {
	if c.role.seat < 0 {
		return nil, no("no-right", "only a seat is offered anything")
	}
	view := t.match.State().View(c.role.seat)
	draft := game.Draft{Seat: c.role.seat}
	if q.Draft != nil {
		var err error
		if draft, err = wire.ReadMove(view, c.role.seat, q.Draft); err != nil {
			return nil, err
		}
	}
	if t.match.Over() {
		return nil, no(string(game.Over), "the match is over: %s", t.match.Outcome())
	}
	return wire.Offers(view, draft)
}

// history tells what has happened since an entry, at most so much of it at once.
func (t *table) history(c *conn, q *wire.Request) ([]match.Event, error) {
	since := 0
	if q.Since != nil {
		since = *q.Since
	}
	if since < 0 || since > t.match.Seq() {
		return nil, no(string(game.Stale), "there is no entry %d; the match is at %d", since, t.match.Seq()).About("since")
	}
	return t.match.Events(since, c.role.seat)
}

// act changes something.
func (t *table) act(ctx context.Context, c *conn, q *wire.Request) error {
	seat := c.role.seat
	if seat < 0 {
		return no("no-right", "only a seat can do that; you are %s", c.role.name)
	}
	var step *match.Step
	var err error
	switch q.Do {
	case "play":
		step, err = t.move(seat, q)
	case "undo":
		step, err = t.match.Undo(seat)
	case "agree":
		if q.Yes == nil {
			return no(string(game.Missing), "yes is missing: true or false").About("yes")
		}
		step, err = t.match.Agree(seat, *q.Yes)
	case "resign":
		step, err = t.match.Resign(seat, "random")
	case "leave":
		step, err = t.match.Sit(seat, match.Player{})
	}
	if err != nil || step == nil {
		return err
	}
	return t.keep(ctx, step)
}

func (t *table) move(seat game.Seat, q *wire.Request) (*match.Step, error) {
	if q.Move == nil {
		return nil, no(string(game.Missing), `move is missing: a text such as "place a1", or an object with action and picks`).About("move")
	}
	if q.Seq == nil {
		return nil, no(string(game.Missing), "seq is missing: the last entry that the player has seen").About("seq")
	}
	return t.match.Choose(seat, *q.Seq, func(view *game.State) (game.Move, error) { return wire.ReadMove(view, seat, q.Move) })
}

// send queues a message. Whoever is too far behind is sent away: it can come back.
func (c *conn) send(text []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended {
		return
	}
	if len(c.out) >= c.server.config.Queue {
		c.ended, c.out = true, nil
		c.server.metrics.slow.Inc()
		go c.ws.Close(websocket.StatusPolicyViolation, "too slow: too many messages are waiting; come back and say what you know already")
		return
	}
	c.out = append(c.out, text)
	if !c.writing {
		c.writing = true
		go c.write()
	}
}

// write sends what is queued until nothing is left.
func (c *conn) write() {
	for {
		c.mu.Lock()
		if len(c.out) == 0 {
			c.writing, c.out = false, nil
			c.mu.Unlock()
			return
		}
		text := c.out[0]
		c.out = c.out[1:]
		c.mu.Unlock()
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		err := c.ws.Write(ctx, websocket.MessageText, text)
		cancel()
		if err != nil {
			c.mu.Lock()
			c.writing, c.ended, c.out = false, true, nil
			c.mu.Unlock()
			c.ws.CloseNow()
			return
		}
	}
}

func (c *conn) answer(msg *wire.Message) {
	text, err := json.Marshal(msg)
	if err != nil {
		panic(err)
	}
	c.send(text)
}

func (c *conn) refuse(re json.RawMessage, r *wire.Refusal) {
	c.server.metrics.refusals.WithLabelValues(r.Code).Inc()
	c.answer(&wire.Message{Type: "refusal", Re: re, Refusal: r})
}

// fail answers whatever went wrong. The words of a Fault, and of what failed inside, are not for
// clients.
func (c *conn) fail(re json.RawMessage, err error) {
	c.refuse(re, c.server.refusalOf(err))
}

// refusalOf makes a refusal of any error.
func (s *Server) refusalOf(err error) *wire.Refusal {
	if r := wire.RefusalOf(err); r != nil {
		return r
	}
	switch {
	case errors.Is(err, store.ErrMissing):
		return no("no-match", "there is no such match")
	case errors.Is(err, errBusy):
		return no("busy", "%v", err)
	}
	if _, is := errors.AsType[*game.Fault](err); is {
		s.config.Log.Error("a fault in the rules", "reason", err)
		return no("fault", "the rules of the game have a fault; the match stands where it was")
	}
	s.config.Log.Error("something has failed", "reason", err)
	return no("failed", "the server has failed; nothing has changed")
}

// farewell tells why the connection ends, and ends it.
func (c *conn) farewell(code, why string) {
	text, _ := json.Marshal(&wire.Message{Type: "farewell", Code: code, Why: why})
	c.send(text)
	status := websocket.StatusNormalClosure
	switch code {
	case "restart":
		status = websocket.StatusServiceRestart
	case "misuse":
		status = websocket.StatusPolicyViolation
	}
	go func() {
		c.flush()
		c.ws.Close(status, why)
	}()
}

// flush waits a moment until what is queued is sent.
func (c *conn) flush() {
	for range 100 {
		c.mu.Lock()
		done := !c.writing || c.ended
		c.mu.Unlock()
		if done {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}
