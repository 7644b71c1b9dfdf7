package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/server"
	"github.com/plygame/ply/store"
)

type serveCommand struct {
	Config string `placeholder:"FILE" help:"A file of settings, in JSON: {\"address\": \":8080\"} (none; PLY_CONFIG)."`
	settings

	elsewhere bool // take a free port if the usual one is taken
}

func (serveCommand) Help() string {
	return `People play over the network, each at a machine of their own. A move that was answered is on disk. All matches go on when the server is started again.

Each setting is a flag, a variable of the environment, or a field of the settings file, in this order; in brackets stand what holds if nothing is said, and the variable. The names in the file are those of the flags without the dashes.

The secret of the judge, who sees everything, is no flag, for others could read it: it is PLY_JUDGE in the environment, or "judge" in the file. Without it there is no judge.

docs/hosting.md tells about backups, upgrades and proxies.

Example:

    ply serve --address :8080 --data matches.db`
}

func (c *serveCommand) Run(all catalogue.Catalogue, con *console.Console) error {
	stop := make(chan os.Signal, 2)
	signal.Notify(stop, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(stop)
	return c.serve(all, con, os.LookupEnv, stop)
}

// serve serves until it is stopped, and at once if it is stopped twice.
func (c *serveCommand) serve(all catalogue.Catalogue, con *console.Console, environment func(string) (string, bool), stop <-chan os.Signal) error {
	set, err := c.settle(con, environment)
	if err != nil {
		return misuse{err}
	}
	h := &host{settings: set, con: con, log: newLog(con.Err, *set.Log, *set.LogLevel)}
	if err := h.open(all, c.elsewhere); err != nil {
		return err
	}
	h.greet(all)
	failure := make(chan error, 1)
	go func() { failure <- h.web.Serve(h.listener) }()
	select {
	case err := <-failure:
		return errors.Join(fmt.Errorf("the server cannot go on: %w", err), h.close())
	case <-stop:
	}
	con.Note("The server ends: it tells those who are connected, and finishes what is under way.")
	done := make(chan error, 1)
	go func() { done <- h.close() }()
	select {
	case err := <-done:
		if err == nil {
			con.Note("The server has ended.")
		}
		return err
	case <-stop:
		con.Note("The server has ended at once. What was answered is on disk.")
		return errTold
	}
}

// settle puts all settings together: flags, the environment, the file, and what is usual.
func (c *serveCommand) settle(con *console.Console, environment func(string) (string, bool)) (settings, error) {
	env, err := fromEnvironment(environment)
	if err != nil {
		return settings{}, err
	}
	set := c.settings.or(env)
	path := c.Config
	if path == "" {
		path, _ = environment("PLY_CONFIG")
	}
	if path != "" {
		data, err := con.ReadAs(path, "a file of settings")
		if err != nil {
			return settings{}, fmt.Errorf("--config: %w", err)
		}
		file, err := fromFile(data)
		if err != nil {
			return settings{}, fmt.Errorf("--config %s: %w", path, err)
		}
		set = set.or(file)
	}
	c.elsewhere = c.elsewhere && set.Address == nil
	set = set.or(usual())
	return set, set.check()
}

// host is a server that runs.
type host struct {
	settings
	con      *console.Console
	log      *slog.Logger
	listener net.Listener
	store    store.Store
	server   *server.Server
	web      *http.Server
	moved    bool // the usual port was taken
	fresh    bool // the file of matches was made
}

// open gets everything ready to serve.
func (h *host) open(all catalogue.Catalogue, elsewhere bool) (err error) {
	if err := h.listen(elsewhere); err != nil {
		return err
	}
	if h.store, err = h.openStore(); err != nil {
		return errors.Join(err, h.listener.Close())
	}
	config := h.config()
	config.Games, config.Store, config.Log = all, h.store, h.log
	if h.server, err = server.New(config); err != nil {
		return errors.Join(fmt.Errorf("the games cannot be served: %w", err), h.listener.Close(), h.store.Close())
	}
	h.web = &http.Server{
		Handler:           h.handler(),
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      time.Minute,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          slog.NewLogLogger(h.log.Handler(), slog.LevelWarn),
	}
	return nil
}

// listen takes the port.
func (h *host) listen(elsewhere bool) (err error) {
	h.listener, err = net.Listen("tcp", *h.Address)
	if elsewhere && errors.Is(err, syscall.EADDRINUSE) {
		host, _, _ := net.SplitHostPort(*h.Address)
		h.moved = true
		h.listener, err = net.Listen("tcp", net.JoinHostPort(host, "0"))
	}
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("%s is taken: another program listens there, perhaps another server of Ply. End it, or choose another port, such as --address 127.0.0.1:0 for any free one", *h.Address)
	case errors.Is(err, syscall.EACCES):
		return fmt.Errorf("%s is not allowed: ports below 1024 are for the administrator. Choose a higher one with --address", *h.Address)
	case err != nil:
		return fmt.Errorf("%s cannot be listened at: %w. Choose another address with --address", *h.Address, err)
	}
	return nil
}

func (h *host) openStore() (store.Store, error) {
	if *h.Memory {
		return new(store.Memory), nil
	}
	_, err := os.Stat(*h.Data)
	h.fresh = errors.Is(err, fs.ErrNotExist)
	return openMatches(*h.Data)
}

// handler is what the server answers, without the counts if they are not for everyone.
func (h *host) handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/", h.server)
	if !*h.Metrics {
		mux.Handle("/metrics", http.NotFoundHandler())
	}
	return mux
}

// close tells everyone, waits a while for what is under way, and closes the store.
func (h *host) close() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Duration(*h.Grace))
	defer cancel()
	if err := errors.Join(h.server.Close(ctx), h.web.Shutdown(ctx)); err != nil {
		h.log.Warn("the server ends before all is done", "reason", err)
	}
	h.web.Close()
	if err := h.store.Close(); err != nil {
		return fmt.Errorf("the file of matches cannot be closed: %w", err)
	}
	return nil
}

// url is where people find the server.
func (h *host) url() string {
	a := h.listener.Addr().(*net.TCPAddr)
	host, _, _ := net.SplitHostPort(*h.Address)
	if a.IP.IsUnspecified() {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(strings.ToLower(host), fmt.Sprint(a.Port))
}
