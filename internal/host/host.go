// Package host is a server of matches as a process: its settings, from flags, the environment and a file; its file of
// matches; its log, which has no secrets; and its end.
package host

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/heap"
	"github.com/plygame/ply/server"
	"github.com/plygame/ply/store"
)

// ErrStopped is the end of a server that was stopped twice. It has said so.
var ErrStopped = errors.New("stopped at once")

// Serve serves until it is stopped, and ends at once if it is stopped twice. If its port is taken, it may
// go elsewhere.
func Serve(all []*game.Rules, bots bot.Bots, set Settings, elsewhere bool, con *console.Console, stop <-chan os.Signal) error {
	heap.Floor()
	h := &host{Settings: set, con: con, log: newLog(con.Err, *set.Log, *set.LogLevel)}
	if err := h.open(all, bots, elsewhere); err != nil {
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
		return ErrStopped
	}
}

// host is a server that runs.
type host struct {
	Settings
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
func (h *host) open(all []*game.Rules, bots bot.Bots, elsewhere bool) (err error) {
	if err := h.listen(elsewhere); err != nil {
		return err
	}
	if h.store, err = h.openStore(); err != nil {
		return errors.Join(err, h.listener.Close())
	}
	config := h.Config()
	config.Games, config.Bots, config.Store, config.Log = all, bots, h.store, h.log
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
	return OpenStore(*h.Data)
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
