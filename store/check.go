package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/plygame/ply/match"
)

// Check checks the whole file for damage: its structure, and the checksum of every setup, listing and entry.
func (s *SQLite) Check(ctx context.Context) error {
	tx, err := s.reading(ctx, s.lists)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var verdict string
	if err := tx.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&verdict); err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if verdict != "ok" {
		return fmt.Errorf("%w: %s", ErrDamaged, verdict)
	}
	if err := checkMatches(ctx, tx); err != nil {
		return err
	}
	if err := checkNames(ctx, tx); err != nil {
		return err
	}
	return checkEntries(ctx, tx)
}

// checkNames checks the checksum of every name.
func checkNames(ctx context.Context, tx *sql.Tx) error {
	rows, err := tx.QueryContext(ctx, "SELECT match, n, name, sum FROM names")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id, name string
		var n int
		var sum uint32
		if err := rows.Scan(&id, &n, &name, &sum); err != nil {
			return err
		}
		if sum != checksum(id, ofName(n), []byte(name)) {
			return fmt.Errorf("match %s: %w: the name in entry %d has changed", id, ErrDamaged, n)
		}
	}
	return rows.Err()
}

// checkMatches checks that the setup and the listing of every match can be read.
func checkMatches(ctx context.Context, tx *sql.Tx) error {
	rows, err := tx.QueryContext(ctx, "SELECT id, setup, setup_sum, about, about_sum FROM matches")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		var setup, about summed
		if err := rows.Scan(&id, &setup.text, &setup.sum, &about.text, &about.sum); err != nil {
			return err
		}
		if err := errors.Join(setup.read(id, ofSetup, &match.Setup{}),
			about.read(id, ofListing, &match.Listing{})); err != nil {
			return fmt.Errorf("match %s: %w: %w", id, ErrDamaged, err)
		}
	}
	return rows.Err()
}

// checkEntries checks that every match has all its entries in order, each with its checksum.
func checkEntries(ctx context.Context, tx *sql.Tx) error {
	rows, err := tx.QueryContext(ctx, `SELECT matches.id, ifnull(counts.entries, -1), ifnull(last, -1), ifnull(entries.id, 0), before, n, entry, sum
		FROM matches LEFT JOIN counts ON counts.match = matches.id LEFT JOIN entries ON entries.match = matches.id ORDER BY matches.id, n`)
	if err != nil {
		return err
	}
	defer rows.Close()
	id, want, have := "", 0, 0
	var last, reached int64 // the expected and the actual row ID of the last entry
	for rows.Next() {
		var next string
		var count int
		var end, at int64
		var before, n, sum sql.NullInt64
		var text []byte
		if err := rows.Scan(&next, &count, &end, &at, &before, &n, &text, &sum); err != nil {
			return err
		}
		if next != id {
			if have != want || reached != last {
				break
			}
			id, want, last, have, reached = next, count, end, 0, 0
		}
		if !n.Valid {
			continue // a match without entries
		}
		if have++; int(n.Int64) != have || before.Int64 != reached || sum.Int64 != int64(checksum(id, have, text)) {
			return fmt.Errorf("match %s: %w: entry %d is missing or has changed", id, ErrDamaged, have)
		}
		reached = at
	}
	if (have != want || reached != last) && rows.Err() == nil {
		return fmt.Errorf("match %s: %w: it has %d entries instead of %d", id, ErrDamaged, have, want)
	}
	return rows.Err()
}
