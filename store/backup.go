package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Backup writes a consistent copy of the store in a file to a new file, while servers use it. It changes nothing in the
// store and keeps its version, so that a newer program can back up the store of an older one. The copy gets its name only
// when it is complete, checked and on disk. Only its owner can read it: it contains the seeds of unfinished matches.
func Backup(ctx context.Context, from, to string) error {
	if _, err := os.Stat(to); err == nil {
		return fmt.Errorf("%s already exists; a backup overwrites nothing", to)
	}
	dir, err := os.MkdirTemp(filepath.Dir(to), ".ply-backup-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "matches.db")
	if err := Copy(ctx, from, path); err != nil {
		return err
	}
	if err := checkFile(ctx, path); err != nil {
		return fmt.Errorf("the copy is damaged; ply admin delete removes a match that cannot be repaired: %w", err)
	}
	if err := synced(path); err != nil {
		return err
	}
	if _, err := os.Lstat(to); err == nil {
		return fmt.Errorf("%s already exists; a backup overwrites nothing", to)
	}
	if err := os.Rename(path, to); err != nil {
		return err
	}
	return synced(filepath.Dir(to))
}

// Copy copies the file of a store to a new file as it is, without migrating or checking it. The store may be in use.
func Copy(ctx context.Context, from, to string) error {
	if _, err := os.Stat(from); err != nil {
		return err
	}
	version, err := recognise(from)
	if err == nil && version == 0 {
		err = fmt.Errorf("%w: the file is empty", ErrDamaged)
	}
	if err != nil {
		return fmt.Errorf("cannot open the store %s: %w", from, explained(err))
	}
	db, err := sql.Open("sqlite", source(from, "query_only(0)"))
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "VACUUM INTO ?", to)
	if err = errors.Join(explained(err), db.Close()); err != nil {
		return err
	}
	return os.Chmod(to, 0o600)
}

// checkFile checks a file for damage. A file of an older version is checked in a copy, because opening it migrates it.
func checkFile(ctx context.Context, path string) error {
	if version, err := recognise(path); err != nil || version < len(migrations) {
		if err == nil {
			err = Copy(ctx, path, path+".migrated")
		}
		if err != nil {
			return err
		}
		path += ".migrated"
	}
	s, err := OpenSQLite(path)
	if err != nil {
		return err
	}
	return errors.Join(s.Check(ctx), s.Close())
}

// synced waits until a file or folder is on disk.
func synced(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
