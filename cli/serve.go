package cli

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/host"
)

type serveCommand struct {
	Config string `placeholder:"FILE" help:"A file of settings, in JSON: {\"address\": \":8080\"} (none; PLY_CONFIG)."`
	host.Settings

	elsewhere bool // take a free port if the usual one is taken
}

func (serveCommand) Help() string {
	return `People play over the network, each at a machine of their own. A move that was answered is on disk. All matches go on when the server is started again.

Each setting is a flag, a variable of the environment, or a field of the settings file, in this order; in brackets stand what holds if nothing is said, and the variable. The names in the file are those of the flags without the dashes.

The secret of the judge, who sees everything, is no flag, for others could read it: it is PLY_JUDGE in the environment, or "judge" in the file. Without it there is no judge.

docs/hosting.md tells about backups, upgrades and proxies.

Example:

    ply serve --address :8080 --data matches.db`
}

func (c *serveCommand) Run(all catalogue.Catalogue, bots bot.Bots, con *console.Console) error {
	stop := make(chan os.Signal, 2)
	signal.Notify(stop, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(stop)
	set, named, err := c.Settings.Settle(c.Config, con, os.LookupEnv)
	if err != nil {
		return misuse{err}
	}
	if _, err := bots.Player(*set.Bot); err != nil {
		return misuse{fmt.Errorf("bot: %w", err)}
	}
	err = host.Serve(all, bots, set, c.elsewhere && !named, con, stop)
	if errors.Is(err, host.ErrStopped) {
		return errTold
	}
	return err
}
