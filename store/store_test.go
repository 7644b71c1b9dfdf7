package store_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/tictactoe"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/store"
	"github.com/plygame/ply/store/storetest"
)

var (
	noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	ctx  = context.Background()
)

func TestMemory(t *testing.T) {
	storetest.Check(t, func(*testing.T) store.Store { return new(store.Memory) })
}

func TestSQLite(t *testing.T) {
	storetest.CheckDurable(t, func(t *testing.T, place string) store.Store {
		return &whole{SQLite: openFile(t, filepath.Join(place, "ply.db")), t: t}
	})
}

// whole is a file that is intact whenever it is closed.
type whole struct {
	*store.SQLite
	t      *testing.T
	closed sync.Once
}

func (w *whole) Close() error {
	w.closed.Do(func() {
		if err := w.Check(ctx); err != nil {
			w.t.Error(err)
		}
	})
	return w.SQLite.Close()
}

func openFile(t *testing.T, path string) *store.SQLite {
	t.Helper()
	s, err := store.OpenSQLite(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func newMatch(t *testing.T, id string) *match.Match {
	t.Helper()
	m, err := match.New(tictactoe.New(), match.Setup{ID: id, Seats: 2, Seed: match.SeedText(game.SeedOf(1)), Created: noon})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func create(t *testing.T, s store.Store, m *match.Match) {
	t.Helper()
	if err := s.Create(ctx, store.Kept{Setup: m.Setup(), Log: m.Log(1)}, m.Listing()); err != nil {
		t.Fatal(err)
	}
}

// keep stores a batch and commits it.
func keep(t *testing.T, s store.Store, m *match.Match, batch *match.Batch, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Append(ctx, m.Setup().ID, batch.After, batch.Entries, listing(m)); err != nil {
		t.Fatal(err)
	}
	m.Commit(batch)
}

func listing(m *match.Match) *match.Listing {
	x := m.Listing()
	return &x
}

// load opens a stored match.
func load(t *testing.T, s store.Store, id string) *match.Match {
	t.Helper()
	k, err := s.Load(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	m, err := match.Open(k.Setup, tictactoe.New(), k.Log, k.Snapshot)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func asText(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// Two programs with the same file cannot both append.
func TestTwoStoresOneFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ply.db")
	a, b := openFile(t, path), openFile(t, path)
	m := newMatch(t, "m")
	create(t, a, m)
	batch, err := m.Play(0, 0, "place b2")
	keep(t, b, m, batch, err)
	if err := a.Append(ctx, "m", 0, batch.Entries, listing(m)); !errors.Is(err, store.ErrConflict) {
		t.Errorf("both stores have appended: %v", err)
	}
	if load(t, a, "m").Seq() != 1 {
		t.Error("one store does not see what the other has appended")
	}
}

// A truncated or overwritten file is refused, or loaded as far as it is intact; it is never loaded with different
// contents.
func TestDamagedFile(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: takes long")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "ply.db")
	s := openFile(t, path)
	m := newMatch(t, "m")
	create(t, s, m)
	for i, text := range []string{"place b2", "place a1", "place c3"} {
		batch, err := m.Play(game.Seat(i%2), m.Seq(), text)
		keep(t, s, m, batch, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	noticed := 0
	for at := 0; at < len(whole); at += 97 {
		for k, spoil := range []func([]byte) []byte{
			func(b []byte) []byte { b[at] ^= 0x15; return b },
			func(b []byte) []byte { return b[:at] },
		} {
			bad := filepath.Join(dir, fmt.Sprintf("bad%d-%d.db", at, k))
			if err := os.WriteFile(bad, spoil(bytes.Clone(whole)), 0o600); err != nil {
				t.Fatal(err)
			}
			got, err := readAll(bad)
			if err != nil {
				noticed++
			} else if got != asText(m.Log(1)) {
				t.Fatalf("byte %d, damage %d: it was loaded as %s", at, k, got)
			}
			os.Remove(bad)
		}
	}
	if noticed < 50 {
		t.Errorf("only %d damaged files were noticed", noticed)
	}
}

// readAll returns the log of the match in a file.
func readAll(path string) (string, error) {
	s, err := store.OpenSQLite(path)
	if err != nil {
		return "", err
	}
	defer s.Close()
	k, err := s.Load(ctx, "m")
	if err != nil {
		return "", err
	}
	if _, err := match.Open(k.Setup, tictactoe.New(), k.Log, k.Snapshot); err != nil {
		return "", err
	}
	return asText(k.Log), nil
}

func TestForeignFiles(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text.db")
	if err := os.WriteFile(text, []byte(strings.Repeat("this is no database\n", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{text, dir, filepath.Join(text, "below")} {
		if s, err := store.OpenSQLite(path); err == nil {
			s.Close()
			t.Errorf("%s was opened", path)
		} else if !strings.Contains(err.Error(), path) {
			t.Errorf("the error does not name the file: %v", err)
		}
	}
}

func TestBackup(t *testing.T) {
	dir := t.TempDir()
	path, copied := filepath.Join(dir, "ply.db"), filepath.Join(dir, "copy.db")
	s := openFile(t, path)
	m := newMatch(t, "m")
	create(t, s, m)
	if err := store.Backup(ctx, path, copied); err != nil {
		t.Fatal(err)
	}
	batch, err := m.Play(0, 0, "place b2")
	keep(t, s, m, batch, err)
	if err := store.Backup(ctx, path, copied); err == nil {
		t.Error("a backup was overwritten")
	}
	b := openFile(t, copied)
	if load(t, b, "m").Seq() != 0 || b.Check(ctx) != nil {
		t.Error("the copy differs from the store")
	}
}

func BenchmarkAppend(b *testing.B) {
	for _, writers := range []int{1, 50, 1000} {
		b.Run(fmt.Sprint(writers), func(b *testing.B) {
			s, err := store.OpenSQLite(filepath.Join(b.TempDir(), "ply.db"))
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			r := tictactoe.New()
			m, err := match.New(r, match.Setup{ID: "m", Seats: 2, Seed: match.SeedText(game.SeedOf(1)), Created: noon})
			if err != nil {
				b.Fatal(err)
			}
			batch, err := m.Play(0, 0, "place b2")
			if err != nil {
				b.Fatal(err)
			}
			about := m.Listing()
			next := make([]int, writers)
			for k := range writers {
				setup := m.Setup()
				setup.ID = fmt.Sprint("m", k)
				if err := s.Create(ctx, store.Kept{Setup: setup}, about); err != nil {
					b.Fatal(err)
				}
			}
			var left atomic.Int64
			left.Store(int64(b.N))
			b.ResetTimer()
			var wg sync.WaitGroup
			for k := range writers {
				wg.Go(func() {
					for left.Add(-1) >= 0 {
						if err := s.Append(ctx, fmt.Sprint("m", k), next[k], batch.Entries, nil); err != nil {
							b.Error(err)
							return
						}
						next[k]++
					}
				})
			}
			wg.Wait()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "appends/s")
		})
	}
}

// Appends that share a statement are accepted and refused one by one.
func TestAppendTogether(t *testing.T) {
	const matches, rounds = 37, 20
	db, err := store.OpenSQLite(filepath.Join(t.TempDir(), "ply.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	id := func(i int) string { return fmt.Sprint("match", i) }
	for i := range matches {
		if err := db.Create(ctx, store.Kept{Setup: match.Setup{ID: id(i), Game: "g"}}, match.Listing{ID: id(i), Game: "g"}); err != nil {
			t.Fatal(err)
		}
	}
	wrong := func(i, n int) bool { return (i+n)%11 == 0 && n%3 == 0 } // these name an entry that is there already, or does not exist yet
	for n := range rounds {
		var wait sync.WaitGroup
		begin := make(chan struct{})
		for i := range matches {
			wait.Go(func() {
				<-begin
				after, want := n, error(nil)
				if wrong(i, n) {
					after, want = n-1+2*(i%2), store.ErrConflict
				}
				e := []match.Entry{{Kind: match.Moved, Move: fmt.Sprint("move ", n), At: time.Now().UTC()}}
				if err := db.Append(ctx, id(i), after, e, nil); !errors.Is(err, want) {
					t.Errorf("match %d, entry %d: %v instead of %v", i, after, err, want)
				}
				if want != nil {
					if err := db.Append(ctx, id(i), n, e, nil); err != nil {
						t.Errorf("match %d, entry %d: %v", i, n, err)
					}
				}
			})
		}
		close(begin)
		wait.Wait()
	}
	if err := db.Append(ctx, "nothing", 0, []match.Entry{{Kind: match.Moved, Move: "x"}}, nil); !errors.Is(err, store.ErrMissing) {
		t.Errorf("a match that does not exist: %v", err)
	}
	for i := range matches {
		kept, err := db.Load(ctx, id(i))
		if err != nil || len(kept.Log) != rounds {
			t.Fatalf("match %d has %d entries: %v", i, len(kept.Log), err)
		}
		for n, e := range kept.Log {
			if e.Move != fmt.Sprint("move ", n) {
				t.Fatalf("match %d: entry %d is %q", i, n, e.Move)
			}
		}
	}
	if err := db.Check(ctx); err != nil {
		t.Error(err)
	}
}
