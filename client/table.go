package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/wire"
)

// Table is a match that is watched or played. It is safe for use by several goroutines at once.
type Table struct {
	client    *Client
	id, token string
	find      func(name string) (*game.Rules, error)
	cancel    context.CancelFunc
	done      chan struct{} // closed when nothing more happens

	rules *game.Rules // for the goroutine that reads alone
	whole bool        // the next welcome must be with the whole view; likewise

	mu     sync.Mutex
	now    Moment
	link   *link // nil while there is no connection
	news   []News
	err    error         // why it has ended
	change chan struct{} // closed when there is news, a connection or an end
}

// Farewell is why a table has ended and does not come back.
type Farewell struct {
	Code string // left: the seat belongs to somebody else now; misuse: the server does not want this client; or that of a refusal
	Why  string
}

func (f *Farewell) Error() string { return f.Why }

// ErrClosed is why nothing happens at a table any more that was closed.
var ErrClosed = errors.New("the table is closed")

// Watch begins to watch a match: as the seat, host or judge that the token is of, or without a token
// as a spectator. Find gives the rules of a game, as games.Find does; they are set to the options of
// the match. The table lives until ctx is done, it is closed, or the server says that it is over with.
//
// Whatever happens is kept until [Table.Next] is asked for it, so it should be asked.
func (c *Client) Watch(ctx context.Context, id, token string, find func(name string) (*game.Rules, error)) (*Table, error) {
	ctx, cancel := context.WithCancel(ctx)
	t := &Table{client: c, id: id, token: token, find: find, cancel: cancel, done: make(chan struct{}), change: make(chan struct{})}
	t.now.Seat, t.now.Resigned = game.Nobody, game.Nobody
	l, _, err := t.connect(ctx)
	if err != nil {
		cancel()
		return nil, err
	}
	t.mu.Lock()
	t.link, t.now.Connected = l, true
	t.mu.Unlock()
	go t.run(ctx, l)
	return t, nil
}

// Close ends the connection. The match goes on, and the seat stays taken.
func (t *Table) Close() {
	t.cancel()
	<-t.done
}

// Now returns where the match is.
func (t *Table) Now() Moment {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.now
}

// Next returns what has happened next since it was asked last, and waits for it. When the table has
// ended and all is told, it says why: ErrClosed, a *Farewell, or that the rules do not fit.
func (t *Table) Next(ctx context.Context) (News, error) {
	for {
		n, is, err := t.Pending()
		if is || err != nil {
			return n, err
		}
		if err := t.Wait(ctx); err != nil {
			return n, err
		}
	}
}

// Pending is Next without waiting: it reports whether something has happened.
func (t *Table) Pending() (n News, is bool, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.news) == 0 {
		return News{}, false, t.err
	}
	n, t.news = t.news[0], t.news[1:]
	return n, true, nil
}

// Wait waits until there is something for Pending, or the table has ended.
func (t *Table) Wait(ctx context.Context) error {
	for {
		t.mu.Lock()
		ready, change := len(t.news) > 0 || t.err != nil, t.change
		t.mu.Unlock()
		if ready {
			return nil
		}
		select {
		case <-change:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Play makes a move, which is written as the view names things. Seen is the Seq of the Moment that
// it was chosen at: if what the seat sees or may do has changed since, the move is refused as stale.
// If the connection is lost meanwhile, it waits until it is back, and the move is made once.
func (t *Table) Play(ctx context.Context, seen int, move string) error {
	text, err := json.Marshal(move)
	if err != nil {
		return err
	}
	var lost *link // the one that the move was sent by, without an answer
	for {
		l, err := t.linkedAfter(ctx, lost)
		if err != nil {
			return err
		}
		if lost != nil {
			done, err := t.played(ctx, l, seen)
			if errors.Is(err, errLost) {
				lost = l
				continue
			}
			if done || err != nil {
				return err
			}
		}
		if _, err = l.ask(ctx, wire.Request{Do: "play", Seq: &seen, Move: text}); !errors.Is(err, errLost) {
			return err
		}
		lost = l
	}
}

// played reports whether the seat has made a move after an entry: the one whose answer was lost.
func (t *Table) played(ctx context.Context, l *link, seen int) (bool, error) {
	m, err := l.ask(ctx, wire.Request{Do: "history", Since: &seen})
	if err != nil {
		return false, err
	}
	seat := t.Now().Seat
	return slices.ContainsFunc(m.Events, func(e match.Event) bool { return e.Kind == match.Moved && e.Seat == seat }), nil
}

// Offers asks the server what can be chosen next, when so much of a move is chosen already. The same
// can be asked of the view without the server.
func (t *Table) Offers(ctx context.Context, draft string) ([]wire.Offer, error) {
	q := wire.Request{Do: "offers"}
	if draft != "" {
		text, err := json.Marshal(draft)
		if err != nil {
			return nil, err
		}
		q.Draft = text
	}
	m, err := t.ask(ctx, q)
	if err != nil {
		return nil, err
	}
	return m.Offers, nil
}

// History returns what has happened since an entry, as the watcher may know it; 0 is the beginning.
func (t *Table) History(ctx context.Context, since int) ([]match.Event, error) {
	var all []match.Event
	for {
		m, err := t.ask(ctx, wire.Request{Do: "history", Since: &since})
		if err != nil {
			return nil, err
		}
		all = append(all, m.Events...)
		if !m.More || len(m.Events) == 0 {
			return all, nil
		}
		since = m.Events[len(m.Events)-1].N
	}
}

// Undo takes the last move of the seat back. If that is not its right, the others are asked: then
// it reports so, and they answer by Agree.
func (t *Table) Undo(ctx context.Context) (asked bool, err error) {
	before := t.Now().undone
	_, err = t.ask(ctx, wire.Request{Do: "undo"})
	return err == nil && t.Now().undone == before, err // what has happened is told before the answer
}

// Agree answers whether the moves may be taken back that another seat wants to take back.
func (t *Table) Agree(ctx context.Context, yes bool) error {
	_, err := t.ask(ctx, wire.Request{Do: "agree", Yes: &yes})
	return err
}

// Resign gives up.
func (t *Table) Resign(ctx context.Context) error {
	_, err := t.ask(ctx, wire.Request{Do: "resign"})
	return err
}

// ask asks for something once there is a connection.
func (t *Table) ask(ctx context.Context, q wire.Request) (*wire.Message, error) {
	l, err := t.linkedAfter(ctx, nil)
	if err != nil {
		return nil, err
	}
	return l.ask(ctx, q)
}

// linkedAfter returns the connection, and waits for one that is another than the old one.
func (t *Table) linkedAfter(ctx context.Context, old *link) (*link, error) {
	for {
		t.mu.Lock()
		l, change, err := t.link, t.change, t.err
		t.mu.Unlock()
		switch {
		case err != nil:
			return nil, err
		case l != nil && l != old:
			return l, nil
		}
		select {
		case <-change:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// tell changes where the match is, and makes it known.
func (t *Table) tell(n News, change func(now *Moment)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	change(&t.now)
	n.Now = t.now
	t.news = append(t.news, n)
	t.stir()
}

// stir wakes all who wait for something.
func (t *Table) stir() {
	close(t.change)
	t.change = make(chan struct{})
}

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
	if err := l.send(ctx, q); err != nil {
		return nil, err
	}
	_, text, err := l.ws.Read(ctx)
	if err != nil {
		return nil, lostBy(err)
	}
	m := new(wire.Message)
	if err := json.Unmarshal(text, m); err != nil {
		return nil, fmt.Errorf("the server has sent what cannot be read: %w", err)
	}
	switch m.Type {
	case "welcome":
		return m, t.welcome(m)
	case "refusal":
		return nil, m.Refusal
	case "farewell":
		return nil, &Farewell{m.Code, m.Why}
	}
	return nil, fmt.Errorf("the server answers with %q instead of a welcome", m.Type)
}

// welcome takes in where the match is: the whole view, or what was missed.
func (t *Table) welcome(m *wire.Message) error {
	if m.Seq == nil || m.Listing == nil {
		return errors.New("the welcome of the server says too little")
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
	if len(m.Changes) > 0 {
		if now.View, err = game.Apply(now.View, m.Changes); err != nil {
			return fmt.Errorf("what the server tells does not fit: %w", err)
		}
	}
	t.whole = false
	return nil
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
		if err := t.follow(&next, m); err != nil {
			return err
		}
		t.tell(News{Kind: Happened, Events: m.Events}, func(now *Moment) {
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
	case "farewell":
		return &Farewell{m.Code, m.Why}
	}
	return nil
}
