package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/wire"
)

// run reads the messages of the server, and reconnects when the connection is lost.
func (m *Match) run(ctx context.Context, l *link) {
	defer close(m.done)
	wait, since := m.firstWait(), time.Now()
	for {
		why := m.listen(ctx, l)
		if f, is := errors.AsType[*Farewell](why); is && !temporary(f.Code) {
			m.end(f)
			return
		}
		if ctx.Err() != nil {
			m.end(ErrClosed)
			return
		}
		m.publish(News{Kind: Lost, Why: why.Error()}, func(now *Moment) { m.link, now.Connected = nil, false })
		if time.Since(since) > m.maxWait() {
			wait = m.firstWait()
		}
		var err error
		if l, wait, err = m.reconnect(ctx, wait); err != nil {
			m.end(err)
			return
		}
		since = time.Now()
	}
}

func (m *Match) end(err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.err, m.link, m.now.Connected = err, nil, false
	m.wake()
	m.cancel()
}

func (m *Match) firstWait() time.Duration {
	if m.client.Wait > 0 {
		return m.client.Wait
	}
	return 100 * time.Millisecond
}

func (m *Match) maxWait() time.Duration {
	if m.client.MaxWait > 0 {
		return m.client.MaxWait
	}
	return 5 * time.Second
}

// temporary reports whether the reason with this code passes, so that it is worth trying again.
func temporary(code string) bool {
	return slices.Contains([]string{"restart", "slow", "gone", "renewed", "busy", "too-fast", "failed", "not-kept"}, code)
}

// reconnect tries to connect until it succeeds, waiting longer each time.
func (m *Match) reconnect(ctx context.Context, wait time.Duration) (*link, time.Duration, error) {
	for {
		select {
		case <-time.After(wait/2 + rand.N(wait)): // random, so that clients do not return all at once
		case <-ctx.Done():
			return nil, wait, ErrClosed
		}
		wait = min(2*wait, m.maxWait())
		l, events, err := m.connect(ctx)
		if err == nil {
			m.publish(News{Kind: Back, Events: events}, func(now *Moment) { m.link, now.Connected = l, true })
			return l, wait, nil
		}
		if ctx.Err() != nil {
			return nil, wait, ErrClosed
		}
		if r, is := errors.AsType[*wire.Refusal](err); is && !temporary(r.Code) {
			return nil, wait, &Farewell{r.Code, r.Why}
		}
		if _, is := errors.AsType[incompatible](err); is {
			return nil, wait, err
		}
	}
}

// incompatible is the error for a server with different rules or another protocol.
type incompatible struct{ error }

func (e incompatible) Error() string {
	return "the server and this program are not compatible: " + e.error.Error()
}

func (e incompatible) Unwrap() error { return e.error }

// connect opens a connection and watches the match from the last known entry. It returns the missed events.
func (m *Match) connect(ctx context.Context) (*link, []match.Event, error) {
	within, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	l, err := m.client.dial(within)
	if err != nil {
		return nil, nil, err
	}
	msg, err := m.greet(within, l)
	if err != nil {
		l.ws.CloseNow()
		return nil, nil, err
	}
	return l, msg.Events, nil
}

// greet sends the watch request and handles the welcome.
func (m *Match) greet(ctx context.Context, l *link) (*wire.Message, error) {
	q := wire.Request{ID: json.RawMessage("0"), Do: "watch", Match: m.id, Token: m.token}
	if now := m.Now(); now.View != nil && !m.whole {
		q.Since, q.Mark = &now.Seq, now.mark
	}
	msg, err := l.watch(ctx, q)
	if err != nil {
		return nil, err
	}
	return msg, m.welcome(msg)
}

// welcome applies a welcome: the whole view, or the missed changes.
func (m *Match) welcome(msg *wire.Message) error {
	if msg.Seq == nil || msg.Listing == nil {
		return errors.New("the server's welcome is incomplete")
	}
	if msg.Protocol != wire.Protocol {
		return incompatible{fmt.Errorf("the server uses version %d of the protocol, this program uses version %d",
			max(1, msg.Protocol), wire.Protocol)}
	}
	now := m.Now()
	if msg.View != nil {
		view, err := m.load(msg)
		if err != nil {
			return incompatible{err}
		}
		now.View, m.whole = view, false
	} else if err := m.follow(&now, msg); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now.View, m.now.Role, m.now.Seat, m.now.Asked = now.View, msg.Role, game.Nobody, nil
	switch {
	case msg.Seat != nil:
		m.now.Seat = *msg.Seat
	case msg.Role == "judge":
		m.now.Seat = game.Judge
	}
	m.now.setStatus(msg)
	return nil
}

// load returns the whole view of a message.
func (m *Match) load(msg *wire.Message) (*game.State, error) {
	if m.rules == nil {
		r, err := m.find(msg.Listing.Game)
		if err == nil {
			err = r.Check()
		}
		if err == nil {
			r, err = r.With(msg.Listing.Options)
		}
		if err != nil {
			return nil, err
		}
		m.rules = r
	}
	return m.rules.Load(msg.View)
}

// follow applies changes to the view. If they do not follow the last known entry, the next welcome must have the whole
// view.
func (m *Match) follow(now *Moment, msg *wire.Message) (err error) {
	m.whole = true
	if msg.From == nil || now.View == nil || *msg.From != now.Seq {
		return errors.New("the server sent an update that does not follow the last one")
	}
	if len(msg.Stages) > 0 {
		if now.View, err = now.View.Apply(msg.Changes()...); err != nil {
			return fmt.Errorf("the server sent changes that do not fit the view: %w", err)
		}
	}
	m.whole = false
	return nil
}

// inStages applies the changes of a move that shows moments to the view, stage by stage.
func inStages(view *game.State, stages []wire.Stage) (all []Stage, err error) {
	if len(stages) < 2 {
		return nil, nil
	}
	for _, x := range stages {
		if view == nil {
			return nil, errors.New("the server sent an update that does not follow the last one")
		}
		if view, err = view.Apply(x.Changes); err != nil {
			return nil, fmt.Errorf("the server sent a moment that does not fit the view: %w", err)
		}
		all = append(all, Stage{view, x.Said, x.Notices})
	}
	return all, nil
}

// listen handles the messages of the server until the connection ends, and returns why it ended.
func (m *Match) listen(ctx context.Context, l *link) error {
	go l.keepAlive(ctx)
	defer close(l.gone)
	defer l.ws.CloseNow()
	for {
		msg, err := l.read(ctx)
		if err != nil {
			return err
		}
		if msg.Type == "token" {
			if err := m.renew(ctx, l, msg.Token); err != nil {
				return err
			}
			continue
		}
		if err := m.handle(msg); err != nil {
			return err
		}
	}
}

// renew stores a new token and begins to use it. If it cannot be stored, the old one stays in use.
func (m *Match) renew(ctx context.Context, l *link, token string) error {
	if m.client.Renewed == nil || m.client.Renewed(m.id, token) != nil {
		return nil
	}
	m.token = token
	return l.send(ctx, wire.Request{Do: "renew", Token: token})
}

// handle handles one message.
func (m *Match) handle(msg *wire.Message) error {
	switch msg.Type {
	case "update":
		if msg.Seq == nil {
			return errors.New("the server sent an update without seq")
		}
		next := m.Now()
		stages, err := inStages(next.View, msg.Stages)
		if err != nil {
			m.whole = true
			return err
		}
		if err := m.follow(&next, msg); err != nil {
			return err
		}
		m.publish(News{Kind: Happened, Events: msg.Events, Stages: stages}, func(now *Moment) {
			now.View = next.View
			now.setStatus(msg)
		})
	case "welcome": // the server has loaded the match again
		if err := m.welcome(msg); err != nil {
			return err
		}
		m.publish(News{Kind: Happened, Events: msg.Events}, func(*Moment) {})
	case "presence":
		m.publish(News{Kind: Present}, func(now *Moment) {
			now.Here = msg.Here
			if msg.Spectators != nil {
				now.Spectators = *msg.Spectators
			}
		})
	case "asked":
		m.publish(News{Kind: Asked}, func(now *Moment) { now.Asked = msg.Asked })
	case "next":
		m.publish(News{Kind: Again}, func(now *Moment) { now.Next = msg.Next })
	case "farewell":
		return &Farewell{msg.Code, msg.Why}
	}
	return nil
}
