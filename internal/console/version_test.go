package console

import (
	"runtime"
	"runtime/debug"
	"testing"
)

func TestVersionOf(t *testing.T) {
	built := &debug.BuildInfo{
		Main:     debug.Module{Path: "example.com/nim", Version: "v1.2.3"},
		Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.modified", Value: "true"}},
	}
	if got, want := VersionOf(built, true).String(), "example.com/nim v1.2.3, revision abc, modified, "+runtime.Version(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := VersionOf(nil, false).String(), "ply unknown, "+runtime.Version(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
