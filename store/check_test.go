package store_test

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/plygame/ply/match"
	"github.com/plygame/ply/store"
)

// Check finds what is missing or has changed in any match.
func TestCheckFindsDamage(t *testing.T) {
	ctx := context.Background()
	for name, damage := range map[string]string{
		"nothing":           "",
		"an entry changed":  `UPDATE entries SET entry = replace(entry, 'two', 'TWO') WHERE match = 'b' AND n = 2`,
		"the first missing": "DELETE FROM entries WHERE match = 'a' AND n = 1",
		"the last missing":  "DELETE FROM entries WHERE match = 'b' AND n = 2",
		"all missing":       "DELETE FROM entries WHERE match = 'a'",
		"one elsewhere":     "UPDATE entries SET match = 'c', n = 1 WHERE match = 'b' AND n = 2",
		"a wrong count":     "UPDATE matches SET entries = 3 WHERE id = 'c'",
	} {
		path := filepath.Join(t.TempDir(), "matches.db")
		s, err := store.OpenSQLite(path)
		if err != nil {
			t.Fatal(err)
		}
		log := []match.Entry{{Kind: match.Moved, Move: "one"}, {Kind: match.Moved, Move: "two"}}
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
		if x, err := os.Stat(path); err != nil || x.Mode().Perm() != 0o600 {
			t.Errorf("others may read the file: %v, %v", x.Mode(), err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}
