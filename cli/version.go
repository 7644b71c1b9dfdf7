package cli

import (
	"runtime/debug"

	"github.com/plygame/ply/internal/console"
)

type versionCommand struct{ format }

func (versionCommand) Help() string {
	return `Prints the version of the program, the source revision it was built from, and the Go version. "modified" means that the source had uncommitted changes.

Example:

    ply version`
}

func (c *versionCommand) Run(con *console.Console) error {
	v := console.VersionOf(debug.ReadBuildInfo())
	if c.JSON {
		return con.JSON(v)
	}
	con.Printf("%s\n", v)
	return nil
}
