package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"

	_ "modernc.org/sqlite" // the driver

	"github.com/plygame/ply/match"
)

// SQLite is a Store in one file. Several programs may use the file at once. Concurrent appends share one sync of the
// disk.
type SQLite struct {
	path  string
	read  *sql.DB
	write *sql.DB
	jobs  chan *job

	statements statements // of the writer

	mu     sync.RWMutex // locked for writing while closing
	closed bool
	done   chan struct{}
}

// OpenSQLite opens the file, or creates it if it does not exist. It migrates files of older versions, and refuses files
// that are damaged, of a newer version, or not of this package.
func OpenSQLite(path string) (*SQLite, error) {
	if dir := filepath.Dir(path); dir != "." {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, fmt.Errorf("cannot create the store %s: %w", path, err)
		}
	}
	// Only the owner may read the file: it contains the seeds of unfinished matches.
	if f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600); err == nil {
		f.Close()
	}
	if err := recognise(path); err != nil {
		return nil, fmt.Errorf("cannot open the store %s: %w", path, explained(err))
	}
	s := &SQLite{path: path, jobs: make(chan *job, 1024), done: make(chan struct{})}
	var err error
	if s.write, err = sql.Open("sqlite", source(path, "journal_mode(WAL)", "synchronous(FULL)", "wal_autocheckpoint(4000)")); err != nil {
		return nil, err
	}
	s.write.SetMaxOpenConns(1)
	if err := s.migrate(context.Background()); err != nil {
		return nil, errors.Join(fmt.Errorf("cannot open the store %s: %w", path, explained(err)), s.write.Close())
	}
	if s.read, err = sql.Open("sqlite", source(path, "query_only(1)")); err != nil {
		return nil, errors.Join(err, s.write.Close())
	}
	s.read.SetMaxOpenConns(4)
	go s.writer()
	return s, nil
}

// source returns the data source name, with the settings of every connection.
func source(path string, pragmas ...string) string {
	q := url.Values{"_pragma": append([]string{"busy_timeout(10000)"}, pragmas...), "_txlock": {"immediate"}}
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + q.Encode()
}

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

// recognise refuses a file that is not of this package or is of a newer version, before anything in it changes.
func recognise(path string) error {
	db, err := sql.Open("sqlite", source(path, "query_only(1)"))
	if err != nil {
		return err
	}
	_, err = versionOf(context.Background(), db)
	return errors.Join(err, db.Close())
}

// versionOf returns the version of a file, or 0 if it is empty.
func versionOf(ctx context.Context, db *sql.DB) (version int, err error) {
	var app, tables int
	for pragma, into := range map[string]*int{"PRAGMA application_id": &app, "PRAGMA user_version": &version, "SELECT count(*) FROM sqlite_schema": &tables} {
		if err := db.QueryRowContext(ctx, pragma).Scan(into); err != nil {
			return 0, err
		}
	}
	switch {
	case app != applicationID && tables > 0:
		return 0, errors.New("it is a database, but not one of Ply")
	case version > len(migrations):
		return 0, fmt.Errorf("it has version %d, written by a newer Ply; this one supports versions up to %d", version, len(migrations))
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
	for _, step := range append(migrations[version:], fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", applicationID, len(migrations))) {
		if _, err := tx.ExecContext(ctx, step); err != nil {
			return err
		}
	}
	if version < 3 {
		if err := addSums(ctx, tx); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// Load implements Store.
func (s *SQLite) Load(ctx context.Context, id string) (Kept, error) {
	tx, err := s.reading(ctx)
	if err != nil {
		return Kept{}, err
	}
	defer tx.Rollback()
	var m Kept
	var setup, about summed
	var count int
	err = tx.QueryRowContext(ctx, "SELECT setup, setup_sum, ifnull(entries, -1), about, about_sum FROM matches LEFT JOIN counts ON match = id WHERE id = ?", id).
		Scan(&setup.text, &setup.sum, &count, &about.text, &about.sum)
	if errors.Is(err, sql.ErrNoRows) {
		return Kept{}, ErrMissing
	}
	if err == nil {
		err = errors.Join(setup.read(id, ofSetup, &m.Setup), about.read(id, ofListing, &m.About))
	}
	if err == nil {
		m.Log, err = readLog(ctx, tx, id)
	}
	if err == nil && len(m.Log) != count {
		err = fmt.Errorf("it has %d entries instead of %d", len(m.Log), count)
	}
	switch {
	case ctx.Err() != nil:
		return Kept{}, ctx.Err()
	case err != nil:
		return Kept{}, fmt.Errorf("match %s: %w: %w", id, ErrDamaged, err)
	}
	x := match.Snapshot{}
	if tx.QueryRowContext(ctx, "SELECT n, save FROM snapshots WHERE match = ?", id).Scan(&x.Seq, &x.Save) == nil {
		m.Snapshot = &x
	}
	return m, nil
}

// summed is a text with its checksum.
type summed struct {
	text []byte
	sum  uint32
}

// read parses the setup or the listing of a match, and checks its checksum.
func (x *summed) read(id string, what int, into any) error {
	name := map[int]string{ofSetup: "setup", ofListing: "listing"}[what]
	if x.sum != checksum(id, what, x.text) {
		return fmt.Errorf("its %s has changed", name)
	}
	if err := json.Unmarshal(x.text, into); err != nil {
		return fmt.Errorf("its %s: %w", name, err)
	}
	return nil
}

// reading starts a read transaction.
func (s *SQLite) reading(ctx context.Context) (*sql.Tx, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.closed {
		return nil, ErrClosed
	}
	return s.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
}

func readLog(ctx context.Context, tx *sql.Tx, id string) (log []match.Entry, err error) {
	rows, err := tx.QueryContext(ctx, `WITH RECURSIVE past AS (
			SELECT e.* FROM entries AS e, counts WHERE counts.match = ? AND e.id = counts.last
			UNION ALL SELECT e.* FROM entries AS e, past WHERE e.id = past.before AND e.id < past.id
		) SELECT n, entry, sum FROM past ORDER BY n`, id)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var n int
		var text []byte
		var sum uint32
		if err := rows.Scan(&n, &text, &sum); err != nil {
			return nil, err
		}
		if n != len(log)+1 {
			return nil, fmt.Errorf("entry %d is missing", len(log)+1)
		}
		if sum != checksum(id, n, text) {
			return nil, fmt.Errorf("entry %d has changed", n)
		}
		var e match.Entry
		if err := json.Unmarshal(text, &e); err != nil {
			return nil, fmt.Errorf("entry %d: %w", n, err)
		}
		log = append(log, e)
	}
	return log, rows.Err()
}

// List implements Store.
func (s *SQLite) List(ctx context.Context, q Query) ([]match.Listing, error) {
	tx, err := s.reading(ctx)
	if err != nil {
		return nil, err
	}
	defer tx.Rollback()
	where, args := q.where()
	rows, err := tx.QueryContext(ctx, "SELECT id, about, about_sum FROM matches WHERE "+where+" ORDER BY updated DESC, id LIMIT ?", append(args, q.most())...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := []match.Listing{}
	var damage []error
	for rows.Next() {
		var id string
		var about summed
		var x match.Listing
		if err := rows.Scan(&id, &about.text, &about.sum); err != nil {
			return nil, err
		}
		if err := about.read(id, ofListing, &x); err != nil {
			damage = append(damage, fmt.Errorf("match %s: %w: %w", id, ErrDamaged, err))
			continue
		}
		all = append(all, x)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	return all, errors.Join(damage...)
}

// where returns the SQL condition of a query.
func (q Query) where() (string, []any) {
	terms, args := []string{"1"}, []any{}
	add := func(term string, value ...any) { terms, args = append(terms, term), append(args, value...) }
	if !q.Unlisted {
		add("unlisted = 0")
	}
	if q.Game != "" {
		add("game = ?", q.Game)
	}
	if q.Open {
		add("open = 1")
	}
	if q.Over != nil {
		add("over = ?", *q.Over)
	}
	if !q.Before.IsZero() {
		add("updated < ?", q.Before.UnixMilli())
	}
	return strings.Join(terms, " AND "), args
}

// copyTo writes a copy to a new file.
func (s *SQLite) copyTo(ctx context.Context, path string) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.closed {
		return ErrClosed
	}
	db, err := sql.Open("sqlite", source(s.path))
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = db.ExecContext(ctx, "VACUUM INTO ?", path)
	return err
}

// Check checks the whole file for damage: its structure, and the checksum of every setup, listing and entry.
func (s *SQLite) Check(ctx context.Context) error {
	tx, err := s.reading(ctx)
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
	return checkEntries(ctx, tx)
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
		if err := errors.Join(setup.read(id, ofSetup, &match.Setup{}), about.read(id, ofListing, &match.Listing{})); err != nil {
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

// Close implements Store.
func (s *SQLite) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	close(s.jobs)
	s.mu.Unlock()
	<-s.done
	return errors.Join(s.read.Close(), s.write.Close())
}
