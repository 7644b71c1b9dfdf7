// Package load measures a server: two clients in each of many matches play as fast as they are answered. A [Generator]
// starts the server, lets the clients play, and in the end looks for every move that was acknowledged.
package load

import (
	"context"
	"errors"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/heap"
)

// Generator says how a server is loaded.
type Generator struct {
	URL     string        // of a server that runs; "" starts one, with a store in a temporary folder
	Time    time.Duration // how long clients play
	Moves   int           // ends a run when so many are acknowledged; 0 if only its time does
	Views   bool          // clients choose by what they see, even where moves could be drawn beforehand
	Profile string        // a file for a CPU profile of the server that is started
}

// Play lets so many matches be played at once, and looks whether everything is there that was acknowledged.
func (c Generator) Play(r *game.Rules, matches int) (_ *Figures, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), c.Time+5*time.Minute)
	defer cancel()
	heap.Floor()
	host, err := c.host(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, host.close()) }()
	l := newLoad(host.url, r, !c.Views)
	defer l.close()
	if err := l.open(ctx, matches); err != nil {
		return nil, err
	}
	f, err := l.run(ctx, c.Time, c.Moves)
	if err != nil {
		return nil, err
	}
	return f, c.check(ctx, host, l, f)
}

// check lets clients make all changes that they were told of, and looks for every move that was acknowledged.
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
