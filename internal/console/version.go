package console

import (
	"cmp"
	"runtime"
	"runtime/debug"
)

// Version describes the build of the program.
type Version struct {
	Module   string `json:"module"`
	Version  string `json:"version"`
	Revision string `json:"revision"` // "" if unknown
	Changed  bool   `json:"changed"`  // the source had uncommitted changes
	Go       string `json:"go"`
}

// VersionOf reads the version from the build information.
func VersionOf(built *debug.BuildInfo, known bool) Version {
	v := Version{Version: "unknown", Go: runtime.Version()}
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

func (v Version) String() string {
	text := cmp.Or(v.Module, "ply") + " " + v.Version
	if v.Revision != "" {
		text += ", revision " + v.Revision
	}
	if v.Changed {
		text += ", modified"
	}
	return text + ", " + v.Go
}
