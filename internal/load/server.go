package load

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"strconv"
	"strings"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/heap"
	"github.com/plygame/ply/server"
	"github.com/plygame/ply/store"
)

// Serve runs the server for a load test. It has no rate limits, prints its address, and stops when its input ends, so
// that it never outlives the process that started it.
func Serve(all []*game.Rules, path, profile string, con *console.Console) (err error) {
	if profile != "" {
		f, err := os.Create(profile)
		if err != nil {
			return err
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	heap.Floor()
	db, err := store.OpenSQLite(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	srv, err := server.New(server.Config{
		Games: all, Store: db, Log: slog.New(slog.NewTextHandler(con.Err, &slog.HandlerOptions{Level: slog.LevelWarn})),
		MaxPerAddress: 100_000, MaxConnections: 100_000, MaxLive: 100_000, Rate: 1e6, CreateRate: 1e6, AddressRate: 1e6,
		RequestRate: 1e6,
	})
	if err != nil {
		return err
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.Handle("/", srv)
	mux.HandleFunc("GET /soak", tellMemory)
	web := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: time.Minute}
	go func() { _ = web.Serve(ln) }()
	con.Printf("http://%s\n", ln.Addr())
	io.Copy(io.Discard, con.In)
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	return errors.Join(srv.Close(ctx), web.Close())
}

// memory is the memory of the server after a garbage collection, without what package heap takes.
type memory struct {
	Heap       uint64 `json:"heap"`
	Stacks     uint64 `json:"stacks"`
	Goroutines int    `json:"goroutines"`
}

func (m memory) size() int { return int(m.Heap + m.Stacks) }

func tellMemory(w http.ResponseWriter, _ *http.Request) {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	json.NewEncoder(w).Encode(memory{m.HeapAlloc - uint64(heap.Untouched()), m.StackInuse, runtime.NumGoroutine()})
}

// host is the server under load.
type host struct {
	url  string
	path string // its store
	dir  string
	cmd  *exec.Cmd
	in   io.Closer
	took time.Duration // from start until ready
}

// host returns the server to load.
func (c Generator) host(ctx context.Context) (*host, error) {
	if c.URL != "" {
		return &host{url: strings.TrimSuffix(c.URL, "/")}, nil
	}
	dir, err := os.MkdirTemp("", "ply-soak-")
	if err != nil {
		return nil, err
	}
	h := &host{dir: dir, path: filepath.Join(dir, "ply.db")}
	if err := h.start(ctx, c.Profile); err != nil {
		return nil, errors.Join(err, h.close())
	}
	return h, nil
}

// start starts a server on the store, and waits until it is ready.
func (h *host) start(ctx context.Context, profile string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	args := []string{"soak-server", "--store", h.path}
	if profile != "" {
		args = append(args, "--profile", profile)
	}
	h.cmd = exec.Command(self, args...)
	h.cmd.Stderr = os.Stderr
	if h.in, err = h.cmd.StdinPipe(); err != nil {
		return err
	}
	out, err := h.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	began := time.Now()
	if err := h.cmd.Start(); err != nil {
		return err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return fmt.Errorf("cannot start the server: %w", err)
	}
	h.url = strings.TrimSpace(line)
	for {
		res, err := http.Get(h.url + "/readyz")
		if err == nil {
			res.Body.Close()
			if res.StatusCode == http.StatusOK {
				h.took = time.Since(began)
				return nil
			}
		}
		if time.Since(began) > time.Minute || ctx.Err() != nil {
			return errors.New("the server is not ready in time")
		}
		time.Sleep(time.Millisecond)
	}
}

// kill ends the server at once, without giving it a chance to finish anything.
func (h *host) kill() error {
	if err := h.cmd.Process.Kill(); err != nil {
		return err
	}
	h.cmd.Wait()
	h.in.Close()
	h.cmd = nil
	return nil
}

// stop stops the server, and keeps its store.
func (h *host) stop() error {
	if h.cmd == nil || h.cmd.Process == nil {
		return nil
	}
	h.in.Close()
	end := time.AfterFunc(30*time.Second, func() { h.cmd.Process.Kill() })
	defer end.Stop()
	err := h.cmd.Wait()
	h.cmd = nil
	return err
}

// close stops the server and removes its store.
func (h *host) close() error {
	err := h.stop()
	if h.dir != "" {
		err = errors.Join(err, os.RemoveAll(h.dir))
	}
	return err
}

// memory asks the server for its memory.
func (h *host) memory() (m memory, err error) {
	http.DefaultClient.CloseIdleConnections()
	time.Sleep(200 * time.Millisecond) // give the server time to notice
	res, err := http.Get(h.url + "/soak")
	if err != nil {
		return m, err
	}
	defer res.Body.Close()
	return m, json.NewDecoder(res.Body).Decode(&m)
}

// metric returns a metric of the server, or 0.
func metric(url, name string) float64 {
	res, err := http.Get(url + "/metrics")
	if err != nil {
		return 0
	}
	defer res.Body.Close()
	for in := bufio.NewScanner(res.Body); in.Scan(); {
		if text, is := strings.CutPrefix(in.Text(), name+" "); is {
			x, _ := strconv.ParseFloat(text, 64)
			return x
		}
	}
	return 0
}
