package load

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/plygame/ply/internal/console"
)

// ListFigures are measurements of lists on a server with many matches, and in turns on one with few, in milliseconds.
type ListFigures struct {
	Lists   int     `json:"lists"`
	P99     float64 `json:"p99_ms"`       // of a list, one at a time
	Few     int     `json:"few_matches"`  // how many matches the other server has
	FewP99  float64 `json:"few_p99_ms"`   // of a list there
	Clients int     `json:"busy_clients"` // how many list at the same time below
	BusyP99 float64 `json:"busy_p99_ms"`  // of a list then

	Ready     Waits `json:"ready"`      // of /readyz on an idle server
	ReadyBusy Waits `json:"ready_busy"` // while clients list
	ReadyPing Waits `json:"ready_ping"` // while as many clients ask for /healthz, which needs no store
}

// Waits are how long answers took, in milliseconds.
type Waits struct {
	P50 float64 `json:"p50_ms"`
	P99 float64 `json:"p99_ms"`
	Max float64 `json:"max_ms"`
}

func waits(all []time.Duration) Waits {
	return Waits{quantile(all, .5), quantile(all, .99), quantile(all, 1)}
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

const (
	listClients = 20
	listRounds  = 20
	listsEach   = 60  // in a round, on each server
	readyEach   = 500 // requests of /readyz
)

// urlsOf returns the addresses of lists on a server.
func urlsOf(url, game string) (urls []string) {
	for _, path := range lists {
		if strings.Contains(path, "%s") {
			path = fmt.Sprintf(path, game)
		}
		urls = append(urls, url+path)
	}
	return urls
}

// measureLists measures lists on a server with many matches and one with few, and /readyz on the former.
func measureLists(ctx context.Context, many, few, game string) (*ListFigures, error) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(max(1, runtime.GOMAXPROCS(0)/2))) // leave the others to the server
	c := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: listClients + 1}}
	defer c.CloseIdleConnections()
	f := &ListFigures{Clients: listClients}
	var there, here []time.Duration
	for range listRounds { // in turns, because other programs share the machine
		x, err := repeated(ctx, c, urlsOf(many, game), listsEach)
		y, err2 := repeated(ctx, c, urlsOf(few, game), listsEach)
		if err := errors.Join(err, err2); err != nil {
			return nil, err
		}
		there, here = append(there, x...), append(here, y...)
	}
	f.Lists, f.P99, f.FewP99 = len(there), quantile(there, .99), quantile(here, .99)
	ready := []string{many + "/readyz"}
	idle, err := repeated(ctx, c, ready, readyEach)
	if err != nil {
		return nil, err
	}
	f.Ready = waits(idle)
	listed, busy, err := beside(ctx, c, urlsOf(many, game), ready)
	if err != nil {
		return nil, err
	}
	f.BusyP99, f.ReadyBusy = quantile(listed, .99), waits(busy)
	_, ping, err := beside(ctx, c, []string{many + "/healthz"}, ready)
	f.ReadyPing = waits(ping)
	return f, err
}

// beside makes requests while clients make others, and returns how long the others took, and these.
func beside(ctx context.Context, c *http.Client, others, urls []string) (theirs, ours []time.Duration, err error) {
	busy, stop := context.WithCancel(ctx)
	defer stop()
	var wait sync.WaitGroup
	var mu sync.Mutex
	var failed error
	for range listClients {
		wait.Go(func() {
			all, e := repeated(busy, c, others, 1<<30)
			mu.Lock()
			defer mu.Unlock()
			theirs, failed = append(theirs, all...), errors.Join(failed, e)
		})
	}
	ours, err = repeated(ctx, c, urls, readyEach)
	stop()
	wait.Wait()
	return theirs, ours, errors.Join(err, failed)
}

// Tell prints the figures.
func (f *ListFigures) Tell(con *console.Console) {
	con.Printf("  %d lists, one at a time: 99 of 100 within %.1f ms; in turns on a server with %s within %.1f ms\n",
		f.Lists, f.P99, matchCount(f.Few), f.FewP99)
	con.Printf("  while %d clients list: 99 of 100 within %.1f ms\n", f.Clients, f.BusyP99)
	f.Ready.tell(con, "on an idle server")
	f.ReadyBusy.tell(con, fmt.Sprintf("while %d clients list", f.Clients))
	f.ReadyPing.tell(con, fmt.Sprintf("while %d clients ask for /healthz", f.Clients))
}

func (x Waits) tell(con *console.Console, when string) {
	con.Printf("  /readyz %s: median %.1f ms, 99th percentile %.1f ms, maximum %.1f ms\n", when, x.P50, x.P99, x.Max)
}
