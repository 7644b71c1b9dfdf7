package cli

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/store"
)

// idleFigures are what matches need that are in memory.
type idleFigures struct {
	Game    string      `json:"game"`
	Matches int         `json:"matches"`
	Clients int         `json:"clients"`
	Idle    float64     `json:"kb_per_idle_match"` // heap and stacks of the server
	Live    float64     `json:"kb_per_live_match"` // after they have played for some time
	Load    loadFigures `json:"load"`
}

// idle measures memory: of the server alone, with clients that wait, and after they have played.
func (c *soakCommand) idle(all catalogue.Catalogue, con *console.Console) (out []idleFigures, err error) {
	n := 2000
	if len(c.Matches) == 1 {
		n = c.Matches[0]
	}
	for _, name := range []string{"hex", "gofish"} {
		f, err := c.idleOf(all, name, n)
		if err != nil {
			return out, err
		}
		out = append(out, *f)
		if !c.JSON {
			con.Printf("%s of %s, %d clients connected\n", con.Bold(matchCount(f.Matches)), f.Game, f.Clients)
			con.Printf("  %.1f KB for a match whose clients wait, %.1f KB after they have played for %.1f s\n", f.Idle, f.Live, f.Load.Seconds)
			f.Load.tell(con)
		}
	}
	return out, nil
}

func (c *soakCommand) idleOf(all catalogue.Catalogue, name string, n int) (_ *idleFigures, err error) {
	r, err := c.rules(all, name)
	if err != nil {
		return nil, err
	}
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
	l := newLoad(host.url, r, !c.Views)
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
	each := func(m memory) float64 { return float64(m.Heap+m.Stacks-bare.Heap-bare.Stacks) / float64(n) / 1024 }
	f := &idleFigures{r.Name, n, clientsEach * n, each(idle), each(live), *load}
	return f, c.check(ctx, host, l, &f.Load)
}

// startupFigures are how long a server takes to start.
type startupFigures struct {
	Matches int     `json:"matches"`
	Seconds float64 `json:"seconds"` // from starting the program until it is ready
	Best    float64 `json:"best_seconds"`
	Runs    int     `json:"runs"`
}

// startup measures how long a server with many matches takes to start.
func (c *soakCommand) startup(all catalogue.Catalogue, con *console.Console) (_ *startupFigures, err error) {
	r, err := c.rules(all, c.Game)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Minute)
	defer cancel()
	host, err := c.host(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, host.close()) }()
	if err := host.stop(); err != nil {
		return nil, err
	}
	if err := fill(ctx, host.path, r, c.Startup); err != nil {
		return nil, err
	}
	f := &startupFigures{Matches: c.Startup, Runs: 3}
	for run := range f.Runs {
		if err := host.start(ctx, ""); err != nil {
			return nil, err
		}
		if err := stored(host.url, r, c.Startup-1); err != nil {
			return nil, err
		}
		took := host.took.Seconds()
		f.Seconds = max(f.Seconds, took)
		if run == 0 || took < f.Best {
			f.Best = took
		}
		if err := host.stop(); err != nil {
			return nil, err
		}
	}
	if !c.JSON {
		con.Printf("%s: %.3f s until the server is ready, %.3f s in the slowest of %d starts\n", con.Bold(matchCount(f.Matches)+" in the store"), f.Best, f.Seconds, f.Runs)
	}
	return f, nil
}

// stored looks whether a server knows a match that was put into its store.
func stored(url string, r *game.Rules, i int) error {
	res, err := http.Get(url + "/api/games/" + r.Name + "/" + storedID(i))
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("match %s is not there: %s", storedID(i), res.Status)
	}
	return nil
}

func storedID(i int) string { return fmt.Sprintf("match%08d", i) }

// fill puts matches that have just begun into a store.
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
	m, err := match.New(r, match.Setup{ID: storedID(i), Seats: clientsEach, Seed: match.SeedText(seed), Created: time.Now()})
	if err != nil {
		return err
	}
	for seat := range game.Seat(clientsEach) {
		step, err := m.Sit(seat, match.Player{Name: fmt.Sprint("client ", seat), Token: match.TokenHash(fmt.Sprint(i, seat))})
		if err != nil {
			return err
		}
		m.Commit(step)
	}
	return db.Create(ctx, store.Kept{Setup: m.Setup(), Log: m.Log(1)}, m.Listing())
}
