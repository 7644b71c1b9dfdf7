package load

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/plygame/ply/internal/console"
)

// ListFigures are measurements of lists on a server with many matches, in milliseconds.
type ListFigures struct {
	Lists   int     `json:"lists"`
	P99     float64 `json:"p99_ms"`       // of a list, one at a time
	Ready   float64 `json:"ready_ms"`     // the slowest /readyz on an idle server
	Busy    float64 `json:"busy_ms"`      // the slowest /readyz while clients list
	BusyP99 float64 `json:"busy_p99_ms"`  // of a list then
	Clients int     `json:"busy_clients"` // how many list at the same time
}

// lists are the lists that pages ask for, and others.
var lists = []string{"/api/matches?open=true&over=false&limit=20", "/api/matches", "/api/games/%s",
	"/api/games/%s?over=false&limit=20", "/api/games/%s?open=true", "/api/matches?over=true"}

// timed returns how long a request takes.
func timed(ctx context.Context, c *http.Client, url string) (time.Duration, error) {
	began := time.Now()
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return 0, err
	}
	res, err := c.Do(q)
	if err != nil {
		return 0, err
	}
	defer res.Body.Close()
	if _, err := io.Copy(io.Discard, res.Body); err != nil {
		return 0, err
	}
	if res.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("%s: %s", url, res.Status)
	}
	return time.Since(began), nil
}

// repeated makes requests one after another until there are enough, or the context ends, and returns how long they
// took.
func repeated(ctx context.Context, c *http.Client, urls []string, enough int) (all []time.Duration, err error) {
	for i := 0; i < enough && ctx.Err() == nil; i++ {
		took, err := timed(ctx, c, urls[i%len(urls)])
		if err != nil && ctx.Err() == nil {
			return all, err
		}
		if err == nil {
			all = append(all, took)
		}
	}
	return all, nil
}

// measureLists measures lists, alone and while clients list, and /readyz beside them.
func measureLists(ctx context.Context, url, game string) (*ListFigures, error) {
	const clients, alone, ready = 20, 600, 100
	c := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: clients + 1}}
	defer c.CloseIdleConnections()
	var urls []string
	for _, path := range lists {
		if slices.Contains([]byte(path), '%') {
			path = fmt.Sprintf(path, game)
		}
		urls = append(urls, url+path)
	}
	one, err := repeated(ctx, c, urls, alone)
	idle, err2 := repeated(ctx, c, []string{url + "/readyz"}, ready)
	if err := errors.Join(err, err2); err != nil {
		return nil, err
	}
	listing, stop := context.WithCancel(ctx)
	defer stop()
	var wait sync.WaitGroup
	var mu sync.Mutex
	var many []time.Duration
	for range clients {
		wait.Go(func() {
			all, e := repeated(listing, c, urls, 1<<30)
			mu.Lock()
			defer mu.Unlock()
			many, err = append(many, all...), errors.Join(err, e)
		})
	}
	busy, err2 := repeated(ctx, c, []string{url + "/readyz"}, ready)
	stop()
	wait.Wait()
	if err := errors.Join(err, err2); err != nil {
		return nil, err
	}
	return &ListFigures{Lists: len(one), P99: share(one, 0.99), Ready: share(idle, 1), Busy: share(busy, 1),
		BusyP99: share(many, 0.99), Clients: clients}, nil
}

// share returns the time within which a share of all requests was answered, in milliseconds.
func share(all []time.Duration, part float64) float64 {
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return float64(all[min(len(all)-1, int(part*float64(len(all))))].Microseconds()) / 1000
}

// Tell prints the figures.
func (f *ListFigures) Tell(con *console.Console) {
	con.Printf("%d lists, one at a time: 99 of 100 within %.1f ms; /readyz at most %.1f ms\n", f.Lists, f.P99, f.Ready)
	con.Printf("while %d clients list: 99 of 100 within %.1f ms; /readyz at most %.1f ms\n", f.Clients, f.BusyP99, f.Busy)
}
