package store

import (
	"errors"

	"modernc.org/sqlite"
)

// SQLite result codes that users can do something about; see sqlite.org/rescode.html.
const (
	sqliteBusy     = 5
	sqliteReadOnly = 8
	sqliteIO       = 10
	sqliteCorrupt  = 11
	sqliteFull     = 13
	sqliteCantOpen = 14
	sqliteNotADB   = 26
)

// troubleOf returns the error of this package for a SQLite code, or nil.
func troubleOf(err error) error {
	e, is := errors.AsType[*sqlite.Error](err)
	if !is {
		return nil
	}
	switch e.Code() & 0xff {
	case sqliteCorrupt, sqliteNotADB:
		return ErrDamaged
	case sqliteReadOnly, sqliteCantOpen:
		return ErrDenied
	case sqliteFull, sqliteIO:
		return ErrDisk
	case sqliteBusy:
		return ErrBusy
	}
	return nil
}

// trouble is a SQLite error with its meaning in this package.
type trouble struct{ said, means error }

func (t trouble) Error() string   { return t.said.Error() }
func (t trouble) Unwrap() []error { return []error{t.said, t.means} }

// explained wraps a SQLite error so that errors.Is finds its meaning.
func explained(err error) error {
	if means := troubleOf(err); means != nil {
		return trouble{err, means}
	}
	return err
}
