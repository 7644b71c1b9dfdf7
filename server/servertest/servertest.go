// Package servertest starts servers for tests on the local machine. A [Host] can be stopped, killed and started again
// at the same address, and its connections can be cut. A [Proxy] connects to a Host, to simulate network failures.
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

// Host is a server under test. It keeps its URL when it is started again.
type Host struct {
	URL    string
	Server *server.Server // nil while stopped
	Config server.Config  // for the next Start

	// Wrap wraps the listener at the next Start, unless it is nil.
	Wrap func(net.Listener) net.Listener

	t       testing.TB
	address string
	web     *httptest.Server
	conns   *conns
}

// Start starts a server and stops it at the end of the test. The defaults differ from those of the server: Store is a
// Memory that survives restarts of the Host, Log discards everything, and the rates are too high for any test to reach.
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

// Start starts a stopped Host.
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

// Stop shuts the server down gracefully, with a farewell to its clients. It does nothing if the Host is stopped.
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

// Kill cuts all connections without a farewell, then stops the server.
func (h *Host) Kill() {
	h.t.Helper()
	h.conns.Close()
	h.conns.cut()
	h.Stop()
}

// Cut closes all connections without a farewell. Clients can reconnect.
func (h *Host) Cut() { h.conns.cut() }

// conns is a listener that records its connections.
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
