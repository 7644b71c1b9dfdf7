package web_test

import (
	"net/http"
	"path/filepath"
	"testing"

	"github.com/plygame/ply/client"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/server"
	"github.com/plygame/ply/server/servertest"
	"github.com/plygame/ply/store"
	"github.com/plygame/ply/wire"
)

const judge = "the judge sees everything"

// testServer is a real server with all games that stores its matches in a file.
type testServer struct {
	*servertest.Host
	t     *testing.T
	store *store.SQLite
	more  []*game.Rules // games that are not in the catalogue
}

// newServer starts a server with the catalogue and more games.
func newServer(t *testing.T, more ...*game.Rules) *testServer {
	t.Helper()
	db, err := store.OpenSQLite(filepath.Join(t.TempDir(), "ply.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return &testServer{servertest.Start(t, server.Config{Games: append(games.All(), more...), Store: db, Judge: judge}), t, db, more}
}

func (h *testServer) url(path string) string { return h.URL + path }

func (h *testServer) client() *client.Client {
	return &client.Client{URL: h.URL, HTTP: &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}}
}

// create creates a match and returns its id.
func (h *testServer) create(game string, how wire.Create) string {
	h.t.Helper()
	made, err := h.client().Create(h.t.Context(), game, how)
	if err != nil {
		h.t.Fatal(err)
	}
	return made.Match
}

// sit takes a free seat over the network, for a player without a browser.
func (h *testServer) sit(game, match, name string) *client.Match {
	h.t.Helper()
	joined, err := h.client().Join(h.t.Context(), game, match, wire.Join{Name: name})
	if err != nil {
		h.t.Fatal(err)
	}
	program, err := h.client().Watch(h.t.Context(), match, joined.Token, games.Find)
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(program.Close)
	return program
}

func matchPath(game, match string) string { return "/games/" + game + "/" + match }
