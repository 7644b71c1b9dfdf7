package upkeep

import (
	"context"
	"fmt"
	"os"

	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/store"
)

// Backup is the command that copies the match database.
type Backup struct {
	Target string `arg:"" help:"The file to write. It must not exist yet."`
	database
}

// Help implements the help of the command.
func (Backup) Help() string {
	return "Takes a consistent copy of all matches while the server runs, and checks the copy before giving it its name.\n\nTo go back to a backup, use ply restore.\n\nExample:\n\n    ply backup monday.db"
}

// Run runs the command.
func (c *Backup) Run(con *console.Console) error {
	from, err := c.existing()
	if err != nil {
		return err
	}
	if _, err := os.Lstat(c.Target); err == nil {
		return fmt.Errorf("%s already exists; a backup overwrites nothing", c.Target)
	}
	if err := store.Backup(context.Background(), from, c.Target); err != nil {
		return fmt.Errorf("cannot back up %s: %w", from, err)
	}
	con.Printf("Backed up %s to %s and checked the copy.\n", from, c.Target)
	return nil
}
