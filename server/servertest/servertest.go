// Package servertest starts servers for tests, on addresses of this machine. A [Host] can be stopped, killed and
// started again at the same address; its connections can be cut. A [Line] is a connection of its own to it, for tests of
// what happens when the network fails.
package servertest

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/plygame/ply/server"
	"github.com/plygame/ply/store"
)

// Host is a server under test. Its URL stays when it is started again.
type Host struct {
	URL    string
	Server *server.Server // nil while it is stopped
	Config server.Config  // for the next start

	// Wrap changes where connections come from, at the next start; nil leaves it.
	Wrap func(net.Listener) net.Listener

	t       testing.TB
	address string
	web     *httptest.Server
	conns   *conns
}

// Start starts a server, which is stopped at the end of the test. In the config, a Store that is nil is a Memory that stays when
// the Host is started again; a Log that is nil is discarded; rates that are 0 are so high that no test meets them.
func Start(t testing.TB, c server.Config) *Host {
	t.Helper()
	if c.Store == nil {
		c.Store = new(store.Memory)
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Rate == 0 {
		c.Rate = 1e6
	}
	if c.CreateRate == 0 {
		c.CreateRate = 1e6
	}
	h := &Host{t: t, Config: c, address: "127.0.0.1:0"}
	t.Cleanup(h.Stop)
	h.Start()
	return h
}

// Start starts a Host that was stopped.
func (h *Host) Start() {
	h.t.Helper()
	srv, err := server.New(h.Config)
	if err != nil {
		h.t.Fatal(err)
	}
	l, err := net.Listen("tcp", h.address)
	if err != nil {
		h.t.Fatal(errors.Join(err, srv.Close(context.Background())))
	}
	h.Server, h.address, h.URL = srv, l.Addr().String(), "http://"+l.Addr().String()
	h.conns = &conns{Listener: l}
	h.web = httptest.NewUnstartedServer(srv)
	h.web.Listener.Close()
	h.web.Listener = h.conns
	if h.Wrap != nil {
		h.web.Listener = h.Wrap(h.conns)
	}
	h.web.Start()
}

// Stop ends the server in good order: clients are told. It does nothing if the Host is stopped already.
func (h *Host) Stop() {
	h.t.Helper()
	if h.Server == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := h.Server.Close(ctx); err != nil {
		h.t.Error(err)
	}
	h.web.Close()
	h.conns.cut()
	h.Server = nil
}

// Kill ends the server in the middle of what it does: nobody is told.
func (h *Host) Kill() {
	h.t.Helper()
	h.conns.Close()
	h.conns.cut()
	h.Stop()
}

// Cut ends all connections without a word. Clients can connect again.
func (h *Host) Cut() { h.conns.cut() }

// conns is a listener that knows its connections.
type conns struct {
	net.Listener
	mu  sync.Mutex
	all []net.Conn
}

func (c *conns) Accept() (net.Conn, error) {
	conn, err := c.Listener.Accept()
	if err == nil {
		c.mu.Lock()
		c.all = append(c.all, conn)
		c.mu.Unlock()
	}
	return conn, err
}

func (c *conns) cut() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, conn := range c.all {
		conn.Close()
	}
	c.all = nil
}
