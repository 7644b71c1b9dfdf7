package load

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/wire"
)

// audience is the spectators of a match.
type audience struct {
	size int

	mu    sync.Mutex
	sent  map[int]time.Time // when moves were sent, by entry, until all spectators have them
	have  map[int]int       // how many spectators have them
	times []time.Duration   // from sending a move until all spectators have it
}

// gather connects the spectators of a match.
func (p *pair) gather(ctx context.Context, n int) error {
	p.audience = &audience{size: n, sent: map[int]time.Time{}, have: map[int]int{}}
	for range n {
		conn, _, err := p.load.client.Dial(ctx, p.id, "")
		if err != nil {
			return fmt.Errorf("cannot connect a spectator: %w", err)
		}
		p.spectators = append(p.spectators, conn)
		p.load.work.Go(func() {
			var buf bytes.Buffer
			for conn.Read(context.WithoutCancel(ctx), &buf) == nil {
				p.load.told(buf.Len())
				g, err := wire.GlanceAt(buf.Bytes(), true)
				switch {
				case err != nil:
					p.load.failed(err)
				case g.Type == "farewell":
					p.load.dropped.Add(1)
				case g.Type == "update":
					p.audience.has(g.Seq)
				}
				buf.Reset()
			}
		})
	}
	return nil
}

// expects notes that a move was sent.
func (a *audience) expects(seq int, at time.Time) {
	if a == nil {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.sent[seq] = at
}

// has notes that a spectator has a move.
func (a *audience) has(seq int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.have[seq]++; a.have[seq] == a.size {
		a.times = append(a.times, time.Since(a.sent[seq]))
		delete(a.have, seq)
		delete(a.sent, seq)
	}
}

// taken returns the times since the last call.
func (a *audience) taken() (times []time.Duration) {
	if a == nil {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	times, a.times = a.times, nil
	return times
}

// IdleConnections are measurements of connections that wait while others play.
type IdleConnections struct {
	Number     int     `json:"connections"`
	Each       float64 `json:"kb_per_connection"` // heap and stacks of the server, with the waiting match of two connections
	Goroutines float64 `json:"goroutines_per_connection"`
	Before     Figures `json:"before"` // without them
	Load       Figures `json:"load"`   // with them
}

// Tell prints the figures.
func (f *IdleConnections) Tell(con *console.Console) {
	con.Printf("%s: %.1f KB and %.1f goroutines of the server for each, with its share of a match\n",
		con.Bold(fmt.Sprintf("%d idle connections", f.Number)), f.Each, f.Goroutines)
	con.Printf("without them: ")
	f.Before.Tell(con)
	con.Printf("with them: ")
	f.Load.Tell(con)
}

// Connections measures connections that wait in matches of their own, two in each, and how they affect the matches that
// are played.
func (c Generator) Connections(r *game.Rules, matches, idle int) (_ *IdleConnections, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*c.Time+10*time.Minute)
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
	before, err := l.run(ctx, c.Time, c.Moves)
	if err != nil {
		return nil, err
	}
	bare, err := host.memory()
	if err != nil {
		return nil, err
	}
	l.idle = true
	if err := l.open(ctx, (idle+1)/Clients); err != nil {
		return nil, err
	}
	l.idle = false
	full, err := host.memory()
	if err != nil {
		return nil, err
	}
	load, err := l.run(ctx, c.Time, c.Moves)
	if err != nil {
		return nil, err
	}
	n := (idle + 1) / Clients * Clients
	f := &IdleConnections{Number: n, Each: float64(full.size()-bare.size()) / float64(n) / 1024,
		Goroutines: float64(full.Goroutines-bare.Goroutines) / float64(n), Before: *before, Load: *load}
	err = c.check(ctx, host, l, &f.Load)
	f.Before.Checked = f.Load.Checked
	return f, err
}

// Sample is the memory of the server during a run, after a garbage collection.
type Sample struct {
	Seconds    float64 `json:"seconds"`
	Heap       float64 `json:"heap_mb"`
	Goroutines int     `json:"goroutines"`
}

// sample takes samples until the function that it returns is called, which returns them.
func (c Generator) sample(host *host) func() ([]Sample, error) {
	if c.Sample <= 0 {
		return func() ([]Sample, error) { return nil, nil }
	}
	var all []Sample
	var err error
	began, end, done := time.Now(), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for tick := time.NewTicker(c.Sample); ; {
			select {
			case <-tick.C:
			case <-end:
				return
			}
			m, failed := host.memory()
			if err = errors.Join(err, failed); failed == nil {
				all = append(all, Sample{time.Since(began).Seconds(), float64(m.Heap) / 1e6, m.Goroutines})
			}
		}
	}()
	return func() ([]Sample, error) {
		close(end)
		<-done
		return all, err
	}
}

// tellSamples prints the samples of the second half of a run. Their average shows whether the memory grows: single samples
// depend on how far the matches are.
func tellSamples(con *console.Console, all []Sample) {
	if len(all) < 4 {
		return
	}
	by := func(a, b Sample) int { return int(1e6 * (a.Heap - b.Heap)) }
	half := all[len(all)/2:]
	least, most := slices.MinFunc(half, by), slices.MaxFunc(half, by)
	third, fourth := average(half[:len(half)/2]), average(half[len(half)/2:])
	con.Printf("  heap after a garbage collection: %.2f MB after %.0f s; in the second half of %d samples %.2f to %.2f MB, on average %.2f MB in the third quarter of the time and %.2f MB in the fourth (%+.1f %%); %d goroutines at the end\n",
		all[0].Heap, all[0].Seconds, len(all), least.Heap, most.Heap, third, fourth, 100*(fourth/third-1),
		all[len(all)-1].Goroutines)
}

// average returns the average heap.
func average(all []Sample) (sum float64) {
	for _, x := range all {
		sum += x.Heap / float64(len(all))
	}
	return sum
}
