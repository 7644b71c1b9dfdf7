package upkeep

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/store"
)

// Migrate is the command that brings a match database up to date.
type Migrate struct {
	database
	DryRun bool `help:"Change nothing: only report what would happen. The server may be running."`
	JSON   bool `help:"Print JSON."`
}

// Help implements the help of the command.
func (Migrate) Help() string {
	return `Brings the match database and its matches up to date with this program. ply serve does the same for each match when somebody opens it. With --dry-run, you learn beforehand which matches will continue after an upgrade: run it with the new program while the old one still serves.

Every match that is not over is replayed with the rules of this program. If all states are the same, it continues. Otherwise it can be read but not continued, and the exit code is 1.

Examples:

    ply migrate --dry-run
    ply migrate --dry-run --data /var/lib/ply/matches.db --json`
}

// fate is what an upgrade does to a match.
type fate struct {
	Match string `json:"match"`
	Game  string `json:"game"`
	Why   string `json:"why,omitempty"` // why it cannot continue
}

// report is what an upgrade does to a database.
type report struct {
	Same    int    `json:"same"`    // matches played with these rules already
	Updated int    `json:"updated"` // matches that continue with changed rules
	Left    []fate `json:"left"`    // matches that cannot continue
}

// Run runs the command.
func (c *Migrate) Run(all catalogue.Catalogue, con *console.Console) error {
	path, err := c.existing()
	if err != nil {
		return err
	}
	var r report
	if c.DryRun {
		r, err = rehearse(path, all)
	} else {
		r, err = migrate(path, all, true)
	}
	if err != nil {
		return err
	}
	if c.JSON {
		err = con.JSON(r)
	} else {
		r.write(con)
	}
	if err == nil && len(r.Left) > 0 {
		err = fmt.Errorf("%s cannot continue with this program", words.Plural(len(r.Left), "match"))
	}
	return err
}

// rehearse migrates a copy.
func rehearse(path string, all catalogue.Catalogue) (report, error) {
	dir, err := os.MkdirTemp("", "ply-migrate-")
	if err != nil { // an image need not have a folder for such things
		dir, err = os.MkdirTemp(filepath.Dir(path), ".ply-migrate-")
	}
	if err != nil {
		return report{}, err
	}
	defer os.RemoveAll(dir)
	copied := filepath.Join(dir, "matches.db")
	if err := store.Copy(context.Background(), path, copied); err != nil {
		return report{}, err
	}
	return migrate(copied, all, false)
}

// migrate replays all matches that are not over. If keep is set, it notes in them that they continue with other rules.
func migrate(path string, all catalogue.Catalogue, keep bool) (r report, err error) {
	ctx := context.Background()
	s, err := claimed(path)
	if err != nil {
		return r, err
	}
	r.Left = []fate{}
	err = eachRunning(ctx, s, func(x match.Listing) error {
		m, err := open(ctx, s, all, x.ID)
		if err != nil {
			r.Left = append(r.Left, fate{x.ID, x.Game, words.Tame(err.Error())})
			return nil
		}
		batch := m.Update()
		if batch == nil {
			r.Same++
			return nil
		}
		r.Updated++
		if !keep {
			return nil
		}
		return s.Append(ctx, x.ID, batch.After, batch.Entries, nil)
	})
	slices.SortFunc(r.Left, func(a, b fate) int { return 2*compare(a.Game, b.Game) + compare(a.Match, b.Match) })
	return r, errors.Join(err, s.Close())
}

func compare(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func (r *report) write(con *console.Console) {
	con.Printf("%s with unchanged rules, %d that continue with changed rules, %d that cannot continue.\n",
		words.Plural(r.Same, "match"), r.Updated, len(r.Left))
	for _, x := range r.Left {
		con.Printf("  %s of %s: %s\n", x.Match, x.Game, x.Why)
	}
}
