package load

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/console"
)

// KillFigures are the results of killing a server under load.
type KillFigures struct {
	Game    string  `json:"game"`
	Matches int     `json:"matches"`
	Kills   int     `json:"kills"`
	Moves   int     `json:"acknowledged_moves"`
	Slowest float64 `json:"slowest_start_seconds"`
	Checked int     `json:"acknowledged_moves_found"`
}

// Tell prints the figures.
func (f *KillFigures) Tell(con *console.Console) {
	con.Printf("%s of %s, the server was killed %d times while they were played\n", con.Bold(matchCount(f.Matches)),
		f.Game, f.Kills)
	con.Printf("  all %d acknowledged moves were found, with correct hashes; the slowest start took %.2f s\n", f.Checked,
		f.Slowest)
}

// Kill kills the server again and again while matches are played, each time after a random time of c.Time on average.
// It fails if an acknowledged move is missing after a start, or in the end.
func (c Generator) Kill(r *game.Rules, matches, kills int) (_ *KillFigures, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Duration(kills)*(2*c.Time+time.Minute)+5*time.Minute)
	defer cancel()
	host, err := c.host(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, host.close()) }()
	l := c.newLoad(host.url, r)
	defer l.close()
	if err := l.open(ctx, matches); err != nil {
		return nil, err
	}
	f := &KillFigures{Game: r.Name, Matches: matches, Kills: kills}
	l.ends = time.Now().Add(24 * time.Hour)
	for range kills {
		l.start()
		acknowledged := l.acknowledged()
		time.Sleep(time.Duration(rand.Int64N(int64(2 * c.Time))))
		for began := time.Now(); l.acknowledged() == acknowledged && time.Since(began) < 10*time.Second; {
			time.Sleep(time.Millisecond) // a busy machine: a kill before the first move would show nothing
		}
		l.killed.Store(true) // connections are lost from here on
		l.running.Store(false)
		if err := host.kill(); err != nil {
			return nil, err
		}
		l.cut()
		if err := host.start(ctx, ""); err != nil {
			return nil, err
		}
		l.killed.Store(false)
		f.Slowest = max(f.Slowest, host.took.Seconds())
		if err := l.reconnect(ctx, host.url, matches); err != nil {
			return nil, err
		}
	}
	if err := l.failed(nil); err != nil {
		return nil, err
	}
	f.Moves = l.acknowledged()
	l.close()
	if err := host.stop(); err != nil {
		return nil, err
	}
	f.Checked, err = l.checkStore(ctx, host.path)
	return f, err
}

// acknowledged returns how many moves were acknowledged so far.
func (l *load) acknowledged() (n int) {
	l.mu.Lock()
	pairs := slices.Clone(l.pairs)
	l.mu.Unlock()
	for _, p := range pairs {
		p.mu.Lock()
		n += len(p.noted)
		p.mu.Unlock()
	}
	return n
}

// start makes all matches play.
func (l *load) start() {
	l.running.Store(true)
	l.mu.Lock()
	pairs := slices.Clone(l.pairs)
	l.mu.Unlock()
	for _, p := range pairs {
		p.begin()
	}
}

// cut closes the remaining connections to a server that was killed, and waits for the goroutines that used them.
func (l *load) cut() {
	l.mu.Lock()
	for _, p := range l.pairs {
		p.close()
	}
	l.mu.Unlock()
	l.client.HTTP.CloseIdleConnections()
	l.work.Wait()
}

// reconnect connects the clients of unfinished matches to the new server, and replaces those that ended.
func (l *load) reconnect(ctx context.Context, url string, matches int) error {
	l.url, l.client.URL = url, url
	var wait sync.WaitGroup
	live := 0
	todo := make(chan *pair)
	for range 8 {
		wait.Go(func() {
			for p := range todo {
				l.failed(p.reconnect(ctx))
			}
		})
	}
	for _, p := range l.pairs {
		if !p.over {
			live++
			todo <- p
		}
	}
	close(todo)
	wait.Wait()
	if err := l.failed(nil); err != nil {
		return err
	}
	return l.open(ctx, max(0, matches-live))
}

// reconnect connects the clients of a match again, and checks whether its last acknowledged move is there.
func (p *pair) reconnect(ctx context.Context) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clients, p.closed, p.want = nil, false, 0
	for seat, token := range p.tokens {
		p.news[seat] = nil
		if err := p.connect(ctx, seat, token); err != nil {
			return fmt.Errorf("match %s: %w", p.id, err)
		}
	}
	if n := len(p.noted); n > 0 && p.noted[n-1].seq > p.have[0] {
		return fmt.Errorf("match %s: entry %d was acknowledged, but the match is at %d after the server was killed", p.id,
			p.noted[n-1].seq, p.have[0])
	}
	if p.over { // by a move that was not acknowledged
		p.shut()
		return nil
	}
	p.readAll(ctx)
	return nil
}
