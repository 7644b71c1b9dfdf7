package load

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/client"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/cputime"
	"github.com/plygame/ply/match"
)

// Clients is the number of clients of a match.
const Clients = 2

// load is a set of matches whose clients play as fast as the server responds.
type load struct {
	url    string
	client *client.Client
	rules  *game.Rules
	plans  []plan        // games chosen in advance; nil if clients choose from their views
	limit  *rate.Limiter // nil without a limit
	watch  int           // spectators of each match
	idle   bool          // new matches wait

	running atomic.Bool
	ends    time.Time
	acked   atomic.Int64
	goal    int64         // the number of moves that ends a run; 0 for no limit
	enough  chan struct{} // signals that goal is reached, or something failed
	begun   atomic.Int64
	killed  atomic.Bool  // the server was killed, so failures are expected
	dropped atomic.Int64 // spectators that the server disconnected

	messages, bytes atomic.Int64 // that the clients and spectators received
	work            sync.WaitGroup

	mu     sync.Mutex
	pairs  []*pair // all matches, including finished ones
	closed bool
	err    error // the first error
}

// plan is the moves of a game chosen in advance.
type plan []match.Entry

// newLoad prepares a load. If the game has no secrets and no chance, its moves are chosen in advance, so that choosing
// them does not count in the measurement.
func (c Generator) newLoad(url string, r *game.Rules) *load {
	few := &http.Transport{MaxIdleConnsPerHost: 64} // reuse connections when opening matches
	l := &load{url: url, client: &client.Client{URL: url, HTTP: &http.Client{Transport: few}}, rules: r, watch: c.Watched,
		enough: make(chan struct{}, 1)}
	if c.Rate > 0 {
		l.limit = rate.NewLimiter(rate.Limit(c.Rate), 1)
	}
	for i := range uint64(100) {
		if c.Views {
			break
		}
		p, err := planned(r, i)
		if err != nil {
			l.plans = nil
			break
		}
		l.plans = append(l.plans, p)
	}
	return l
}

// planned plays a random game. The first few are also played with another seed, and must not differ.
func planned(r *game.Rules, n uint64) (p plan, err error) {
	luck := rand.New(rand.NewPCG(n, 1))
	s, err := r.Start(Clients, game.Seed{1})
	if err != nil {
		return nil, err
	}
	other, err := r.Start(Clients, game.Seed{2})
	for err == nil && !s.Over() {
		seat := first(s)
		view := s.View(seat)
		var move game.Move
		if move, err = bot.Random(view, seat, luck); err != nil {
			break
		}
		e := match.Entry{Seat: seat, Move: view.Text(move)}
		if s, err = s.PlayText(seat, e.Move); err == nil {
			other, err = other.PlayText(seat, e.Move)
		}
		if n < 3 && err == nil && (!bytes.Equal(s.View(0).Save(), other.View(0).Save()) ||
			!bytes.Equal(s.View(1).Save(), other.View(1).Save())) {
			err = errors.New("it has secrets or chance")
		}
		p = append(p, e)
	}
	return p, err
}

// first returns a seat to act.
func first(s *game.State) game.Seat {
	for x := range s.ToAct().All() {
		if !s.Committed().Has(x) {
			return x
		}
	}
	return game.Nobody
}

// open opens this many matches.
func (l *load) open(ctx context.Context, n int) error {
	var wait sync.WaitGroup
	todo := make(chan int)
	for range 8 {
		wait.Go(func() {
			for range todo {
				l.failed(l.begin(ctx))
			}
		})
	}
	for i := range n {
		todo <- i
	}
	close(todo)
	wait.Wait()
	return l.failed(nil)
}

// begin opens a match, and starts it during a run.
func (l *load) begin(ctx context.Context) error {
	p, err := l.newPair(ctx)
	if err != nil {
		return err
	}
	l.mu.Lock()
	l.pairs = append(l.pairs, p)
	if l.closed {
		p.close()
	}
	l.mu.Unlock()
	l.begun.Add(1)
	p.readAll(ctx)
	if l.running.Load() {
		p.begin()
	}
	return nil
}

// told counts a message of the server.
func (l *load) told(bytes int) {
	l.messages.Add(1)
	l.bytes.Add(int64(bytes))
}

// failed records an error, unless the server was killed, and returns the first one.
func (l *load) failed(err error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err == nil && err != nil && !l.killed.Load() {
		l.err = err
		l.endRun()
	}
	return l.err
}

// Figures are the measurements of a run.
type Figures struct {
	Game       string  `json:"game"`
	Matches    int     `json:"matches"`
	Clients    int     `json:"clients"`
	Seconds    float64 `json:"seconds"`
	Moves      int     `json:"moves"`
	Rate       float64 `json:"moves_per_second"`
	P50        float64 `json:"p50_ms"`
	P99        float64 `json:"p99_ms"`
	Max        float64 `json:"max_ms"`
	Replaced   int     `json:"matches_replaced"`
	ServerCPU  float64 `json:"server_cpu_us_per_move,omitempty"`
	ClientCPU  float64 `json:"clients_cpu_us_per_move,omitempty"`
	ServerSize float64 `json:"server_resident_mb,omitempty"`
	Ahead      bool    `json:"moves_drawn_beforehand"`
	Checked    int     `json:"acknowledged_moves_found"`

	Answer50 float64 `json:"answer_p50_ms"` // until the player has the answer
	Answer99 float64 `json:"answer_p99_ms"`
	Messages float64 `json:"messages_per_move"` // to all clients and spectators
	Bytes    float64 `json:"bytes_per_message"`

	Spectators  int      `json:"spectators,omitempty"`        // of each match
	Spectator50 float64  `json:"spectators_p50_ms,omitempty"` // until all spectators have a move
	Spectator99 float64  `json:"spectators_p99_ms,omitempty"`
	Dropped     int      `json:"spectators_dropped,omitempty"` // because they read too slowly
	Samples     []Sample `json:"samples,omitempty"`
}

// count counts a move that was acknowledged during the run.
func (l *load) count() {
	if l.acked.Add(1) == l.goal {
		l.endRun()
	}
}

// endRun ends the run early.
func (l *load) endRun() {
	select {
	case l.enough <- struct{}{}:
	default: // already ending
	}
}

// run plays for some time, or until the number of moves is reached.
func (l *load) run(ctx context.Context, took time.Duration, moves int) (*Figures, error) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(max(1, runtime.GOMAXPROCS(0)/2))) // leave the others to the server
	l.mu.Lock()
	pairs := slices.DeleteFunc(slices.Clone(l.pairs), func(p *pair) bool { return p.idle || p.over })
	l.mu.Unlock()
	cpu, own := metric(l.url, "process_cpu_seconds_total"), cputime.Process()
	began, before := time.Now(), l.begun.Load()
	for _, p := range l.pairs { // drop measurements from before the run
		p.mu.Lock()
		p.times, p.answers = nil, nil
		p.audience.taken()
		p.mu.Unlock()
	}
	messages, bytes := l.messages.Load(), l.bytes.Load()
	l.ends, l.goal = began.Add(took), int64(moves)
	l.running.Store(true)
	for _, p := range pairs {
		p.begin()
	}
	select {
	case <-time.After(took):
	case <-l.enough:
	case <-ctx.Done():
	}
	l.running.Store(false)
	n, passed, ran := l.acked.Swap(0), time.Since(began), cputime.Process()-own
	f := &Figures{
		Game: l.rules.Name, Matches: len(pairs), Clients: Clients * len(pairs), Seconds: passed.Seconds(), Moves: int(n),
		Rate:     float64(n) / passed.Seconds(),
		Replaced: int(l.begun.Load() - before), Ahead: l.plans != nil,
	}
	if used := metric(l.url, "process_cpu_seconds_total") - cpu; used > 0 && n > 0 {
		f.ServerCPU = used / float64(n) * 1e6
		f.ClientCPU = ran.Seconds() / float64(n) * 1e6
	}
	if told := l.messages.Load() - messages; told > 0 && n > 0 {
		f.Messages, f.Bytes = float64(told)/float64(n), float64(l.bytes.Load()-bytes)/float64(told)
	}
	f.Spectators, f.Dropped = l.watch, int(l.dropped.Load())
	f.ServerSize = metric(l.url, "process_resident_memory_bytes") / 1e6
	l.settle()
	l.times(f)
	return f, l.failed(nil)
}

// settle waits until no move is pending.
func (l *load) settle() {
	l.mu.Lock()
	pairs := slices.Clone(l.pairs)
	l.mu.Unlock()
	for until := time.Now().Add(10 * time.Second); time.Now().Before(until) && slices.ContainsFunc(pairs, (*pair).busy); {
		time.Sleep(5 * time.Millisecond)
	}
}

// times sorts how long things took.
func (l *load) times(f *Figures) {
	var all, answers, seen []time.Duration
	l.mu.Lock()
	for _, p := range l.pairs {
		p.mu.Lock()
		all, answers, seen = append(all, p.times...), append(answers, p.answers...), append(seen, p.audience.taken()...)
		p.mu.Unlock()
	}
	l.mu.Unlock()
	f.P50, f.P99, f.Max = quantile(all, .5), quantile(all, .99), quantile(all, 1)
	f.Answer50, f.Answer99 = quantile(answers, .5), quantile(answers, .99)
	f.Spectator50, f.Spectator99 = quantile(seen, .5), quantile(seen, .99)
}

// quantile sorts times and returns one of them, in milliseconds.
func quantile(all []time.Duration, share float64) float64 {
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return float64(all[int(share*float64(len(all)-1))].Microseconds()) / 1000
}

// close disconnects all clients.
func (l *load) close() {
	l.running.Store(false)
	l.mu.Lock()
	l.closed = true
	for _, p := range l.pairs {
		p.close()
	}
	l.mu.Unlock()
	l.work.Wait()
}

func (f *Figures) Tell(con *console.Console) {
	how := "chosen in advance"
	if !f.Ahead {
		how = "chosen from the clients' views"
	}
	con.Printf("%s of %s, %d clients, %.1f s, moves %s\n", con.Bold(matchCount(f.Matches)), f.Game, f.Clients, f.Seconds,
		how)
	con.Printf("  %.0f moves per second on disk and acknowledged\n", f.Rate)
	con.Printf("  time until all clients have a move: median %.1f ms, 99th percentile %.1f ms, maximum %.1f ms\n", f.P50,
		f.P99, f.Max)
	con.Printf("  time until the answer: median %.1f ms, 99th percentile %.1f ms; %.1f messages per move, of %.0f bytes\n",
		f.Answer50, f.Answer99, f.Messages, f.Bytes)
	if f.Spectators > 0 {
		con.Printf("  time until all %d spectators of a match have a move: median %.1f ms, 99th percentile %.1f ms; %d spectators were too slow\n", f.Spectators, f.Spectator50, f.Spectator99, f.Dropped)
	}
	tellSamples(con, f.Samples)
	con.Printf("  %d finished matches were replaced; processor time per move: server %.0f µs, clients %.0f µs\n",
		f.Replaced, f.ServerCPU, f.ClientCPU)
	con.Printf("  all %d acknowledged moves were found, with correct hashes\n", f.Checked)
}

func matchCount(n int) string {
	if n == 1 {
		return "1 match"
	}
	return fmt.Sprintf("%d matches", n)
}
