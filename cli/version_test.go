package cli

import (
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
)

func TestVersion(t *testing.T) {
	built := &debug.BuildInfo{
		Main:     debug.Module{Path: "example.com/nim", Version: "v1.2.3"},
		Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.modified", Value: "true"}},
	}
	if got, want := versionOf(built, true).String(), "example.com/nim v1.2.3, revision abc, modified, "+runtime.Version(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := versionOf(nil, false).String(), "ply unknown, "+runtime.Version(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for _, word := range []string{"version", "--version"} {
		if code, out, problems := typing("", word); code != ok || strings.Count(out, "\n") != 1 || !strings.Contains(out, runtime.Version()) {
			t.Errorf("%s: exit code %d: %s%s", word, code, out, problems)
		}
		if code, out, problems := typing("", word, "--json"); code != ok || !strings.Contains(out, `"go": "`+runtime.Version()) {
			t.Errorf("%s: exit code %d: %s%s", word, code, out, problems)
		}
	}
}
