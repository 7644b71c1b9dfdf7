package store

import (
	"errors"

	"modernc.org/sqlite"
)

// The codes of SQLite that people can do something about: see sqlite.org/rescode.html.
const (
	sqliteBusy     = 5
	sqliteReadOnly = 8
	sqliteIO       = 10
	sqliteCorrupt  = 11
	sqliteFull     = 13
	sqliteCantOpen = 14
	sqliteNotADB   = 26
)

// troubleOf returns the error of this package that a code of SQLite stands for, nil if there is none.
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

// trouble is an error in the words of SQLite, and what it means.
type trouble struct{ said, means error }

func (t trouble) Error() string   { return t.said.Error() }
func (t trouble) Unwrap() []error { return []error{t.said, t.means} }

// explained makes what an error of SQLite means known to errors.Is.
func explained(err error) error {
	if means := troubleOf(err); means != nil {
		return trouble{err, means}
	}
	return err
}
