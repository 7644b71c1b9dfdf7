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

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/client"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/cputime"
	"github.com/plygame/ply/match"
)

// Clients is how many clients a match has.
const Clients = 2

// load is what clients do to a server: all play as fast as they are answered.
type load struct {
	url    string
	client *client.Client
	rules  *game.Rules
	plans  []plan // games drawn beforehand; none if clients choose by what they see

	running atomic.Bool
	ends    time.Time
	acked   atomic.Int64
	goal    int64         // how many moves end a run; 0 if only its time does
	enough  chan struct{} // has one when there are that many, or something went wrong
	begun   atomic.Int64
	work    sync.WaitGroup

	mu     sync.Mutex
	pairs  []*pair // every match there was
	closed bool
	err    error // the first thing that went wrong
}

// plan is a game that was drawn beforehand.
type plan []match.Entry

// newLoad prepares to load a server. If the game has no secrets and no chance, its moves are drawn
// beforehand, so that choosing them takes nothing of the time that is measured.
func newLoad(url string, r *game.Rules, ahead bool) *load {
	few := &http.Transport{MaxIdleConnsPerHost: 64} // each of those who open matches uses its connection again
	l := &load{url: url, client: &client.Client{URL: url, HTTP: &http.Client{Transport: few}}, rules: r, enough: make(chan struct{}, 1)}
	for i := range uint64(100) {
		if !ahead {
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

// planned plays a random game. The first few are looked at closely: they must be the same with another seed.
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
		if n < 3 && err == nil && (!bytes.Equal(s.View(0).Save(), other.View(0).Save()) || !bytes.Equal(s.View(1).Save(), other.View(1).Save())) {
			err = errors.New("it has secrets or chance")
		}
		p = append(p, e)
	}
	return p, err
}

// first returns a seat that is to act.
func first(s *game.State) game.Seat {
	for x := range s.ToAct().All() {
		if !s.Committed().Has(x) {
			return x
		}
	}
	return game.Nobody
}

// open begins so many matches.
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

// begin opens a match, and lets it play if the time has come.
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
	for i := range p.clients {
		l.work.Go(func() { p.read(context.WithoutCancel(ctx), i) }) // it ends when it is closed
	}
	if l.running.Load() {
		p.begin()
	}
	return nil
}

// failed notes what went wrong, and returns what went wrong first.
func (l *load) failed(err error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err == nil && err != nil {
		l.err = err
		l.endRun()
	}
	return l.err
}

// Figures are what a run has measured.
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
}

// count counts a move that was acknowledged in time.
func (l *load) count() {
	if l.acked.Add(1) == l.goal {
		l.endRun()
	}
}

// endRun ends the run that is under way before its time is up.
func (l *load) endRun() {
	select {
	case l.enough <- struct{}{}:
	default: // it ends already
	}
}

// run plays for some time, or up to a number of moves if there is one.
func (l *load) run(ctx context.Context, took time.Duration, moves int) (*Figures, error) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(max(1, runtime.GOMAXPROCS(0)/2))) // the others are for the server
	pairs := slices.Clone(l.pairs)
	cpu, own := metric(l.url, "process_cpu_seconds_total"), cputime.Process()
	began, before := time.Now(), l.begun.Load()
	for _, p := range pairs { // those that were idle may have measured something before
		p.mu.Lock()
		p.times = nil
		p.mu.Unlock()
	}
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
		Game: l.rules.Name, Matches: len(pairs), Clients: Clients * len(pairs), Seconds: passed.Seconds(), Moves: int(n), Rate: float64(n) / passed.Seconds(),
		Replaced: int(l.begun.Load() - before), Ahead: l.plans != nil,
	}
	if used := metric(l.url, "process_cpu_seconds_total") - cpu; used > 0 && n > 0 {
		f.ServerCPU = used / float64(n) * 1e6
		f.ClientCPU = ran.Seconds() / float64(n) * 1e6
	}
	f.ServerSize = metric(l.url, "process_resident_memory_bytes") / 1e6
	l.settle()
	l.times(f)
	return f, l.failed(nil)
}

// settle waits until what is under way is answered.
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
	var all []time.Duration
	l.mu.Lock()
	for _, p := range l.pairs {
		p.mu.Lock()
		all = append(all, p.times...)
		p.mu.Unlock()
	}
	l.mu.Unlock()
	if len(all) == 0 {
		return
	}
	slices.Sort(all)
	at := func(share float64) float64 { return float64(all[int(share*float64(len(all)-1))].Microseconds()) / 1000 }
	f.P50, f.P99, f.Max = at(.5), at(.99), at(1)
}

// close ends all clients.
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
	how := "drawn beforehand"
	if !f.Ahead {
		how = "chosen by what the clients see"
	}
	con.Printf("%s of %s, %d clients, %.1f s, moves %s\n", con.Bold(matchCount(f.Matches)), f.Game, f.Clients, f.Seconds, how)
	con.Printf("  %.0f moves a second on disk and acknowledged\n", f.Rate)
	con.Printf("  %.1f ms until all clients have a move in half of the cases, %.1f ms in 99 of 100, %.1f ms at most\n", f.P50, f.P99, f.Max)
	con.Printf("  %d matches have ended and were replaced; the server used %.0f µs of processor time for a move, the clients %.0f µs\n", f.Replaced, f.ServerCPU, f.ClientCPU)
	con.Printf("  all %d acknowledged moves were found, and every hash is right\n", f.Checked)
}

func matchCount(n int) string {
	if n == 1 {
		return "1 match"
	}
	return fmt.Sprintf("%d matches", n)
}
