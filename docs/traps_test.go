package docs_test

import (
	"regexp"
	"strings"
	"testing"
)

// Every trap has its own test: the first in its row, named after it.
func TestEveryTrapHasItsTest(t *testing.T) {
	first := regexp.MustCompile("\\| `game/TestTrap([A-Z]+\\d+)[A-Z]\\w+`")
	rows, traps := 0, map[string]bool{}
	for _, m := range featureRow.FindAllStringSubmatch(read(t, "features.md"), -1) {
		system, number, isTrap := strings.Cut(m[1], "-t")
		if !isTrap {
			continue
		}
		rows++
		found := first.FindStringSubmatch(m[2])
		if found == nil || found[1] != system+number {
			t.Errorf("%s: its first test is not called TestTrap%s%s and what it shows", m[1], system, number)
			continue
		}
		traps[found[1]] = true
	}
	if rows != 26 || len(traps) != rows {
		t.Errorf("%d traps have %d tests of their own", rows, len(traps))
	}
}
