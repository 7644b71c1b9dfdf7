package web_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/plygame/ply/client"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/server"
	"github.com/plygame/ply/store"
	"github.com/plygame/ply/wire"
)

const judge = "the judge sees everything"

// house is a real server with all games. Its address stays, however often it is stopped and started.
type house struct {
	t       *testing.T
	address string
	path    string // of the file of matches
	more    []*game.Rules
	server  *server.Server
	store   *store.SQLite
	http    *http.Server

	mu    sync.Mutex
	conns map[net.Conn]bool
}

// newHouse starts a server, with some games more.
func newHouse(t *testing.T, more ...*game.Rules) *house {
	t.Helper()
	h := &house{t: t, address: "127.0.0.1:0", path: filepath.Join(t.TempDir(), "ply.db"), more: more}
	h.start()
	t.Cleanup(h.stop)
	return h
}

func (h *house) url(path string) string { return "http://" + h.address + path }

func (h *house) start() {
	h.t.Helper()
	var err error
	if h.store, err = store.OpenSQLite(h.path); err != nil {
		h.t.Fatal(err)
	}
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	config := server.Config{Games: append(games.All(), h.more...), Store: h.store, Log: quiet, Judge: judge, CreateRate: 1e6, Rate: 1e6}
	if h.server, err = server.New(config); err != nil {
		h.t.Fatal(err)
	}
	listener, err := net.Listen("tcp", h.address)
	if err != nil {
		h.t.Fatal(err)
	}
	h.address, h.conns = listener.Addr().String(), map[net.Conn]bool{}
	h.http = &http.Server{Handler: h.server, ConnState: h.met}
	go h.http.Serve(listener)
}

// met keeps the connections. Those of WebSockets stay: they are no longer those of the HTTP server.
func (h *house) met(c net.Conn, state http.ConnState) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch state {
	case http.StateNew:
		h.conns[c] = true
	case http.StateClosed:
		delete(h.conns, c)
	}
}

// cut ends all connections without a word.
func (h *house) cut() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for c := range h.conns {
		c.Close()
	}
	h.conns = map[net.Conn]bool{}
}

// stop ends the server in good order.
func (h *house) stop() {
	h.t.Helper()
	if h.http == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := errors.Join(h.server.Close(ctx), h.http.Close(), h.store.Close()); err != nil {
		h.t.Error(err)
	}
	h.cut()
	h.http = nil
}

func (h *house) client() *client.Client {
	return &client.Client{URL: h.url(""), HTTP: &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}}
}

// create makes a match and returns its id.
func (h *house) create(game string, how wire.Create) string {
	h.t.Helper()
	made, err := h.client().Create(h.t.Context(), game, how)
	if err != nil {
		h.t.Fatal(err)
	}
	return made.Match
}

// sit takes a free seat over the network, for a player without a browser.
func (h *house) sit(game, match, name string) *client.Table {
	h.t.Helper()
	joined, err := h.client().Join(h.t.Context(), game, match, wire.Join{Name: name})
	if err != nil {
		h.t.Fatal(err)
	}
	table, err := h.client().Watch(h.t.Context(), match, joined.Token, games.Find)
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(table.Close)
	return table
}

func matchPath(game, match string) string { return "/games/" + game + "/" + match }
