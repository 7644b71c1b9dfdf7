package upkeep

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
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
	return `Puts a backup in the place of the match database. The server must be stopped. The database that was there is kept beside it, under another name.

Players may have seen what happened after the backup, so every match that is not over gets an entry: chance continues with fresh random numbers, and cards that nobody knows are dealt again. Players read this in the log of the match, and ply verify names it.

Example:

    ply restore monday.db`
}

// Run runs the command.
func (c *Restore) Run(all catalogue.Catalogue, con *console.Console) (err error) {
	ctx, target := context.Background(), c.path()
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

// putInPlace renames a new database to its target. What was there is moved aside, to a name that is returned.
func putInPlace(fresh, target string) (aside string, err error) {
	if _, err := os.Stat(target); err == nil {
		old, err := claimed(target)
		if err != nil {
			return "", err
		}
		aside = target + ".before-" + time.Now().UTC().Format("20060102-150405")
		if _, err := os.Lstat(aside); err == nil {
			return "", errors.Join(fmt.Errorf("%s already exists", aside), old.Close())
		}
		if err := old.Backup(context.Background(), aside); err != nil {
			return "", errors.Join(fmt.Errorf("cannot keep the previous database: %w", err), old.Close())
		}
		if err := old.Close(); err != nil {
			return "", err
		}
	}
	for _, rest := range []string{"-wal", "-shm"} {
		if err := os.Remove(target + rest); err != nil && !errors.Is(err, os.ErrNotExist) {
			return "", err
		}
	}
	return aside, os.Rename(fresh, target)
}
