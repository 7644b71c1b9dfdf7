package client

import (
	"context"
	"errors"
	"sync"

	"github.com/plygame/ply/game"
)

// Match is a connection to a match, to play or watch it. It is safe for concurrent use.
type Match struct {
	client *Client
	id     string
	token  string // used only by the goroutine that reads
	find   func(name string) (*game.Rules, error)
	cancel context.CancelFunc
	done   chan struct{} // closed when run has ended

	rules *game.Rules // used only by the goroutine that reads
	whole bool        // the next welcome must have the whole view; used only by the same goroutine

	mu     sync.Mutex
	now    Moment
	link   *link // nil while disconnected
	news   []News
	err    error         // why the match ended for this client
	change chan struct{} // closed when news, link or err changes
}

// Farewell is the error when the server ends the connection for good.
type Farewell struct {
	Code string // left: the seat belongs to someone else now; misuse: the client exceeded the limits of the server; or the code of a refusal
	Why  string
}

func (f *Farewell) Error() string { return f.Why }

// ErrClosed is the error of a Match after Close.
var ErrClosed = errors.New("the match is closed")

// Watch connects to a match with the role of the token: seat, host or judge, or spectator without a token. Find returns
// the rules of a game, as games.Find does; Watch sets them to the options of the match. The Match stays connected until
// ctx is done, it is closed, or the server ends it.
//
// The Match keeps all news until [Match.Next] returns them, so call Next regularly.
func (c *Client) Watch(ctx context.Context, id, token string, find func(name string) (*game.Rules, error)) (*Match,
	error) {
	ctx, cancel := context.WithCancel(ctx)
	m := &Match{client: c, id: id, token: token, find: find, cancel: cancel, done: make(chan struct{}),
		change: make(chan struct{})}
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

// Close closes the connection. The match continues on the server, and the seat stays taken.
func (m *Match) Close() {
	m.cancel()
	<-m.done
}

// Now returns the current Moment of the match.
func (m *Match) Now() Moment {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.now
}

// Next waits for the next News and returns it. After the last one it returns the error that ended the connection:
// ErrClosed, a *Farewell, or that the server is not compatible.
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

// Pending is Next without waiting: it reports whether there was any news.
func (m *Match) Pending() (n News, is bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.news) == 0 {
		return News{}, false, m.err
	}
	n, m.news = m.news[0], m.news[1:]
	return n, true, nil
}

// Wait waits until Pending has news, or the connection has ended.
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

// publish changes the current Moment and queues the news.
func (m *Match) publish(n News, change func(now *Moment)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	change(&m.now)
	n.Now = m.now
	m.news = append(m.news, n)
	m.wake()
}

// wake wakes everyone who waits for a change.
func (m *Match) wake() {
	close(m.change)
	m.change = make(chan struct{})
}
