// Package server is the Ply game server: an HTTP handler with a REST API to find, create and join matches, and a
// WebSocket to play them. It acknowledges a move when the move is on disk. Every message is made from the recipient's
// view, so it contains nothing hidden from them.
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
	"net/netip"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/heap"
	"github.com/plygame/ply/store"
	"github.com/plygame/ply/web"
	"github.com/plygame/ply/wire"
)

// Config configures a server. Zero values select the defaults noted below.
type Config struct {
	Games []*game.Rules
	Store store.Store      // where matches are stored; default: in memory
	Log   *slog.Logger     // default: slog.Default()
	Now   func() time.Time // the clock; default: time.Now

	BasePath string   // the path below which the server is reached, such as /ply; default: none
	Hosts    []string // the names by which the server may be reached without TLS or a trusted proxy, besides addresses, localhost and *.localhost; default: any
	Origins  []string // hosts whose pages may connect, besides the server's own: example.com, *.example.com
	Judge    string   // the token of the judge, who sees everything; default: no judge

	TrustedProxies []netip.Prefix // the addresses of reverse proxies, whose X-Forwarded-For is believed

	MaxMessage     int           // maximum size of a client's message in bytes; default: 64 KB
	MaxConnections int           // maximum number of connections; default: 20,000
	MaxPerAddress  int           // maximum number of connections from one address; default: 1,000
	MaxLive        int           // maximum number of matches in memory; default: 20,000
	MaxMemory      int64         // bytes in use above which unused matches leave memory and no others are loaded; default: no limit
	MaxEntries     int           // maximum entries of a match; after half of them, nothing can be undone; default: 20,000
	Rate           float64       // messages per second from one connection; default: 50, with bursts of 100
	AddressRate    float64       // messages per second from one address, at least Rate; default: 1,000, with bursts of 2,000
	RequestRate    float64       // HTTP requests per second from one address; default: 100, with bursts of 1,000
	CreateRate     float64       // new matches and seats per second from one address; default: 5, with bursts of 50
	Queue          int           // messages a slow reader may be behind; default: 256
	Idle           time.Duration // how long an unused match stays in memory; default: 1 minute
	MaxRun         time.Duration // how long the rules may take for one request before their game is closed to new moves; default: 5 seconds
	TokenLife      time.Duration // how long a token is valid; clients get a new one after half of it; default: forever
	KeepSeat       time.Duration // how long a disconnected player keeps a seat, and a reserved seat of a rematch; default: 5 minutes
	BotDelay       time.Duration // how long a bot waits before it moves; default: 0

	MaxThinking    int // maximum number of bots thinking at once; default: the number of processors minus 1, at least 1
	MaxSimulations int // highest number of simulations that can be chosen for a bot; default: 5,000
	MaxBotMoves    int // number of moves after which bots without people stop; default: 5,000

	// Isolated are the games whose rules run in other processes, by name, with the transports that reach them. Each
	// process is a server with the same Store. This server forwards all requests about matches of these games.
	Isolated map[string]http.RoundTripper

	// Stuck is called when the rules of a match take longer than MaxRun, once for each time.
	Stuck func(game, match string)

	Retention Retention // how long matches are stored; default: forever

	Bots bot.Bots // the available bots; default: bot.Standard()
	Bot  string   // the bot that plays if none is named; default: the first of Bots
}

// withDefaults sets the defaults.
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
	number(&c.MaxEntries, 20_000)
	number(&c.Queue, 256)
	number(&c.MaxThinking, max(1, runtime.GOMAXPROCS(0)-1))
	number(&c.MaxSimulations, 5_000)
	number(&c.MaxBotMoves, 5_000)
	for rate, usual := range map[*float64]float64{&c.Rate: 50, &c.AddressRate: 1_000, &c.RequestRate: 100,
		&c.CreateRate: 5} {
		if *rate <= 0 {
			*rate = usual
		}
	}
	c.AddressRate = max(c.AddressRate, c.Rate) // at least what one connection may send
	if c.Idle <= 0 {
		c.Idle = time.Minute
	}
	if c.MaxRun <= 0 {
		c.MaxRun = 5 * time.Second
	}
	if c.KeepSeat <= 0 {
		c.KeepSeat = 5 * time.Minute
	}
	if c.Store == nil {
		c.Store = new(store.Memory)
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Log == nil {
		c.Log = slog.Default()
	}
	c.Bots = c.Bots.All()
	c.Bot = cmp.Or(c.Bot, c.Bots[0].Name)
	return c
}

// Server is a game server. It is an http.Handler.
type Server struct {
	config  Config
	games   map[string]*game.Rules
	samples map[string]func() (*wire.Sample, error)
	arts    map[string]*web.Art
	handler http.Handler
	metrics *metrics
	limits  *limits
	rules   sharedRules
	memory  heap.Limit

	watchdog watchdog

	thinkers thinkers // the bots that are thinking

	mu    sync.Mutex
	live  map[string]*liveMatch
	conns map[*conn]bool
	left  map[string]time.Time // when players disconnected, by the hash of their seat token; for the last Config.KeepSeat

	damageLogged atomic.Int64 // when damaged matches were last logged, by uptime
	writeFailed  atomic.Int64 // when the store last failed to write, by uptime; 0 if never
	readiness    readiness
	draining     atomic.Bool // no matches are created
	bans         bans

	started time.Time // by the clock of the server
	began   time.Time // for uptime
	closing atomic.Bool
	life    context.Context // ends when the server is closed
	end     func()
	stop    chan struct{}
	tasks   sync.WaitGroup
}

// New returns a server. It fails if the rules of a game or the bots are invalid.
func New(c Config) (*Server, error) {
	c = c.withDefaults()
	s := &Server{
		config: c, games: map[string]*game.Rules{}, samples: map[string]func() (*wire.Sample, error){},
		arts: map[string]*web.Art{}, metrics: newMetrics(), limits: newLimits(c), thinkers: make(thinkers, c.MaxThinking),
		live: map[string]*liveMatch{}, conns: map[*conn]bool{}, left: map[string]time.Time{}, started: c.Now(),
		began: time.Now(), stop: make(chan struct{}),
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
			return nil, fmt.Errorf("two games are named %s", r.Name)
		}
		if err := s.addArt(r); err != nil {
			return nil, err
		}
		s.games[r.Name] = r
		s.samples[r.Name] = sync.OnceValues(func() (*wire.Sample, error) { return sampleOf(r) })
	}
	s.memory.Most = c.MaxMemory
	s.handler = s.routes()
	s.tasks.Add(3)
	go s.sweep()
	go s.tidyRegularly()
	go s.watchRuns()
	return s, nil
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Close sends a farewell to all clients, closes their connections and waits for running requests. It does not close the
// store. Matches continue when a server is started again.
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
		c.farewell("restart", "the server is shutting down; try again in a moment")
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
		return fmt.Errorf("the server did not shut down in time: %w", ctx.Err())
	}
}

// sweep regularly removes unused matches from memory.
func (s *Server) sweep() {
	defer s.tasks.Done()
	tick := time.NewTicker(max(min(s.config.Idle/4, endedStays), 10*time.Millisecond))
	defer tick.Stop()
	for {
		select {
		case <-s.stop:
			return
		case now := <-tick.C:
			s.mu.Lock()
			s.evictIdle(now, s.config.Idle)
			clock := s.now()
			maps.DeleteFunc(s.left, func(_ string, at time.Time) bool { return clock.Sub(at) > s.config.KeepSeat })
			s.mu.Unlock()
			s.limits.forget(now)
		}
	}
}

// newID returns an id for a match that cannot be guessed.
func newID() string {
	var b [10]byte
	rand.Read(b[:])
	return idOfBytes(b)
}

func idOfBytes(b [10]byte) string { return strings.ToLower(base32.StdEncoding.EncodeToString(b[:])) }

// newToken returns a token for a seat or a host.
func newToken() string {
	var b [24]byte
	rand.Read(b[:])
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// newSeed returns a seed for a match.
func newSeed() (seed game.Seed) {
	rand.Read(seed[:])
	return seed
}

var (
	errBusy   = errors.New("the server is full; try again later")
	errFailed = errors.New("panic in the match")
)
