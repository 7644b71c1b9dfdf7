package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// applicationID identifies files of this package: "ply1".
const applicationID = 0x706c7931

// migrations each bring a file from one version to the next.
var migrations = []string{`
CREATE TABLE matches (
	id       TEXT PRIMARY KEY,
	setup    TEXT NOT NULL,
	entries  INTEGER NOT NULL,
	about    TEXT NOT NULL,
	game     TEXT NOT NULL,
	open     INTEGER NOT NULL,
	over     INTEGER NOT NULL,
	unlisted INTEGER NOT NULL,
	updated  INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX matches_updated ON matches (updated DESC, id);
CREATE INDEX matches_open ON matches (game, updated DESC) WHERE open = 1 AND unlisted = 0;
CREATE TABLE entries (
	match TEXT NOT NULL,
	n     INTEGER NOT NULL,
	entry TEXT NOT NULL,
	sum   INTEGER NOT NULL,
	PRIMARY KEY (match, n)
) WITHOUT ROWID;
CREATE TABLE snapshots (
	match TEXT PRIMARY KEY,
	n     INTEGER NOT NULL,
	save  BLOB NOT NULL
) WITHOUT ROWID;
`, `
CREATE TABLE counts ( -- apart from matches, whose rows are long: a count changes with every move
	match   TEXT PRIMARY KEY,
	entries INTEGER NOT NULL,
	last    INTEGER NOT NULL -- the id of the last entry
) WITHOUT ROWID;
ALTER TABLE entries RENAME TO sorted;
CREATE TABLE entries ( -- in the order in which they came: those of one commit lie in a few pages
	id     INTEGER PRIMARY KEY,
	before INTEGER NOT NULL, -- the id of the entry before it in its match
	match  TEXT NOT NULL,
	n      INTEGER NOT NULL,
	entry  TEXT NOT NULL,
	sum    INTEGER NOT NULL
);
INSERT INTO entries SELECT id, iif(n = 1, 0, id - 1), match, n, entry, sum
	FROM (SELECT row_number() OVER (ORDER BY match, n) AS id, * FROM sorted);
INSERT INTO counts SELECT id, entries, ifnull(last, 0)
	FROM matches LEFT JOIN (SELECT match, max(id) AS last FROM entries GROUP BY match) ON match = matches.id;
ALTER TABLE matches DROP COLUMN entries;
DROP TABLE sorted;
`, `
ALTER TABLE matches ADD COLUMN setup_sum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN about_sum INTEGER NOT NULL DEFAULT 0;
`, `
DROP INDEX matches_open; -- each index below has the order of a list
CREATE INDEX matches_open ON matches (updated DESC, id) WHERE open = 1 AND unlisted = 0;
CREATE INDEX matches_game_open ON matches (game, updated DESC, id) WHERE open = 1 AND unlisted = 0;
CREATE INDEX matches_over ON matches (over, updated DESC, id) WHERE unlisted = 0;
CREATE INDEX matches_game_over ON matches (game, over, updated DESC, id) WHERE unlisted = 0;
CREATE INDEX matches_kept ON matches (over, updated DESC, id);
CREATE TABLE deleted (
	match TEXT PRIMARY KEY,
	at    INTEGER NOT NULL,
	why   TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE names ( -- of the players in entries: apart from the log, so that they can be erased
	match TEXT NOT NULL,
	n     INTEGER NOT NULL,
	name  TEXT NOT NULL,
	sum   INTEGER NOT NULL,
	PRIMARY KEY (match, n)
) WITHOUT ROWID;
`}

// addSums adds the checksums that a file of version 2 lacks.
func addSums(ctx context.Context, tx *sql.Tx) error {
	for last, more := "", true; more; {
		rows, err := tx.QueryContext(ctx, "SELECT id, setup, about FROM matches WHERE id > ? ORDER BY id LIMIT 1000", last)
		if err != nil {
			return err
		}
		var found [][3]string
		for rows.Next() {
			var x [3]string
			if err := rows.Scan(&x[0], &x[1], &x[2]); err != nil {
				return errors.Join(err, rows.Close())
			}
			found = append(found, x)
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			return err
		}
		for _, x := range found {
			last = x[0]
			if _, err := tx.ExecContext(ctx, "UPDATE matches SET setup_sum = ?, about_sum = ? WHERE id = ?",
				checksum(last, ofSetup, []byte(x[1])), checksum(last, ofListing, []byte(x[2])), last); err != nil {
				return err
			}
		}
		more = len(found) > 0
	}
	return nil
}

// recognise refuses a file that is not of this package or is of a newer version, before anything in it changes. It
// returns the version.
func recognise(path string) (version int, err error) {
	db, err := sql.Open("sqlite", source(path, "query_only(1)"))
	if err != nil {
		return 0, err
	}
	version, err = versionOf(context.Background(), db)
	return version, errors.Join(err, db.Close())
}

// versionOf returns the version of a file, or 0 if it is empty.
func versionOf(ctx context.Context, db *sql.DB) (version int, err error) {
	var app, tables int
	for pragma, into := range map[string]*int{"PRAGMA application_id": &app, "PRAGMA user_version": &version,
		"SELECT count(*) FROM sqlite_schema": &tables} {
		if err := db.QueryRowContext(ctx, pragma).Scan(into); err != nil {
			return 0, err
		}
	}
	switch {
	case app != applicationID && tables > 0:
		return 0, errors.New("it is a database, but not one of Ply")
	case version > len(migrations):
		return 0, fmt.Errorf("it has version %d, written by a newer Ply; this one supports versions up to %d", version,
			len(migrations))
	}
	return version, nil
}

// migrate brings the file to the current version.
func (s *SQLite) migrate(ctx context.Context) error {
	version, err := versionOf(ctx, s.write)
	if err != nil || version == len(migrations) {
		return err
	}
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for _, step := range append(migrations[version:],
		fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", applicationID, len(migrations))) {
		if _, err := tx.ExecContext(ctx, step); err != nil {
			return err
		}
	}
	if version < 3 {
		if err := addSums(ctx, tx); err != nil {
			return err
		}
	}
	if version < 4 {
		if err := moveNames(ctx, tx); err != nil {
			return err
		}
	}
	return tx.Commit()
}
