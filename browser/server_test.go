package browser_test

import (
	"cmp"
	"context"
	crypto "crypto/rand"
	"fmt"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/client"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/match"
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

	mu   sync.Mutex
	made map[string]uint64 // how many matches of each game create has created
}

// newServer starts a server with the catalogue and more games.
func newServer(t *testing.T, more ...*game.Rules) *testServer {
	t.Helper()
	db, err := store.OpenSQLite(filepath.Join(t.TempDir(), "ply.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	host := servertest.Start(t, server.Config{Games: append(games.All(), more...), Store: db, Judge: judge, Bots: repeatable()})
	return &testServer{Host: host, t: t, store: db, more: more, made: map[string]uint64{}}
}

func (h *testServer) url(path string) string { return h.URL + path }

func (h *testServer) client() *client.Client {
	return &client.Client{URL: h.URL, HTTP: &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}}
}

// repeatable returns the standard bots. The random one does the same every time.
func repeatable() bot.Bots {
	all := bot.Standard()
	i := slices.IndexFunc(all, func(b bot.Bot) bool { return b.Name == "random" })
	all[i].New = func(string) (bot.Player, error) {
		return bot.Func(func(_ context.Context, t bot.Turn) (game.Move, error) {
			return bot.Random(t.View, t.Seat, rand.New(rand.NewPCG(uint64(t.View.Played()), uint64(t.Seat))))
		}), nil
	}
	return all
}

// create creates a match and returns its id. Its seed is the number of matches of the game so far, so that a test does the same every
// time. Bots move at random unless how says otherwise.
func (h *testServer) create(name string, how wire.Create) string {
	h.t.Helper()
	r, err := h.find(name)
	if err != nil {
		h.t.Fatal(err)
	}
	values := game.Values{}
	for option, value := range how.Options {
		values[option] = fmt.Sprint(value)
	}
	if r, err = r.With(values); err != nil {
		h.t.Fatal(err)
	}
	h.mu.Lock()
	h.made[name]++
	seed := game.SeedOf(h.made[name])
	h.mu.Unlock()
	m, err := match.New(r, match.Setup{ID: strings.ToLower(crypto.Text()[:16]), Seats: cmp.Or(how.Seats, r.Seats.Min), Seed: match.SeedText(seed), Created: time.Now(), Unlisted: how.Unlisted})
	if err != nil {
		h.t.Fatal(err)
	}
	for _, seat := range how.Bots {
		batch, err := m.Sit(game.Seat(seat), match.Player{Name: "bot", Bot: cmp.Or(how.Bot, "random")})
		if err != nil {
			h.t.Fatal(err)
		}
		m.Commit(batch)
	}
	if err := h.store.Create(h.t.Context(), store.Kept{Setup: m.Setup(), Log: m.Log(1)}, m.Listing()); err != nil {
		h.t.Fatal(err)
	}
	return m.Setup().ID
}

// find finds the rules of a game.
func (h *testServer) find(name string) (*game.Rules, error) {
	return append(catalogue.Catalogue(games.All()), h.more...).Find(name)
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
