package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Delete implements Store.
func (s *SQLite) Delete(ctx context.Context, id string, after int, why string) error {
	return s.submit(ctx, func(st *statements) error {
		byMatch := ""
		if after == AnyLength {
			if err := st.whyNot(id); !errors.Is(err, ErrConflict) { // there is no such match
				return err
			}
			byMatch = " OR match = ?1" // reads the whole table, but finds entries whose order is lost
		} else if err := st.insert(id, after, nil); err != nil { // checks the number of entries
			return err
		}
		for _, query := range []string{
			`DELETE FROM entries WHERE id IN (WITH RECURSIVE past AS (
				SELECT e.id, e.before FROM entries AS e, counts WHERE counts.match = ?1 AND e.id = counts.last
				UNION ALL SELECT e.id, e.before FROM entries AS e, past WHERE e.id = past.before AND e.id < past.id
			) SELECT id FROM past)` + byMatch,
			"DELETE FROM names WHERE match = ?",
			"DELETE FROM snapshots WHERE match = ?",
			"DELETE FROM counts WHERE match = ?",
			"DELETE FROM matches WHERE id = ?",
		} {
			if _, err := st.exec(query, id); err != nil {
				return err
			}
		}
		_, err := st.exec("INSERT OR REPLACE INTO deleted (match, at, why) VALUES (?, ?, ?)", id, time.Now().UnixMilli(), why)
		return err
	})
}

// asker can answer a query: a transaction or a connection.
type asker interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// whyMissing returns why there is no such match.
func whyMissing(ctx context.Context, db asker, id string) error {
	var at int64
	var why string
	err := db.QueryRowContext(ctx, "SELECT at, why FROM deleted WHERE match = ?", id).Scan(&at, &why)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return ErrMissing
	case err != nil:
		return err
	}
	return fmt.Errorf("%w on %s: %s", ErrDeleted, time.UnixMilli(at).UTC().Format(time.DateOnly), why)
}
