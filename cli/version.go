package cli

import (
	"cmp"
	"runtime"
	"runtime/debug"

	"github.com/plygame/ply/internal/console"
)

type versionCommand struct {
	format
}

func (versionCommand) Help() string {
	return `Prints the version of the program, the source revision it was built from, and the Go version. "modified" means that the source had uncommitted changes.

Example:

    ply version`
}

func (c *versionCommand) Run(con *console.Console) error {
	v := versionOf(debug.ReadBuildInfo())
	if c.JSON {
		return con.JSON(v)
	}
	con.Printf("%s\n", v)
	return nil
}

// version describes the build of the program.
type version struct {
	Module   string `json:"module"`
	Version  string `json:"version"`
	Revision string `json:"revision"` // "" if unknown
	Changed  bool   `json:"changed"`  // the source had uncommitted changes
	Go       string `json:"go"`
}

// versionOf reads the version from the build information.
func versionOf(built *debug.BuildInfo, known bool) version {
	v := version{Version: "unknown", Go: runtime.Version()}
	if !known {
		return v
	}
	v.Module, v.Version = built.Main.Path, cmp.Or(built.Main.Version, v.Version)
	for _, s := range built.Settings {
		switch s.Key {
		case "vcs.revision":
			v.Revision = s.Value
		case "vcs.modified":
			v.Changed = s.Value == "true"
		}
	}
	return v
}

func (v version) String() string {
	text := cmp.Or(v.Module, "ply") + " " + v.Version
	if v.Revision != "" {
		text += ", revision " + v.Revision
	}
	if v.Changed {
		text += ", modified"
	}
	return text + ", " + v.Go
}
