package server_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/hex"
	"github.com/plygame/ply/games/mastermind"
	"github.com/plygame/ply/games/tictactoe"
	"github.com/plygame/ply/server"
	"github.com/plygame/ply/store"
)

// The operator can look at a match that is too long for its players, and a match that reaches the limit ends.
func TestLongMatchesEnd(t *testing.T) {
	kept := new(store.Memory)
	aged(t, kept, "m", time.Hour, "a1", "b1", "a2")
	s := bare(t, server.Config{Store: kept, MaxEntries: 6})
	if _, err := s.LookAt(t.Context(), "m", game.Judge); err != nil {
		t.Errorf("looking at a long match: %v", err)
	}
	if _, err := s.LookAt(t.Context(), "m", game.Judge); err != nil {
		t.Errorf("looking again: %v", err)
	}
	after, err := kept.Describe(t.Context(), "m")
	if err != nil || !after.About.Over {
		t.Errorf("with %d entries of 6 the match goes on, %v", after.About.Entries, err)
	}
	if err := s.CloseMatch(t.Context(), "m"); err == nil || !strings.Contains(err.Error(), "over") {
		t.Errorf("closing it: %v, want that it is over", err)
	}
}

// The operator can delete a match that cannot be read; the rest of it is gone, too.
func TestDeleteDamagedMatch(t *testing.T) {
	for what, query := range map[string]string{
		"entry":   "UPDATE entries SET entry = 'x' WHERE match = 'm' AND n = 2",
		"order":   "UPDATE entries SET before = 0 WHERE match = 'm' AND n = 2",
		"setup":   "UPDATE matches SET setup = '{}' WHERE id = 'm'",
		"listing": "UPDATE matches SET about = 'x' WHERE id = 'm'",
	} {
		t.Run(what, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "matches.db")
			file, err := store.OpenSQLite(path)
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			aged(t, file, "m", time.Hour, "a1", "b1")
			aged(t, file, "n", time.Hour, "a1")
			db, err := sql.Open("sqlite", path)
			if err == nil {
				_, err = db.Exec(query)
			}
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			s := bare(t, server.Config{Store: file})
			if err := s.DeleteMatch(t.Context(), "m", "bad"); err != nil {
				t.Fatal(err)
			}
			if _, err := file.Load(t.Context(), "m"); !errors.Is(err, store.ErrDeleted) {
				t.Errorf("the match: %v", err)
			}
			if _, err := file.Load(t.Context(), "n"); err != nil {
				t.Errorf("another match: %v", err)
			}
			var left int
			if err := db.QueryRow("SELECT count(*) FROM entries WHERE match = 'm'").Scan(&left); err != nil || left > 0 {
				t.Errorf("%d entries are left, %v", left, err)
			}
			if err := file.Check(t.Context()); err != nil {
				t.Errorf("the store is still damaged: %v", err)
			}
		})
	}
}

// The watchdog also sees rules that do not return while a match is created, and they do not keep other games waiting.
func TestWatchdogOfNewMatches(t *testing.T) {
	stop := make(chan struct{})
	setup := tictactoe.New()
	setup.Setup = func(*game.Tx) { <-stop }
	options := hex.New(11, false)
	options.Make = func(v game.Values) *game.Rules {
		<-stop
		return hex.New(7, false)
	}
	for name, r := range map[string]*game.Rules{"setup": setup, "options": options} {
		t.Run(name, func(t *testing.T) {
			stop = make(chan struct{})
			d := new(diary)
			h := start(t, func(c *server.Config) {
				c.Games, c.MaxRun, c.Log = []*game.Rules{r, mastermind.New(4, 6, true, 10)}, 50*time.Millisecond, slog.New(slog.NewTextHandler(d, nil))
			})
			with := map[string]any{"options": map[string]any{}}
			if name == "options" {
				with = map[string]any{"options": map[string]any{"size": 7}}
			}
			done := make(chan int)
			go func() { done <- h.ask("POST", "/api/games/"+r.Name+"/create", "", with, nil) }()
			for end := time.Now().Add(2 * time.Minute); !strings.Contains(d.String(), "run for too long"); time.Sleep(5 * time.Millisecond) {
				if time.Now().After(end) {
					t.Fatal("the watchdog says nothing")
				}
			}
			if got := h.ask("POST", "/api/games/"+r.Name+"/create", "", with, nil); got != 503 {
				t.Errorf("another match of the game: %d, want 503", got)
			}
			if got := h.ask("POST", "/api/games/mastermind/create", "", map[string]any{"options": map[string]any{"colours": 5}}, nil); got != 200 {
				t.Errorf("a match of another game: %d, want 200", got)
			}
			close(stop)
			if got := <-done; got != 200 {
				t.Errorf("when the rules have returned: %d, want 200", got)
			}
			for end := time.Now().Add(2 * time.Minute); !strings.Contains(d.String(), "is open again"); time.Sleep(5 * time.Millisecond) {
				if time.Now().After(end) {
					t.Fatal("the game stays closed")
				}
			}
		})
	}
}

// loads counts the matches that are loaded.
type loads struct {
	store.Store
	n atomic.Int64
}

func (x *loads) Load(ctx context.Context, id string) (store.Kept, error) {
	x.n.Add(1)
	return x.Store.Load(ctx, id)
}

// Matches that are kept forever are not loaded to find out that they were begun.
func TestRetentionLoadsWhatItMayDelete(t *testing.T) {
	kept := &loads{Store: new(store.Memory)}
	for i := range 20 {
		aged(t, kept, fmt.Sprint("begun-", i), 1000*time.Hour, "a1")
	}
	aged(t, kept, "unbegun", 1000*time.Hour)
	s := bare(t, server.Config{Store: kept, Retention: server.Retention{Unbegun: time.Hour}})
	if n, err := s.Tidy(t.Context()); n != 1 || err != nil {
		t.Errorf("%d matches were deleted, %v; want 1", n, err)
	}
	if n := kept.n.Load(); n != 1 {
		t.Errorf("%d matches were loaded, want 1", n)
	}
}

// A number has one form, so that matches with the same options share their rules.
func TestOptionsHaveOneForm(t *testing.T) {
	h := start(t)
	for _, text := range []string{"07", "+7", " 7", "7.0"} {
		if got := h.ask("POST", "/api/games/hex/create", "", map[string]any{"options": map[string]any{"size": text}}, nil); got != 400 {
			t.Errorf("size %q: %d, want 400", text, got)
		}
	}
}

// Long options are neither stored nor repeated in a refusal.
func TestOptionsAreShort(t *testing.T) {
	h := start(t)
	for _, options := range []map[string]any{{strings.Repeat("x", 60_000): 1}, {"size": strings.Repeat("7", 60_000)}} {
		var said string
		if got := h.ask("POST", "/api/games/hex/create", "", map[string]any{"options": options}, &said); got != 400 || len(said) > 1000 {
			t.Errorf("long options: %d, %d bytes", got, len(said))
		}
	}
}

// refusing fails the test if a request reaches the process of an isolated game.
type refusing struct{ *testing.T }

func (t refusing) RoundTrip(r *http.Request) (*http.Response, error) {
	t.Errorf("%s was passed on", r.URL.Path)
	return nil, errors.New("refused")
}

// While the server drains, isolated games get no rematches either.
func TestDrainedIsolatedGame(t *testing.T) {
	s := bare(t, server.Config{Isolated: map[string]http.RoundTripper{"tictactoe": refusing{t}}})
	s.Drain(true)
	for _, path := range []string{"create", "m/again"} {
		r := httptest.NewRequest("POST", "/api/games/tictactoe/"+path, strings.NewReader("{}"))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		if s.ServeHTTP(w, r); w.Code != 503 {
			t.Errorf("%s: %d, want 503", path, w.Code)
		}
	}
}

// closable is a connection that counts whether it was closed.
type closable struct {
	net.Conn
	closed *int
}

func (c closable) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 1} }
func (c closable) Close() error         { *c.closed++; return nil }

// As many connections are served as the limit says.
func TestMaxConnections(t *testing.T) {
	s, closed := bare(t, server.Config{MaxConnections: 3}), 0
	for n := range 5 {
		s.ConnState(closable{closed: &closed}, http.StateNew)
		if want := max(0, n+1-3); closed != want {
			t.Errorf("of %d connections %d are closed, want %d", n+1, closed, want)
		}
	}
}
