package host

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/plygame/ply/store"
)

// OpenStore opens the match database. An error includes advice.
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

// aboutStore returns advice about a match database that cannot be used.
func aboutStore(err error) string {
	switch {
	case errors.Is(err, store.ErrDamaged):
		return "It is damaged, or not a match database. Restore a backup (docs/hosting.md), or choose another file with --data."
	case errors.Is(err, store.ErrDenied):
		return "Its folder must exist, and you need permission to write to the file and its folder. Or choose another file with --data."
	case errors.Is(err, store.ErrDisk):
		return "The disk is full or failing."
	case errors.Is(err, store.ErrServed):
		return "Another server is using the file. Stop it, choose another file with --data, or keep matches in memory with --memory."
	case errors.Is(err, store.ErrBusy):
		return "Another program is using the file. Wait for it, or stop it."
	case errors.Is(err, fs.ErrPermission) || errors.As(err, new(*fs.PathError)):
		return "Its folder must exist, or you need permission to create it. Or choose another file with --data."
	}
	return ""
}
