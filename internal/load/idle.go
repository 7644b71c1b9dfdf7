package load

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/plygame/ply/client"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/store"
)

// IdleFigures are measurements of the memory of matches.
type IdleFigures struct {
	Game    string  `json:"game"`
	Matches int     `json:"matches"`
	Clients int     `json:"clients"`
	Idle    float64 `json:"kb_per_idle_match"` // heap and stacks of the server
	Live    float64 `json:"kb_per_live_match"` // after playing for some time
	Load    Figures `json:"load"`
}

// Tell prints the figures.
func (f *IdleFigures) Tell(con *console.Console) {
	con.Printf("%s of %s, %d clients connected\n", con.Bold(matchCount(f.Matches)), f.Game, f.Clients)
	con.Printf("  %.1f KB per match while its clients wait, %.1f KB after they have played for %.1f s\n", f.Idle, f.Live,
		f.Load.Seconds)
	f.Load.Tell(con)
}

// Idle measures the memory of the server: alone, with the waiting clients of n matches, and after they have played.
func (c Generator) Idle(r *game.Rules, n int) (_ *IdleFigures, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), c.Time+5*time.Minute)
	defer cancel()
	host, err := c.host(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, host.close()) }()
	bare, err := host.memory()
	if err != nil {
		return nil, err
	}
	l := c.newLoad(host.url, r)
	defer l.close()
	if err := l.open(ctx, n); err != nil {
		return nil, err
	}
	idle, err := host.memory()
	if err != nil {
		return nil, err
	}
	load, err := l.run(ctx, c.Time, c.Moves)
	if err != nil {
		return nil, err
	}
	live, err := host.memory()
	if err != nil {
		return nil, err
	}
	each := func(m memory) float64 { return float64(m.size()-bare.size()) / float64(n) / 1024 }
	f := &IdleFigures{r.Name, n, Clients * n, each(idle), each(live), *load}
	return f, c.check(ctx, host, l, &f.Load)
}

// StartupFigures are measurements of the start of a server.
type StartupFigures struct {
	Matches int     `json:"matches"`
	Seconds float64 `json:"seconds"` // from starting the program until it is ready
	Best    float64 `json:"best_seconds"`
	Runs    int     `json:"runs"`

	Lists *ListFigures `json:"lists"`
}

// fewer is how many times fewer matches the server has that the lists are compared with.
const fewer = 100

// Startup measures how long a server with many matches takes to start.
func (c Generator) Startup(r *game.Rules, matches int) (_ *StartupFigures, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Minute)
	defer cancel()
	host, err := c.hostWith(ctx, r, matches)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, host.close()) }()
	some := max(1, matches/fewer)
	few, err := c.hostWith(ctx, r, some)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, few.close()) }()
	f := &StartupFigures{Matches: matches, Runs: 3}
	for run := range f.Runs {
		if err := host.start(ctx, ""); err != nil {
			return nil, err
		}
		if _, err := (&client.Client{URL: host.url}).Match(ctx, r.Name, storedID(matches-1)); err != nil {
			return nil, err
		}
		took := host.took.Seconds()
		f.Seconds = max(f.Seconds, took)
		if run == 0 || took < f.Best {
			f.Best = took
		}
		if run == f.Runs-1 {
			if err := few.start(ctx, ""); err != nil {
				return nil, err
			}
			if f.Lists, err = measureLists(ctx, host.url, few.url, r.Name); err != nil {
				return nil, err
			}
			f.Lists.Few = some
		}
		if err := host.stop(); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// hostWith returns a stopped server with this many stored matches.
func (c Generator) hostWith(ctx context.Context, r *game.Rules, matches int) (*host, error) {
	h, err := c.host(ctx)
	if err != nil {
		return nil, err
	}
	if err = h.stop(); err == nil {
		err = fill(ctx, h.path, r, matches)
	}
	if err != nil {
		return nil, errors.Join(err, h.close())
	}
	return h, nil
}

// Tell prints the figures.
func (f *StartupFigures) Tell(con *console.Console) {
	con.Printf("%s: %.3f s until the server is ready, %.3f s in the slowest of %d starts\n",
		con.Bold(matchCount(f.Matches)+" in the store"), f.Best, f.Seconds, f.Runs)
	f.Lists.Tell(con)
}

func storedID(i int) string { return fmt.Sprintf("match%08d", i) }

// fill puts matches into a store, as on a server that has run for years: most are over, and few are open.
func fill(ctx context.Context, path string, r *game.Rules, n int) (err error) {
	db, err := store.OpenSQLite(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	var wait sync.WaitGroup
	var mu sync.Mutex
	var first error
	todo := make(chan int)
	for range 256 {
		wait.Go(func() {
			for i := range todo {
				if err := put(ctx, db, r, i); err != nil {
					mu.Lock()
					first = errors.Join(first, err)
					mu.Unlock()
				}
			}
		})
	}
	for i := range n {
		todo <- i
	}
	close(todo)
	wait.Wait()
	return first
}

// put puts a match into a store.
func put(ctx context.Context, db store.Store, r *game.Rules, i int) error {
	seed := game.Seed{byte(i), byte(i >> 8), byte(i >> 16), byte(i >> 24)}
	m, err := match.New(r, match.Setup{ID: storedID(i), Seats: Clients, Seed: match.SeedText(seed), Created: time.Now()})
	if err != nil {
		return err
	}
	for seat := range game.Seat(Clients) {
		batch, err := m.Sit(seat, match.Player{Name: fmt.Sprint("client ", seat),
			Token: match.TokenHash(fmt.Sprint(i, seat))})
		if err != nil {
			return err
		}
		m.Commit(batch)
		if i%50 == 0 {
			break // an open match
		}
	}
	if i%10 != 0 { // most matches are over
		batch, err := m.Close()
		if err != nil {
			return err
		}
		m.Commit(batch)
	}
	return db.Create(ctx, store.Kept{Setup: m.Setup(), Log: m.Log(1)}, m.Listing())
}
