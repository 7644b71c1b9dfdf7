package upkeep

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/owner"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/store"
)

// Restore is the command that goes back to a backup.
type Restore struct {
	Backup string `arg:"" help:"The backup, made by ply backup. It is not changed."`
	database
}

// Help implements the help of the command.
func (Restore) Help() string {
	return `Replaces the match database with a backup. The server must be stopped. The old database is kept beside it, under another name.

Players may have seen what happened after the backup, so unfinished matches continue with fresh random numbers, and cards that nobody knows are dealt again. The log of each match tells the players, and ply verify reports it.

Example:

    ply restore monday.db`
}

// Run runs the command.
func (c *Restore) Run(all catalogue.Catalogue, con *console.Console) (err error) {
	ctx, target := context.Background(), c.path()
	if real, err := filepath.EvalSymlinks(target); err == nil {
		target = real
	}
	if _, err := os.Stat(c.Backup); err != nil {
		return fmt.Errorf("there is no backup %s", c.Backup)
	}
	if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
		return err
	}
	dir, err := os.MkdirTemp(filepath.Dir(target), ".ply-restore-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	fresh := filepath.Join(dir, "matches.db")
	if err := store.Copy(ctx, c.Backup, fresh); err != nil {
		return fmt.Errorf("cannot read the backup: %w", err)
	}
	n, left, err := renew(ctx, fresh, all)
	if err != nil {
		return fmt.Errorf("cannot use the backup: %w", err)
	}
	aside, err := putInPlace(fresh, target)
	if err != nil {
		return err
	}
	if aside != "" {
		con.Printf("The previous database is now %s.\n", aside)
	}
	con.Printf("Restored %s from %s. Fresh random numbers in %s.\n", target, c.Backup, words.Plural(n, "match"))
	for id, why := range left {
		con.Note("match %s cannot continue with this program: %s", id, words.Tame(why.Error()))
	}
	return nil
}

// renew adds the entry about the backup to every match that is not over. It returns their number, and the matches that
// this program cannot continue.
func renew(ctx context.Context, path string, all catalogue.Catalogue) (n int, left map[string]error, err error) {
	s, err := store.OpenSQLite(path)
	if err != nil {
		return 0, nil, err
	}
	left = map[string]error{}
	err = s.Check(ctx)
	var ids []string
	if err == nil {
		err = eachRunning(ctx, s, func(x match.Listing) error {
			ids = append(ids, x.ID)
			return nil
		})
	}
	for _, id := range ids {
		if err != nil {
			break
		}
		m, wrong := open(ctx, s, all, id)
		if wrong != nil {
			left[id] = wrong
			continue
		}
		var seed game.Seed
		rand.Read(seed[:])
		batch := m.Restore(seed)
		about := m.After(batch).Listing()
		err = s.Append(ctx, id, batch.After, batch.Entries, &about)
		n++
	}
	return n, left, errors.Join(err, s.Close())
}

// putInPlace renames a new database to its target. What was there is kept aside, under a name that is returned.
func putInPlace(fresh, target string) (aside string, err error) {
	if err := owner.Share(fresh, filepath.Dir(target)); err != nil {
		return "", err
	}
	if _, err := os.Stat(target); err == nil {
		release, err := store.ClaimFile(context.Background(), target)
		if err != nil {
			return "", inUse(target, err)
		}
		defer release()
		if err := owner.Share(fresh, target); err != nil {
			return "", err
		}
		if aside, err = keepAside(target); err != nil {
			return "", fmt.Errorf("cannot keep the previous database: %w", err)
		}
	}
	for _, rest := range parts[1:] {
		if err := os.Remove(target + rest); err != nil && !errors.Is(err, os.ErrNotExist) {
			return "", err
		}
	}
	return aside, os.Rename(fresh, target)
}

// parts are the endings of the files of a database.
var parts = []string{"", "-wal", "-shm"}

// keepAside keeps a database under another name: as a copy, or if it is damaged or the disk is full, its files as they
// are.
func keepAside(path string) (aside string, err error) {
	aside = unused(path + ".before-" + time.Now().UTC().Format("20060102-150405"))
	if isDatabase(path) && store.Backup(context.Background(), path, aside) == nil { // opening another file would delete its -wal
		return aside, owner.Share(aside, path)
	}
	for _, part := range parts {
		if err := os.Rename(path+part, aside+part); err != nil && !errors.Is(err, os.ErrNotExist) {
			return "", err
		}
	}
	return aside, nil
}

// isDatabase reports whether a file begins like a database of SQLite.
func isDatabase(path string) bool {
	const magic = "SQLite format 3\x00"
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	begin := make([]byte, len(magic))
	_, err = io.ReadFull(f, begin)
	return err == nil && string(begin) == magic
}

// unused returns a path that does not exist: the given one, or one with a number.
func unused(path string) string {
	free := path
	for n := 2; ; n++ {
		if _, err := os.Lstat(free); err != nil {
			return free
		}
		free = fmt.Sprint(path, "-", n)
	}
}
