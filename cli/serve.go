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
	"github.com/plygame/ply/lab"
)

type serveCommand struct {
	Config string `placeholder:"FILE" help:"A settings file in JSON: {\"address\": \":8080\"} (none; PLY_CONFIG)."`
	host.Settings

	anyPort bool // use a free port if the default port is taken
}

func (serveCommand) Help() string {
	return `Serves all games to browsers and terminals. Every move is on disk before it is acknowledged, so all matches continue after a restart.

Set each setting with a flag, an environment variable or a field of the settings file; flags override variables, and variables override the file. Brackets show the default and the variable. Fields have the names of the flags, without the dashes.

Anyone who knows the judge's secret sees every match with nothing hidden. Set it with PLY_JUDGE or with "judge" in the settings file; there is no flag, because other users of the machine can read command lines. By default there is no judge. The secret of the operator, PLY_ADMIN_SECRET or "admin-secret", works the same way; see ply admin.

See docs/hosting.md for backups, upgrades and proxies.

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
	if err := lab.Sound(all); err != nil {
		return err
	}
	err = host.Serve(all, bots, set, c.anyPort && !named, con, stop)
	if errors.Is(err, host.ErrStopped) {
		return errReported
	}
	return err
}
