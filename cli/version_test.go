package cli

import (
	"runtime"
	"strings"
	"testing"
)

func TestVersion(t *testing.T) {
	for _, word := range []string{"version", "--version"} {
		if code, out, problems := typing("", word); code != ok || strings.Count(out, "\n") != 1 || !strings.Contains(out, runtime.Version()) {
			t.Errorf("%s: exit code %d: %s%s", word, code, out, problems)
		}
		if code, out, problems := typing("", word, "--json"); code != ok || !strings.Contains(out, `"go": "`+runtime.Version()) {
			t.Errorf("%s: exit code %d: %s%s", word, code, out, problems)
		}
	}
}
