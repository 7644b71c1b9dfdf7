// Package upkeep has the commands that take care of a match database: back it up, restore it, look ahead to an upgrade,
// and erase names.
package upkeep

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/host"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/store"
)

// database is the flag that names the match database.
type database struct {
	Data string `placeholder:"FILE" help:"The match database (the one that ply serve uses; PLY_DATA)."`
}

// path returns the file of the match database.
func (d database) path() string {
	if d.Data != "" {
		return d.Data
	}
	if path := os.Getenv(host.Variable("data")); path != "" {
		return path
	}
	return *host.Usual().Data
}

// existing returns the file of the match database, which must exist.
func (d database) existing() (string, error) {
	path := d.path()
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("there is no match database %s; name it with --data", path)
	} else if err != nil {
		return "", err
	}
	return path, nil
}

// claimed opens a match database that no server is using.
func claimed(path string) (*store.SQLite, error) {
	s, err := host.OpenStore(path)
	if err != nil {
		return nil, err
	}
	if err := s.Claim(context.Background()); err != nil {
		return nil, errors.Join(inUse(path, err), s.Close())
	}
	return s, nil
}

// inUse explains why a match database cannot be claimed.
func inUse(path string, err error) error {
	if errors.Is(err, store.ErrServed) {
		return fmt.Errorf("a server is using %s. Stop the server first", path)
	}
	return fmt.Errorf("cannot use %s alone: %w", path, err)
}

// eachRunning calls f for every match that is not over.
func eachRunning(ctx context.Context, s store.Store, f func(match.Listing) error) error {
	over := false
	q := store.Query{Over: &over, Unlisted: true, Limit: 1000}
	for {
		all, err := s.List(ctx, q)
		if err != nil && !errors.Is(err, store.ErrDamaged) {
			return err
		}
		for _, x := range all {
			if err := f(x); err != nil {
				return err
			}
			q.Before, q.After = x.Updated, x.ID
		}
		if len(all) == 0 {
			return nil
		}
	}
}

// open opens a stored match with the rules of this program.
func open(ctx context.Context, s store.Store, all catalogue.Catalogue, id string) (*match.Match, error) {
	kept, err := s.Load(ctx, id)
	if err != nil {
		return nil, err
	}
	r, err := all.Find(kept.Setup.Game)
	if err != nil {
		return nil, errNoGame
	}
	var rules *game.Rules
	if rules, err = r.With(kept.Setup.Options); err != nil {
		return nil, err
	}
	return match.Open(kept.Setup, rules, kept.Log, nil)
}

var errNoGame = errors.New("this program does not have the game")
