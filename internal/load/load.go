// Package load measures a server under load: two clients in each of many matches play as fast as the server responds. A
// [Generator] starts the server, lets the clients play, and finally checks that no acknowledged move is lost.
package load

import (
	"context"
	"errors"
	"os"
	"runtime/pprof"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/heap"
)

// Generator configures the load.
type Generator struct {
	URL     string        // a running server; if "", one is started with a store in a temporary folder
	Time    time.Duration // how long clients play
	Moves   int           // stop early after this many acknowledged moves; 0 for no limit
	Views   bool          // clients choose from their views, even if moves could be chosen in advance
	Rate    float64       // moves per second of all matches together; 0 for no limit
	Watched int           // spectators of each match
	Sample  time.Duration // how often to look at the memory of the server during Play; 0 for never
	Profile string        // write a CPU profile of the started server to this file, and one of the clients to this file with .clients
}

// Play plays this many matches at once, and checks that no acknowledged move is lost.
func (c Generator) Play(r *game.Rules, matches int) (_ *Figures, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), c.Time+5*time.Minute)
	defer cancel()
	heap.Floor()
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
	stop, err := c.profileClients()
	if err != nil {
		return nil, err
	}
	sampled := c.sample(host)
	f, err := l.run(ctx, c.Time, c.Moves)
	stop()
	samples, failed := sampled()
	if err = errors.Join(err, failed); err != nil {
		return nil, err
	}
	f.Samples = samples
	return f, c.check(ctx, host, l, f)
}

// profileClients begins the CPU profile of the clients, and returns what ends it.
func (c Generator) profileClients() (stop func(), err error) {
	if c.Profile == "" {
		return func() {}, nil
	}
	f, err := os.Create(c.Profile + ".clients")
	if err != nil {
		return nil, err
	}
	return func() { pprof.StopCPUProfile(); f.Close() }, pprof.StartCPUProfile(f)
}

// check applies all changes that clients received, and looks for every acknowledged move.
func (c Generator) check(ctx context.Context, host *host, l *load, f *Figures) (err error) {
	l.close()
	for _, p := range l.pairs {
		if err := p.lookAtAll(); err != nil {
			return err
		}
	}
	if c.URL != "" {
		f.Checked, err = l.checkOver(ctx)
		return err
	}
	if err := host.stop(); err != nil {
		return err
	}
	f.Checked, err = l.checkStore(ctx, host.path)
	return err
}
