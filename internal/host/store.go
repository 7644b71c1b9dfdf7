package host

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/plygame/ply/store"
)

// OpenStore opens the file of matches, or says why not and what to do.
func OpenStore(path string) (*store.SQLite, error) {
	s, err := store.OpenSQLite(path)
	if err == nil {
		return s, nil
	}
	if advice := aboutStore(err); advice != "" {
		err = fmt.Errorf("%w\n%s", err, advice)
	}
	return nil, err
}

// aboutStore says what to do about a file of matches that cannot be used.
func aboutStore(err error) string {
	switch {
	case errors.Is(err, store.ErrDamaged):
		return "It is damaged, or no file of matches at all. Bring back a backup (docs/hosting.md), or name another file with --data."
	case errors.Is(err, store.ErrDenied):
		return "Its folder must be there, and this user must be allowed to write the file and beside it. Or name another file with --data."
	case errors.Is(err, store.ErrDisk):
		return "The disk is full or does not work."
	case errors.Is(err, store.ErrBusy):
		return "Another program holds the file. Wait for it, or end it."
	case errors.Is(err, fs.ErrPermission) || errors.As(err, new(*fs.PathError)):
		return "Its folder must be there, or this user must be allowed to make it. Or name another file with --data."
	}
	return ""
}
