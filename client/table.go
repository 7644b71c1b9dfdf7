package client

import (
	"context"
	"errors"
	"sync"

	"github.com/plygame/ply/game"
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
