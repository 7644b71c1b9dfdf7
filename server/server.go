// Package server lets people play matches over the network: REST to find, make and join them, and a
// WebSocket to play. A move is answered when it is on disk. Nobody is told what is not theirs: every
// message is made from the view of whoever it is for.
package server

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/base32"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/store"
	"github.com/plygame/ply/wire"
)

// Config says what a server serves, and how much of it. Zero values mean what the comments say.
type Config struct {
	Games []*game.Rules
	Store store.Store  // where matches are kept; in memory only, if nil
	Log   *slog.Logger // slog.Default(), if nil

	Origins []string // hosts whose pages may connect, besides the server's own: example.com, *.example.com
	Judge   string   // the secret of the judge, who sees everything; if empty, there is none
	Proxied bool     // the addresses of clients are in X-Forwarded-For, set by a proxy in front

	MaxMessage     int           // bytes in a message of a client: 64 KB
	MaxConnections int           // at once: 20,000
	MaxPerAddress  int           // connections from one address: 1,000
	MaxLive        int           // matches in memory: 20,000
	Rate           float64       // messages a second from one connection: 50, and 100 at once
	CreateRate     float64       // matches and seats a second from one address: 5, and 50 at once
	Queue          int           // messages that a slow reader may be behind: 256
	Idle           time.Duration // after which a match that nobody watches leaves memory: 1 minute
	KeepSeat       time.Duration // how long a seat is kept for a player who is not connected: before the host may free it, and in the match after this one: 5 minutes
	BotDelay       time.Duration // how long a bot waits before it moves: 0

	Bots bot.Bots // the bots that can be named; bot.Standard(), if empty
	Bot  string   // the bot that plays where none is named: the first of them
}

// withDefaults fills in what is not said.
func (c Config) withDefaults() Config {
	number := func(n *int, usual int) {
		if *n <= 0 {
			*n = usual
		}
	}
	number(&c.MaxMessage, 64<<10)
	number(&c.MaxConnections, 20_000)
	number(&c.MaxPerAddress, 1_000)
	number(&c.MaxLive, 20_000)
	number(&c.Queue, 256)
	if c.Rate <= 0 {
		c.Rate = 50
	}
	if c.CreateRate <= 0 {
		c.CreateRate = 5
	}
	if c.Idle <= 0 {
		c.Idle = time.Minute
	}
	if c.KeepSeat <= 0 {
		c.KeepSeat = 5 * time.Minute
	}
	if c.Store == nil {
		c.Store = new(store.Memory)
	}
	if c.Log == nil {
		c.Log = slog.Default()
	}
	c.Bots = c.Bots.All()
	c.Bot = cmp.Or(c.Bot, c.Bots[0].Name)
	return c
}

// Server serves matches. It is an http.Handler.
type Server struct {
	config  Config
	games   map[string]*game.Rules
	samples map[string]func() (*wire.Sample, error)
	handler http.Handler
	metrics *metrics
	limits  *limits

	mu    sync.Mutex
	live  map[string]*liveMatch
	conns map[*conn]bool
	left  map[string]time.Time // by the hash of the token of a seat: when its player was last connected; for as long as seats are kept

	damageTold atomic.Int64 // when the log last said that matches are damaged, in nanoseconds

	started time.Time
	closing atomic.Bool
	life    context.Context // ends when the server is closed
	end     func()
	stop    chan struct{}
	tasks   sync.WaitGroup
}

// New returns a server. It fails if there is something wrong with the rules of a game, or with the bots.
func New(c Config) (*Server, error) {
	c = c.withDefaults()
	s := &Server{
		config: c, games: map[string]*game.Rules{}, samples: map[string]func() (*wire.Sample, error){}, metrics: newMetrics(), limits: newLimits(c),
		live: map[string]*liveMatch{}, conns: map[*conn]bool{}, left: map[string]time.Time{}, started: time.Now(), stop: make(chan struct{}),
	}
	if err := c.Bots.Check(); err != nil {
		return nil, err
	}
	if _, err := c.Bots.Player(c.Bot); err != nil {
		return nil, err
	}
	s.life, s.end = context.WithCancel(context.Background())
	for _, r := range c.Games {
		if err := r.Check(); err != nil {
			return nil, fmt.Errorf("%s: %w", r.Name, err)
		}
		if s.games[r.Name] != nil {
			return nil, fmt.Errorf("two games are called %s", r.Name)
		}
		s.games[r.Name] = r
		s.samples[r.Name] = sync.OnceValues(func() (*wire.Sample, error) { return sampleOf(r) })
	}
	s.handler = s.routes()
	s.tasks.Add(1)
	go s.sweep()
	return s, nil
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Close ends all connections with a word of farewell, waits until what is under way is done, and
// leaves the store open. Matches go on when a server is started again.
func (s *Server) Close(ctx context.Context) error {
	if s.closing.Swap(true) {
		return nil
	}
	close(s.stop)
	s.end()
	s.mu.Lock()
	conns := make([]*conn, 0, len(s.conns))
	for c := range s.conns {
		conns = append(conns, c)
	}
	all := make([]*liveMatch, 0, len(s.live))
	for _, l := range s.live {
		all = append(all, l)
	}
	s.mu.Unlock()
	for _, c := range conns {
		c.farewell("restart", "the server is shut down; come back in a moment")
	}
	done := make(chan struct{})
	go func() {
		s.tasks.Wait()
		for _, l := range all {
			l.wait()
		}
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("not everything was done in time: %w", ctx.Err())
	}
}

// sweep lets matches go that nobody looks at.
func (s *Server) sweep() {
	defer s.tasks.Done()
	tick := time.NewTicker(max(s.config.Idle/4, 10*time.Millisecond))
	defer tick.Stop()
	for {
		select {
		case <-s.stop:
			return
		case now := <-tick.C:
			s.mu.Lock()
			s.evictIdle(now, s.config.Idle)
			maps.DeleteFunc(s.left, func(_ string, at time.Time) bool { return now.Sub(at) > s.config.KeepSeat })
			s.mu.Unlock()
			s.limits.forget(now)
		}
	}
}

// newID returns the id of a match, which cannot be guessed.
func newID() string {
	var b [10]byte
	rand.Read(b[:])
	return idOfBytes(b)
}

func idOfBytes(b [10]byte) string { return strings.ToLower(base32.StdEncoding.EncodeToString(b[:])) }

// newToken returns a secret that gives a seat or a match to whoever has it.
func newToken() string {
	var b [24]byte
	rand.Read(b[:])
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// newSeed returns the seed of a match.
func newSeed() (seed game.Seed) {
	rand.Read(seed[:])
	return seed
}

var (
	errBusy   = errors.New("the server is full; try again later")
	errFailed = errors.New("the match has failed")
)
