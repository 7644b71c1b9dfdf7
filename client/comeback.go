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

// run reads what the server tells, and comes back when the connection is lost.
func (t *Table) run(ctx context.Context, l *link) {
	defer close(t.done)
	wait, since := t.firstWait(), time.Now()
	for {
		why := t.listen(ctx, l)
		if f, is := errors.AsType[*Farewell](why); is && !passing(f.Code) {
			t.end(f)
			return
		}
		if ctx.Err() != nil {
			t.end(ErrClosed)
			return
		}
		t.tell(News{Kind: Lost, Why: why.Error()}, func(now *Moment) { t.link, now.Connected = nil, false })
		if time.Since(since) > t.maxWait() {
			wait = t.firstWait()
		}
		var err error
		if l, wait, err = t.comeBack(ctx, wait); err != nil {
			t.end(err)
			return
		}
		since = time.Now()
	}
}

func (t *Table) end(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.err, t.link, t.now.Connected = err, nil, false
	t.stir()
	t.cancel()
}

func (t *Table) firstWait() time.Duration {
	if t.client.Wait > 0 {
		return t.client.Wait
	}
	return 100 * time.Millisecond
}

func (t *Table) maxWait() time.Duration {
	if t.client.MaxWait > 0 {
		return t.client.MaxWait
	}
	return 5 * time.Second
}

// passing reports whether what a code says is over after a while.
func passing(code string) bool {
	return slices.Contains([]string{"restart", "slow", "gone", "busy", "too-fast", "failed", "not-kept"}, code)
}

// comeBack tries to connect until that is done, waiting longer and longer.
func (t *Table) comeBack(ctx context.Context, wait time.Duration) (*link, time.Duration, error) {
	for {
		select {
		case <-time.After(wait/2 + rand.N(wait)): // not all at the same time
		case <-ctx.Done():
			return nil, wait, ErrClosed
		}
		wait = min(2*wait, t.maxWait())
		l, events, err := t.connect(ctx)
		if err == nil {
			t.tell(News{Kind: Back, Events: events}, func(now *Moment) { t.link, now.Connected = l, true })
			return l, wait, nil
		}
		if ctx.Err() != nil {
			return nil, wait, ErrClosed
		}
		if r, is := errors.AsType[*wire.Refusal](err); is && !passing(r.Code) {
			return nil, wait, &Farewell{r.Code, r.Why}
		}
		if _, is := errors.AsType[unfit](err); is {
			return nil, wait, err
		}
	}
}

// unfit is why a view cannot be read with the rules of the program.
type unfit struct{ error }

func (u unfit) Error() string {
	return "the rules of the server and of this program do not fit: " + u.error.Error()
}

func (u unfit) Unwrap() error { return u.error }

// connect dials and asks to watch, from the last entry that is known on. It returns what has been missed.
func (t *Table) connect(ctx context.Context) (*link, []match.Event, error) {
	within, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	l, err := t.client.dial(within)
	if err != nil {
		return nil, nil, err
	}
	m, err := t.greet(within, l)
	if err != nil {
		l.ws.CloseNow()
		return nil, nil, err
	}
	return l, m.Events, nil
}

// greet asks to watch and takes the welcome in.
func (t *Table) greet(ctx context.Context, l *link) (*wire.Message, error) {
	q := wire.Request{ID: json.RawMessage("0"), Do: "watch", Match: t.id, Token: t.token}
	if now := t.Now(); now.View != nil && !t.whole {
		q.Since, q.Mark = &now.Seq, now.mark
	}
	m, err := l.watch(ctx, q)
	if err != nil {
		return nil, err
	}
	return m, t.welcome(m)
}

// welcome takes in where the match is: the whole view, or what was missed.
func (t *Table) welcome(m *wire.Message) error {
	if m.Seq == nil || m.Listing == nil {
		return errors.New("the welcome of the server says too little")
	}
	if m.Protocol != wire.Protocol {
		return unfit{fmt.Errorf("the server speaks version %d of the protocol, this program version %d", max(1, m.Protocol), wire.Protocol)}
	}
	now := t.Now()
	if m.View != nil {
		view, err := t.load(m)
		if err != nil {
			return unfit{err}
		}
		now.View, t.whole = view, false
	} else if err := t.follow(&now, m); err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.now.View, t.now.Role, t.now.Seat, t.now.Asked = now.View, m.Role, game.Nobody, nil
	switch {
	case m.Seat != nil:
		t.now.Seat = *m.Seat
	case m.Role == "judge":
		t.now.Seat = game.Judge
	}
	t.now.take(m)
	return nil
}

// load reads a whole view.
func (t *Table) load(m *wire.Message) (*game.State, error) {
	if t.rules == nil {
		r, err := t.find(m.Listing.Game)
		if err == nil {
			err = game.Check(r)
		}
		if err == nil {
			r, err = r.With(m.Listing.Options)
		}
		if err != nil {
			return nil, err
		}
		t.rules = r
	}
	return game.Load(t.rules, m.View)
}

// follow puts changes into the view. If they are not those that come next, the whole view is wanted.
func (t *Table) follow(now *Moment, m *wire.Message) (err error) {
	t.whole = true
	if m.From == nil || now.View == nil || *m.From != now.Seq {
		return errors.New("the server tells of something else than what comes next")
	}
	if len(m.Stages) > 0 {
		if now.View, err = game.Apply(now.View, m.Changes()...); err != nil {
			return fmt.Errorf("what the server tells does not fit: %w", err)
		}
	}
	t.whole = false
	return nil
}

// inStages puts the changes of a move that shows moments into the view, stage by stage.
func inStages(view *game.State, stages []wire.Stage) (all []Stage, err error) {
	if len(stages) < 2 {
		return nil, nil
	}
	for _, x := range stages {
		if view == nil {
			return nil, errors.New("the server tells of something else than what comes next")
		}
		if view, err = game.Apply(view, x.Changes); err != nil {
			return nil, fmt.Errorf("what the server tells of a moment does not fit: %w", err)
		}
		all = append(all, Stage{view, x.Said, x.Notices})
	}
	return all, nil
}

// listen takes in what the server tells until the connection ends, and says why it has.
func (t *Table) listen(ctx context.Context, l *link) error {
	go l.keepAlive(ctx)
	defer close(l.gone)
	defer l.ws.CloseNow()
	for {
		m, err := l.read(ctx)
		if err != nil {
			return err
		}
		if err := t.hear(m); err != nil {
			return err
		}
	}
}

// hear takes in one message.
func (t *Table) hear(m *wire.Message) error {
	switch m.Type {
	case "update":
		if m.Seq == nil {
			return errors.New("the server tells of something without saying where the match is")
		}
		next := t.Now()
		stages, err := inStages(next.View, m.Stages)
		if err != nil {
			t.whole = true
			return err
		}
		if err := t.follow(&next, m); err != nil {
			return err
		}
		t.tell(News{Kind: Happened, Events: m.Events, Stages: stages}, func(now *Moment) {
			now.View = next.View
			now.take(m)
		})
	case "welcome": // the server has had to look again
		if err := t.welcome(m); err != nil {
			return err
		}
		t.tell(News{Kind: Happened, Events: m.Events}, func(*Moment) {})
	case "presence":
		t.tell(News{Kind: Present}, func(now *Moment) {
			now.Here = m.Here
			if m.Spectators != nil {
				now.Spectators = *m.Spectators
			}
		})
	case "asked":
		t.tell(News{Kind: Asked}, func(now *Moment) { now.Asked = m.Asked })
	case "next":
		t.tell(News{Kind: Again}, func(now *Moment) { now.Next = m.Next })
	case "farewell":
		return &Farewell{m.Code, m.Why}
	}
	return nil
}
