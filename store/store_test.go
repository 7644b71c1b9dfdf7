package store_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/tictactoe"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/store"
)

var (
	noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	ctx  = context.Background()
)

// stores are all there are. Each must do what the suite asks.
func stores(t *testing.T, ask func(t *testing.T, s store.Store)) {
	for name, open := range map[string]func(t *testing.T) store.Store{
		"memory": func(*testing.T) store.Store { return new(store.Memory) },
		"sqlite": func(t *testing.T) store.Store { return openFile(t, filepath.Join(t.TempDir(), "a b?", "ply.db")) },
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			ask(t, s)
			if err := s.Close(); err != nil {
				t.Error(err)
			}
			if err := s.Close(); err != nil {
				t.Errorf("closed twice: %v", err)
			}
			if _, err := s.Load(ctx, "m"); !errors.Is(err, store.ErrClosed) {
				t.Errorf("loaded from a closed store: %v", err)
			}
			if err := s.Append(ctx, "m", 0, nil, nil); !errors.Is(err, store.ErrClosed) {
				t.Errorf("appended to a closed store: %v", err)
			}
			if _, err := s.List(ctx, store.Query{}); !errors.Is(err, store.ErrClosed) {
				t.Errorf("listed a closed store: %v", err)
			}
		})
	}
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

// keep writes a step down and commits it.
func keep(t *testing.T, s store.Store, m *match.Match, step *match.Step, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Append(ctx, m.Setup().ID, step.After, step.Entries, listing(m)); err != nil {
		t.Fatal(err)
	}
	m.Commit(step)
}

func listing(m *match.Match) *match.Listing {
	x := m.Listing()
	return &x
}

// load opens a match as it is kept.
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

func TestKept(t *testing.T) {
	stores(t, func(t *testing.T, s store.Store) {
		m := newMatch(t, "m")
		step, err := m.Sit(0, match.Player{Name: "Ada", Token: "x"})
		if err != nil {
			t.Fatal(err)
		}
		m.Commit(step)
		create(t, s, m)
		for i, text := range []string{"place b2", "place a1", "place c3"} {
			step, err := m.Play(game.Seat(i%2), m.Seq(), text)
			keep(t, s, m, step, err)
		}
		again := load(t, s, "m")
		if asText(again.Log(1)) != asText(m.Log(1)) || asText(again.Setup()) != asText(m.Setup()) || again.State().HashText() != m.State().HashText() {
			t.Errorf("kept was %s, loaded %s", asText(m.Log(1)), asText(again.Log(1)))
		}
		if err := s.Create(ctx, store.Kept{Setup: m.Setup()}, m.Listing()); !errors.Is(err, store.ErrExists) {
			t.Errorf("made twice: %v", err)
		}
		if again := load(t, s, "m"); again.Seq() != 4 {
			t.Errorf("to make it twice has left %d entries", again.Seq())
		}
	})
}

func TestRefused(t *testing.T) {
	stores(t, func(t *testing.T, s store.Store) {
		m := newMatch(t, "m")
		create(t, s, m)
		step, err := m.Play(0, 0, "place b2")
		if err != nil {
			t.Fatal(err)
		}
		for _, after := range []int{-1, 1, 7} {
			if err := s.Append(ctx, "m", after, step.Entries, listing(m)); !errors.Is(err, store.ErrConflict) {
				t.Errorf("appended after %d: %v", after, err)
			}
		}
		for _, id := range []string{"", "M", "m ", "x'; DROP TABLE matches"} {
			if err := s.Append(ctx, id, 0, step.Entries, listing(m)); !errors.Is(err, store.ErrMissing) {
				t.Errorf("appended to %q: %v", id, err)
			}
			if _, err := s.Load(ctx, id); !errors.Is(err, store.ErrMissing) {
				t.Errorf("loaded %q: %v", id, err)
			}
			if err := s.Snapshot(ctx, id, m.Snapshot()); !errors.Is(err, store.ErrMissing) {
				t.Errorf("snapshot of %q: %v", id, err)
			}
		}
		gone, cancel := context.WithCancel(ctx)
		cancel()
		if err := s.Append(gone, "m", 0, step.Entries, listing(m)); err == nil {
			// It may have been written, or not; then it must be there.
			if load(t, s, "m").Seq() != 1 {
				t.Error("acknowledged, and not there")
			}
		} else if load(t, s, "m").Seq() != 0 {
			t.Error("refused, and there")
		}
	})
}

func TestSnapshots(t *testing.T) {
	stores(t, func(t *testing.T, s store.Store) {
		m := newMatch(t, "m")
		create(t, s, m)
		for i, text := range []string{"place b2", "place a1", "place c3"} {
			step, err := m.Play(game.Seat(i%2), m.Seq(), text)
			keep(t, s, m, step, err)
			x := m.Snapshot()
			if err := s.Snapshot(ctx, "m", x); err != nil {
				t.Fatal(err)
			}
			if k, err := s.Load(ctx, "m"); err != nil || k.Snapshot == nil || k.Snapshot.Seq != i+1 || !bytes.Equal(k.Snapshot.Save, x.Save) {
				t.Errorf("the snapshot of entry %d is %+v: %v", i+1, k.Snapshot, err)
			}
		}
		load(t, s, "m")
	})
}

// Of several who append after the same entry, one succeeds.
func TestConcurrentWriters(t *testing.T) {
	stores(t, func(t *testing.T, s store.Store) {
		const rounds, writers = 40, 8
		m := newMatch(t, "m")
		create(t, s, m)
		entry := func(k int) []match.Entry {
			return []match.Entry{{Kind: match.Seated, Seat: 0, Player: &match.Player{Name: fmt.Sprint(k)}, Hash: m.State().HashText()}}
		}
		for n := range rounds {
			var wg sync.WaitGroup
			var won atomic.Int32
			for k := range writers {
				wg.Go(func() {
					switch err := s.Append(ctx, "m", n, entry(k), nil); {
					case err == nil:
						won.Add(1)
					case !errors.Is(err, store.ErrConflict):
						t.Error(err)
					}
				})
			}
			wg.Wait()
			if won.Load() != 1 {
				t.Fatalf("%d have appended entry %d", won.Load(), n+1)
			}
		}
		if n := load(t, s, "m").Seq(); n != rounds {
			t.Errorf("there are %d entries, not %d", n, rounds)
		}
	})
}

func TestList(t *testing.T) {
	stores(t, func(t *testing.T, s store.Store) {
		for i := range 30 {
			m := newMatch(t, fmt.Sprintf("m%02d", i))
			x := m.Listing()
			x.Updated = noon.Add(time.Duration(i) * time.Minute)
			x.Unlisted = i%10 == 9
			x.Over = i%3 == 0
			x.Game = []string{"tictactoe", "hex"}[i%2]
			if err := s.Create(ctx, store.Kept{Setup: m.Setup()}, x); err != nil {
				t.Fatal(err)
			}
		}
		over, going := true, false
		for want, q := range map[string]store.Query{
			"28 27 26 25 24": {Limit: 5},
			"29 28 27":       {Limit: 3, Unlisted: true},
			"27 25 23":       {Limit: 3, Game: "hex"},
			"28 26":          {Limit: 2, Over: &going},
			"27 24":          {Limit: 2, Over: &over},
			"25 23 17":       {Limit: 3, Open: true, Game: "hex"},
			"3 2 1 0":        {Before: noon.Add(4 * time.Minute)},
			"":               {Game: "chess"},
		} {
			all, err := s.List(ctx, q)
			var ids []string
			for _, x := range all {
				ids = append(ids, strings.TrimPrefix(strings.TrimPrefix(x.ID, "m"), "0"))
			}
			if got := strings.Join(ids, " "); err != nil || got != want {
				t.Errorf("%+v: %s, not %s (%v)", q, got, want, err)
			}
		}
		if all, _ := s.List(ctx, store.Query{Limit: 1_000_000, Unlisted: true}); len(all) != 30 || all[0].ID != "m29" || !slices.Equal(all[0].Seats, []match.Sitter{{Free: true}, {Free: true}}) {
			t.Errorf("%d matches, the first is %+v", len(all), all[0])
		}
	})
}

// Many matches at once are written with few syncs, and all of them are there afterwards.
func TestManyMatches(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ply.db")
	s := openFile(t, path)
	var wg sync.WaitGroup
	for k := range 50 {
		wg.Go(func() {
			m := newMatch(t, fmt.Sprint("m", k))
			create(t, s, m)
			for i, text := range []string{"place b2", "place a1", "place c3", "place a3", "place a2"} {
				step, err := m.Play(game.Seat(i%2), m.Seq(), text)
				keep(t, s, m, step, err)
			}
		})
	}
	wg.Wait()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	again := openFile(t, path)
	for k := range 50 {
		if n := load(t, again, fmt.Sprint("m", k)).Seq(); n != 5 {
			t.Errorf("match %d has %d entries", k, n)
		}
	}
}

// Two programs with the same file cannot both append.
func TestTwoStoresOneFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ply.db")
	a, b := openFile(t, path), openFile(t, path)
	m := newMatch(t, "m")
	create(t, a, m)
	step, err := m.Play(0, 0, "place b2")
	keep(t, b, m, step, err)
	if err := a.Append(ctx, "m", 0, step.Entries, listing(m)); !errors.Is(err, store.ErrConflict) {
		t.Errorf("both have appended: %v", err)
	}
	if load(t, a, "m").Seq() != 1 {
		t.Error("the one does not see what the other has appended")
	}
}

// A file that was cut off or written over is refused or loaded as far as it is whole, never loaded
// otherwise than it was.
func TestDamagedFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "ply.db")
	s := openFile(t, path)
	m := newMatch(t, "m")
	create(t, s, m)
	for i, text := range []string{"place b2", "place a1", "place c3"} {
		step, err := m.Play(game.Seat(i%2), m.Seq(), text)
		keep(t, s, m, step, err)
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
		t.Errorf("only %d damages were noticed", noticed)
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
			t.Errorf("it does not say which file: %v", err)
		}
	}
}

func TestBackup(t *testing.T) {
	dir := t.TempDir()
	s := openFile(t, filepath.Join(dir, "ply.db"))
	m := newMatch(t, "m")
	create(t, s, m)
	copied := filepath.Join(dir, "copy.db")
	if err := s.Backup(ctx, copied); err != nil {
		t.Fatal(err)
	}
	step, err := m.Play(0, 0, "place b2")
	keep(t, s, m, step, err)
	if err := s.Backup(ctx, copied); err == nil {
		t.Error("a backup was written over")
	}
	b := openFile(t, copied)
	if load(t, b, "m").Seq() != 0 || b.Check(ctx) != nil {
		t.Error("the copy is not as the store was")
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
			step, err := m.Play(0, 0, "place b2")
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
						if err := s.Append(ctx, fmt.Sprint("m", k), next[k], step.Entries, nil); err != nil {
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
