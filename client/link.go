package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/coder/websocket"

	"github.com/plygame/ply/wire"
)

const (
	pingEvery  = 20 * time.Second // to detect a lost connection
	pingWithin = 10 * time.Second
)

// link is one WebSocket connection.
type link struct {
	ws   *websocket.Conn
	gone chan struct{} // closed when reading ends

	mu    sync.Mutex
	last  int
	waits map[string]chan wire.Message // unanswered requests, by id
}

func (c *Client) dial(ctx context.Context) (*link, error) {
	ws, _, err := websocket.Dial(ctx, c.base()+"/api/play", &websocket.DialOptions{HTTPClient: c.HTTP})
	if err != nil {
		return nil, fmt.Errorf("cannot connect to %s: %w", c.base(), err)
	}
	ws.SetReadLimit(maxAnswer)
	return &link{ws: ws, gone: make(chan struct{}), waits: map[string]chan wire.Message{}}, nil
}

// errLost is the error of a request without an answer.
var errLost = errors.New("the connection was lost before the server answered")

// receive returns the next message.
func (l *link) receive(ctx context.Context) (*wire.Message, error) {
	_, text, err := l.ws.Read(ctx)
	if err != nil {
		return nil, lostBy(err)
	}
	msg := new(wire.Message)
	if err := json.Unmarshal(text, msg); err != nil {
		return nil, fmt.Errorf("cannot read a message of the server: %w", err)
	}
	return msg, nil
}

// read returns the next message that is not an answer. It hands answers to the callers of ask.
func (l *link) read(ctx context.Context) (*wire.Message, error) {
	for {
		msg, err := l.receive(ctx)
		if err != nil {
			return nil, err
		}
		if msg.Type != "answer" && msg.Type != "refusal" {
			return msg, nil
		}
		l.mu.Lock()
		if wait := l.waits[string(msg.Re)]; wait != nil {
			wait <- *msg
			delete(l.waits, string(msg.Re))
		}
		l.mu.Unlock()
	}
}

// lostBy returns the reason for a lost connection.
func lostBy(err error) error {
	if closed, is := errors.AsType[websocket.CloseError](err); is && closed.Reason != "" {
		return errors.New(closed.Reason)
	}
	return errors.New("it ended unexpectedly")
}

// send sends a request without waiting for the answer.
func (l *link) send(ctx context.Context, q wire.Request) error {
	text, err := json.Marshal(q)
	if err != nil {
		return err
	}
	return l.ws.Write(ctx, websocket.MessageText, text)
}

// watch sends a watch request and returns the welcome.
func (l *link) watch(ctx context.Context, q wire.Request) (*wire.Message, error) {
	if err := l.send(ctx, q); err != nil {
		return nil, err
	}
	msg, err := l.receive(ctx)
	if err != nil {
		return nil, err
	}
	switch msg.Type {
	case "welcome":
		return msg, nil
	case "refusal":
		return nil, msg.Refusal
	case "farewell":
		return nil, &Farewell{msg.Code, msg.Why}
	}
	return nil, fmt.Errorf("the server sent %q instead of a welcome", msg.Type)
}

// ask sends a request and waits for the answer.
func (l *link) ask(ctx context.Context, q wire.Request) (*wire.Message, error) {
	answer := make(chan wire.Message, 1)
	l.mu.Lock()
	l.last++
	id := strconv.Itoa(l.last)
	l.waits[id] = answer
	l.mu.Unlock()
	defer func() {
		l.mu.Lock()
		delete(l.waits, id)
		l.mu.Unlock()
	}()
	q.ID = json.RawMessage(id)
	if err := l.send(ctx, q); err != nil && ctx.Err() != nil {
		return nil, ctx.Err()
	} else if err != nil {
		l.ws.CloseNow()
		return nil, errLost
	}
	select {
	case m := <-answer:
		return answered(&m)
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-l.gone:
	}
	select {
	case m := <-answer: // it came just before the end
		return answered(&m)
	default:
		return nil, errLost
	}
}

func answered(msg *wire.Message) (*wire.Message, error) {
	if msg.Refusal != nil {
		return nil, msg.Refusal
	}
	return msg, nil
}

// keepAlive pings the server regularly, and closes the connection if it does not respond.
func (l *link) keepAlive(ctx context.Context) {
	tick := time.NewTicker(pingEvery)
	defer tick.Stop()
	for {
		select {
		case <-l.gone:
			return
		case <-ctx.Done():
			return
		case <-tick.C:
			within, cancel := context.WithTimeout(ctx, pingWithin)
			err := l.ws.Ping(within)
			cancel()
			if err != nil {
				l.ws.CloseNow()
				return
			}
		}
	}
}
