package client

import (
	"context"
	"errors"
	"sync"

	"github.com/plygame/ply/game"
)

// Match is a match that is watched or played. It is safe for use by several goroutines at once.
type Match struct {
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

// Farewell is why a match is no longer watched and does not come back.
type Farewell struct {
	Code string // left: the seat belongs to somebody else now; misuse: the server does not want this client; or that of a refusal
	Why  string
}

func (f *Farewell) Error() string { return f.Why }

// ErrClosed is why a match that was closed is no longer watched.
var ErrClosed = errors.New("the match is closed")

// Watch begins to watch a match: as the seat, host or judge that the token is of, or without a token
// as a spectator. Find gives the rules of a game, as games.Find does; they are set to the options of
// the match. It is watched until ctx is done, it is closed, or the server ends it.
//
// Whatever happens is kept until [Match.Next] is asked for it, so it should be asked.
func (c *Client) Watch(ctx context.Context, id, token string, find func(name string) (*game.Rules, error)) (*Match, error) {
	ctx, cancel := context.WithCancel(ctx)
	m := &Match{client: c, id: id, token: token, find: find, cancel: cancel, done: make(chan struct{}), change: make(chan struct{})}
	m.now.Seat, m.now.Resigned = game.Nobody, game.Nobody
	l, _, err := m.connect(ctx)
	if err != nil {
		cancel()
		return nil, err
	}
	m.mu.Lock()
	m.link, m.now.Connected = l, true
	m.mu.Unlock()
	go m.run(ctx, l)
	return m, nil
}

// Close ends the connection. The match goes on, and the seat stays taken.
func (m *Match) Close() {
	m.cancel()
	<-m.done
}

// Now returns where the match is.
func (m *Match) Now() Moment {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.now
}

// Next returns what has happened next since it was asked last, and waits for it. When watching has
// ended and all is told, it says why: ErrClosed, a *Farewell, or that the rules do not fit.
func (m *Match) Next(ctx context.Context) (News, error) {
	for {
		n, is, err := m.Pending()
		if is || err != nil {
			return n, err
		}
		if err := m.Wait(ctx); err != nil {
			return n, err
		}
	}
}

// Pending is Next without waiting: it reports whether something has happened.
func (m *Match) Pending() (n News, is bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.news) == 0 {
		return News{}, false, m.err
	}
	n, m.news = m.news[0], m.news[1:]
	return n, true, nil
}

// Wait waits until there is something for Pending, or watching has ended.
func (m *Match) Wait(ctx context.Context) error {
	for {
		m.mu.Lock()
		ready, change := len(m.news) > 0 || m.err != nil, m.change
		m.mu.Unlock()
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
func (m *Match) tell(n News, change func(now *Moment)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	change(&m.now)
	n.Now = m.now
	m.news = append(m.news, n)
	m.stir()
}

// stir wakes all who wait for something.
func (m *Match) stir() {
	close(m.change)
	m.change = make(chan struct{})
}
