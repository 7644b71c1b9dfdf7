package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/host"
)

type backupCommand struct {
	Target string `arg:"" help:"The file to write. It must not exist yet."`
	Data   string `placeholder:"FILE" help:"The match database (the one that ply serve uses; PLY_DATA)."`
}

func (backupCommand) Help() string {
	return "Takes a consistent copy of all matches while the server runs, and checks the copy before giving it its name.\n\nTo restore a backup, stop the server and start it with --data and the backup file.\n\nExample:\n\n    ply backup monday.db"
}

func (c *backupCommand) Run(con *console.Console) error {
	from := c.from()
	switch _, err := os.Stat(from); {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no match database %s; name it with --data", from)
	case err != nil:
		return err
	}
	if _, err := os.Lstat(c.Target); err == nil {
		return fmt.Errorf("%s already exists; a backup overwrites nothing", c.Target)
	}
	s, err := host.OpenStore(from)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := s.Backup(context.Background(), c.Target); err != nil {
		return fmt.Errorf("cannot back up %s: %w", from, err)
	}
	con.Printf("Backed up %s to %s and checked the copy.\n", from, c.Target)
	return nil
}

func (c *backupCommand) from() string {
	if c.Data != "" {
		return c.Data
	}
	if path := os.Getenv(host.Variable("data")); path != "" {
		return path
	}
	return *host.Usual().Data
}
