package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/plygame/ply/internal/owner"
)

// claim is the exclusive right to serve a file: a lock on a small file beside it, which the system releases when the
// process ends, even if it crashes.
type claim struct {
	db   *sql.DB
	conn *sql.Conn
}

// Claim makes this process the only server of the file until Close. It fails with ErrBusy if another process has
// claimed it. Other processes can still read the file, for example to back it up.
func (s *SQLite) Claim(ctx context.Context) (err error) {
	s.claim, err = claimFile(ctx, s.path)
	return err
}

// ClaimFile is [SQLite.Claim] for a file that may be too damaged to open. The function that it returns releases the
// file.
func ClaimFile(ctx context.Context, path string) (release func() error, err error) {
	c, err := claimFile(ctx, path)
	return c.close, err
}

func claimFile(ctx context.Context, path string) (claim, error) {
	if real, err := filepath.EvalSymlinks(path); err == nil { // the same file under another name
		path = real
	}
	db, err := sql.Open("sqlite",
		"file:"+escaped(path+"-serving")+"?_pragma=busy_timeout(500)&_pragma=journal_mode(MEMORY)")
	if err != nil {
		return claim{}, err
	}
	conn, err := db.Conn(ctx)
	if err == nil {
		if _, err = conn.ExecContext(ctx, "BEGIN EXCLUSIVE"); err == nil {
			err = owner.Share(path+"-serving", path)
		}
		if err == nil {
			return claim{db, conn}, nil
		}
		conn.Close()
	}
	if err = explained(err); errors.Is(err, ErrBusy) {
		err = fmt.Errorf("%s: %w", path, ErrServed)
	}
	return claim{}, errors.Join(err, db.Close())
}

// close releases the claim.
func (c claim) close() error {
	if c.db == nil {
		return nil
	}
	return errors.Join(c.conn.Close(), c.db.Close())
}
