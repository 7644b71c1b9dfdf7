package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Backup writes a copy of the store, as it is at one moment, to a file that is not there yet. The store stays in use. The
// copy gets its name when it is whole, sound and on disk. Nobody else may read it: it has the seeds of matches that go on.
func (s *SQLite) Backup(ctx context.Context, target string) error {
	if _, err := os.Stat(target); err == nil {
		return fmt.Errorf("%s is there already; a backup overwrites nothing", target)
	}
	dir, err := os.MkdirTemp(filepath.Dir(target), ".ply-backup-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "matches.db")
	if err := s.copyTo(ctx, path); err != nil {
		return err
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return err
	}
	if err := sound(ctx, path); err != nil {
		return fmt.Errorf("the copy is not sound: %w", err)
	}
	if err := synced(path); err != nil {
		return err
	}
	if _, err := os.Lstat(target); err == nil {
		return fmt.Errorf("there is a file %s by now; a backup overwrites nothing", target)
	}
	if err := os.Rename(path, target); err != nil {
		return err
	}
	return synced(filepath.Dir(target))
}

// sound looks for damage in a file.
func sound(ctx context.Context, path string) error {
	s, err := OpenSQLite(path)
	if err != nil {
		return err
	}
	return errors.Join(s.Check(ctx), s.Close())
}

// synced waits until a file or a folder is on disk.
func synced(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
