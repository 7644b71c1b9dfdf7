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
	"runtime"
	"sync"

	_ "modernc.org/sqlite" // the driver

	"github.com/plygame/ply/match"
)

// SQLite is a Store in one file. Several programs may use the file at once. Concurrent appends share one sync of the
// disk.
type SQLite struct {
	path  string
	read  *sql.DB // for single matches
	lists *sql.DB // for lists, which take longer
	write *sql.DB
	jobs  chan *job

	statements statements // of the writer
	claim      claim

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
	if _, err := recognise(path); err != nil {
		return nil, fmt.Errorf("cannot open the store %s: %w", path, explained(err))
	}
	s := &SQLite{path: path, jobs: make(chan *job, 1024), done: make(chan struct{})}
	var err error
	if s.write, err = sql.Open("sqlite",
		source(path, "journal_mode(WAL)", "synchronous(FULL)", "wal_autocheckpoint(4000)", "secure_delete(1)")); err != nil {
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
	if s.lists, err = sql.Open("sqlite", source(path, "query_only(1)", "cache_size(-32000)")); err != nil { // the first pages of all lists fit
		return nil, errors.Join(err, s.read.Close(), s.write.Close())
	}
	s.lists.SetMaxOpenConns(max(1, runtime.GOMAXPROCS(0)/2)) // leave processors to everything else
	go s.writer()
	return s, nil
}

// source returns the data source name, with the settings of every connection.
func source(path string, pragmas ...string) string {
	q := url.Values{"_pragma": append([]string{"busy_timeout(10000)"}, pragmas...), "_txlock": {"immediate"}}
	return "file:" + escaped(path) + "?" + q.Encode()
}

// escaped returns a path for a data source name.
func escaped(path string) string { return (&url.URL{Path: path}).EscapedPath() }

// Load implements Store.
func (s *SQLite) Load(ctx context.Context, id string) (Kept, error) {
	tx, err := s.reading(ctx, s.read)
	if err != nil {
		return Kept{}, err
	}
	defer tx.Rollback()
	m, count, err := describe(ctx, tx, id)
	if err == nil {
		m.Log, err = readLog(ctx, tx, id)
	}
	if err == nil && len(m.Log) != count {
		err = fmt.Errorf("it has %d entries instead of %d", len(m.Log), count)
	}
	if err != nil {
		return Kept{}, unread(ctx, id, err)
	}
	x := match.Snapshot{}
	if tx.QueryRowContext(ctx, "SELECT n, save FROM snapshots WHERE match = ?", id).Scan(&x.Seq, &x.Save) == nil {
		m.Snapshot = &x
	}
	return m, nil
}

// Describe implements Store.
func (s *SQLite) Describe(ctx context.Context, id string) (Kept, error) {
	tx, err := s.reading(ctx, s.read)
	if err != nil {
		return Kept{}, err
	}
	defer tx.Rollback()
	m, _, err := describe(ctx, tx, id)
	if err != nil {
		return Kept{}, unread(ctx, id, err)
	}
	return m, nil
}

// describe returns a match without its log, and the number of its entries.
func describe(ctx context.Context, tx *sql.Tx, id string) (m Kept, count int, err error) {
	var setup, about summed
	err = tx.QueryRowContext(ctx,
		"SELECT setup, setup_sum, ifnull(entries, -1), about, about_sum FROM matches LEFT JOIN counts ON match = id WHERE id = ?", id).
		Scan(&setup.text, &setup.sum, &count, &about.text, &about.sum)
	if errors.Is(err, sql.ErrNoRows) {
		return Kept{}, 0, whyMissing(ctx, tx, id)
	}
	if err == nil {
		err = errors.Join(setup.read(id, ofSetup, &m.Setup), about.read(id, ofListing, &m.About))
	}
	return m, count, err
}

// unread returns why a match could not be read.
func unread(ctx context.Context, id string, err error) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, ErrMissing):
		return err
	}
	return fmt.Errorf("match %s: %w: %w", id, ErrDamaged, err)
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
func (s *SQLite) reading(ctx context.Context, db *sql.DB) (*sql.Tx, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.closed {
		return nil, ErrClosed
	}
	return db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
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
	if err := rows.Err(); err != nil {
		return nil, err
	}
	return log, restoreNames(ctx, tx, id, log)
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
	return errors.Join(s.read.Close(), s.lists.Close(), s.write.Close(), s.claim.close())
}
