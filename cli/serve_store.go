package cli

import (
	"errors"
	"fmt"
	"io/fs"

	"modernc.org/sqlite"

	"github.com/plygame/ply/store"
)

// openMatches opens the file of matches, or says why not and what to do.
func openMatches(path string) (*store.SQLite, error) {
	s, err := store.OpenSQLite(path)
	if err == nil {
		return s, nil
	}
	if advice := aboutStore(err); advice != "" {
		err = fmt.Errorf("%w\n%s", err, advice)
	}
	return nil, err
}

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

// aboutStore says what to do about a file of matches that cannot be used.
func aboutStore(err error) string {
	if e, is := errors.AsType[*sqlite.Error](err); is {
		switch e.Code() & 0xff {
		case sqliteCorrupt, sqliteNotADB:
			return "It is damaged, or no file of matches at all. Bring back a backup (docs/hosting.md), or name another file with --data."
		case sqliteReadOnly, sqliteCantOpen:
			return "Its folder must be there, and this user must be allowed to write the file and beside it. Or name another file with --data."
		case sqliteFull, sqliteIO:
			return "The disk is full or does not work."
		case sqliteBusy:
			return "Another program holds the file. Wait for it, or end it."
		}
	}
	if errors.Is(err, fs.ErrPermission) || errors.As(err, new(*fs.PathError)) {
		return "Its folder must be there, or this user must be allowed to make it. Or name another file with --data."
	}
	return ""
}
