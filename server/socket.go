package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

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
	raw     *corked // below it
	address string
	limit   *rate.Limiter
	strikes int
	cut     context.CancelFunc // ends it at once
	silent  *time.Timer        // ends it if no match is watched

	mu      sync.Mutex
	out     [][]byte
	behind  int // bytes in out
	writing bool
	ended   bool // nothing more is queued

	table *table // what it watches, nil at first; set when its first request is done
	role  role
	token string // the hash of the secret of its seat

	seen int // the last entry it was told of; for the table alone
}

// play is the WebSocket. The connection goes on by itself, so that nothing is kept of the request.
func (s *Server) play(w http.ResponseWriter, r *http.Request) {
	address := s.addressOf(r)
	if s.closing.Load() || !s.limits.enter(address) {
		s.metrics.turnedAway.Inc()
		s.answerError(w, s.refused(no("busy", "the server has no room for another connection")))
		return
	}
	raw := &corking{ResponseWriter: w}
	ws, err := websocket.Accept(raw, r, &websocket.AcceptOptions{OriginPatterns: s.config.Origins})
	if err != nil {
		s.limits.leave(address)
		return // it has been answered
	}
	go s.attend(ws, raw.conn, address)
}

// attend serves a connection until it ends.
func (s *Server) attend(ws *websocket.Conn, raw *corked, address string) {
	defer s.limits.leave(address)
	defer func() {
		if p := recover(); p != nil {
			s.config.Log.Error("a connection has failed", "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
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
	c := &conn{server: s, ws: ws, raw: raw, address: address, limit: rate.NewLimiter(rate.Limit(s.config.Rate), int(2*s.config.Rate)+1), cut: cut}
	if !s.register(c) {
		c.end("restart", "the server is shut down", time.Second)
		return
	}
	defer s.unregister(c)
	c.silent = time.AfterFunc(patience, func() { c.farewell("misuse", "no match was watched for too long") })
	defer c.silent.Stop()
	defer c.leave()
	c.read(ctx)
}

// patience is how long a connection may stay without watching a match.
const patience = time.Minute

// leave ends that the client watches.
func (c *conn) leave() {
	if t := c.table; t != nil {
		t.do(func() {
			defer c.server.release(t)
			t.leave(c)
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

// read does what the client asks for, one thing after the other, until it is gone.
func (c *conn) read(ctx context.Context) {
	for {
		kind, text, err := c.ws.Read(context.Background()) // cut ends it
		if err != nil {
			return
		}
		c.flush(c.server.config.Queue/2, 10*time.Second)
		if !c.limit.Allow() {
			if c.strikes++; c.strikes > 1000 {
				c.last("misuse", "too many messages")
				c.end("misuse", "too many messages", time.Second)
				return
			}
			c.refuse(idOf(text), no("too-fast", "too many messages; at most %g a second", c.server.config.Rate))
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
	case kind != websocket.MessageText || !utf8.Valid(text):
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
		if _, err := call(context.WithoutCancel(ctx), c.table, func() (any, error) {
			c.table.carryOut(ctx, c, &q)
			return nil, nil
		}); err != nil {
			c.fail(q.ID, err)
		}
	}
}

// idOf returns the id of a request that is not read any further.
func idOf(text []byte) json.RawMessage {
	var q struct{ ID json.RawMessage }
	if len(text) > 4096 || json.Unmarshal(text, &q) != nil || len(q.ID) > 200 {
		return nil
	}
	return q.ID
}

// deeds are the requests about the match that is watched.
var deeds = []string{"offers", "moves", "play", "undo", "agree", "resign", "history", "view", "leave"}

const deedList = "offers, moves, play, undo, agree, resign, history, view, leave"

// decode reads a message that has these fields and nothing else.
func decode(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return errors.New(unreadable(err))
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("something follows after the end")
	}
	return nil
}

// unreadable says why something is not the JSON that it should be, in words that do not tell how it
// was read.
func unreadable(err error) string {
	if e, is := errors.AsType[*json.UnmarshalTypeError](err); is && e.Field != "" {
		return fmt.Sprintf("%s cannot be a %s", clip(e.Field), clip(e.Value))
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return "it ends too early"
	}
	text, _, _ := strings.Cut(strings.TrimPrefix(err.Error(), "json: "), " into Go ")
	return shorten(strings.Replace(text, "cannot unmarshal", "there cannot be a", 1), 150)
}

// clip returns the beginning of what somebody has sent, for words about it.
func clip(text string) string { return shorten(text, 60) }

func shorten(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
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
	opened, err := call(context.WithoutCancel(ctx), t, func() (bool, error) {
		if err := t.open(ctx); err != nil {
			return t.kept != nil, err
		}
		return true, t.seat(c, q)
	})
	switch {
	case err == nil:
		c.table = t
		c.silent.Stop()
		return
	case opened:
		c.server.release(t)
	default:
		c.server.forsake(t)
	}
	c.fail(q.ID, err)
}

// seat lets a client watch, if its token is right.
func (t *table) seat(c *conn, q *wire.Request) error {
	r, err := t.admit(q.Token)
	if err != nil {
		return err
	}
	c.role, c.token = r, match.TokenHash(q.Token)
	t.watchers = append(t.watchers, c)
	since := q.Since
	if since != nil && q.Mark != "" && (*since < 0 || *since > t.match.Seq() || t.match.Mark(*since) != q.Mark) {
		since = nil // that is not what has happened here
	}
	t.welcome(c, q.ID, since)
	t.tellPresence()
	if t.match.Asked() != nil {
		c.answer(t.askedNow())
	}
	t.botWait = 0
	t.botsGo()
	return nil
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
		var before *game.State
		if err == nil {
			before, err = t.match.At(*since)
		}
		if err == nil {
			msg.From, msg.Events, msg.Changes = since, events, changes
			msg.Labels = t.newLabels(before, c.role.seat)
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
	if t.match != nil {
		t.tellPresence()
		if len(t.watchers) == 0 {
			t.match.Rest()
			t.labels = nil
		}
	}
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

// askedNow is a message that says whether there is a request to take moves back.
func (t *table) askedNow() *wire.Message {
	msg := &wire.Message{Type: "asked"}
	if a := t.match.Asked(); a != nil {
		msg.Asked = &wire.Asked{Seat: a.Seat, Back: a.Back, Why: a.Why.String(), Need: append([]game.Seat{}, a.Need...)}
	}
	return msg
}

// tellAskedAnew tells everyone of a request to take moves back, if it is another than before.
func (t *table) tellAskedAnew() {
	if t.match == nil {
		return
	}
	a, need := t.match.Asked(), 0
	if a != nil {
		need = len(a.Need)
	}
	if a != t.asked || need != t.need {
		t.asked, t.need = a, need
		t.all(t.askedNow())
	}
}

// carryOut does what a client asks for at the table.
func (t *table) carryOut(ctx context.Context, c *conn, q *wire.Request) {
	if err := t.open(ctx); err != nil {
		c.fail(q.ID, err)
		return
	}
	if err := t.stillHolds(c); err != nil {
		c.fail(q.ID, err)
		c.farewell("left", seatLost)
		return
	}
	msg := &wire.Message{Type: "answer", Re: q.ID}
	var err error
	switch q.Do {
	case "offers":
		msg.Offers, err = t.offers(c, q)
	case "moves":
		msg.Moves, msg.More, err = t.moves(c)
	case "history":
		msg.Events, msg.More, err = t.history(c, q)
	case "view":
		view := t.match.State().View(c.role.seat)
		msg.View, msg.Labels = view.Save(), wire.Labels(view)
	default:
		err = t.act(ctx, c, q)
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
		return no("no-right", seatLost)
	}
	return nil
}

const seatLost = "the seat belongs to somebody else now"

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

// maxMoves is how many moves one answer lists.
const maxMoves = 1000

// moves lists the complete moves of a seat.
func (t *table) moves(c *conn) ([]string, bool, error) {
	if c.role.seat < 0 {
		return nil, false, no("no-right", "only a seat is offered anything")
	}
	if t.match.Over() {
		return nil, false, no(string(game.Over), "the match is over: %s", t.match.Outcome())
	}
	return wire.Moves(t.match.State().View(c.role.seat), c.role.seat, maxMoves)
}

// maxHistory is how many entries are told at once.
const maxHistory = 1000

// history tells what has happened since an entry, and whether there is more than is told at once.
func (t *table) history(c *conn, q *wire.Request) (events []match.Event, more bool, err error) {
	since := 0
	if q.Since != nil {
		since = *q.Since
	}
	if since < 0 || since > t.match.Seq() {
		return nil, false, no(string(game.Stale), "there is no entry %d; the match is at %d", since, t.match.Seq()).About("since")
	}
	events, err = t.match.EventsUpTo(since, since+maxHistory, c.role.seat)
	return events, t.match.Seq() > since+maxHistory, err
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
	if len(c.out) >= c.server.config.Queue || c.behind+len(text) > maxBehind && len(c.out) > 0 {
		const why = "too slow: too many messages are waiting; come back and say what you know already"
		text, _ = json.Marshal(&wire.Message{Type: "farewell", Code: "slow", Why: why})
		c.ended, c.out, c.behind = true, nil, 0
		c.server.metrics.slow.Inc()
		go c.end("slow", why, 5*time.Second)
	}
	c.out, c.behind = append(c.out, text), c.behind+len(text)
	if !c.writing {
		c.writing = true
		go c.write()
	}
}

// maxBehind is how many bytes a slow reader may be behind, if that is more than one message.
const maxBehind = 4 << 20

// write sends what is queued until nothing is left.
func (c *conn) write() {
	for {
		c.mu.Lock()
		if len(c.out) == 0 {
			c.writing, c.out = false, nil
			c.mu.Unlock()
			return
		}
		some := c.out[:min(len(c.out), 8)]
		c.out = c.out[len(some):]
		for _, text := range some {
			c.behind -= len(text)
		}
		c.mu.Unlock()
		err := c.put(some)
		if err != nil {
			c.mu.Lock()
			c.writing, c.ended, c.out, c.behind = false, true, nil, 0
			c.mu.Unlock()
			c.cut()
			return
		}
	}
}

// put writes messages together.
func (c *conn) put(some [][]byte) error {
	c.raw.cork()
	var err error
	for _, text := range some {
		if err = c.ws.Write(context.Background(), websocket.MessageText, text); err != nil {
			break
		}
	}
	return errors.Join(err, c.raw.uncork(10*time.Second))
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
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return no("failed", "the request was given up")
	case errors.Is(err, store.ErrClosed):
		return no("restart", "the server is shut down; come back in a moment")
	case errors.Is(err, store.ErrDamaged):
		s.config.Log.Error("a match cannot be read", "reason", err)
		return no("damaged", "the match is damaged")
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
	c.last(code, why)
	go c.end(code, why, time.Second)
}

// last queues the last message.
func (c *conn) last(code, why string) {
	text, _ := json.Marshal(&wire.Message{Type: "farewell", Code: code, Why: why})
	c.send(text)
	c.mu.Lock()
	c.ended = true
	c.mu.Unlock()
}

// end closes the connection when all that is queued is sent, or after some time.
func (c *conn) end(code, why string, within time.Duration) {
	status := websocket.StatusNormalClosure
	switch code {
	case "restart":
		status = websocket.StatusServiceRestart
	case "misuse", "slow":
		status = websocket.StatusPolicyViolation
	}
	c.flush(0, within)
	defer time.AfterFunc(time.Second/2, c.cut).Stop() // if the client does not answer
	c.ws.Close(status, why)
}

// flush waits until at most so much of what is queued is left.
func (c *conn) flush(left int, within time.Duration) {
	for end := time.Now().Add(within); time.Now().Before(end); time.Sleep(time.Millisecond) {
		c.mu.Lock()
		done := !c.writing || left > 0 && len(c.out) <= left
		c.mu.Unlock()
		if done {
			return
		}
	}
}
