package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"runtime"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/plygame/ply/match"
)

// maxBatch is the maximum number of jobs written with one sync.
const maxBatch = 1024

// job is something to write. It shares a transaction with other jobs. If it fails, it writes nothing, and the others
// continue.
type job struct {
	do   func(*statements) error
	one  *appended // what do does, if that is to append one entry
	err  error
	done chan struct{}
}

// appended is an entry that is appended to a match.
type appended struct {
	match string
	n     int
	text  []byte
}

// submit waits until a job is on disk.
func (s *SQLite) submit(ctx context.Context, do func(*statements) error) error {
	return s.queue(ctx, &job{do: do, done: make(chan struct{})})
}

// queue is submit for a job.
func (s *SQLite) queue(ctx context.Context, j *job) error {
	s.mu.RLock()
	if s.closed {
		s.mu.RUnlock()
		return ErrClosed
	}
	select {
	case s.jobs <- j:
		s.mu.RUnlock()
	case <-ctx.Done():
		s.mu.RUnlock()
		return ctx.Err()
	}
	<-j.done
	return j.err
}

// writer runs all jobs, in batches of those that are waiting.
func (s *SQLite) writer() {
	defer close(s.done)
	defer s.statements.close()
	var batch []*job
	for first := range s.jobs {
		batch = append(batch[:0], first)
		for n := 0; n < len(batch) && len(batch) < maxBatch; {
			n = len(batch)
			runtime.Gosched() // let other writers join the batch
			batch = s.waiting(batch)
		}
		s.commit(batch)
		clear(batch)
	}
}

// waiting adds the jobs that are waiting to a batch.
func (s *SQLite) waiting(batch []*job) []*job {
	for len(batch) < maxBatch {
		select {
		case j, open := <-s.jobs:
			if !open {
				return batch
			}
			batch = append(batch, j)
		default:
			return batch
		}
	}
	return batch
}

// commit writes a batch, and notifies the waiting callers. If one job makes the database fail, it retries each job
// alone, so that one match cannot block the others.
func (s *SQLite) commit(batch []*job) {
	err := s.transact(batch)
	if errors.Is(err, errJob) && len(batch) > 1 {
		for i := range batch {
			s.commit(batch[i : i+1])
		}
		return
	}
	for _, j := range batch {
		if err != nil {
			j.err = err
		}
		close(j.done)
	}
}

// transact runs the jobs of a batch in one transaction. After a failure, the next transaction gets a new connection.
func (s *SQLite) transact(batch []*job) (err error) {
	st := &s.statements
	defer func() {
		if err != nil {
			st.close()
		}
	}()
	if err := st.begin(s.write); err != nil {
		return err
	}
	if err := st.appendTogether(batch); err != nil {
		return fmt.Errorf("%w: %w", errJob, err)
	}
	for _, j := range batch {
		if j.one != nil && len(batch) > 1 {
			continue
		}
		if j.err = j.do(st); j.err != nil && !verdict(j.err) {
			return fmt.Errorf("%w: %w", errJob, j.err)
		}
	}
	_, err = st.exec("COMMIT")
	return err
}

// maxTogether is the maximum number of entries that one statement appends. Fewer are appended by statements for half as
// many, and so on, so that there are few of them to prepare.
const maxTogether = 16

// together[i] appends 1<<i entries, each to a match with exactly one entry less.
var together = func() (all []string) {
	for n := 1; n <= maxTogether; n *= 2 {
		all = append(all, "INSERT INTO entries (before, match, n, entry, sum) SELECT last, match, column2, column3, column4 FROM (VALUES (?, ?, ?, ?)"+
			strings.Repeat(", (?, ?, ?, ?)", n-1)+") CROSS JOIN counts ON match = column1 AND entries = column2 - 1")
	}
	return all
}()

// appendTogether does the jobs of a batch that append one entry, with a few statements for all. It fails if one of them
// must be refused.
func (st *statements) appendTogether(batch []*job) error {
	if len(batch) < 2 {
		return nil
	}
	args := make([]any, 0, 4*maxTogether)
	for at := 0; at < len(batch); {
		args = args[:0]
		for ; at < len(batch) && len(args) < 4*maxTogether; at++ {
			if x := batch[at].one; x != nil {
				args = append(args, x.match, x.n, string(x.text), checksum(x.match, x.n, x.text))
			}
		}
		for size := len(together) - 1; len(args) > 0; size-- {
			n := 1 << size
			if len(args) < 4*n {
				continue
			}
			if err := st.appendAll(size, args[:4*n]); err != nil {
				return err
			}
			args = args[4*n:]
			size++
		}
	}
	return nil
}

// appendAll appends 1<<size entries.
func (st *statements) appendAll(size int, args []any) error {
	added, err := st.exec(together[size], args...)
	if err != nil {
		return err
	}
	if added != 1<<size {
		return ErrConflict
	}
	_, err = st.exec(`INSERT INTO counts (match, entries, last) SELECT match, n, id FROM entries WHERE id > last_insert_rowid() - ?
		ON CONFLICT (match) DO UPDATE SET entries = excluded.entries, last = excluded.last`, added)
	return err
}

// errJob means that the database failed during a job: nothing is written.
var errJob = errors.New("the job failed")

// verdict reports whether an error is the regular result of a job, which then wrote nothing.
func verdict(err error) bool {
	return errors.Is(err, ErrExists) || errors.Is(err, ErrMissing) || errors.Is(err, ErrConflict)
}

// statements are the prepared statements of a connection.
type statements struct {
	conn *sql.Conn
	all  map[string]*sql.Stmt
}

// begin starts a transaction.
func (st *statements) begin(db *sql.DB) (err error) {
	if st.conn == nil {
		if st.conn, err = db.Conn(context.Background()); err != nil {
			st.conn = nil
			return err
		}
		st.all = map[string]*sql.Stmt{}
	}
	_, err = st.exec("BEGIN IMMEDIATE")
	return err
}

func (st *statements) exec(query string, args ...any) (changed int64, err error) {
	p := st.all[query]
	if p == nil {
		if p, err = st.conn.PrepareContext(context.Background(), query); err != nil {
			return 0, err
		}
		st.all[query] = p
	}
	res, err := p.Exec(args...)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// close closes the connection, which rolls back an open transaction.
func (st *statements) close() {
	if st.conn == nil {
		return
	}
	for _, p := range st.all {
		p.Close()
	}
	_ = st.conn.Raw(func(any) error { return driver.ErrBadConn })
	st.conn.Close()
	st.conn, st.all = nil, nil
}

// Create implements Store.
func (s *SQLite) Create(ctx context.Context, m Kept, about match.Listing) error {
	setup, err := json.Marshal(m.Setup)
	if err != nil {
		return err
	}
	text, err := json.Marshal(about)
	if err != nil {
		return err
	}
	entries, err := encode(m.Log)
	if err != nil {
		return err
	}
	return s.submit(ctx, func(st *statements) error {
		n, err := st.exec(`INSERT OR IGNORE INTO matches (id, setup, setup_sum, about, about_sum, game, open, over, unlisted, updated)
			SELECT ?1, ?, ?, ?, ?, ?, ?, ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM deleted WHERE match = ?1)`,
			m.Setup.ID, string(setup), checksum(m.Setup.ID, ofSetup, setup), string(text), checksum(m.Setup.ID, ofListing, text),
			about.Game, about.Open(), about.Over, about.Unlisted, about.Updated.UnixMilli())
		switch {
		case err != nil:
			return err
		case n == 0:
			return ErrExists
		}
		if _, err := st.exec("INSERT INTO counts (match, entries, last) VALUES (?, 0, 0)", m.Setup.ID); err != nil {
			return err
		}
		return st.insert(m.Setup.ID, 0, entries)
	})
}

// Append implements Store.
func (s *SQLite) Append(ctx context.Context, id string, after int, log []match.Entry, about *match.Listing) error {
	entries, err := encode(log)
	if err != nil {
		return err
	}
	var text []byte
	if about != nil {
		if text, err = json.Marshal(about); err != nil {
			return err
		}
	}
	j := &job{done: make(chan struct{})}
	if about == nil && len(entries) == 1 && entries[0].name == "" {
		j.one = &appended{id, after + 1, entries[0].text}
	}
	j.do = func(st *statements) error {
		if err := st.insert(id, after, entries); err != nil || about == nil {
			return err
		}
		_, err := st.exec("UPDATE matches SET about = ?, about_sum = ?, open = ?, over = ?, unlisted = ?, updated = ? WHERE id = ?",
			string(text), checksum(id, ofListing, text), about.Open(), about.Over, about.Unlisted, about.Updated.UnixMilli(), id)
		return err
	}
	return s.queue(ctx, j)
}

// whyNot returns why an append failed.
func (st *statements) whyNot(id string) error {
	var n int
	if err := st.conn.QueryRowContext(context.Background(), "SELECT count(*) FROM matches WHERE id = ?",
		id).Scan(&n); err != nil {
		return err
	}
	if n == 0 {
		return whyMissing(context.Background(), st.conn, id)
	}
	return ErrConflict
}

// insert appends entries to a match with exactly after entries.
func (st *statements) insert(id string, after int, entries []encoded) error {
	if len(entries) == 0 {
		if n, err := st.exec("UPDATE counts SET entries = entries WHERE match = ? AND entries = ?", id, after); n > 0 ||
			err != nil {
			return err
		}
		return st.whyNot(id)
	}
	for i, e := range entries {
		n := after + i + 1
		added, err := st.exec("INSERT INTO entries (before, match, n, entry, sum) SELECT last, match, ?, ?, ? FROM counts WHERE match = ? AND entries = ?",
			n, string(e.text), checksum(id, n, e.text), id, n-1)
		switch {
		case err != nil:
			return err
		case added == 0:
			return st.whyNot(id)
		}
		if _, err := st.exec("UPDATE counts SET entries = ?, last = last_insert_rowid() WHERE match = ?", n, id); err != nil {
			return err
		}
		if e.name != "" {
			if err := st.insertName(id, n, e.name); err != nil {
				return err
			}
		}
	}
	return nil
}

// encoded is an entry without the name of its player, which is stored apart from it.
type encoded struct {
	text []byte
	name string
}

func encode(log []match.Entry) (all []encoded, err error) {
	all = make([]encoded, 0, len(log))
	for _, e := range log {
		name := ""
		if e.Player != nil && e.Player.Name != "" {
			p := *e.Player
			name, p.Name = p.Name, ""
			e.Player = &p
		}
		text, ok := encodeMove(e)
		if !ok {
			if text, err = json.Marshal(e); err != nil {
				return nil, err
			}
		}
		all = append(all, encoded{text, name})
	}
	return all, nil
}

// encodeMove returns what json.Marshal does for a move, but faster. It leaves everything else to json.Marshal.
func encodeMove(e match.Entry) (text []byte, ok bool) {
	if e.Kind != match.Moved || e.Ends || e.Back != 0 || e.Seed != "" || e.Player != nil || e.Token != "" ||
		e.Version != "" || e.Digest != "" ||
		e.Move == "" || !plain(e.Move) || !plain(e.Hash) || e.At.Location() != time.UTC || e.At.Year() < 0 ||
		e.At.Year() > 9999 {
		return nil, false
	}
	text = make([]byte, 0, 96+len(e.Move)+len(e.Hash))
	text = strconv.AppendInt(append(text, `{"kind":"move","seat":`...), int64(e.Seat), 10)
	text = append(append(text, `,"move":"`...), e.Move...)
	text = e.At.AppendFormat(append(text, `","at":"`...), time.RFC3339Nano)
	text = append(append(text, `","hash":"`...), e.Hash...)
	return append(text, `"}`...), true
}

// plain reports whether a string looks the same in JSON.
func plain(text string) bool {
	for i := range len(text) {
		if b := text[i]; b < ' ' || b >= utf8.RuneSelf || strings.IndexByte(`"\<>&`, b) >= 0 {
			return false
		}
	}
	return true
}

// Numbers that stand for the setup and the listing in checksums. Entries count from 1.
const (
	ofSetup   = 0
	ofListing = -1
)

// checksum returns the checksum of an entry, a setup or a listing, which reveals changed or misplaced ones.
func checksum(id string, n int, text []byte) uint32 {
	of := append(make([]byte, 0, 64), id...)
	of = append(strconv.AppendInt(append(of, ' '), int64(n), 10), ' ')
	return crc32.Update(crc32.ChecksumIEEE(of), crc32.IEEETable, text)
}

// Snapshot implements Store.
func (s *SQLite) Snapshot(ctx context.Context, id string, x match.Snapshot) error {
	return s.submit(ctx, func(st *statements) error {
		n, err := st.exec("INSERT OR REPLACE INTO snapshots (match, n, save) SELECT id, ?, ? FROM matches WHERE id = ?",
			x.Seq, x.Save, id)
		if err == nil && n == 0 {
			return ErrMissing
		}
		return err
	})
}
