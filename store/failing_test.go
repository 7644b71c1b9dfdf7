package store_test

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/store"
)

// exec modifies the file without the store's knowledge.
func exec(t *testing.T, path, query string) error {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	_, err = db.Exec(query)
	return err
}

// note is an entry that may be long.
func note(m *match.Match, text string) []match.Entry {
	return []match.Entry{{Kind: match.Seated, Player: &match.Player{Name: text}, Hash: m.State().HashText()}}
}

// On a full or read-only disk, nothing is acknowledged that is not stored; afterwards the store works again.
func TestFullDisk(t *testing.T) {
	for name, pragma := range map[string][2]string{
		"full":      {"PRAGMA max_page_count = 20", "PRAGMA max_page_count = 1000000"},
		"read-only": {"PRAGMA query_only = 1", "PRAGMA query_only = 0"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "ply.db")
			s := openFile(t, path)
			m := newMatch(t, "m")
			create(t, s, m)
			kept, failed := 0, 0
			for range 60 {
				if err := s.Set(pragma[0]); err != nil {
					t.Fatal(err)
				}
				err := s.Append(ctx, "m", kept, note(m, strings.Repeat("x", 4000)), nil)
				switch {
				case err == nil:
					kept++
				case errors.Is(err, store.ErrConflict) || errors.Is(err, store.ErrMissing):
					t.Fatalf("for a disk that is %s the error is %v", name, err)
				default:
					failed++
				}
			}
			if failed == 0 {
				t.Fatalf("the disk is not %s: %d entries", name, kept)
			}
			if n := load(t, s, "m").Seq(); n != kept {
				t.Errorf("%d entries were acknowledged, but %d are there", kept, n)
			}
			if err := s.Set(pragma[0]); err != nil {
				t.Fatal(err)
			}
			if err := s.Create(ctx, store.Kept{Setup: newMatch(t, "n").Setup(), Log: note(m, strings.Repeat("x", 4000))}, m.Listing()); err == nil {
				t.Error("a match is created on a full disk")
			}
			if err := s.Set(pragma[1]); err != nil {
				t.Fatal(err)
			}
			for range 3 {
				if err := s.Append(ctx, "m", kept, note(m, "y"), nil); err != nil {
					t.Fatalf("the store does not recover: %v", err)
				}
				kept++
			}
			create(t, s, newMatch(t, "n"))
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			again := openFile(t, path)
			if n := load(t, again, "m").Seq(); n != kept || again.Check(ctx) != nil {
				t.Errorf("%d entries were acknowledged, but %d are there", kept, n)
			}
		})
	}
}

// A match that cannot be written does not block others.
func TestFailingMatchDoesNotBlockOthers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ply.db")
	s := openFile(t, path)
	if err := exec(t, path, `CREATE TRIGGER bad BEFORE INSERT ON entries WHEN NEW.match = 'bad' BEGIN SELECT RAISE(ABORT, 'it cannot be written'); END`); err != nil {
		t.Fatal(err)
	}
	var all []*match.Match
	for k := range 20 {
		all = append(all, newMatch(t, fmt.Sprint("m", k)))
		create(t, s, all[k])
	}
	bad := newMatch(t, "bad")
	create(t, s, bad)
	var wg sync.WaitGroup
	var stop atomic.Bool
	for range 3 {
		wg.Go(func() {
			for !stop.Load() {
				if err := s.Append(ctx, "bad", 0, note(bad, "x"), nil); err == nil {
					t.Error("the match was written")
				}
			}
		})
	}
	var good sync.WaitGroup
	for k, m := range all {
		good.Go(func() {
			for n := range 10 {
				if err := s.Append(ctx, fmt.Sprint("m", k), n, note(m, "x"), nil); err != nil {
					t.Errorf("match %d: %v", k, err)
					return
				}
			}
		})
	}
	good.Wait()
	stop.Store(true)
	wg.Wait()
	if n := load(t, s, "bad").Seq(); n != 0 {
		t.Errorf("the bad one has %d entries", n)
	}
}

// Pages damaged while the store is in use are noticed: a match is loaded as it was or not at all, and nothing is
// acknowledged that is not there.
func TestDamageWhileRunning(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ply.db")
	s := openFile(t, path)
	var all []*match.Match
	for k := range 40 {
		m := newMatch(t, fmt.Sprint("m", k))
		create(t, s, m)
		for i, text := range []string{"place b2", "place a1", "place c3"} {
			batch, err := m.Play(game.Seat(i%2), m.Seq(), text)
			keep(t, s, m, batch, err)
		}
		all = append(all, m)
	}
	if err := exec(t, path, "PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	for at := int64(4096 * 3); at < info.Size(); at += 512 {
		if _, err := f.WriteAt([]byte(strings.Repeat("\xee", 40)), at); err != nil {
			t.Fatal(err)
		}
	}
	other := openAnyway(path) // has read nothing yet
	noticed := 0
	for _, x := range []*store.SQLite{s, other} {
		if x == nil {
			noticed++
			continue
		}
		for k, m := range all {
			id := fmt.Sprint("m", k)
			kept, err := x.Load(ctx, id)
			if err != nil {
				noticed++
			} else if asText(kept.Log) != asText(m.Log(1)) {
				t.Errorf("match %d is loaded as %s", k, asText(kept.Log))
			}
			if x.Append(ctx, id, 3, note(m, "x"), nil) == nil {
				batch, _ := m.Sit(0, match.Player{Name: "x"})
				m.Commit(batch)
				if kept, err := x.Load(ctx, id); err == nil && len(kept.Log) != 4 {
					t.Errorf("match %d: an acknowledged entry is missing", k)
				}
			}
		}
	}
	if noticed == 0 {
		t.Error("no damage was noticed")
	}
	if other != nil {
		other.Close()
	}
}

func openAnyway(path string) *store.SQLite {
	s, err := store.OpenSQLite(path)
	if err != nil {
		return nil
	}
	return s
}
