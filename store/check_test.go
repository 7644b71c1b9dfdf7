package store_test

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/plygame/ply/match"
	"github.com/plygame/ply/store"
)

// Check finds missing and changed data in any match.
func TestCheckFindsDamage(t *testing.T) {
	ctx := context.Background()
	for name, damage := range map[string]string{
		"nothing":            "",
		"an entry changed":   `UPDATE entries SET entry = replace(entry, 'two', 'TWO') WHERE match = 'b' AND n = 2`,
		"the first missing":  "DELETE FROM entries WHERE match = 'a' AND n = 1",
		"the last missing":   "DELETE FROM entries WHERE match = 'b' AND n = 2",
		"all missing":        "DELETE FROM entries WHERE match = 'a'",
		"one elsewhere":      "UPDATE entries SET match = 'c', n = 1 WHERE match = 'b' AND n = 2",
		"a wrong count":      "UPDATE counts SET entries = 3 WHERE match = 'c'",
		"another before it":  "UPDATE entries SET before = 0 WHERE match = 'b' AND n = 2",
		"another at the end": "UPDATE counts SET last = 1 WHERE match = 'b'",
		"a circle":           "UPDATE entries SET before = id WHERE match = 'b' AND n = 2",
		"no count":           "DELETE FROM counts WHERE match = 'b'",
		"no count of none":   "DELETE FROM counts WHERE match = 'c'",
		"an empty setup":     "UPDATE matches SET setup = '' WHERE id = 'b'",
		"a changed name":     `UPDATE names SET name = 'Eve'`,
		"a changed setup":    `UPDATE matches SET setup = replace(setup, '"b"', '"c"') WHERE id = 'b'`,
		"a changed listing":  `UPDATE matches SET about = replace(about, '"b"', '"c"') WHERE id = 'b'`,
		"no listing":         "UPDATE matches SET about = '{' WHERE id = 'c'",
	} {
		path := filepath.Join(t.TempDir(), "matches.db")
		s, err := store.OpenSQLite(path)
		if err != nil {
			t.Fatal(err)
		}
		log := []match.Entry{{Kind: match.Moved, Move: "one"}, {Kind: match.Moved, Move: "two", Player: &match.Player{Name: "Ada"}}}
		for id, entries := range map[string][]match.Entry{"a": log, "b": log, "c": nil} {
			if err := s.Create(ctx, store.Kept{Setup: match.Setup{ID: id}, Log: entries}, match.Listing{ID: id}); err != nil {
				t.Fatal(err)
			}
		}
		db, err := sql.Open("sqlite", path)
		if err == nil && damage != "" {
			_, err = db.Exec(damage)
		}
		if err != nil {
			t.Fatal(err)
		}
		db.Close()
		if err := s.Check(ctx); (err == nil) != (damage == "") || err != nil && !errors.Is(err, store.ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
		lost := 0
		for id, entries := range map[string]int{"a": 2, "b": 2, "c": 0} {
			if kept, err := s.Load(ctx, id); err != nil && !errors.Is(err, store.ErrDamaged) || err == nil && len(kept.Log) != entries {
				t.Errorf("%s: match %s has %d entries, %v", name, id, len(kept.Log), err)
			} else if err != nil {
				lost++
			}
		}
		if (lost == 0) != (damage == "") {
			t.Errorf("%s: %d matches cannot be read", name, lost)
		}
		if x, err := os.Stat(path); err != nil || x.Mode().Perm() != 0o600 {
			t.Errorf("other users may read the file: %v, %v", x.Mode(), err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A list has all readable matches and names the others.
func TestListWithDamage(t *testing.T) {
	ctx := context.Background()
	for _, damage := range []string{"about = '{'", "about = ''", `about = replace(about, '"b"', '"c"')`, "about_sum = about_sum + 1"} {
		path := filepath.Join(t.TempDir(), "matches.db")
		s, err := store.OpenSQLite(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range []string{"a", "b", "c"} {
			if err := s.Create(ctx, store.Kept{Setup: match.Setup{ID: id}}, match.Listing{ID: id}); err != nil {
				t.Fatal(err)
			}
		}
		if err := exec(t, path, "UPDATE matches SET "+damage+" WHERE id = 'b'"); err != nil {
			t.Fatal(err)
		}
		all, err := s.List(ctx, store.Query{})
		if len(all) != 2 || all[0].ID != "a" || all[1].ID != "c" || !errors.Is(err, store.ErrDamaged) || !strings.Contains(err.Error(), "match b") {
			t.Errorf("%s: %v, %v", damage, all, err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// firstVersion is a store made by the first version of this package.
const firstVersion = `
CREATE TABLE matches (id TEXT PRIMARY KEY, setup TEXT NOT NULL, entries INTEGER NOT NULL, about TEXT NOT NULL, game TEXT NOT NULL,
	open INTEGER NOT NULL, over INTEGER NOT NULL, unlisted INTEGER NOT NULL, updated INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX matches_updated ON matches (updated DESC, id);
CREATE INDEX matches_open ON matches (game, updated DESC) WHERE open = 1 AND unlisted = 0;
CREATE TABLE entries (match TEXT NOT NULL, n INTEGER NOT NULL, entry TEXT NOT NULL, sum INTEGER NOT NULL, PRIMARY KEY (match, n)) WITHOUT ROWID;
CREATE TABLE snapshots (match TEXT PRIMARY KEY, n INTEGER NOT NULL, save BLOB NOT NULL) WITHOUT ROWID;
INSERT INTO matches VALUES ('a', '{"id":"a"}', 1, '{"id":"a","game":"hex"}', 'hex', 1, 0, 0, 7), ('b', '{"id":"b"}', 0, '{"id":"b"}', 'hex', 0, 0, 0, 8);
INSERT INTO entries VALUES ('a', 1, '{"kind":"move","seat":0,"move":"one","at":"2026-01-02T03:04:05Z","hash":""}', 2279190888);
PRAGMA application_id = 0x706c7931;
PRAGMA user_version = 1;
`

// A store of the first version can be read and continued.
func TestFirstVersion(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "matches.db")
	db, err := sql.Open("sqlite", path)
	if err == nil {
		_, err = db.Exec(firstVersion)
	}
	if err = errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	s, err := store.OpenSQLite(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Check(ctx); err != nil {
		t.Fatal(err)
	}
	if all, err := s.List(ctx, store.Query{Open: true}); err != nil || len(all) != 1 || all[0].ID != "a" {
		t.Errorf("the open ones are %v, %v", all, err)
	}
	for id, after := range map[string]int{"a": 1, "b": 0} {
		if err := s.Append(ctx, id, after+1, []match.Entry{{Kind: match.Moved, Move: "early"}}, nil); !errors.Is(err, store.ErrConflict) {
			t.Errorf("match %s: an entry out of order: %v", id, err)
		}
		if err := s.Append(ctx, id, after, []match.Entry{{Kind: match.Moved, Move: "two"}}, nil); err != nil {
			t.Error(err)
		}
		if kept, err := s.Load(ctx, id); err != nil || len(kept.Log) != after+1 || kept.Log[after].Move != "two" {
			t.Errorf("match %s has %v, %v", id, kept.Log, err)
		}
	}
}
