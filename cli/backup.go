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
	Target string `arg:"" help:"The copy; there must be no such file yet."`
	Data   string `placeholder:"FILE" help:"The file of matches (the one that ply serve takes; PLY_DATA)."`
}

func (backupCommand) Help() string {
	return "The copy has all matches as they are at one moment. It is checked before it gets its name. The server need not be ended for it.\n\nTo go back to a copy, end the server and start it with the copy as its file.\n\nExample:\n\n    ply backup monday.db"
}

func (c *backupCommand) Run(con *console.Console) error {
	from := c.from()
	switch _, err := os.Stat(from); {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no file of matches %s; name it with --data", from)
	case err != nil:
		return err
	}
	if _, err := os.Lstat(c.Target); err == nil {
		return fmt.Errorf("there is a file %s already; a backup overwrites nothing", c.Target)
	}
	s, err := host.OpenStore(from)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := s.Backup(context.Background(), c.Target); err != nil {
		return fmt.Errorf("%s is not backed up: %w", from, err)
	}
	con.Printf("%s is backed up to %s, and the copy is sound.\n", from, c.Target)
	return nil
}

// from is the file that is copied.
func (c *backupCommand) from() string {
	if c.Data != "" {
		return c.Data
	}
	if path := os.Getenv(host.Variable("data")); path != "" {
		return path
	}
	return *host.Usual().Data
}
