// Package host runs a server as a process: it reads the settings from flags, the environment and a file, opens the
// match database, writes a log without secrets, and shuts down cleanly.
package host

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"log"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/admin"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/heap"
	"github.com/plygame/ply/server"
	"github.com/plygame/ply/store"
)

// ErrStopped means that the server was stopped a second time and quit at once. It has already been reported.
var ErrStopped = errors.New("stopped at once")

// Serve serves until a signal arrives on stop, then shuts down; a second signal makes it quit at once. If the port is
// in use and anyPort is set, it uses a free one.
func Serve(all []*game.Rules, bots bot.Bots, set Settings, anyPort bool, con *console.Console,
	stop <-chan os.Signal) error {
	heap.Floor()
	debug.SetMaxStack(maxStack)
	h := &host{Settings: set, con: con, log: newLog(con.Err, *set.Log, *set.LogLevel)}
	if err := h.open(all, bots, anyPort); err != nil {
		return err
	}
	h.greet(all)
	failure := make(chan error, 2)
	go func() { failure <- h.web.Serve(h.listener) }()
	if h.admin != nil {
		go func() { failure <- h.admin.Serve(h.adminListener) }()
	}
	select {
	case err := <-failure:
		return errors.Join(fmt.Errorf("the server stopped: %w", err), h.close())
	case <-stop:
	}
	con.Note("Stopping: notifying clients and finishing open requests.")
	done := make(chan error, 1)
	go func() { done <- h.close() }()
	select {
	case err := <-done:
		if err == nil {
			con.Note("The server has stopped.")
		}
		return err
	case <-stop:
		con.Note("Stopped at once. Every acknowledged move is on disk.")
		return ErrStopped
	}
}

// maxStack is how many bytes of stack endless recursion in the rules of a game takes before it ends the process, which
// Go cannot prevent: enough for any game, and little enough not to take the memory of the machine first.
const maxStack = 64 << 20

// host is a running server.
type host struct {
	Settings
	con      *console.Console
	log      *slog.Logger
	listener net.Listener
	plain    net.Listener // below the TLS of listener, or nil
	store    store.Store
	server   *server.Server
	web      *http.Server

	admin         *http.Server // for the operator, or nil
	adminListener net.Listener
	audit         *os.File

	isolated         []*isolated
	isolatedUp       *prometheus.GaugeVec
	isolatedRestarts *prometheus.CounterVec
	sockets          string // the folder of the sockets of isolated games

	moved bool // the default port was in use
	fresh bool // the match database was created
}

// open prepares everything to serve.
func (h *host) open(all []*game.Rules, bots bot.Bots, anyPort bool) (err error) {
	if err := h.listen(anyPort); err != nil {
		return err
	}
	if h.store, err = h.openStore(); err != nil {
		return errors.Join(err, h.listener.Close())
	}
	config := h.Config()
	if config.Isolated, err = h.isolate(all); err != nil {
		return errors.Join(err, h.closeIsolated(), h.listener.Close(), h.store.Close())
	}
	config.Games, config.Bots, config.Store, config.Log = all, bots, h.store, h.log
	if h.server, err = server.New(config); err != nil {
		return errors.Join(fmt.Errorf("cannot serve the games: %w", err), h.closeIsolated(), h.listener.Close(),
			h.store.Close())
	}
	if h.isolatedUp != nil {
		h.server.Register(h.isolatedUp, h.isolatedRestarts)
	}
	h.web = &http.Server{
		Handler:           h.handler(),
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      time.Minute,
		IdleTimeout:       30 * time.Second,
		ConnState:         h.server.ConnState,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          log.New(webLog{h.log}, "", 0),
	}
	if err := errors.Join(h.secure(), h.openAdmin()); err != nil {
		return errors.Join(err, h.closeIsolated(), h.listener.Close(), h.server.Close(context.Background()), h.store.Close())
	}
	return nil
}

// closeIsolated ends the processes of isolated games.
func (h *host) closeIsolated() error {
	for _, x := range h.isolated {
		x.end()
	}
	for _, x := range h.isolated {
		x.stop()
	}
	if h.sockets == "" {
		return nil
	}
	return os.RemoveAll(h.sockets)
}

// secure puts TLS on the listener if there is a certificate.
func (h *host) secure() error {
	if *h.TLSCert == "" {
		return nil
	}
	c, err := newCertificate(*h.TLSCert, *h.TLSKey, h.log)
	if err != nil {
		return err
	}
	h.plain, h.listener = h.listener, tls.NewListener(h.listener, c.config())
	return nil
}

// openAdmin prepares the listener of the operator, if there is one. The audit log and the bans are beside the database.
func (h *host) openAdmin() (err error) {
	if *h.AdminAddress == "" {
		return nil
	}
	a := &admin.Admin{Server: h.server, Store: h.store, Secret: *h.AdminSecret, Audit: h.con.Err,
		Isolated: map[string]http.RoundTripper{}}
	for _, x := range h.isolated {
		a.Isolated[x.game] = x.transport(forOperator)
	}
	if !*h.Memory {
		if h.audit, err = os.OpenFile(*h.Data+"-audit.log", os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600); err != nil {
			return fmt.Errorf("cannot write the audit log: %w", err)
		}
		a.Audit, a.Bans = h.audit, *h.Data+"-bans.json"
	}
	handler, err := a.Handler()
	if err != nil {
		return fmt.Errorf("cannot read the bans: %w", err)
	}
	if h.adminListener, err = net.Listen("tcp", *h.AdminAddress); err != nil {
		return fmt.Errorf("cannot listen on %s for the operator: %w", *h.AdminAddress, err)
	}
	h.admin = &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second,
		WriteTimeout: time.Minute, MaxHeaderBytes: 16 << 10}
	return nil
}

// listen opens the port.
func (h *host) listen(anyPort bool) (err error) {
	h.listener, err = net.Listen("tcp", *h.Address)
	if anyPort && errors.Is(err, syscall.EADDRINUSE) {
		host, _, _ := net.SplitHostPort(*h.Address)
		h.moved = true
		h.listener, err = net.Listen("tcp", net.JoinHostPort(host, "0"))
	}
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("%s is in use by another program, perhaps another Ply server. Stop it, or choose another port; --address 127.0.0.1:0 uses any free one", *h.Address)
	case errors.Is(err, syscall.EACCES):
		return fmt.Errorf("%s is not permitted: ports below 1024 need administrator rights. Choose a higher port with --address", *h.Address)
	case err != nil:
		return fmt.Errorf("cannot listen on %s: %w. Choose another address with --address", *h.Address, err)
	}
	return nil
}

func (h *host) openStore() (store.Store, error) {
	if *h.Memory {
		return new(store.Memory), nil
	}
	_, err := os.Stat(*h.Data)
	h.fresh = errors.Is(err, fs.ErrNotExist)
	s, err := OpenStore(*h.Data)
	if err != nil {
		return nil, err
	}
	if err := s.Claim(context.Background()); err != nil {
		return nil, errors.Join(fmt.Errorf("cannot serve %w. Stop it, choose another file with --data, or keep matches in memory with --memory", err), s.Close())
	}
	return s, nil
}

// handler returns the handler of the server, without the metrics if they are off.
func (h *host) handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/", h.server)
	if !*h.Metrics {
		for _, path := range slices.Compact([]string{"/metrics", h.base() + "/metrics"}) {
			mux.Handle(path, http.NotFoundHandler())
		}
	}
	return mux
}

// close disconnects all clients, waits at most the grace period for open requests, and closes the store.
func (h *host) close() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Duration(*h.Grace))
	defer cancel()
	if err := errors.Join(h.server.Close(ctx), h.web.Shutdown(ctx)); err != nil {
		h.log.Warn("the server stopped before all requests were finished", "reason", err)
	}
	h.web.Close()
	if h.admin != nil {
		h.admin.Close()
	}
	if h.audit != nil {
		h.audit.Close()
	}
	if err := errors.Join(h.closeIsolated(), h.store.Close()); err != nil {
		return fmt.Errorf("cannot close the match database: %w", err)
	}
	return nil
}

// url is the address that people open.
func (h *host) url() string {
	a := h.listener.Addr().(*net.TCPAddr)
	host, _, _ := net.SplitHostPort(*h.Address)
	if a.IP.IsUnspecified() {
		host = "localhost"
	}
	scheme := "http://"
	if h.plain != nil {
		scheme = "https://"
	}
	return scheme + net.JoinHostPort(strings.ToLower(host), fmt.Sprint(a.Port)) + h.base()
}

// base is the path below which the server is.
func (h *host) base() string { return strings.TrimRight(*h.BasePath, "/") }

// pages is the address to type in a terminal command, which takes the first part of a path for a game, except before
// /games.
func (h *host) pages() string {
	if h.base() == "" {
		return h.url()
	}
	return h.url() + "/games"
}
